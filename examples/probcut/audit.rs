//! How often a cut by a learned margin is false, by side of the window, beside what the model foretells.
//!
//! The tree is that of a search without other prunings of nodes, with ProbCut at a gap of 4 plies on both sides. A sample of its
//! cuts is asked again of `modern`, the search that the model was made for, from the node on: is the value at the budget of
//! the node on the side of the window that was claimed?

use std::ops::ControlFlow;

use komadai::Value;
use komadai::eval::reliability::ReliabilityModel;
use komadai::learn::in_parallel;
use komadai::rng::mix;
use komadai::search::Engine;
use komadai::search::{Limits, Side};
use komadai_lab::{
    Claim, ClaimForm, ClaimSample, MeanByGame, NamedEvaluation, Parts, PruningAudit, SuiteEntry,
};
use komadai_report::{Cell, Failure, Interval, Progress, Table};

use crate::margins;
use crate::options::Options;

/// The search whose cuts are audited, without its margin: `modern` with no other pruning of nodes, and late moves reduced, without which few
/// nodes have the budget.
const BASE: &str = "modern-null-node-futility-razoring-capture-cut-late-pruning-exchange";
/// Fewest cuts of a side, and fewest false ones foretold, before the sides are judged.
const FEWEST: (u64, f64) = (100, 10.0);

/// Values farther from 0 are left out, as in training.
const LIMIT: i32 = 3_000;

/// A cut that was asked again.
struct Asked {
    side: Side,
    wrong: bool,
    /// The chance by the model that it is, after the value that the shallow search finds.
    foretold: f64,
}

/// A row a margin and a side.
pub(crate) fn table(
    suite: &[SuiteEntry],
    model: &ReliabilityModel,
    parts: &Parts,
    eval: &NamedEvaluation,
    options: &Options,
) -> Result<Table, Failure> {
    let heading = [
        "margin",
        "claims",
        "cuts",
        "asked again",
        "false, %",
        "95 %",
        "foretold, %",
        "at the margin, %",
        "sides alike, as parts of the foretold",
    ];
    let mut table = Table::new(heading).keys(2);
    for (name, spreads) in margins::AUDITED {
        let recipe = parts.recipe(&format!("{BASE}+{name}"))?;
        let modern = parts.recipe("modern")?;
        let mb = options.hash.hash_mb as usize;
        let engines = (0..options.threads.count()).map(|_| eval.engine(&modern, mb));
        let engines: Vec<Box<dyn Engine + Send>> = engines.collect::<Result<_, _>>()?;
        let progress = Progress::new(suite.len(), 0, "positions");
        let mut all: Vec<([u64; 2], Vec<Asked>)> = suite.iter().map(|_| ([0; 2], Vec::new())).collect();
        let outcome = in_parallel(
            engines,
            suite,
            |modern, entry| {
                let audit = PruningAudit::new(options.claims as usize, mix(entry.position().key()));
                let mut watched =
                    eval.instrumented(&recipe, (Some(audit), None), mb).map_err(|error| error.to_string())?;
                let limits =
                    Limits { nodes: Some(options.cap), depth: Some(options.depth), ..Limits::default() };
                watched.search_game(entry.game.tracked(), &limits, &mut |_| {});
                let (mut cuts, mut asked) = ([0; 2], Vec::new());
                for (kind, of) in watched.instruments().1.0.iter().flat_map(PruningAudit::kinds) {
                    if kind.by == margins::PROBCUT {
                        cuts[usize::from(kind.form == ClaimForm::BelowAlpha)] += of.seen;
                        asked.extend(
                            of.samples.iter().filter_map(|sample| again(sample, &mut **modern, model)),
                        );
                    }
                }
                Ok::<_, String>((cuts, asked))
            },
            |index, found| match found {
                Ok(found) => {
                    progress.step();
                    all[index] = found;
                    ControlFlow::Continue(())
                }
                Err(error) => ControlFlow::Break(error),
            },
        );
        progress.finish();
        if let ControlFlow::Break(error) = outcome {
            return Err(error.into());
        }
        rows(&mut table, name, &all, at_margin(model, spreads));
    }
    Ok(table)
}

/// The chance that a cut at the margin itself is false, by the model's pair of depths 4 and 8.
fn at_margin(model: &ReliabilityModel, spreads: f64) -> f64 {
    model.nearest(4.0, 8.0).map_or(f64::NAN, |pair| pair.tail.beyond(spreads))
}

/// Searches a claim again; `None` where a mate is seen, of which the model says nothing.
fn again(sample: &ClaimSample, modern: &mut (dyn Engine + Send), model: &ReliabilityModel) -> Option<Asked> {
    let deep = u32::try_from(sample.depth.whole_plies()).ok()?;
    let shallow = deep.checked_sub(margins::GAP as u32)?;
    modern.clear();
    let report = modern.search_game(sample.pos.clone().into(), &Limits::depth(deep), &mut |_| {});
    let value = |depth| {
        let found = report.iterations.iter().find(|found| found.depth == depth)?;
        (found.value.cp().abs() <= LIMIT).then_some(found.value)
    };
    let (found, after) = (value(shallow)?, value(deep)?);
    let above = |bar: Value| model.chance_above(&sample.pos, shallow as f32, deep as f32, found, bar);
    Some(match sample.claim {
        Claim::High(beta) => Asked {
            side: Side::AboveBeta,
            wrong: after < beta,
            foretold: 1.0 - above(beta - Value::from_cp(1)),
        },
        Claim::Low(alpha) => Asked { side: Side::BelowAlpha, wrong: after > alpha, foretold: above(alpha) },
        Claim::Skipped(..) => return None,
    })
}

/// The share of a number among the cuts of a side, with its interval by positions.
fn share(all: &[([u64; 2], Vec<Asked>)], side: Side, number: impl Fn(&Asked) -> f64) -> Option<Interval> {
    let mut mean = MeanByGame::default();
    for (_, asked) in all {
        let of = || asked.iter().filter(|asked| asked.side == side);
        mean.push(of().count() as u64, of().map(&number).sum());
    }
    let (value, half) = (mean.mean(), mean.half_width_95());
    half.is_finite().then_some(Interval { value, low: (value - half).max(0.0), high: value + half })
}

fn rows(table: &mut Table, name: &str, all: &[([u64; 2], Vec<Asked>)], at_margin: f64) {
    let found = Side::ALL.map(|side| {
        let asked = all.iter().flat_map(|(_, asked)| asked).filter(|asked| asked.side == side).count() as u64;
        let wrong = share(all, side, |asked| f64::from(u8::from(asked.wrong)));
        let foretold = share(all, side, |asked| asked.foretold).map_or(f64::NAN, |share| share.value);
        (asked, wrong, foretold)
    });
    let enough =
        found.iter().all(|&(asked, _, foretold)| asked >= FEWEST.0 && foretold * asked as f64 >= FEWEST.1);
    // Cuts lie farther beyond the margin on one side than on the other, so that the shares alone say little: each is compared as
    // a part of what is foretold.
    let part = found.map(|(_, wrong, foretold)| wrong.map(|wrong| wrong.map(|share| share / foretold)));
    let verdict = match part {
        [Some(high), Some(low)] if enough => {
            let within = |one: Interval, other: f64| (one.low..=one.high).contains(&other);
            if within(high, low.value) && within(low, high.value) { "yes" } else { "no" }
        }
        _ => "too few to say",
    };
    for (side, (asked, wrong, foretold)) in Side::ALL.into_iter().zip(found) {
        let cuts: u64 = all.iter().map(|(cuts, _)| cuts[side as usize]).sum();
        let percent = wrong.map(|wrong| wrong.map(|share| 100.0 * share));
        table.push([
            name.into(),
            match side {
                Side::AboveBeta => "at least beta",
                Side::BelowAlpha => "at most alpha",
            }
            .into(),
            cuts.into(),
            asked.into(),
            percent.map_or(Cell::Empty, |share| Cell::real(share.value, 1)),
            percent.map_or(Cell::Empty, |share| Cell::ends(share, 1)),
            Cell::real(100.0 * foretold, 1),
            Cell::real(100.0 * at_margin, 1),
            verdict.into(),
        ]);
    }
}
