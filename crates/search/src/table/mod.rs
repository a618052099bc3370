//! The transposition table: results of earlier searches, by position.
//!
//! Positions are distinguished by board, hands and side to move. What depends on the path (a repetition, a limit of
//! moves) may leak into a value: the price of every table of this kind.
//!
//! | file | |
//! |---|---|
//! | `contract.rs` | [`TranspositionTable`], its [`Entry`], and mates counted from the node ([`to_node`], [`from_node`]) |
//! | `slot.rs` | an entry in two words that show whether they belong together |
//! | `memory.rs` | the words: allocated at once, in cache lines, shared between threads |
//! | `hash.rs` | [`HashTable`]: index, replacement, ageing |

mod contract;
mod hash;
mod memory;
mod slot;

pub use contract::{Entry, TranspositionTable, from_node, to_node};
pub(crate) use hash::table_bytes;
pub use hash::{HashTable, TableError};
