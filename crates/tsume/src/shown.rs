//! Plays a bounded mate through before anybody is told of it.
//!
//! The table only names the attacker's moves. That they are legal checks, that every legal reply is answered, and that
//! the mate comes in time, is asked of the rules; a futile interposition is answered by the capture that the definition in
//! [`crate::length`] asks for.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use komadai_core::{Hand, Key, Move, Position, Undo};

use crate::bounds::Bound;
use crate::choice::steps_nearer;
use crate::heuristic::DfpnHeuristic;
use crate::length::Plies;
use crate::within::Within;

/// A move to be shown, or a capture in the place of an interposition and itself.
#[derive(Clone, Copy, Debug)]
struct Step {
    mv: Move,
    nearer: bool,
}

struct Frame {
    came: Option<(Step, Undo)>,
    name: (Key, Hand),
    /// Plies left.
    left: u16,
    /// What must lead to positions that are shown: one check, or all replies.
    steps: Vec<Step>,
    next: usize,
    /// Plies of the longest line shown below.
    plies: u16,
}

/// Plies in which the attacker, to move, is shown to mate; at most `plies`. `None` if he is not, or if it was not seen
/// before `limit` positions had been looked at.
pub(crate) fn plies<H: DfpnHeuristic>(
    within: &mut Within<H>,
    pos: &mut Position,
    plies: u16,
    limit: u64,
    stop: &AtomicBool,
) -> Option<u16> {
    let mut known: HashMap<(Key, Hand), u16> = HashMap::new();
    let mut frames: Vec<Frame> = Vec::new();
    let mut failed = !enter(within, pos, None, plies, &mut frames, limit, stop);
    let mut shown = None;
    while let Some(frame) = frames.last_mut() {
        if !failed && let Some(&step) = frame.steps.get(frame.next) {
            frame.next += 1;
            let left = if step.nearer { frame.left } else { frame.left - 1 };
            let undo = play(pos, step);
            match known.get(&within.key(pos)) {
                Some(&plies) if plies <= left => {
                    frame.plies = frame.plies.max(plies + u16::from(!step.nearer));
                    take_back(pos, step, undo);
                }
                _ => failed = !enter(within, pos, Some((step, undo)), left, &mut frames, limit, stop),
            }
            continue;
        }
        let Some(frame) = frames.pop() else { break };
        if !failed {
            known.insert(frame.name, frame.plies);
        }
        match frame.came {
            Some((step, undo)) => {
                take_back(pos, step, undo);
                if let Some(parent) = frames.last_mut() {
                    parent.plies = parent.plies.max(frame.plies + u16::from(!step.nearer));
                }
            }
            None => shown = (!failed).then_some(frame.plies),
        }
    }
    shown
}

/// Puts the position on the stack, even if what must be shown of it is not there: then the answer is `false`.
fn enter<H: DfpnHeuristic>(
    within: &mut Within<H>,
    pos: &mut Position,
    came: Option<(Step, Undo)>,
    left: u16,
    frames: &mut Vec<Frame>,
    limit: u64,
    stop: &AtomicBool,
) -> bool {
    let steps = if left % 2 == 1 {
        check(within, pos, left, limit, stop).map(|mv| vec![Step { mv, nearer: false }])
    } else {
        replies(within, pos, left, limit, stop)
    };
    let complete = steps.is_some();
    let steps = steps.unwrap_or_default();
    frames.push(Frame { came, name: within.key(pos), left, steps, next: 0, plies: 0 });
    complete
}

/// The attacker's move, if it is a legal check.
fn check<H: DfpnHeuristic>(
    within: &mut Within<H>,
    pos: &mut Position,
    left: u16,
    limit: u64,
    stop: &AtomicBool,
) -> Option<Move> {
    match within.ask(pos, left, limit, stop) {
        Bound::Mate { best: Some(mv), .. } => (pos.is_legal(mv) && pos.gives_check(mv)).then_some(mv),
        _ => None,
    }
}

/// Every reply of the defender that must be answered, or what stands in its place.
fn replies<H: DfpnHeuristic>(
    within: &mut Within<H>,
    pos: &mut Position,
    left: u16,
    limit: u64,
    stop: &AtomicBool,
) -> Option<Vec<Step>> {
    let mut steps: Vec<Step> = Vec::new();
    let mut futile = Vec::new();
    for mv in &pos.legal_moves() {
        if !mv.is_drop() || within.counting == Plies::Every {
            steps.push(Step { mv, nearer: false });
            continue;
        }
        let known = futile.iter().find(|&&(square, _)| square == mv.to()).map(|&(_, known)| known);
        let of_square = match known {
            Some(known) => known,
            None => futile_on(within, pos, mv, left, limit, stop)?,
        };
        match of_square {
            Futile::No => steps.push(Step { mv, nearer: false }),
            Futile::By(capture) if known.is_none() => steps.push(Step { mv: capture, nearer: true }),
            Futile::By(_) => {}
        }
        if known.is_none() {
            futile.push((mv.to(), of_square));
        }
    }
    (left > 0 || steps.iter().all(|step| step.nearer)).then_some(steps)
}

/// Whether interpositions on a square are futile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Futile {
    /// They are; with the capture that shows it.
    By(Move),
    /// They are not.
    No,
}

/// Whether interpositions on the square of `drop` are futile within `left` plies; `None` if that could not be told.
pub(crate) fn futile_on<H: DfpnHeuristic>(
    within: &mut Within<H>,
    pos: &mut Position,
    drop: Move,
    left: u16,
    limit: u64,
    stop: &AtomicBool,
) -> Option<Futile> {
    for mv in steps_nearer(pos, drop.to()) {
        let step = Step { mv, nearer: true };
        let undo = play(pos, step);
        let bound = within.ask(pos, left, limit, stop);
        take_back(pos, step, undo);
        match bound {
            Bound::Mate { .. } => return Some(Futile::By(mv)),
            Bound::NoMate { .. } => {}
            Bound::Open(_) | Bound::Unseen => return None,
        }
    }
    Some(Futile::No)
}

fn play(pos: &mut Position, step: Step) -> Undo {
    if step.nearer {
        pos.do_null();
    }
    pos.do_move(step.mv)
}

fn take_back(pos: &mut Position, step: Step, undo: Undo) {
    pos.undo_move(step.mv, undo);
    if step.nearer {
        pos.undo_null();
    }
}
