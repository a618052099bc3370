//! The problem under search: who attacks, and with which pieces. It makes the position keys of every table of the crate.

use komadai_core::rng::mix;
use komadai_core::{Color, Hand, Key, PieceKind, Position};

/// The longest mate that can be searched for, in plies. The longest known problem takes 1,525.
pub(crate) const LONGEST_MATE: u16 = 50_000;

/// Attacker and set of pieces of a mate problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    pub(crate) attacker: Color,
    /// Mixed into every board key: results of another attacker or another set of pieces must not be found.
    salt: Key,
}

impl Problem {
    /// The problem of a position in which `attacker` is to mate.
    ///
    /// Tables store the attacker's hand alone. The defender's follows from the board as long as the whole set of pieces
    /// is the same, so the set is part of the salt.
    pub(crate) fn new(pos: &Position, attacker: Color) -> Problem {
        let mut salt = mix(attacker as u64 + 1);
        for kind in PieceKind::HAND {
            let promoted = kind.promoted().map_or(0, |kind| pos.of_kind(kind).len());
            let hands: u32 = Color::ALL.iter().map(|&color| pos.hand(color).count(kind)).sum();
            salt = mix(salt ^ u64::from(pos.of_kind(kind).len() + promoted + hands));
        }
        Problem { attacker, salt }
    }

    /// The same problem under other keys, for results that must not be mistaken for those of `self`.
    pub(crate) fn apart(self) -> Problem {
        Problem { salt: mix(self.salt), ..self }
    }

    /// The same problem under keys that depend on these positions, for results that hold only without passing them.
    pub(crate) fn beside(self, positions: &[(Key, Hand)]) -> Problem {
        let salt = positions
            .iter()
            .fold(self.salt, |salt, &(board, hand)| mix(salt ^ mix(board ^ u64::from(hand.bits()))));
        Problem { salt, ..self }
    }

    /// Table key of a position: salted board (side to move included) and attacker's hand.
    #[inline]
    pub(crate) fn key(&self, pos: &Position) -> (Key, Hand) {
        (pos.board_key() ^ self.salt, pos.hand(self.attacker))
    }

    /// Whether the attacker is to move (an OR node).
    #[inline]
    pub(crate) fn is_or(&self, pos: &Position) -> bool {
        pos.side_to_move() == self.attacker
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_tells_attackers_and_sets_of_pieces_apart_but_not_who_holds_them() {
        let pos = |text: &str| text.parse::<Position>().unwrap();
        let (full, fewer) = (pos("4k4/9/4P4/9/9/9/9/9/9 b G2S2g 1"), pos("4k4/9/4P4/9/9/9/9/9/9 b GS2g 1"));
        let given = pos("4k4/9/4P4/9/9/9/9/9/9 b 2GSsg 1");
        let of = |pos: &Position, attacker| Problem::new(pos, attacker);
        assert_eq!(of(&full, Color::Black), of(&given, Color::Black));
        assert_ne!(of(&full, Color::Black).key(&full).0, of(&fewer, Color::Black).key(&fewer).0);
        assert_ne!(of(&full, Color::Black).key(&full).0, of(&full, Color::White).key(&full).0);
        assert_ne!(of(&full, Color::Black), of(&full, Color::Black).apart());
    }
}
