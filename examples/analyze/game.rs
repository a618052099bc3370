//! The table and the plot of a whole game.

use std::io::Write;
use std::path::Path;

use komadai::ending::{EndRules, GameEnd, game_end};
use komadai::journal::Answers;
use komadai::notation::evaluations::{self, RecordedScore};
use komadai::{Color, Game, Move, Tracked, Value};
use komadai_report::{Cell, Failure, GivenGame, Plot, Progress, Report, Table, grouped, words};

use crate::options::Options;
use crate::row::{Annotated, Row};

/// Nodes for each position of the game, by default.
const NODES: u64 = 50_000;
const MATE_NODES: u64 = 30_000;

/// Scores beyond this are cut in the plot, and mates are drawn there: the game is decided.
const DECIDED: f64 = 3_000.0;

/// How many mistakes are named below the table.
const TURNING_POINTS: usize = 3;

/// Analyses every position of a game.
pub(crate) fn report(given: &GivenGame, record: &Game, options: &Options) -> Result<(), Failure> {
    // Checked before the work, not after it.
    let folder = options.out.as_deref().unwrap_or(Path::new("out"));
    komadai_report::check_folder("--out", folder)?;
    let answers = Answers::open(folder, "analyze")?;
    let questions = questions(given, options)?;
    let mut rows = Vec::with_capacity(questions.len());
    for question in &questions {
        match answers.read(question, "a row as JSON", |text| serde_json::from_str(text).ok())? {
            Some(row) => rows.push(row),
            None => break,
        }
    }
    let evaluation = options.eval_name();
    let annotate = |path| Annotated::new(path, options.encoding, record, evaluation.clone(), &rows);
    let annotated = options.record.as_deref().map(annotate).transpose()?;
    let mut out = Report::new(folder);
    given.about.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    writeln!(out)?;
    out.flush()?;
    let rows = look_through(given, options, &questions, rows, &answers, annotated.as_ref())?;
    let played = judge(given, &rows, options.letters);
    let recorded: Vec<_> =
        evaluations::read(record).into_iter().skip(1).map(|found| Some(found?.score)).collect();
    let table = table(&played, &recorded, options.letters);
    write!(out, "{}", table.to_text())?;
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

    turning_points(&mut out, &played)?;
    let mut stem = Path::new(&given.name).file_stem().map_or("game".into(), |stem| stem.to_string_lossy());
    if options.game > 1 {
        stem = format!("{stem}-{}", options.game).into();
    }
    out.csv(&format!("{stem}-score.csv"), &table)?;
    out.file("Plot", &format!("{stem}-score.svg"), &plot(&stem, &rows).to_svg()?)?;
    if let Some(annotated) = annotated {
        out.list("Record", annotated.save(&rows)?);
    }
    out.finish()?;
    Ok(())
}

/// For the start position and every position after a move: everything that determines its result.
fn questions(given: &GivenGame, options: &Options) -> Result<Vec<String>, Failure> {
    let mut question = format!("{}; sfen {} moves", options.describe(NODES, MATE_NODES)?, given.start);
    let mut questions = vec![question.clone()];
    for mv in &given.moves {
        question = format!("{question} {mv}");
        questions.push(question.clone());
    }
    Ok(questions)
}

/// All rows: the known ones and the others, each saved as soon as it is found.
fn look_through(
    given: &GivenGame,
    options: &Options,
    questions: &[String],
    mut rows: Vec<Row>,
    answers: &Answers,
    annotated: Option<&Annotated>,
) -> Result<Vec<Row>, Failure> {
    let known = rows.len();
    if known == questions.len() {
        return Ok(rows);
    }
    let mut searcher = options.searcher(options.limits(NODES), MATE_NODES)?;
    let mut board = Tracked::new(given.start.clone());
    let progress = Progress::new(questions.len(), known, "positions").resumable();
    for (ply, question) in questions.iter().enumerate() {
        if let Some(&mv) = ply.checked_sub(1).and_then(|last| given.moves.get(last)) {
            board.do_move(mv);
        }
        if ply < known {
            continue;
        }
        let pos = board.position();
        let row = if let Some(score) = over(&board) {
            Row { score: Some(score), best: None, line: Vec::new(), trusted: None }
        } else {
            // From empty tables: the result does not depend on where an earlier run was broken off.
            let finding = searcher.look(&given.start, &given.moves[..ply], &board)?;
            Row::new(pos.side_to_move(), &finding, options.trust(pos, finding.last_report()))
        };
        answers.note(question, &serde_json::to_string(&row)?)?;
        rows.push(row);
        if let Some(annotated) = annotated {
            annotated.save(&rows)?;
        }
        progress.step();
    }
    Ok(rows)
}

/// The score for Black if the game is over: by mate, or by the fourth occurrence of the position.
fn over(board: &Tracked) -> Option<Value> {
    let end = game_end(board.position(), board.history(), EndRules::default())?;
    let won = if let GameEnd::NoLegalMove(_) = end { Value::mate_in(0) } else { Value::MAX_EVAL };
    Some(match end.winner() {
        None => Value::ZERO,
        Some(Color::Black) => won,
        Some(Color::White) => -won,
    })
}

/// A move of the game and its effect.
struct Played {
    mv: Move,
    name: String,
    /// Value of the position after it for Black, if it has one.
    after: Option<Value>,
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
        let gain = after.score.zip(before.score).map(|(after, before)| decided(after) - decided(before));
        let lost = if pos.side_to_move() == Color::Black { gain.map(|gain| -gain) } else { gain };
        // If the best move was played, a loss shows the limits of the search, not a mistake.
        let better = before.best.filter(|&best| best != mv);
        let mistake =
            lost.filter(|&lost| lost >= 1.0).zip(better).map(|(lost, best)| (lost as i64, name(best)));
        played.push(Played { mv, name: name(mv), after: after.score, mistake });
        pos.do_move(mv);
        last = Some(mv);
    }
    played
}

/// A row for each move; the scores of the record, `recorded`, get a column if there are any.
fn table(played: &[Played], recorded: &[Option<RecordedScore>], letters: bool) -> Table {
    let mut table = Table::of((1_u64..).zip(played).zip(recorded)).column("ply", |((ply, _), _)| ply);
    if !letters {
        table = table.column("move", |((_, of), _)| of.name.as_str());
    }
    table = table
        .column("USI", |((_, of), _)| of.mv.to_string())
        .column("score", |((_, of), _)| of.after.filter(|after| !after.is_mate()).map(Value::cp))
        .column("mate", |((_, of), _)| of.after.map_or(Cell::Empty, mate))
        .column("lost", |((_, of), _)| of.mistake.as_ref().map(|(lost, _)| *lost))
        .column("better", |((_, of), _)| of.mistake.as_ref().map(|(_, better)| better.as_str()));
    if recorded.iter().any(Option::is_some) {
        table = table.column("recorded", |(_, recorded)| match *recorded {
            Some(RecordedScore::Cp(cp)) => cp.into(),
            Some(mate @ RecordedScore::Mate { .. }) => mate.to_string().into(),
            None => Cell::Empty,
        });
    }
    table.table()
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
        writeln!(out, "  move {ply} {name}: {} lost, better {better}", grouped((*lost).into()))
    })
}

/// A score cut at ±`DECIDED`: a mate is a decided game.
fn decided(score: Value) -> f64 {
    f64::from(score.cp()).clamp(-DECIDED, DECIDED)
}

fn plot(name: &str, rows: &[Row]) -> Plot {
    let plies = || (0..).map(f64::from).zip(rows);
    let plot = Plot::new(&format!("Score through the game: {name}"))
        .x_axis("ply", "moves played")
        .y_axis("score for Black", &format!("pawn = 100, cut at ±{DECIDED}"))
        .line("search", plies().map(|(ply, row)| (ply, row.score.map_or(f64::NAN, decided))))
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

/// Plies to mate, positive if Black mates; for an unknown length, the sign alone.
fn mate(after: Value) -> Cell {
    match after.mate_distance() {
        None if after.is_mate() => if after > Value::ZERO { "+" } else { "-" }.into(),
        plies => plies.into(),
    }
}
