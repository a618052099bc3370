//! A mate problem with one thing changed: most such positions are no mates, and some of those are hard.

use komadai_core::rng::SplitMix64;
use komadai_core::{Color, Hand, PieceKind, Position, Setup, Square};

/// The problem with one thing changed, drawn at random: a piece on the board goes to the defender's hand or one step aside,
/// or a piece of the attacker's hand goes to the defender's. Kings stay. `None` if what was drawn cannot be done, or leaves no
/// position.
pub(super) fn vary(pos: &Position, rng: &mut SplitMix64) -> Option<Position> {
    let mut setup = Setup::from(pos);
    let attacker = pos.side_to_move();
    if rng.below(6) == 0 {
        let kind = PieceKind::HAND[rng.below(PieceKind::HAND.len() as u64) as usize];
        let held = pos.hand(attacker);
        setup.hands[attacker.index()] = held.with(kind, held.count(kind).checked_sub(1)?)?;
        give(&mut setup, !attacker, kind)?;
    } else {
        let pieces: Vec<Square> = Square::all().filter(|&square| is_movable(&setup, square)).collect();
        let square = *pieces.get(rng.below(pieces.len().max(1) as u64) as usize)?;
        let piece = setup.board[square.index()].take()?;
        if rng.below(2) == 0 {
            give(&mut setup, !attacker, piece.kind().unpromoted())?;
        } else {
            let to = square.offset(rng.below(3) as i8 - 1, rng.below(3) as i8 - 1)?;
            setup.board[to.index()].replace(piece).is_none().then_some(())?;
        }
    }
    Position::new(&setup).ok().filter(|varied| varied != pos)
}

fn is_movable(setup: &Setup, square: Square) -> bool {
    setup.board[square.index()].is_some_and(|piece| piece.kind() != PieceKind::King)
}

fn give(setup: &mut Setup, color: Color, kind: PieceKind) -> Option<()> {
    let hand: Hand = setup.hands[color.index()];
    setup.hands[color.index()] = hand.with(kind, hand.count(kind) + 1)?;
    Some(())
}
