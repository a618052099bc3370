//! Effects (利き) around the kings: how many pieces of each player attack each square near a king.
//!
//! Pairs of pieces \[R5\] know where pieces stand, but not what they attack or how attacks add up: to them a bare king in the
//! middle of the board is worth as much as one behind guarded squares. Paper 001 leaves relations with the king as a third piece to
//! future work (section 6). Effects are the cheaper half of that: for each square of the 5×5 window round a king, one weight for
//! each combination of the numbers of own and enemy effects on it, 0 to 3 each.
//!
//! | type | what it is |
//! |---|---|
//! | [`Effects`] | how often each square is attacked by each player, 0 to 3, in bit planes |
//! | [`KingEffects`] | the feature set for training |
//! | [`EffectsModel`] | trained weights, as a model file holds them |
//! | [`EffectsEvaluator`] | the evaluation itself, without a state to update |

mod count;
mod evaluator;
mod features;
mod model;
mod window;

pub use count::Effects;
pub use evaluator::EffectsEvaluator;
pub use features::KingEffects;
pub use model::EffectsModel;
