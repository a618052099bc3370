//! Is there a mate? Depth-first proof-number search (df-pn, paper 003) without a bound on length.
//!
//! | file | holds |
//! |---|---|
//! | `path` | the line from the root, to recognise repetitions; a node on the stack |
//! | `dependence` | the positions of the path that a no-mate rests on |
//! | `entries` | positions with what is known of them; widening, collection |
//! | `table` | transposition table of one thread or several: what is true on every path |
//! | `cycle/` | [`CyclePolicy`](crate::CyclePolicy) and its implementations: what is true on some paths |
//! | `recent` | numbers of the leaves that were looked at last |
//! | `memory` | table and cycle policy behind one key, for the search and the trees; the first look at a position |
//! | `child` | children of a node, the sums of their numbers, and what its no-mate depends on |
//! | `simulation` | replay of a refutation on another path |
//! | `joint` | what the threads on one problem share: who works where, nodes left, the end |
//! | `search` | the search |
//! | `team` | several searches on one problem: choosing by virtual numbers, taking over what others have decided |

pub(crate) mod child;
pub(crate) mod cycle;
pub(crate) mod dependence;
mod entries;
mod joint;
pub(crate) mod memory;
pub(crate) mod path;
mod recent;
pub(crate) mod search;
mod simulation;
pub(crate) mod table;
pub(crate) mod team;
