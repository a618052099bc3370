//! What forward pruning gets wrong: claims asked again of a search that leaves nothing out.

use std::collections::BTreeMap;
use std::io::Write;

use crate::Tracked;
use crate::lab::audit::{AuditedClaim, ClaimKind, ClaimSample, PruningAudit};
use crate::lab::exit::Failure;
use crate::lab::fold::Folded;
use crate::lab::interval::Interval;
use crate::lab::progress::Progress;
use crate::lab::recipe::Recipe;
use crate::lab::save::save;
use crate::lab::suite::SuiteEntry;
use crate::lab::table::{Cell, Table};
use crate::rng::mix;
use crate::search::pruning::Stage;
use crate::search::{Depth, Limits};
use komadai_learn::map_in_parallel;

use super::setup::Setup;

/// The search that is watched if none is named: every pruning is on.
const WATCHED: &str = "modern+multi-probcut";
/// The search that is asked again: every move to the full depth. Quiescence is the same, for it is not what is judged.
const FULL: &str = "bare+table+history+brother+exchange-order+check-extension+short-quiescence+delta+mate-in-one+superior+correction";
/// Nodes for one question.
const PATIENCE: u64 = 300_000;

/// Claims of one kind at one position: how many were made, and what became of those asked again.
type Judged = (u64, Vec<(ClaimSample, AuditedClaim)>);

/// How the claims of one kind turned out.
#[derive(Default)]
struct Tally {
    /// Claims made, where all of them are counted together.
    seen: u64,
    right: u64,
    /// Off by so much.
    wrong: Vec<i32>,
    open: u64,
}

/// Prints and saves the table.
pub(super) fn table(setup: &Setup<'_>, suite: &[SuiteEntry]) -> Result<(), Failure> {
    let options = setup.options;
    let every_pruning = || {
        let own: String = setup.parts.own_names().flat_map(|name| ["+", name]).collect();
        format!("{WATCHED}{own}")
    };
    let watched = setup.parts.recipe(&options.watch.clone().unwrap_or_else(every_pruning))?;
    let full: Recipe = FULL.parse()?;
    let mb = setup.hash_mb();
    let workers = (0..options.threads)
        .map(|_| Ok((watched.clone(), setup.eval.instrumented(&full, (None, None), mb)?)))
        .collect::<Result<Vec<_>, Failure>>()?;
    let depth = options.depths.last().copied();
    let progress = Progress::new(suite.len(), 0, "positions");
    let judged: Vec<BTreeMap<ClaimKind, Judged>> = map_in_parallel(
        workers,
        suite,
        |(watched, full), entry| {
            let seed = mix(options.seed ^ entry.position().key());
            let audit = PruningAudit::new(options.claims as usize, seed);
            // The table was there a moment ago; if it cannot be had any more, nothing was seen here.
            let Ok(mut searcher) = setup.eval.instrumented(watched, (Some(audit), None), mb) else {
                return BTreeMap::new();
            };
            let limits = Limits { nodes: Some(options.cap), depth, ..Limits::default() };
            searcher.search_game(Tracked::from(entry.position()), &limits, &mut |_| {});
            let mut judge = |sample: &ClaimSample| {
                full.clear();
                (sample.clone(), sample.verify(&mut **full, PATIENCE))
            };
            let Some(audit) = &searcher.instruments().1.0 else { return BTreeMap::new() };
            let kinds = audit.kinds().iter();
            kinds.map(|(&kind, of)| (kind, (of.seen, of.samples.iter().map(&mut judge).collect()))).collect()
        },
        || progress.step(),
    );
    progress.finish();

    let mut tallies: BTreeMap<(ClaimKind, usize, usize), Tally> = BTreeMap::new();
    for (kind, (seen, samples)) in judged.into_iter().flatten() {
        tallies.entry((kind, 0, 0)).or_default().seen += seen;
        for (sample, audited) in samples {
            let stage = Stage::of(&sample.pos) as usize;
            for (band, stage) in [(0, 0), (1 + band(sample.depth), 0), (0, 1 + stage)] {
                let tally = tallies.entry((kind, band, stage)).or_default();
                match audited {
                    AuditedClaim::Right => tally.right += 1,
                    AuditedClaim::Wrong(off) => tally.wrong.push(off),
                    AuditedClaim::Open => tally.open += 1,
                }
            }
        }
    }
    let mut table = Table::new([
        "pruning",
        "gives up",
        "depth",
        "stage",
        "claims",
        "asked again",
        "false, %",
        "95 %",
        "median error",
        "open",
    ])
    .keys(4);
    for ((kind, band, stage), tally) in &mut tallies {
        let asked = tally.right + tally.wrong.len() as u64;
        let share =
            Interval::of_share(tally.wrong.len() as u64, asked).map(|share| share.map(|share| 100.0 * share));
        tally.wrong.sort_unstable();
        table.push([
            Cell::from(kind.by),
            Cell::from(if kind.skipped { "moves" } else { "nodes" }),
            Cell::from(["all", "1", "2-3", "4-5", "6 and more"][*band]),
            Cell::from(["all", "opening", "middle game", "ending"][*stage]),
            if tally.seen > 0 { Cell::from(tally.seen) } else { Cell::from("") },
            Cell::from(asked),
            share.map_or(Cell::Empty, |share| Cell::real(share.value, 1)),
            share.map_or(Cell::Empty, |share| Cell::ends(share, 1)),
            tally.wrong.get(tally.wrong.len() / 2).map_or_else(|| Cell::from(""), |&off| Cell::from(off)),
            Cell::from(tally.open),
        ]);
    }
    let mut out = Folded::stdout();
    writeln!(
        out,
        "Audit of prunings: {watched}, {} positions, depth {}; of each kind of claim at most {} a position asked again of\n\
         {FULL}, at most {PATIENCE} nodes each. Errors in centipawns, at least.\n",
        suite.len(),
        depth.unwrap_or(0),
        options.claims
    )?;
    writeln!(out, "{}", table.to_text())?;
    let path = save(&options.out, "audit.csv", &table.to_csv())?;
    writeln!(out, "File         {}\n", path.display())?;
    Ok(())
}

/// Depth 1, 2–3, 4–5, more.
fn band(depth: Depth) -> usize {
    match depth.whole_plies() {
        ..=1 => 0,
        2..=3 => 1,
        4..=5 => 2,
        _ => 3,
    }
}
