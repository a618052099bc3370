//! The table and the plot of a whole game.

use std::io::Write;
use std::path::Path;

use komadai::lab::{self, Cell, Failure, GivenGame, Plot, Progress, Table, words};
use komadai::notation::evaluations::{self, RecordedScore};
use komadai::{Color, Game, Move, Tracked, Trust, Value};

use crate::annotate::Annotated;
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
    /// The line that begins with it.
    line: Vec<Move>,
    /// The ends between which a deeper search comes in two cases of three, in centipawns for Black.
    trusted: Option<(i32, i32)>,
}

/// Analyses every position of a game.
pub(crate) fn report(
    out: &mut impl Write,
    given: &GivenGame,
    record: &Game,
    options: &Options,
) -> Result<(), Failure> {
    // Found out before the work, not after it.
    let folder = options.out.as_deref().unwrap_or(Path::new("out"));
    lab::check_folder("--out", folder)?;
    let annotated = options.record.as_deref().map(|path| Annotated::new(path, record)).transpose()?;
    given.about.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    writeln!(out)?;
    out.flush()?;
    let rows = look_through(given, options)?;
    let played = judge(given, &rows, options.letters);
    let recorded: Vec<_> =
        evaluations::read(record).into_iter().skip(1).map(|found| Some(found?.score)).collect();
    let table = table(&played, &recorded, options.letters);
    write!(out, "{}", table.to_text())?;
    let evaluation = options.eval_name();
    writeln!(
        out,
        "\nScores are for Black after the move, a pawn is 100; `mate` counts plies, + if Black mates. `lost` is what the \
         move gave away against the best move found; `better` is that move. Evaluation: {evaluation}."
    )?;
    if recorded.iter().any(Option::is_some) {
        writeln!(
            out,
            "`recorded` is the evaluation in the comments of the record, for Black, in the unit of its program."
        )?;
    }

    turning_points(out, &played)?;
    let stem = Path::new(&given.name).file_stem().map_or("game".into(), |stem| stem.to_string_lossy());
    let csv = lab::save(folder, &format!("{stem}-score.csv"), &table.to_csv())?;
    let svg = lab::save(folder, &format!("{stem}-score.svg"), &plot(&stem, &rows).to_svg()?)?;
    writeln!(out, "\nTable        {}\nPlot         {}", csv.display(), svg.display())?;
    if let Some(annotated) = annotated {
        let found = rows.iter().map(|row| (row.score, row.line.as_slice()));
        let path = annotated.save(found, &evaluation)?;
        writeln!(out, "Record       {}", path.display())?;
    }
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
        rows.push(Row { score, best: finding.best, line: finding.line().to_vec(), trusted });
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

/// A row for each move; `recorded` has the scores in the record, which get a column if there are any.
fn table(played: &[Played], recorded: &[Option<RecordedScore>], letters: bool) -> Table {
    let names: &[&str] = if letters { &["USI"] } else { &["move", "USI"] };
    let any = recorded.iter().any(Option::is_some);
    let others: &[&str] = if any { &["recorded"] } else { &[] };
    let mut table = Table::new([&["ply"], names, &["score", "mate", "lost", "better"], others].concat());
    for (i, (Played { mv, name, after, mistake }, recorded)) in played.iter().zip(recorded).enumerate() {
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
        if any {
            row.push(match *recorded {
                Some(RecordedScore::Cp(cp)) => cp.into(),
                Some(mate @ RecordedScore::Mate { .. }) => mate.to_string().into(),
                None => Cell::Empty,
            });
        }
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
