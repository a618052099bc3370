//! The table and the plot of a whole game.

use std::io::{IsTerminal, Write};
use std::path::Path;

use indicatif::{ProgressBar, ProgressStyle};
use komadai::lab::{self, Plot, Table};
use komadai::{Color, Move, Tracked, Value};

use crate::analyst::Analyst;
use crate::input::Given;
use crate::{Failure, Options, words};

/// For each position of the game, unless told otherwise.
const NODES: u64 = 50_000;
const MATE_NODES: u64 = 30_000;

/// Scores beyond this are cut in the plot, and mates are drawn there: the game is decided.
const DECIDED: f64 = 3_000.0;

/// What is known of the position after a move, for Black.
struct Row {
    /// Value of the position for Black.
    score: Value,
    /// What the side to move would play.
    best: Option<Move>,
}

/// Analyses every position of a game.
pub(crate) fn report(out: &mut impl Write, given: &Given, options: &Options) -> Result<(), Failure> {
    given.about.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    writeln!(out)?;
    out.flush()?;
    let rows = look_through(given, options)?;
    let table = table(given, &rows, options.letters);
    write!(out, "{}", table.to_text())?;
    writeln!(
        out,
        "\nScores are for Black after the move, a pawn is 100; `mate` counts plies, + if Black mates. `lost` is what \
         the move\ngave away against the best move of the search; `better` is that move."
    )?;

    let folder = options.out.as_deref().unwrap_or(Path::new("out"));
    let stem = Path::new(&given.name).file_stem().map_or("game".into(), |stem| stem.to_string_lossy());
    let csv = lab::save(folder, &format!("{stem}-score.csv"), &table.to_csv())?;
    let svg = lab::save(folder, &format!("{stem}-score.svg"), &plot(&stem, &rows).to_svg()?)?;
    writeln!(out, "\nTable        {}\nPlot         {}", csv.display(), svg.display())?;
    Ok(())
}

/// The start position and every position after a move.
fn look_through(given: &Given, options: &Options) -> Result<Vec<Row>, Failure> {
    let mut analyst = Analyst::new(options, NODES, MATE_NODES)?;
    let mut board = Tracked::new(given.start.clone());
    let mut rows = Vec::with_capacity(given.moves.len() + 1);
    let progress = Progress::new(given.moves.len() + 1);
    for next in given.moves.iter().copied().map(Some).chain([None]) {
        let finding = analyst.look(&board);
        let (value, best) = finding.verdict();
        let score = if board.position().side_to_move() == Color::Black { value } else { -value };
        rows.push(Row { score, best });
        progress.step(rows.len());
        if let Some(mv) = next {
            board.do_move(mv);
        }
    }
    progress.finish();
    Ok(rows)
}

fn table(given: &Given, rows: &[Row], letters: bool) -> Table {
    let mut table = Table::new(["ply", "move", "USI", "score", "mate", "lost", "better"]);
    let mut pos = given.start.clone();
    let mut last = None;
    for (i, (&mv, pair)) in given.moves.iter().zip(rows.windows(2)).enumerate() {
        let [before, after] = pair else { continue };
        let name =
            |mv: Move| if letters { mv.to_string() } else { words::japanese(&pos, &[mv], last).concat() };
        let sign = if pos.side_to_move() == Color::Black { 1 } else { -1 };
        let lost = (decided(before.score) - decided(after.score)) * f64::from(sign);
        let better = before.best.filter(|&best| best != mv && lost >= 1.0);
        table.push([
            (i + 1).into(),
            name(mv).into(),
            mv.to_string().into(),
            (!after.score.is_mate()).then(|| after.score.cp()).into(),
            mate_for_black(after.score).into(),
            (lost >= 1.0).then_some(lost as i64).into(),
            better.map(name).into(),
        ]);
        let _ = pos.do_move(mv);
        last = Some(mv);
    }
    table
}

/// Plies to mate, positive if Black mates; nothing for other values. A mate on the board is 0 plies away.
fn mate_for_black(score: Value) -> Option<i32> {
    score.mate_distance()
}

/// A score as far as it matters: a mate is a decided game.
fn decided(score: Value) -> f64 {
    f64::from(score.cp()).clamp(-DECIDED, DECIDED)
}

fn plot(name: &str, rows: &[Row]) -> Plot {
    let points = rows.iter().enumerate().map(|(ply, row)| (ply as f64, decided(row.score)));
    Plot::new(&format!("Score through the game: {name}"))
        .x_axis("ply", "moves played")
        .y_axis("score for Black", &format!("pawn = 100, cut at ±{DECIDED}"))
        .line("search", points)
        .level(0.0)
}

/// A bar on a terminal, a line now and then elsewhere; both on standard error.
enum Progress {
    Bar(ProgressBar),
    Lines(usize),
}

impl Progress {
    fn new(positions: usize) -> Progress {
        if !std::io::stderr().is_terminal() {
            return Progress::Lines(positions);
        }
        let style = ProgressStyle::with_template("{bar:40} {pos}/{len} positions, {eta} left")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        Progress::Bar(ProgressBar::new(positions as u64).with_style(style))
    }

    fn step(&self, done: usize) {
        match self {
            Progress::Bar(bar) => bar.set_position(done as u64),
            Progress::Lines(all) if done.is_multiple_of(25) || done == *all => {
                eprintln!("{done} of {all} positions");
            }
            Progress::Lines(_) => {}
        }
    }

    fn finish(&self) {
        if let Progress::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}
