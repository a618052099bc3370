//! Tables of a few entries, which lose most results: the answers found all the same are shown.

use crate::common::{MATES, NEXTMOVES, Problem, REGRESSIONS, assert_shown, problems, with};
use komadai_core::random;
use komadai_core::rng::SplitMix64;
use komadai_tsume::{DependenceTable, Mobility, Solution, Solver};

/// The answer within 3,000 nodes from a table of so many bytes; an answer found by then gets as many nodes as it takes to show it.
fn shown(problem: &Problem, bytes: usize) -> Solution {
    let builder = with(&Mobility, DependenceTable::default()).hash_bytes(bytes);
    let mut solver = builder.build().expect("there is memory");
    let mut solution = solver.solve_within(&mut problem.pos.clone(), 3_000);
    if solution.tree.is_none() && solution.rebuild_nodes > 0 {
        solution = solver.solve_within(&mut problem.pos.clone(), 1_000_000);
    }
    assert_shown(problem, &solution);
    solution
}

/// Mates whose searches are longer than the table is large: proofs are lost while they are built, found again through other moves, and
/// come back to where they were (paper 003, Fig. 2).
#[test]
fn proofs_come_out_of_tables_of_a_few_entries() {
    let (mut mates, mut searched_again) = (0, 0);
    for problem in [MATES, NEXTMOVES, REGRESSIONS].into_iter().flat_map(problems) {
        for bytes in [2 << 10, 16 << 10] {
            let solution = shown(&problem, bytes);
            let is_mate = solution.verdict.mates() == Some(true);
            mates += usize::from(is_mate);
            searched_again += usize::from(is_mate && solution.rebuild_nodes > 0);
        }
    }
    assert!(mates > 200 && searched_again > 100, "{mates} {searched_again}");
}

/// Positions a few moves beside practical mates.
#[test]
fn disproofs_come_out_of_tables_of_a_few_entries() {
    let mut rng = SplitMix64::new(15);
    let (mut no_mates, mut searched_again, mut back) = (0, 0, 0);
    for mut problem in problems(MATES).into_iter().cycle().take(300) {
        for _ in 0..2 {
            let Some(mv) = random::legal_move(&mut rng, &problem.pos) else { break };
            problem.pos.do_move(mv);
        }
        (problem.name, problem.label, problem.plies) = (problem.pos.to_string(), "unknown".to_owned(), None);
        let solution = shown(&problem, [2, 4, 16, 128][rng.below(4) as usize] << 10);
        let Some(tree) = solution.tree.filter(|_| solution.verdict.mates() == Some(false)) else { continue };
        no_mates += usize::from(solution.nodes > 0);
        searched_again += usize::from(solution.rebuild_nodes > 0);
        // Branches back to earlier positions: without circles there would be no such set.
        let returns =
            |node| tree.branches(node).iter().filter(move |branch| branch.node.index() <= node.index());
        back += tree.nodes().map(|node| returns(node).count()).sum::<usize>();
    }
    assert!(no_mates > 20 && searched_again > 5 && back > 500, "{no_mates} {searched_again} {back}");
}

/// With as many checks as are allowed, and with so few that they are soon used up.
#[test]
fn a_shortened_mate_is_never_longer() {
    let solver = |shorten| Solver::builder().hash_mb(1).nodes(10_000).shorten(shorten).build();
    let [mut as_found, mut shortened] =
        [false, true].map(|shorten| solver(shorten).expect("there is memory"));
    let (mut shorter, mut exact, mut all) = (0, 0, 0);
    for problem in [MATES, NEXTMOVES].into_iter().flat_map(problems) {
        let [before, after] = [&mut as_found, &mut shortened].map(|solver| {
            solver.clear();
            let solution = solver.solve(&mut problem.pos.clone());
            assert_shown(&problem, &solution);
            solution.tree.and_then(|tree| tree.plies(tree.root()))
        });
        assert!(
            after <= before && after.is_some() == before.is_some(),
            "{}: {before:?} {after:?}",
            problem.name
        );
        all += usize::from(after.is_some());
        shorter += usize::from(after < before);
        exact += usize::from(after.is_some() && after == problem.plies);
    }
    assert!(shorter > 0 && exact * 3 > all, "{shorter} shorter, {exact} shortest of {all}");
}
