//! The factorial experiment: every pair of games draws the levels of the factors, so that each game measures many of them.

use std::collections::BTreeSet;
use std::io::Write;

use komadai_recipe::{Parts, Recipe};
use komadai_report::{Cell, Failure, Interval, Printed, Table};

use super::ScreenOptions;
use super::arena::{Arena, Pairs, PlayedPair, TRACED};
use super::design::Design;
use super::effects::{Effect, effects};
use super::factor::Factor;
use crate::run::clocks::ThreadClock;

/// Name of the journal.
const MODE: &str = "screen";

/// Plays the pairs that are missing; prints and saves the effects.
pub(super) fn run(options: &ScreenOptions, parts: &Parts) -> Result<Vec<Printed>, Failure> {
    check(options, parts)?;
    let arena = Arena::new(&options.tune, parts)?;
    let factors = &options.factors;
    let extremes = [false, true].map(|high| recipe(options, parts, &vec![high; factors.len()]));
    let [low, high] = extremes;
    let names: Vec<String> = factors.iter().map(Factor::to_string).collect();
    let sparse = options.low_at_once.map_or_else(String::new, |low| format!("; {low} low at once"));
    let about = format!("{}; factors {}{sparse}", arena.describe([&low?, &high?])?, names.join(","));
    let pairs = options.pairs.count();
    let (mut played, progress) = Pairs::open(&arena, &options.tune.out, MODE, &about, pairs)?;
    played.play(&progress, (0..pairs).map(|number| (number, number)), |number| {
        let [first, second] = design(options).levels(number);
        Ok([recipe(options, parts, &first)?, recipe(options, parts, &second)?])
    })?;
    progress.finish();
    let felt = (0..factors.len()).map(|factor| searches_that_differ(options, parts, &arena, factor));
    report(options, &about, &played.known, &felt.collect::<Result<Vec<usize>, Failure>>()?)
}

/// In how many of the first pairs' openings the first player searches otherwise once one factor has its other level. A constant of
/// a part that the recipe lacks changes nothing, and what games say of it is chance.
fn searches_that_differ(
    options: &ScreenOptions,
    parts: &Parts,
    arena: &Arena<'_>,
    factor: usize,
) -> Result<usize, Failure> {
    let mut differ = 0;
    for number in 0..TRACED {
        let [mut levels, _] = design(options).levels(number);
        let [low, high] = [false, true].map(|high| {
            levels[factor] = high;
            recipe(options, parts, &levels)
        });
        differ += usize::from(arena.differs_at(number, [&low?, &high?])?);
    }
    Ok(differ)
}

fn design(options: &ScreenOptions) -> Design {
    let low_at_once = options.low_at_once.map(|low| low as usize);
    Design { seed: options.tune.play.seed.seed, factors: options.factors.len(), low_at_once }
}

/// Whether every factor is there once, the recipe takes both its levels, and there are enough for the design.
fn check(options: &ScreenOptions, parts: &Parts) -> Result<(), Failure> {
    let most = options.factors.len() / 2;
    if let Some(low) = options.low_at_once.filter(|&low| low as usize > most) {
        let count = options.factors.len();
        let told = format!("--low-at-once: found {low} with {count} factors, expected at most {most}");
        return Err(told.into());
    }
    let base = &options.tune.base;
    parts.recipe(base).map_err(|error| format!("--base: {error}"))?;
    let mut names = BTreeSet::new();
    for factor in &options.factors {
        if !names.insert(&factor.name) {
            let told =
                format!("--factors {factor}: found {:?} again, expected every factor once", factor.name);
            return Err(told.into());
        }
        for high in [false, true] {
            let words = format!("{base}{}", factor.words(high));
            parts.recipe(&words).map_err(|error| format!("--factors {factor}: {error}"))?;
        }
    }
    Ok(())
}

/// The base with the levels of the factors.
fn recipe(options: &ScreenOptions, parts: &Parts, high: &[bool]) -> Result<Recipe, Failure> {
    let words: String = options.factors.iter().zip(high).map(|(factor, &high)| factor.words(high)).collect();
    Ok(parts.recipe(&format!("{}{words}", options.tune.base))?)
}

fn report(
    options: &ScreenOptions,
    about: &str,
    pairs: &[Option<PlayedPair>],
    felt: &[usize],
) -> Result<Vec<Printed>, Failure> {
    let effects = effects(&design(options), pairs);
    let too_few = effects.iter().any(|effect| effect.elo.is_none());
    // Whatever games say of a factor that no search feels is chance.
    let effects: Vec<Effect> = effects
        .into_iter()
        .zip(felt)
        .map(|(effect, &felt)| if felt > 0 { effect } else { Effect::default() })
        .collect();
    let played = pairs.iter().flatten().count();
    let mut out = options.tune.out.report();
    writeln!(out, "{about}")?;
    let title = format!(
        "High level of each factor against the low one, the others {}, {played} pairs of games (intervals of 95 %; time is {})",
        match options.low_at_once {
            None => "at either level".to_owned(),
            Some(low) => format!("high but for about {low} in each player"),
        },
        ThreadClock::kind()
    );
    out.print(&title, &for_people(&options.factors, &effects, felt))?;
    writeln!(
        out,
        "Searches that differ: of {TRACED}, with the factor at its other level. Where none does, games say nothing of it."
    )?;
    if too_few {
        writeln!(out, "Too few pairs to tell {} factors apart.", effects.len())?;
    }
    out.csv("screen.csv", &for_programs(&options.factors, &effects, felt))?;
    out.list("Journal", &options.tune.out.out.join(format!("{MODE}.tsv")));
    Ok(out.finish()?)
}

fn for_people(factors: &[Factor], effects: &[Effect], felt: &[usize]) -> Table {
    let percent = |ratio: Interval| ratio.map(|ratio| 100.0 * (ratio - 1.0));
    Table::of(factors.iter().zip(effects).zip(felt))
        .column("factor", |((factor, _), _)| factor.name.as_str())
        .column("low", |((factor, _), _)| factor.levels[0].to_string())
        .column("high", |((factor, _), _)| factor.levels[1].to_string())
        .column("searches that differ", |(_, &felt)| felt)
        .column("Elo, -400 log10(1/p-1)", |((_, effect), _)| effect.elo.map(|elo| format!("{elo:+.1}")))
        .column("time a node (%)", |((_, effect), _)| {
            effect.time.map(|ratio| format!("{:+.1}", percent(ratio)))
        })
        .column("plies a move", |((_, effect), _)| effect.plies.map(|plies| format!("{plies:+.2}")))
        .table()
}

fn for_programs(factors: &[Factor], effects: &[Effect], felt: &[usize]) -> Table {
    let ends = |name: &str| [name.to_owned(), format!("{name}_low"), format!("{name}_high")];
    let names = ["factor", "low", "high", "searches_that_differ"].map(str::to_owned);
    let columns = [ends("elo_logistic"), ends("time_ratio"), ends("plies")];
    let mut table = Table::new(names.into_iter().chain(columns.into_iter().flatten()));
    for ((factor, effect), &felt) in factors.iter().zip(effects).zip(felt) {
        let [low, high] = factor.levels.map(|level| Cell::from(level.to_string()));
        let cells = |interval: Option<Interval>| {
            let none = Interval { value: f64::NAN, low: f64::NAN, high: f64::NAN };
            let Interval { value, low, high } = interval.unwrap_or(none);
            [value, low, high].map(|x| Cell::real(x, 2))
        };
        let numbers = [effect.elo, effect.time, effect.plies].into_iter().flat_map(cells);
        table.push([factor.name.as_str().into(), low, high, felt.into()].into_iter().chain(numbers));
    }
    table
}
