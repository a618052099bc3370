//! Parent–child and sibling model by conjugate gradients [R6] [R7]: paper 001, sections 4 and 5.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use komadai::artifact::{Artifact, Provenance};
use komadai::eval::pair::PairModel;
use komadai::learn::discriminant::{DiscriminantOptions, train};
use komadai::learn::pairs::{MemoryShards, Model, Shards, Spread};
use komadai::learn::solve::{CgOptions, CgState};
use komadai_report::{Failure, Folded, Progress};

use crate::options::{InHand, Shared};
use crate::outcome::Outcome;
use crate::split::Split;
use crate::{figures, matrix, split, tables};

/// What only these models are told.
#[derive(Args, Debug)]
#[command(next_help_heading = "Options of parent-child and sibling")]
#[group(id = "discriminant")]
pub(crate) struct Own {
    /// Iterations of the solver [default: the paper's, 36 for parent-child and 20 for sibling].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=100_000))]
    pub(crate) iterations: Option<u32>,
    /// Pull of every weight towards 0, in rows.
    #[arg(long, value_name = "λ", default_value_t = 0.0, value_parser = pull)]
    ridge: f64,
    /// Divide residuals by the diagonal.
    #[arg(long)]
    jacobi: bool,
    /// Relations seen in fewer positions have no weight.
    #[arg(long, value_name = "N", default_value_t = 20)]
    threshold: u64,
    /// Points (a pawn has 100) of a weight of 1 [default: the paper's, 128 for parent-child and 160 for sibling].
    #[arg(long, value_name = "POINTS", value_parser = pull)]
    points: Option<f64>,
    /// Units of the rounded weights in a point.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=i64::from(PairModel::MOST_UNITS)))]
    units: u16,
    /// Trains on 1/8, 1/4 and 1/2 of the games as well.
    #[arg(long)]
    curve: bool,
    /// A file of opening lines, written as games, to learn from beside the games; none is held out. May be given several times.
    #[arg(long, value_name = "FILE")]
    pub(crate) opening_lines: Vec<PathBuf>,
    /// How like pieces in hand count; with --conditions several times.
    #[arg(long, value_enum, default_values_t = [InHand::Each])]
    pub(crate) hands: Vec<InHand>,
    /// Learns only from the first games that have so many rows of the sibling model together.
    #[arg(long, value_name = "N")]
    pub(crate) rows: Option<u64>,
    /// Trains nothing, but writes the rows of the sibling model as a sparse matrix, and the solution for them
    /// (for `tools/compare_scipy.py`).
    #[arg(long, value_name = "DIR")]
    dump_rows: Option<PathBuf>,
    /// Trains nothing, but multiplies by the matrix of the sibling model once for every line read, and says how long it took.
    #[arg(long, conflicts_with = "dump_rows")]
    time_product: bool,
}

fn pull(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number >= 0.0 && number.is_finite() => Ok(number),
        _ => Err("expected a number of 0 or more".into()),
    }
}

impl Own {
    pub(crate) fn of(&self, model: Model, shared: &Shared) -> DiscriminantOptions {
        let paper = DiscriminantOptions::of(model);
        DiscriminantOptions {
            symmetry: shared.symmetry.map_or(paper.symmetry, Into::into),
            hands: self.hands.last().map_or(paper.hands, |&hands| hands.into()),
            threshold: self.threshold,
            solver: CgOptions {
                iterations: self.iterations.unwrap_or(paper.solver.iterations),
                ridge: self.ridge,
                jacobi: self.jacobi,
                ..paper.solver
            },
            spread: Spread { threads: shared.threads.count(), ..paper.spread },
            points: self.points.unwrap_or(paper.points),
            units: self.units,
            ..paper
        }
    }
}

pub(crate) fn run(shared: &Shared, own: &Own, models: &[Model]) -> Result<(), Failure> {
    let mut out = Folded::stdout();
    if own.hands.len() > 1 {
        return Err("--hands: found several, expected one without --conditions".into());
    }
    if own.hands == [InHand::Once] && shared.save.is_some() {
        return Err("--save: evaluations count every piece in hand, expected --hands each".into());
    }
    let split = Split::read(shared, &own.opening_lines)?;
    let games = own.rows.map_or(split.learned.len(), |rows| split.games_with(rows));
    let all = split.part(1, games, true, shared.seed.seed);
    writeln!(
        out,
        "{} to learn from, {} held out, seed {}\n\n{}",
        split.described(games),
        split.held_out.totals().games,
        shared.seed.seed,
        tables::positions(&[("learned", all.totals()), ("held out", split.held_out.totals())]).to_text()
    )?;
    if own.time_product {
        return matrix::time(&all, &own.of(Model::Sibling, shared), &mut out);
    }
    if let Some(folder) = &own.dump_rows {
        return matrix::write(&all, &own.of(Model::Sibling, shared), folder, &mut out);
    }
    let mut outcomes = Vec::new();
    for &model in models {
        outcomes.push(learn(&all, &split.held_out, &own.of(model, shared), shared.checkpoint.as_deref())?);
    }
    writeln!(out, "Relations and weights\n\n{}", tables::weights(&outcomes).to_text())?;
    let held_out = tables::held_out(&outcomes);
    writeln!(out, "\nGames held out\n\n{}", held_out.to_text())?;
    writeln!(out, "\nTime\n\n{}", tables::time(&outcomes).to_text())?;
    let mut saved = vec![
        ("iterations.csv", tables::iterations(&outcomes).to_csv()),
        ("held_out.csv", held_out.to_csv()),
        ("weights.csv", tables::histogram(&outcomes).to_csv()),
        ("convergence.svg", figures::convergence(&outcomes)?),
    ];
    // Without an iteration all weights are 0, and there is nothing to draw.
    if let Some(figure) = figures::histogram(&outcomes)? {
        saved.push(("weights.svg", figure));
    }
    if own.curve {
        let mut points = Vec::new();
        for (&model, whole) in models.iter().zip(&outcomes) {
            for part in [8, 4, 2] {
                let shards = split.part(part, games, true, shared.seed.seed);
                points.push(learn(&shards, &split.held_out, &own.of(model, shared), None)?);
            }
            points.push(whole.clone());
        }
        let table = tables::curve(&points);
        writeln!(out, "\nBy the number of games\n\n{}", table.to_text())?;
        saved.push(("curve.csv", table.to_csv()));
        saved.push(("curve.svg", figures::curve(&points)?));
    }
    writeln!(out)?;
    for (name, text) in saved {
        writeln!(out, "Saved        {}", komadai_report::save(&shared.out.out, name, &text)?.display())?;
    }
    if let (Some(path), [outcome]) = (&shared.save, outcomes.as_slice()) {
        let source = format!("{} of {}", split.described(games), split.source);
        outcome.model.save(&provenance(outcome, source, shared), path)?;
        writeln!(out, "Saved        {}", path.display())?;
    }
    Ok(out.flush()?)
}

/// Trains one model; the state is kept after every iteration, if there is a file for it.
fn learn(
    positions: &MemoryShards,
    held_out: &MemoryShards,
    options: &DiscriminantOptions,
    checkpoint: Option<&Path>,
) -> Result<Outcome, Failure> {
    let from = match checkpoint {
        Some(path) if path.exists() => Some(CgState::load(path)?.0),
        _ => None,
    };
    let done = from.as_ref().map_or(0, |state| state.iteration as usize);
    let progress = Progress::new(options.solver.iterations as usize, done, "iterations");
    let mut iterations = Vec::new();
    let trained = train(positions, Some(held_out), options, (), from, |iteration, state| {
        if iteration.number > 0 {
            progress.step();
        }
        iterations.push(*iteration);
        let keep = |path: &Path| state.save(&Provenance::default(), path).map_err(|error| error.to_string());
        checkpoint.map_or(Ok(()), keep)
    })
    .map_err(|error| match checkpoint {
        Some(path) => format!("--checkpoint {}: {error}", path.display()),
        None => error.to_string(),
    })?;
    progress.finish();
    let (model, quantised) = trained.model();
    let (totals, bytes) = (positions.totals(), positions.bytes());
    Ok(Outcome { trained, iterations, model, quantised, totals, bytes })
}

fn provenance(outcome: &Outcome, source: String, shared: &Shared) -> Provenance {
    let DiscriminantOptions { model, symmetry, threshold, solver, points, units, .. } =
        outcome.trained.options;
    Provenance {
        made_by: concat!("komadai ", env!("CARGO_PKG_VERSION"), ", example train_pairs").into(),
        source,
        rows: outcome.rows(),
        parameters: format!(
            "{model} model, symmetry {:?}, threshold {threshold}, {} iterations, ridge {}, jacobi {}, \
             {points} points, {units} units, held out {} %",
            symmetry,
            outcome.trained.state.iteration,
            solver.ridge,
            solver.jacobi,
            split::held_out_percent(shared)
        ),
        seed: shared.seed.seed,
        note: String::new(),
    }
}
