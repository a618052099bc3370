//! Cooks: unintended solutions of a mate problem (余詰), as a composer wants to know them before publication.
//!
//! A problem is sound if its author's line is the only way to mate. So every other check of the attacker, at every move of the line, is
//! searched for a mate. Some of those that mate merely come back to the line; composers call them blemishes (キズ), not cooks. Both are
//! listed, told apart, the worst first.
//!
//! | term | here | meaning |
//! |---|---|---|
//! | 早詰 *hayazume* | [`CookKind::Earlier`] | another check mates sooner than the author's line: the worst kind of 余詰 |
//! | 余詰 *yozume* | [`CookKind::Other`] | another check mates as well; the problem is unsound |
//! | 手順前後 *tejun-zengo* | [`CookKind::Transposition`] | the same moves in another order come back to the line after as many plies |
//! | 非限定 *higentei* | [`CookKind::Dual`] | other moves come back to the line after as many plies: promotion or not, where a far piece is dropped |
//! | 迂回 *ukai* | [`CookKind::Detour`] | it comes back to the line after more plies: where it left the line (分岐したところに戻る), before that, or farther on (合流する) |
//! | 最終手余詰 *saishūte yozume* | [`CookKind::LastMove`] | another check mates in the place of the last move; custom lets it pass |
//!
//! Sources: 早詰, 余詰 and キズ as in the glossary of shogitown.com; 迂回 with its two forms, and that it is a very small
//! blemish, as on page 14 of the rules of suzukou.org; 最終手余詰 on pages 4 and 15 there. These pages do not say how bad 手順前後 is;
//! it stands first among the blemishes here, since some count it as 余詰. "Comes back" means the same position: board,
//! side to move and both hands.
//!
//! **How this is decided.** The mate is searched for again with the positions of the line treated as no mates. If there is none, every
//! mate after the check passes through the line, and the way back is played out. A mate that comes back only to the line's last position,
//! the mate itself, is recognised by its own main line. What the limits leave open counts as 余詰.

mod line;
mod rejoin;

use komadai_core::{Move, Position};

use crate::bounded::length::{Length, Lengths};
use crate::bounded::rule::LengthRule;
use crate::dfpn::cycle::CyclePolicy;
use crate::heuristic::DfpnHeuristic;
use crate::solver::Solver;

use line::Line;
pub use line::LineError;
pub use rejoin::CookKind;
use rejoin::{Beside, every_reply_mates};

/// Unintended solution (余詰) or blemish (キズ): a check other than the author's that mates, with similar checks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cook {
    /// Number of moves of the line before it.
    pub ply: usize,
    /// The check.
    pub mv: Move,
    /// Similar checks in its place: of the same kind and length, and back on the line at the same ply. If they do not come back, they are
    /// also by the same piece, or by the same kind of piece from hand.
    pub also: Vec<Move>,
    /// Its kind.
    pub kind: CookKind,
    /// Plies to mate, the check included.
    pub length: Length,
    /// Number of moves of the line up to the position in which it comes back; `None` if it does not.
    pub rejoins: Option<usize>,
}

/// All cooks of a line, and whether the line is sound: the answer of [`find_cooks`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Soundness {
    /// Checks that mate as well, the worst first.
    pub cooks: Vec<Cook>,
    /// Checks that the limits left undecided, with the number of moves before them.
    pub unknown: Vec<(usize, Move)>,
    /// Number of checks that do not mate.
    pub refuted: usize,
}

impl Soundness {
    /// Whether the line is the only solution, blemishes aside ([`CookKind::is_solution`]); `None` if undecided checks leave
    /// that open.
    pub fn is_sound(&self) -> Option<bool> {
        if self.cooks.iter().any(|cook| cook.kind.is_solution()) {
            Some(false)
        } else {
            self.unknown.is_empty().then_some(true)
        }
    }
}

/// Finds the cooks of a line: the author's line, or one from [`Lengths::measure`].
///
/// `solver` searches each check other than the line's, within its node limit for all replies to the check together; if the check mates,
/// it has as many again to see whether it must come back to the line, and then as many for each reply on the way back. `lengths` measures the mate within its own limit. So the cost grows with the
/// number of checks that are hard to decide. The flag of [`SolverBuilder::stop`](crate::SolverBuilder::stop), if `lengths` has it as
/// well, ends all of it and leaves undecided what has not been reached.
///
/// Under [`LengthRule::Traditional`], a line may end where only futile interpositions are left.
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
pub fn find_cooks<H: DfpnHeuristic, C: CyclePolicy>(
    pos: &Position,
    line: &[Move],
    rule: LengthRule,
    solver: &mut Solver<H, C>,
    lengths: &mut Lengths,
) -> Result<Soundness, LineError> {
    let line = Line::play(pos, line, rule, lengths)?;
    let mut soundness = Soundness::default();
    let mut cooks = Vec::new();
    for (ply, other) in line.checks_beside() {
        let mut at = line.positions[ply].after([other]);
        match every_reply_mates(&mut at, solver, Solver::mates_within) {
            Some(true) => {
                let length = one_more(lengths.find(&mut at, pos.side_to_move(), rule));
                let mut beside = Beside { line: &line, rule, solver, lengths };
                cooks.push(beside.judge(ply, other, length, &mut at));
            }
            Some(false) => soundness.refuted += 1,
            None => soundness.unknown.push((ply, other)),
        }
    }
    soundness.cooks = merged(cooks, &line.left);
    Ok(soundness)
}

/// The length of a mate with the check that leads to it.
fn one_more(after: Length) -> Length {
    match after {
        Length::Exact(plies) => Length::Exact(plies + 1),
        Length::AtLeast(plies) => Length::AtLeast(plies + 1),
        Length::Between { at_least, at_most } => {
            Length::Between { at_least: at_least + 1, at_most: at_most + 1 }
        }
        // The solver has found a mate, so there is one.
        Length::NoMate => Length::AtLeast(1),
    }
}

/// Merges similar cooks, and sorts them, the worst first. `left[ply]` is the number of plies from a position of the line to its end.
fn merged(cooks: Vec<Cook>, left: &[usize]) -> Vec<Cook> {
    let mut all: Vec<Cook> = Vec::new();
    for cook in cooks {
        let same = |other: &&mut Cook| {
            (other.ply, other.kind, other.length, other.rejoins)
                == (cook.ply, cook.kind, cook.length, cook.rejoins)
                && (other.rejoins.is_some() || same_piece(other.mv, cook.mv))
        };
        match all.iter_mut().find(same) {
            Some(other) => other.also.push(cook.mv),
            None => all.push(cook),
        }
    }
    // The sort is stable: what is equally bad stays in the order of the line.
    all.sort_by_key(|cook| severity(cook, left[cook.ply]));
    all
}

/// Whether two moves are of the same piece on the board, or drops of the same kind.
fn same_piece(one: Move, other: Move) -> bool {
    (one.from(), one.dropped()) == (other.from(), other.dropped())
}

/// Sort key, small for bad cooks: by kind; among other solutions, those at the first move and those no longer than the line come first;
/// then by place and length. `left` is the number of plies of the line from there.
fn severity(cook: &Cook, left: usize) -> (CookKind, bool, usize, u16) {
    let plies = match cook.length {
        Length::Exact(plies) | Length::AtLeast(plies) => plies,
        Length::Between { at_least, .. } => at_least,
        Length::NoMate => 0,
    };
    let longer = !matches!(cook.length, Length::Exact(plies) if usize::from(plies) <= left);
    (cook.kind, cook.kind == CookKind::Other && cook.ply > 0 && longer, cook.ply, plies)
}

impl<H: DfpnHeuristic, C: CyclePolicy> Beside<'_, H, C> {
    /// The cook `mv`, which has led to `pos` after `ply` moves of the line.
    fn judge(&mut self, ply: usize, mv: Move, length: Length, pos: &mut Position) -> Cook {
        let rest = self.line.left[ply];
        let cook = |kind, rejoins| Cook { ply, mv, also: Vec::new(), kind, length, rejoins };
        if matches!(length, Length::Exact(plies) if usize::from(plies) < rest) {
            return cook(CookKind::Earlier, None);
        }
        if rest == 1 {
            return cook(CookKind::LastMove, None);
        }
        match self.rejoin(mv, pos) {
            Some(way) => cook(way.kind(self.line, ply), Some(way.ply)),
            None => cook(CookKind::Other, None),
        }
    }
}
