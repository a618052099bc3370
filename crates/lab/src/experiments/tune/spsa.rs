//! Tuning by SPSA: pairs of games between opposite settings of all constants, which then move towards those that won.

use std::cell::RefCell;
use std::io::Write;

use komadai_recipe::Parts;
use komadai_report::{Cell, Failure, Plot, Printed, Report, Table};

use super::SpsaOptions;
use super::arena::{Arena, Pairs};
use super::constants::Tuned;
use crate::stats::spsa::{Spsa, SpsaPoint, SpsaTrial};

/// Name of the journal.
const MODE: &str = "spsa";

/// Plays what is missing; prints and saves where the constants went.
pub(super) fn run(options: &SpsaOptions, parts: &Parts) -> Result<Vec<Printed>, Failure> {
    let arena = Arena::new(&options.tune, parts)?;
    let tuned = Tuned::new(parts, &options.tune.base, &options.constants, &arena)?;
    let spsa = Spsa {
        batch: options.batch,
        seed: options.tune.play.seed.seed,
        ..Spsa::new(tuned.axes(), options.iterations)
    };
    let about = describe(&arena, &tuned, &spsa)?;
    let pairs: Vec<usize> = (0..spsa.iterations as usize).collect();
    let (mut played, progress) = Pairs::open(&arena, &options.tune.out, MODE, &about, &pairs)?;
    let mut text = options.tune.out.report();
    writeln!(text, "{about}\n")?;
    let text = RefCell::new(text);
    let compare = |trials: &[SpsaTrial]| -> Result<Option<Vec<f64>>, Failure> {
        let numbered = trials.iter().map(|trial| (trial.iteration as usize, &trial.values));
        played.play(&progress, numbered.clone(), |[one, other]| {
            Ok([tuned.recipe(one)?, tuned.recipe(other)?])
        })?;
        Ok(numbered.map(|(number, _)| Some(played.known[number]?.margin())).collect())
    };
    let mut says = 0;
    let moved = |point: &SpsaPoint| {
        // About ten lines.
        let tenth = u64::from(point.iterations) * 10 / u64::from(spsa.iterations);
        if tenth > says {
            says = tenth;
            let line = line(&tuned, point);
            // Whoever reads the output has read enough if it cannot be written; the end of the run will say so.
            let _ = progress.suspend(|| writeln!(text.borrow_mut(), "{line}"));
        }
    };
    let points = spsa.run(compare, moved)?;
    progress.finish();
    report(options, &tuned, &points, text.into_inner())
}

/// All that decides the run.
fn describe(arena: &Arena<'_>, tuned: &Tuned, spsa: &Spsa) -> Result<String, Failure> {
    let stepped: Vec<i32> =
        spsa.axes.iter().map(|axis| axis.start.saturating_add(axis.step).min(axis.most)).collect();
    let games = arena.describe([&tuned.base, &tuned.recipe(&stepped)?])?;
    let constants: Vec<String> = tuned
        .constants
        .iter()
        .zip(&spsa.axes)
        .map(|(constant, axis)| {
            let (least, most, step) = (axis.least, axis.most, axis.step);
            format!("{}={} ({least} to {most} by {step})", constant.name, axis.start)
        })
        .collect();
    let Spsa { iterations, batch, rate, .. } = spsa;
    Ok(format!(
        "{games}; SPSA, {iterations} pairs, {batch} at a time, rate {rate:.5}; {}",
        constants.join(", ")
    ))
}

fn report(
    options: &SpsaOptions,
    tuned: &Tuned,
    points: &[SpsaPoint],
    mut out: Report,
) -> Result<Vec<Printed>, Failure> {
    let Some(end) = points.last() else { return Ok(Vec::new()) };
    let title = format!(
        "Constants after {} of {} pairs; by chance alone one strays {:.2} steps",
        end.iterations, options.iterations, end.chance
    );
    out.print(&title, &table(tuned, end))?;
    let values: Vec<i32> = end.values.iter().map(|value| value.round() as i32).collect();
    let recipe = tuned.recipe(&values)?.to_string();
    writeln!(out, "\nRecipe\n{recipe}")?;
    out.csv("spsa.csv", &csv(tuned, points))?;
    out.figure("spsa.svg", &figure(tuned, points))?;
    out.file("Recipe", "spsa.txt", &format!("{recipe}\n"))?;
    out.list("Journal", &options.tune.out.out.join(format!("{MODE}.tsv")));
    Ok(out.finish()?)
}

/// Constants that a line names.
const IN_LINE: usize = 6;
/// Constants that the figure shows: as many as there are colours.
const IN_FIGURE: usize = 7;

/// Change of each constant in its steps.
fn steps(tuned: &Tuned, values: &[f64]) -> Vec<f64> {
    let axes = tuned.axes();
    axes.iter()
        .zip(values)
        .map(|(axis, value)| (value - f64::from(axis.start)) / f64::from(axis.step))
        .collect()
}

/// The constants that moved most, in their order.
fn movers(steps: &[f64], most: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..steps.len()).collect();
    order.sort_by(|&a, &b| steps[b].abs().total_cmp(&steps[a].abs()));
    order.truncate(most);
    order
}

/// What moved most so far.
pub(super) fn line(tuned: &Tuned, point: &SpsaPoint) -> String {
    let steps = steps(tuned, &point.values);
    let named = movers(&steps, IN_LINE)
        .into_iter()
        .map(|i| format!("{} {:.1} ({:+.2} steps)", tuned.constants[i].name, point.values[i], steps[i]));
    let named: Vec<String> = named.collect();
    format!("{} pairs: {}", point.iterations, named.join(", "))
}

/// The constants of a point beside those of the base.
pub(super) fn table(tuned: &Tuned, end: &SpsaPoint) -> Table {
    let changes = steps(tuned, &end.values);
    Table::of(tuned.constants.iter().enumerate())
        .column("constant", |(_, constant)| constant.name)
        .column("least", |(_, constant)| constant.least)
        .column("most", |(_, constant)| constant.most)
        .column("step", |(_, constant)| constant.step)
        .column("before", |(_, constant)| tuned.start(constant))
        .real("now", 1, |(i, _)| end.values[i])
        .column("change (steps)", |(i, _)| format!("{:+.2}", changes[i]))
        .table()
}

/// A row for every point.
pub(super) fn csv(tuned: &Tuned, points: &[SpsaPoint]) -> Table {
    let names = tuned.constants.iter().map(|constant| constant.name);
    let mut table = Table::new(["pairs", "chance_steps"].into_iter().chain(names));
    for point in points {
        let values = point.values.iter().map(|&value| Cell::real(value, 1));
        table.push([point.iterations.into(), Cell::real(point.chance, 2)].into_iter().chain(values));
    }
    table
}

/// The course of the constants that moved most.
pub(super) fn figure(tuned: &Tuned, points: &[SpsaPoint]) -> Plot {
    let changes: Vec<(f64, Vec<f64>)> =
        points.iter().map(|point| (f64::from(point.iterations), steps(tuned, &point.values))).collect();
    let plot = Plot::new("Constants by SPSA: those that moved most")
        .x_axis("pairs of games", "")
        .y_axis("change", "steps")
        .level(0.0);
    let last = changes.last().map_or(&[][..], |(_, steps)| steps);
    movers(last, IN_FIGURE).into_iter().fold(plot, |plot, i| {
        plot.line(tuned.constants[i].name, changes.iter().map(|(pairs, steps)| (*pairs, steps[i])))
    })
}
