//! Searches priced by probability, from outside: what they find, what they share, what their quiescence tries.

use std::cell::Cell;
use std::path::Path;

use crate::common::{FINE, POSITIONS, any, position, table, watched};
use komadai_core::Position;
use komadai_search::memory::SCORE_PER_PLY;
use komadai_search::policy::{ByCategory, CategoryOrder, MoveProbability, RealizationProbability};
use komadai_search::{Candidates, Depth, Limits, MoveMemory, Node, NodeCount};

#[test]
fn model_lent_to_policy_and_order_searches_as_two_of_its_own() {
    for (name, sfen) in POSITIONS {
        let pos = position(sfen);
        let limits = Limits::nodes(4_000);
        let model = ByCategory::tacos();
        let mut lent =
            any(FINE, RealizationProbability::new(&model), (), CategoryOrder(&model)).table(Some(table()));
        let lent = lent.search(&pos, &limits);
        let order = CategoryOrder(ByCategory::tacos());
        let own =
            any(FINE, RealizationProbability::tacos(), (), order).table(Some(table())).search(&pos, &limits);
        assert_eq!((lent.best, lent.value, lent.nodes), (own.best, own.value, own.nodes), "{name}");
    }
}

#[test]
fn mates_in_three_are_found() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/tsume/mates.sfen");
    let problems = std::fs::read_to_string(path).expect("problems of the repository");
    let mut found = 0;
    for line in problems.lines().filter(|line| line.starts_with("mate3_")).take(8) {
        let pos = position(line.split('\t').nth(1).expect("a position"));
        let report = any(FINE, RealizationProbability::tacos(), (), ()).search(&pos, &Limits::depth(3));
        assert_eq!(report.value.mate_distance(), Some(3), "{line}");
        found += 1;
    }
    assert_eq!(found, 8);
}

#[test]
fn quiescence_tries_quiet_moves_as_far_as_its_tail_goes() {
    let pos = position(POSITIONS[1].1);
    let leaves = |plies| {
        let mut count = NodeCount::default();
        let policy = RealizationProbability { tail: Depth::plies(plies), ..RealizationProbability::tacos() };
        let _ = watched(any(FINE, policy, (), ()), &mut count).search(&pos, &Limits::depth(1));
        count.quiescence
    };
    let (none, one, two) = (leaves(0), leaves(1), leaves(2));
    assert!(none < one && one < two, "{none}, {one}, {two}");
}

#[test]
fn memories_that_are_off_in_quiescence_recall_nothing_in_its_tail() {
    /// Counts the nodes of quiescence at which it is asked.
    struct Asked(Cell<u32>);

    impl MoveMemory for Asked {
        fn recall(&self, at: &Node<'_>, _: &mut Candidates) {
            self.0.set(self.0.get() + u32::from(at.depth <= Depth::ZERO));
        }
    }

    let policy = RealizationProbability { tail: Depth::PLY, ..RealizationProbability::tacos() };
    let mut asked = Asked(Cell::new(0));
    let pos = position(POSITIONS[1].1);
    let searched =
        any(FINE, policy, (), &mut asked).table(Some(table())).search(&pos, &Limits::nodes(20_000));
    assert!(searched.depth > 1);
    assert_eq!(asked.0.get(), 0);
}

#[test]
fn a_move_as_likely_as_the_average_one_scores_nothing_and_a_ply_dearer_one_a_ply() {
    let pos = Position::startpos();
    let at = Node::new(&pos);
    let model = ByCategory::tacos();
    let average = model.average().units();
    let memory = CategoryOrder(&model);
    for mv in &pos.legal_moves() {
        let plies = f64::from(average - model.surprise(&at, mv).units()) / f64::from(average);
        let score = f64::from(memory.score(&at, mv)) / f64::from(SCORE_PER_PLY);
        assert!((plies - score).abs() <= 0.001, "{mv}: {plies} plies, {score}");
    }
}
