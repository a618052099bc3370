//! Comparison training [R11]: weights under which a shallow search plays the moves of the games.
//!
//! It learns the items of paper 002 (values of pieces on the board and in hand, of places, of relative positions of two pieces), or all
//! pairs of paper 001 on top of known piece values. The paper prints no figures for it, so ours are compared with themselves: the share of
//! moves that a search of one ply finds in held-out games, before and after.

use std::io::Write;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use komadai_core::artifact::Provenance;
use komadai_core::{ByKind, PieceKind, PieceValues};
use komadai_eval::pair::{Fold, PairModel, Quantised, Symmetry};
use komadai_eval::terms::{AllTerms, PieceForms, PieceSquares, pair_model};
use komadai_learn::comparison::{Comparison, ComparisonOptions, ComparisonState, Judged, Pass, TrainingGame};
use komadai_learn::solve::StepRule;
use komadai_report::{
    Cell, Failure, Plot, Printed, Progress, Table, check_model_file, content_fingerprint, words,
};

use super::options::Training;
use super::split::too_few;
use crate::data::games::{ClassedGame, GameFiles};

/// Trains weights under which a shallow search plays the moves of the games (the Bonanza method, paper 002).
#[derive(Args)]
#[command(after_help = GameFiles::HELP)]
pub(in crate::experiments) struct Options {
    #[command(flatten)]
    games: GameFiles,
    /// What is learned.
    #[arg(long, value_enum, default_value_t = Terms::Values)]
    terms: Terms,
    /// Passes over the games, each with a search of all positions.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    passes: u32,
    /// Number of plies from one position used to the next.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    #[command(flatten)]
    training: Training,
}

/// Features.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Terms {
    /// Values of pieces on the board and in hand, from nothing.
    Values,
    /// The same on top of the values of paper 001, and values of places.
    Squares,
    /// The same, and relative positions of two pieces: all of paper 002.
    Relative,
    /// All pairs of pieces, on top of the piece values of paper 001; both players and both sides of the board share weights.
    Pairs,
}

/// Steps of a pass.
const STEPS: u32 = 8;

/// Piece values of 0.
const NOTHING: PieceValues =
    PieceValues { board: ByKind([0; PieceKind::COUNT]), hand: ByKind([0; PieceKind::COUNT]) };

/// Units of weight in a hundredth of a pawn: each place or relation is worth little, and there are many.
const UNITS: u16 = 16;

/// Trains, reports and saves.
pub(in crate::experiments) fn run(options: &Options) -> Result<Vec<Printed>, Failure> {
    options.training.check(check_model_file, None)?;
    // If many features hold at once, each has to move little.
    let step = if options.terms == Terms::Values { 16.0 } else { 1.0 };
    let (every, rule) = (options.every, StepRule::adam(step));
    let settings = ComparisonOptions { steps: STEPS, every, rule, ..ComparisonOptions::default() };
    let known = PieceValues::PAIRS_2007;
    let terms = |base: PieceValues| {
        move |weights: &[f64]| pair_model(&base, &Fold::new(Symmetry::Colors), UNITS, weights)
    };
    let on_known = |set| train(options, settings, set, &terms(known));
    match options.terms {
        Terms::Values => {
            train(options, settings, Comparison::new(PieceForms, NOTHING, settings), &terms(NOTHING))
        }
        Terms::Squares => on_known(Comparison::new((PieceForms, PieceSquares), known, settings)),
        Terms::Relative => on_known(Comparison::new(AllTerms::default(), known, settings)),
        Terms::Pairs => {
            let fold = Arc::new(Fold::new(Symmetry::ColorsAndSides));
            let pairs = Comparison::new(Arc::clone(&fold), known, settings);
            train(options, settings, pairs, &|weights| {
                PairModel::from_weights(known, &fold, UNITS, weights.iter().copied())
            })
        }
    }
}

fn train(
    options: &Options,
    settings: ComparisonOptions,
    comparison: Comparison<'_>,
    model: &dyn Fn(&[f64]) -> (PairModel, Quantised),
) -> Result<Vec<Printed>, Failure> {
    let (training, terms, passes) = (&options.training, options.terms, options.passes);
    let all = options.games.read()?;
    let (learned, held_out) = all.split(training.held_out.held_out, training.seed.seed);
    if learned.is_empty() || held_out.is_empty() {
        return Err(too_few(learned.len(), held_out.len()));
    }
    let (learned, held_out) = (games(&learned), games(&held_out));
    let state = training.state(|state: &ComparisonState| state.passes as usize, "passes")?;
    let left = passes.saturating_sub(state.as_ref().map_or(0, |state| state.passes)) as usize;
    let of =
        format!("{terms:?}, {settings:?}, games {:06x}, judged by {:06x}", print(&learned), print(&held_out));
    let kept = training.course(of, "train-comparison")?;
    let work = (learned.len() + held_out.len()) * left + held_out.len();
    let progress = Progress::new(work, 0, "games searched");
    let mut trained = comparison
        .threads(training.threads.threads)
        .passes(passes)
        .held_out(&held_out)
        .resume(state)
        .searched(|| progress.step())
        .observe(|judged, state| {
            kept.as_ref().map_or(Ok(()), |kept| kept.note(state.passes, judged))?;
            training.keep(state)
        })
        .train(&learned)
        .map_err(|error| training.named(&error))?;
    drop(progress);
    if let Some(kept) = kept {
        let passes: Vec<Judged> = kept.up_to(trained.state.passes)?;
        if !passes.is_empty() {
            trained.course.splice(1.., passes);
        }
    }

    let (model, quantised) = model(&trained.state.weights);
    let mut report = training.out.report();
    let (learn, judge, seed, weights) =
        (learned.len(), held_out.len(), training.seed.seed, trained.state.weights);
    let (not_0, all) = (weights.iter().filter(|&&weight| weight != 0.0).count(), weights.len());
    write!(report, "{learn} games to learn from, {judge} held out, seed {seed}; ")?;
    writeln!(report, "{not_0} of {all} features have a weight")?;
    report.table("Passes", "comparison.csv", &course(&trained.course))?;
    let values = values(&model.material);
    let from = if terms == Terms::Values { "nothing" } else { "those of paper 001" };
    if terms != Terms::Pairs {
        report.print(&format!("Values of pieces, from {from}"), &values)?;
    }
    report.csv("comparison_values.csv", &values)?;
    if let [first, .., last] = &trained.course[..] {
        let [before, after] = [first, last].map(|judged| 100.0 * judged.held_out.agreement());
        let moves = first.held_out.positions;
        write!(report, "\nGames held out: {before:.1} % of {moves} moves found before, ")?;
        writeln!(report, "{after:.1} % after; paper 002 prints no figure")?;
    }
    let Quantised { nonzero, clipped, .. } = quantised;
    writeln!(report, "Rounded: {nonzero} weights not 0, {clipped} clipped, {UNITS} units a hundredth")?;
    report.figure("comparison.svg", &figure(&trained.course, trained.state.passes))?;
    let from = Provenance {
        source: format!("{} games of {}", learned.len(), options.games.source()),
        rows: learned.iter().map(|game| game.moves.len().div_ceil(options.every as usize) as u64).sum(),
        parameters: format!("comparison, {terms:?}, {passes} passes, {settings:?}"),
        ..Provenance::default()
    };
    training.save_model(training.save.as_deref(), "train-comparison", &model, from, &mut report)?;
    Ok(report.finish()?)
}

/// Fingerprint of the games.
fn print(games: &[TrainingGame]) -> u64 {
    let line = |game: &TrainingGame| format!("{} {}\n", game.start, words::usi(&game.moves).join(" "));
    content_fingerprint(games.iter().map(line).collect::<String>())
}

fn games(games: &[&ClassedGame]) -> Vec<TrainingGame> {
    games.iter().map(|game| TrainingGame { start: game.start.clone(), moves: game.moves.clone() }).collect()
}

fn course(course: &[Judged]) -> Table {
    let of_pass = |step: &Judged, cell: fn(&Pass) -> Cell| step.pass.as_ref().map(cell);
    Table::of(course)
        .column("pass", |step| of_pass(step, |pass| pass.number.into()))
        .column("agreement before (%)", |step| {
            of_pass(step, |pass| Cell::Real(100.0 * pass.search.agreement(), 1))
        })
        .column("loss before", |step| of_pass(step, |pass| Cell::Real(pass.search.mean_loss(), 3)))
        .column("within window", |step| of_pass(step, |pass| Cell::Real(pass.loss_before, 3)))
        .column("after its steps", |step| of_pass(step, |pass| Cell::Real(pass.loss_after, 3)))
        .real("held out: agreement (%)", 1, |step| 100.0 * step.held_out.agreement())
        .real("loss", 3, |step| step.held_out.mean_loss())
        .table()
}

/// Learned values of pieces, beside those of paper 001. Paper 002 does not print those it learned.
fn values(learned: &PieceValues) -> Table {
    Table::of(PieceKind::ALL.into_iter().filter(|&kind| kind != PieceKind::King))
        .column("piece", |kind| format!("{kind:?}"))
        .column("board", |kind| learned.board[kind])
        .column("hand", |kind| PieceKind::HAND.contains(&kind).then(|| learned.hand[kind]))
        .column("paper 001", |kind| PieceValues::PAIRS_2007.board[kind])
        .table()
}

/// The agreement by the number of passes made before; `done` passes led to the last weights, even if an earlier run made them all.
fn figure(course: &[Judged], done: u32) -> Plot {
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
                let passes = step.pass.map_or(if n == 0 { 0 } else { done }, |pass| pass.number);
                (f64::from(passes), 100.0 * step.held_out.agreement())
            }),
        )
}

#[cfg(test)]
mod tests {
    use komadai_learn::comparison::SiblingSearch;

    use super::*;

    #[test]
    fn weights_of_a_training_that_was_complete_stand_at_its_last_pass() {
        let judged = |agreed| {
            let held_out = SiblingSearch { positions: 100, agreed, ..SiblingSearch::default() };
            Judged { pass: None, held_out }
        };
        let svg = figure(&[judged(0.0), judged(50.0)], 8).to_svg().unwrap();
        assert!(svg.contains("\n8\n"), "{svg}");
    }
}
