//! Depth policies: singular extension and internal iterative reduction against a scripted handle, costs adjusted by a function.

use crate::common::fake::{Asked, Fake, board, closed, cp, just_below, mv};
use crate::common::{FINE, POSITIONS, position};
use komadai_core::Value;
use komadai_search::{
    Adjusted, Bound, Depth, DepthPolicy, Entry, Limits, Node, PlainDepth, Singular, modern,
};

#[test]
fn a_move_without_which_the_node_falls_is_extended_by_three_quarters_of_a_ply() {
    let pos = board();
    let singular = Singular::around(PlainDepth::default());
    let best = mv("2h2c+");
    let (value, depth) = (cp(100), Depth::plies(5));
    let entry = Entry { best: Some(best), value, bound: Bound::Lower, depth, static_value: None, pv: false };
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

#[test]
fn costs_adjusted_by_nothing_change_nothing_and_by_something_the_tree() {
    let limits = Limits::depth(6);
    for (name, sfen) in &POSITIONS[..3] {
        let pos = position(sfen);
        let nodes = |less: Option<i32>| {
            let mut searcher = modern(FINE, 1).unwrap().wrap_depth(|inner| -> Box<dyn DepthPolicy> {
                let singular = Singular::around(inner);
                let Some(less) = less else { return Box::new(singular) };
                Box::new(Adjusted::around(singular, move |at: &Node<'_>, mv, _, cost| {
                    if at.is_capture(mv) { cost - Depth::from_units(less) } else { cost }
                }))
            });
            searcher.search(&pos, &limits).nodes
        };
        assert_eq!(nodes(Some(0)), nodes(None), "{name}");
        // From the start there are hardly any captures so near.
        assert!(nodes(Some(16)) != nodes(None) || *name == "start", "{name}");
    }
}
