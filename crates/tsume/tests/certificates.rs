//! Certificates of the committed problems: written by the solver, read by the checker.

mod common;

use common::problems;
use komadai_tsume::checker::{self, Claim};
use komadai_tsume::{Solver, Verdict};

const FILES: [&str; 4] = [
    include_str!("../../../data/tsume/mates.sfen"),
    include_str!("../../../data/tsume/nextmoves.sfen"),
    include_str!("../../../data/tsume/issue_regressions.sfen"),
    include_str!("../../../data/tsume/nomates.sfen"),
];

#[test]
fn certificates_of_the_committed_problems_are_accepted() {
    let mut solver = Solver::builder().hash_mb(16).nodes(300_000).build();
    let (mut mates, mut no_mates, mut white) = (0, 0, 0);
    for problem in FILES.into_iter().flat_map(problems) {
        let solution = solver.solve(&mut problem.pos.clone());
        let Some(tree) = solution.tree else {
            assert_eq!(solution.verdict, Verdict::Unknown, "{}", problem.name);
            continue;
        };
        let mut bytes = Vec::new();
        tree.write_certificate(&mut bytes).unwrap();
        let checked = checker::check(&bytes[..]).unwrap_or_else(|error| panic!("{}: {error}", problem.name));
        let sfen = problem.pos.to_string();
        assert_eq!(Some(checked.sfen.as_str()), sfen.rsplit_once(' ').map(|(head, _)| head));
        white += usize::from(sfen.contains(" w "));
        match solution.verdict {
            Verdict::Mate { line } => {
                assert_eq!(checked.claim, Claim::Mate, "{}", problem.name);
                assert!(line.len() as u32 <= checked.plies, "{}", problem.name);
                assert_eq!(Some(checked.plies), tree.plies(tree.root()));
                mates += 1;
            }
            _ => {
                assert_eq!(checked.claim, Claim::NoMate, "{}", problem.name);
                no_mates += 1;
            }
        }
    }
    assert!(mates > 190 && no_mates > 1 && white > 20, "{mates} {no_mates} {white}");
}
