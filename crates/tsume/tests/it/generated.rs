//! The treatments of repetition on the generated no-mates: none contradicts another, and every answer is shown.

use crate::common::{checked, problems};
use komadai_tsume::checker::Claim;
use komadai_tsume::{
    CyclePolicy, DependenceTable, DfpnHeuristic, FarDrops, Nagai, NagaiLiteral, Odds, Solver, Twin, Verdict,
};

const PROBLEMS: &str = include_str!("../../../../data/tsume/generated_nomates.sfen");

/// How many of every `step`th problem one treatment solves; all of them as no mate, with certificates that are accepted.
fn solved<C: CyclePolicy>(cycles: C, nodes: u64, step: usize) -> usize {
    let heuristic: &dyn DfpnHeuristic = &FarDrops::<Odds>::default();
    let builder = Solver::builder().heuristic(heuristic).hash_mb(16).nodes(nodes);
    let mut solver = builder.cycles(cycles).build().expect("there is memory");
    let mut solved = 0;
    for problem in problems(PROBLEMS).into_iter().step_by(step) {
        solver.clear();
        let solution = solver.solve(&mut problem.pos.clone());
        match solution.verdict {
            Verdict::Unknown => continue,
            Verdict::Mate { .. } => panic!("{} is no mate", problem.name),
            Verdict::NoMate => solved += 1,
        }
        let tree = solution.tree.expect("a no-mate is shown");
        assert_eq!(checked(&tree).claim, Claim::NoMate, "{}", problem.name);
    }
    solved
}

#[test]
fn no_treatment_contradicts_a_generated_no_mate() {
    let (nodes, step) = (50_000, 13);
    let default = solved(DependenceTable::default(), nodes, step);
    let twin = solved(Twin::default(), nodes, step);
    let (nagai, literal) = (solved(Nagai, nodes, step), solved(NagaiLiteral, nodes, step));
    let all = format!("{default} {twin} {nagai} {literal}");
    assert!(default >= 4 && twin >= 4 && nagai >= 4 && literal >= 2, "{all}");
    assert!(literal < default, "{all}");
}
