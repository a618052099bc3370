//! The settings of a searcher that are not heuristics: leaves, windows, lines, draws.

use komadai_core::{PieceValues, Value};

use crate::tactics::Tactics;

/// What happens where the budget ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// The evaluation is believed as it is: the plain tree of a textbook, for tests and for measuring the rest.
    Static,
    /// Exchanges are searched to their end.
    Quiescence(Quiescence),
}

impl Default for Leaf {
    fn default() -> Self {
        Leaf::Quiescence(Quiescence::default())
    }
}

/// How far exchanges are followed.
///
/// A side that is not in check may stop at any time and take the evaluation (stand pat), or try a capture or a
/// promotion that by static exchange does not lose. A side in check tries its answers. The fields below the first two
/// bend that; in [`Quiescence::PLAIN`] they are off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quiescence {
    /// After so many plies the evaluation is believed.
    pub max_plies: u32,
    /// For so many plies a check is answered by every legal move; later the evaluation is believed even in
    /// check. Captures that give check could otherwise drag whole trees along.
    pub evasion_plies: u32,
    /// From this ply on, only what was just moved is taken. Long exchanges on several squares at once are seldom
    /// what a game is about, and they are what quiescence can drown in.
    pub recaptures_from: u32,
    /// So many quiet answers to a check are tried, once some answer is known not to be mated; in the first ply all are.
    pub quiet_answers: usize,
    /// For so many plies, quiet checks that by static exchange do not lose are tried as well.
    pub check_plies: u32,
    /// For so many plies, a mate in one move is looked for first.
    pub mate_plies: u32,
    /// In the first ply, out of check, the mate solver is asked with so many nodes: a mate just beyond the horizon is
    /// seen there and not a ply later. 0: it is not asked.
    pub mate_nodes: u64,
}

impl Quiescence {
    /// Captures and promotions to their end, every answer to a check for six plies: nothing bent.
    pub const PLAIN: Quiescence = Quiescence {
        max_plies: 16,
        evasion_plies: 6,
        recaptures_from: u32::MAX,
        quiet_answers: usize::MAX,
        check_plies: 0,
        mate_plies: 0,
        mate_nodes: 0,
    };
}

impl Default for Quiescence {
    fn default() -> Self {
        Quiescence { recaptures_from: 5, quiet_answers: 2, ..Quiescence::PLAIN }
    }
}

/// A wish that makes no sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionError {
    /// No line at all.
    #[error("MultiPV 0, expected 1 or more")]
    NoLine,
    /// A window without width, or a negative one.
    #[error("aspiration window of ±{0}, expected more than 0")]
    Aspiration(i32),
}

/// Switches of a searcher that are no heuristics.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options {
    pub(crate) leaf: Leaf,
    pub(crate) exact_depth: bool,
    pub(crate) aspiration: Value,
    pub(crate) lines: usize,
    pub(crate) draw: Value,
    pub(crate) superior: bool,
    pub(crate) tactics: Tactics,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            leaf: Leaf::default(),
            exact_depth: false,
            aspiration: Value::INFINITE,
            lines: 1,
            draw: Value::ZERO,
            superior: false,
            tactics: Tactics { values: PieceValues::default(), least_promotion: 200, losing_last: true },
        }
    }
}
