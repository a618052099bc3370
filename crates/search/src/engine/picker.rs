//! Moves of a node in the order they are tried, generated in stages, so that a cut saves generating the rest.
//!
//! ```text
//! recalled by First<…>  ·  table move  ·  captures and promotions that do not lose, best gain first, what memories add included
//! recalled  ·  quiet moves by the memories' score  ·  captures that lose
//! in check:    recalled by First<…>  ·  table move  ·  recalled  ·  all answers, captures first
//! quiescence:  recalled, if it is one of these or the depth policy admits it  ·  captures and promotions that do not lose
//! ```

use komadai_core::{CheckSquares, Checks, Move, Position, movegen};

use crate::engine::keys::Ranked;
use crate::engine::tactics::{self, Tactics};
use crate::memory::{Candidates, MoveMemory};
use crate::node::Node;
use crate::policy::bits::Bits;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    BeforeAll,
    Table,
    Recalled,
    MakeTactical,
    Tactical,
    RecalledLater,
    MakeQuiet,
    MakeEvasions,
    // Most moves are taken in one of these two.
    Quiet,
    Evasions,
    Losing,
    #[default]
    Done,
}

/// Which moves a node tries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Out of check captures and promotions that do not lose, in check all answers: quiescence.
    Tactical,
    /// All.
    #[default]
    All,
}

/// The picker of one ply. Its buffers stay from node to node.
#[derive(Debug, Default)]
pub(crate) struct Picker {
    stage: Stage,
    scope: Scope,
    in_check: bool,
    table: Option<Move>,
    pub(crate) recalled: Candidates,
    /// How many of `recalled` are legal; they come first.
    pub(crate) legal: usize,
    next: usize,
    /// The moves of the stage.
    ranked: Ranked,
    /// Tactical moves that turned out to lose.
    losing: Vec<Move>,
    /// Whether quiet moves that give no check are left out.
    only_checks: bool,
    /// Whether [`Picker::has_turn`] must be checked.
    asks: bool,
}

impl Picker {
    pub(crate) fn new() -> Picker {
        Picker { ranked: Ranked::new(), losing: Vec::with_capacity(64), ..Picker::default() }
    }

    /// Begins a node where nothing is recommended yet.
    #[inline]
    pub(crate) fn start(&mut self, in_check: bool, scope: Scope, rules: &Tactics) {
        self.recalled.clear();
        self.legal = 0;
        self.next = 0;
        self.table = None;
        self.scope = scope;
        self.in_check = in_check;
        self.only_checks = false;
        self.asks = rules.must_promote;
        self.stage = if in_check { Stage::MakeEvasions } else { Stage::MakeTactical };
    }

    /// Recommends the moves in `recalled` and that of the `table`. They are tried only if they are legal and in the scope; a
    /// recalled move outside it is tried if `admits` accepts it with −log2 of its probability.
    #[inline]
    pub(crate) fn recommend(
        &mut self,
        at: &Node<'_>,
        checks: &Checks,
        table: Option<Move>,
        rules: &Tactics,
        admits: impl Fn(Move, Bits) -> bool,
    ) {
        let scope = self.scope;
        let in_scope = |mv: Move| scope == Scope::All || at.in_check || rules.wins(at, mv);
        let allowed = |mv: Move| rules.allows(at.pos, mv) && at.pos.is_legal_with(mv, checks);
        self.legal = self.recalled.partition(|mv, surprise| {
            if in_scope(mv) { allowed(mv) } else { allowed(mv) && admits(mv, surprise) }
        });
        self.table = table.filter(|&mv| in_scope(mv) && allowed(mv));
        if scope != Scope::All && !at.in_check {
            self.recalled.before_all = self.legal;
        }
        if self.gives_early() {
            self.stage = Stage::BeforeAll;
            self.asks = true;
        }
    }

    /// From now on leaves out quiet moves that give no check, except recalled moves and answers to checks.
    pub(crate) fn only_checks(&mut self, pos: &Position) {
        self.only_checks = true;
        if self.stage == Stage::Quiet {
            let Some(squares) = CheckSquares::of(pos) else { return self.ranked.clear() };
            self.ranked.keep(self.next, squares.giving_check(pos));
        }
    }

    /// Whether there is anything to try before moves are generated.
    #[inline]
    fn gives_early(&self) -> bool {
        self.legal > 0 || self.table.is_some()
    }

    /// Whether a move was already given out by one of the first stages. Before the turn of the recalled moves, a
    /// capture among them comes at its place as a capture.
    #[inline]
    fn given(&self, mv: Move) -> bool {
        let recalled = if self.stage == Stage::Tactical { self.recalled.before_all } else { self.legal };
        self.table == Some(mv) || (0..recalled).any(|i| self.recalled.get(i) == Some(mv))
    }

    /// Whether a generated move has its turn: the rules allow it, and it was not given out before.
    #[inline(never)]
    fn has_turn(&self, mv: Move, pos: &Position, rules: &Tactics) -> bool {
        !(self.gives_early() && self.given(mv)) && rules.allows(pos, mv)
    }

    /// −log2 of the probability that a memory gives to a move.
    #[inline]
    pub(crate) fn surprise(&self, mv: Move) -> Bits {
        if self.legal == 0 { Bits::NEVER } else { self.recalled.surprise(mv) }
    }

    /// Whether the last move given out is a capture or promotion whose exchange was found not to lose.
    #[inline]
    pub(crate) fn holds(&self, rules: &Tactics) -> bool {
        self.stage == Stage::Tactical && (self.scope != Scope::All || rules.losing_last)
    }

    /// The next of the sorted quiet moves or answers, with its score. Most calls end here, so this part is small,
    /// inlined and separate from [`Picker::next`], which must be called if there is none.
    #[inline(always)]
    pub(crate) fn at_hand(&mut self, pos: &Position, rules: &Tactics) -> Option<(Move, i32)> {
        if matches!(self.stage, Stage::Quiet | Stage::Evasions) { self.pop(pos, rules) } else { None }
    }

    /// The next move, with the memories' score if it is a quiet one.
    pub(crate) fn next<K: MoveMemory>(
        &mut self,
        at: &Node<'_>,
        checks: &Checks,
        memory: &K,
        rules: &Tactics,
    ) -> Option<(Move, i32)> {
        loop {
            match self.stage {
                Stage::BeforeAll => {
                    if self.next < self.recalled.before_all {
                        self.next += 1;
                        return Some((self.recalled.get(self.next - 1)?, 0));
                    }
                    self.stage = Stage::Table;
                }
                Stage::Table => {
                    self.stage = if self.in_check { Stage::Recalled } else { Stage::MakeTactical };
                    let given = (0..self.next).any(|i| self.recalled.get(i) == self.table);
                    if let Some(mv) = self.table
                        && !given
                    {
                        return Some((mv, 0));
                    }
                }
                Stage::Recalled => {
                    let Some(mv) = self.next_recalled() else {
                        self.stage = Stage::MakeEvasions;
                        continue;
                    };
                    return Some((mv, if at.is_capture(mv) { 0 } else { memory.score(at, mv) }));
                }
                Stage::MakeTactical => {
                    let gain = |mv| tactics::gain(at.pos, mv, &rules.values) + memory.gain(at, mv);
                    self.ranked.moves.clear();
                    tactics::generate(at.pos, checks, &rules.values, &mut self.ranked.moves);
                    self.ranked.rank(gain);
                    self.next = 0;
                    self.losing.clear();
                    self.stage = Stage::Tactical;
                }
                Stage::Tactical => {
                    let Some((mv, _)) = self.pop(at.pos, rules) else {
                        self.next = self.recalled.before_all;
                        self.stage = match self.scope {
                            Scope::Tactical => Stage::Done,
                            Scope::All => Stage::RecalledLater,
                        };
                        continue;
                    };
                    let may_lose = self.scope == Scope::All && !rules.losing_last;
                    if may_lose || !tactics::loses(at.pos, mv, &rules.values) {
                        return Some((mv, 0));
                    }
                    self.losing.push(mv);
                }
                Stage::RecalledLater => {
                    let Some(mv) = self.next_recalled() else {
                        self.stage = Stage::MakeQuiet;
                        continue;
                    };
                    if !rules.is_tactical(at, mv) {
                        return Some((mv, memory.score(at, mv)));
                    }
                    // A capture had its turn, unless it loses by exchange: the memory knows better.
                    if let Some(at) = self.losing.iter().position(|&losing| losing == mv) {
                        self.losing.remove(at);
                        return Some((mv, 0));
                    }
                }
                Stage::MakeQuiet => {
                    let moves = &mut self.ranked.moves;
                    moves.clear();
                    if self.only_checks {
                        movegen::checks(at.pos, checks, moves);
                        moves.retain(|mv| !rules.is_tactical(at, mv));
                    } else {
                        movegen::quiets(at.pos, checks, moves);
                        moves.retain(|mv| !mv.is_promotion() || !rules.is_tactical(at, mv));
                    }
                    self.rank_by_memory(at, memory, rules);
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    if let Some(picked) = self.pop(at.pos, rules) {
                        return Some(picked);
                    }
                    self.next = 0;
                    self.stage = Stage::Losing;
                }
                Stage::Losing => match self.losing.get(self.next) {
                    Some(&mv) => {
                        self.next += 1;
                        return Some((mv, 0));
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::MakeEvasions => {
                    self.ranked.moves.clear();
                    movegen::legal_with(at.pos, checks, &mut self.ranked.moves);
                    self.rank_by_memory(at, memory, rules);
                    self.stage = Stage::Evasions;
                }
                Stage::Evasions => match self.pop(at.pos, rules) {
                    Some(picked) => return Some(picked),
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    /// The next legal recalled move that is not the table's.
    #[inline]
    fn next_recalled(&mut self) -> Option<Move> {
        while self.next < self.legal {
            self.next += 1;
            let mv = self.recalled.get(self.next - 1)?;
            if Some(mv) != self.table {
                return Some(mv);
            }
        }
        None
    }

    /// Ranks quiet moves, or answers to a check, by the memories' scores; captures come first. Whether a move has its
    /// turn is checked only when it comes up.
    fn rank_by_memory<K: MoveMemory>(&mut self, at: &Node<'_>, memory: &K, rules: &Tactics) {
        let score = memory.scorer(at);
        let (pos, in_check) = (at.pos, self.in_check);
        self.next = 0;
        self.ranked.rank(|mv| {
            if in_check && pos.piece_at(mv.to()).is_some() {
                // Above every score of a memory.
                return i32::MAX / 2 + tactics::gain(pos, mv, &rules.values);
            }
            let score = pos.placed_by(mv).map_or(0, |piece| score(mv, piece));
            score.clamp(-i32::MAX / 4, i32::MAX / 4)
        });
    }

    /// The move with the highest key of those left that have their turn. The number that puts captures before other answers is no score.
    #[inline(always)]
    fn pop(&mut self, pos: &Position, rules: &Tactics) -> Option<(Move, i32)> {
        loop {
            let (mv, score) = self.ranked.highest(self.next)?;
            self.next += 1;
            if !self.asks || self.has_turn(mv, pos, rules) {
                return Some((mv, if score > i32::MAX / 4 { 0 } else { score }));
            }
        }
    }
}
