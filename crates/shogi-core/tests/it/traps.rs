//! Positions on which other boards have gone wrong, each named by what went wrong.
#![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

use komadai_core::perft::perft;
use komadai_core::{Checks, Move, Position, movegen};

fn position(sfen: &str) -> Position {
    sfen.parse().unwrap()
}

fn legal(sfen: &str, mv: &str) -> bool {
    let pos = position(sfen);
    let mv: Move = mv.parse().unwrap();
    let generated = pos.legal_moves().contains(&mv);
    assert_eq!(generated, pos.is_legal(mv), "generator and is_legal disagree on {mv} in {sfen}");
    generated
}

#[test]
fn five_hundred_ninety_three_moves_turned_round_leave_out_pawn_drop_mate_on_every_square() {
    // Two well-known generators test only the first square of the set of pawn drops, or none: they count
    // 53,399,737 at depth 3 here and are right on the position the usual way round.
    let usual = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1";
    let turned = "3l1l1l1/9/9/9/9/9/4b4/Kss1s1k2/8r w 3G3N17Prbgsnlp 1";
    for sfen in [usual, turned] {
        let mut pos = position(sfen);
        assert_eq!(pos.legal_moves().len(), 593);
        assert_eq!(perft(&mut pos, 2), 105_677);
        assert_eq!(perft(&mut pos, 3), 53_393_368);
    }
}

#[test]
fn pawn_drop_mate_with_only_one_king_on_the_board() {
    // The king in the corner, a dragon beside it: P*1b would mate whether or not Black has a king.
    assert!(!legal("8k/9/7+R1/9/9/9/9/9/9 b P 1", "P*1b"));
    assert!(!legal("8k/9/7+R1/9/9/9/9/9/K8 b P 1", "P*1b"));
    // With the dragon one file farther the king takes the pawn or steps aside.
    assert!(legal("8k/9/5+R3/9/9/9/9/9/9 b P 1", "P*1b"));
    // Turned round, White to move.
    assert!(!legal("9/9/9/9/9/9/1+r7/9/K8 w p 1", "P*9h"));
}

#[test]
fn pawn_drop_that_gives_check_but_not_mate_is_legal() {
    // A gold takes the pawn.
    assert!(legal("7gk/9/7+R1/9/9/9/9/9/9 b P 1", "P*1b"));
    // That gold is pinned by a rook along the rank: now it is mate.
    assert!(!legal("R6gk/9/7+R1/9/9/9/9/9/9 b P 1", "P*1b"));
    // A knight move that mates with a pawn on the board is no drop: legal.
    assert!(legal("8k/9/7+R1/8P/9/9/9/9/9 b - 1", "1d1c") && legal("8k/9/7+RP/9/9/9/9/9/9 b - 1", "1c1b"));
}

#[test]
fn a_dropped_pawn_closes_the_line_behind_it() {
    // The rook guards 4b until the pawn stands on 5b: the king steps there.
    assert!(legal("3lkl3/R8/9/9/9/9/9/9/9 b P 1", "P*5b"));
    // A second rook guards it from the other side: mate, so no drop.
    assert!(!legal("3lkl3/R7R/9/9/9/9/9/9/9 b P 1", "P*5b"));
}

#[test]
fn two_pawns_counts_own_unpromoted_pawns_only() {
    assert!(legal("4k4/4p4/9/9/9/9/9/9/4K4 b P 1", "P*5e"), "the other side's pawn does not count");
    assert!(legal("4k4/9/4+P4/9/9/9/9/9/4K4 b P 1", "P*5e"), "a promoted pawn does not count");
    assert!(!legal("4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "P*5e"));
}

#[test]
fn dead_squares_take_no_drop_and_no_unpromoted_move() {
    let sfen = "k8/4P4/2L3N2/9/9/9/9/9/K8 b PLN 1";
    for mv in ["P*1a", "L*1a", "N*1a", "N*1b", "5b5a", "3c2a", "3c4a", "7c7a"] {
        assert!(!legal(sfen, mv), "{mv}");
    }
    for mv in ["P*1b", "L*1b", "N*1c", "5b5a+", "3c2a+", "3c4a+", "7c7a+", "7c7b", "7c7b+"] {
        assert!(legal(sfen, mv), "{mv}");
    }
}

#[test]
fn every_non_promotion_is_there() {
    // Bishop, rook, pawn and lance may decline to promote (it decides pawn-drop-mate problems).
    let sfen = "k8/9/9/P2L1R1B1/9/9/9/9/K8 b - 1";
    for mv in ["9d9c", "6d6c", "6d6b", "4d4a", "4d4c", "2d1c", "2d3c"] {
        assert!(legal(sfen, mv), "{mv}");
        assert!(legal(sfen, &format!("{mv}+")), "{mv}+");
    }
}

#[test]
fn promotion_is_for_pieces_that_promote_and_touch_the_zone() {
    let sfen = "k8/9/4G4/4S4/9/9/4+R4/9/K8 b - 1";
    for mv in ["5c5b+", "5g1g+", "9i9h+", "5d5e+"] {
        assert!(!legal(sfen, mv), "{mv}");
    }
    assert!(legal(sfen, "5d4c+"));
    // A silver that leaves the zone may promote.
    assert!(legal("k8/9/4S4/9/9/9/9/9/K8 b - 1", "5c4d+"));
}

#[test]
fn a_lance_pins_and_a_pinned_piece_moves_along_its_line_only() {
    let sfen = "4l4/9/9/4R4/9/9/9/9/4K4 b - 1";
    assert!(legal(sfen, "5d5a+") && legal(sfen, "5d5h") && !legal(sfen, "5d4d"));
}

#[test]
fn the_king_does_not_step_back_along_the_line_of_a_checker() {
    let sfen = "4k4/9/9/9/4r4/9/4K4/9/9 b - 1";
    assert!(!legal(sfen, "5g5h") && legal(sfen, "5g4h"));
    let sfen = "k8/9/9/2b6/9/9/5K3/9/9 b - 1";
    assert!(!legal(sfen, "4g3h") && legal(sfen, "4g3g"));
}

#[test]
fn double_check_is_answered_by_the_king_alone() {
    let pos = position("4r4/9/9/9/9/3n5/9/4K4/9 b G 1");
    assert!(pos.in_check());
    let moves = pos.legal_moves();
    assert!(!moves.is_empty());
    for mv in &moves {
        assert_eq!(mv.from(), Some("5h".parse().unwrap()), "{mv}");
    }
    assert_eq!(movegen::mate_in_one(&pos, &Checks::of(&pos)), None);
}

#[test]
fn texts_that_only_look_like_moves_are_refused() {
    for text in [
        "", "7g", "7g7", "7g7g", "7g7f++", "7g7f=", "0a1b", "7j7f", "K*5e", "P*5e+", "p*5e", "７g7f", "P5e",
        "+7g7f", "7G7F",
    ] {
        assert!(text.parse::<Move>().is_err(), "{text:?}");
    }
}

#[test]
fn wrong_sfens_say_where() {
    let cases = [
        ("", 1, "the text ends"),
        ("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL", 58, "the text ends"),
        ("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL x - 1", 59, "found 'x'"),
        ("lnsgkgsnl/1r5b2/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", 15, "found '2'"),
        ("lnsgkgsnl/1r5b/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", 15, "found '/'"),
        ("+g8/9/9/9/9/9/9/9/9 b - 1", 2, "found 'g'"),
        ("9/9/9/9/9/9/9/9/9 b K 1", 21, "found 'K'"),
        ("9/9/9/9/9/9/9/9/9 b 19p 1", 23, "found 'p'"),
        ("9/9/9/9/9/9/9/9/9 b 0p 1", 21, "found '0'"),
        ("9/9/9/9/9/9/9/9/9 b 99999999999p 1", 23, "found '9'"),
        ("9/9/9/9/9/9/9/9/9 b - one", 23, "found 'o'"),
        ("9/9/9/9/9/9/9/9/9 b - 1 x", 25, "found 'x'"),
        ("香8/9/9/9/9/9/9/9/9 b - 1", 1, "found '香'"),
    ];
    for (text, column, found) in cases {
        let error = text.parse::<Position>().unwrap_err().to_string();
        assert!(
            error.starts_with(&format!("sfen, column {column}: {found}, expected ")),
            "{text:?}: {error}"
        );
    }
    let rules = [
        ("4k4/9/9/9/4P4/9/4P4/9/4K4 b - 1", "Black has two unpromoted pawns on file 5"),
        ("4k4/9/9/9/9/9/9/9/4R3K b - 1", "take the king: the other side is in check and not to move"),
        ("P3k4/9/9/9/9/9/9/9/4K4 b - 1", "the Pawn on 9a can never move"),
        ("4k4/9/9/9/9/9/9/3n5/4K4 w - 1", "the Knight on 6h can never move"),
        ("4k4/9/9/9/9/9/9/9/3KK4 b - 1", "Black has 2 kings, expected at most one"),
        ("4k4/9/9/9/9/9/9/9/4K4 b 3R 1", "no more pieces in hand than a set has"),
        ("4k4/9/+R8/9/9/9/9/9/4K4 b 2R 1", "3 pieces of kind Rook on the board and in hand, a set has 2"),
    ];
    for (text, expected) in rules {
        let error = text.parse::<Position>().unwrap_err().to_string();
        assert!(error.ends_with(expected), "{text:?}: {error}");
    }
}

#[test]
fn loose_but_clear_sfens_are_read() {
    let plain = position("4k4/9/9/9/9/9/9/9/4K4 b R2Bgp 1");
    for text in [
        "4k4/9/9/9/9/9/9/9/4K4 b pg2BR 1",
        "4k4/9/9/9/9/9/9/9/4K4 b RBBgp",
        "  4k4/9/9/9/9/9/9/9/4K4   b  1R2B1g1p 0 ",
        "4k4/9/9/9/9/9/9/9/4K4\tb\tR2Bgp\t1",
    ] {
        assert_eq!(position(text), plain, "{text:?}");
    }
    // No king, one king, a handicap start with White to move.
    for text in [
        "9/9/9/9/9/9/9/9/9 b - 1",
        "8k/9/9/9/9/9/9/9/9 b P 1",
        "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    ] {
        assert_eq!(position(text).to_string(), text);
    }
}
