//! Tuning by SPSA: pairs of games between opposite settings of all constants, which then move towards those that won.

use std::cell::RefCell;
use std::io::Write;

use super::arena::Arena;
use super::constants::Tuned;
use super::course;
use super::journal::{PlayedPair, SavedPairs};
use super::options::SpsaOptions;
use crate::recipe::{Parts, Recipe};
use crate::stats::spsa::{Spsa, SpsaPoint, SpsaTrial};
use komadai_report::Failure;
use komadai_report::Progress;
use komadai_report::Report;

/// Name of the journal.
const MODE: &str = "spsa";

/// Plays what is missing; prints and saves where the constants went.
pub(super) fn run(options: &SpsaOptions, parts: &Parts) -> Result<(), Failure> {
    let arena = Arena::new(&options.tune, parts)?;
    let tuned = Tuned::new(parts, &options.tune.base, &options.constants, &arena)?;
    let spsa = Spsa {
        axes: tuned.axes(),
        iterations: options.iterations,
        batch: options.batch,
        rate: options.rate.unwrap_or_else(|| Spsa::usual_rate(options.iterations)),
        seed: options.tune.play.seed,
    };
    let about = describe(&arena, &tuned, &spsa)?;
    let (pairs, out, so_far) = (spsa.iterations as usize, &options.tune.out, options.tune.so_far);
    let saved = SavedPairs::read(out, MODE, &about, pairs)?;
    let there = saved.count();
    let mut known = saved.known.clone();
    let mut journal = None;
    if !so_far {
        if there > 0 {
            eprintln!("{MODE}: {there} of {pairs} pairs are played already");
        }
        std::fs::create_dir_all(out).map_err(|error| format!("--out {}: {error}", out.display()))?;
        journal = Some(saved.resume()?);
    }
    let mut text = Report::new(out);
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
        if let Some(journal) = &mut journal {
            arena.play(&items, journal, |number, pair| {
                progress.step();
                known[number] = Some(pair);
            })?;
        }
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
    if let Some(journal) = journal {
        let all: Vec<PlayedPair> = known.iter().copied().flatten().collect();
        journal.finish(&all)?;
    }
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
) -> Result<(), Failure> {
    let Some(end) = points.last() else { return Ok(()) };
    let title = format!(
        "Constants after {} of {} pairs; by chance alone one strays {:.2} steps",
        end.iterations, options.iterations, end.chance
    );
    out.print(&title, &course::table(tuned, end))?;
    let values: Vec<i32> = end.values.iter().map(|value| value.round() as i32).collect();
    let recipe = tuned.recipe(&values)?.to_string();
    writeln!(out, "\nRecipe\n{recipe}")?;
    if !options.tune.so_far {
        out.csv("spsa.csv", &course::csv(tuned, points))?;
        out.figure("spsa.svg", &course::figure(tuned, points))?;
        out.file("Recipe", "spsa.txt", &format!("{recipe}\n"))?;
        out.list("Journal", &options.tune.out.join(format!("{MODE}.tsv")));
    }
    Ok(out.finish()?)
}
