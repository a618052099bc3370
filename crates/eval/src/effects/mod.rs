//! Effects (利き) around the kings: how many pieces of each player attack each square near a king.
//!
//! Pairs of pieces \[R5\] know where pieces stand, and neither what they attack nor how attacks add up: a bare king in the
//! middle of the board is worth as much to them as one behind guarded squares. Paper 001 names relations with the king as a third piece as future
//! work (section 6). Effects are the cheaper half of that: for each square of the 5×5 window round a king,
//! one weight for each number of own and of enemy effects on it, 0 to 3.
//!
//! | type | what it is |
//! |---|---|
//! | [`Effects`] | how often each square is attacked by each player, 0 to 3, in bit planes |
//! | [`KingEffects`] | the feature set for training |
//! | [`EffectsModel`] | trained weights, as a model file holds them |
//! | [`EffectsEvaluator`] | the evaluation itself; nothing is kept up from move to move |

mod count;
mod evaluator;
mod features;
mod model;
mod window;

pub use count::Effects;
pub use evaluator::EffectsEvaluator;
pub use features::KingEffects;
pub use model::EffectsModel;
