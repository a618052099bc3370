//! Moves that fit each predicate of [`Tacos`], and moves that do not. Black moves up the board.

use komadai_core::{Move, Position};

use super::predicates::{
    anchors, answers_check, attacks, checks_safely, covers_own_king, dangles, disturbs_threat, escapes_mate,
    exchanges, forks, guards_dearest, improves_formation, improves_place, interposes, is_tesuji,
    presses_their_king, promotes, saves_dearest, shuts_line, shuts_line_to_king, skewers, strikes,
    takes_back, takes_dearest, wins,
};
use super::{Classifier, Tacos, TestedMove};
use crate::node::{Node, Step};

/// In a position, perhaps after a move, these moves pass a predicate and those others do not; all must be legal.
fn assert_fits(fits: fn(&TestedMove<'_>) -> bool, sfen: &str, last: &str, these: &str, others: &str) {
    let mut pos: Position = sfen.parse().unwrap();
    let path: Vec<Step> = last
        .split_whitespace()
        .map(|last| {
            let mv: Move = last.parse().unwrap();
            let step = Step { mv: Some(mv), piece: pos.placed_by(mv), captured: pos.piece_at(mv.to()) };
            pos.do_move(mv);
            step
        })
        .collect();
    let node = Tacos.look(&Node { path: &path, ..Node::new(&pos) });
    for (moves, want) in [(these, true), (others, false)] {
        for text in moves.split_whitespace() {
            let mv = text.parse().unwrap();
            assert!(pos.is_legal(mv), "{text} in {pos}");
            assert_eq!(fits(&TestedMove::new(&node, &pos, mv).unwrap()), want, "{text} in {pos}");
        }
    }
}

#[test]
fn answers_to_checks_mates_and_attacks() {
    assert_fits(answers_check, "k3r4/9/9/9/9/9/9/9/4K4 b - 1", "", "5i4i", "");
    assert_fits(answers_check, "k2r5/9/9/9/9/9/9/9/4K4 b - 1", "", "", "5i5h");
    // A gold in hand mates on 5h: the king steps aside in time, the lance on 8i changes nothing. Without a gold there is no mate.
    assert_fits(escapes_mate, "k8/9/9/9/9/9/4p4/9/1L2K4 b g 1", "", "5i4i", "8i8h");
    assert_fits(escapes_mate, "k8/9/9/9/9/9/4p4/9/1L2K4 b - 1", "", "", "5i4i");
    // The pawn on 5d attacks the gold on 5e; 4e is safe, 4d is guarded by the pawn on 4c.
    assert_fits(saves_dearest, "k8/9/5p3/4p4/4G4/9/9/9/4K4 b - 1", "", "5e4e", "5e4d 5i5h");
    // The rook attacks a silver from afar: a pawn comes between, a gold below guards it.
    assert_fits(interposes, "k8/4r4/9/9/9/4S4/9/9/K8 b P 1", "", "P*5d", "P*4d");
    assert_fits(guards_dearest, "k8/4r4/9/9/9/4S4/9/9/K8 b G 1", "", "G*5g", "G*4i");
    // The bishop looks at 8h, beside the king; the rook into the camp, far from the king.
    assert_fits(shuts_line_to_king, "k7b/9/9/9/9/9/9/K8/9 b P 1", "", "P*5e", "P*5f");
    let rook = "k8/7r1/9/9/9/9/9/9/K8 b P 1";
    assert_fits(shuts_line, rook, "", "P*2f", "P*3f");
    assert_fits(shuts_line_to_king, rook, "", "", "P*2f");
    // The pawn will promote on 5g: a pawn stops it, a gold guards the square, whatever the last move was.
    assert_fits(disturbs_threat, "k8/9/9/9/9/4p4/9/9/K8 b GP 1", "", "G*5h P*5g", "G*9h");
    assert_fits(disturbs_threat, "k8/9/9/9/4p4/9/9/9/K8 w GP 1", "5e5f", "G*5h", "");
}

#[test]
fn captures_by_what_they_take_and_win() {
    let pawn = "k8/9/9/4p4/9/4P4/9/9/K8 w - 1";
    assert_fits(takes_back, pawn, "5d5e", "5f5e", "");
    assert_fits(takes_back, pawn, "9a9b", "", "5f5e");
    // The gold takes rook or pawn.
    let choice = "k8/9/9/4r4/3pG4/9/9/9/K8 b - 1";
    assert_fits(takes_dearest, choice, "", "5e5d", "5e6e");
    assert_fits(wins, choice, "", "5e6e", "");
    // The rook would be lost for a guarded pawn.
    for fits in [wins, takes_dearest, exchanges] {
        assert_fits(fits, "k8/9/4g4/4p4/9/4R4/9/9/K8 b - 1", "", "", "5f5d");
    }
    // Silver for silver; without the gold it is a gain.
    assert_fits(exchanges, "k8/9/4g4/4s4/4S4/9/9/9/K8 b - 1", "", "5e5d", "5e4f");
    assert_fits(exchanges, "k8/9/9/4s4/4S4/9/9/9/K8 b - 1", "", "", "5e5d");
}

#[test]
fn promotions_checks_attacks_and_squares_near_the_kings() {
    assert_fits(promotes, "k8/9/9/4P4/9/9/9/9/K8 b - 1", "", "5d5c+", "5d5c");
    // Next to the king a gold and a rook are taken. The silver leaves the rook's file: a discovered check.
    assert_fits(checks_safely, "4k4/9/9/9/9/9/9/9/K6R1 b G 1", "", "2i2a", "G*5b 2i2b");
    assert_fits(checks_safely, "4k4/9/9/9/4S4/9/9/9/K3R4 b - 1", "", "5e4d", "");
    assert_fits(covers_own_king, "k8/9/9/9/9/9/9/1K2G4/9 b - 1", "", "5h6h", "5h5g 8h7h");
    // The pawn attacks the knight, which cannot take it; whether the knight is guarded does not matter. A gold does not
    // win a guarded pawn, and a silver takes the pawn instead.
    assert_fits(attacks, "k8/9/4g4/4n4/9/4P4/9/9/K8 b - 1", "", "5f5e", "");
    assert_fits(attacks, "k8/9/4g4/4p4/9/4G4/9/9/K8 b - 1", "", "", "5f4e");
    assert_fits(attacks, "k8/9/4g4/4s4/9/4P4/9/9/K8 b - 1", "", "", "5f5e");
    assert_fits(presses_their_king, "4k4/9/9/5G3/9/9/9/9/K8 b - 1", "", "4d4c", "4d4e");
}

#[test]
fn shapes_and_places_that_players_know_by_name() {
    // A knight looks at both golds; a pawn guards its square.
    assert_fits(forks, "k8/9/3g1g3/9/9/9/9/9/K8 b N 1", "", "N*5e", "N*7e");
    assert_fits(forks, "k8/9/3g1g3/4p4/9/9/9/9/K8 b N 1", "", "", "N*5e");
    // A lance looks through the silver at the rook.
    assert_fits(skewers, "k8/4r4/9/4s4/9/9/9/9/K8 b L 1", "", "L*5f", "L*4f");
    assert_fits(skewers, "k8/9/9/4s4/9/9/9/9/K8 b L 1", "", "", "L*5f");
    // Before a gold, a pawn, nothing.
    assert_fits(strikes, "k8/9/4g1p2/9/9/9/9/9/K8 b P 1", "", "P*5d", "P*3d P*4d");
    // On 4d it promotes next, on 4e it is too far, on 2d the lance attacks it.
    assert_fits(dangles, "k8/9/9/7l1/9/9/9/9/K8 b P 1", "", "P*4d", "P*4e");
    assert_fits(dangles, "k8/9/7l1/9/9/9/9/9/K8 b P 1", "", "", "P*2d");
    assert_fits(anchors, "k8/9/9/9/9/9/9/4G4/K8 b P 1", "", "P*5i", "P*4i");
    assert_fits(is_tesuji, "k8/4r4/3g1g3/4s4/9/9/9/9/K8 b NLP 1", "", "L*5f P*5e P*2d", "P*2h");
    // King and gold may improve, or not; a silver is dropped near the king, or not.
    let home = "k8/9/9/9/9/9/9/2K6/5G3 b S 1";
    assert_fits(improves_formation, home, "", "4i5h 7h8h S*6h", "4i3h 7h6h S*2h");
    assert_fits(improves_place, "k8/9/9/9/9/4S4/6P2/9/2+p1K4 b P 1", "", "3g3f", "5f4g P*2d");
    // The dragon comes nearer to the king on 9a, or goes away from it.
    assert_fits(improves_place, "k8/8+R/9/9/9/9/9/9/4K4 b - 1", "", "1b3b", "1b1e");
}
