//! Mate in how many plies? Df-pn on questions (position, plies left), which gives exact lengths.
//!
//! | file | holds |
//! |---|---|
//! | `rule` | [`LengthRule`](crate::LengthRule): which plies count |
//! | `table` | for a board and a hand: mate within so many plies, no mate within so many; mates that have been played through, and positions in which the table was wrong |
//! | `step` | a move, or the capture that tests an interposition |
//! | `child` | children of a node, and the sums of their numbers |
//! | `leaf` | questions of two plies at most, and the first look at longer ones |
//! | `search` | the search |
//! | `questions` | questions to the search: whether there is a mate, whether an interposition is futile |
//! | `verify` | plays a mate through before it is believed, and finds interpositions that lengthen it |
//! | `alternatives` | other checks that mate in as few plies as the one that has been shown |
//! | `leftover` | lines that leave no piece in the attacker's hand |
//! | `solution` | the solution of a composed problem: its line, and shorter mates in it |
//! | `certify` | certificates: mate within so many plies, no mate within so many |
//! | `line` | shortest mate against longest defence |
//! | `from_above` | lengths from the proof of a mate down to the shortest one |
//! | `length` | [`Lengths`](crate::Lengths), the public interface |

mod alternatives;
mod certify;
mod child;
mod from_above;
mod leaf;
mod leftover;
pub(crate) mod length;
pub(crate) mod line;
mod questions;
pub(crate) mod rule;
pub(crate) mod search;
mod solution;
mod step;
pub(crate) mod table;
mod verify;
