//! The verdicts of an audit are those of full searches.

use crate::common::{OPEN, material, search};
use komadai_core::Value;
use komadai_recipe::watch::audit::{AuditedClaim, ClaimForm, ClaimSample, PruningAudit, Reservoir};
use komadai_recipe::{Instrumented, OptionalInstruments, OwnPart, Parts};
use komadai_search::{Depth, ForwardPruning, Limits, Probe};

fn watched(recipe: &str, instruments: OptionalInstruments) -> Box<dyn Instrumented + Send> {
    let parts = Parts::new().with("liar", || OwnPart::new().pruning(Liar)).expect("a name");
    let recipe = parts.recipe(recipe).expect("a recipe");
    material().instrumented(&recipe, instruments, 4).expect("four megabytes")
}

fn audit_of(part: &str, plies: u32) -> PruningAudit {
    let mut searcher = watched(&format!("bare+table+{part}"), (Some(PruningAudit::new(100, 1)), None));
    search(&mut *searcher, OPEN, &Limits::depth(plies));
    searcher.instruments().1.0.clone().expect("an audit")
}

/// A search that leaves nothing out.
fn full() -> Box<dyn Instrumented + Send> {
    watched("bare+table", (None, None))
}

/// The verdict of a search of so many nodes on a claim.
fn verdict(sample: &ClaimSample, full: &mut dyn Instrumented, nodes: u64) -> AuditedClaim {
    sample.verify(&mut |pos, depth, window| full.value(pos, depth, window, nodes))
}

/// Honest claims are right far more often than not.
fn assert_right(by: &str, claims: &Reservoir) {
    let mut full = full();
    let right =
        claims.samples.iter().filter(|sample| verdict(sample, &mut *full, 200_000) == AuditedClaim::Right);
    assert!(right.count() * 10 > claims.samples.len() * 7, "{by}");
}

#[test]
fn a_claim_is_right_or_wrong_as_a_full_search_says() {
    let audit = audit_of("null+node-futility+move-futility", 5);
    let kinds: Vec<(&str, ClaimForm)> = audit.kinds.keys().copied().collect();
    let wanted = [
        ("futility", ClaimForm::AboveBeta),
        ("futility", ClaimForm::Moves),
        ("null move", ClaimForm::AboveBeta),
    ];
    assert_eq!(kinds, wanted);
    for (kind, claims) in &audit.kinds {
        assert_eq!(claims.samples.len() as u64, claims.seen.min(100), "{kind:?}");
        assert_right(kind.0, claims);
    }
}

#[test]
fn a_reduction_that_held_claims_that_its_move_is_no_better() {
    let audit = audit_of("late-moves", 6);
    let (kind, claims) = audit.kinds.first_key_value().expect("reductions");
    assert_eq!(*kind, ("reduction", ClaimForm::Moves));
    // No first move is reduced, so each of them came after another one.
    assert!(claims.samples.iter().all(|sample| sample.tried > 0));
    assert_right(kind.0, claims);
}

/// Says of every node that it is good enough.
struct Liar;

impl ForwardPruning for Liar {
    fn prune(&self, probe: &mut dyn Probe) -> Option<(Value, &'static str)> {
        let at = probe.node();
        (at.depth <= Depth::plies(2) && !at.is_pv()).then_some((at.beta, "liar"))
    }
}

#[test]
fn a_pruning_that_lies_is_found_out() {
    let audit = audit_of("liar", 5);
    let mut full = full();
    let samples: Vec<ClaimSample> = audit.kinds.values().flat_map(|claims| claims.samples.clone()).collect();
    let lies =
        |sample: &&ClaimSample| matches!(verdict(sample, &mut *full, 200_000), AuditedClaim::Wrong(1..));
    let wrong = samples.iter().filter(lies);
    assert!(wrong.count() * 4 > samples.len(), "of {}", samples.len());
    full.clear();
    let open = samples.iter().all(|sample| verdict(sample, &mut *full, 0) == AuditedClaim::Open);
    assert!(open, "without nodes nothing can be said");
}
