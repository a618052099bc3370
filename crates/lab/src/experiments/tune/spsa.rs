//! Tuning by SPSA: pairs of games between opposite settings of all constants, which then move towards those that won.

use std::cell::RefCell;
use std::io::Write;

use komadai_report::{Failure, Printed, Progress, Report};

use super::arena::Arena;
use super::constants::Tuned;
use super::course;
use super::journal::PairJournal;
use super::options::SpsaOptions;
use crate::recipe::{Parts, Recipe};
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
    let pairs = spsa.iterations as usize;
    let journal = PairJournal::open(&options.tune.out, MODE, &about)?;
    let mut known = journal.known(MODE, pairs)?;
    let there = known.iter().flatten().count();
    let mut text = options.tune.out.report();
    writeln!(text, "{about}\n")?;
    let text = RefCell::new(text);
    let progress = Progress::new(pairs, there, "pairs").resumable();
    let compare = |trials: &[SpsaTrial]| -> Result<Option<Vec<f64>>, Failure> {
        let open = trials.iter().filter(|trial| known[trial.iteration as usize].is_none());
        let items = open.map(|trial| {
            let [one, other] = &trial.values;
            Ok((trial.iteration as usize, [tuned.recipe(one)?, tuned.recipe(other)?]))
        });
        let items: Vec<(usize, [Recipe; 2])> = items.collect::<Result<_, Failure>>()?;
        arena.play(&items, &journal, |number, pair| {
            progress.step();
            known[number] = Some(pair);
        })?;
        let played = trials.iter().map(|trial| Some(known[trial.iteration as usize]?.margin()));
        Ok(played.collect())
    };
    let mut says = 0;
    let moved = |point: &SpsaPoint| {
        // About ten lines.
        let tenth = u64::from(point.iterations) * 10 / u64::from(spsa.iterations);
        if tenth > says {
            says = tenth;
            let line = course::line(&tuned, point);
            // Whoever reads the output has read enough if it cannot be written; the end of the run will say so.
            let _ = progress.suspend(|| writeln!(text.borrow_mut(), "{line}"));
        }
    };
    let points = spsa.run(compare, moved)?;
    progress.finish();
    report(options, &tuned, &points, text.into_inner())
}

/// All that decides the run.
fn describe(arena: &Arena, tuned: &Tuned, spsa: &Spsa) -> Result<String, Failure> {
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
    out.print(&title, &course::table(tuned, end))?;
    let values: Vec<i32> = end.values.iter().map(|value| value.round() as i32).collect();
    let recipe = tuned.recipe(&values)?.to_string();
    writeln!(out, "\nRecipe\n{recipe}")?;
    out.csv("spsa.csv", &course::csv(tuned, points))?;
    out.figure("spsa.svg", &course::figure(tuned, points))?;
    out.file("Recipe", "spsa.txt", &format!("{recipe}\n"))?;
    out.list("Journal", &options.tune.out.out.join(format!("{MODE}.tsv")));
    Ok(out.finish()?)
}
