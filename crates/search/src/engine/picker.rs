//! Moves of a node in the order they are tried, made in stages, so that a cut saves the making of the rest.
//!
//! ```text
//! recalled by First<…>  ·  table move  ·  captures and promotions that do not lose, best gain first
//! recalled  ·  quiet moves by the memories' score  ·  captures that lose
//! in check:    recalled by First<…>  ·  table move  ·  recalled  ·  all answers, captures first
//! quiescence:  recalled, if it is one of these or the depth policy admits it  ·  captures and promotions that do not lose
//! ```

use komadai_core::{CheckSquares, Checks, Move, MoveList, Position, movegen, see};

use crate::engine::tactics::{self, Tactics};
use crate::memory::{Candidates, MoveMemory};
use crate::node::Node;
use crate::policy::bits::Bits;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    BeforeAll,
    Table,
    Recalled,
    MakeTactical,
    Tactical,
    RecalledLater,
    MakeChecks,
    Checks,
    MakeQuiet,
    Quiet,
    Losing,
    MakeEvasions,
    Evasions,
    Done,
}

/// Which moves a node tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Out of check captures and promotions that do not lose, in check all answers: quiescence.
    Tactical,
    /// Those, and quiet checks that do not lose.
    Checks,
    /// All.
    All,
}

/// The picker of one ply. Its buffers stay from node to node.
#[derive(Debug)]
pub(crate) struct Picker {
    stage: Stage,
    scope: Scope,
    in_check: bool,
    table: Option<Move>,
    pub(crate) recalled: Candidates,
    /// How many of `recalled` are legal; they come first.
    pub(crate) legal: usize,
    next: usize,
    /// Keys of moves, see [`key`]; the highest are brought forward as they are needed.
    keys: Vec<u64>,
    /// Tactical moves that turned out to lose.
    losing: Vec<Move>,
    /// Whether quiet moves that give no check are left out.
    only_checks: bool,
}

/// So many moves are looked for one by one before the rest is sorted.
const SELECTED: usize = 4;

/// Score and move in one number: sorting numbers downwards sorts by score, and equal scores by the number of the move.
#[inline]
fn key(score: i32, mv: Move) -> u64 {
    let score = (i64::from(score) - i64::from(i32::MIN)) as u64;
    score << 16 | u64::from(!mv.bits())
}

#[inline]
fn move_of(key: u64) -> Option<Move> {
    Move::from_bits(!key as u16)
}

#[inline]
fn score_of(key: u64) -> i32 {
    ((key >> 16) as i64 + i64::from(i32::MIN)) as i32
}

impl Picker {
    pub(crate) fn new() -> Picker {
        Picker {
            stage: Stage::Done,
            scope: Scope::All,
            in_check: false,
            table: None,
            recalled: Candidates::default(),
            legal: 0,
            next: 0,
            keys: Vec::with_capacity(komadai_core::MAX_LEGAL_MOVES),
            losing: Vec::with_capacity(64),
            only_checks: false,
        }
    }

    /// Begins a node. `table` and what the memories recall are tried only if they are legal and in the scope; outside it, what the
    /// memories recall is tried if `admits` says so, which is asked with −log2 of its probability.
    #[inline]
    pub(crate) fn start<K: MoveMemory>(
        &mut self,
        at: &Node<'_>,
        table: Option<Move>,
        memory: &K,
        rules: &Tactics,
        scope: Scope,
        admits: impl Fn(Move, Bits) -> bool,
    ) {
        self.start_plain(at.in_check, scope);
        if scope == Scope::All || memory.in_quiescence() {
            memory.recall(at, &mut self.recalled);
        }
        let in_scope = |mv: Move| scope == Scope::All || at.in_check || rules.wins(at, mv);
        let allowed = |mv: Move| rules.allows(at.pos, mv) && at.pos.is_legal(mv);
        self.legal = self.recalled.partition(|mv, surprise| {
            if in_scope(mv) { allowed(mv) } else { allowed(mv) && admits(mv, surprise) }
        });
        self.table = table.filter(|&mv| in_scope(mv) && allowed(mv));
        if scope != Scope::All && !at.in_check {
            self.recalled.all_before_all(self.legal);
        }
        if self.gives_early() {
            self.stage = Stage::BeforeAll;
        }
    }

    /// Begins a node where nothing is recommended.
    #[inline]
    pub(crate) fn start_plain(&mut self, in_check: bool, scope: Scope) {
        self.recalled.clear();
        self.legal = 0;
        self.next = 0;
        self.table = None;
        self.scope = scope;
        self.in_check = in_check;
        self.only_checks = false;
        self.stage = if in_check { Stage::MakeEvasions } else { Stage::MakeTactical };
    }

    /// From now on leaves out quiet moves that give no check, those that a memory recalled and answers to checks apart.
    pub(crate) fn only_checks(&mut self, pos: &Position) {
        self.only_checks = true;
        if self.stage == Stage::Quiet {
            let mut left = self.keys.split_off(self.next.min(self.keys.len()));
            let squares = CheckSquares::of(pos);
            let gives_check = |mv| squares.is_some_and(|squares| squares.gives_check(pos, mv));
            left.retain(|&key| move_of(key).is_some_and(gives_check));
            self.keys = left;
            self.next = 0;
        }
    }

    /// Whether there is anything to try before moves are made.
    #[inline]
    fn gives_early(&self) -> bool {
        self.legal > 0 || self.table.is_some()
    }

    /// Whether a move was already given out by one of the first stages. Before the recalled moves had their turn,
    /// a capture among them comes at its place as a capture.
    #[inline]
    fn given(&self, mv: Move) -> bool {
        let recalled =
            if self.stage == Stage::MakeTactical { self.recalled.before_all() } else { self.legal };
        self.table == Some(mv) || (0..recalled).any(|i| self.recalled.get(i) == Some(mv))
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

    /// The next of the quiet moves or answers that lie sorted, with its score: most calls end here, so this part is
    /// kept small and apart from [`Picker::next`], which must be asked when there is none.
    #[inline]
    pub(crate) fn at_hand(&mut self) -> Option<(Move, i32)> {
        if matches!(self.stage, Stage::Quiet | Stage::Evasions) { self.pop() } else { None }
    }

    /// The next move, with what the memories say of it if it is a quiet one.
    pub(crate) fn next<K: MoveMemory>(
        &mut self,
        at: &Node<'_>,
        checks: &Checks,
        memory: &K,
        scratch: &mut MoveList,
        rules: &Tactics,
    ) -> Option<(Move, i32)> {
        loop {
            match self.stage {
                Stage::BeforeAll => {
                    if self.next < self.recalled.before_all() {
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
                    return Some((mv, memory.score(at, mv)));
                }
                Stage::MakeTactical => {
                    scratch.clear();
                    tactics::generate(at.pos, checks, &rules.values, rules.least_promotion, scratch);
                    self.fill(scratch, at.pos, rules, |mv| tactics::gain(at.pos, mv, &rules.values));
                    self.losing.clear();
                    self.stage = Stage::Tactical;
                }
                Stage::Tactical => {
                    let Some((mv, _)) = self.pop() else {
                        self.next = self.recalled.before_all();
                        self.stage = match self.scope {
                            Scope::Tactical => Stage::Done,
                            Scope::Checks => Stage::MakeChecks,
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
                Stage::MakeChecks => {
                    scratch.clear();
                    movegen::checks(at.pos, checks, scratch);
                    scratch.retain(|mv| !rules.is_tactical(at, mv));
                    self.fill(scratch, at.pos, rules, |mv| memory.score(at, mv));
                    self.stage = Stage::Checks;
                }
                Stage::Checks => {
                    let Some((mv, score)) = self.pop() else {
                        self.stage = Stage::Done;
                        continue;
                    };
                    if see::at_least(at.pos, mv, 0, &rules.values) {
                        return Some((mv, score));
                    }
                }
                Stage::MakeQuiet => {
                    scratch.clear();
                    if self.only_checks {
                        movegen::checks(at.pos, checks, scratch);
                        scratch.retain(|mv| !rules.is_tactical(at, mv));
                    } else {
                        movegen::quiets(at.pos, checks, scratch);
                        scratch.retain(|mv| !mv.is_promotion() || !rules.is_tactical(at, mv));
                    }
                    self.fill(scratch, at.pos, rules, memory.scorer(at));
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    if let Some(picked) = self.pop() {
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
                    scratch.clear();
                    movegen::evasions(at.pos, checks, scratch);
                    self.fill(scratch, at.pos, rules, |mv| {
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
                    Some((mv, score)) => return Some((mv, if score > i32::MAX / 4 { 0 } else { score })),
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

    /// Brings the highest key of those left to the place `next`, or sorts them all.
    fn bring_forward(&mut self) {
        let Some(left) = self.keys.get_mut(self.next..) else { return };
        if self.next == SELECTED {
            left.sort_unstable_by(|a, b| b.cmp(a));
        } else if let Some(highest) = (0..left.len()).max_by_key(|&i| left[i]) {
            left.swap(0, highest);
        }
    }

    /// Takes in the moves that the rules allow and that were not given out before.
    #[inline]
    fn fill(
        &mut self,
        moves: &MoveList,
        pos: &Position,
        rules: &Tactics,
        mut score: impl FnMut(Move) -> i32,
    ) {
        let mut keys = core::mem::take(&mut self.keys);
        keys.clear();
        let filter = self.gives_early();
        for mv in moves {
            if !(filter && self.given(mv)) && rules.allows(pos, mv) {
                keys.push(key(score(mv), mv));
            }
        }
        self.keys = keys;
        self.next = 0;
    }

    /// The move with the highest key of those left. Most nodes need few of them: the first ones are looked for one by one, and
    /// only then the rest is sorted.
    #[inline]
    fn pop(&mut self) -> Option<(Move, i32)> {
        if self.next <= SELECTED {
            self.bring_forward();
        }
        let key = *self.keys.get(self.next)?;
        self.next += 1;
        Some((move_of(key)?, score_of(key)))
    }
}
