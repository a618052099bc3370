//! Parent–child and sibling model by conjugate gradients [R6] [R7]: paper 001, sections 4 and 5.
//!
//! `tables.rs` has tables for people and programs, the paper's figures beside ours, Figs. 1 and 2 as SVG, and the effect of more games.

mod tables;

use std::io::Write;
use std::time::Duration;

use clap::{Args, ValueEnum};
use komadai_core::artifact::Provenance;
use komadai_eval::pair::{PairModel, Quantised, Symmetry};
use komadai_learn::pairs::{
    Discriminant, DiscriminantOptions, EncodedGames, Iteration, Metrics, Model, Spread, Totals, Trained,
};
use komadai_learn::solve::{CgOptions, CgState};
use komadai_report::{Failure, Printed, Progress, check_model_file};

use super::options::Training;
use super::split::{Sources, Split};

/// Trains weights of pairs of pieces on the moves of games, as in paper 001.
#[derive(Args)]
#[command(after_help = crate::data::games::GameFiles::HELP)]
pub(in crate::experiments) struct Options {
    /// Model to learn; may be given several times, to learn one after the other.
    #[arg(long, value_enum, default_values_t = [Learned::ParentChild, Learned::Sibling])]
    model: Vec<Learned>,
    #[command(flatten)]
    sources: Sources,
    /// Relations that share a weight: none, colors (both players alike), colors-and-sides (also left and right alike).
    #[arg(long, default_value = "none", value_parser = symmetry)]
    symmetry: Symmetry,
    /// Iterations of the solver [default: the paper's, 36 for parent-child and 20 for sibling].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=100_000))]
    iterations: Option<u32>,
    /// Relations seen in fewer positions get no weight.
    #[arg(long, value_name = "N", default_value_t = 20)]
    threshold: u64,
    /// Trains on 1/8, 1/4 and 1/2 of the games as well.
    #[arg(long)]
    curve: bool,
    #[command(flatten)]
    training: Training,
}

/// [`Model`] as a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Learned {
    /// The position after the played move is better than before.
    ParentChild,
    /// The position after the played move is better than after other quiet moves.
    Sibling,
}

fn symmetry(text: &str) -> Result<Symmetry, String> {
    match text {
        "none" => Ok(Symmetry::None),
        "colors" => Ok(Symmetry::Colors),
        "colors-and-sides" => Ok(Symmetry::ColorsAndSides),
        _ => Err("expected none, colors or colors-and-sides".into()),
    }
}

impl Options {
    fn of(&self, model: Model) -> DiscriminantOptions {
        let paper = DiscriminantOptions::of(model);
        DiscriminantOptions {
            symmetry: self.symmetry,
            threshold: self.threshold,
            solver: CgOptions {
                iterations: self.iterations.unwrap_or(paper.solver.iterations),
                ..paper.solver
            },
            spread: Spread { threads: self.training.threads.threads, ..paper.spread },
            ..paper
        }
    }
}

/// Trains the models; tables go to the terminal, tables and figures to the folder.
pub(in crate::experiments) fn run(options: &Options) -> Result<Vec<Printed>, Failure> {
    let training = &options.training;
    if options.model.len() > 1 && (training.checkpoint.is_some() || training.save.is_some()) {
        return Err("--checkpoint and --save are for one model: give one --model".into());
    }
    training.check(check_model_file, None)?;
    let models = options.model.iter().map(|model| match model {
        Learned::ParentChild => Model::ParentChild,
        Learned::Sibling => Model::Sibling,
    });
    let models: Vec<Model> = models.collect();
    let (held_out_percent, seed) = (training.held_out.held_out, training.seed.seed);
    let split = Split::read(&options.sources, held_out_percent, seed, training.threads.threads)?;
    let all = split.part(1, seed);
    let mut report = training.out.report();
    let learned = split.learned.len();
    writeln!(report, "{learned} games to learn from, {} held out, seed {seed}", split.held_out.len())?;
    let positions = tables::positions(&split.learned, &split.held_out);
    report.table("Positions", "positions.csv", &positions)?;
    let held_out: EncodedGames = split.held_out.iter().cloned().collect();
    let learned_all = models.iter().map(|&model| learn(&all, &held_out, options, model, true));
    let outcomes = learned_all.collect::<Result<Vec<_>, _>>()?;
    report.print("Relations and weights", &tables::weights(&outcomes))?;
    let title = "Games held out, by weights before they are rounded";
    report.table(title, "held_out.csv", &tables::held_out(&outcomes, &split.held_out))?;
    report.print("Time", &tables::time(&outcomes))?;
    report.csv("iterations.csv", &tables::iterations(&outcomes))?;
    report.csv("weights.csv", &tables::histogram(&outcomes))?;
    report.figure("convergence.svg", &tables::convergence(&outcomes))?;
    report.figure("weights.svg", &tables::histogram_figure(&outcomes))?;
    if options.curve {
        let mut points = Vec::new();
        for (&model, whole) in models.iter().zip(&outcomes) {
            for parts in [8, 4, 2] {
                points.push(learn(&split.part(parts, seed), &held_out, options, model, false)?);
            }
            points.push(whole.clone());
        }
        report.table("By the number of games", "curve.csv", &tables::curve(&points))?;
        report.figure("curve.svg", &tables::curve_figure(&points))?;
    }
    if let [outcome] = outcomes.as_slice() {
        let DiscriminantOptions { model, symmetry, threshold, points, units, .. } = outcome.trained.options;
        let from = Provenance {
            source: format!("{learned} games of {}", split.source),
            rows: outcome.rows(),
            parameters: format!(
                "{model} model, symmetry {symmetry:?}, threshold {threshold}, {} iterations, {points} points, {units} units, \
                 held out {held_out_percent} %",
                outcome.trained.state.iteration
            ),
            ..Provenance::default()
        };
        let path = training.save.as_deref();
        training.save_model(path, "train-discriminant", &outcome.model, from, &mut report)?;
    }
    Ok(report.finish()?)
}

/// Trains one model; `keeps` its state after every iteration, if there is a file for it.
fn learn(
    positions: &EncodedGames,
    held_out: &EncodedGames,
    options: &Options,
    model: Model,
    keeps: bool,
) -> Result<Outcome, Failure> {
    let training = &options.training;
    let from: Option<CgState> =
        if keeps { training.state(|state: &CgState| state.iteration as usize, "iterations")? } else { None };
    let options = options.of(model);
    let DiscriminantOptions { symmetry, threshold, .. } = options;
    let [games, judges] = [positions, held_out].map(EncodedGames::fingerprint);
    let of = format!(
        "{model} model, {symmetry:?}, threshold {threshold}, games {games:016x}, judged by {judges:016x}"
    );
    let kept = if keeps { training.course(of, "train-discriminant")? } else { None };
    let done = from.as_ref().map_or(0, |state| state.iteration as usize);
    let progress = Progress::new(options.solver.iterations as usize, done, "iterations");
    let mut iterations = Vec::new();
    let trained = Discriminant::new(options)
        .held_out(held_out)
        .resume(from)
        .observe(|iteration, state| {
            if iteration.number > 0 {
                progress.step();
            }
            iterations.push(*iteration);
            kept.as_ref().map_or(Ok(()), |kept| kept.note(iteration.number, iteration))?;
            if keeps { training.keep(state) } else { Ok(()) }
        })
        .train(positions)
        .map_err(|error| training.named(&error))?;
    if let Some(kept) = kept {
        iterations = kept.up_to(trained.state.iteration)?;
    }
    if iterations.is_empty() {
        // An earlier run made them all.
        let state = &trained.state;
        let metrics = Metrics::of(held_out, model, &trained.unknowns, &state.x);
        let (number, residual, metrics) = (state.iteration, state.residual(), Some(metrics));
        iterations.push(Iteration { number, residual, metrics, time: Duration::ZERO });
    }
    let (model, quantised) = trained.model();
    let (totals, bytes) = (positions.totals(), positions.bytes());
    Ok(Outcome { trained, iterations, model, quantised, totals, bytes })
}

/// A trained model with its iterations and the size of its data.
#[derive(Clone)]
struct Outcome {
    trained: Trained,
    iterations: Vec<Iteration>,
    model: PairModel,
    quantised: Quantised,
    totals: Totals,
    bytes: usize,
}

impl Outcome {
    fn name(&self) -> String {
        self.trained.options.model.to_string()
    }

    fn rows(&self) -> u64 {
        match self.trained.options.model {
            Model::ParentChild => self.totals.examples,
            Model::Sibling => self.totals.siblings,
        }
    }
}
