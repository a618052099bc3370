//! Move probabilities as a softmax over sums of feature weights, the successor of categories (GPS Shogi, Gikou).
//!
//! A category says how likely a move of its kind is; a softmax says how likely *this* move is among those that are legal.
//! For that it must know them all: p(m) = 2^score(m) / Σ 2^score. The sum is computed once, when a node is first asked
//! about, and kept for the other moves of the node and for the next iteration, which comes back to most nodes. A new
//! node thus costs more than one by category, since all its moves are generated and scored: quiescence asks only as far
//! as its tail goes.
//! Scores and sums are integers (weights in 1/256 bit, powers of two from a table), so that the same weights give the same
//! tree on every machine.

mod features;

pub use features::MoveFeatures;

use core::cell::{Cell, RefCell};

use komadai_core::{Key, Move, MoveList, Position, Square, movegen, rng};

use super::bits::Bits;
use super::category::NodeFeatures;
use super::node_cache::NodeCache;
use super::probability::MoveProbability;
use crate::node::Node;

/// Invalid weights of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SoftmaxError {
    /// A wrong number of weights.
    #[error("{0} weights of move features, expected {expected}", expected = MoveFeatures::COUNT)]
    Weights(usize),
    /// An average surprise that is not positive.
    #[error("an average surprise of {0} bits, expected more than 0")]
    Average(Bits),
}

/// Move probabilities by a softmax over sums of weights of [`MoveFeatures`].
///
/// `komadai-learn` trains the weights and keeps them in files.
///
/// ```
/// use komadai_core::Position;
/// use komadai_search::Node;
/// use komadai_search::policy::{Bits, MoveFeatures, MoveProbability, Softmax};
///
/// // Without weights all 30 moves are equally likely: 4.9 bits each.
/// let model = Softmax::new(&vec![0; MoveFeatures::COUNT], Bits::ONE)?;
/// let pos = Position::startpos();
/// let surprise = model.surprise(&Node::new(&pos), "7g7f".parse()?);
/// assert!((surprise.to_f64() - 30f64.log2()).abs() < 0.01);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Softmax {
    /// `[feature]`, in 1/256 bit
    weights: Box<[i16]>,
    average: Bits,
    cache: NodeCache<Normalized>,
    log_sums: LogSums,
}

komadai_core::debug_by_sizes!(Softmax { average }[weights]);

/// The features of a node and its normaliser.
#[derive(Clone, Debug)]
struct Normalized {
    node: NodeFeatures,
    /// log2 Σ 2^score over the legal moves, shifted by [`RANGE`].
    log_sum: Bits,
    /// The move asked about last, and its surprise: a policy asks for its first cost and again for a re-search.
    last: Cell<Option<(Move, Bits)>>,
}

/// Normalisers by position and the square of the last move, which determine them; a slot keeps the newest. A copy begins empty.
#[derive(Default)]
struct LogSums(RefCell<Vec<(Key, Bits)>>);

impl LogSums {
    /// A power of two; 1 MB in all.
    const SLOTS: usize = 1 << 16;

    fn get(&self, pos: &Position, last: Option<Square>, make: impl FnOnce() -> Bits) -> Bits {
        let mut slots = self.0.borrow_mut();
        if slots.is_empty() {
            // Keys that do not belong in their slots.
            slots.extend((0..Self::SLOTS as Key).map(|index| (!index, Bits::ZERO)));
        }
        let key = pos.key() ^ rng::mix(last.map_or(0, |last| 1 + last.index() as u64));
        let slot = &mut slots[key as usize % Self::SLOTS];
        if slot.0 != key {
            *slot = (key, make());
        }
        slot.1
    }
}

impl Clone for LogSums {
    fn clone(&self) -> Self {
        LogSums::default()
    }
}

/// Scores are clamped to ± this, so that a sum of 593 powers fits into 64 bits.
const RANGE: i32 = 24 * Bits::UNITS;

impl Softmax {
    /// A model with these weights, one a feature in 1/256 bit, and the mean surprise of the moves they were trained on.
    ///
    /// # Errors
    ///
    /// [`SoftmaxError`]: the number of weights is not that of features, or the average is not positive.
    pub fn new(weights: &[i16], average: Bits) -> Result<Softmax, SoftmaxError> {
        if weights.len() != MoveFeatures::COUNT {
            return Err(SoftmaxError::Weights(weights.len()));
        }
        if average <= Bits::ZERO {
            return Err(SoftmaxError::Average(average));
        }
        Ok(Softmax {
            weights: weights.into(),
            average,
            cache: NodeCache::new(),
            log_sums: LogSums::default(),
        })
    }

    fn score(&self, node: &NodeFeatures, pos: &Position, mv: Move) -> i32 {
        let Some(active) = MoveFeatures::of(node, pos, mv) else { return -RANGE };
        let sum: i32 = active.iter().map(|&feature| i32::from(self.weights[usize::from(feature)])).sum();
        sum.clamp(-RANGE, RANGE)
    }

    fn look(&self, at: &Node<'_>) -> Normalized {
        let node = MoveFeatures::look(at);
        let log_sum = self.log_sums.get(at.pos, node.last, || {
            let mut moves = MoveList::new();
            movegen::legal(at.pos, &mut moves);
            let power = |mv| Bits::from_units(self.score(&node, at.pos, mv) + RANGE).exp2();
            Bits::log2(moves.into_iter().map(power).sum())
        });
        Normalized { node, log_sum, last: Cell::new(None) }
    }
}

impl MoveProbability for Softmax {
    fn surprise(&self, at: &Node<'_>, mv: Move) -> Bits {
        self.cache.with(
            at,
            || self.look(at),
            |known| match known.last.get() {
                Some((last, surprise)) if last == mv => surprise,
                _ => {
                    let own = Bits::from_units(self.score(&known.node, at.pos, mv) + RANGE);
                    let surprise = (known.log_sum - own).max(Bits::ZERO);
                    known.last.set(Some((mv, surprise)));
                    surprise
                }
            },
        )
    }

    #[inline]
    fn average(&self) -> Bits {
        self.average
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::node::Step;
    use komadai_core::random;
    use komadai_core::rng::SplitMix64;

    fn drawn(seed: u64) -> Softmax {
        let mut rng = SplitMix64::new(seed);
        let weights: Vec<i16> = (0..MoveFeatures::COUNT).map(|_| rng.below(400) as i16 - 200).collect();
        Softmax::new(&weights, Bits::ONE).unwrap()
    }

    #[test]
    fn probabilities_of_all_moves_add_up_to_one() {
        let mut rng = SplitMix64::new(9);
        let model = drawn(1);
        let mut pos = Position::startpos();
        for _ in 0..200 {
            let Some(mv) = random::legal_move(&mut rng, &pos) else { break };
            let (at, moves) = (Node::new(&pos), pos.legal_moves());
            let sum: f64 = (&moves).into_iter().map(|mv| 2f64.powf(-model.surprise(&at, mv).to_f64())).sum();
            assert!((sum - 1.0).abs() < 0.01, "{sum} in {pos}");
            pos.do_move(mv);
        }
    }

    #[test]
    fn what_is_kept_is_what_a_new_model_says() {
        let mut rng = SplitMix64::new(4);
        let kept = drawn(2);
        for _ in 0..3 {
            let mut pos = Position::startpos();
            let mut last = None;
            for _ in 0..40 {
                let Some(mv) = random::legal_move(&mut rng, &pos) else { break };
                let path = [Step { mv: last, ..Step::PASS }];
                let at = Node { path: &path, ..Node::new(&pos) };
                let start = Position::startpos();
                let other = Node { path: &path, ..Node::new(&start) };
                let push = "7g7f".parse().unwrap();
                for _ in 0..2 {
                    assert_eq!(kept.surprise(&at, mv), drawn(2).surprise(&at, mv), "{mv} in {pos}");
                    // Another node takes the slot of the path, so that only the sum is kept; it is one position after many moves.
                    assert_eq!(
                        kept.surprise(&other, push),
                        drawn(2).surprise(&other, push),
                        "after {last:?}"
                    );
                }
                pos.do_move(mv);
                last = Some(mv);
            }
        }
    }

    #[test]
    fn extreme_weights_neither_overflow_nor_leave_the_range() {
        for weight in [i16::MIN, i16::MAX] {
            let model = Softmax::new(&vec![weight; MoveFeatures::COUNT], Bits::ONE).unwrap();
            let pos: Position = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1".parse().unwrap();
            let moves = pos.legal_moves();
            assert_eq!(moves.len(), komadai_core::MAX_LEGAL_MOVES);
            let expected = Bits::log2(593);
            for mv in &moves {
                assert!((model.surprise(&Node::new(&pos), mv) - expected).units().abs() <= 1);
            }
        }
    }

    #[test]
    fn models_that_make_no_sense_are_refused() {
        assert_eq!(Softmax::new(&[1, 2], Bits::ONE).unwrap_err(), SoftmaxError::Weights(2));
        let error = Softmax::new(&vec![0; MoveFeatures::COUNT], Bits::ZERO).unwrap_err();
        assert!(error.to_string().contains("0.00 bits"), "{error}");
    }
}
