//! A sound recipe changes the way, never the value: everything here is compared with plain negamax.

use crate::common::plain::Plain;
use crate::common::{COARSE, FINE, POSITIONS, position};
use komadai_core::rng::SplitMix64;
use komadai_core::{Position, Tracked, Value, perft, random};
use komadai_search::policy::Bits;
use komadai_search::pruning::Counted;
use komadai_search::{
    Bound, BrotherBest, Butterfly, ContextBest, ContextN, ContinuationHistory, Correction, CounterMove,
    Depth, First, HashTable, HashedPremove, History, Leaf, Likely, Limits, MoveMemory, NullWindowPass,
    PassBest, Phases, PlainDepth, PremoveBest, Quiescence, SearchParts, Searcher, Singular, TaggedContext,
    TwoAgo,
};

/// Positions with the depth, up to 4, that plain negamax reaches with at most `leaves` leaves (or 1). Leaves are
/// counted: an estimate from the root's moves goes wrong where it is in check, and then costs minutes.
fn cases(leaves: u64) -> Vec<(String, Position, u32)> {
    let mut cases: Vec<(String, Position)> =
        POSITIONS.iter().map(|(name, sfen)| ((*name).to_owned(), position(sfen))).collect();
    let mut rng = SplitMix64::new(2007);
    for plies in [20, 40, 60, 80, 100, 120, 140, 160] {
        let pos = random::play(&mut rng, plies);
        cases.push((format!("random play {pos}"), pos));
    }
    for _ in 0..20 {
        if let Some(pos) = random::placement(&mut rng) {
            cases.push((format!("random placement {pos}"), pos));
        }
    }
    for sfen in [
        // Mate in one, in three, in five; a side that is mated whatever it does.
        "7nl/5B1k1/6Ppp/5+R3/9/9/9/9/9 b P 1",
        "4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1",
        "8k/9/6+P2/9/9/9/9/9/4K4 b GS2r2b3g3s4n4l17p 1",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/4+r4/4K4 b - 1",
        // Repetition is all there is.
        "8k/9/9/9/9/9/9/p8/K8 b - 1",
        "k8/2+R6/9/9/9/9/9/9/8K b - 1",
    ] {
        cases.push((sfen.to_owned(), position(sfen)));
    }
    let depth = |pos: &Position| {
        let mut pos = pos.clone();
        (2..=4).take_while(|&depth| perft::perft(&mut pos, depth) <= leaves).last().unwrap_or(1)
    };
    cases
        .into_iter()
        .map(|(name, pos)| {
            let depth = depth(&pos);
            (name, pos, depth)
        })
        .collect()
}

/// Searches every case with each recipe and compares with the reference.
macro_rules! assert_recipes {
    ($cases:expr, $plain:expr, $base:expr, { $($name:literal: |$searcher:ident| $recipe:expr;)* }) => {
        let mut compared = 0;
        for (case, pos, depth) in $cases {
            let mut plain: Plain = $plain;
            let want = plain.negamax(&mut Tracked::new(pos.clone()), depth as i32, 0);
            if plain.budget == 0 {
                continue;
            }
            compared += 1;
            $({
                let $searcher = $base;
                let mut searcher = $recipe;
                let report = searcher.search(&pos, &Limits::depth(depth));
                assert_eq!(report.value, want, "{}, depth {depth}: {case}", $name);
            })*
        }
        assert!(compared >= 20, "only {compared} cases were within reach of plain negamax");
    };
}

fn uniform() -> Searcher<SearchParts<crate::common::Material>> {
    Searcher::new(COARSE).depth_policy(PlainDepth::UNIFORM).leaf(Leaf::Static)
}

#[test]
fn every_sound_recipe_returns_the_value_of_negamax() {
    assert_recipes!(cases(100_000), Plain::new(COARSE), uniform(), {
        "bare": |s| s;
        "table": |s| s.table(HashTable::new(1).unwrap()).exact_depth(true);
        "passes that prune nothing": |s| s.memory(First(PassBest::default())).pruning(NullWindowPass::default());
        "losing captures with the others": |s| s.exchange_order(false);
        "every promotion with the captures": |s| s.least_promotion(0);
        "aspiration": |s| s.aspiration(Value::from_cp(2)).unwrap();
        "internal deepening": |s| s.depth_policy(PlainDepth {
            iid_from: Depth::plies(2), iid_less: Depth::PLY, ..PlainDepth::UNIFORM
        });
        "nothing given up": |s| s.depth_policy(PlainDepth { iir_from: Depth::plies(9), ..PlainDepth::UNIFORM });
        "singular moves spared nothing": |s| s
            .table(HashTable::new(1).unwrap())
            .exact_depth(true)
            .depth_policy(Singular {
                from_depth: Depth::plies(2),
                extension: Depth::ZERO,
                ..Singular::around(PlainDepth::UNIFORM)
            });
        "all of them": |s| s
            .table(HashTable::new(1).unwrap())
            .exact_depth(true)
            .memory((First(BrotherBest::<1>::new()), BrotherBest::default(), History::default()))
            .aspiration(Value::from_cp(3))
            .unwrap()
            .depth_policy(PlainDepth { iid_from: Depth::plies(2), ..PlainDepth::UNIFORM })
            .multi_pv(2)
            .unwrap();
    });
}

#[test]
fn no_memory_changes_the_value_of_negamax() {
    let mut context_of_n = ContextN::new(4);
    context_of_n.replies = 4;
    let five = (
        BrotherBest::<2>::default(),
        PremoveBest::default(),
        ContextBest::default(),
        CounterMove::default(),
        ContinuationHistory::default(),
    );
    let phases = Phases {
        inner: (First(BrotherBest::<2>::default()), History::default()),
        main: false,
        ..Phases::default()
    };
    // Behind one type, so that one search is compiled for all.
    let mut memories: Vec<(&str, Box<dyn MoveMemory>)> = vec![
        ("brothers", Box::new(BrotherBest::<2>::default())),
        ("three brothers", Box::new(BrotherBest::<3>::new())),
        ("history", Box::new(History::default())),
        ("first", Box::new((First(BrotherBest::<2>::default()), History::default()))),
        ("pass", Box::new(First(PassBest::default()))),
        ("premove", Box::new(First(PremoveBest::default()))),
        ("hashed premove", Box::new(First(HashedPremove::<3>::new()))),
        ("counter", Box::new(CounterMove::default())),
        ("two ago", Box::new(First(TwoAgo::default()))),
        ("context", Box::new(First(ContextBest::default()))),
        ("tagged context", Box::new(First(TaggedContext::<4>::default()))),
        ("context of n", Box::new(First(context_of_n))),
        ("butterfly", Box::new(Butterfly::default())),
        ("continuation", Box::new((History::default(), ContinuationHistory::default()))),
        (
            "likely",
            Box::new(Phases::everywhere(Likely { inner: BrotherBest::<2>::default(), surprise: Bits::ONE })),
        ),
        ("phases", Box::new(phases)),
        ("five at once", Box::new(five)),
        ("margins that nobody reads", Box::new(Counted::default())),
        ("corrections that nobody reads", Box::new(Correction::default())),
    ];
    let cases = cases(100_000);
    for (case, pos, depth) in &cases {
        let want = Plain::new(COARSE).negamax(&mut Tracked::new(pos.clone()), *depth as i32, 0);
        for (name, memory) in &mut memories {
            memory.forget();
            let report = uniform().memory(&mut **memory).search(pos, &Limits::depth(*depth));
            assert_eq!(report.value, want, "{name}, depth {depth}: {case}");
        }
    }
}

#[test]
fn check_extension_and_quiescence_return_the_value_of_their_plain_forms() {
    let rules = Quiescence { max_plies: 3, evasion_plies: 1, ..Quiescence::PLAIN };
    let plain = || Plain { extension: true, quiescence: Some(rules), budget: 300_000, ..Plain::new(FINE) };
    let base = || Searcher::new(FINE).leaf(Leaf::Quiescence(rules));
    assert_recipes!(cases(20_000), plain(), base(), {
        "bare": |s| s;
        "table": |s| s.table(HashTable::new(1).unwrap()).exact_depth(true);
        "memories": |s| s.memory((
            Phases::everywhere((BrotherBest::default(), ContextBest::default())), History::default()
        ));
        "memories of evaluations that nobody asks for": |s| s.memory((Counted::default(), Correction::default()));
    });
}

#[test]
fn quiescence_alone_is_plain_quiescence() {
    let mut plain = Plain::new(FINE);
    let rules = Quiescence { max_plies: 3, evasion_plies: 2, ..Quiescence::PLAIN };
    let mut searcher = Searcher::new(FINE).leaf(Leaf::Quiescence(rules));
    for (case, pos, _) in cases(1_000) {
        let want = plain.quiet(&mut Tracked::new(pos.clone()), rules, 0, 0);
        assert_eq!(searcher.quiescence(&pos), want, "{case}");
    }
}

#[test]
fn empty_sockets_visit_the_nodes_of_a_hand_written_search() {
    for (case, pos, depth) in cases(1_000_000) {
        let mut plain = Plain::new(FINE);
        let value = plain.iterate(&pos, depth as i32);
        let report = Searcher::new(FINE)
            .depth_policy(PlainDepth::UNIFORM)
            .leaf(Leaf::Static)
            .search(&pos, &Limits::depth(depth));
        if report.depth == depth {
            assert_eq!((report.value, report.nodes), (value, plain.nodes), "depth {depth}: {case}");
        }
    }
}

#[test]
fn every_line_of_multi_pv_has_the_value_of_its_move() {
    for (case, pos, depth) in cases(100_000) {
        let mut searcher = uniform().multi_pv(4).unwrap();
        let report = searcher.search(&pos, &Limits::depth(depth));
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
        values.sort_by(|a, b| b.cmp(a));
        let lines: Vec<Value> = report.moves.iter().take(4).map(|line| line.value).collect();
        assert_eq!(lines, values[..lines.len()], "{case}");
        assert!(report.moves.iter().take(4).all(|line| line.bound == Bound::Exact), "{case}");
    }
}
