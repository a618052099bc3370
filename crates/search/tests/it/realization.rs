//! Realization probability: what moves cost, what searches with these costs find and share, what their quiescence tries.

use std::cell::Cell;

use crate::common::fake::mv;
use crate::common::{FINE, POSITIONS, any, position, table, watched};
use komadai_core::{Move, Piece, PieceKind, Position, Value};
use komadai_search::memory::SCORE_PER_PLY;
use komadai_search::policy::category::Coarse;
use komadai_search::policy::{
    Bits, ByCategory, CategoryOrder, Count, MoveProbability, RealizationProbability,
};
use komadai_search::{Bound, Candidates, Depth, DepthPolicy, Entry, Limits, MoveMemory, Node, NodeCount};

#[test]
fn mates_in_three_are_found() {
    let problems = include_str!("../../../../data/tsume/mates.sfen");
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

/// Pawn moves are even chances, king moves sure, all others one in 2^12; two bits are the average.
#[derive(Clone)]
struct Kinds;

impl MoveProbability for Kinds {
    fn surprise(&self, at: &Node<'_>, mv: Move) -> Bits {
        use PieceKind::{King, Pawn};
        match at.pos.placed_by(mv).map(Piece::kind) {
            Some(Pawn) => Bits::ONE,
            Some(King) => Bits::ZERO,
            _ => Bits::from_units(12 * Bits::UNITS),
        }
    }

    fn average(&self) -> Bits {
        Bits::from_units(2 * Bits::UNITS)
    }
}

fn policy() -> RealizationProbability<Kinds> {
    RealizationProbability::around(Kinds)
}

#[test]
fn costs_are_bits_between_floor_and_cap_in_plies() {
    let pos = Position::startpos();
    let at = Node { depth: Depth::plies(3), ..Node::new(&pos) };
    let policy = policy();
    let cost = |text| policy.cost(&at, mv(text), 0).units();
    // One bit of two is half a ply; the sure move costs the floor; 12 bits would be six plies and cost the cap.
    assert_eq!((cost("7g7f"), cost("5i5h"), cost("2h1h")), (32, 16, 160));
    // Budgets add up exactly: 64 pawn moves and 32 of a king, without a rounding error.
    assert_eq!((0..32).map(|_| 2 * cost("7g7f") + cost("5i5h")).sum::<i32>(), Depth::plies(32 + 8).units());
    let dear = mv("2h1h");
    assert_eq!(policy.research_cost(&at, dear, Depth::from_units(160)).units(), 64);
    assert_eq!(policy.research_cost(&at, dear, Depth::from_units(16)).units(), 16);
    // The table's move costs at most a ply.
    let entry = Entry {
        best: Some(dear),
        value: Value::ZERO,
        bound: Bound::Exact,
        depth: Depth::PLY,
        static_value: None,
    };
    assert_eq!(policy.cost(&Node { entry: Some(entry), ..at }, dear, 0).units(), 64);
}

#[test]
fn average_move_of_the_games_costs_a_ply() {
    let count = |played, positions| Count { positions, moves: positions, played };
    // 3 of 4 moves played surprise by one bit, 1 of 4 by two: 1.25 bits on average.
    let counts = [count(299, 598), count(0, 0), count(99, 398)];
    let model = ByCategory::new(Coarse, &counts);
    let expected = (299.0 * 1.0 + 99.0 * 2.0) / 398.0;
    assert!((model.average().to_f64() - expected).abs() < 0.01, "{:?}", model.average());
    let average = model.average();
    assert_eq!(RealizationProbability::around(model).price(average), Depth::PLY);
}

#[test]
fn quiescence_takes_quiet_moves_while_their_cost_fits_in_the_tail() {
    let pos = Position::startpos();
    let policy = RealizationProbability { tail: Depth::PLY, ..policy() };
    let at = |units| Node { depth: Depth::from_units(units), ..Node::new(&pos) };
    let allowed = |units, text| policy.allow_in_quiescence(&at(units), mv(text));
    assert!(policy.wants_quiets(&at(0)) && allowed(0, "7g7f") && allowed(-32, "7g7f"));
    assert!(!allowed(-33, "7g7f") && allowed(-33, "5i5h") && !allowed(0, "2h1h"));
    assert!(!policy.wants_quiets(&at(-49)));
    let none = RealizationProbability { tail: Depth::ZERO, ..policy.clone() };
    assert!(!none.wants_quiets(&at(0)) && !none.allow_in_quiescence(&at(0), mv("7g7f")));
    assert_eq!(none.cost(&at(0), mv("2h1h"), 0), Depth::PLY);
    // A capture is always allowed.
    let taking = position("4k4/9/9/9/4p4/9/9/4R4/4K4 b - 1");
    let late = Node { depth: Depth::plies(-9), ..Node::new(&taking) };
    assert!(policy.allow_in_quiescence(&late, mv("5h5e")));
}

#[test]
fn a_recalled_move_costs_by_the_likelier_of_both_and_is_admitted_by_that_price() {
    let pos = Position::startpos();
    let policy = RealizationProbability { tail: Depth::ZERO, recalled_tail: Depth::PLY, ..policy() };
    let (pawn, dear) = (mv("7g7f"), mv("2h1h"));
    let at = |units, recalled| Node { depth: Depth::from_units(units), recalled, ..Node::new(&pos) };
    let (half, rare) = (Bits::ONE, Bits::from_units(9 * Bits::UNITS));
    assert_eq!(policy.cost(&at(640, half), dear, 0), policy.cost(&at(640, Bits::NEVER), pawn, 0));
    assert_eq!(policy.cost(&at(640, rare), pawn, 0), policy.cost(&at(640, Bits::NEVER), pawn, 0));
    // Half a ply fits into a tail of one ply twice.
    assert!(policy.admits_recalled(&at(-32, half), dear) && !policy.admits_recalled(&at(-33, half), dear));
    assert!(!policy.admits_recalled(&at(0, rare), dear));
    assert!(!policy.allow_in_quiescence(&at(0, half), dear), "not as a quiet move like others");
    let always = RealizationProbability { recalled_tail: Depth::NEVER, ..policy };
    assert!(always.admits_recalled(&at(-64 * 99, half), dear));
}

#[test]
fn deepening_begins_at_open_windows_with_enough_budget() {
    let pos = Position::startpos();
    let policy = policy();
    let open = Node { depth: Depth::plies(4), ..Node::new(&pos) };
    let null = Node { beta: open.alpha + Value::from_cp(1), ..open };
    assert_eq!(policy.iid(&open), Some(Depth::plies(2)));
    assert_eq!(policy.iid(&null), None);
    let all = RealizationProbability { iid_null_windows: true, ..policy };
    assert_eq!(all.iid(&null), Some(Depth::plies(2)));
    assert_eq!(all.iid(&Node { depth: Depth::from_units(255), ..open }), None);
}
