//! The factorial experiment: every pair of games draws the levels of the factors, so that each game measures many of them.

use std::collections::{BTreeSet, HashSet};
use std::io::Write;

use komadai_recipe::{Parts, Recipe};
use komadai_report::{Cell, Failure, Interval, Printed, Table};

use super::arena::{Arena, TRACED, progress};
use super::effects::{Design, Effect, effects};
use super::{Factor, ScreenOptions};
use crate::run::answers;
use crate::run::clocks::ThreadClock;

/// Name of the journal.
const MODE: &str = "screen";

/// The experiment: its options, and everything that its games need.
struct Screen<'a> {
    options: &'a ScreenOptions,
    parts: &'a Parts,
    arena: Arena<'a>,
    design: Design,
}

/// Plays the missing pairs; prints and saves the effects.
pub(super) fn run(options: &ScreenOptions, parts: &Parts) -> Result<Vec<Printed>, Failure> {
    check(options, parts)?;
    let arena = Arena::new(&options.tune, parts)?;
    let (seed, factors) = (options.tune.play.seed.seed, options.factors.len());
    let design = Design { seed, factors, low_at_once: options.low_at_once.map(|low| low as usize) };
    let screen = Screen { options, parts, arena, design };
    let [low, high] = [false, true].map(|high| screen.recipe(&vec![high; factors]));
    let names: Vec<String> = options.factors.iter().map(Factor::to_string).collect();
    let sparse = options.low_at_once.map_or_else(String::new, |low| format!("; {low} low at once"));
    let about = format!("{}; factors {}{sparse}", screen.arena.describe([&low?, &high?])?, names.join(","));
    let asked = screen.pairs_that_tell();
    let recipes = |&number: &usize| -> Result<_, Failure> {
        let [first, second] = screen.design.levels(number);
        Ok((number, [screen.recipe(&first)?, screen.recipe(&second)?]))
    };
    let pairs = asked.iter().map(recipes).collect::<Result<Vec<_>, _>>()?;
    let answers = answers::open(&options.tune.out, MODE)?;
    let progress = progress(&answers, &about, &asked);
    let played = screen.arena.play(&answers, &about, &progress, &pairs)?;
    drop(progress);
    let felt: Result<Vec<usize>, Failure> =
        (0..factors).map(|factor| screen.searches_that_differ(factor)).collect();
    let (felt, pairs) = (felt?, asked.into_iter().zip(played).collect::<Vec<_>>());
    let effects = effects(&screen.design, &pairs);
    let too_few = effects.iter().any(|effect| effect.elo.is_none());
    let played = pairs.len();
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
    let [for_people, for_programs] = tables(&options.factors, &effects, &felt);
    out.print(&title, &for_people)?;
    writeln!(
        out,
        "Searches that differ: of {TRACED}, in openings and in the middle game, with the factor at its other level. Where none does, it changes few searches or none."
    )?;
    let left_out = options.pairs.pairs - played;
    if left_out > 0 {
        writeln!(
            out,
            "Left out: {left_out} pairs of players who have played their opening before; more openings let all be played."
        )?;
    }
    if too_few {
        writeln!(out, "Too few pairs to tell {} factors apart.", effects.len())?;
    }
    out.csv("screen.csv", &for_programs)?;
    out.list("Journal", &options.tune.out.out.join(format!("{MODE}.tsv")));
    Ok(out.finish()?)
}

/// Checks that every factor occurs once, that the recipe takes both its levels, and that there are enough for the design.
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

impl Screen<'_> {
    /// The base with the levels of the factors.
    fn recipe(&self, high: &[bool]) -> Result<Recipe, Failure> {
        let levels = self.options.factors.iter().zip(high);
        let words: String = levels.map(|(factor, &high)| factor.words(high)).collect();
        Ok(self.parts.recipe(&format!("{}{words}", self.options.tune.base))?)
    }

    /// The pairs whose two recipes have not played their opening before: the same games would come again, perhaps with the players
    /// exchanged, and say nothing new.
    fn pairs_that_tell(&self) -> Vec<usize> {
        let mut seen = HashSet::new();
        let is_new = |&number: &usize| {
            let mut levels = self.design.levels(number);
            levels.sort();
            seen.insert((self.arena.opening_number(number), levels))
        };
        (0..self.options.pairs.pairs).filter(is_new).collect()
    }

    /// In how many positions, openings and others, the first player of the pair of that number searches differently if one factor has its
    /// other level. A constant of a part that the recipe lacks changes none.
    fn searches_that_differ(&self, factor: usize) -> Result<usize, Failure> {
        let mut differ = 0;
        for number in 0..TRACED {
            let [mut levels, _] = self.design.levels(number);
            let [low, high] = [false, true].map(|high| {
                levels[factor] = high;
                self.recipe(&levels)
            });
            let (low, high, here) = (low?, high?, number..number + 1);
            differ += usize::from(self.arena.trace(&low, here.clone())?.ne(self.arena.trace(&high, here)?));
        }
        Ok(differ)
    }
}

/// The effects for people and for programs.
fn tables(factors: &[Factor], effects: &[Effect], felt: &[usize]) -> [Table; 2] {
    let levels = || {
        Table::of(factors.iter().zip(effects).zip(felt))
            .column("factor", |((factor, _), _)| factor.name.as_str())
            .column("low", |((factor, _), _)| factor.levels[0].as_str())
            .column("high", |((factor, _), _)| factor.levels[1].as_str())
    };
    let percent = |ratio: Interval| ratio.map(|ratio| 100.0 * (ratio - 1.0));
    let for_people = levels()
        .column("searches that differ", |(_, &felt)| felt)
        .column("Elo, -400 log10(1/p-1)", |((_, effect), _)| effect.elo.map(|elo| format!("{elo:+.1}")))
        .column("time a node (%)", |((_, effect), _)| {
            effect.time.map(|ratio| format!("{:+.1}", percent(ratio)))
        })
        .column("plies a move", |((_, effect), _)| effect.plies.map(|plies| format!("{plies:+.2}")));
    let heading = |name: &str| [name.to_owned(), format!("{name}_low"), format!("{name}_high")];
    let cells = |interval: Option<Interval>| {
        let numbers = interval.map_or([f64::NAN; 3], |Interval { value, low, high }| [value, low, high]);
        numbers.map(|number| Cell::Real(number, 2))
    };
    let for_programs = levels()
        .column("searches_that_differ", |(_, &felt)| felt)
        .columns(heading("elo_logistic"), |((_, effect), _)| cells(effect.elo))
        .columns(heading("time_ratio"), |((_, effect), _)| cells(effect.time))
        .columns(heading("plies"), |((_, effect), _)| cells(effect.plies));
    [for_people.table(), for_programs.table()]
}
