//! Positions for tests: random play, random placement, and a naive board that shares no code with the library.

use komadai_core::rng::SplitMix64;
use komadai_core::{Color, Hand, Piece, PieceKind, Position, Setup, Square};

/// A position by random legal moves from the start.
pub(crate) fn random_play(rng: &mut SplitMix64, plies: u32) -> Position {
    let mut pos = Position::startpos();
    for _ in 0..plies {
        let moves = pos.legal_moves();
        if moves.is_empty() {
            return Position::startpos();
        }
        let _ = pos.do_move(moves[rng.below(moves.len() as u64) as usize]);
    }
    pos
}

/// A valid position with pieces anywhere, crowded or empty, kings sometimes missing; `None` for an unlucky draw.
pub(crate) fn random_placement(rng: &mut SplitMix64) -> Option<Position> {
    let mut setup = Setup::empty();
    let on_board = rng.below(100);
    let missing_king = rng.below(8);
    for color in Color::ALL {
        if missing_king != color.index() as u64 {
            let square = Square::from_index(rng.below(81) as usize)?;
            setup.board[square.index()].is_none().then_some(())?;
            setup.board[square.index()] = Some(Piece::new(color, PieceKind::King));
        }
    }
    for kind in PieceKind::HAND {
        for _ in 0..Hand::limit(kind) {
            let color = if rng.below(2) == 0 { Color::Black } else { Color::White };
            if rng.below(100) < on_board {
                let square = Square::from_index(rng.below(81) as usize)?;
                let promoted = if rng.below(3) == 0 { kind.promoted() } else { None };
                let kind = promoted.unwrap_or(kind);
                let nifu = kind == PieceKind::Pawn
                    && Square::all().any(|s| {
                        s.file() == square.file() && setup.board[s.index()] == Some(Piece::new(color, kind))
                    });
                if setup.board[square.index()].is_none()
                    && kind.may_stand_on(square.seen_by(color).rank())
                    && !nifu
                {
                    setup.board[square.index()] = Some(Piece::new(color, kind));
                    continue;
                }
            }
            // Not every piece is in the game.
            if rng.below(4) > 0 {
                let hand = &mut setup.hands[color.index()];
                *hand = hand.with(kind, hand.count(kind) + 1)?;
            }
        }
    }
    setup.side_to_move = if rng.below(2) == 0 { Color::Black } else { Color::White };
    Position::new(&setup).ok()
}
