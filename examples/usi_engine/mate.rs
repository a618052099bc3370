//! The mate solver: for `go mate`, and before a search.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use komadai::search::Limits;
use komadai::tsume::{Solver, Verdict};
use komadai::{Move, Position, Tracked};

/// Nodes between two looks at the clock.
const SLICE: u64 = 1_000;
/// Bytes of table for each node asked for; more would be made and never used.
const BYTES_A_NODE: u64 = 512;

/// The answer to `go mate`.
pub(crate) fn checkmate(pos: &Position, hash_mb: usize, stop: Arc<AtomicBool>) -> String {
    let mut solver = Solver::builder().hash_mb(hash_mb).nodes(u64::MAX).stop(stop).build();
    match solver.solve(&mut pos.clone()).verdict {
        Verdict::Mate { line } => format!("checkmate {}", words(&line)),
        Verdict::NoMate => "checkmate nomate".to_owned(),
        Verdict::Unknown => "checkmate timeout".to_owned(),
    }
}

/// A mate by checks alone that can be proved with so many nodes, in at most a quarter of the time of a move.
///
/// Not if it comes too late for the limit of moves, and not if its first move goes back to a position of the game:
/// a mate that is proved again and again and never carried out would end as perpetual check, which loses.
pub(crate) fn at_root(board: &Tracked, hash_mb: usize, nodes: u64, limits: &Limits) -> Option<Vec<Move>> {
    let mut pos = board.position().clone();
    pos.king(!pos.side_to_move())?;
    let bytes = nodes.saturating_mul(BYTES_A_NODE).clamp(1 << 20, (hash_mb as u64) << 20);
    let mut solver = Solver::builder().hash_bytes(bytes as usize).show_no_mates(false);
    if let Some(stop) = &limits.stop {
        solver = solver.stop(Arc::clone(stop));
    }
    let mut solver = solver.build();
    let patience = limits.soft_time.or(limits.time).map(|time| time / 4);
    let begun = Instant::now();
    let mut left = nodes;
    while left > 0 && !solver.is_stopped() && patience.is_none_or(|most| begun.elapsed() < most) {
        let slice = left.min(SLICE);
        left -= slice;
        match solver.solve_within(&mut pos, slice).verdict {
            Verdict::Mate { line } => return carried_out(board, &line, limits).then_some(line),
            Verdict::NoMate => return None,
            Verdict::Unknown => {}
        }
    }
    None
}

/// Whether playing a mate ends in mate, as far as the rules about games have a say in it.
fn carried_out(board: &Tracked, line: &[Move], limits: &Limits) -> bool {
    let last = usize::from(board.position().move_number()) + line.len() - 1;
    let in_time = limits.draw_after.is_none_or(|most| last <= usize::from(most));
    let mut after = board.clone();
    let Some(&first) = line.first() else { return false };
    after.do_move(first);
    in_time && after.repetition().is_none()
}

/// The last words of a move that begins a proved mate; the reply is named if there is to be pondering.
pub(crate) fn answer(line: &[Move], ponder: bool) -> Vec<String> {
    let (plies, pv) = (line.len(), words(line));
    let reply = line.get(1).filter(|_| ponder).map_or_else(String::new, |reply| format!(" ponder {reply}"));
    let best = line.first().map_or_else(|| "resign".to_owned(), ToString::to_string);
    vec![
        format!("info string mate in {plies} proved before the search"),
        format!("info depth {plies} score mate {plies} pv {pv}"),
        format!("bestmove {best}{reply}"),
    ]
}

fn words(line: &[Move]) -> String {
    line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
