//! The loop of the conversation: reads commands, starts the work of a `go`, writes answers in their order.
//!
//! Events come from three sides: the user, a search, and the clock. Only this loop writes, so that every `go` gets exactly
//! one answer and no line is torn. An answer that comes too early (`go infinite`, `go ponder`) waits until the user asks
//! for it.

use std::fmt::Display;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use komadai_core::ending::{Declaration, DeclarationRule, declaration, handicap_points};
use komadai_core::notation::usi::{Clock, Command, GameLine, Go, MateTime};
use komadai_core::{Move, Position};
use komadai_search::Engine;

use crate::events::{Done, Event, Events, Line};
use crate::job::Job;
use crate::options::{Change, Options};
use crate::program::{MateQuestion, Program};
use crate::standard::MATE_NODES;
use crate::task::{Style, Task};
use crate::{info, limits, mate, time};

struct Conversation<W, P> {
    out: W,
    program: P,
    options: Options,
    /// `None` after a `position` that could not be read: the user's board is unknown.
    game: Option<GameLine>,
    /// `None` before it is needed, and while it searches.
    engine: Option<Box<dyn Engine + Send>>,
    /// Whether the engine was cleared and has searched nothing since.
    forgotten: bool,
    /// Whether the searching engine is not used again, because an option has changed meanwhile.
    is_outdated: bool,
    job: Option<Job>,
    /// How late recent answers were.
    lateness: Duration,
    events: Events,
}

/// Serves a user: reads commands and writes answers until `quit` or the end of the input. The work under way is then stopped; but at the
/// end of the input, as when commands come from a file, work that ends by itself is completed.
///
/// A `go` that comes during work with limits of its own (`nodes`, `depth`, `movetime`, `mate`) and without a clock waits for its end; it stops
/// any other work.
///
/// The input is read in a thread of its own, which outlives the call if it waits for a line that never comes. Each `go` runs in another
/// thread, with the engine of the program.
///
/// A line that cannot be read or understood is answered by `info string` and changes nothing, with three exceptions. Every `go` gets its
/// answer: words in it that cannot be read are skipped, and a `go mate` with a wrong time is answered by `timeout`. A wrong `position` sets
/// the board up to the first wrong move, as in other engines; if not even its start can be read, `go` is answered by `resign` (`go mate` by
/// `timeout`) until a `position` can be read. A `ponderhit` with wrong words starts the clock all the same.
///
/// ```no_run
/// use std::io;
///
/// /// The main of an engine.
/// fn run(program: impl komadai_usi::Program) -> io::Result<()> {
///     komadai_usi::serve(io::BufReader::new(io::stdin()), io::stdout(), program)
/// }
/// ```
///
/// # Errors
///
/// If a line cannot be written (the error names it) or a thread cannot be started.
pub fn serve(input: impl BufRead + Send + 'static, out: impl Write, program: impl Program) -> io::Result<()> {
    let (options, events) = (program.options(), Events::of(input)?);
    let game = Some(GameLine::default());
    let (engine, forgotten, job, lateness) = (None, false, None, Duration::ZERO);
    Conversation { out, program, options, game, engine, forgotten, is_outdated: false, job, lateness, events }
        .talk()
}

impl<W: Write, P: Program> Conversation<W, P> {
    fn talk(&mut self) -> io::Result<()> {
        loop {
            match self.events.next(self.job.as_ref().and_then(Job::wakes_at)) {
                Some(Event::Line(line)) => {
                    if !self.obey(&line)? {
                        return self.finish();
                    }
                }
                Some(Event::End) => {
                    if !self.job.as_ref().is_some_and(Job::ends_by_itself) {
                        self.release()?;
                    }
                    return self.await_answer();
                }
                other => self.attend(other)?,
            }
        }
    }

    /// Carries out a line; returns `false` for `quit`.
    fn obey(&mut self, line: &Line) -> io::Result<bool> {
        let Line { at, text, error } = line;
        if let Some(error) = error {
            return self.refuse(line, error);
        }
        if text.trim().is_empty() {
            return Ok(true);
        }
        match Command::parse(text) {
            Ok(Command::Usi) => {
                let (name, author) = (self.program.name(), self.program.author());
                let offered = self.options.to_string();
                self.say(&format!("id name {name}\nid author {author}\n{offered}usiok"))?;
            }
            Ok(Command::SetOption { name, value }) => self.set_option(&name, &value)?,
            Ok(Command::IsReady) => {
                if !self.job.as_ref().is_some_and(Job::is_searching) {
                    self.prepare()?;
                    self.forget();
                }
                self.say("readyok")?;
            }
            Ok(Command::NewGame) => {
                self.make_room()?;
                self.program.new_game();
                self.forget();
            }
            Ok(Command::Position(game)) => self.game = Some(*game),
            Ok(Command::Go(go)) => self.go(&go, *at)?,
            Ok(Command::Stop | Command::GameOver(_)) => self.release()?,
            Ok(Command::PonderHit(clock)) => self.ponder_hit(clock)?,
            Ok(Command::Quit) => return Ok(false),
            Err(error) => return self.refuse(line, &error),
        }
        Ok(true)
    }

    /// The opponent played the expected move.
    fn ponder_hit(&mut self, clock: Clock) -> io::Result<()> {
        if let Some(job) = &mut self.job {
            let (go, late) = (job.go_after_hit(clock), self.lateness);
            let budget = |pos| limits::budget(&go, &self.options, late, pos);
            job.ponder_hit(job.position().and_then(budget));
        }
        self.answer()
    }

    /// Reports what is wrong with a line. Even a wrong `go` must be answered, a wrong `ponderhit` must start the clock, and no answer may
    /// be for the board of an earlier `position`.
    fn refuse(&mut self, Line { at, text, .. }: &Line, error: &impl Display) -> io::Result<bool> {
        self.inform(error)?;
        match text.split_ascii_whitespace().next() {
            Some("go") if text.split_ascii_whitespace().any(|word| word == "mate") => {
                self.make_room()?;
                self.answer_at_once(Job::new(Go::default()), vec!["checkmate timeout".to_owned()])?;
            }
            Some("go") => self.go(&Go::readable(text), *at)?,
            Some("ponderhit") => self.ponder_hit(Go::readable(text).clock)?,
            Some("position") => {
                self.game = GameLine::parse_prefix(text);
                let now = match &self.game {
                    Some(game) => format!("going on from {}", game.position()),
                    None => "no position until the next one that can be read".to_owned(),
                };
                self.inform(&now)?;
            }
            _ => {}
        }
        Ok(true)
    }

    fn set_option(&mut self, name: &str, value: &str) -> io::Result<()> {
        match self.options.set(name, value) {
            Ok(Change::Unknown) => return Ok(()),
            Ok(Change::New) if !self.options.is_live(name) => {
                self.engine = None;
                self.is_outdated = self.job.as_ref().is_some_and(Job::is_searching);
            }
            Ok(_) => {}
            Err(error) => return self.inform(&error),
        }
        let mut notes = Vec::new();
        self.program.option_set(name, &self.options, &mut notes);
        self.inform_all(&notes)
    }

    /// Makes the engine if there is none.
    fn prepare(&mut self) -> io::Result<()> {
        if self.engine.is_some() {
            return Ok(());
        }
        let mut notes = Vec::new();
        match self.program.engine(&self.options, &mut notes) {
            Ok(engine) => (self.engine, self.forgotten) = (Some(engine), false),
            Err(error) => notes.push(format!("error {error}")),
        }
        self.inform_all(&notes)
    }

    /// Clears the engine, unless it is clear already. This takes time with a large table, and for a new engine the system only now finds
    /// the memory: so it is done on `isready`, for which programs wait, and not while a clock runs.
    fn forget(&mut self) {
        if let Some(engine) = &mut self.engine
            && !self.forgotten
        {
            engine.clear();
            self.forgotten = true;
        }
    }

    /// Answers a `go` that came at this moment.
    fn go(&mut self, go: &Go, came: Instant) -> io::Result<()> {
        // Without a clock time counts from the beginning of the work.
        let begun = if self.make_room()? && !go.clock.is_set() { Instant::now() } else { came };
        let mut job = Job::new(go.clone());
        let Some(game) = &self.game else {
            let answer = if go.mate.is_some() { "checkmate timeout" } else { "bestmove resign" };
            return self.answer_at_once(job, vec![answer.to_owned()]);
        };
        let board = game.tracked();
        if let Some(time) = go.mate {
            if let MateTime::Within(time) = time {
                job.deadline = Some(begun + time);
            }
            return self.go_mate(job, board.position().clone());
        }
        let pos = board.position();
        let in_game = !go.infinite && go.search_moves.is_empty();
        if in_game && wins_by_declaring(pos) {
            return self.answer_at_once(job, vec!["bestmove win".to_owned()]);
        }
        if in_game
            && let Some((mv, known)) = self.program.book_move(pos)
            && pos.is_legal(mv)
        {
            let known = format!("info string {}", info::one_line(&known));
            return self.answer_at_once(job, vec![known, format!("bestmove {mv}")]);
        }
        self.check_search_moves(go, pos)?;
        let limits = limits::limits(go, &self.options, self.lateness, pos, Arc::clone(&job.stop));
        self.prepare()?;
        self.forgotten = false;
        let Some(mut engine) = self.engine.take() else {
            return self.answer_at_once(job, vec!["bestmove resign".to_owned()]);
        };
        job.search(begun, &limits, pos);
        let asks = in_game && limits.time.is_none_or(|time| time >= mate::LEAST_TIME);
        let mate_nodes = if asks { self.options.number(MATE_NODES).unsigned_abs() } else { 0 };
        let question = match mate_nodes {
            0 => None,
            nodes => {
                let question = MateQuestion { nodes: Some(nodes), stop: Arc::clone(&job.stop) };
                self.program.mate_solver(&self.options, question).map(|solver| (solver, nodes))
            }
        };
        let remark = self.program.remark(&self.options);
        let task = Task { board, limits, begun, question, remark, style: Style::of(&self.options) };
        self.job = Some(job);
        self.events.start("bestmove resign", move |info| {
            let answer = task.run(&mut *engine, info);
            Done { engine: Some(engine), answer }
        })
    }

    /// Reports the illegal moves of `searchmoves`, which are skipped.
    fn check_search_moves(&mut self, go: &Go, pos: &Position) -> io::Result<()> {
        let wrong: Vec<Move> = go.search_moves.iter().copied().filter(|&mv| !pos.is_legal(mv)).collect();
        if wrong.is_empty() {
            return Ok(());
        }
        let rest = if wrong.len() == go.search_moves.len() { "all legal moves" } else { "the others" };
        self.inform(&format!("searchmoves: not legal in {pos}: {}; searching {rest}", info::moves(&wrong)))
    }

    fn go_mate(&mut self, job: Job, pos: Position) -> io::Result<()> {
        let question = MateQuestion { nodes: None, stop: Arc::clone(&job.stop) };
        let Some(mut solver) = self.program.mate_solver(&self.options, question) else {
            return self.answer_at_once(job, vec!["checkmate notimplemented".to_owned()]);
        };
        self.job = Some(job);
        self.events.start("checkmate timeout", move |_| Done {
            engine: None,
            answer: mate::checkmate(&mut solver, pos),
        })
    }

    fn answer_at_once(&mut self, mut job: Job, answer: Vec<String>) -> io::Result<()> {
        job.answer = Some(answer);
        self.job = Some(job);
        self.answer()
    }

    fn take_answer(&mut self, Done { engine, answer }: Done) -> io::Result<()> {
        let is_outdated = std::mem::take(&mut self.is_outdated);
        if engine.is_some() && !is_outdated {
            self.engine = engine;
        }
        if let Some(job) = &mut self.job {
            job.answer = Some(answer);
        }
        self.answer()
    }

    /// Sends the answer if it is ready and may be sent.
    fn answer(&mut self) -> io::Result<()> {
        if let Some(job) = self.job.take_if(|job| job.is_due()) {
            let late = job.late();
            for line in job.answer.into_iter().flatten() {
                self.say(&line)?;
            }
            if let Some(late) = late {
                self.lateness = time::lateness(self.lateness, late);
            }
        }
        Ok(())
    }

    /// `stop`: ends the work and sends the answer once it is ready.
    fn release(&mut self) -> io::Result<()> {
        if let Some(job) = &mut self.job {
            job.release();
        }
        self.answer()
    }

    /// Ends the work under way before the next: work with limits and without a clock is waited for, unless the user tells it to end.
    /// Returns whether it was waited for.
    fn make_room(&mut self) -> io::Result<bool> {
        let waited = self.job.as_ref().is_some_and(Job::is_waited_for);
        while let Some(job) = self.job.as_ref().filter(|job| job.is_waited_for())
            && !self.events.has_put_off_a_stop()
        {
            let event = self.events.fresh(job.wakes_at());
            self.attend(event)?;
        }
        self.finish()?;
        Ok(waited)
    }

    /// Stops the work under way and waits for its answer; lines that come meanwhile are put off.
    fn finish(&mut self) -> io::Result<()> {
        self.release()?;
        self.await_answer()
    }

    fn await_answer(&mut self) -> io::Result<()> {
        while let Some(job) = &self.job {
            let event = self.events.fresh(job.wakes_at());
            self.attend(event)?;
        }
        Ok(())
    }

    /// Passes on what a search sends; without an event, does what is due at the time that the job named. Lines from the user are put off.
    fn attend(&mut self, event: Option<Event>) -> io::Result<()> {
        match event {
            Some(event @ (Event::Line(_) | Event::End)) => self.events.put_off(event),
            Some(Event::Info(line)) => {
                self.job.iter_mut().for_each(Job::told);
                self.say(&line)?;
            }
            Some(Event::Done(done)) => self.take_answer(done)?,
            None => {
                if let Some(line) = self.job.as_mut().and_then(Job::wake) {
                    self.say(&line)?;
                }
            }
        }
        Ok(())
    }

    fn inform_all(&mut self, notes: &[String]) -> io::Result<()> {
        notes.iter().try_for_each(|note| self.inform(note))
    }

    fn inform(&mut self, note: &impl Display) -> io::Result<()> {
        self.say(&format!("info string {}", info::one_line(&note.to_string())))
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{line}").and_then(|()| self.out.flush()).map_err(|error| {
            let first = line.lines().next().unwrap_or_default();
            io::Error::new(error.kind(), format!("the line {first:?} cannot be written: {error}"))
        })
    }
}

/// Whether the side to move wins by declaring (入玉宣言) under the 27-point rule.
fn wins_by_declaring(pos: &Position) -> bool {
    declaration(pos, DeclarationRule::Points27, handicap_points(pos)) == Declaration::Win
}
