//! Moves of a node in the order they are tried, made in stages, so that a cut saves the making of the rest.
//!
//! ```text
//! recalled by First<…>  ·  table move  ·  recalled  ·  captures and promotions that do not lose, best gain
//! first  ·  quiet moves by the memories' score  ·  captures that lose
//! in check:  recalled by First<…>  ·  table move  ·  recalled  ·  all answers, captures first
//! ```

use komadai_core::{Checks, Move, MoveList, PieceValues, movegen};

use crate::memory::{Candidates, MoveMemory};
use crate::{Node, tactics};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    BeforeAll,
    Table,
    Recalled,
    MakeTactical,
    Tactical,
    Quiet,
    Losing,
    MakeEvasions,
    Evasions,
    Done,
}

/// The picker of one ply. Its buffers stay from node to node.
#[derive(Debug)]
pub(crate) struct Picker {
    stage: Stage,
    in_check: bool,
    table: Option<Move>,
    pub(crate) recalled: Candidates,
    /// How many of `recalled` are legal; they come first.
    pub(crate) legal: usize,
    next: usize,
    /// Keys of moves, see [`key`]; sorted downwards from `next`.
    keys: Vec<u64>,
    /// Tactical moves that turned out to lose.
    losing: Vec<Move>,
}

/// Score, order of generation and move in one number: sorting numbers downwards sorts by score, and keeps equal
/// scores as they were generated.
#[inline]
fn key(score: i32, order: usize, mv: Move) -> u64 {
    let score = (i64::from(score) - i64::from(i32::MIN)) as u64;
    score << 32 | (u64::from(u16::MAX) - order as u64) << 16 | u64::from(mv.bits())
}

#[inline]
fn move_of(key: u64) -> Option<Move> {
    Move::from_bits(key as u16)
}

impl Picker {
    pub(crate) fn new() -> Picker {
        Picker {
            stage: Stage::Done,
            in_check: false,
            table: None,
            recalled: Candidates::default(),
            legal: 0,
            next: 0,
            keys: Vec::with_capacity(komadai_core::MAX_LEGAL_MOVES),
            losing: Vec::with_capacity(64),
        }
    }

    /// Begins a node. `table` and what the memories recall are tried only if they are legal.
    #[inline]
    pub(crate) fn start<K: MoveMemory>(&mut self, at: &Node<'_>, table: Option<Move>, memory: &K) {
        self.start_tactical(at.in_check);
        memory.recall(at, &mut self.recalled);
        self.legal = self.recalled.partition(|mv| at.pos.is_legal(mv));
        self.table = table.filter(|&mv| at.pos.is_legal(mv));
        if self.gives_early() {
            self.next = 0;
            self.stage = Stage::BeforeAll;
        }
    }

    /// Begins a node of quiescence: tactical moves that do not lose, or all answers to a check.
    #[inline]
    pub(crate) fn start_tactical(&mut self, in_check: bool) {
        self.recalled.clear();
        self.legal = 0;
        self.table = None;
        self.in_check = in_check;
        self.stage = if in_check { Stage::MakeEvasions } else { Stage::MakeTactical };
    }

    /// Whether there is anything to try before moves are made.
    #[inline]
    fn gives_early(&self) -> bool {
        self.legal > 0 || self.table.is_some()
    }

    /// Whether a move was already given out by one of the first stages.
    #[inline]
    fn given(&self, mv: Move) -> bool {
        self.table == Some(mv) || (0..self.legal).any(|i| self.recalled.get(i) == Some(mv))
    }

    /// The next of the quiet moves or answers that lie sorted: most calls end here, so this part is kept small and
    /// apart from [`Picker::next`], which must be asked when there is none.
    #[inline]
    pub(crate) fn at_hand(&mut self) -> Option<Move> {
        if matches!(self.stage, Stage::Quiet | Stage::Evasions) { self.pop() } else { None }
    }

    /// The next move. `full`: quiet and losing moves as well, that is, not in quiescence.
    pub(crate) fn next<K: MoveMemory>(
        &mut self,
        at: &Node<'_>,
        checks: &Checks,
        memory: &K,
        scratch: &mut MoveList,
        rules: &Tactics,
        full: bool,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::BeforeAll => {
                    if self.next < self.recalled.before_all() {
                        self.next += 1;
                        return self.recalled.get(self.next - 1);
                    }
                    self.stage = Stage::Table;
                }
                Stage::Table => {
                    self.stage = Stage::Recalled;
                    let given = (0..self.next).any(|i| self.recalled.get(i) == self.table);
                    if self.table.is_some() && !given {
                        return self.table;
                    }
                }
                Stage::Recalled => {
                    if self.next < self.legal {
                        self.next += 1;
                        let mv = self.recalled.get(self.next - 1);
                        if mv != self.table {
                            return mv;
                        }
                    } else {
                        self.stage = if self.in_check { Stage::MakeEvasions } else { Stage::MakeTactical };
                    }
                }
                Stage::MakeTactical => {
                    scratch.clear();
                    tactics::generate(at.pos, checks, &rules.values, rules.least_promotion, scratch);
                    self.fill(scratch, |mv| tactics::gain(at.pos, mv, &rules.values));
                    self.losing.clear();
                    self.stage = Stage::Tactical;
                }
                Stage::Tactical => {
                    let Some(mv) = self.pop() else {
                        if !full {
                            self.stage = Stage::Done;
                            continue;
                        }
                        scratch.clear();
                        movegen::quiets(at.pos, checks, scratch);
                        scratch.retain(|mv| {
                            !mv.is_promotion()
                                || !tactics::is_tactical(at.pos, mv, &rules.values, rules.least_promotion)
                        });
                        self.fill(scratch, |mv| memory.score(at, mv));
                        self.stage = Stage::Quiet;
                        continue;
                    };
                    if !tactics::loses(at.pos, mv, &rules.values) {
                        return Some(mv);
                    }
                    self.losing.push(mv);
                }
                Stage::Quiet => {
                    if let Some(mv) = self.pop() {
                        return Some(mv);
                    }
                    self.next = 0;
                    self.stage = Stage::Losing;
                }
                Stage::Losing => match self.losing.get(self.next) {
                    Some(&mv) => {
                        self.next += 1;
                        return Some(mv);
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::MakeEvasions => {
                    scratch.clear();
                    movegen::evasions(at.pos, checks, scratch);
                    self.fill(scratch, |mv| {
                        if at.is_capture(mv) {
                            // Above every score of a memory.
                            i32::MAX / 2 + tactics::gain(at.pos, mv, &rules.values)
                        } else {
                            memory.score(at, mv).clamp(-i32::MAX / 4, i32::MAX / 4)
                        }
                    });
                    self.stage = Stage::Evasions;
                }
                Stage::Evasions => match self.pop() {
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    /// Takes in the moves not given out before, sorted.
    #[inline]
    fn fill(&mut self, moves: &MoveList, mut score: impl FnMut(Move) -> i32) {
        let mut keys = core::mem::take(&mut self.keys);
        keys.clear();
        let filter = self.gives_early();
        for (order, mv) in moves.into_iter().enumerate() {
            if !(filter && self.given(mv)) {
                keys.push(key(score(mv), order, mv));
            }
        }
        keys.sort_unstable_by(|a, b| b.cmp(a));
        self.keys = keys;
        self.next = 0;
    }

    #[inline]
    fn pop(&mut self) -> Option<Move> {
        let mv = move_of(*self.keys.get(self.next)?)?;
        self.next += 1;
        Some(mv)
    }
}

/// What the picker must know to tell tactical moves from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tactics {
    /// Values for exchanges and gains.
    pub(crate) values: PieceValues,
    /// Least gain of a promotion that counts as tactical.
    pub(crate) least_promotion: i32,
}
