//! Other checks that mate in as few plies as the one that has been shown.
//!
//! The attacker may choose among them, and takes the one that leaves a piece over (rule H of `leftover`). So a solution is right only if
//! no such check has been missed, in any variation. Each check first gets little work; where that leaves the question open, it gets eight
//! and then sixty-four times as much, as long as the limit allows.

use std::collections::HashMap;

use komadai_core::{Hand, Key, Move, Position};

use super::line::checks_in_order;
use super::questions::FEW;
use super::search::Bounded;
use super::step::Step;
use super::table::Answer;

/// Maximum number of positions looked at for a check, when fewer have left its question open.
const ENOUGH: u64 = 64 * FEW;

/// Checks that mate in as few plies as the one that has been shown, by position of the attacker. They are looked for once for each
/// length, and again with more work where a question was left open.
pub(super) struct Alternatives {
    known: HashMap<(Key, Hand), Found>,
    /// Positions that may be looked at for a check.
    few: u64,
    /// Whether a question about the line drawn last was left open.
    open: bool,
}

/// The other checks of a position that mate in `plies`.
struct Found {
    plies: u16,
    checks: Vec<Move>,
    /// Number of positions looked at for each check, if some question was left open; 0 if all were answered.
    open: u64,
}

impl Default for Alternatives {
    fn default() -> Self {
        Alternatives { known: HashMap::new(), few: FEW, open: false }
    }
}

impl Alternatives {
    /// To be called before a line is drawn.
    pub(super) fn begin_line(&mut self) {
        self.open = false;
    }

    /// Whether the line drawn last rests on open questions that get more work from now on.
    pub(super) fn ask_again(&mut self) -> bool {
        let again = self.open && self.few < ENOUGH;
        if again {
            self.few = self.few.saturating_mul(8);
        }
        again
    }

    /// Checks that mate in as few plies as the best one, without the best one; `None` if no mate has been shown. Some positions are
    /// looked at for each check, and for a shorter mate.
    pub(super) fn of(&mut self, search: &mut Bounded, pos: &Position) -> Option<Vec<Move>> {
        let key = search.key(pos);
        let plies = search.shown.plies(key)?;
        let is_over = search.nodes >= search.limit;
        let is_asked =
            |found: &Found| found.plies == plies && (is_over || found.open == 0 || found.open >= self.few);
        if !self.known.get(&key).is_some_and(is_asked) {
            self.known.insert(key, Found::of(search, pos, plies, self.few));
        }
        let best = search.shown.best(key)?;
        let found = self.known.get(&key)?;
        self.open |= found.open > 0;
        Some(found.checks.iter().copied().filter(|&check| check != best).collect())
    }
}

impl Found {
    /// The mating checks of a position with a mate within `plies`, found by looking at `few` positions for each check.
    fn of(search: &mut Bounded, pos: &Position, mut plies: u16, few: u64) -> Found {
        let (mut at, mut open) = (pos.clone(), 0);
        while plies > 2 {
            match search.within(few, |search| search.settle(&mut at, plies - 2)) {
                Answer::Mate(sooner) => plies = sooner,
                Answer::NoMate => break,
                Answer::Open => {
                    open = few;
                    break;
                }
            }
        }
        let mut checks = checks_in_order(pos);
        checks.retain(|&check| {
            let step = Step::of_move(check);
            let found = search.within(few, |search| step.tried(&mut at, |pos| search.settle(pos, plies - 1)));
            if found == Answer::Open {
                open = few;
            }
            matches!(found, Answer::Mate(_))
        });
        Found { plies, checks, open }
    }
}
