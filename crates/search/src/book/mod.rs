//! Opening books \[R9\]: [`Book`] of moves with their wins, and [`RatedBook`] of moves with values and counts.

#[cfg(feature = "artifact")]
mod file;
mod rated;
mod won;

#[cfg(feature = "artifact")]
pub use file::{load_book, save_book};
pub use rated::RatedBook;
pub use won::{Book, BookError, BookMove, BookPosition};

use komadai_core::rng::SplitMix64;
use komadai_core::{Color, Hand, Key, Position};

/// How a book identifies a position: by the 64-bit key of board and side to move, and by both hands as they are.
type Place = (Key, Hand, Hand);

fn place(pos: &Position) -> Place {
    (pos.board_key(), pos.hand(Color::Black), pos.hand(Color::White))
}

/// An index drawn at random in proportion to the weights; `None` if all weights are 0.
pub(crate) fn drawn(weights: impl Iterator<Item = u64> + Clone, rng: &mut SplitMix64) -> Option<usize> {
    let all: u64 = weights.clone().sum();
    if all == 0 {
        return None;
    }
    let mut left = rng.below(all);
    weights.into_iter().position(|weight| {
        let is_it = left < weight;
        left = left.saturating_sub(weight);
        is_it
    })
}
