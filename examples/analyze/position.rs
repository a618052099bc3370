//! The report on one position.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use komadai::analysis::Finding;
use komadai::ending::{EndRules, GameEnd, game_end};
use komadai::notation::diagram::Diagram;
use komadai::search::{Limits, Pulse};
use komadai::tsume::{Solution, Verdict};
use komadai::{Color, Move, Position, Tracked, Value};
use komadai_report::{Failure, GivenGame, words};

use crate::options::Options;

/// Nodes of the search and of the mate solver, by default: about three seconds together.
const NODES: u64 = 1_000_000;
const MATE_NODES: u64 = 300_000;

/// Time after which a search counts as long.
const LONG: Duration = Duration::from_secs(5);

/// As wide as the labels before the values.
const INDENT: &str = "             ";

/// Analyses the last position given, or the one of `--ply`: the answer first, then what it rests on.
pub(crate) fn report(out: &mut impl Write, given: &GivenGame, options: &Options) -> Result<(), Failure> {
    // Checked before the work, not after it.
    options.out.iter().try_for_each(|folder| komadai_report::check_folder("--out", folder))?;
    let mut board = Tracked::new(given.start.clone());
    let played = &given.moves[..options.ply.unwrap_or(given.moves.len())];
    for &mv in played {
        board.do_move(mv);
    }
    let (pos, last) = (board.position(), played.last().copied());
    given.about.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    let mut page = Page { out, pos, last, letters: options.letters };
    page.standing(&board)?;
    page.out.flush()?;

    if pos.has_legal_move() {
        let finding = match options.engine {
            Some(_) => options.searcher(options.limits(NODES), 0)?.look(&given.start, played, &board)?,
            None => look(&board, options)?,
        };
        page.best_move(&finding)?;
        page.score(&finding, options)?;
        if let Some(solution) = &finding.mate {
            page.mate(solution, finding.shortest)?;
        }
        let side = name(pos.side_to_move());
        writeln!(page.out, "Material     {} for {side} (a pawn is 100)", words::value(finding.material))?;
    }
    if options.moves {
        page.legal_moves()?;
    }
    if let Some(folder) = &options.out {
        let mut diagram = Diagram::of(pos).caption(&given.name);
        if let Some(mv) = last {
            diagram = diagram.last_move(mv);
        }
        let path = komadai_report::save(folder, "board.svg", &diagram.svg())?;
        writeln!(page.out, "Picture      {}", path.display())?;
    }
    Ok(())
}

/// Searches, with a bar of nodes or time. A long search also reports what it has found so far, in case it is broken off.
fn look(board: &Tracked, options: &Options) -> Result<Finding, Failure> {
    let (pulse, begun) = (Arc::new(Pulse::default()), Instant::now());
    let limits = Limits { pulse: Some(Arc::clone(&pulse)), ..options.limits(NODES) };
    let (all, what) = match limits.time {
        Some(time) => (time.as_millis() as u64, "ms"),
        None => (limits.nodes.unwrap_or(NODES), "nodes"),
    };
    let done = || if what == "ms" { begun.elapsed().as_millis() as u64 } else { pulse.nodes() }.min(all);
    let mut analyst = options.analyst(limits, MATE_NODES)?;
    Ok(komadai_report::Progress::of(all, what, done, |bar| {
        analyst.watch(board, &mut |progress| {
            if let (true, Some(line)) = (progress.elapsed >= LONG, progress.lines.first()) {
                let nodes = words::count(progress.nodes, "node", "nodes");
                let left =
                    begun.elapsed().mul_f64((all as f64 / done().max(1) as f64 - 1.0).max(0.0)).as_secs();
                let (depth, mv, value) = (progress.depth, line.mv, words::value(line.value));
                bar.say(&format!("depth {depth}, {nodes}, about {left} s left: {mv} {value}"));
            }
        })
    }))
}

fn name(color: Color) -> &'static str {
    words::player(color, true)
}

/// The printed report on a position.
struct Page<'a, W> {
    out: &'a mut W,
    pos: &'a Position,
    /// The move that led to it, after which a recapture is 同.
    last: Option<Move>,
    letters: bool,
}

impl<W: Write> Page<'_, W> {
    /// The board, whose turn it is, check, and whether the game is over.
    fn standing(&mut self, board: &Tracked) -> io::Result<()> {
        let (pos, diagram) = (self.pos, Diagram::of(self.pos));
        let drawn = if self.letters { diagram.letters() } else { diagram.kanji() };
        writeln!(self.out, "{pos}\n\n{drawn}")?;
        let side = words::player(pos.side_to_move(), self.letters);
        let check = if board.in_check() { "in check" } else { "not in check" };
        writeln!(self.out, "To move      {side}, move {}, {check}", pos.move_number())?;
        let over = match game_end(pos, board.history(), EndRules::default()) {
            Some(GameEnd::NoLegalMove(loser)) => {
                format!("{} has no legal move: {} has won", name(loser), name(!loser))
            }
            Some(GameEnd::Repetition) => "fourth occurrence of the position (千日手), a draw".to_owned(),
            Some(GameEnd::PerpetualCheck(loser)) => {
                format!("fourth occurrence by perpetual check (連続王手): {} has lost", name(loser))
            }
            _ => return Ok(()),
        };
        writeln!(self.out, "Game over    {over}")
    }

    /// The answer in one line, and the moves that were refuted.
    fn best_move(&mut self, finding: &Finding) -> io::Result<()> {
        if let Some(mv) = finding.best {
            let japanese = if self.letters { String::new() } else { self.name_of(mv) + "  " };
            let value =
                finding.known_value().map_or(String::new(), |value| format!("  {}", words::value(value)));
            writeln!(self.out, "Best move    {japanese}{mv}{value}")?;
        }
        for (mv, length) in &finding.refuted {
            let length = words::count(*length as u64, "ply", "plies");
            writeln!(self.out, "Beware       {} is answered by a mate in {length}", self.name_of(*mv))?;
        }
        Ok(())
    }

    /// What the search found.
    fn score(&mut self, finding: &Finding, options: &Options) -> io::Result<()> {
        let (side, report) = (name(self.pos.side_to_move()), finding.last_report());
        let Some(value) = finding.searched() else {
            let own = "no move searched to its end: give more --nodes or --time-ms";
            let told = if options.engine.is_some() { "none reported" } else { own };
            return writeln!(self.out, "Score        {told}");
        };
        let score = words::value(value);
        // The best move is then the mate solver's.
        let unseen = finding.value.is_mate() && !value.is_mate();
        if value == Value::MATE_OF_UNKNOWN_LENGTH && finding.value.mate_distance().is_some() {
            writeln!(self.out, "Score        {side} mates, as proved below")?;
        } else if value.is_mate() {
            writeln!(self.out, "Score        {side} {score}")?;
        } else {
            let alone = if unseen { "; the search alone does not see the mate" } else { "" };
            writeln!(self.out, "Score        {score} for {side}{alone}")?;
        }
        let (nodes, seconds) = (words::count(report.nodes, "node", "nodes"), report.elapsed.as_secs_f64());
        let (depth, eval) = (report.depth, options.eval_name());
        writeln!(self.out, "{INDENT}depth {depth}, {nodes}, {seconds:.2} s, evaluation {eval}")?;
        // Once a mate is proved, the score no longer matters.
        if !finding.value.is_mate()
            && let Some(trust) = options.trust(self.pos, report)
        {
            writeln!(self.out, "{INDENT}{trust}")?;
        }
        // A line of one move is the best move itself, or one that the search takes for a mate.
        let label = if unseen { "Its line     " } else { "Best line    " };
        if report.pv.len() > 1 { self.line(label, &report.pv) } else { Ok(()) }
    }

    fn mate(&mut self, solution: &Solution, shortest: bool) -> io::Result<()> {
        let side = name(self.pos.side_to_move());
        let looked = words::count(solution.nodes, "position", "positions");
        match &solution.verdict {
            Verdict::Mate { line } => {
                let length = words::count(line.len() as u64, "ply", "plies");
                // The mate is proved; that there is none sooner rests on the search alone.
                let sooner = if shortest { "; none sooner found" } else { " or sooner" };
                writeln!(
                    self.out,
                    "Mate         proved: {side} mates by checks in {length}{sooner} ({looked} entered)"
                )?;
                self.line(INDENT, line)
            }
            Verdict::NoMate => {
                writeln!(self.out, "Mate         proved: {side} has no mate by checks ({looked} entered)")
            }
            Verdict::Unknown => {
                writeln!(self.out, "Mate         not decided ({looked} entered; more with --mate-nodes)")
            }
        }
    }

    fn legal_moves(&mut self) -> io::Result<()> {
        let mut moves = self.pos.legal_moves();
        moves.sort_unstable_by_key(|mv| (mv.to(), mv.is_drop(), mv.dropped(), mv.from(), mv.is_promotion()));
        let names = if self.letters { words::usi(&moves) } else { words::japanese_choices(self.pos, &moves) };
        writeln!(self.out, "Legal moves  {}", moves.len())?;
        if names.is_empty() { Ok(()) } else { writeln!(self.out, "{}", wrapped(&names)) }
    }

    fn name_of(&self, mv: Move) -> String {
        if self.letters { mv.to_string() } else { words::japanese(self.pos, &[mv], self.last).concat() }
    }

    /// A line of play in Japanese and in USI.
    fn line(&mut self, heading: &str, line: &[Move]) -> io::Result<()> {
        let usi = wrapped(&words::usi(line));
        if self.letters {
            return writeln!(self.out, "{heading}{}", usi.trim_start());
        }
        let japanese = wrapped(&words::japanese(self.pos, line, self.last));
        writeln!(self.out, "{heading}{}\n{usi}", japanese.trim_start())
    }
}

fn wrapped(names: &[String]) -> String {
    words::wrapped(names, komadai_report::width().min(90), INDENT)
}
