//! Certificates of the committed problems: written by the solver, read by the checker.

use std::io::Read;

use crate::common::{MATES, NEXTMOVES, NOMATES, PLENTY, REGRESSIONS, checked, problem, problems, solver};
use komadai_tsume::Verdict;
use komadai_tsume::checker::{self, Claim};

const FILES: [&str; 4] = [MATES, NEXTMOVES, REGRESSIONS, NOMATES];

#[test]
fn certificates_of_the_committed_problems_are_accepted() {
    let mut solver = solver(16, 60_000);
    let (mut mates, mut no_mates, mut white) = (0, 0, 0);
    for problem in FILES.into_iter().flat_map(problems) {
        let solution = solver.solve(&mut problem.pos.clone());
        let Some(tree) = solution.tree else {
            assert_eq!(solution.verdict, Verdict::Unknown, "{}", problem.name);
            assert_eq!(solution.rebuild_nodes, 0, "{} was decided and could not be shown", problem.name);
            continue;
        };
        let checked = checked(&tree);
        let sfen = problem.pos.to_string();
        assert_eq!(Some(checked.sfen.as_str()), sfen.rsplit_once(' ').map(|(head, _)| head));
        white += usize::from(sfen.contains(" w "));
        if let Verdict::Mate { line } = solution.verdict {
            assert_eq!(checked.claim, Claim::Mate, "{}", problem.name);
            assert!(line.len() as u32 <= checked.plies, "{}", problem.name);
            assert_eq!(Some(checked.plies), tree.plies(tree.root()));
            mates += 1;
        } else {
            assert_eq!(checked.claim, Claim::NoMate, "{}", problem.name);
            no_mates += 1;
        }
    }
    assert!(mates > 190 && no_mates > 1 && white > 20, "{mates} {no_mates} {white}");
}

/// A bishop walks to and fro and wins a pawn each time: the table keeps proofs of the same boards with one pawn and
/// with two, and those with one lead to those with two.
#[test]
fn mate_that_comes_back_to_the_same_boards_with_more_in_hand_is_shown() {
    let tree = solver(16, 1_000_000).solve(&mut problem(REGRESSIONS, "yo116a").pos).tree;
    assert_eq!(checked(&tree.expect("a mate that is found is shown")).claim, Claim::Mate);
}

/// Files that were written once, `(claim, records, plies)`: the format must not change under its version.
#[test]
fn certificates_of_version_1_are_accepted_for_ever() {
    let told = |bytes: &[u8]| {
        let checked = checker::check(bytes).unwrap_or_else(|error| panic!("{error}"));
        (checked.claim, checked.records, checked.plies)
    };
    assert_eq!(told(include_bytes!("../../../../data/tsume/mate.kmdc")), (Claim::Mate, 44, 19));
    assert_eq!(told(include_bytes!("../../../../data/tsume/white-mates.kmdc")), (Claim::Mate, 10, 9));
    assert_eq!(told(include_bytes!("../../../../data/tsume/perpetual-check.kmdc")), (Claim::NoMate, 93, 0));
    assert_eq!(told(include_bytes!("../../../../data/tsume/lower.kmdc")), (Claim::NoMateWithin, 84, 9));
}

#[test]
fn certificate_is_saved_whole_or_not_at_all() {
    let folder = std::env::temp_dir().join(format!("komadai-certificate-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut pos = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse().unwrap();
    let tree = solver(1, PLENTY).solve(&mut pos).tree.unwrap();
    tree.save_certificate(folder.join("gold.kmdc")).unwrap();
    assert!(checker::check(std::fs::File::open(folder.join("gold.kmdc")).unwrap()).is_ok());
    // A folder cannot be replaced by a file: nothing is left behind.
    std::fs::create_dir_all(folder.join("folder").join("inside")).unwrap();
    assert!(tree.save_certificate(folder.join("folder")).is_err());
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2);
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A stream that begins as a certificate does and never ends.
#[test]
fn endless_certificates_are_refused() {
    let begin: &[u8] = include_bytes!("../../../../data/tsume/mate.kmdc");
    let error = checker::check(begin.chain(std::io::repeat(0))).expect_err("it has no end");
    assert!(matches!(error, checker::CheckError::TooLong), "{error}");
    let error = checker::check_hisshi(b"KMDH\x01\x00".chain(std::io::repeat(0))).expect_err("it has no end");
    assert!(error.to_string().contains("more than 1 GiB"), "{error}");
}
