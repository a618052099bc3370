//! Is there a mate? Depth-first proof-number search (df-pn, paper 003) without a bound on length.
//!
//! | file | holds |
//! |---|---|
//! | `path` | the line from the root, to recognise repetitions |
//! | `dependence` | the positions of the path that a no-mate rests on |
//! | `table` | transposition table: what is true on every path |
//! | `cycle/` | [`CyclePolicy`](crate::CyclePolicy) and its four implementations: what is true on some paths |
//! | `memory` | table and cycle policy behind one key: what the search and the trees ask |
//! | `child` | children of a node, and the sums of their numbers |
//! | `backup` | what a solved node needs in hand, and what its no-mate depends on |
//! | `leaf` | the first look at a position |
//! | `simulation` | replay of a refutation on another path |
//! | `search` | the search |

mod backup;
pub(crate) mod child;
pub(crate) mod cycle;
pub(crate) mod dependence;
mod leaf;
pub(crate) mod memory;
pub(crate) mod path;
pub(crate) mod search;
pub(crate) mod simulation;
pub(crate) mod table;
