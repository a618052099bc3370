//! Mates that have been played through: for a board and a hand, within how many plies, and by which check.
//!
//! A mate with some pieces in hand is one with more, so a result serves all larger hands.

use std::collections::HashMap;

use komadai_core::{Hand, Key, Move};

/// A mate on some board.
struct Mate {
    hand: Hand,
    plies: u16,
    /// The attacker's move, if it is the attacker's turn.
    best: Option<Move>,
}

/// Mates that have been played through.
#[derive(Default)]
pub(crate) struct Shown {
    boards: HashMap<Key, Vec<Mate>>,
}

impl Shown {
    /// Adds a mate within `plies` for the attacker's hand.
    pub(crate) fn add(&mut self, (board, hand): (Key, Hand), plies: u16, best: Option<Move>) {
        let mates = self.boards.entry(board).or_default();
        mates.retain(|mate| !(mate.hand.covers(hand) && mate.plies >= plies));
        mates.push(Mate { hand, plies, best });
    }

    /// The shortest mate for this hand.
    fn shortest(&self, (board, hand): (Key, Hand)) -> Option<&Mate> {
        let mates = self.boards.get(&board)?;
        mates.iter().filter(|mate| hand.covers(mate.hand)).min_by_key(|mate| mate.plies)
    }

    /// Within how many plies there is a mate.
    pub(crate) fn plies(&self, key: (Key, Hand)) -> Option<u16> {
        self.shortest(key).map(|mate| mate.plies)
    }

    /// The attacker's move of the shortest mate.
    pub(crate) fn best(&self, key: (Key, Hand)) -> Option<Move> {
        self.shortest(key)?.best
    }
}
