//! The conversation: who may speak when.
//!
//! Three parties send events into one channel: a thread that reads lines, a thread that thinks, and the clock (a
//! time-out of the channel). Only the loop here writes, so that every `go` gets exactly one answer and no line is torn.
//! An answer that comes too early (`go infinite`, `go ponder`) waits until the user asks for it.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use komadai::ending::{Declaration, DeclarationRule, declaration};
use komadai::evaluation::Evaluation;
use komadai::notation::usi::{Clock, Command, GameLine, Go, MateTime};
use komadai::search::{Limits, Report};
use komadai::{Hand, Move, PieceKind, Setup};

use crate::opening::Opening;
use crate::options::Options;
use crate::thinker::{self, Thinker};
use crate::{mate, time};

enum Event {
    /// The user wrote a line.
    Line(String),
    /// The user is gone.
    End,
    /// The search has something to tell.
    Info(String),
    /// The search is over, and gives its searcher back.
    Found(Box<dyn Thinker>, Box<Report>),
    /// A mate was proved before the search, whose searcher was not needed.
    Mates(Box<dyn Thinker>, Vec<Move>),
    /// The mate solver is done.
    Checkmate(String),
}

/// A `go` that has not been answered yet.
struct Job {
    stop: Arc<AtomicBool>,
    /// No answer before `stop` or `ponderhit`.
    held: bool,
    /// The answer, if it is there already.
    answer: Option<Vec<String>>,
    /// When to stop it, where the search does not look at the clock itself.
    deadline: Option<Instant>,
    /// What it was asked with, for a `ponderhit`.
    go: Go,
}

struct Engine<W> {
    out: W,
    options: Options,
    game: GameLine,
    opening: Opening,
    eval: Option<Evaluation>,
    thinker: Option<Box<dyn Thinker>>,
    job: Option<Job>,
    sender: Sender<Event>,
    events: Receiver<Event>,
    /// Lines that came while something else had to be waited for.
    later: VecDeque<Event>,
}

/// Talks until `quit` or the end of the input.
pub(crate) fn run(input: impl BufRead + Send + 'static, out: impl Write) -> io::Result<()> {
    let (sender, events) = mpsc::channel();
    let lines = sender.clone();
    // Not joined: it may wait for a line that never comes.
    thread::spawn(move || {
        for line in input.split(b'\n') {
            let Ok(line) = line else { break };
            if lines.send(Event::Line(String::from_utf8_lossy(&line).into_owned())).is_err() {
                return;
            }
        }
        let _ = lines.send(Event::End);
    });
    let mut engine = Engine {
        out,
        options: Options::default(),
        game: GameLine::default(),
        opening: Opening::default(),
        eval: None,
        thinker: None,
        job: None,
        sender,
        events,
        later: VecDeque::new(),
    };
    engine.talk()
}

impl<W: Write> Engine<W> {
    fn talk(&mut self) -> io::Result<()> {
        loop {
            let event = match self.later.pop_front() {
                Some(event) => event,
                None => self.wait(),
            };
            match event {
                Event::Line(line) => {
                    if !self.obey(&line)? {
                        return self.finish();
                    }
                }
                Event::End => return self.finish(),
                other => self.hear(other)?,
            }
        }
    }

    /// The next event; stops a job whose time is up meanwhile.
    fn wait(&mut self) -> Event {
        loop {
            let deadline = self.job.as_ref().and_then(|job| job.deadline);
            let left = deadline.map_or(Duration::MAX, |at| at.saturating_duration_since(Instant::now()));
            match self.events.recv_timeout(left) {
                Ok(event) => return event,
                // The engine holds a sender itself, so that the channel never closes.
                Err(RecvTimeoutError::Disconnected) => return Event::End,
                Err(RecvTimeoutError::Timeout) => {
                    if let Some(job) = &mut self.job {
                        job.deadline = None;
                        job.stop.store(true, Ordering::Relaxed);
                    }
                }
            }
        }
    }

    /// Does what a line says; `false` for `quit`.
    fn obey(&mut self, line: &str) -> io::Result<bool> {
        if line.trim().is_empty() {
            return Ok(true);
        }
        match Command::parse(line) {
            Ok(Command::Usi) => {
                self.say(&format!("id name Komadai {}", env!("CARGO_PKG_VERSION")))?;
                self.say("id author The Komadai developers")?;
                let offered = Options::default().to_string();
                self.say(offered.trim_end())?;
                self.say("usiok")?;
            }
            Ok(Command::SetOption { name, value }) => {
                let before = self.options.clone();
                if let Err(error) = self.options.set(&name, &value) {
                    self.say(&format!("info string {error}"))?;
                }
                if before.eval_file != self.options.eval_file {
                    self.finish()?;
                    (self.eval, self.thinker) = (None, None);
                }
                if (before.hash_mb, before.multi_pv) != (self.options.hash_mb, self.options.multi_pv) {
                    self.finish()?;
                    self.thinker = None;
                }
                if name == "BookFile"
                    && let Err(error) = self.opening.open(&self.options.book_file)
                {
                    self.say(&format!("info string error {error}; playing without a book"))?;
                }
            }
            Ok(Command::IsReady) => {
                self.finish()?;
                self.prepare()?;
                self.say("readyok")?;
            }
            Ok(Command::NewGame) => {
                self.finish()?;
                self.opening.new_game();
                if let Some(thinker) = &mut self.thinker {
                    thinker.clear();
                }
            }
            Ok(Command::Position(game)) => self.game = *game,
            Ok(Command::Go(go)) => self.go(go)?,
            Ok(Command::Stop | Command::GameOver(_)) => self.release()?,
            Ok(Command::PonderHit(clock)) => self.ponder_hit(clock)?,
            Ok(Command::Quit) => return Ok(false),
            Err(error) => {
                self.say(&format!("info string {error}"))?;
                // Whatever was wrong with it, a `go` is owed an answer.
                if line.split_ascii_whitespace().next() == Some("go") {
                    self.go(Go::default())?;
                }
            }
        }
        Ok(true)
    }

    /// The searcher, made on the first need.
    fn prepare(&mut self) -> io::Result<()> {
        if self.thinker.is_some() {
            return Ok(());
        }
        let eval = match self.eval.take() {
            Some(eval) => eval,
            None => match thinker::evaluation(&self.options.eval_file) {
                Ok(eval) => eval,
                Err(error) => {
                    let eval = Evaluation::default();
                    self.say(&format!("info string error {error}; evaluating by {eval}"))?;
                    eval
                }
            },
        };
        let eval = self.eval.insert(eval);
        match thinker::searcher(&self.options, eval) {
            Ok(thinker) => self.thinker = Some(thinker),
            Err(error) => {
                let smallest = Options { hash_mb: 1, ..self.options.clone() };
                self.thinker = thinker::searcher(&smallest, eval).ok();
                self.say(&format!("info string {error}; using 1 MB"))?;
            }
        }
        Ok(())
    }

    fn go(&mut self, go: Go) -> io::Result<()> {
        self.finish()?;
        let stop = Arc::new(AtomicBool::new(false));
        let held = go.infinite || go.ponder;
        let mut job = Job { stop: Arc::clone(&stop), held, answer: None, deadline: None, go };
        let sender = self.sender.clone();
        if let Some(time) = go.mate {
            if let MateTime::Within(time) = time {
                job.deadline = Some(Instant::now() + time);
            }
            let (pos, hash_mb) = (self.game.position(), self.options.hash_mb);
            self.job = Some(Job { held: false, ..job });
            thread::spawn(move || {
                let _ = sender.send(Event::Checkmate(mate::checkmate(&pos, hash_mb, stop)));
            });
            return Ok(());
        }
        let board = self.game.tracked();
        if declaration(board.position(), DeclarationRule::Points27, self.handicap_points())
            == Declaration::Win
        {
            job.answer = Some(vec!["bestmove win".to_owned()]);
            self.job = Some(job);
            return self.answer();
        }
        if !go.infinite
            && let Some((mv, known)) = self.opening.draw(board.position())
        {
            job.answer = Some(vec![format!("info string {known}"), format!("bestmove {mv}")]);
            self.job = Some(job);
            return self.answer();
        }
        let limits = self.limits(&go, board.position().side_to_move(), stop);
        self.prepare()?;
        let Some(mut thinker) = self.thinker.take() else {
            job.answer =
                Some(vec!["info string no memory to think".to_owned(), "bestmove resign".to_owned()]);
            self.job = Some(job);
            return self.answer();
        };
        job.deadline = limits.time.map(|time| Instant::now() + time);
        self.job = Some(job);
        let several = self.options.multi_pv > 1;
        let (hash_mb, mate_nodes) =
            (self.options.hash_mb, if go.infinite { 0 } else { self.options.mate_nodes });
        thread::spawn(move || {
            let begun = Instant::now();
            if let Some(line) = mate::at_root(&board, hash_mb, mate_nodes, &limits) {
                let _ = sender.send(Event::Mates(thinker, line));
                return;
            }
            let limits = time::after(begun.elapsed(), limits);
            let report = thinker.think(board, &limits, &mut |progress| {
                for (i, line) in progress.lines.iter().enumerate() {
                    let _ = sender.send(Event::Info(thinker::info(progress, line, several.then_some(i + 1))));
                }
            });
            let _ = sender.send(Event::Found(thinker, Box::new(report)));
        });
        Ok(())
    }

    fn limits(&self, go: &Go, side: komadai::Color, stop: Arc<AtomicBool>) -> Limits {
        let option = |limit: u64| (limit > 0).then_some(limit);
        let free = go.infinite || go.ponder;
        let nodes = go.nodes.or(option(self.options.nodes));
        let depth = go.depth.or(option(u64::from(self.options.depth)).map(|depth| depth as u32));
        let limited = Go { nodes, depth, ..*go };
        let time = if free { None } else { time::budget(&limited, side, self.delay()) };
        Limits {
            nodes,
            depth,
            time: time.map(|budget| budget.hard),
            soft_time: time.map(|budget| budget.soft),
            stop: Some(stop),
            draw_after: option(u64::from(self.options.max_moves)).map(|moves| moves as u16),
        }
    }

    fn delay(&self) -> Duration {
        Duration::from_millis(self.options.delay_ms)
    }

    /// Pieces that the giver of a handicap has left in the box, as points of a declaration.
    fn handicap_points(&self) -> u32 {
        let setup = Setup::from(self.game.start());
        let missing = |kind| Hand::limit(kind).saturating_sub(setup.total(kind));
        let worth = |kind| if matches!(kind, PieceKind::Bishop | PieceKind::Rook) { 5 } else { 1 };
        PieceKind::HAND.into_iter().map(|kind| missing(kind) * worth(kind)).sum()
    }

    /// The opponent played the expected move: from now on the clock is ours.
    fn ponder_hit(&mut self, clock: Clock) -> io::Result<()> {
        let (side, delay) = (self.game.position().side_to_move(), self.delay());
        if let Some(job) = &mut self.job {
            let clock = if clock.is_set() { clock } else { job.go.clock };
            let go = Go { ponder: false, clock, ..job.go };
            job.held = go.infinite;
            job.deadline = time::budget(&go, side, delay).map(|budget| Instant::now() + budget.soft);
        }
        self.answer()
    }

    /// Something from a thinking thread.
    fn hear(&mut self, event: Event) -> io::Result<()> {
        let lines = match event {
            Event::Info(line) => return self.say(&line),
            Event::Found(thinker, report) => {
                self.thinker = Some(thinker);
                self.result(&report)
            }
            Event::Mates(thinker, line) => {
                self.thinker = Some(thinker);
                mate::answer(&line, self.options.ponder)
            }
            Event::Checkmate(line) => vec![line],
            Event::Line(_) | Event::End => return Ok(()),
        };
        if let Some(job) = &mut self.job {
            job.answer = Some(lines);
        }
        self.answer()
    }

    /// The last words of a search.
    fn result(&self, report: &Report) -> Vec<String> {
        let mut lines: Vec<String> = thinker::last_info(report).into_iter().collect();
        lines.push(match (report.best, report.pv.get(1)) {
            (None, _) => "bestmove resign".to_owned(),
            _ if self.options.resign < 99_999 && report.value.cp() <= -self.options.resign => {
                "bestmove resign".to_owned()
            }
            (Some(best), Some(reply)) if self.options.ponder => format!("bestmove {best} ponder {reply}"),
            (Some(best), _) => format!("bestmove {best}"),
        });
        lines
    }

    /// Gives the answer if it is there and may be given.
    fn answer(&mut self) -> io::Result<()> {
        let due = self.job.as_ref().is_some_and(|job| job.answer.is_some() && !job.held);
        if let Some(job) = self.job.take_if(|_| due) {
            for line in job.answer.into_iter().flatten() {
                self.say(&line)?;
            }
        }
        Ok(())
    }

    /// `stop`: the answer may and shall come.
    fn release(&mut self) -> io::Result<()> {
        if let Some(job) = &mut self.job {
            job.stop.store(true, Ordering::Relaxed);
            job.held = false;
        }
        self.answer()
    }

    /// Stops what is going on and waits for its answer; lines that come meanwhile wait as well.
    fn finish(&mut self) -> io::Result<()> {
        self.release()?;
        while self.job.is_some() {
            match self.wait() {
                event @ Event::Line(_) => self.later.push_back(event),
                Event::End => self.later.push_back(Event::End),
                other => self.hear(other)?,
            }
        }
        Ok(())
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{line}")?;
        self.out.flush()
    }
}
