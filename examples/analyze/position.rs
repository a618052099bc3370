//! The report on one position.

use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use komadai::analysis::Finding;
use komadai::ending::{EndRules, GameEnd, game_end};
use komadai::notation::diagram::Diagram;
use komadai::search::{Limits, Pulse};
use komadai::tsume::{Solution, Verdict};
use komadai::{Color, Move, Position, Tracked};
use komadai_report::{Failure, GivenGame, words};

use crate::options::Options;

/// Nodes of the search and positions of the mate solver, unless told otherwise: about a second together.
const NODES: u64 = 2_000_000;
const MATE_NODES: u64 = 300_000;

/// After so long a search is long.
const LONG: Duration = Duration::from_secs(5);

/// Words before the values, all equally wide.
const INDENT: &str = "             ";

/// Analyses the last position of what was given, or the one `--ply` asks for.
pub(crate) fn report(out: &mut impl Write, given: &GivenGame, options: &Options) -> Result<(), Failure> {
    let mut board = Tracked::new(given.start.clone());
    let played = &given.moves[..options.ply.unwrap_or(given.moves.len())];
    for &mv in played {
        board.do_move(mv);
    }
    let (pos, last) = (board.position(), played.last().copied());
    given.about.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    writeln!(out, "{pos}\n")?;
    draw(out, pos, options.letters)?;
    standing(out, &board, options.letters)?;
    legal_moves(out, pos, options.letters)?;
    out.flush()?;

    if pos.has_legal_move() {
        let finding = look(&board, options)?;
        values(out, pos, last, &finding, options)?;
        if let Some(solution) = &finding.mate {
            mate(out, pos, last, solution, finding.shortest, options.letters)?;
        }
        best_move(out, pos, last, &finding, options.letters)?;
    }
    if let Some(folder) = &options.out {
        let mut diagram = Diagram::of(pos).caption(&given.name);
        if let Some(mv) = last {
            diagram = diagram.last_move(mv);
        }
        let path = komadai_report::save(folder, "board.svg", &diagram.svg())?;
        writeln!(out, "Picture      {}", path.display())?;
    }
    Ok(())
}

/// Searches, with a bar of the nodes or the time that is left. What a long search has found so far is told as well: one that is
/// broken off has said it.
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

fn draw(out: &mut impl Write, pos: &Position, letters: bool) -> std::io::Result<()> {
    let diagram = Diagram::of(pos);
    writeln!(out, "{}", if letters { diagram.letters() } else { diagram.kanji() })
}

/// Whose turn it is, check, and whether the game is over.
fn standing(out: &mut impl Write, board: &Tracked, letters: bool) -> std::io::Result<()> {
    let pos = board.position();
    let side = words::player(pos.side_to_move(), letters);
    let check = if board.in_check() { "in check" } else { "not in check" };
    writeln!(out, "To move      {side}, move {}, {check}", pos.move_number())?;
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
    writeln!(out, "Game over    {over}")
}

fn name(color: Color) -> &'static str {
    words::player(color, true)
}

fn legal_moves(out: &mut impl Write, pos: &Position, letters: bool) -> std::io::Result<()> {
    let moves = pos.legal_moves();
    let mut sorted = moves.to_vec();
    sorted.sort_unstable_by_key(|mv| (mv.to(), mv.is_drop(), mv.dropped(), mv.from(), mv.is_promotion()));
    let names = if letters { words::usi(&sorted) } else { words::japanese_choices(pos, &sorted) };
    writeln!(out, "Legal moves  {}", moves.len())?;
    if names.is_empty() {
        Ok(())
    } else {
        writeln!(out, "{}", words::wrapped(&names, komadai_report::width().min(90), INDENT))
    }
}

/// Material, and what the search found.
fn values(
    out: &mut impl Write,
    pos: &Position,
    last: Option<Move>,
    finding: &Finding,
    options: &Options,
) -> std::io::Result<()> {
    let side = name(pos.side_to_move());
    let Finding { material, report, .. } = finding;
    writeln!(out, "Material     {} for {side} (a pawn is 100)", words::value(*material))?;
    let Some(value) = finding.searched() else {
        return writeln!(out, "Score        no move searched to its end: give more --nodes or --time-ms");
    };
    let score = words::value(value);
    if value.is_mate() {
        writeln!(out, "Score        {side} {score}")?;
    } else {
        writeln!(out, "Score        {score} for {side}")?;
    }
    let nodes = words::count(report.nodes, "node", "nodes");
    let seconds = report.elapsed.as_secs_f64();
    writeln!(
        out,
        "{INDENT}depth {}, {nodes}, {seconds:.2} s, evaluation {}",
        report.depth,
        options.eval_name()
    )?;
    // Where a mate is proved, nothing depends on the score any more.
    if !finding.value.is_mate()
        && let Some(trust) = options.trust(pos, report)
    {
        writeln!(out, "{INDENT}{trust}")?;
    }
    play(out, "Best line    ", pos, last, &report.pv, options.letters)
}

fn mate(
    out: &mut impl Write,
    pos: &Position,
    last: Option<Move>,
    solution: &Solution,
    shortest: bool,
    letters: bool,
) -> std::io::Result<()> {
    let side = name(pos.side_to_move());
    let looked = words::count(solution.nodes, "position", "positions");
    match &solution.verdict {
        Verdict::Mate { line } => {
            let length = words::count(line.len() as u64, "ply", "plies");
            // The mate is proved; that there is none sooner rests on the search alone.
            let sooner = if shortest { "; none sooner found" } else { " or sooner" };
            writeln!(
                out,
                "Mate         proved: {side} mates by checks in {length}{sooner} ({looked} entered)"
            )?;
            play(out, INDENT, pos, last, line, letters)
        }
        Verdict::NoMate => {
            writeln!(out, "Mate         proved: {side} has no mate by checks ({looked} entered)")
        }
        Verdict::Unknown => {
            writeln!(out, "Mate         not decided ({looked} entered; more with --mate-nodes)")
        }
    }
}

/// The answer in one line.
fn best_move(
    out: &mut impl Write,
    pos: &Position,
    last: Option<Move>,
    finding: &Finding,
    letters: bool,
) -> std::io::Result<()> {
    for (mv, length) in &finding.refuted {
        let name = if letters { mv.to_string() } else { words::japanese(pos, &[*mv], last).concat() };
        let length = words::count(*length as u64, "ply", "plies");
        writeln!(out, "Beware       {name} is answered by a mate in {length}")?;
    }
    let Some(mv) = finding.best else { return Ok(()) };
    let japanese = if letters { String::new() } else { words::japanese(pos, &[mv], last).concat() + "  " };
    writeln!(out, "Best move    {japanese}{mv}  {}", words::value(finding.value))
}

/// A line of play in Japanese and in USI.
fn play(
    out: &mut impl Write,
    heading: &str,
    pos: &Position,
    last: Option<Move>,
    line: &[Move],
    letters: bool,
) -> std::io::Result<()> {
    let usi = words::wrapped(&words::usi(line), komadai_report::width().min(90), INDENT);
    if letters {
        return writeln!(out, "{heading}{}", usi.trim_start());
    }
    let japanese = words::wrapped(&words::japanese(pos, line, last), komadai_report::width().min(90), INDENT);
    writeln!(out, "{heading}{}\n{usi}", japanese.trim_start())
}
