//! The laws of margin models.

use komadai_core::Value;
use komadai_core::rng::SplitMix64;

use super::aids::position;
use crate::depth::Depth;
use crate::node::MAX_PLY;
use crate::pruning::{MarginModel, Side};

/// Budgets, shallow and deep, in 1/64 ply: none, equal ones, fractions, the longest.
const BUDGETS: [(i32, i32); 7] =
    [(0, 0), (0, 64), (64, 64), (64, 256), (17, 100), (256, 512), (0, 64 * MAX_PLY as i32)];

/// Checks a margin model on random positions and several budgets, on both sides of the window: a margin is not
/// negative, at most [`Value::MAX_EVAL`], and the same when asked again. Returns the smallest and the largest margin.
///
/// ```
/// use komadai_core::Value;
/// use komadai_search::pruning::ByStage;
/// use komadai_search::testing;
///
/// let (least, most) = testing::assert_margin_laws(&ByStage::default(), 1, 50);
/// assert_eq!((least, most), (Value::from_cp(240), Value::from_cp(600)));
/// ```
///
/// # Panics
///
/// If a law is broken: with the position, the budgets and the margin.
pub fn assert_margin_laws<M: MarginModel>(model: &M, seed: u64, positions: u32) -> (Value, Value) {
    let mut rng = SplitMix64::new(seed);
    let (mut least, mut most) = (Value::INFINITE, -Value::INFINITE);
    for number in 0..positions {
        let pos = position(&mut rng, number);
        for (shallow, deep) in
            BUDGETS.map(|(shallow, deep)| (Depth::from_units(shallow), Depth::from_units(deep)))
        {
            for side in Side::ALL {
                let margin = model.margin(&pos, shallow, deep, side);
                let claim = match side {
                    Side::AboveBeta => "at least beta",
                    Side::BelowAlpha => "at most alpha",
                };
                let case = format!(
                    "seed {seed}, position {number}, budgets of {shallow} and {deep} plies, {claim}: {pos}"
                );
                let inside = (Value::ZERO..=Value::MAX_EVAL).contains(&margin);
                assert!(inside, "the margin is {margin}, not 0 to {}: {case}", Value::MAX_EVAL);
                let again = model.margin(&pos, shallow, deep, side);
                assert!(margin == again, "the margin is {margin}, then {again}: {case}");
                (least, most) = (least.min(margin), most.max(margin));
            }
        }
    }
    (least, most)
}
