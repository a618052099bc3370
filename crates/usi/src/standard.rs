//! Options that many engines offer, under the names that user interfaces know.
//!
//! The conversation itself honours the `live` ones: an engine only has to offer them ([`MATE_NODES`] needs a
//! [`Program::mate_solver`](crate::Program::mate_solver) too). Those of the search must be honoured by
//! [`Program::engine`](crate::Program::engine). An option that is not offered has its default.
//!
//! To change a default, set one field: `Spin { default: 500, ..NETWORK_DELAY }`.

use std::thread;

use komadai_core::MAX_LEGAL_MOVES;

use crate::option_types::{Check, Spin};

/// `USI_Hash`: megabytes of table, at least 1. Honoured by the program.
pub const HASH: Spin = Spin::new("USI_Hash", 64, 1, 65_536);

/// `MultiPV`: lines of play reported, [`Limits::lines`](komadai_search::Limits::lines) of each search; they are numbered if
/// there is more than one.
pub const MULTI_PV: Spin = Spin::new("MultiPV", 1, 1, MAX_LEGAL_MOVES as i64).live();

/// `Threads`: threads of the search. Honoured by the program, which builds its engine for that many. With one, the default, a count of
/// nodes means the same every time. The maximum is four for each thread that the machine runs at once, but at least 64; more only take time
/// from each other.
pub fn threads() -> Spin {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    Spin::new("Threads", 1, 1, (4 * processors).max(64) as i64)
}

/// `USI_Ponder`: whether a move to ponder on is named.
pub const PONDER: Check = Check::new("USI_Ponder", true).live();

/// `NodesLimit`: nodes per move; 0: no limit. The `nodes` of a `go` take precedence.
pub const NODES_LIMIT: Spin = Spin::new("NodesLimit", 0, 0, i64::MAX).live();

/// `DepthLimit`: iterations per move, in plies; 0: no limit. The `depth` of a `go` takes precedence.
pub const DEPTH_LIMIT: Spin = Spin::new("DepthLimit", 0, 0, 1_000).live();

/// `ResignValue`: centipawns; the engine resigns if it is this much behind or more. 99999: never.
pub const RESIGN_VALUE: Spin = Spin::new("ResignValue", NEVER_RESIGN, 0, NEVER_RESIGN).live();

/// The [`RESIGN_VALUE`] that means never.
pub(crate) const NEVER_RESIGN: i64 = 99_999;

/// `MaxMovesToDraw`: the game is drawn after this many moves; 0: never.
pub const MAX_MOVES_TO_DRAW: Spin = Spin::new("MaxMovesToDraw", 0, 0, 60_000).live();

/// `NetworkDelay`: milliseconds kept back from each move for transmission to the user and back.
pub const NETWORK_DELAY: Spin = Spin::new("NetworkDelay", 120, 0, 10_000).live();

/// `MinimumThinkingTime`: the least soft limit of a move, in milliseconds, if the clock has as much.
pub const MINIMUM_THINKING_TIME: Spin = Spin::new("MinimumThinkingTime", 0, 0, 100_000).live();

/// `SlowMover`: per cent of the usual share of the main time that a move gets.
pub const SLOW_MOVER: Spin = Spin::new("SlowMover", 100, 1, 1_000).live();

/// `MateNodes`: nodes of the mate solver before each search, on top of the search's own; 0: no mate question.
pub const MATE_NODES: Spin = Spin::new("MateNodes", 10_000, 0, i64::MAX).live();
