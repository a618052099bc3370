//! The settings of a searcher that are not heuristics: leaves, windows, draws.

use komadai_core::{PieceValues, Value};

use crate::engine::tactics::Tactics;
use crate::engine::time_management::TimeManagement;
use crate::parameters::parameters;

/// The end of the main search: evaluate at once, or search exchanges first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// The static evaluation: the plain tree of a textbook, for tests and for measuring the rest.
    Static,
    /// Quiescence search: exchanges first, as far as [`Quiescence`] says.
    Quiescence(Quiescence),
}

impl Default for Leaf {
    fn default() -> Self {
        Leaf::Quiescence(Quiescence::default())
    }
}

/// Limits and extensions of quiescence search.
///
/// A side that is not in check may stop at any time and take the evaluation (stand pat), or try a capture or a promotion that does not lose
/// by static exchange. A side in check tries its answers. The fields after the first two shorten or extend that; in [`Quiescence::PLAIN`]
/// they are off. Where the depth policy wants quiet moves ([`DepthPolicy::wants_quiets`](crate::DepthPolicy::wants_quiets)), losing
/// captures come last, and those that the policy allows are tried.
///
/// ```
/// use komadai_eval::Material;
/// use komadai_search::{Leaf, Quiescence, Searcher};
///
/// let with_mates = Quiescence { mate_plies: 1, ..Quiescence::default() };
/// let searcher = Searcher::new(Material::default()).leaf(Leaf::Quiescence(with_mates));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quiescence {
    /// Plies after which the evaluation is taken as it is.
    pub max_plies: u32,
    /// Plies in which a check is answered by every legal move; later the evaluation is taken even in check. Captures that
    /// give check could otherwise drag whole trees along.
    pub evasion_plies: u32,
    /// Plies after which only recaptures are tried: captures of the piece that moved last. Long exchanges on several
    /// squares at once seldom matter in a game, and they can swamp quiescence.
    pub recaptures_from: u32,
    /// How many quiet answers to a check are tried once some answer is known not to be mated; in the first ply all are.
    pub quiet_answers: usize,
    /// Plies in which a mate in one move is looked for first.
    pub mate_plies: u32,
    /// Nodes for the mate solver, queried in the first ply out of check, so that a mate just beyond the horizon is seen
    /// there and not a ply later; 0: it is not queried.
    pub mate_nodes: u64,
}

impl Quiescence {
    /// Captures and promotions to their end, and every answer to a check for six plies; nothing is left out.
    pub const PLAIN: Quiescence = Quiescence {
        max_plies: 16,
        evasion_plies: 6,
        recaptures_from: u32::MAX,
        quiet_answers: usize::MAX,
        mate_plies: 0,
        mate_nodes: 0,
    };
}

impl Default for Quiescence {
    fn default() -> Self {
        Quiescence { recaptures_from: 5, quiet_answers: 2, ..Quiescence::PLAIN }
    }
}

parameters! {
    /// The settings of a searcher, with their defaults.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Options {
        pub(crate) leaf: Leaf = Leaf::default(),
        pub(crate) exact_depth: bool = false,
        pub(crate) aspiration: Value = Value::INFINITE,
        pub(crate) draw: Value = Value::ZERO,
        pub(crate) superior: bool = false,
        pub(crate) tactics: Tactics =
            Tactics { values: PieceValues::default(), losing_last: true, must_promote: false },
        pub(crate) time: TimeManagement = TimeManagement::default(),
    }
}
