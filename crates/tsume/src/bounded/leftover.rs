//! Lines of a shown mate that leave no piece in the attacker's hand.
//!
//! A composed problem has a solution in which every piece is used. A variation that ends with pieces left over (駒余り) is not
//! taken for the solution, even where it is longer (変化長手数): so records of old problems give the length of the longest line
//! without leftovers.

use std::collections::HashMap;

use komadai_core::{Hand, Key, Move, Position};

use super::line::replies_in_order;
use super::probe::Probe;
use super::rule::LengthRule;
use super::shown::Shown;
use crate::heuristic::DfpnHeuristic;

/// The longest line without leftovers from a position of the attacker: its plies, and the reply to the check.
#[derive(Clone, Copy, Debug)]
struct Longest {
    plies: u16,
    reply: Option<Move>,
}

/// A position of the defender whose replies are followed.
struct Frame {
    key: (Key, Hand),
    pos: Position,
    replies: Vec<Move>,
    next: usize,
    longest: Option<Longest>,
}

/// The longest line without leftovers, if there is one: the attacker's checks are those of the mate that has been shown, the
/// defender's replies any that count. `None` where every ply counts, since futile interpositions leave pieces over.
pub(crate) fn line_without_leftovers<H: DfpnHeuristic>(
    probe: &Probe<'_, H>,
    shown: &Shown,
    start: &Position,
) -> Option<Vec<Move>> {
    if probe.search.rule() == LengthRule::EveryPly {
        return None;
    }
    let attacker = start.side_to_move();
    let mut known: HashMap<(Key, Hand), Option<Longest>> = HashMap::new();
    let mut frames = vec![enter(probe, shown, start.clone())?];
    while let Some(frame) = frames.last_mut() {
        let Some(&reply) = frame.replies.get(frame.next) else {
            if frame.replies.is_empty() && frame.pos.hand(attacker).is_empty() {
                frame.longest = Some(Longest { plies: 1, reply: None });
            }
            known.insert(frame.key, frame.longest);
            frames.pop();
            continue;
        };
        let mut after = frame.pos.clone();
        let _ = after.do_move(reply);
        if let Some(&longest) = known.get(&probe.search.key(&after)) {
            frame.next += 1;
            if let Some(Longest { plies, .. }) = longest
                && frame.longest.is_none_or(|longest| longest.plies < plies + 2)
            {
                frame.longest = Some(Longest { plies: plies + 2, reply: Some(reply) });
            }
        } else {
            let child = enter(probe, shown, after)?;
            frames.push(child);
        }
    }
    let mut line = Vec::new();
    let mut pos = start.clone();
    while let Some(Some(Longest { reply, .. })) = known.get(&probe.search.key(&pos)) {
        let check = shown.best(probe.search.key(&pos))?;
        let _ = pos.do_move(check);
        line.push(check);
        let Some(reply) = *reply else { return Some(line) };
        let _ = pos.do_move(reply);
        line.push(reply);
    }
    None
}

/// The position after the attacker's check, with the replies that count.
fn enter<H: DfpnHeuristic>(probe: &Probe<'_, H>, shown: &Shown, mut pos: Position) -> Option<Frame> {
    let key = probe.search.key(&pos);
    let left = shown.plies(key)? - 1;
    let _ = pos.do_move(shown.best(key)?);
    let mut replies = replies_in_order(&pos);
    replies.retain(|&mv| !mv.is_drop() || probe.known_futile(shown, &mut pos, mv, left).is_none());
    Some(Frame { key, pos, replies, next: 0, longest: None })
}
