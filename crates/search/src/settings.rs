//! [`Settings`]: the parts of [`modern`](crate::modern()) with all their constants.

use komadai_core::Value;

use crate::depth::Depth;
use crate::memory::{Bonus, CaptureHistory, CheckBonus, ContinuationHistory, Correction, Danger, History};
use crate::options::Quiescence;
use crate::parameters::parameters;
use crate::policy::{LateMove, PlainDepth, RealizationProbability, Singular};
use crate::pruning::{CaptureCut, Delta, ExchangePruning, Futility, LateMovePruning, NullMove, Razoring};

/// The constants of [`History`] or [`ContinuationHistory`], without its scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HistorySettings {
    /// Scores stay inside ± this.
    pub limit: i32,
    /// What a finished node teaches.
    pub bonus: Bonus,
}

parameters! {
    /// The parts of [`modern`](crate::modern()), each with its constants.
    ///
    /// The default is what `modern` uses. Change a field and build with [`modern_with`](crate::modern_with), or set a
    /// constant by its name ([`Settings::CONSTANTS`]), as tuning and experiments do.
    ///
    /// ```
    /// use komadai_core::{Position, Value};
    /// use komadai_eval::Material;
    /// use komadai_search::{Depth, HashTable, Limits, NullMove, Settings, modern_with};
    ///
    /// let mut settings = Settings { null_move: NullMove { reduction: Depth::plies(2), ..NullMove::default() }, ..Settings::default() };
    /// settings.set("late_moves.scale", 20)?;
    /// assert_eq!(settings.late_moves.scale, Depth::from_units(20));
    /// let table = HashTable::new(16)?;
    /// let mut searcher = modern_with(&settings, Material::default(), table.share());
    /// assert!(searcher.search(&Position::startpos(), &Limits::depth(4)).best.is_some());
    ///
    /// // Without a window, iterations search with an open one.
    /// settings.aspiration = Value::ZERO;
    /// assert!(modern_with(&settings, Material::default(), table).search(&Position::startpos(), &Limits::depth(4)).best.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Clone, Debug, PartialEq)]
    pub struct Settings {
        /// Check extension, internal iterative deepening and reduction.
        pub plies: PlainDepth =
            PlainDepth { iid_from: Depth::NEVER, iir_from: Depth::plies(5), ..PlainDepth::default() },
        /// Realization probability instead of plies, where a recipe asks for it; [`modern`](crate::modern()) counts plies.
        pub realization: RealizationProbability<()> = RealizationProbability::around(()),
        /// Late move reductions.
        pub late_moves: LateMove<()> = LateMove::around(()),
        /// Singular extensions.
        pub singular: Singular<()> = Singular { from_depth: Depth::NEVER, ..Singular::around(()) },
        /// The history of single moves.
        pub history: HistorySettings =
            HistorySettings { limit: History::default().limit, bonus: History::default().bonus },
        /// The history of pairs of moves.
        pub continuation: HistorySettings =
            HistorySettings { limit: ContinuationHistory::LIMIT, bonus: Bonus::default() },
        /// The capture history score that is worth a centipawn in the order of captures and promotions ([`CaptureHistory::per_cp`]).
        pub captures_per_cp: i32 = CaptureHistory::PER_CP,
        /// Scores of quiet moves by what cheaper pieces attack.
        pub danger: Danger = Danger::default(),
        /// Scores of quiet moves that give check.
        pub check_bonus: CheckBonus = CheckBonus::default(),
        /// Weight of a new error in the correction of the evaluation ([`Correction::rate`]).
        pub correction_rate: i32 = Correction::default().rate,
        /// Futility pruning.
        pub futility: Futility = Futility::default(),
        /// Razoring.
        pub razoring: Razoring = Razoring::default(),
        /// Null-move pruning.
        pub null_move: NullMove = NullMove::default(),
        /// `ProbCut` by captures.
        pub capture_cut: CaptureCut = CaptureCut::default(),
        /// Late move pruning.
        pub late_pruning: LateMovePruning = LateMovePruning::default(),
        /// Exchange pruning.
        pub exchange: ExchangePruning = ExchangePruning::default(),
        /// Delta pruning.
        pub delta: Delta = Delta::default(),
        /// Quiescence.
        pub quiescence: Quiescence = Quiescence { mate_plies: 1, ..Quiescence::default() },
        /// Plies of depth that a search of age is worth in table replacement ([`HashTable::age_plies`](crate::HashTable::age_plies)).
        pub age_plies: u8 = 8,
        /// Half the width of the aspiration window, in centipawns; 0, below the range of its constant, gives every
        /// iteration an open window, as in a recipe without the part `aspiration`.
        pub aspiration: Value = Value::from_cp(100),
    }
}
