//! The table and the plot of a whole game.

use std::io::Write;
use std::path::Path;

use komadai::lab::{self, Failure, GivenGame, Plot, Progress, Table, words};
use komadai::{Color, Move, Tracked, Trust, Value};

use crate::options::Options;

/// For each position of the game, unless told otherwise.
const NODES: u64 = 50_000;
const MATE_NODES: u64 = 30_000;

/// Scores beyond this are cut in the plot, and mates are drawn there: the game is decided.
const DECIDED: f64 = 3_000.0;

/// How many mistakes are named below the table.
const TURNING_POINTS: usize = 3;

/// What is known of a position of the game.
struct Row {
    /// Its value for Black.
    score: Value,
    /// What the side to move would play.
    best: Option<Move>,
    /// The ends between which a deeper search comes in two cases of three, in centipawns for Black.
    trusted: Option<(i32, i32)>,
}

/// Analyses every position of a game.
pub(crate) fn report(out: &mut impl Write, given: &GivenGame, options: &Options) -> Result<(), Failure> {
    // Found out before the work, not after it.
    let folder = options.out.as_deref().unwrap_or(Path::new("out"));
    lab::check_folder("--out", folder)?;
    given.about.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    writeln!(out)?;
    out.flush()?;
    let rows = look_through(given, options)?;
    let played = judge(given, &rows, options.letters);
    let table = table(&played, options.letters);
    write!(out, "{}", table.to_text())?;
    writeln!(
        out,
        "\nScores are for Black after the move, a pawn is 100; `mate` counts plies, + if Black mates. `lost` is what \
         the\nmove gave away against the best move found; `better` is that move."
    )?;

    turning_points(out, &played)?;
    let stem = Path::new(&given.name).file_stem().map_or("game".into(), |stem| stem.to_string_lossy());
    let csv = lab::save(folder, &format!("{stem}-score.csv"), &table.to_csv())?;
    let svg = lab::save(folder, &format!("{stem}-score.svg"), &plot(&stem, &rows).to_svg()?)?;
    writeln!(out, "\nTable        {}\nPlot         {}", csv.display(), svg.display())?;
    Ok(())
}

/// The start position and every position after a move.
fn look_through(given: &GivenGame, options: &Options) -> Result<Vec<Row>, Failure> {
    let mut analyst = options.analyst(NODES, MATE_NODES)?;
    let mut board = Tracked::new(given.start.clone());
    let mut rows = Vec::with_capacity(given.moves.len() + 1);
    let progress = Progress::new(given.moves.len() + 1, 0, "positions");
    for next in given.moves.iter().copied().map(Some).chain([None]) {
        let finding = analyst.look(&board);
        let black = board.position().side_to_move() == Color::Black;
        let score = if black { finding.value } else { -finding.value };
        // Where a mate is proved, nothing depends on the score any more.
        let trust = options.trust(board.position(), &finding.report).filter(|_| !finding.value.is_mate());
        let trusted =
            trust.map(|Trust { interval: (low, high), .. }| if black { (low, high) } else { (-high, -low) });
        rows.push(Row { score, best: finding.best, trusted });
        progress.step();
        if let Some(mv) = next {
            board.do_move(mv);
        }
    }
    progress.finish();
    Ok(rows)
}

/// A move of the game and what it did.
struct Played {
    mv: Move,
    name: String,
    /// Value of the position after it for Black.
    after: Value,
    /// What it gave away against a better move, and that move.
    mistake: Option<(i64, String)>,
}

fn judge(given: &GivenGame, rows: &[Row], letters: bool) -> Vec<Played> {
    let mut pos = given.start.clone();
    let mut last = None;
    let mut played = Vec::with_capacity(given.moves.len());
    for (&mv, pair) in given.moves.iter().zip(rows.windows(2)) {
        let [before, after] = pair else { continue };
        let name = |mv: Move| {
            if letters { mv.to_string() } else { words::japanese(&pos, &[mv], last).concat() }
        };
        let gain = decided(after.score) - decided(before.score);
        let lost = if pos.side_to_move() == Color::Black { -gain } else { gain };
        // If the best move was played, a loss shows the limits of the search, not a mistake.
        let better = before.best.filter(|&best| best != mv && lost >= 1.0);
        let mistake = better.map(|best| (lost as i64, name(best)));
        played.push(Played { mv, name: name(mv), after: after.score, mistake });
        let _ = pos.do_move(mv);
        last = Some(mv);
    }
    played
}

fn table(played: &[Played], letters: bool) -> Table {
    let names: &[&str] = if letters { &["USI"] } else { &["move", "USI"] };
    let mut table = Table::new([&["ply"], names, &["score", "mate", "lost", "better"]].concat());
    for (i, Played { mv, name, after, mistake }) in played.iter().enumerate() {
        let mut row = vec![(i + 1).into()];
        if !letters {
            row.push(name.as_str().into());
        }
        row.extend([
            mv.to_string().into(),
            (!after.is_mate()).then(|| after.cp()).into(),
            // Plies to mate, positive if Black mates.
            after.mate_distance().into(),
            mistake.as_ref().map(|(lost, _)| *lost).into(),
            mistake.as_ref().map(|(_, better)| better.as_str()).into(),
        ]);
        table.push(row);
    }
    table
}

/// The costliest mistakes, worst first.
fn turning_points(out: &mut impl Write, played: &[Played]) -> std::io::Result<()> {
    let mut mistakes: Vec<_> =
        (1..).zip(played).filter_map(|(ply, played)| Some((played.mistake.as_ref()?, ply, played))).collect();
    mistakes.sort_by_key(|((lost, _), ply, _)| (std::cmp::Reverse(*lost), *ply));
    if mistakes.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nCostliest moves")?;
    mistakes.iter().take(TURNING_POINTS).try_for_each(|((lost, better), ply, Played { name, .. })| {
        writeln!(out, "  move {ply} {name}: {lost} lost, better {better}")
    })
}

/// A score as far as it matters: a mate is a decided game.
fn decided(score: Value) -> f64 {
    f64::from(score.cp()).clamp(-DECIDED, DECIDED)
}

fn plot(name: &str, rows: &[Row]) -> Plot {
    let plies = || (0..).map(f64::from).zip(rows);
    let plot = Plot::new(&format!("Score through the game: {name}"))
        .x_axis("ply", "moves played")
        .y_axis("score for Black", &format!("pawn = 100, cut at ±{DECIDED}"))
        .line("search", plies().map(|(ply, row)| (ply, decided(row.score))))
        .level(0.0);
    if rows.iter().all(|row| row.trusted.is_none()) {
        return plot;
    }
    let cut = |end: i32| f64::from(end).clamp(-DECIDED, DECIDED);
    let band = plies().map(|(ply, row)| {
        row.trusted.map_or((ply, f64::NAN, f64::NAN), |(low, high)| (ply, cut(low), cut(high)))
    });
    plot.band("2 of 3 deeper searches", band)
}
