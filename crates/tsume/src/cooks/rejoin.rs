//! Kinds of cooks, and whether one comes back to the author's line: 手順前後, 非限定 and 迂回.
//!
//! A search in which the positions of the line count as no mates decides this. If a check mates all the same, it is another solution. If
//! not, every mate after it passes through the line: the defender has replies that leave no other way. The way back is then played out:
//! the attacker plays shortest mates, the defender the one of those replies that holds out longest.
//!
//! A mate may also come back only to the line's last position, the mate itself. The shortest mate against the longest defence shows that.

use komadai_core::{Hand, Key, Move, Position};

use super::line::Line;
use crate::bounded::length::{Length, Lengths};
use crate::bounded::line::replies_in_order;
use crate::bounded::rule::LengthRule;
use crate::dfpn::cycle::CyclePolicy;
use crate::heuristic::DfpnHeuristic;
use crate::node::{after_every_reply, tried};
use crate::problem::LONGEST_MATE;
use crate::solver::Solver;

/// Kind of a cook, the worst first: by its place, its length, and whether it comes back to the author's line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CookKind {
    /// 早詰: it mates in fewer plies than the rest of the line.
    Earlier,
    /// 余詰: it mates as well, in as many plies, more, or an unknown number.
    Other,
    /// 手順前後: it comes back to the line after as many plies, by the same moves in another order.
    Transposition,
    /// 非限定: it comes back to the line after as many plies, by other moves.
    Dual,
    /// 迂回: it comes back to the line after more plies.
    Detour,
    /// 最終手余詰: it mates in the place of the line's last move, at once or later.
    LastMove,
}

impl CookKind {
    /// All kinds, the worst first.
    pub const ALL: [CookKind; 6] = [
        CookKind::Earlier,
        CookKind::Other,
        CookKind::Transposition,
        CookKind::Dual,
        CookKind::Detour,
        CookKind::LastMove,
    ];

    /// The Japanese term: 早詰, 余詰, 手順前後, 非限定, 迂回 or 最終手余詰.
    pub const fn term(self) -> &'static str {
        match self {
            CookKind::Earlier => "早詰",
            CookKind::Other => "余詰",
            CookKind::Transposition => "手順前後",
            CookKind::Dual => "非限定",
            CookKind::Detour => "迂回",
            CookKind::LastMove => "最終手余詰",
        }
    }

    /// Whether it is another solution, so that the problem is unsound. The others are blemishes (キズ).
    pub const fn is_solution(self) -> bool {
        matches!(self, CookKind::Earlier | CookKind::Other)
    }
}

/// A way back to the line.
pub(super) struct Rejoin {
    /// The moves from where the line was left, the cook first.
    pub(super) moves: Vec<Move>,
    /// Number of moves of the line at the position that is reached.
    pub(super) ply: usize,
}

impl Rejoin {
    /// The kind of a cook that leaves the line after `ply` moves and comes back in this way.
    pub(super) fn kind(&self, line: &Line<'_>, ply: usize) -> CookKind {
        match (ply + self.moves.len()).cmp(&self.ply) {
            std::cmp::Ordering::Less => CookKind::Earlier,
            std::cmp::Ordering::Greater => CookKind::Detour,
            std::cmp::Ordering::Equal => {
                let checks = |moves: &[Move]| {
                    let mut checks: Vec<Move> = moves.iter().step_by(2).copied().collect();
                    checks.sort_unstable();
                    checks
                };
                if checks(&self.moves) == checks(&line.moves[ply..self.ply]) {
                    CookKind::Transposition
                } else {
                    CookKind::Dual
                }
            }
        }
    }
}

/// Searches beside a line.
pub(super) struct Beside<'a, H, C> {
    pub(super) line: &'a Line<'a>,
    pub(super) rule: LengthRule,
    pub(super) solver: &'a mut Solver<H, C>,
    pub(super) lengths: &'a mut Lengths,
}

/// Whether every reply leads to a mate, as `mates` says within the nodes it is given. The replies have equal shares of the solver's
/// limit; what one leaves over goes to the later ones. `None` if that is open for some reply and no reply leads to a no-mate.
pub(super) fn every_reply_mates<H: DfpnHeuristic, C: CyclePolicy>(
    pos: &mut Position,
    solver: &mut Solver<H, C>,
    mut mates: impl FnMut(&mut Solver<H, C>, &mut Position, u64) -> Option<bool>,
) -> Option<bool> {
    let (mut left, mut replies) = (solver.limit(), pos.legal_moves().len() as u64);
    after_every_reply(pos, |pos| {
        let found = mates(solver, pos, left / replies);
        left = left.saturating_sub(solver.nodes());
        replies -= 1;
        found
    })
}

impl<H: DfpnHeuristic, C: CyclePolicy> Beside<'_, H, C> {
    /// The way by which the check `mv`, which mates and has led to `pos`, must come back to the line; `None` if it need not, or if the
    /// limits left that open.
    pub(super) fn rejoin(&mut self, mv: Move, pos: &mut Position) -> Option<Rejoin> {
        let barred = self.solver.begin_beside(&self.line.positions[0], self.line.before_mate());
        if self.line.ply_of(pos).is_some() || self.all_mate(pos, &barred) == Some(false) {
            self.way_back(mv, pos.clone(), &barred)
        } else {
            self.same_mate(mv, pos)
        }
    }

    /// Whether every reply leads to a mate beside the line.
    fn all_mate(&mut self, pos: &mut Position, barred: &[(Key, Hand)]) -> Option<bool> {
        every_reply_mates(pos, self.solver, |solver, pos, nodes| solver.mates_beside(pos, barred, nodes))
    }

    /// Plays until the line is reached.
    fn way_back(&mut self, mv: Move, mut at: Position, barred: &[(Key, Hand)]) -> Option<Rejoin> {
        let mut moves = vec![mv];
        // If every ply counts, each mate is shorter than the one before it; futile interpositions might go on.
        while moves.len() < usize::from(LONGEST_MATE) {
            if let Some(ply) = self.line.ply_of(&at) {
                return Some(Rejoin { moves, ply });
            }
            let reply = self.reply(&mut at, barred)?;
            at.do_move(reply);
            moves.push(reply);
            if let Some(ply) = self.line.ply_of(&at) {
                return Some(Rejoin { moves, ply });
            }
            let check = *self.lengths.measure(&mut at, self.rule).line.first()?;
            at.do_move(check);
            moves.push(check);
        }
        None
    }

    /// The reply that holds out longest among those after which there is no mate beside the line.
    fn reply(&mut self, at: &mut Position, barred: &[(Key, Hand)]) -> Option<Move> {
        let mut best: Option<(u16, Move)> = None;
        for reply in replies_in_order(at) {
            let found = tried(at, reply, |at| {
                let barred = self.solver.mates_beside(at, barred, self.solver.limit()) == Some(false);
                barred.then(|| self.lengths.length(at, self.rule))
            });
            if let Some(Length::Exact(plies)) = found
                && best.is_none_or(|(longest, _)| plies > longest)
            {
                best = Some((plies, reply));
            }
        }
        best.map(|(_, reply)| reply)
    }

    /// The shortest mate, if it ends in the last position of the line.
    fn same_mate(&mut self, mv: Move, pos: &mut Position) -> Option<Rejoin> {
        let mut moves = vec![mv];
        moves.extend(self.lengths.line_for(pos, self.rule));
        let at = pos.after(moves[1..].iter().copied());
        let ply = self.line.moves.len();
        (self.line.ply_of(&at) == Some(ply)).then_some(Rejoin { moves, ply })
    }
}
