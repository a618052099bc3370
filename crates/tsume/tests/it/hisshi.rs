//! Hisshi: the search against lists of all positions, and positions with a known answer.

use crate::common::truth::{Graph, put_in_hand, random_problem};
use crate::common::{PLENTY, assert_mates, position, solver};
use crate::length_reference::Definition;
use komadai_core::rng::SplitMix64;
use komadai_core::{Checks, Move, Piece, PieceKind, Position, Setup, Square, movegen};
use komadai_tsume::checker::check_hisshi;
use komadai_tsume::{HisshiAnswer, HisshiLimits, HisshiVerdict, LengthRule, Verdict, find_hisshi};

/// A silver beside the king (腹銀), the best known hisshi: 3b2c+ and the horse mate on different sides.
const BELLY_SILVER: &str = "5+B1nl/7k1/6ppp/9/9/9/9/9/9 b S2rb4g3s3n3l15p 1";

pub(crate) const ALL_KEYS: HisshiLimits = HisshiLimits { nodes: 1_000_000, first: 100, all_keys: true };

/// The answer with all keys, after its certificate has been checked.
fn answer(sfen: &str) -> HisshiAnswer {
    let pos = position(sfen);
    let answer = find_hisshi(&pos, &mut solver(4, PLENTY), &ALL_KEYS);
    assert_eq!(answer.position, pos);
    certified(&answer);
    answer
}

/// Has the certificate of an answer checked, if there is one.
fn certified(answer: &HisshiAnswer) {
    let Some(bytes) = answer.certificate() else { return };
    let checked = check_hisshi(&bytes[..]).unwrap_or_else(|error| panic!("{}: {error}", answer.position));
    assert_eq!(checked.sfen, answer.position.unnumbered());
    if let Some(key) = answer.keys.first() {
        assert_eq!(checked.key, Some(key.key.to_string()));
        assert_eq!((checked.parts, checked.plies), (key.replies.len() as u64, key.plies()));
    } else {
        assert_eq!((checked.key, checked.parts), (None, answer.refuted.len() as u64));
    }
}

fn keys(answer: &HisshiAnswer) -> Vec<String> {
    answer.keys.iter().map(|key| key.key.to_string()).collect()
}

/// How many answers of each kind were confirmed.
#[derive(Debug, Default)]
struct Confirmed {
    mates: usize,
    hisshi: usize,
    with_king: usize,
    none: usize,
    replies: usize,
    refutations: usize,
}

/// Confirms an answer without the solver: every reply to a key is mated within the plies of its tree, by trying everything, and
/// every refutation is no mate, by listing all positions. `None` if that is too much.
fn confirm(answer: &HisshiAnswer, counts: &mut Confirmed) -> Option<()> {
    let (pos, mut definition) = (&answer.position, Definition::of(LengthRule::EveryPly));
    if answer.verdict == HisshiVerdict::Mate {
        let Verdict::Mate { line } = &answer.by_checks else { panic!("{pos}: {:?}", answer.by_checks) };
        if line.len() <= 5 {
            assert!(definition.mates(pos, line.len()), "{pos}");
            counts.mates += 1;
        }
        return Some(());
    }
    let mut decided: Vec<Move> = answer.keys.iter().map(|key| key.key).collect();
    decided.extend(answer.refuted.iter().map(|refutation| refutation.key));
    decided.sort_unstable_by_key(|mv| mv.bits());
    let mut without_check: Vec<Move> = pos.legal_moves().to_vec();
    without_check.retain(|&mv| !pos.gives_check(mv));
    without_check.sort_unstable_by_key(|mv| mv.bits());
    assert_eq!(decided, without_check, "every move without check is decided once in {pos}");
    assert_eq!(answer.verdict == HisshiVerdict::Hisshi, !answer.keys.is_empty(), "{pos}");
    for key in &answer.keys {
        let keyed = pos.after([key.key]);
        let mut replies = keyed.legal_moves().to_vec();
        replies.sort_unstable_by_key(|mv| mv.bits());
        assert!(key.replies.iter().map(|answered| answered.reply).eq(replies), "{pos} {}", key.key);
        if key.plies() > 7 {
            return None;
        }
        for answered in &key.replies {
            let at = keyed.after([answered.reply]);
            assert!(definition.mates(&at, answered.plies() as usize), "{pos} {} {}", key.key, answered.reply);
            counts.replies += 1;
        }
    }
    for refutation in &answer.refuted {
        let mut at = pos.clone();
        for mv in [refutation.key, refutation.reply] {
            assert!(at.is_legal(mv), "{pos} {mv}");
            at.do_move(mv);
        }
        if let Some(graph) = Graph::new(&at, MOST) {
            assert!(graph.plies().is_none(), "{pos} {} {}", refutation.key, refutation.reply);
            counts.refutations += 1;
        }
    }
    counts.none += usize::from(answer.keys.is_empty());
    counts.hisshi += usize::from(!answer.keys.is_empty());
    counts.with_king += usize::from(!answer.keys.is_empty() && pos.king(pos.side_to_move()).is_some());
    Some(())
}

/// Maximum number of positions listed for one question.
const MOST: usize = 300;

/// The position with a piece in the defender's hand, so that he seldom lacks a move, and now and then with a king of the attacker on some
/// square.
fn defended(pos: &Position, rng: &mut SplitMix64) -> Option<Position> {
    let attacker = pos.side_to_move();
    let mut setup = Setup::from(pos);
    let square = Square::from_index(rng.below(81) as usize)?;
    if rng.below(3) == 0 && pos.king(attacker).is_none() && pos.piece_at(square).is_none() {
        setup.board[square.index()] = Some(Piece::new(attacker, PieceKind::King));
    }
    let kind = PieceKind::HAND[rng.below(7) as usize];
    put_in_hand(&mut setup, !attacker, kind)?;
    Position::new(&setup).ok()
}

#[test]
fn answers_are_true_on_small_random_positions() {
    let mut rng = SplitMix64::new(7);
    let mut solver = solver(4, PLENTY);
    let mut counts = Confirmed::default();
    let mut asked = 0;
    while asked < 700 {
        let Some(mut pos) = random_problem(&mut rng) else { continue };
        if rng.below(4) != 0 {
            let Some(changed) = defended(&pos, &mut rng) else { continue };
            pos = changed;
        }
        // Most random positions are over in a move: keep few of those.
        if movegen::mate_in_one(&pos, &Checks::of(&pos)).is_some() && rng.below(100) != 0 {
            continue;
        }
        asked += 1;
        if rng.below(2) == 0 {
            solver.clear();
        }
        let answer = find_hisshi(&pos, &mut solver, &HisshiLimits { nodes: 2_000, ..ALL_KEYS });
        let decided = answer.verdict == HisshiVerdict::Mate || answer.open.is_empty();
        // Most have neither a mate nor a key.
        if decided && (answer.verdict != HisshiVerdict::NoHisshi || rng.below(30) == 0) {
            confirm(&answer, &mut counts);
            certified(&answer);
        }
    }
    println!("{counts:?}");
    assert!(counts.hisshi > 4 && counts.none > 2 && counts.mates > 1, "{counts:?}");
    assert!(counts.with_king > 0, "{counts:?}");
    assert!(counts.replies > 50 && counts.refutations > 50, "{counts:?}");
}

#[test]
fn silver_beside_the_king_is_the_only_key() {
    let answer = answer(BELLY_SILVER);
    assert_eq!((answer.verdict, answer.by_checks.clone()), (HisshiVerdict::Hisshi, Verdict::NoMate));
    assert_eq!(keys(&answer), ["S*3b"]);
    let key = &answer.keys[0];
    let Verdict::Mate { line: threat } = &key.threat else { panic!("{:?}", key.threat) };
    assert!(threat.len() == 1 && threat[0].to() == "3b2c".parse::<Move>().unwrap().to(), "{threat:?}");
    let line = key.line();
    assert_eq!(line.len() as u32, key.plies());
    assert_mates(&answer.position.after([line[0], line[1]]), &line[2..], "the hardest reply");
}

#[test]
fn a_mate_by_checks_is_no_hisshi_problem() {
    let answer = answer("4k4/9/4P4/9/9/9/9/9/9 b GS2r2b3g3s4n4l17p 1");
    assert_eq!(answer.verdict, HisshiVerdict::Mate);
    assert!(answer.certificate().is_none());
    // Nobody can be mated, though the side without a king cannot move.
    let answer = self::answer("9/9/9/9/9/9/9/9/4K4 b G 1");
    assert!(answer.verdict == HisshiVerdict::NoHisshi && answer.certificate().is_none());
}

#[test]
fn a_pawn_that_leaves_no_reply_may_be_dropped_if_it_gives_no_check() {
    // The gold covers 2a and 2b, the pawn 1b: the king cannot move, there is nothing else to move, and so he has lost.
    let answer = answer("8k/6G2/9/9/9/9/9/9/9 b P 1");
    assert_eq!(answer.verdict, HisshiVerdict::Hisshi);
    let pawn = answer.keys.iter().find(|key| key.key.to_string() == "P*1c").expect("the pawn");
    assert_eq!((pawn.replies.len(), pawn.plies(), pawn.threat.clone()), (0, 1, Verdict::NoMate));
    assert_eq!(pawn.line(), [pawn.key]);
    // With a piece to drop the king's side is not lost.
    assert_eq!(self::answer("8k/6G2/9/9/9/9/9/9/9 b Pp 1").verdict, HisshiVerdict::NoHisshi);
}

#[test]
fn a_check_of_the_defender_may_be_answered_by_check() {
    // The bishop can check from 5b, where the dragon takes it and gives check itself.
    let answer = answer("3b4l/8k/8N/8N/9/K8/9/9/4R4 b S 1");
    assert_eq!(keys(&answer), ["5i5c+"]);
    let mut replies = answer.keys[0].replies.iter();
    let check = replies.find(|answered| answered.reply.to_string() == "6a5b").expect("the bishop");
    assert!(check.tree.line()[0].to() == check.reply.to(), "{:?}", check.tree.line());
}

#[test]
fn a_check_of_the_defender_refutes_if_the_evasion_gives_no_check() {
    assert_eq!(keys(&answer("7kl/9/9/7P1/9/9/9/9/9 b GN2r2b3g4s3n3l17p 1")), ["2d2c+"]);
    // With a king of the attacker on 5i the same key fails: a rook is dropped with check, and 2c is taken next.
    let checked = answer("7kl/9/9/7P1/9/9/9/9/4K4 b GN2r2b3g4s3n3l17p 1");
    assert_eq!(checked.verdict, HisshiVerdict::NoHisshi);
    let refutation = checked.refuted.iter().find(|refutation| refutation.key.to_string() == "2d2c+");
    let refutation = refutation.expect("the key of the position without a king");
    assert!(checked.position.after([refutation.key]).gives_check(refutation.reply), "{}", refutation.reply);
    // A defender who has no piece to check with cannot refute it.
    assert!(keys(&answer("7kl/9/9/7P1/9/9/9/9/4K4 b GN 1")).contains(&"2d2c+".to_owned()));
}

#[test]
fn limits_leave_moves_open_and_the_stop_flag_ends_the_search() {
    let pos = position(BELLY_SILVER);
    for nodes in [0, 1, 10, 100, 1_000] {
        let answer = find_hisshi(&pos, &mut solver(4, PLENTY), &HisshiLimits { nodes, ..ALL_KEYS });
        assert!(answer.nodes <= 2 * nodes, "{nodes}");
        let works = answer.verdict == HisshiVerdict::Hisshi;
        assert!(works || answer.verdict == HisshiVerdict::Unknown && !answer.open.is_empty(), "{nodes}");
        assert!(answer.keys.iter().all(|key| key.key.to_string() == "S*3b"));
    }
    // Small and large first limits give the same answers.
    for first in [1, 10, 100_000] {
        let answer = find_hisshi(&pos, &mut solver(4, PLENTY), &HisshiLimits { first, ..ALL_KEYS });
        assert!(answer.verdict == HisshiVerdict::Hisshi && keys(&answer) == ["S*3b"], "{first}");
    }
    let mut solver = solver(4, PLENTY);
    solver.stop_flag().store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(find_hisshi(&pos, &mut solver, &ALL_KEYS).verdict, HisshiVerdict::Unknown);
}
