//! Edge costs steer the search and nothing else.

use crate::common::truth::{random_problem, truth};
use crate::common::{MATES, assert_mates, problems};
use komadai_core::rng::{SplitMix64, mix};
use komadai_core::{Checks, Color, Move, Position, movegen};
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
fn verdicts_are_true_under_wild_costs() {
    let mut rng = SplitMix64::new(11);
    let builder = Solver::builder().heuristic(&Wild as &dyn DfpnHeuristic).hash_mb(2).nodes(50_000);
    let mut solver = builder.build().expect("there is memory");
    let (mut mates, mut no_mates, mut unknown) = (0, 0, 0);
    while mates + no_mates + unknown < 35 {
        let Some(pos) = random_problem(&mut rng) else { continue };
        // Most random positions are over in a move: keep few of those.
        if movegen::mate_in_one(&pos, &Checks::of(&pos)).is_some() && rng.below(3) != 0 {
            continue;
        }
        let Some((mate, size)) = truth(&pos, 500) else { continue };
        if !mate && rng.below(if size < 12 { 64 } else { 8 }) != 0 {
            continue;
        }
        match solver.solve(&mut pos.clone()).verdict {
            Verdict::Mate { line } => {
                assert!(mate, "false mate in {pos}");
                assert_mates(&pos, &line, &pos.to_string());
                mates += 1;
            }
            Verdict::NoMate => {
                assert!(!mate, "false no-mate in {pos}");
                no_mates += 1;
            }
            Verdict::Unknown => unknown += 1,
        }
    }
    assert!(
        mates > 5 && no_mates > 5 && unknown < 5,
        "{mates} mates, {no_mates} no-mates, {unknown} unknown"
    );
}

/// Nodes of each committed problem, all of which must come out as mates.
fn nodes(heuristic: &dyn DfpnHeuristic) -> Vec<u64> {
    let mut solver =
        Solver::builder().hash_mb(4).nodes(1_000_000).heuristic(heuristic).build().expect("there is memory");
    problems(MATES)
        .iter()
        .map(|problem| {
            solver.clear();
            let solution = solver.solve(&mut problem.pos.clone());
            assert!(matches!(solution.verdict, Verdict::Mate { .. }), "{}", problem.name);
            solution.nodes
        })
        .collect()
}

#[test]
fn a_cost_of_nothing_changes_no_node_and_a_cost_does() {
    let plain = nodes(&Odds::default());
    assert_eq!(nodes(&FarDrops { inner: Odds::default(), cost: 0 }), plain);
    assert_ne!(nodes(&FarDrops { inner: Odds::default(), cost: 4 }), plain);
}
