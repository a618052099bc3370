//! The limits of a search: those of `go`, of the options and of the clock.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use komadai_core::Position;
use komadai_core::notation::usi::Go;
use komadai_search::{Limits, Ponder};

use crate::options::Options;
use crate::standard::{
    DEPTH_LIMIT, MAX_MOVES_TO_DRAW, MINIMUM_THINKING_TIME, MULTI_PV, NETWORK_DELAY, NODES_LIMIT, SLOW_MOVER,
};
use crate::time::{self, Budget, TimeOptions};

/// The limits of a search of `pos`, which `stop` ends at the latest; `lateness` is how late recent answers were.
pub(crate) fn limits(
    go: &Go,
    options: &Options,
    lateness: Duration,
    pos: &Position,
    stop: Arc<AtomicBool>,
) -> Limits {
    let (nodes, depth) = (nodes(go, options), depth(go, options));
    let free = go.infinite || go.ponder;
    let time = if free { None } else { budget(go, options, lateness, pos) };
    Limits {
        nodes,
        depth,
        time: time.map(|budget| budget.hard),
        soft_time: time.and_then(|budget| budget.soft),
        // A time for this move alone is used up even if the move is forced.
        forced_early: go.movetime.is_none(),
        stop: Some(stop),
        ponder: go.ponder.then(|| Arc::new(Ponder::default())),
        draw_after: above_zero(options.number(MAX_MOVES_TO_DRAW)).map(|moves| moves as u32),
        pulse: Some(Arc::default()),
        root_moves: (!go.search_moves.is_empty()).then(|| go.search_moves.as_slice().into()),
        lines: options.number(MULTI_PV) as usize,
    }
}

fn nodes(go: &Go, options: &Options) -> Option<u64> {
    match go.nodes {
        None => above_zero(options.number(NODES_LIMIT)),
        some => some.filter(|&nodes| nodes > 0),
    }
}

fn depth(go: &Go, options: &Options) -> Option<u32> {
    // Without any node, the move would be one that nobody looked at.
    let least = (go.nodes == Some(0)).then_some(1);
    let asked = go.depth.map(|plies| plies.max(1));
    asked.or(least).or(above_zero(options.number(DEPTH_LIMIT)).map(|depth| depth as u32))
}

fn above_zero(limit: i64) -> Option<u64> {
    u64::try_from(limit).ok().filter(|&limit| limit > 0)
}

/// [`time::budget`] under these options.
pub(crate) fn budget(go: &Go, options: &Options, lateness: Duration, pos: &Position) -> Option<Budget> {
    let ms = |option| Duration::from_millis(options.number(option).unsigned_abs());
    let time = TimeOptions {
        delay: ms(NETWORK_DELAY),
        lateness,
        minimum: ms(MINIMUM_THINKING_TIME),
        slow_mover: options.number(SLOW_MOVER).unsigned_abs() as u32,
    };
    let go = Go { nodes: nodes(go, options), depth: depth(go, options), ..go.clone() };
    time::budget(&go, pos.side_to_move(), pos.move_number(), &time)
}

/// The limits of a move, less the time already spent.
pub(crate) fn after(spent: Duration, limits: Limits) -> Limits {
    let rest = |time: Option<Duration>| time.map(|time| time.saturating_sub(spent));
    Limits { time: rest(limits.time), soft_time: rest(limits.soft_time), ..limits }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_for_just_this_move_is_used_up_where_there_is_no_choice() {
        for (line, forced_early) in [
            ("go movetime 1000", false),
            ("go ponder movetime 1000", false),
            ("go byoyomi 1000", true),
            ("go ponder byoyomi 1000", true),
        ] {
            let (go, options) = (Go::parse(line).unwrap(), Options::standard());
            let limits = limits(&go, &options, Duration::ZERO, &Position::startpos(), Arc::default());
            assert_eq!((limits.forced_early, limits.soft_time), (forced_early, None), "{line}");
        }
    }
}
