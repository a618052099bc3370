//! Depth policies: singular extension and internal iterative reduction against a scripted handle, costs adjusted by a function.

use crate::common::fake::{Asked, Fake, board, closed, cp, just_below, mv};
use crate::common::{FINE, any, positions, table, watched};
use komadai_core::{Key, Move, Position, Value};
use komadai_search::{
    Adjusted, Bound, BrotherBest, Candidates, Depth, DepthPolicy, Entry, History, LateMove, Limits,
    MoveMemory, Node, NullMove, Observer, Outcome, PlainDepth, RealizationProbability, Singular,
};

#[test]
fn a_move_without_which_the_node_falls_is_extended_by_three_quarters_of_a_ply() {
    let pos = board();
    let singular = Singular::around(PlainDepth::default());
    let best = mv("2h2c+");
    let (value, depth) = (cp(100), Depth::plies(5));
    let entry = Entry { best: Some(best), value, bound: Bound::Lower, depth, static_value: None };
    let at = Node { entry: Some(entry), ..closed(&pos, Depth::plies(8), 0) };
    let singular_extension = |at, without| {
        let mut probe = Fake { without, ..Fake::new(at) };
        (singular.singular_extension(&mut probe, best), probe.asked)
    };
    // Two centipawns a ply below the table's value, half of what is left after the move.
    let asked = vec![Asked::Without(best, Depth::from_units(7 * 32), cp(84))];
    assert_eq!(singular_extension(at, cp(83)), (Depth::from_units(48), asked.clone()));
    assert_eq!(singular_extension(at, cp(84)), (Depth::ZERO, asked.clone()));
    assert_eq!(singular_extension(at, -Value::INFINITE).0, Depth::from_units(48), "the only move");
    let exact = Entry { bound: Bound::Exact, ..entry };
    assert_eq!(singular_extension(Node { entry: Some(exact), ..at }, cp(0)).1, asked);
    for (case, node) in [
        ("nothing known", Node { entry: None, ..at }),
        ("too little budget", Node { depth: just_below(6), ..at }),
        ("in check", Node { in_check: true, ..at }),
        ("an old value", Node { entry: Some(Entry { depth: just_below(5), ..entry }), ..at }),
        ("an upper bound", Node { entry: Some(Entry { bound: Bound::Upper, ..entry }), ..at }),
        ("a mate", Node { entry: Some(Entry { value: Value::mate_in(5), ..entry }), ..at }),
    ] {
        assert_eq!(singular_extension(node, cp(-900)), (Depth::ZERO, vec![]), "{case}");
    }
    // The extension of the wrapped policy counts if it is more.
    let inner = Singular { extension: Depth::from_units(60), ..singular };
    let mut probe = Fake { without: cp(0), ..Fake::new(at) };
    assert_eq!(Singular::around(inner).singular_extension(&mut probe, best), Depth::from_units(60));
}

#[test]
fn nodes_without_a_first_move_are_reduced_by_a_ply_from_the_given_budget_on() {
    let pos = board();
    let iir = |policy: PlainDepth, depth| policy.iir(&closed(&pos, depth, 0));
    let four = PlainDepth { iir_from: Depth::plies(4), ..PlainDepth::default() };
    assert_eq!(iir(four, Depth::plies(4)), Depth::PLY);
    assert_eq!(iir(four, just_below(4)), Depth::ZERO);
    assert_eq!(iir(PlainDepth::default(), Depth::plies(100)), Depth::ZERO);
    assert_eq!(Singular::around(four).iir(&closed(&pos, Depth::plies(4), 0)), Depth::PLY);
}

/// Sees that nodes of the tree have something left, and recalls a move.
struct Above(Move);

impl MoveMemory for Above {
    fn recall(&self, _: &Node<'_>, out: &mut Candidates) {
        out.push(self.0);
    }

    fn record(&mut self, at: &Node<'_>, _: &Outcome) {
        assert!(at.depth > Depth::ZERO, "{:?}", at.depth);
    }
}

#[test]
fn a_reduction_leaves_a_node_something_and_so_what_its_memories_recall() {
    let policy = PlainDepth { iir_from: Depth::from_units(1), ..PlainDepth::default() };
    let mut searcher = any(FINE, policy, (), Above(mv("2g2f")));
    assert_eq!(searcher.search(&Position::startpos(), &Limits::depth(4)).depth, 4);
}

#[test]
fn costs_adjusted_by_nothing_change_nothing_and_by_something_the_tree() {
    let limits = Limits::depth(4);
    // From the start there are hardly any captures so near.
    for (name, pos) in &positions()[1..3] {
        let nodes = |less: Option<i32>| {
            let memory = (BrotherBest::<2>::default(), History::default());
            let searcher = any(FINE, LateMove::<PlainDepth>::default(), NullMove::default(), memory);
            let mut searcher = searcher.table(Some(table())).wrap_depth(|inner| -> Box<dyn DepthPolicy> {
                let singular = Singular::around(inner);
                let Some(less) = less else { return Box::new(singular) };
                Box::new(Adjusted::around(singular, move |at: &Node<'_>, mv, _, cost| {
                    if at.is_capture(mv) { cost - Depth::from_units(less) } else { cost }
                }))
            });
            searcher.search(pos, &limits).nodes
        };
        let alone = nodes(None);
        assert_eq!(nodes(Some(0)), alone, "{name}");
        assert_ne!(nodes(Some(16)), alone, "{name}");
    }
}

#[test]
fn internal_deepening_finds_the_first_move_behind_a_null_window_too() {
    /// For each search of this position: the move that was tried first, and what came of it.
    #[derive(Default)]
    struct Top(Vec<(Move, Outcome)>);
    impl Observer for Top {
        fn leave(&mut self, at: &Node<'_>, _: &Candidates, _: usize, outcome: &Outcome) {
            if at.ply() == 0 {
                self.0.push((at.tried[0], *outcome));
            }
        }
    }
    let plies = Depth::plies(3);
    let policy =
        RealizationProbability { iid_from: plies, iid_null_windows: true, ..RealizationProbability::tacos() };
    let mut found = 0;
    for (name, pos) in positions() {
        let (limits, mut top) = (Limits::none(), Top::default());
        let beta = any(FINE, policy.clone(), (), ()).search(&pos, &Limits::depth(1)).value;
        watched(any(FINE, policy.clone(), (), ()), &mut top).value(&pos, plies, beta - cp(1), beta, &limits);
        let [(first, shallow), (next, _)] = top.0[..] else { panic!("{name}: {:?}", top.0) };
        if shallow.bound == Bound::Lower {
            assert_eq!(next, shallow.best, "{name}");
            found += u32::from(shallow.best != first);
        }
    }
    assert!(found > 0, "the first move of all was good enough everywhere");
}

#[test]
fn a_singular_move_takes_something_from_the_budget_however_little_it_costs() {
    /// `[ply]`: the position, and its largest budget.
    #[derive(Default)]
    struct Budgets(Vec<(Key, Depth)>);
    impl Observer for Budgets {
        fn enter(&mut self, at: &Node<'_>) {
            let key = at.pos.key();
            let again = self.0.get(at.ply()).filter(|known| known.0 == key).map_or(at.depth, |known| known.1);
            self.0.truncate(at.ply());
            assert!(self.0.last().is_none_or(|above| at.depth < above.1), "ply {}: {}", at.ply(), at.pos);
            self.0.push((key, at.depth.max(again)));
        }
    }
    let quarters = Adjusted::around(PlainDepth::UNIFORM, |_: &Node<'_>, _, _, _| Depth::from_units(16));
    // All moves of the table are singular.
    let from_depth = Depth::from_units(1);
    let singular = Singular { from_depth, per_ply: -1_000, ..Singular::around(quarters) };
    for (_, pos) in positions() {
        let mut budgets = Budgets::default();
        let mut searcher = watched(any(FINE, singular, (), ()).table(Some(table())), &mut budgets);
        searcher.search(&pos, &Limits::nodes(20_000));
    }
}
