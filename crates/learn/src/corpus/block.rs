//! Blocks of consecutive games, the unit in which a corpus grows: played and written as a whole, and resumed after the last one.

use core::ops::{AddAssign, Range};

use komadai_core::Color;
use komadai_core::notation::packed::Record;
use komadai_search::Engine;

use super::SelfPlay;

/// The records of some consecutive games, as bytes, with their tally.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Block {
    /// Records of 40 bytes, in the order of the games.
    pub bytes: Vec<u8>,
    /// Tally of the games.
    pub tally: Tally,
}

komadai_core::debug_by_sizes!(Block { tally }[bytes]);

/// Counts of games, results, plies and records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games that were kept.
    pub games: u64,
    /// Games that were dropped; see [`SelfPlay::play`] for the reasons.
    pub dropped: u64,
    /// Games that Black won.
    pub black: u64,
    /// Games that White won.
    pub white: u64,
    /// Moves of the games kept, including those of the openings.
    pub plies: u64,
    /// Records.
    pub records: u64,
}

impl Tally {
    /// Games drawn.
    pub fn draws(&self) -> u64 {
        self.games.saturating_sub(self.black).saturating_sub(self.white)
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, more: Tally) {
        self.games = self.games.saturating_add(more.games);
        self.dropped = self.dropped.saturating_add(more.dropped);
        self.black = self.black.saturating_add(more.black);
        self.white = self.white.saturating_add(more.white);
        self.plies = self.plies.saturating_add(more.plies);
        self.records = self.records.saturating_add(more.records);
    }
}

impl Block {
    /// Plays the games with these numbers.
    pub fn play(games: &SelfPlay, numbers: Range<u64>, player: &mut impl Engine) -> Block {
        let mut block = Block::default();
        for number in numbers {
            let Some(game) = games.play(number, player) else {
                block.tally.dropped += 1;
                continue;
            };
            block.bytes.extend(game.records.iter().flat_map(Record::to_bytes));
            block.tally += Tally {
                games: 1,
                dropped: 0,
                black: u64::from(game.result.winner() == Some(Color::Black)),
                white: u64::from(game.result.winner() == Some(Color::White)),
                plies: game.plies as u64,
                records: game.records.len() as u64,
            };
        }
        block
    }

    /// The numbers of the games of a block, in a corpus of `games` games (dropped ones included).
    pub fn numbers(block: u64, games_per_block: u32, games: u64) -> Range<u64> {
        let size = u64::from(games_per_block.max(1));
        let first = block.saturating_mul(size).min(games);
        first..first.saturating_add(size).min(games)
    }
}
