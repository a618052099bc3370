//! Positions on which other board libraries failed, each named by the error.

use komadai_core::perft::perft;
use komadai_core::{Checks, MAX_LEGAL_MOVES, Move, Position, movegen};

fn position(sfen: &str) -> Position {
    sfen.parse().unwrap()
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
fn a_board_without_kings_has_more_moves_than_one_with_them_and_a_list_holds_them_all() {
    for sfen in [
        "1R7/4S1SS1/4B4/9/9/9/9/9/3L1L2L b RBGSNLP3g3n17p 1",
        "l2l1l3/9/9/9/9/9/4b4/1ss1s4/7r1 w 3G3N17Prbgsnlp 1",
    ] {
        let pos = position(sfen);
        let count = movegen::count_evasions(&pos, &Checks::of(&pos)).all();
        assert_eq!((pos.legal_moves().len(), count), (597, 597));
        assert!(count as usize > MAX_LEGAL_MOVES);
    }
}

/// What other board libraries get wrong: its name, a position, moves that are legal there, moves that are not.
const TRAPS: [(&str, &str, &str, &str); 21] = [
    // The king in the corner, a dragon beside it: P*1b would mate whether or not Black has a king.
    ("pawn drop mate, one king on the board", "8k/9/7+R1/9/9/9/9/9/9 b P 1", "", "P*1b"),
    ("pawn drop mate, both kings on the board", "8k/9/7+R1/9/9/9/9/9/K8 b P 1", "", "P*1b"),
    ("the king takes the pawn or steps aside", "8k/9/5+R3/9/9/9/9/9/9 b P 1", "P*1b", ""),
    ("pawn drop mate turned round", "9/9/9/9/9/9/1+r7/9/K8 w p 1", "", "P*9h"),
    ("a gold takes the dropped pawn", "7gk/9/7+R1/9/9/9/9/9/9 b P 1", "P*1b", ""),
    ("that gold is pinned along the rank", "R6gk/9/7+R1/9/9/9/9/9/9 b P 1", "", "P*1b"),
    ("a pawn of the board mates after a step", "8k/9/7+R1/8P/9/9/9/9/9 b - 1", "1d1c", ""),
    ("a pawn of the board mates", "8k/9/7+RP/9/9/9/9/9/9 b - 1", "1c1b", ""),
    // The rook guards 4b until the pawn stands on 5b: the king steps there. A second rook guards it from the other side.
    ("a dropped pawn closes the line behind it", "3lkl3/R8/9/9/9/9/9/9/9 b P 1", "P*5b", ""),
    ("a second rook is not shut out", "3lkl3/R7R/9/9/9/9/9/9/9 b P 1", "", "P*5b"),
    ("the other side's pawn is no second pawn", "4k4/4p4/9/9/9/9/9/9/4K4 b P 1", "P*5e", ""),
    ("a promoted pawn is no second pawn", "4k4/9/4+P4/9/9/9/9/9/4K4 b P 1", "P*5e", ""),
    ("two pawns on a file", "4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "", "P*5e"),
    (
        "dead squares take no drop and no unpromoted move",
        "k8/4P4/2L3N2/9/9/9/9/9/K8 b PLN 1",
        "P*1b L*1b N*1c 5b5a+ 3c2a+ 3c4a+ 7c7a+ 7c7b 7c7b+",
        "P*1a L*1a N*1a N*1b 5b5a 3c2a 3c4a 7c7a",
    ),
    // Bishop, rook, pawn and lance may decline to promote (it decides pawn-drop-mate problems).
    (
        "every non-promotion is there",
        "k8/9/9/P2L1R1B1/9/9/9/9/K8 b - 1",
        "9d9c 9d9c+ 6d6c 6d6c+ 6d6b 6d6b+ 4d4a 4d4a+ 4d4c 4d4c+ 2d1c 2d1c+ 2d3c 2d3c+",
        "",
    ),
    (
        "promotion is for pieces that promote and touch the zone",
        "k8/9/4G4/4S4/9/9/4+R4/9/K8 b - 1",
        "5d4c+",
        "5c5b+ 5g1g+ 9i9h+ 5d5e+",
    ),
    ("a silver that leaves the zone may promote", "k8/9/4S4/9/9/9/9/9/K8 b - 1", "5c4d+", ""),
    ("a piece pinned by a lance moves along its line", "4l4/9/9/4R4/9/9/9/9/4K4 b - 1", "5d5a+ 5d5h", "5d4d"),
    ("no step back along the line of a rook", "4k4/9/9/9/4r4/9/4K4/9/9 b - 1", "5g4h", "5g5h"),
    (
        "double check is answered by the king alone",
        "4r4/9/9/9/9/3n5/9/4K4/9 b G 1",
        "5h4h 5h4g",
        "G*5b G*5g G*6e",
    ),
    ("no step back along the line of a bishop", "k8/9/9/2b6/9/9/5K3/9/9 b - 1", "4g3g", "4g3h"),
];

#[test]
fn moves_that_other_boards_get_wrong_are_legal_or_not_as_the_rules_say() {
    for (name, sfen, legal, illegal) in TRAPS {
        let pos = position(sfen);
        for (moves, is_legal) in [(legal, true), (illegal, false)] {
            for mv in moves.split_whitespace() {
                let parsed = mv.parse().unwrap();
                assert_eq!(pos.legal_moves().contains(&parsed), is_legal, "{name}: {mv}");
                assert_eq!(pos.is_legal(parsed), is_legal, "{name}: {mv} by is_legal");
            }
        }
    }
}

#[test]
fn a_mate_in_one_is_none_in_double_check() {
    for (sfen, mate) in
        [("8k/9/8P/9/9/9/9/4K4/9 b G 1", Some("G*1b")), ("4r3k/9/8P/9/9/3n5/9/4K4/9 b G 1", None)]
    {
        let pos = position(sfen);
        let found = movegen::mate_in_one(&pos, &Checks::of(&pos));
        assert_eq!(found, mate.map(|mv| mv.parse().unwrap()), "{sfen}");
    }
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
