//! Verifies a bounded mate before it is reported, by playing it through.
//!
//! The table only supplies the attacker's moves. That they are legal checks, that every legal reply is answered, and that the mate comes
//! in time is checked by the rules of the game; a futile interposition is answered by the capture that [`LengthRule::Traditional`]
//! requires.

use komadai_core::{Hand, Key, Move, Position, Undo};

use super::questions::Futile;
use super::rule::LengthRule;
use super::search::Bounded;
use super::step::Step;
use super::table::Bound;

/// A position that is being verified.
struct Frame {
    came: Option<(Step, Undo)>,
    key: (Key, Hand),
    /// Plies left.
    left: u16,
    /// Steps that must lead to verified positions: one check, or all replies.
    steps: Vec<Step>,
    next: usize,
    /// Plies of the longest line verified below.
    plies: u16,
}

/// Plies of the mate in this position, with either side to move: at most `plies`. `None` if it does not verify, or not within the limits.
/// The search remembers what has been verified, and does not play it through again.
pub(crate) fn verified_plies(search: &mut Bounded, pos: &mut Position, plies: u16) -> Option<u16> {
    let mut frames: Vec<Frame> = Vec::new();
    let mut failed = !enter(search, pos, None, plies, &mut frames);
    let mut verified = None;
    while let Some(frame) = frames.last_mut() {
        if !failed && let Some(&step) = frame.steps.get(frame.next) {
            frame.next += 1;
            let left = frame.left - step.plies();
            let undo = step.play(pos);
            match search.shown_plies(pos) {
                Some(plies) if plies <= left => {
                    frame.plies = frame.plies.max(plies + step.plies());
                    step.take_back(pos, undo);
                }
                _ => failed = !enter(search, pos, Some((step, undo)), left, &mut frames),
            }
            continue;
        }
        let Some(frame) = frames.pop() else { break };
        if !failed {
            let check = frame.steps.first().filter(|_| frame.left % 2 == 1);
            search.shown.add(frame.key, frame.plies, check.map(|step| step.mv));
        }
        match frame.came {
            Some((step, undo)) => {
                step.take_back(pos, undo);
                if let Some(parent) = frames.last_mut() {
                    parent.plies = parent.plies.max(frame.plies + step.plies());
                }
            }
            None => verified = (!failed).then_some(frame.plies),
        }
    }
    verified
}

/// Puts the position on the stack, and returns whether it has what must be verified. It is on the stack either way.
fn enter(
    search: &mut Bounded,
    pos: &mut Position,
    came: Option<(Step, Undo)>,
    left: u16,
    frames: &mut Vec<Frame>,
) -> bool {
    let steps = if left % 2 == 1 {
        check(search, pos, left).map(|mv| vec![Step::of_move(mv)])
    } else {
        replies(search, pos, left)
    };
    let complete = steps.is_some();
    let steps = steps.unwrap_or_default();
    frames.push(Frame { came, key: search.key(pos), left, steps, next: 0, plies: 0 });
    complete
}

/// The attacker's move, if it is a legal check.
fn check(search: &mut Bounded, pos: &mut Position, left: u16) -> Option<Move> {
    let Bound::Mate { best: Some(mv), .. } = search.ask(pos, left) else { return None };
    (pos.is_legal(mv) && pos.gives_check(mv)).then_some(mv)
}

/// Every reply of the defender that must be answered, or the capture that makes it futile.
fn replies(search: &mut Bounded, pos: &mut Position, left: u16) -> Option<Vec<Step>> {
    let mut steps: Vec<Step> = Vec::new();
    let mut futile = Vec::new();
    for mv in &pos.legal_moves() {
        let step = Step::of_move(mv);
        let counts = !mv.is_drop() || search.rule == LengthRule::EveryPly;
        if counts || left > 0 && search.knows_mate_after(pos, step, left - 1) {
            steps.push(step);
            continue;
        }
        let known = futile.iter().find(|&&(square, _)| square == mv.to()).map(|&(_, known)| known);
        let of_square = match known {
            Some(known) => known,
            None => match search.known_futile(pos, mv, left) {
                Some(capture) => Futile::By(capture),
                None => search.futile_on(pos, mv, left)?,
            },
        };
        match of_square {
            Futile::No => steps.push(step),
            Futile::By(capture) if known.is_none() => steps.push(Step::of_test(capture)),
            Futile::By(_) => {}
        }
        if known.is_none() {
            futile.push((mv.to(), of_square));
        }
    }
    (left > 0 || steps.iter().all(|step| step.test)).then_some(steps)
}
