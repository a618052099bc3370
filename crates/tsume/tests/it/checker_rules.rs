//! The checker's own rules against the core's: two implementations that share no line of code must agree everywhere.

#[path = "../../src/checker/board.rs"]
mod board;
#[path = "../../src/checker/rules.rs"]
mod rules;
#[path = "../../src/checker/sfen.rs"]
mod sfen;

use crate::node::checks;
use board::{Board, name};
use komadai_core::rng::SplitMix64;
use komadai_core::{Move, Position, random};

/// How often each kind of question was asked, which shows that a run has tested something.
#[derive(Debug, Default)]
struct Tally {
    positions: usize,
    checks: usize,
    replies: usize,
    legal: usize,
}

fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<u16> {
    let mut codes: Vec<u16> = moves.into_iter().map(Move::bits).collect();
    codes.sort_unstable();
    codes
}

/// Compares everything that the checker asks of its rules in one position.
fn compare(pos: &Position, tally: &mut Tally, every_code: bool) {
    let sfen = pos.to_string();
    let mut board = Board::from_sfen(&sfen).unwrap_or_else(|error| panic!("{sfen}: {error}"));
    let before = board.clone();
    tally.positions += 1;
    assert_eq!(board.in_check(), pos.in_check(), "{sfen}");
    let legal = sorted(pos.legal_moves());
    if every_code {
        for code in 0..=u16::MAX {
            assert_eq!(board.is_legal(code), legal.binary_search(&code).is_ok(), "{sfen} {}", name(code));
        }
        tally.legal += legal.len();
    }
    let mut moves = Vec::new();
    board.checks(&mut moves);
    moves.sort_unstable();
    let giving = sorted(pos.legal_moves().into_iter().filter(|&mv| pos.gives_check(mv)));
    assert_eq!(moves, giving, "checks in {sfen}");
    tally.checks += moves.len();
    let mates = |code: u16| !pos.after([Move::from_bits(code).expect("bits of a move")]).has_legal_move();
    let mating = board.mating_check();
    assert_eq!(mating.is_some(), giving.iter().any(|&code| mates(code)), "mate in one in {sfen}");
    assert!(mating.is_none_or(mates) && board == before, "mate in one in {sfen}");
    if pos.in_check() {
        moves.clear();
        board.replies(&mut moves);
        moves.sort_unstable();
        assert_eq!(moves, legal, "replies in {sfen}");
        tally.replies += moves.len();
    }
    for code in legal {
        let mv = Move::from_bits(code).expect("bits of a move");
        assert_eq!(name(code), mv.to_string());
        let undo = board.play(code);
        let mut fresh =
            Board::from_sfen(&pos.after([mv]).to_string()).expect("a legal move leads to a position");
        assert_eq!(board, fresh, "{sfen} {}", name(code));
        assert_eq!(board.packed(), fresh.packed());
        fresh.side = 1 - fresh.side;
        board.take_back(code, undo);
        assert_eq!(board, before, "{sfen} {}", name(code));
    }
}

#[test]
fn moves_checks_and_replies_agree_on_random_positions() {
    let mut rng = SplitMix64::new(16);
    let mut tally = Tally::default();
    for i in 0..600 {
        let every_code = i % 12 == 0;
        if let Some(pos) = random::placement(&mut rng) {
            compare(&pos, &mut tally, every_code);
            // One check further: most of the checker's positions are in check.
            for mv in &checks(&pos) {
                compare(&pos.after([mv]), &mut tally, false);
            }
        }
        compare(&random::play(&mut rng, 10 + i % 150), &mut tally, every_code);
    }
    assert!(
        tally.positions > 2_000 && tally.checks > 2_000 && tally.replies > 5_000 && tally.legal > 5_000,
        "{tally:?}"
    );
}

#[test]
fn pawn_drops_that_mate_are_not_legal_for_either_side() {
    // A pawn on 1b would mate; the lance may. Turned round, for White.
    for sfen in ["7nk/7p1/8G/9/9/9/9/9/9 b PL 1", "9/9/9/9/9/9/g8/1P7/KN7 w pl 1"] {
        let pos: Position = sfen.parse().unwrap();
        let mut tally = Tally::default();
        compare(&pos, &mut tally, true);
        assert_eq!(tally.checks, 3, "the gold steps or captures, the lance is dropped");
    }
}

#[test]
fn text_that_is_no_position_is_refused() {
    for (text, wanted) in [
        ("", "expected board, side and hands"),
        ("9/9/9/9/9/9/9/9 b -", "expected nine ranks"),
        ("9/9/9/9/9/9/9/9/8 b -", "a rank has fewer than nine squares"),
        ("9/9/9/9/9/9/9/9/91 b -", "empty squares are one number from 1 to 9"),
        ("9/9/9/9/9/9/9/9/8PP b -", "a rank has more than nine squares"),
        ("9/9/9/9/9/9/9/9/8P2 b -", "a rank has more than nine squares"),
        ("9/9/9/9/9/9/9/9/9P b -", "a rank has more than nine squares"),
        ("9/9/9/9/9/9/9/9/8+ b -", "a rank has fewer than nine squares"),
        ("9/9/9/9/9/9/9/9/+9 b -", "an unknown letter on the board"),
        ("9/9/9/9/9/9/9/9/8X b -", "an unknown letter on the board"),
        ("9/9/9/9/9/9/9/9/8+G b -", "a piece that cannot promote is promoted"),
        ("9/9/9/9/9/9/9/9/7KK b -", "two kings of one side"),
        ("9/9/9/9/9/9/9/9/9 x -", "expected b or w for the side to move"),
        ("9/9/9/9/9/9/9/9/9 b K", "an unknown letter in hand"),
        ("9/9/9/9/9/9/9/9/9 b 999P", "a number in hand is too large"),
        ("9/9/9/9/9/9/9/9/9 b 200P200P", "a number in hand is too large"),
        ("45/9/9/9/9/9/9/9/9 b -", "empty squares are one number from 1 to 9"),
        ("09/9/9/9/9/9/9/9/9 b -", "empty squares are one number from 1 to 9"),
        ("9/9/9/9/9/9/9/9/K08 b -", "empty squares are one number from 1 to 9"),
        ("9/9/9/9/9/9/9/9/9 b ", "expected pieces in hand, or - for none"),
        ("9/9/9/9/9/9/9/9/9 b 0P", "a number in hand begins with 0"),
        ("9/9/9/9/9/9/9/9/9 b 02P", "a number in hand begins with 0"),
        ("9/9/9/9/9/9/9/9/9 b - x", "expected at most the number of the next move after the hands"),
        ("9/9/9/9/9/9/9/9/9 b - 1 1", "expected at most the number of the next move after the hands"),
        ("9/9/9/9/9/9/9/9/9 b 2", "a number in hand without a piece"),
        ("9/9/9/9/9/9/9/9/8+R b Rr", "more pieces of a kind than a set has"),
    ] {
        assert_eq!(Board::from_sfen(text), Err(wanted), "{text}");
    }
}

#[test]
fn positions_that_no_mate_problem_has_are_told() {
    let wanted = |text: &str| Board::from_sfen(text).unwrap().impossible();
    let dead = Some("a pawn, lance or knight that could never move");
    let two = Some("two unpromoted pawns of one side on a file");
    for (text, reason) in [
        ("4k4/4R4/9/9/9/9/9/9/9 b -", Some("the side to move could take the king")),
        ("9/9/9/9/9/9/9/9/4K4 b G", Some("no king of the side that is to be mated")),
        ("4k4/9/9/9/9/9/9/9/9 w G", Some("no king of the side that is to be mated")),
        ("4k3P/9/9/9/9/9/9/9/9 b G", dead),
        ("4k4/9/9/9/9/9/9/9/l8 b G", dead),
        ("4k4/8N/9/9/9/9/9/9/9 b G", dead),
        ("4k4/9/9/9/9/9/9/n8/9 b G", dead),
        ("4k4/9/8P/9/9/9/9/8P/9 b G", two),
        ("4k4/p8/9/9/9/9/9/9/p8 b G", dead),
        ("4k4/p8/9/9/9/9/9/p8/9 b G", two),
        // Promoted pawns, and pawns of both sides, may stand on one file; the attacker needs no king and may be in check.
        ("4k3p/8+P/8+P/8P/9/9/9/9/9 b G", None),
        ("4k4/9/9/9/9/9/9/4r4/4K4 b G", None),
        ("4k4/9/9/9/9/9/9/9/9 b 18P", None),
    ] {
        assert_eq!(wanted(text), reason, "{text}");
    }
}
