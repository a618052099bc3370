//! The order in which replies to a key are asked about: those first that may refute it.
//!
//! The order decides what an answer costs, never what it is.

use std::cmp::Reverse;
use std::collections::HashMap;

use komadai_core::{Move, Position};

/// How often each reply has refuted a key so far.
#[derive(Default)]
pub(super) struct Refuters(HashMap<u16, u32>);

impl Refuters {
    /// Notes that a reply has refuted a key.
    pub(super) fn note(&mut self, reply: Move) {
        *self.0.entry(reply.bits()).or_default() += 1;
    }

    /// Puts the replies to `key` into order; `at` is the position after it, `threat` the mate that would follow a pass, if it is
    /// known.
    pub(super) fn order(&self, replies: &mut [Move], at: &Position, key: Move, threat: &[Move]) {
        replies.sort_by_cached_key(|&reply| Reverse(self.score(reply, at, key, threat)));
    }

    /// Replies that have refuted other keys, captures of the moved piece, other captures, checks, moves to a square of the
    /// threat, steps of the king, other moves, and drops, those near the own king first.
    fn score(&self, reply: Move, at: &Position, key: Move, threat: &[Move]) -> (u32, u8, i8) {
        let refuted = self.0.get(&reply.bits()).copied().unwrap_or(0);
        let (to, king) = (reply.to(), at.king(at.side_to_move()));
        let class = if to == key.to() {
            6
        } else if at.piece_at(to).is_some() {
            5
        } else if at.gives_check(reply) {
            4
        } else if threat.iter().step_by(2).any(|mv| mv.to() == to) {
            3
        } else if reply.from().is_some() && reply.from() == king {
            2
        } else {
            u8::from(!reply.is_drop())
        };
        (refuted, class, -king.map_or(0, |king| king.distance(to) as i8))
    }
}
