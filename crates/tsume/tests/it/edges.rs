//! Edge costs steer the search and nothing else.

use crate::common::{AnyHeuristic, MATES, Problem, problems};
use crate::reference::compare;
use komadai_core::rng::mix;
use komadai_core::{Color, Move, Position};
use komadai_tsume::{DfpnHeuristic, FarDrops, MateNode, Numbers, Odds, Solver, Verdict};

/// Costs without sense, on moves of both sides.
#[derive(Clone, Copy, Debug)]
struct Wild;

impl DfpnHeuristic for Wild {
    fn initial(&self, at: &MateNode<'_>) -> Numbers {
        Odds::default().initial(at)
    }

    fn edge(&self, pos: &Position, _: Color, mv: Move) -> u16 {
        let code = mix(pos.board_key() ^ u64::from(mv.bits()));
        [0, 0, 1, 2, 7, 50][(code % 6) as usize]
    }
}

#[test]
fn odds_beyond_all_numbers_are_taken_for_the_largest() {
    let mut odds = Odds::default();
    odds.weights[0] = -1e10;
    let builder = Solver::builder().heuristic(&odds as &AnyHeuristic).hash_mb(1).nodes(100_000);
    let mut mate = problems(MATES).swap_remove(0).pos;
    assert!(builder.build().expect("there is memory").solve(&mut mate).verdict.mates() == Some(true));
}

#[test]
fn verdicts_are_true_under_wild_costs() {
    let builder = Solver::builder().heuristic(&Wild as &AnyHeuristic).hash_mb(2).nodes(50_000);
    let tally = compare(11, 30, 500, &mut builder.build().expect("there is memory"));
    assert!(tally.mates > 2 && tally.no_mates > 2 && tally.unknown < 5, "{tally:?}");
}

/// Nodes of each committed problem, all of which must come out as mates.
fn nodes(heuristic: &AnyHeuristic) -> Vec<u64> {
    let builder = Solver::builder().hash_mb(4).nodes(1_000_000).heuristic(heuristic);
    let mut solver = builder.build().expect("there is memory");
    let nodes = |mut problem: Problem| {
        solver.clear();
        let solution = solver.solve(&mut problem.pos);
        assert!(matches!(solution.verdict, Verdict::Mate { .. }), "{}", problem.name);
        solution.nodes
    };
    problems(MATES).into_iter().map(nodes).collect()
}

#[test]
fn a_cost_of_nothing_changes_no_node_and_a_cost_does() {
    let plain = nodes(&Odds::default());
    assert_eq!(nodes(&FarDrops { inner: Odds::default(), cost: 0 }), plain);
    assert_ne!(nodes(&FarDrops { inner: Odds::default(), cost: 4 }), plain);
}
