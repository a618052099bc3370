//! A sound recipe changes the order, never the value: everything here is compared with plain negamax. `every_part.rs`
//! checks that no memory changes it.

use crate::common::by_hand::ByHand;
use crate::common::plain::Plain;
use crate::common::{Any, COARSE, FINE, any, cases, table};
use komadai_core::{Tracked, Value};
use komadai_search::pruning::Counted;
use komadai_search::{
    Bound, BrotherBest, ContextBest, Correction, Depth, DepthPolicy, First, History, Leaf, Limits,
    MoveMemory, NullWindowPass, PassBest, Phases, PlainDepth, Quiescence, Searcher, Singular,
};

/// Recipes by their names.
type Recipes<'r> = &'r [(&'r str, &'r dyn Fn() -> Any<'static>)];

/// Searches every case with each recipe and compares with the reference.
fn assert_recipes(leaves: u64, plain: impl Fn() -> Plain, recipes: Recipes<'_>) {
    let mut compared = 0;
    for (pos, depth) in cases(leaves, 8, 20) {
        let mut plain = plain();
        let want = plain.negamax(&mut Tracked::new(pos.clone()), depth as i32, 0);
        if plain.budget == 0 {
            continue;
        }
        compared += 1;
        for (name, recipe) in recipes {
            // More lines do not change the value of the first one.
            let limits = Limits { lines: depth as usize % 3, ..Limits::depth(depth) };
            let report = recipe().search(&pos, &limits);
            assert_eq!(report.value, want, "{name}, depth {depth}: {pos}");
        }
    }
    assert!(compared >= 20, "only {compared} cases were within reach of plain negamax");
}

fn uniform<'a>() -> Any<'a> {
    with_depth(PlainDepth::UNIFORM)
}

fn with_depth<'a>(depth: impl DepthPolicy + 'a) -> Any<'a> {
    any(COARSE, depth, (), ()).leaf(Leaf::Static)
}

#[test]
fn every_sound_recipe_returns_the_value_of_negamax() {
    let recipes: Recipes<'_> = &[
        ("bare", &uniform),
        ("table", &|| uniform().table(Some(table())).exact_depth(true)),
        ("passes that prune nothing", &|| {
            let (pass, memory) = (NullWindowPass::default(), First(PassBest::default()));
            any(COARSE, PlainDepth::UNIFORM, pass, memory).leaf(Leaf::Static)
        }),
        ("losing captures with the others", &|| uniform().exchange_order(false)),
        ("aspiration", &|| uniform().aspiration(Value::from_cp(2))),
        ("internal deepening", &|| {
            let iid_from = Depth::plies(2);
            with_depth(PlainDepth { iid_from, iid_less: Depth::PLY, ..PlainDepth::UNIFORM })
        }),
        ("nothing given up", &|| with_depth(PlainDepth { iir_from: Depth::plies(9), ..PlainDepth::UNIFORM })),
        ("singular moves spared nothing", &|| {
            let (from_depth, extension) = (Depth::plies(2), Depth::ZERO);
            let singular = Singular { from_depth, extension, ..Singular::around(PlainDepth::UNIFORM) };
            with_depth(singular).table(Some(table())).exact_depth(true)
        }),
        ("all of them", &|| {
            let depth = PlainDepth { iid_from: Depth::plies(2), ..PlainDepth::UNIFORM };
            let memory = (First(BrotherBest::<1>::new()), BrotherBest::default(), History::default());
            let searcher = any(COARSE, depth, (), memory).leaf(Leaf::Static).table(Some(table()));
            searcher.exact_depth(true).aspiration(Value::from_cp(3))
        }),
    ];
    assert_recipes(100_000, || Plain::new(COARSE), recipes);
}

#[test]
fn check_extension_and_quiescence_return_the_value_of_their_plain_forms() {
    const RULES: Quiescence = Quiescence { max_plies: 3, evasion_plies: 1, ..Quiescence::PLAIN };
    fn with<'a>(memory: impl MoveMemory + 'a) -> Any<'a> {
        any(FINE, PlainDepth::default(), (), memory).leaf(Leaf::Quiescence(RULES))
    }
    let plain = || Plain { extension: true, quiescence: Some(RULES), budget: 200_000, ..Plain::new(FINE) };
    let recipes: Recipes<'_> = &[
        ("bare", &|| with(())),
        ("table", &|| with(()).table(Some(table())).exact_depth(true)),
        ("memories", &|| {
            let killers = Phases::everywhere((BrotherBest::default(), ContextBest::default()));
            with((killers, History::default()))
        }),
        ("memories of evaluations that nobody asks for", &|| {
            with((Counted::default(), Correction::default()))
        }),
    ];
    assert_recipes(20_000, plain, recipes);
}

#[test]
fn empty_sockets_visit_the_nodes_of_a_hand_written_search() {
    for (pos, depth) in cases(100_000, 8, 20) {
        let mut by_hand = ByHand::new(FINE, &pos);
        let (value, _) = by_hand.iterate(&pos, depth as i32).unwrap();
        let report = Searcher::new(FINE)
            .depth_policy(PlainDepth::UNIFORM)
            .leaf(Leaf::Static)
            .search(&pos, &Limits::depth(depth));
        if report.depth == depth {
            assert_eq!((report.value, report.nodes), (value, by_hand.nodes), "depth {depth}: {pos}");
        }
    }
}

#[test]
fn every_line_of_multi_pv_has_the_value_of_its_move() {
    for (pos, depth) in cases(100_000, 8, 20) {
        let report = uniform().search(&pos, &Limits { lines: 4, ..Limits::depth(depth) });
        let mut plain = Plain::new(COARSE);
        let mut values: Vec<Value> = pos
            .legal_moves()
            .into_iter()
            .map(|mv| {
                let mut board = Tracked::new(pos.clone());
                board.do_move(mv);
                -plain.negamax(&mut board, report.depth as i32 - 1, 1)
            })
            .collect();
        values.sort_unstable_by(|a, b| b.cmp(a));
        let lines: Vec<Value> = report.moves.iter().take(4).map(|line| line.value).collect();
        assert_eq!(lines, values[..lines.len()], "{pos}");
        assert!(report.moves.iter().take(4).all(|line| line.bound == Bound::Exact), "{pos}");
    }
}
