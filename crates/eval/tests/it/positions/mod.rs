//! Positions that tests of evaluations share, and what the symmetries of the game make of them.

use komadai_core::rng::SplitMix64;
use komadai_core::{Hand, Piece, Position, Setup, Square, random};

/// As the other player sees it, with the other player to move.
pub(crate) fn turned(pos: &Position) -> Position {
    mapped(pos, true)
}

/// With left and right exchanged.
pub(crate) fn mirrored(pos: &Position) -> Position {
    mapped(pos, false)
}

fn mapped(pos: &Position, turn: bool) -> Position {
    let setup = Setup::from(pos);
    let mut other = Setup::empty();
    for square in Square::all() {
        let piece = setup.board[square.index()];
        if turn {
            other.board[square.turned().index()] = piece.map(|p| Piece::new(!p.color(), p.kind()));
        } else {
            other.board[square.mirrored().index()] = piece;
        }
    }
    let hands: [Hand; 2] = setup.hands;
    other.hands = if turn { [hands[1], hands[0]] } else { hands };
    other.side_to_move = if turn { !setup.side_to_move } else { setup.side_to_move };
    other.move_number = setup.move_number;
    Position::new(&other).expect("a symmetry keeps a position valid")
}

/// Positions of random play and with pieces anywhere.
pub(crate) fn positions(count: usize) -> Vec<Position> {
    let mut rng = SplitMix64::new(5);
    let mut found = vec![Position::startpos()];
    while found.len() < count {
        let plies = rng.below(300) as u32;
        found.push(random::play(&mut rng, plies));
        found.extend(random::placement(&mut rng));
    }
    found
}
