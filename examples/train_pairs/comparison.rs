//! Comparison training [R11]: weights under which a shallow search plays the moves of the games.
//!
//! What is learned are the items of paper 002, values of pieces on the board and in hand, of places, of relative positions of
//! two pieces; or all pairs of paper 001, on top of known piece values. The paper prints no figures for it, so ours are
//! compared with themselves: the share of moves that a search of one ply finds in games that were held out, before and
//! after.

use std::io::Write;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use komadai::artifact::{Artifact, Provenance};
use komadai::eval::FeatureSet;
use komadai::eval::pair::{Fold, FoldedPairs, PairModel, Quantised, Symmetry};
use komadai::eval::terms::{AllTerms, PieceForms, PieceSquares, pair_model};
use komadai::learn::comparison::{
    Checkpoint, ComparisonOptions, ComparisonTrainer, Pass, SiblingSearch, TrainingGame,
};
use komadai::learn::solve::StepRule;
use komadai::rng::mix;
use komadai::{ByKind, PieceKind, PieceValues};
use komadai_lab::ClassedGame;
use komadai_report::{Cell, Failure, Folded, Plot, PlotError, Progress, Table};

use crate::options::{Folding, Shared};
use crate::split::held_out_percent;

/// What only this model is told.
#[derive(Args, Debug)]
#[group(id = "comparison")]
pub(crate) struct Own {
    /// Comparison: passes over the games, each with a search of all positions.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    passes: u32,
    /// Comparison: what is learned.
    #[arg(long, value_enum, default_value_t = Terms::Values)]
    terms: Terms,
    /// Comparison: how weights move.
    #[arg(long, value_enum, default_value_t = Rule::Adam)]
    rule: Rule,
    /// Comparison: the step, in hundredths of a pawn (of Adam the longest) [default: 16 for values, 1 for anything else].
    #[arg(long, value_name = "CP", value_parser = above_0)]
    step: Option<f64>,
    /// Comparison: steps a pass.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    steps: u32,
    /// Comparison: plies a move is searched, itself counted; quiescence follows.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=4))]
    depth: u32,
    /// Comparison: every how many plies a position is looked at.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// Comparison: pull of every weight towards 0.
    #[arg(long, value_name = "λ", default_value_t = 1e-5, value_parser = not_below_0)]
    penalty: f64,
}

/// Features.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Terms {
    /// Values of pieces on the board and in hand, from nothing.
    Values,
    /// Those, on top of the values of paper 001, and values of places.
    Squares,
    /// Those, and relative positions of two pieces: all of paper 002.
    Relative,
    /// All pairs of pieces, on top of the piece values of paper 001; `--symmetry` folds them.
    Pairs,
}

/// [`StepRule`] without numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Rule {
    /// The same step for every weight, as the method had it first.
    Sign,
    /// Adam (2015).
    Adam,
}

fn not_below_0(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number >= 0.0 && number.is_finite() => Ok(number),
        _ => Err("expected a number of 0 or more".into()),
    }
}

fn above_0(text: &str) -> Result<f64, String> {
    match not_below_0(text) {
        Ok(number) if number > 0.0 => Ok(number),
        _ => Err("expected a number above 0".into()),
    }
}

/// Pieces are worth nothing.
const NOTHING: PieceValues =
    PieceValues { board: ByKind([0; PieceKind::COUNT]), hand: ByKind([0; PieceKind::COUNT]) };

/// Units of weight in a hundredth of a pawn: places and relations are worth little each, and there are many.
const UNITS: u16 = 16;

pub(crate) fn run(shared: &Shared, own: &Own) -> Result<(), Failure> {
    if shared.from_corpus.is_some() {
        return Err("--from-corpus: comparison needs whole games, expected --games".into());
    }
    let known = &PieceValues::PAIRS_2007;
    let terms = |base: &'static PieceValues| {
        move |weights: &[f64]| pair_model(base, &Fold::new(Symmetry::Colors), UNITS, weights)
    };
    match own.terms {
        Terms::Values => train(shared, own, PieceForms, &NOTHING, terms(&NOTHING)),
        Terms::Squares => train(shared, own, (PieceForms, PieceSquares), known, terms(known)),
        Terms::Relative => train(shared, own, AllTerms::default(), known, terms(known)),
        Terms::Pairs => {
            let fold = Arc::new(Fold::new(shared.symmetry.unwrap_or(Folding::ColorsAndSides).into()));
            let set = FoldedPairs { fold: Arc::clone(&fold) };
            let model =
                |weights: &[f64]| PairModel::from_weights(*known, &fold, UNITS, weights.iter().copied());
            train(shared, own, set, known, model)
        }
    }
}

/// Trains, tells, saves.
fn train<F: FeatureSet + Sync>(
    shared: &Shared,
    own: &Own,
    set: F,
    base: &PieceValues,
    model: impl Fn(&[f64]) -> (PairModel, Quantised),
) -> Result<(), Failure> {
    let all = shared.games.read()?;
    let (learned, held_out) = all.split(held_out_percent(shared), shared.seed.seed);
    if learned.is_empty() || held_out.is_empty() {
        let (all, held_out) = (all.games.len(), held_out.len());
        return Err(format!(
            "{held_out} of {all} games held out, expected some and not all: give more games"
        )
        .into());
    }
    let print =
        learned.iter().flat_map(|game| &game.moves).fold(0, |key, mv| mix(key ^ u64::from(mv.bits())));
    let (learned, held_out) = (training(&learned), training(&held_out));
    // Where many features hold at once, each has to move little.
    let step = own.step.unwrap_or(if own.terms == Terms::Values { 16.0 } else { 1.0 });
    let options = ComparisonOptions {
        depth: own.depth,
        steps: own.steps,
        every: own.every,
        penalty: own.penalty,
        rule: match own.rule {
            Rule::Sign => StepRule::Sign { step },
            Rule::Adam => StepRule::adam(step),
        },
        ..ComparisonOptions::default()
    };
    let mut trainer = ComparisonTrainer::new(set, *base, options).threads(shared.threads.count());
    let games = format!("{} games {print:016x}", learned.len());
    // The first judgement is of weights that have learned nothing, whatever the checkpoint has.
    let work = (learned.len() + held_out.len()) * (own.passes as usize) + held_out.len();
    let progress = Progress::new(work, 0, "games searched");
    let done = || progress.step();
    let mut course = vec![Course { pass: None, held_out: trainer.validate(&held_out, done) }];
    if let Some(path) = shared.checkpoint.as_deref().filter(|path| path.exists()) {
        trainer
            .resume(Checkpoint::load(path)?.0, &games)
            .map_err(|error| format!("{}: {error}", path.display()))?;
        eprintln!("{}: {} passes are done already", path.display(), trainer.passes());
    }
    while trainer.passes() < own.passes {
        let pass = trainer.pass(&learned, done);
        course.push(Course { pass: Some(pass), held_out: trainer.validate(&held_out, done) });
        if let Some(path) = &shared.checkpoint {
            trainer.checkpoint(&games).save(&Provenance::default(), path)?;
        }
    }
    // A checkpoint that was complete: nobody has judged it yet.
    if course.len() == 1 {
        course.push(Course { pass: None, held_out: trainer.validate(&held_out, done) });
    }
    progress.finish();

    let (model, quantised) = model(trainer.weights());
    let mut out = Folded::stdout();
    writeln!(
        out,
        "{} games to learn from, {} held out, seed {}; {} of {} features have a weight\n",
        learned.len(),
        held_out.len(),
        shared.seed.seed,
        trainer.weights().iter().filter(|&&weight| weight != 0.0).count(),
        trainer.weights().len()
    )?;
    let passes = passes(&course);
    writeln!(out, "{}", passes.to_text())?;
    let values = values(model.material());
    match own.terms {
        Terms::Values => writeln!(out, "Values of pieces, from nothing\n\n{}", values.to_text())?,
        Terms::Squares | Terms::Relative => {
            writeln!(out, "Values of pieces, from those of paper 001\n\n{}", values.to_text())?;
        }
        Terms::Pairs => {}
    }
    let (first, last) = (course[0].held_out, course[course.len() - 1].held_out);
    writeln!(
        out,
        "Games held out: {:.1} % of {} moves found before, {:.1} % after; paper 002 prints no figure",
        100.0 * first.agreement(),
        first.positions,
        100.0 * last.agreement()
    )?;
    writeln!(
        out,
        "Rounded: {} weights not 0, {} clipped, {UNITS} units a hundredth\n",
        quantised.nonzero, quantised.clipped
    )?;
    for (name, text) in [
        ("comparison.csv", passes.to_csv()),
        ("comparison_values.csv", values.to_csv()),
        ("comparison.svg", figure(&course)?),
    ] {
        writeln!(out, "Saved        {}", komadai_report::save(&shared.out.out, name, &text)?.display())?;
    }
    if let Some(path) = &shared.save {
        let provenance = Provenance {
            made_by: concat!("komadai ", env!("CARGO_PKG_VERSION"), ", example train_pairs").into(),
            source: format!("{games} of {}", shared.games.source()),
            rows: learned.iter().map(|game| game.moves.len().div_ceil(own.every as usize) as u64).sum(),
            parameters: format!("comparison, {:?}, {} passes, {options:?}", own.terms, own.passes),
            seed: shared.seed.seed,
            note: String::new(),
        };
        model.save(&provenance, path)?;
        writeln!(out, "Saved        {}", path.display())?;
    }
    Ok(out.flush()?)
}

fn training(games: &[&ClassedGame]) -> Vec<TrainingGame> {
    games.iter().map(|game| TrainingGame { start: game.start.clone(), moves: game.moves.clone() }).collect()
}

/// How far the training was.
struct Course {
    /// The pass that was made; `None` for what stood before.
    pass: Option<Pass>,
    /// Games held out, after it.
    held_out: SiblingSearch,
}

fn passes(course: &[Course]) -> Table {
    let mut table = Table::new([
        "pass",
        "agreement before (%)",
        "loss before",
        "within window",
        "after its steps",
        "held out: agreement (%)",
        "loss",
    ]);
    for step in course {
        let of_pass = |cell: fn(&Pass) -> Cell| step.pass.as_ref().map_or(Cell::Empty, cell);
        table.push([
            of_pass(|pass| u64::from(pass.number).into()),
            of_pass(|pass| Cell::real(100.0 * pass.search.agreement(), 1)),
            of_pass(|pass| Cell::real(pass.search.mean_loss(), 3)),
            of_pass(|pass| Cell::real(pass.loss_before, 3)),
            of_pass(|pass| Cell::real(pass.loss_after, 3)),
            Cell::real(100.0 * step.held_out.agreement(), 1),
            Cell::real(step.held_out.mean_loss(), 3),
        ]);
    }
    table
}

/// Learned values of pieces, beside those of paper 001. What paper 002 learned it does not print.
fn values(learned: &PieceValues) -> Table {
    let known = PieceValues::PAIRS_2007;
    let mut table = Table::new(["piece", "board", "hand", "paper 001"]);
    for kind in PieceKind::ALL.into_iter().filter(|&kind| kind != PieceKind::King) {
        let hand = PieceKind::HAND.contains(&kind).then(|| i64::from(learned.hand[kind]).into());
        table.push([
            format!("{kind:?}").into(),
            i64::from(learned.board[kind]).into(),
            hand.unwrap_or(Cell::Empty),
            i64::from(known.board[kind]).into(),
        ]);
    }
    table
}

fn figure(course: &[Course]) -> Result<String, PlotError> {
    let passes = course.iter().filter_map(|step| step.pass);
    Plot::new("Moves of the games found by a search of one ply")
        .x_axis("passes before", "")
        .y_axis("agreement", "%")
        .line(
            "training games",
            passes.map(|pass| (f64::from(pass.number) - 1.0, 100.0 * pass.search.agreement())),
        )
        .line(
            "held out",
            course.iter().enumerate().map(|(n, step)| {
                let passes = step.pass.map_or(n as f64, |pass| f64::from(pass.number));
                (passes, 100.0 * step.held_out.agreement())
            }),
        )
        .to_svg()
}
