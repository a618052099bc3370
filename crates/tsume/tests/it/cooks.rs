//! Second solutions.

use crate::common::problems;
use komadai_core::{Move, Position};
use komadai_tsume::{CookKind, Length, LengthRule, Lengths, LineError, Solver, Soundness, find_cooks};

fn moves(line: &[&str]) -> Vec<Move> {
    line.iter().map(|mv| mv.parse().expect("a move of a test")).collect()
}

fn beside(sfen: &str, line: &[&str]) -> Result<Soundness, LineError> {
    let pos: Position = sfen.parse().unwrap_or_else(|error| panic!("{sfen}: {error}"));
    let mut solver = Solver::builder().hash_mb(1).nodes(100_000).build().expect("there is memory");
    let mut lengths = Lengths::builder().hash_mb(1).nodes(100_000).build().expect("there is memory");
    find_cooks(&pos, &moves(line), LengthRule::EveryPly, &mut solver, &mut lengths)
}

const HEAD: &str = "4k4/9/4P4/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1";
const TWO_TOKINS: &str = "4k4/9/3+P+P4/9/9/9/9/9/9 b G2r2b3g4s4n4l16p 1";

#[test]
fn only_mate_is_sound() {
    let soundness = beside(HEAD, &["G*5b"]).unwrap();
    assert!(soundness.cooks.is_empty() && soundness.refuted > 0, "{soundness:?}");
    assert_eq!(soundness.is_sound(), Some(true));
}

#[test]
fn another_last_move_is_told_and_let_pass() {
    // Either tokin on 5b mates as the gold does; other checks mate in three.
    let soundness = beside(TWO_TOKINS, &["G*5b"]).unwrap();
    assert!(soundness.cooks.iter().all(|cook| cook.kind == CookKind::LastMove), "{soundness:?}");
    assert!(soundness.cooks.iter().any(|cook| cook.mv == "5c5b".parse().unwrap()), "{soundness:?}");
    assert_eq!(soundness.is_sound(), Some(true));
}

#[test]
fn sooner_mate_is_told_apart() {
    // The author begins with the tokin to 6b; the gold mates at once.
    let pos: Position = TWO_TOKINS.parse().unwrap();
    let mut after = pos.clone();
    let _ = after.do_move("6c6b".parse().unwrap());
    let reply = after.legal_moves()[0].to_string();
    let _ = after.do_move(reply.parse().unwrap());
    let end = Lengths::builder()
        .hash_mb(1)
        .build()
        .expect("there is memory")
        .measure(&mut after, LengthRule::EveryPly)
        .line[0]
        .to_string();
    let soundness = beside(TWO_TOKINS, &["6c6b", &reply, &end]).unwrap();
    let first = soundness.cooks.iter().find(|cook| cook.ply == 0 && cook.mv == "G*5b".parse().unwrap());
    assert_eq!(first.map(|cook| (cook.kind, cook.length)), Some((CookKind::Earlier, Length::Exact(1))));
    assert_eq!(first.map(|cook| cook.kind.term()), Some("早詰"));
    assert_eq!(soundness.is_sound(), Some(false));
}

#[test]
fn lines_that_are_none_are_refused_with_the_move() {
    assert!(matches!(beside(HEAD, &["S*5b"]), Err(LineError::Illegal { number: 1, .. })));
    assert!(matches!(beside(HEAD, &["G*5g"]), Err(LineError::NoCheck { number: 1, .. })));
    assert!(matches!(beside(HEAD, &["G*4b"]), Err(LineError::NoMate { moves: 1, .. })));
    assert!(matches!(beside(HEAD, &[]), Err(LineError::NoMate { moves: 0, .. })));
}

/// Whatever is told of a shortest line of a published problem agrees with the lengths: nothing is sooner, and every check
/// that is said to mate in so many plies does.
#[test]
fn shortest_lines_have_no_sooner_mate_beside_them() {
    let mut lengths = Lengths::builder().hash_mb(4).nodes(300_000).build().expect("there is memory");
    let mut solver = Solver::builder().hash_mb(4).nodes(20_000).build().expect("there is memory");
    let (mut cooks, mut refuted) = (0, 0);
    for problem in problems(include_str!("../../../../data/tsume/mates.sfen")).iter().take(20) {
        let line = lengths.measure(&mut problem.pos.clone(), LengthRule::EveryPly).line;
        let soundness = find_cooks(&problem.pos, &line, LengthRule::EveryPly, &mut solver, &mut lengths)
            .unwrap_or_else(|error| panic!("{}: {error}", problem.name));
        for cook in &soundness.cooks {
            assert_ne!(cook.kind, CookKind::Earlier, "{}: {cook:?}", problem.name);
            let mut pos = problem.pos.clone();
            for &mv in &line[..cook.ply] {
                let _ = pos.do_move(mv);
            }
            assert_ne!(cook.mv, line[cook.ply]);
            if let (Length::Exact(best), Length::Exact(plies)) =
                (lengths.length(&mut pos, LengthRule::EveryPly), cook.length)
            {
                assert!(best <= plies, "{}: {cook:?}", problem.name);
            }
        }
        cooks += soundness.cooks.len();
        refuted += soundness.refuted;
    }
    assert!(cooks > 10 && refuted > 50, "{cooks} {refuted}");
}
