//! The limits of a search: those of `go`, of the options, and of the clock.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use komadai_core::Color;
use komadai_core::notation::usi::Go;
use komadai_search::Limits;

use crate::options::Options;
use crate::standard::{DEPTH_LIMIT, MAX_MOVES_TO_DRAW, NETWORK_DELAY, NODES_LIMIT};
use crate::time::{self, Budget};

/// The limits of a search for the side to move, ended by `stop` at the latest.
pub(crate) fn limits(go: &Go, options: &Options, side: Color, stop: Arc<AtomicBool>) -> Limits {
    let option = |limit: i64| u64::try_from(limit).ok().filter(|&limit| limit > 0);
    let nodes = go.nodes.or(option(options.number(NODES_LIMIT)));
    let depth = go.depth.or(option(options.number(DEPTH_LIMIT)).map(|depth| depth as u32));
    let free = go.infinite || go.ponder;
    let time = if free { None } else { budget(&Go { nodes, depth, ..*go }, options, side) };
    Limits {
        nodes,
        depth,
        time: time.map(|budget| budget.hard),
        soft_time: time.map(|budget| budget.soft),
        stop: Some(stop),
        draw_after: option(options.number(MAX_MOVES_TO_DRAW)).map(|moves| moves as u16),
        ..Limits::none()
    }
}

/// [`time::budget`] with the delay of the options.
pub(crate) fn budget(go: &Go, options: &Options, side: Color) -> Option<Budget> {
    let delay = u64::try_from(options.number(NETWORK_DELAY)).unwrap_or(0);
    time::budget(go, side, Duration::from_millis(delay))
}

/// What is left of the limits of a move once some of its time is spent.
pub(crate) fn after(spent: Duration, limits: Limits) -> Limits {
    let rest = |time: Option<Duration>| time.map(|time| time.saturating_sub(spent));
    Limits { time: rest(limits.time), soft_time: rest(limits.soft_time), ..limits }
}
