//! The machinery of a search: it contains no heuristic, and asks the sockets.
//!
//! | file | |
//! |---|---|
//! | `contract.rs` | [`Engine`](contract::Engine): whatever searches a position under limits |
//! | `sockets.rs` `searcher.rs` | the parts of a search, the builder |
//! | `root.rs` `recursion.rs` `quiescence.rs` | iterative deepening, the recursion in numbered steps, exchanges beyond the leaves |
//! | `worker.rs` `frame.rs` | the state of a search, how moves are played and taken back, ends of games; what a ply keeps |
//! | `picker.rs` `keys.rs` `tactics.rs` | moves in the order they are tried, captures and promotions |
//! | `probe.rs` `handle.rs` | the searches that a pruning or a depth policy may run, and how the worker runs them |
//! | `watch.rs` `time_management.rs` `pulse.rs` | limits, time, what other threads are told |
//! | `parallel.rs` `crew.rs` | several threads on one position |

pub(crate) mod contract;
pub(crate) mod crew;
pub(crate) mod frame;
pub(crate) mod handle;
mod keys;
pub(crate) mod parallel;
pub(crate) mod picker;
pub(crate) mod probe;
pub(crate) mod pulse;
pub(crate) mod quiescence;
pub(crate) mod recursion;
pub(crate) mod root;
pub(crate) mod searcher;
pub(crate) mod sockets;
pub(crate) mod tactics;
pub(crate) mod time_management;
pub(crate) mod watch;
pub(crate) mod worker;
