//! What `{:?}` says of what holds tables: never the tables.

use std::fmt::Debug;

use komadai::eval::Material;
use komadai::eval::pair::{Fold, Symmetry};
use komadai::search::{
    BrotherBest, Butterfly, ContextBest, ContextN, ContinuationHistory, Correction, CounterMove, HashTable,
    HashedPremove, History, PassBest, PremoveBest, TaggedContext, TwoAgo, modern,
};
use komadai::tsume::{Lengths, Solver};

/// Characters that fit a screen or two.
const MOST: usize = 20_000;

#[test]
fn no_table_is_written_out() {
    let memories: &[&dyn Debug] = &[
        &<BrotherBest>::default(),
        &Butterfly::default(),
        &ContextBest::default(),
        &ContextN::default(),
        &ContinuationHistory::default(),
        &Correction::default(),
        &CounterMove::default(),
        &<HashedPremove>::default(),
        &History::default(),
        &PassBest::default(),
        &<PremoveBest>::default(),
        &<TaggedContext>::default(),
        &TwoAgo::default(),
    ];
    for memory in memories {
        let shown = format!("{memory:?}");
        assert!(shown.len() < 400 && shown.contains(" cells"), "{}", &shown[..shown.len().min(400)]);
    }
    let searcher = modern(Material::default(), 1).unwrap();
    let others: &[&dyn Debug] = &[
        &HashTable::new(1).unwrap(),
        &searcher,
        &Solver::default(),
        &Lengths::default(),
        &Fold::new(Symmetry::Colors),
        komadai::default_model::model(),
        komadai::default_model::evaluator(),
        komadai::default_reliability::model(),
    ];
    for other in others {
        let shown = format!("{other:?}");
        assert!(shown.len() < MOST, "{}… has {} characters", &shown[..100], shown.len());
    }
}
