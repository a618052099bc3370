//! Shows a mate before anybody is told of it.
//!
//! The search answers from a table, and a table forgets, overwrites and mixes hands. So every mate is played
//! through once more from the root: the table only names the attacker's moves; that they are legal checks, and
//! that every legal reply is answered, is asked of the rules. What the table has lost is searched again.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicBool;

use komadai_core::{Hand, Key, Move, Position, Undo};

use crate::cycle::CyclePolicy;
use crate::dfpn::{Dfpn, Outcome};
use crate::heuristic::DfpnHeuristic;
use crate::table::Known;

/// A position that has been shown to be mate.
#[derive(Clone, Copy, Debug)]
struct Shown {
    /// Plies to mate if the attacker goes on as shown and the defender holds out longest.
    plies: u32,
    /// The mating move, or the reply that holds out longest; `None` on mate.
    best: Option<Move>,
}

/// A position that is being shown.
struct Frame {
    came: Option<(Move, Undo)>,
    name: (Key, Hand),
    /// Moves that must lead to shown positions: one of the attacker, all of the defender.
    moves: Vec<Move>,
    next: usize,
    shown: Shown,
}

/// Plays a mate through and returns the line in which the defender holds out longest against the moves found.
/// `None` if it could not be shown within `limit` positions and as many again for what must be searched.
pub(crate) fn line<H: DfpnHeuristic, C: CyclePolicy>(
    dfpn: &mut Dfpn<H, C>,
    pos: &mut Position,
    limit: u64,
    stop: &AtomicBool,
) -> Option<Vec<Move>> {
    let mut replay = Replay { known: HashMap::new(), open: HashSet::new(), frames: Vec::new(), limit };
    let shown = replay.show(dfpn, pos, stop);
    while let Some(frame) = replay.frames.pop() {
        if let Some((mv, undo)) = frame.came {
            pos.undo_move(mv, undo);
        }
    }
    shown?;
    let mut line = Vec::new();
    let mut end = pos.clone();
    while let Some(mv) = replay.known.get(&dfpn.key(&end))?.best {
        line.push(mv);
        let _ = end.do_move(mv);
    }
    Some(line)
}

struct Replay {
    known: HashMap<(Key, Hand), Shown>,
    /// Positions of `frames`: a proof that comes back to one of them shows nothing.
    open: HashSet<(Key, Hand)>,
    frames: Vec<Frame>,
    limit: u64,
}

impl Replay {
    fn show<H: DfpnHeuristic, C: CyclePolicy>(
        &mut self,
        dfpn: &mut Dfpn<H, C>,
        pos: &mut Position,
        stop: &AtomicBool,
    ) -> Option<()> {
        self.enter(dfpn, pos, None, stop)?;
        while let Some(frame) = self.frames.last_mut() {
            if let Some(&mv) = frame.moves.get(frame.next) {
                let undo = pos.do_move(mv);
                if let Some(child) = self.known.get(&dfpn.key(pos)) {
                    frame.learn(mv, child.plies);
                    pos.undo_move(mv, undo);
                } else {
                    self.enter(dfpn, pos, Some((mv, undo)), stop)?;
                }
                continue;
            }
            let frame = self.frames.pop()?;
            self.open.remove(&frame.name);
            self.known.insert(frame.name, frame.shown);
            if let Some((mv, undo)) = frame.came {
                pos.undo_move(mv, undo);
                self.frames.last_mut()?.learn(mv, frame.shown.plies);
            }
        }
        Some(())
    }

    /// Puts the position on the stack with the moves that must be shown. The frame is there even where the
    /// answer is `None`, so that the caller can take its move back.
    fn enter<H: DfpnHeuristic, C: CyclePolicy>(
        &mut self,
        dfpn: &mut Dfpn<H, C>,
        pos: &mut Position,
        came: Option<(Move, Undo)>,
        stop: &AtomicBool,
    ) -> Option<()> {
        let name = dfpn.key(pos);
        let or = self.frames.len().is_multiple_of(2);
        let fresh = self.open.insert(name);
        self.frames.push(Frame {
            came,
            name,
            moves: Vec::new(),
            next: 0,
            shown: Shown { plies: 0, best: None },
        });
        if !fresh || self.limit == 0 {
            return None;
        }
        self.limit -= 1;
        let moves = if or {
            let mv = self.mating_move(dfpn, pos, stop)?;
            vec![mv]
        } else if pos.in_check() {
            pos.legal_moves().to_vec()
        } else {
            return None;
        };
        self.frames.last_mut()?.moves = moves;
        Some(())
    }

    /// The attacker's move of the proof, found again if the table has lost it.
    fn mating_move<H: DfpnHeuristic, C: CyclePolicy>(
        &mut self,
        dfpn: &mut Dfpn<H, C>,
        pos: &mut Position,
        stop: &AtomicBool,
    ) -> Option<Move> {
        let (board, hand) = dfpn.key(pos);
        for attempt in 0..2 {
            if let Known::Proved { best: Some(mv), .. } = dfpn.table.look_up(board, hand) {
                return pos.is_legal(mv).then_some(mv);
            }
            let until = dfpn.nodes.saturating_add(self.limit);
            if attempt == 0 && dfpn.search(pos, until, stop) != Outcome::Mate {
                return None;
            }
        }
        None
    }
}

impl Frame {
    /// A move leads to a position that is mate in `plies`.
    fn learn(&mut self, mv: Move, plies: u32) {
        if self.shown.best.is_none() || plies + 1 > self.shown.plies {
            self.shown = Shown { plies: plies + 1, best: Some(mv) };
        }
        self.next += 1;
    }
}
