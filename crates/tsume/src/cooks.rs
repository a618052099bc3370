//! Cooks: unintended solutions of a mate problem (余詰), as a composer wants to know them before publication.
//!
//! A problem is sound if its author's line is the only way to mate. So every other check of the attacker, at every move of
//! the line, is searched for a mate.
//!
//! | term | here | meaning |
//! |---|---|---|
//! | 余詰 *yozume* | [`CookKind::Other`] | another check mates as well; the problem is unsound |
//! | 早詰 *hayazume* | [`CookKind::Earlier`] | … and sooner than the author's line: the worst kind |
//! | 最終手余詰 *saishūte yozume* | [`CookKind::LastMove`] | another check mates in the place of the last move; custom lets it pass |
//!
//! Terms as in the glossary of shogitown.com and the rule pages of suzukou.org. Checks that only change the order of
//! moves or go a roundabout way to the same mate (手順前後, 迂回), and choices that change nothing (非限定: promotion or
//! not, where a far piece is dropped), are listed like any other: whether they are blemishes is for people to judge.

use komadai_core::{Move, Position};

use crate::bounded::length::{Length, Lengths};
use crate::bounded::line::checks_in_order;
use crate::bounded::rule::LengthRule;
use crate::dfpn::cycle::CyclePolicy;
use crate::heuristic::DfpnHeuristic;
use crate::solver::{Solver, Verdict};

/// Kind of a cook, by its place and its length compared with the author's line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CookKind {
    /// 早詰: it mates in fewer plies than the rest of the line.
    Earlier,
    /// 余詰: it mates as well, in as many plies, more, or an unknown number.
    Other,
    /// 最終手余詰: it mates in the place of the line's last move, at once or later.
    LastMove,
}

impl CookKind {
    /// The Japanese term: 早詰, 余詰 or 最終手余詰.
    pub const fn term(self) -> &'static str {
        match self {
            CookKind::Earlier => "早詰",
            CookKind::Other => "余詰",
            CookKind::LastMove => "最終手余詰",
        }
    }
}

/// An unintended solution (余詰): a check that mates beside the author's line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cook {
    /// Number of moves of the line before it.
    pub ply: usize,
    /// The check.
    pub mv: Move,
    /// Its kind.
    pub kind: CookKind,
    /// Plies to mate, the check included.
    pub length: Length,
}

/// All cooks of a line, and whether the line is sound: the answer of [`find_cooks`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Soundness {
    /// Checks that mate as well, in the order of the line.
    pub cooks: Vec<Cook>,
    /// Checks that the limits left undecided, with the number of moves before them.
    pub unknown: Vec<(usize, Move)>,
    /// Number of checks that do not mate.
    pub refuted: usize,
}

impl Soundness {
    /// Whether the line is the only mate, other last moves aside; `None` if undecided checks leave that open.
    pub fn is_sound(&self) -> Option<bool> {
        if self.cooks.iter().any(|cook| cook.kind != CookKind::LastMove) {
            Some(false)
        } else {
            self.unknown.is_empty().then_some(true)
        }
    }
}

/// A line that is not the solution of a mate problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LineError {
    /// A move is not legal.
    #[error("move {number} of the line, {mv}, is not legal in {pos}")]
    Illegal {
        /// Number of the move, from 1.
        number: usize,
        /// The move.
        mv: Move,
        /// The position before it.
        pos: Box<Position>,
    },
    /// A move of the attacker gives no check.
    #[error("move {number} of the line, {mv}, gives no check in {pos}")]
    NoCheck {
        /// Number of the move, from 1.
        number: usize,
        /// The move.
        mv: Move,
        /// The position before it.
        pos: Box<Position>,
    },
    /// The line does not end in mate.
    #[error("after {moves} moves the line ends without mate in {pos}")]
    NoMate {
        /// Length of the line.
        moves: usize,
        /// The position at its end.
        pos: Box<Position>,
    },
}

/// Finds the cooks of a line: the author's, or one of [`Lengths::measure`].
///
/// Each check beside the line is given to `solver`, and the length of its mate is measured by `lengths`, both within their own
/// limits.
///
/// A line may end where only futile interpositions are left, under [`LengthRule::Traditional`].
///
/// ```
/// use komadai_core::Position;
/// use komadai_tsume::{LengthRule, Lengths, Solver, find_cooks};
///
/// let mut solver = Solver::builder().hash_mb(1).build()?;
/// let mut lengths = Lengths::builder().hash_mb(1).build()?;
/// let line = ["G*5b".parse()?];
/// let pos: Position = "4k4/9/4P4/9/9/9/9/9/9 b GS2r2b3g3s4n4l17p 1".parse()?;
/// let soundness = find_cooks(&pos, &line, LengthRule::EveryPly, &mut solver, &mut lengths)?;
/// assert_eq!(soundness.is_sound(), Some(true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`LineError`] with the first move that does not fit.
pub fn find_cooks<H: DfpnHeuristic, C: CyclePolicy, G: DfpnHeuristic>(
    pos: &Position,
    line: &[Move],
    rule: LengthRule,
    solver: &mut Solver<H, C>,
    lengths: &mut Lengths<G>,
) -> Result<Soundness, LineError> {
    check_line(pos, line, rule, lengths)?;
    let mut soundness = Soundness::default();
    let mut at = pos.clone();
    for (ply, &mv) in line.iter().enumerate() {
        if ply % 2 == 0 {
            let rest = line.len() - ply;
            for other in checks_in_order(&at).into_iter().filter(|&other| other != mv) {
                let undo = at.do_move(other);
                let mated = is_mated(&mut at, solver);
                let after =
                    if mated == Some(true) { lengths.length_for(&mut at, rule) } else { Length::NoMate };
                at.undo_move(other, undo);
                match mated {
                    Some(true) => soundness.cooks.push(judge(ply, other, rest, after)),
                    Some(false) => soundness.refuted += 1,
                    None => soundness.unknown.push((ply, other)),
                }
            }
        }
        let _ = at.do_move(mv);
    }
    Ok(soundness)
}

/// Whether every reply leads to a mate.
fn is_mated<H: DfpnHeuristic, C: CyclePolicy>(pos: &mut Position, solver: &mut Solver<H, C>) -> Option<bool> {
    let mut mated = Some(true);
    for mv in &pos.legal_moves() {
        let undo = pos.do_move(mv);
        let verdict = solver.solve(pos).verdict;
        pos.undo_move(mv, undo);
        match verdict {
            Verdict::Mate { .. } => {}
            Verdict::NoMate => return Some(false),
            Verdict::Unknown => mated = None,
        }
    }
    mated
}

fn judge(ply: usize, mv: Move, rest: usize, after: Length) -> Cook {
    let length = match after {
        Length::Exact(plies) => Length::Exact(plies + 1),
        Length::AtLeast(plies) => Length::AtLeast(plies + 1),
        Length::Between { at_least, at_most } => {
            Length::Between { at_least: at_least + 1, at_most: at_most + 1 }
        }
        // The solver has found a mate, so there is one.
        Length::NoMate => Length::AtLeast(1),
    };
    let kind = match length {
        Length::Exact(plies) if usize::from(plies) < rest => CookKind::Earlier,
        _ if rest == 1 => CookKind::LastMove,
        _ => CookKind::Other,
    };
    Cook { ply, mv, kind, length }
}

fn check_line<G: DfpnHeuristic>(
    pos: &Position,
    line: &[Move],
    rule: LengthRule,
    lengths: &mut Lengths<G>,
) -> Result<(), LineError> {
    let mut at = pos.clone();
    for (ply, &mv) in line.iter().enumerate() {
        let number = ply + 1;
        if !at.is_legal(mv) {
            return Err(LineError::Illegal { number, mv, pos: Box::new(at) });
        }
        if ply % 2 == 0 && !at.gives_check(mv) {
            return Err(LineError::NoCheck { number, mv, pos: Box::new(at) });
        }
        let _ = at.do_move(mv);
    }
    if line.len().is_multiple_of(2) || lengths.length_for(&mut at, rule) != Length::Exact(0) {
        return Err(LineError::NoMate { moves: line.len(), pos: Box::new(at) });
    }
    Ok(())
}
