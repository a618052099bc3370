//! What an audit says of a pruning is what full searches say.

use komadai_core::Value;
use komadai_eval::Material;
use komadai_recipe::watch::audit::{AuditedClaim, ClaimForm, ClaimSample, PruningAudit};
use komadai_search::{
    Depth, ForwardPruning, Futility, HashTable, LateMove, Limits, NullMove, PlainDepth, Probe, Searcher,
};

const OPEN: &str = "lnsgk1snl/6gb1/p1pppp2p/6R2/9/1rP6/P2PPPP1P/1BG6/LNS1KGSNL w 3P2p 21";

fn audit_of<P: ForwardPruning>(pruning: P) -> PruningAudit {
    let mut searcher = Searcher::new(Material::default())
        .table(HashTable::new(4).expect("four megabytes"))
        .pruning(pruning)
        .observer(PruningAudit::new(100, 1));
    searcher.search(&OPEN.parse().expect("a position"), &Limits::depth(5));
    searcher.seen().clone()
}

#[test]
fn a_claim_is_right_or_wrong_as_a_full_search_says() {
    let audit = audit_of((NullMove::default(), Futility::default()));
    let kinds: Vec<(&str, ClaimForm)> = audit.kinds().keys().map(|kind| (kind.by, kind.form)).collect();
    let wanted = [
        ("futility", ClaimForm::AboveBeta),
        ("futility", ClaimForm::Moves),
        ("null move", ClaimForm::AboveBeta),
    ];
    assert_eq!(kinds, wanted);
    let mut full = Searcher::new(Material::default()).table(HashTable::new(4).unwrap());
    for (kind, claims) in audit.kinds() {
        assert_eq!(claims.samples.len() as u64, claims.seen.min(100), "{kind:?}");
        let right =
            claims.samples.iter().filter(|sample| sample.verify(&mut full, 200_000) == AuditedClaim::Right);
        assert!(right.count() * 10 > claims.samples.len() * 7, "{kind:?}");
    }
}

#[test]
fn a_reduction_that_held_claims_that_its_move_is_no_better() {
    let mut searcher = Searcher::new(Material::default())
        .table(HashTable::new(4).expect("four megabytes"))
        .depth_policy(LateMove::around(PlainDepth::default()))
        .observer(PruningAudit::new(100, 1));
    searcher.search(&OPEN.parse().expect("a position"), &Limits::depth(6));
    let (kind, claims) = searcher.seen().kinds().iter().next().expect("reductions");
    assert_eq!((kind.by, kind.form), ("reduction", ClaimForm::Moves));
    // No first move is reduced, so that each of them came after another one.
    assert!(claims.samples.iter().all(|sample| sample.tried > 0));
    let mut full = Searcher::new(Material::default()).table(HashTable::new(4).unwrap());
    let verdicts: Vec<_> = claims.samples.iter().map(|sample| sample.verify(&mut full, 200_000)).collect();
    let right = verdicts.iter().filter(|&&verdict| verdict == AuditedClaim::Right).count();
    assert!(right * 10 > verdicts.len() * 7, "{verdicts:?}");
}

#[test]
fn a_pruning_that_lies_is_found_out() {
    /// Says of every node that it is good enough.
    struct Liar;
    impl ForwardPruning for Liar {
        fn name(&self) -> &'static str {
            "liar"
        }
        fn prune(&self, probe: &mut dyn Probe) -> Option<(Value, &'static str)> {
            let at = probe.node();
            (at.depth <= Depth::plies(2) && !at.is_pv()).then_some((at.beta, self.name()))
        }
    }
    let audit = audit_of(Liar);
    let mut full = Searcher::new(Material::default()).table(HashTable::new(4).unwrap());
    let samples: Vec<ClaimSample> =
        audit.kinds().values().flat_map(|claims| claims.samples.clone()).collect();
    let wrong = samples
        .iter()
        .filter(|sample| matches!(sample.verify(&mut full, 200_000), AuditedClaim::Wrong(off) if off > 0));
    assert!(wrong.count() * 4 > samples.len(), "of {}", samples.len());
    full.clear();
    let open = samples.iter().all(|sample| sample.verify(&mut full, 0) == AuditedClaim::Open);
    assert!(open, "without nodes nothing can be said");
}
