//! Tuning by SPSA: pairs of games between opposite settings of all constants, which then move towards the settings that won.

use std::cell::RefCell;
use std::io::Write;

use komadai_recipe::{Parts, Recipe, RecipeError};
use komadai_report::{Cell, Failure, Plot, Printed, Table};
use komadai_search::{Constant, Settings};

use super::SpsaOptions;
use super::arena::{Arena, PlayedPair, TRACED, progress};
use crate::run::answers;
use crate::stats::spsa::{Spsa, SpsaAxis, SpsaPoint, SpsaTrial};

/// Name of the journal.
const MODE: &str = "spsa";

/// Plays the missing pairs; prints and saves where the constants went.
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
    let answers = answers::open(&options.tune.out, MODE)?;
    let progress = progress(&answers, &about, &pairs);
    let mut text = options.tune.out.report();
    writeln!(text, "{about}\n")?;
    let text = RefCell::new(text);
    let compare = |trials: &[SpsaTrial]| -> Result<Vec<f64>, Failure> {
        let recipes = |SpsaTrial { iteration, values: [one, other] }: &SpsaTrial| -> Result<_, Failure> {
            Ok((*iteration as usize, [tuned.recipe(one)?, tuned.recipe(other)?]))
        };
        let pairs = trials.iter().map(recipes).collect::<Result<Vec<_>, _>>()?;
        Ok(arena.play(&answers, &about, &progress, &pairs)?.iter().map(PlayedPair::margin).collect())
    };
    let mut says = 0;
    let moved = |point: &SpsaPoint| {
        // About ten lines.
        let tenth = u64::from(point.iterations) * 10 / u64::from(spsa.iterations);
        if tenth > says {
            says = tenth;
            let line = line(&tuned, point);
            // If this fails, the reader of the output has gone; the end of the run reports the error.
            let _ = progress.suspend(|| writeln!(text.borrow_mut(), "{line}"));
        }
    };
    let points = spsa.run(compare, moved)?;
    drop(progress);
    let mut out = text.into_inner();
    let Some(end) = points.last() else { return Ok(Vec::new()) };
    let SpsaPoint { iterations, chance, .. } = end;
    let all = options.iterations;
    let title =
        format!("Constants after {iterations} of {all} pairs; by chance alone one strays {chance:.2} steps");
    out.print(&title, &table(&tuned, end))?;
    let values: Vec<i32> = end.values.iter().map(|value| value.round() as i32).collect();
    let recipe = tuned.recipe(&values)?.to_string();
    writeln!(out, "\nRecipe\n{recipe}")?;
    out.csv("spsa.csv", &csv(&tuned, &points))?;
    out.figure("spsa.svg", &figure(&tuned, &points))?;
    out.file("Recipe", "spsa.txt", &format!("{recipe}\n"))?;
    out.list("Journal", &options.tune.out.out.join(format!("{MODE}.tsv")));
    Ok(out.finish()?)
}

/// Everything that decides the run.
fn describe(arena: &Arena<'_>, tuned: &Tuned, spsa: &Spsa) -> Result<String, Failure> {
    let stepped: Vec<i32> =
        spsa.axes.iter().map(|axis| axis.start.saturating_add(axis.step).min(axis.most)).collect();
    let games = arena.describe([&tuned.base, &tuned.recipe(&stepped)?])?;
    let constant = |(constant, axis): (&&Constant, &SpsaAxis)| {
        let SpsaAxis { start, least, most, step } = axis;
        format!("{}={start} ({least} to {most} by {step})", constant.name)
    };
    let constants: Vec<String> = tuned.constants.iter().zip(&spsa.axes).map(constant).collect();
    let Spsa { iterations, batch, rate, .. } = spsa;
    let constants = constants.join(", ");
    Ok(format!("{games}; SPSA, {iterations} pairs, {batch} at a time, rate {rate:.5}; {constants}"))
}

/// Number of constants that a line names.
const IN_LINE: usize = 6;
/// Number of constants that the figure shows: as many as there are colours.
const IN_FIGURE: usize = 7;

/// Change of each constant in its steps.
fn steps(tuned: &Tuned, values: &[f64]) -> Vec<f64> {
    let steps = |(axis, value): (SpsaAxis, &f64)| (value - f64::from(axis.start)) / f64::from(axis.step);
    tuned.axes().into_iter().zip(values).map(steps).collect()
}

/// The constants that moved most, the farthest first.
fn movers(steps: &[f64], most: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..steps.len()).collect();
    order.sort_by(|&a, &b| steps[b].abs().total_cmp(&steps[a].abs()));
    order.truncate(most);
    order
}

/// A line with the constants that moved most so far.
fn line(tuned: &Tuned, point: &SpsaPoint) -> String {
    let steps = steps(tuned, &point.values);
    let named = movers(&steps, IN_LINE)
        .into_iter()
        .map(|i| format!("{} {:.1} ({:+.2} steps)", tuned.constants[i].name, point.values[i], steps[i]));
    let named: Vec<String> = named.collect();
    format!("{} pairs: {}", point.iterations, named.join(", "))
}

/// The constants of a point beside those of the base.
fn table(tuned: &Tuned, end: &SpsaPoint) -> Table {
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
fn csv(tuned: &Tuned, points: &[SpsaPoint]) -> Table {
    let names = tuned.constants.iter().map(|constant| constant.name);
    let mut table = Table::new(["pairs", "chance_steps"].into_iter().chain(names));
    for point in points {
        let values = point.values.iter().map(|&value| Cell::Real(value, 1));
        table.push([point.iterations.into(), Cell::Real(point.chance, 2)].into_iter().chain(values));
    }
    table
}

/// The course of the constants that moved most.
fn figure(tuned: &Tuned, points: &[SpsaPoint]) -> Plot {
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

/// A recipe with constants to be tuned.
struct Tuned {
    base: Recipe,
    /// The constants of the base.
    settings: Settings,
    constants: Vec<&'static Constant>,
}

impl Tuned {
    /// The constants with these names. Without names, all that can be tuned: switches are left out, and constants that do not change the
    /// search of the base.
    fn new(parts: &Parts, base: &str, names: &[String], arena: &Arena<'_>) -> Result<Tuned, Failure> {
        let base = parts.recipe(base).map_err(|error| format!("--base: {error}"))?;
        let mut tuned = Tuned { settings: base.settings(), base, constants: Vec::new() };
        let named = names.iter().map(|name| tuned.named(name)).collect::<Result<Vec<_>, _>>()?.concat();
        // In the order of the table, each once.
        let is_tuned = |constant: &&Constant| match names {
            [] => constant.most - constant.least > 1 && tuned.is_in_range(constant),
            _ => named.iter().any(|known| known.name == constant.name),
        };
        tuned.constants = Settings::CONSTANTS.iter().filter(is_tuned).collect();
        let felt = tuned.felt(arena)?;
        if felt.is_empty() {
            let (of, nodes) = (if names.is_empty() { "" } else { " of --constants" }, arena.nodes);
            let base = &tuned.base;
            return Err(format!(
                "--base {base}: no constant{of} changes its search of {nodes} nodes (--nodes), expected one that does"
            )
            .into());
        }
        if names.is_empty() {
            tuned.constants = felt;
        }
        Ok(tuned)
    }

    /// Value of a constant in the base.
    fn start(&self, constant: &Constant) -> i32 {
        constant.get(&self.settings)
    }

    /// The axes of the constants.
    fn axes(&self) -> Vec<SpsaAxis> {
        let axis = |constant: &&Constant| SpsaAxis {
            start: self.start(constant),
            least: constant.least,
            most: constant.most,
            step: constant.step,
        };
        self.constants.iter().map(axis).collect()
    }

    /// The base with these values, in the order of the constants; unchanged ones are not named.
    fn recipe(&self, values: &[i32]) -> Result<Recipe, RecipeError> {
        let changed =
            self.constants.iter().zip(values).filter(|(constant, value)| self.start(constant) != **value);
        changed.into_iter().try_fold(self.base.clone(), |recipe, (constant, value)| {
            recipe.with_constant(constant.name, *value)
        })
    }

    /// The constants that a name stands for: one, or those of a part that are in their ranges. A value outside, such as a depth that is
    /// never reached, switches something off and has no neighbours to try.
    fn named(&self, name: &str) -> Result<Vec<&'static Constant>, Failure> {
        let in_part = |constant: &&Constant| {
            let rest = constant.name.strip_prefix(name);
            rest.is_some_and(|rest| rest.starts_with('.')) && self.is_in_range(constant)
        };
        let part: Vec<&Constant> = Settings::CONSTANTS.iter().filter(in_part).collect();
        if !part.is_empty() {
            return Ok(part);
        }
        let constant = Settings::constant(name).map_err(|error| format!("--constants: {error}"))?;
        if !self.is_in_range(constant) {
            let (start, least, most) = (self.start(constant), constant.least, constant.most);
            let told = format!(
                "--constants: {name} is {start} in {}, expected {least} to {most}: give --base a value to begin with",
                self.base
            );
            return Err(told.into());
        }
        Ok(vec![constant])
    }

    fn is_in_range(&self, constant: &Constant) -> bool {
        (constant.least..=constant.most).contains(&self.start(constant))
    }

    /// The constants that change the search at an end of their range.
    fn felt(&self, arena: &Arena<'_>) -> Result<Vec<&'static Constant>, Failure> {
        let before: Vec<u64> = arena.trace(&self.base, 0..TRACED)?.collect();
        let mut felt = Vec::new();
        for &constant in &self.constants {
            for end in [constant.least, constant.most] {
                let other = self.base.with_constant(constant.name, end)?;
                if arena.trace(&other, 0..TRACED)?.ne(before.iter().copied()) {
                    felt.push(constant);
                    break;
                }
            }
        }
        Ok(felt)
    }
}
