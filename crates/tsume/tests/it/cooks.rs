//! Second solutions.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::common::{
    MATES, NEXTMOVES, PLENTY, end_of, lengths, mate_in, odds, position, problem, problems, solver, with,
};
use crate::length_reference::Definition;
use komadai_core::{Move, Position};
use komadai_tsume::{
    CookKind, DependenceTable, DfpnHeuristic, Length, LengthRule, LineError, MateNode, Nagai, Numbers,
    Soundness, Unit, find_cooks,
};

fn moves(line: &[&str]) -> Vec<Move> {
    line.iter().map(|mv| mv.parse().expect("a move of a test")).collect()
}

fn beside(sfen: &str, line: &[&str]) -> Result<Soundness, LineError> {
    let (mut solver, mut lengths) = (solver(1, 100_000), lengths(1, 100_000));
    find_cooks(&position(sfen), &moves(line), LengthRule::EveryPly, &mut solver, &mut lengths)
}

const HEAD: &str = "4k4/9/4P4/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1";
const TWO_TOKINS: &str = "4k4/9/3+P+P4/9/9/9/9/9/9 b G2r2b3g4s4n4l16p 1";

#[test]
fn another_last_move_is_told_and_let_pass() {
    // Either tokin mates on 5b as the gold does; other checks mate in three.
    let soundness = beside(TWO_TOKINS, &["G*5b"]).unwrap();
    assert!(soundness.cooks.iter().all(|cook| cook.kind == CookKind::LastMove), "{soundness:?}");
    assert!(soundness.cooks.iter().any(|cook| cook.mv == "5c5b".parse().unwrap()), "{soundness:?}");
    assert_eq!(soundness.is_sound(), Some(true));
}

#[test]
fn sooner_mate_is_told_apart() {
    // The author begins with the tokin to 6b; the gold mates at once.
    let mut at = position(TWO_TOKINS).after(["6c6b".parse().unwrap()]);
    let reply = at.legal_moves()[0];
    at.do_move(reply);
    let end = lengths(1, PLENTY).measure(&mut at, LengthRule::EveryPly).line[0].to_string();
    let soundness = beside(TWO_TOKINS, &["6c6b", &reply.to_string(), &end]).unwrap();
    let first = soundness.cooks.iter().find(|cook| cook.ply == 0 && cook.mv == "G*5b".parse().unwrap());
    assert_eq!(first.map(|cook| (cook.kind, cook.length)), Some((CookKind::Earlier, Length::Exact(1))));
    assert_eq!(first.map(|cook| cook.kind.term()), Some("早詰"));
    assert_eq!(soundness.is_sound(), Some(false));
}

#[test]
fn lines_that_are_none_are_refused_with_the_move() {
    for (line, wrong) in [
        (&["S*5b"][..], "move 1 of the line, S*5b, is not legal"),
        (&["G*5g"], "move 1 of the line, G*5g, gives no check"),
        (&["G*4b"], "after 1 moves the line ends without mate"),
        (&[], "after 0 moves the line ends without mate"),
    ] {
        assert_eq!(beside(HEAD, line).unwrap_err().wrong, wrong);
    }
}

/// A mate in one after which pieces are dropped between in vain and captured: other checks mate in as many plies, none sooner.
#[test]
fn moves_that_do_not_count_make_no_other_mate_sooner() {
    let mut pos = position("8k/R7s/g5N2/1R7/8L/4+b4/9/9/9 b b3g3s3n3l18p 1");
    let mut lengths = lengths(4, PLENTY);
    let line = lengths.measure(&mut pos, LengthRule::EveryPly).line;
    assert_eq!(line.len(), 13);
    let mut solver = solver(4, 20_000);
    let found = find_cooks(&pos, &line, LengthRule::Traditional, &mut solver, &mut lengths).unwrap();
    let other = found.cooks.iter().find(|cook| cook.ply == 0 && cook.mv == "8d8a".parse().unwrap());
    assert_eq!(other.map(|cook| (cook.kind, cook.length)), Some((CookKind::LastMove, Length::Exact(1))));
    assert!(found.cooks.iter().all(|cook| cook.kind != CookKind::Earlier), "{found:?}");
}

/// Plain df-pn that counts the leaves it is asked about.
#[derive(Default)]
struct Counted(AtomicU64);

impl DfpnHeuristic for Counted {
    fn initial(&self, at: &MateNode<'_>) -> Numbers {
        self.0.fetch_add(1, Ordering::Relaxed);
        Unit.initial(at)
    }
}

/// After most checks here, the king has a dozen or more replies that are hard to decide.
#[test]
fn limit_of_a_check_is_that_of_all_its_replies_together() {
    let mut pos = position("9/4kS1R1/9/9/9/9/9/9/9 b RSb4gs4n3l4p 1");
    let (mut lengths, counted, nodes) = (lengths(1, 20_000), Counted::default(), 1_000);
    let line = lengths.measure(&mut pos, LengthRule::Traditional).line;
    let mut solver = with(&counted, DependenceTable::default()).hash_mb(1).nodes(nodes).build().unwrap();
    let found = find_cooks(&pos, &line, LengthRule::Traditional, &mut solver, &mut lengths).unwrap();
    let checks = (found.cooks.len() + found.unknown.len() + found.refuted) as u64;
    let each = counted.0.into_inner() / checks;
    assert!(found.unknown.len() > 20 && each < 10 * nodes, "{each} leaves for each of {checks} checks");
}

#[test]
fn a_line_that_the_limits_leave_open_is_not_called_one_without_mate() {
    let (mut solver, mut lengths, line) = (solver(1, 1_000), lengths(1, 0), moves(&["G*5b"]));
    let refused = find_cooks(&position(HEAD), &line, LengthRule::Traditional, &mut solver, &mut lengths);
    let refused = refused.unwrap_err();
    assert!(refused.wrong.contains("the limits ended the search"), "{refused}");
}

/// The cooks of the shortest line of a published problem agree with the lengths: none is sooner, and every check that is said to mate in
/// so many plies does.
#[test]
fn shortest_lines_have_no_sooner_mate_beside_them() {
    let mut lengths = lengths(4, 300_000);
    let mut solver = solver(4, 20_000);
    let (mut cooks, mut refuted, mut mated) = (0, 0, 0);
    for problem in problems(MATES).iter().take(4) {
        let line = lengths.measure(&mut problem.pos.clone(), LengthRule::EveryPly).line;
        let soundness = find_cooks(&problem.pos, &line, LengthRule::EveryPly, &mut solver, &mut lengths)
            .unwrap_or_else(|error| panic!("{}: {error}", problem.name));
        for cook in &soundness.cooks {
            assert_ne!(cook.kind, CookKind::Earlier, "{}: {cook:?}", problem.name);
            let pos = positions(&problem.pos, &line).swap_remove(cook.ply);
            assert_ne!(cook.mv, line[cook.ply]);
            let Length::Exact(plies) = cook.length else { continue };
            let pos = pos.after([cook.mv]);
            for &reply in &pos.legal_moves().to_vec() {
                let length = lengths.length(&mut pos.after([reply]), LengthRule::EveryPly);
                assert!(matches!(length, Length::Exact(n) if n + 2 <= plies), "{}: {cook:?}", problem.name);
                mated += 1;
            }
        }
        cooks += soundness.cooks.len();
        refuted += soundness.refuted;
    }
    assert!(cooks > 2 && refuted > 10 && mated > 10, "{cooks} {refuted} {mated}");
}

/// The shortest line of a problem of a committed file, and its cooks.
fn committed(text: &str, name: &str) -> (Position, Vec<Move>, Soundness) {
    let problem = problem(text, name);
    let (mut solver, mut lengths) = (solver(4, 50_000), lengths(4, 50_000));
    let line = lengths.measure(&mut problem.pos.clone(), LengthRule::EveryPly).line;
    let found = find_cooks(&problem.pos, &line, LengthRule::EveryPly, &mut solver, &mut lengths);
    (problem.pos, line, found.expect("a shortest line is a solution"))
}

/// Two tests use this one.
static SEVEN: LazyLock<(Position, Vec<Move>, Soundness)> = LazyLock::new(|| committed(MATES, "mate7_d0706"));

fn positions(pos: &Position, line: &[Move]) -> Vec<Position> {
    (0..=line.len()).map(|ply| end_of(pos, &line[..ply])).collect()
}

#[test]
fn detour_mates_only_by_way_of_the_line_and_is_let_pass() {
    // The horse steps back and the king has nothing better than to follow.
    let sfen = "9/6+B1k/8n/6s2/9/6N1G/9/9/9 b - 1";
    let line = ["3f2d", "1b1a", "3b3c", "1a2a", "2d3b+", "2a1b", "3b2b"];
    let found = beside(sfen, &line).unwrap();
    assert_eq!(found.is_sound(), Some(true), "{found:?}");
    let detour = &found.cooks[0];
    assert_eq!(
        (detour.kind, detour.ply, detour.mv.to_string().as_str(), detour.length, detour.rejoins),
        (CookKind::Detour, 4, "3c3b", Length::Exact(7), Some(2))
    );
    assert!(found.cooks[1..].iter().all(|cook| cook.kind == CookKind::LastMove), "{found:?}");
    let line = moves(&line);
    let on_line = positions(&position(sfen), &line);
    let gone = on_line[4].after([detour.mv]);
    let mut definition = Definition::of(LengthRule::EveryPly);
    assert!(definition.mates(&gone, 6) && !definition.mates(&gone, 4));
    let mut beside = Definition::of(LengthRule::EveryPly);
    beside.barred = on_line[..line.len()].to_vec();
    assert!(!beside.mates(&gone, 8));
}

#[test]
fn promotion_or_not_is_no_other_solution_if_the_piece_is_taken() {
    let sfen = "7gk/6lR1/5p2B/9/9/9/9/9/9 b - 1";
    let found = beside(sfen, &["2b2a+", "1a2a", "G*2b"]).unwrap();
    let kinds: Vec<_> =
        found.cooks.iter().map(|cook| (cook.kind, cook.mv.to_string(), cook.rejoins)).collect();
    assert_eq!(kinds, [(CookKind::Dual, "2b2a".to_owned(), Some(2))]);
    assert_eq!(found.is_sound(), Some(true));
}

/// Whether all of these checks in some order, and some replies, lead from a position of the defender to another position.
fn leads(from: &Position, checks: &[Move], to: &Position) -> bool {
    checks.is_empty() && from.same_position(to)
        || from.legal_moves().iter().map(|&reply| from.after([reply])).any(|at| {
            checks.is_empty() && at.same_position(to)
                || checks.iter().enumerate().filter(|&(_, &check)| at.is_legal(check)).any(|(i, &check)| {
                    leads(&at.after([check]), &[&checks[..i], &checks[i + 1..]].concat(), to)
                })
        })
}

#[test]
fn same_moves_in_another_order_are_no_other_solution() {
    let five = committed(NEXTMOVES, "nextmove5_d0122");
    for (name, (pos, line, found)) in [("mate7_d0706", &*SEVEN), ("nextmove5_d0122", &five)] {
        let exchange = found.cooks.iter().find(|cook| cook.kind == CookKind::Transposition);
        let exchange = exchange.unwrap_or_else(|| panic!("{name}: {found:?}"));
        let back = exchange.rejoins.expect("it comes back");
        let mut checks: Vec<Move> = line[exchange.ply..back].iter().step_by(2).copied().collect();
        let place = checks.iter().position(|&mv| mv == exchange.mv).expect("a later move of the line");
        checks.remove(place);
        let on_line = positions(pos, line);
        let begun = on_line[exchange.ply].after([exchange.mv]);
        assert!(leads(&begun, &checks, &on_line[back]), "{name}: {exchange:?}");
    }
}

#[test]
fn dual_comes_back_by_another_move_and_the_worst_stands_first() {
    let (pos, line, found) = &*SEVEN;
    let dual = found.cooks.iter().find(|cook| cook.kind == CookKind::Dual).expect("one is known");
    let back = dual.rejoins.expect("it comes back");
    assert_eq!(back, dual.ply + 2, "{dual:?}");
    let on_line = positions(pos, line);
    let keyed = on_line[dual.ply].after([dual.mv]);
    let replies = keyed.legal_moves();
    assert!(replies.iter().any(|&reply| keyed.after([reply]).same_position(&on_line[back])), "{dual:?}");

    let kinds: Vec<CookKind> = found.cooks.iter().map(|cook| cook.kind).collect();
    assert!(kinds.is_sorted(), "{kinds:?}");
    assert_eq!(found.is_sound(), Some(false));
    assert_eq!(found.cooks[0].ply, 0, "another first key counts most: {:?}", found.cooks[0]);
    let merged = found.cooks.iter().find(|cook| !cook.also.is_empty()).expect("checks that are alike");
    for mv in &merged.also {
        assert_eq!((mv.from(), mv.dropped()), (merged.mv.from(), merged.mv.dropped()), "{merged:?}");
    }
    let mut all: Vec<(usize, Move)> = Vec::new();
    for cook in &found.cooks {
        all.extend(std::iter::once(&cook.mv).chain(&cook.also).map(|&mv| (cook.ply, mv)));
    }
    let count = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), count, "no check is listed twice");
}

#[test]
fn barred_positions_are_no_mates_for_a_policy_that_makes_repetitions_wait() {
    for mut pos in [position("9/6+B1k/8n/6s2/9/6N1G/9/9/9 b - 1"), mate_in(5)] {
        let (mut lengths, rule) = (lengths(1, PLENTY), LengthRule::EveryPly);
        let line = lengths.measure(&mut pos, rule).line;
        let builders = [with(odds(), DependenceTable::default()), with(odds(), Nagai)];
        let [lean, other] = builders.map(|builder| {
            let mut solver = builder.hash_mb(1).nodes(2_000).build().unwrap();
            find_cooks(&pos, &line, rule, &mut solver, &mut lengths).unwrap()
        });
        // What the limits leave open counts as no way back, and may differ.
        let back = |cooks: &Soundness| {
            cooks.cooks.iter().filter(|cook| cook.rejoins.is_some()).cloned().collect::<Vec<_>>()
        };
        assert!(back(&other).iter().all(|cook| back(&lean).contains(cook)), "{other:?} {lean:?}");
        if lean.unknown.is_empty() && other.unknown.is_empty() {
            assert_eq!(back(&other), back(&lean), "{pos}");
        }
    }
}
