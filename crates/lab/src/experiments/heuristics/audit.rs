//! What forward pruning and reductions get wrong: claims checked by a search that leaves nothing out.

use std::collections::{BTreeMap, BTreeSet};

use komadai_core::rng::mix;
use komadai_recipe::Recipe;
use komadai_recipe::watch::audit::{AuditedClaim, ClaimForm, ClaimSample, PruningAudit};
use komadai_report::options::Seed;
use komadai_report::{Cell, Failure, Report, Table, words};
use komadai_search::Limits;
use komadai_search::pruning::Stage;

use super::{Options, Setup};
use crate::data::games::Claims;
use crate::stats::bootstrap::median;
use crate::stats::by_game::MeanByGame;

/// The search that is watched by default, with every pruning on.
const WATCHED: &str = "modern+multi-probcut";
/// The search that checks the claims: every move to the full depth. Quiescence is the same, since it is not what is judged.
const FULL: &str = "bare+table+history+brother+exchange-order+check-extension+short-quiescence+delta+mate-in-one+superior+correction";
/// Nodes for one question.
const PATIENCE: u64 = 300_000;
/// Claims of one kind: all, by the plies left at the node, by the stage of the game, by the moves searched before.
const GROUPS: [&str; 12] = [
    "all",
    "1 ply left",
    "2-3 plies",
    "4-5 plies",
    "6 and more",
    "opening",
    "middle game",
    "ending",
    "move 1-4",
    "move 5-8",
    "move 9-16",
    "move 17 on",
];

/// Claims of one pruning at one position: how many were made, and what became of those checked.
#[derive(serde::Serialize, serde::Deserialize)]
struct Judged {
    /// Name of the pruning.
    by: String,
    /// What was given up, and on which side of the window.
    form: ClaimForm,
    /// Claims made.
    seen: u64,
    cases: Vec<Case>,
}

/// A claim that was checked.
#[derive(serde::Serialize, serde::Deserialize)]
struct Case {
    /// Members of [`GROUPS`] that it belongs to: by depth, by stage of the game, by the moves searched before.
    groups: Vec<usize>,
    found: AuditedClaim,
}

/// How the claims of one kind turned out.
#[derive(Default)]
struct Tally {
    /// Claims made; counted only for all together.
    seen: u64,
    /// Errors of the wrong ones.
    wrong: Vec<f64>,
    open: u64,
    /// Share of wrong claims among those that are not open, by the positions whose trees they are in.
    share: MeanByGame,
}

impl Tally {
    /// Adds the claims of one position.
    fn add<'a>(&mut self, cases: impl Iterator<Item = &'a Case>) {
        let (mut asked, before) = (0, self.wrong.len());
        for case in cases {
            asked += u64::from(case.found != AuditedClaim::Open);
            match case.found {
                AuditedClaim::Right => {}
                AuditedClaim::Wrong(off) => self.wrong.push(off.into()),
                AuditedClaim::Open => self.open += 1,
            }
        }
        self.share.push(asked, (self.wrong.len() - before) as f64);
    }

    fn median_error(&self) -> Option<Cell> {
        (!self.wrong.is_empty()).then(|| Cell::Real(median(&mut self.wrong.clone()), 0))
    }
}

/// Prints and saves the table.
pub(super) fn table(setup: &Setup<'_>, out: &mut Report) -> Result<(), Failure> {
    let options = setup.options;
    let watched = setup.watched(WATCHED)?;
    let full: Recipe = FULL.parse()?;
    let mb = setup.hash_mb;
    let worker = || Ok::<_, Failure>((watched.clone(), setup.eval.instrumented(&full, (None, None), mb)?));
    let workers = options.threads.workers_of(setup.suite.len(), worker)?;
    let depth = options.depths.last().copied();
    let plies = depth.unwrap_or(0);
    let Options { claims: Claims { claims }, cap, seed: Seed { seed }, .. } = options;
    let watching = format!(
        "audit with reductions {} against {} claims {claims} cap {cap} depth {plies} patience {PATIENCE} seed {seed} table {mb} MB",
        setup.describe(&watched)?,
        setup.describe(&full)?
    );
    let all = setup.ask(&watching, workers, |(watched, full), entry| {
        let pos = entry.position();
        let audit = PruningAudit::new(*claims as usize, mix(seed ^ pos.key()));
        let searcher = setup.eval.instrumented(watched, (Some(audit), None), mb);
        let mut searcher = searcher.map_err(|error| format!("--hash-mb: {error}"))?;
        let limits = Limits { nodes: Some(*cap), depth, ..Limits::default() };
        searcher.search(&pos, &limits);
        let mut case = |sample: &ClaimSample| {
            full.clear();
            let found = sample.verify(&mut |pos, depth, window| full.value(pos, depth, window, PATIENCE));
            Case { groups: groups(sample), found }
        };
        let mut judged = Vec::new();
        if let Some(audit) = &searcher.instruments().1.0 {
            for (&(by, form), of) in &audit.kinds {
                let cases = of.samples.iter().map(&mut case).collect();
                judged.push(Judged { by: by.to_owned(), form, seen: of.seen, cases });
            }
        }
        Ok(judged)
    })?;

    let mut tallies: BTreeMap<(String, ClaimForm, usize), Tally> = BTreeMap::new();
    for of in all {
        for Judged { by, form, seen, cases } in of {
            tallies.entry((by.clone(), form, 0)).or_default().seen += seen;
            let groups: BTreeSet<usize> = cases.iter().flat_map(|case| case.groups.iter().copied()).collect();
            for group in groups {
                let tally = tallies.entry((by.clone(), form, group)).or_default();
                tally.add(cases.iter().filter(|case| case.groups.contains(&group)));
            }
        }
    }
    let table = Table::of(&tallies)
        .column("by", |((by, ..), _)| by.as_str())
        .column("gives up", |((_, form, _), _)| ClaimForm::ALL[*form as usize].1)
        .column("of", |((.., group), _)| GROUPS[*group])
        .column("claims", |(_, tally)| (tally.seen > 0).then_some(tally.seen))
        .column("settled", |(_, tally)| tally.share.moves())
        .columns(["false, %", "95 %"], |(_, tally)| tally.share.percent_95())
        .column("median error", |(_, tally)| tally.median_error())
        .column("open", |(_, tally)| tally.open)
        .table()
        .keys(3);
    let title = format!(
        "Audit of prunings and reductions: {watched}, {} positions, depth {plies}; of each kind of claim at most {claims} a position asked again of\n\
         {FULL}, at most {} each. Errors in centipawns, at least.",
        setup.suite.len(),
        words::count(PATIENCE, "node", "nodes")
    );
    Ok(out.table(&title, "audit.csv", &table)?)
}

/// All groups of [`GROUPS`] that a claim belongs to. Claims about nodes have no move.
fn groups(sample: &ClaimSample) -> Vec<usize> {
    let band = match sample.depth.whole_plies() {
        ..=1 => 1,
        2..=3 => 2,
        4..=5 => 3,
        _ => 4,
    };
    let mut groups = vec![0, band, 5 + Stage::of(&sample.pos) as usize];
    if sample.form == ClaimForm::Moves {
        groups.push(match sample.tried {
            ..4 => 8,
            4..8 => 9,
            8..16 => 10,
            _ => 11,
        });
    }
    groups
}

#[cfg(test)]
mod tests {
    use komadai_report::Interval;

    use super::*;

    #[test]
    fn claims_of_one_position_say_nothing_of_other_positions() {
        let found = [AuditedClaim::Wrong(30), AuditedClaim::Right, AuditedClaim::Open];
        let cases = found.map(|found| Case { groups: vec![0], found });
        let mut tally = Tally::default();
        tally.add(cases.iter());
        assert_eq!((tally.share.moves(), tally.open), (2, 1));
        assert_eq!(tally.median_error(), Some(Cell::Real(30.0, 0)));
        assert_eq!(tally.share.percent_95(), [Cell::Real(50.0, 1), Cell::Empty]);
        tally.wrong.push(70.0);
        assert_eq!(tally.median_error(), Some(Cell::Real(50.0, 0)), "half-way between the two in the middle");
        // Half of the claims of one position are false and none of the other's: less sure than four independent claims.
        tally.add(cases[1..2].iter().chain(&cases[1..2]));
        let Cell::Ends(ends, _) = &tally.share.percent_95()[1] else { panic!("two positions") };
        assert!(ends.high > Interval::of_percent(1, 4).unwrap().high, "{ends:?}");
    }
}
