//! What sockets may rely on: borrowed and combined parts change nothing, the handle leaves its node as it was, observers see
//! what happens.

use std::collections::BTreeSet;

use crate::common::{FINE, POSITIONS, any, full, position, positions, table, watched};
use komadai_core::{Evaluator, Move, MoveList, Position, Value};
use komadai_search::{
    Adjusted, BrotherBest, Candidates, Correction, Delta, Depth, ExchangePruning, First, ForwardPruning,
    Futility, History, LateMove, LateMovePruning, Limits, MoveMemory, Node, NodeCount, NullMove, Observer,
    Outcome, Phases, PlainDepth, Probe,
};

#[test]
fn observers_and_borrowed_parts_change_nothing() {
    let pos = position(POSITIONS[1].1);
    let limits = Limits::depth(4);
    let want = full().search(&pos, &limits);
    let (lent_late, lent_prunings) =
        (&LateMove::<PlainDepth>::default(), &(NullMove::default(), <Futility>::default()));
    let (mut count, mut table) = (NodeCount::default(), table());
    let mut memory = (BrotherBest::<2>::default(), History::default());
    let report = any(FINE, lent_late, lent_prunings, &mut memory)
        .table(&mut table)
        .observer((&mut count, NodeCount::default()))
        .search(&pos, &limits);
    assert_eq!((report.nodes, report.moves), (want.nodes, want.moves));
    // A verification or a leaf enters twice, the root once an iteration, a pruned move not at all.
    assert!(count.inner + count.quiescence >= report.nodes);
    assert!(count.cuts > 0 && count.first_cuts > count.cuts / 2 && count.pruned > 0);
}

#[test]
fn lists_of_parts_of_any_type_search_as_tuples_do() {
    let limits = Limits::depth(4);
    let late = LateMove::<PlainDepth>::default();
    for (case, pos) in positions() {
        let tuples = any(
            FINE,
            late,
            (NullMove::default(), Futility::default(), Delta::default()),
            (Phases::everywhere(BrotherBest::<2>::default()), History::default(), Correction::default()),
        );
        let want = tuples.table(Some(table())).search(&pos, &limits);
        let prunings: Vec<Box<dyn ForwardPruning>> =
            vec![Box::new(NullMove::default()), Box::new(<Futility>::default()), Box::new(Delta::default())];
        let memories: Vec<Box<dyn MoveMemory>> = vec![
            Box::new(Phases::everywhere(BrotherBest::<2>::default())),
            Box::new(History::default()),
            Box::new(Correction::default()),
        ];
        let prunings = prunings.into_iter().reduce(|one, next| Box::new((one, next)));
        let memories = memories.into_iter().reduce(|one, next| Box::new((one, next)));
        let report = any(FINE, late, prunings, memories).table(Some(table())).search(&pos, &limits);
        assert_eq!((report.nodes, report.moves), (want.nodes, want.moves), "{case}");
    }
}

#[test]
fn the_tree_is_the_same_whether_somebody_hears_of_skipped_moves_or_not() {
    #[derive(Default)]
    struct Heard(BTreeSet<&'static str>);
    impl Observer for Heard {
        fn skipped(&mut self, at: &Node<'_>, mv: Move, by: &'static str) {
            assert!(at.pos.is_legal(mv), "{mv} by {by}");
            self.0.insert(by);
        }
    }
    let mut heard = Heard::default();
    let limits = Limits::nodes(20_000);
    for (case, pos) in positions() {
        let searcher = || {
            let prunings = (ExchangePruning::default(), <Futility>::default(), LateMovePruning::default());
            let memory = (BrotherBest::<2>::default(), History::default());
            any(FINE, LateMove::<PlainDepth>::default(), prunings, memory).table(Some(table()))
        };
        let unheard = searcher().search(&pos, &limits);
        let report = watched(searcher(), &mut heard).search(&pos, &limits);
        assert_eq!((report.nodes, report.moves), (unheard.nodes, unheard.moves), "{case}");
    }
    let names: Vec<_> = heard.0.into_iter().collect();
    assert_eq!(names, ["exchange pruning", "futility", "late move pruning"]);
}

/// Asks the handle for everything, and prunes nothing.
struct Curious;

impl ForwardPruning for Curious {
    fn prune(&self, probe: &mut dyn Probe) -> Option<(Value, &'static str)> {
        let at = probe.node();
        let (depth, alpha, beta, tried) = (at.depth, at.alpha, at.beta, at.tried.len());
        let (in_check, after_pass) = (at.in_check, at.after_pass());
        assert_eq!((tried, at.static_value), (0, None));
        let inside = |value| (-Value::MATE..=Value::MATE).contains(&value);
        if depth >= Depth::plies(2) {
            assert!(inside(probe.verify(depth - Depth::PLY, alpha, beta)));
        }
        let pass = probe.pass(depth - Depth::plies(2), beta);
        assert_eq!(pass == -Value::INFINITE, in_check || after_pass);
        assert_eq!(probe.find_mate(10), komadai_core::Mate::Unknown);
        let mut tactical = MoveList::new();
        probe.tactical_moves(&mut tactical);
        for mv in &tactical {
            let at = probe.node();
            assert!(at.pos.is_legal(mv) && (at.is_capture(mv) || mv.is_promotion()), "{mv} in {}", at.pos);
        }
        if let Some(mv) = (&tactical).into_iter().next() {
            assert!(inside(probe.try_move(mv, depth - Depth::plies(2), beta)));
        }
        let legal = probe.node().pos.legal_moves();
        if depth > Depth::PLY
            && let Some(mv) = (&legal).into_iter().next()
        {
            let value = probe.verify_without(mv, depth - Depth::PLY, beta);
            assert!(if legal.len() == 1 { value == -Value::INFINITE } else { inside(value) });
        }
        let after = probe.node();
        assert_eq!((after.depth, after.alpha, after.beta, after.tried.len()), (depth, alpha, beta, 0));
        None
    }
}

#[test]
fn a_handle_leaves_the_node_as_it_was() {
    for (_, pos) in &positions()[..2] {
        let limits = Limits::depth(3);
        let plain = any(FINE, PlainDepth::default(), (), ()).search(pos, &limits);
        let curious = any(FINE, PlainDepth::default(), Curious, ()).search(pos, &limits);
        assert_eq!((curious.value, curious.pv), (plain.value, plain.pv));
        assert!(curious.nodes > plain.nodes);
    }
}

#[test]
fn first_is_tried_before_the_table_and_illegal_candidates_not_at_all() {
    /// Recalls a move that is never legal and one that often is.
    struct Stubborn;
    impl MoveMemory for Stubborn {
        fn recall(&self, _: &Node<'_>, out: &mut Candidates) {
            out.push("5e5d".parse().unwrap());
            out.push("9g9f".parse().unwrap());
            out.push("1c1d".parse().unwrap());
            out.push("9g9f".parse().unwrap());
        }
        fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
            assert!(at.tried.contains(&outcome.best));
            let own = ["9g9f", "1c1d"].map(|text| text.parse().unwrap());
            if at.ply() > 0 && own.iter().any(|&mv| at.pos.is_legal(mv)) {
                assert!(own.contains(&at.tried[0]), "{:?} in {}", at.tried, at.pos);
            }
        }
    }
    let pos = Position::startpos();
    let searcher = any(FINE, PlainDepth::default(), (), (First(Stubborn), History::default()));
    assert_eq!(searcher.table(Some(table())).search(&pos, &Limits::depth(4)).depth, 4);
}

#[test]
fn a_rise_of_the_evaluation_is_not_told_where_one_of_the_two_is_unknown() {
    /// Reads the evaluation only in quiescence, so that the main search does not compute it.
    struct Reads;
    impl ForwardPruning for Reads {
        fn stop(&self, at: &Node<'_>) -> Option<(Value, &'static str)> {
            assert!(at.static_value.is_some());
            // A move costs a ply: two plies ago there was budget left.
            assert!(at.depth <= Depth::plies(-2) || !at.improving, "ply {} in {}", at.ply(), at.pos);
            None
        }
    }
    let mut searcher = any(FINE, PlainDepth::UNIFORM, Reads, ());
    for (_, pos) in positions() {
        searcher.search(&pos, &Limits::nodes(20_000));
    }
}

#[test]
fn a_rise_of_the_evaluation_is_told_whatever_a_handle_was_asked_two_plies_ago() {
    /// Looks again at nodes with budget left, where the table may know more than the evaluation says.
    struct LooksAgain(Position);
    impl ForwardPruning for LooksAgain {
        fn uses_static_value(&self) -> bool {
            true
        }
        fn prune(&self, probe: &mut dyn Probe) -> Option<(Value, &'static str)> {
            let at = probe.node();
            let evaluation = |plies_ago| {
                let mut pos = self.0.clone();
                for step in &at.path[..at.ply().checked_sub(plies_ago)?] {
                    pos.do_move(step.mv?);
                }
                (!pos.in_check()).then(|| FINE.evaluate(&FINE.fresh(&pos), &pos))
            };
            let rises = evaluation(0).zip(evaluation(2)).is_some_and(|(now, before)| now > before);
            assert_eq!(at.improving, rises, "ply {} in {}", at.ply(), at.pos);
            if at.depth >= Depth::plies(2) {
                probe.verify(Depth::ZERO, at.alpha, at.beta);
            }
            None
        }
    }
    for (_, pos) in positions() {
        let searcher = any(FINE, PlainDepth::default(), LooksAgain(pos.clone()), History::default());
        searcher.table(Some(table())).search(&pos, &Limits::nodes(20_000));
    }
}

#[test]
fn captures_have_no_score_and_quiet_moves_that_of_the_memories() {
    /// Scores every move alike and recalls a capture.
    struct Sevens;
    impl MoveMemory for Sevens {
        fn recall(&self, at: &Node<'_>, out: &mut Candidates) {
            at.pos.legal_moves().iter().filter(|&&mv| at.is_capture(mv)).take(1).for_each(|&mv| out.push(mv));
        }

        fn score(&self, _: &Node<'_>, _: Move) -> i32 {
            7
        }
    }
    for (_, pos) in positions() {
        let policy = Adjusted::around(PlainDepth::UNIFORM, |at: &Node<'_>, mv, _, cost| {
            let wanted = if at.is_capture(mv) { 0 } else { 7 };
            let is_told = at.ply() > 0 && !mv.is_promotion();
            assert!(!is_told || at.score == wanted, "{mv} in {} scores {}", at.pos, at.score);
            cost
        });
        any(FINE, policy, (), Sevens).search(&pos, &Limits::nodes(20_000));
    }
}
