//! The arithmetic of one position: values of its quiet moves by a square of weights, and factors spread back.
//!
//! Every letter touched is looked up once with each letter that is there, whatever the number of moves that touch it, row by
//! row of the square; a move then adds the few terms of its own ([`Scene`] says which).

use crate::pairs::scene::{Scene, Touch};
use crate::pairs::table::{Square, Sums};

/// Room for one position after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Kernel {
    /// `[letter touched]`: Σ of its weights with the letters that are there
    sums: Vec<f64>,
    /// `[letter touched]`: Σ of the factors of the moves that touch it, negative where it leaves
    spread: Vec<f64>,
}

/// The pairs of letters of one change, each once, by their numbers, and their signs. The first of a pair is there before the
/// move wherever one of both is, so that its row is at hand.
fn own_pairs(touch: &Touch) -> impl Iterator<Item = (u16, u16, f64)> {
    let ([mover, taken], [placed, held]) = (touch.left, touch.came);
    let plain = [(mover, placed, -1.0)];
    // What is taken and what stands on its square afterwards cannot meet: no term of theirs.
    let capture = [(mover, taken, 1.0), (mover, held, -1.0), (taken, held, -1.0), (placed, held, 1.0)];
    plain.into_iter().chain(capture.into_iter().take(if touch.pieces == 2 { 4 } else { 0 }))
}

impl Kernel {
    /// Change of value by each move, for Black: `values[move]`.
    pub(super) fn values(&mut self, scene: &Scene, weights: &Square, values: &mut Vec<f64>) {
        self.sums.clear();
        self.sums.resize(scene.touched.len(), 0.0);
        for &(letter, count) in &scene.letters {
            let row = weights.row(letter);
            let count = f64::from(count);
            for (sum, &touched) in self.sums.iter_mut().zip(&scene.touched) {
                *sum += count * f64::from(row[usize::from(touched)]);
            }
        }
        values.clear();
        for touch in &scene.moves {
            let mut value = 0.0;
            for piece in 0..touch.pieces {
                let (left, came) = (usize::from(touch.left[piece]), usize::from(touch.came[piece]));
                value += self.sums[came] - self.sums[left] + f64::from(weights.own(scene.touched[came]));
            }
            for (a, b, sign) in own_pairs(touch) {
                let row = weights.row(scene.touched[usize::from(a)]);
                value += sign * f64::from(row[usize::from(scene.touched[usize::from(b)])]);
            }
            values.push(value);
        }
    }

    /// Adds each move's change of relations times its factor: `factors[move]`.
    pub(super) fn add(&mut self, scene: &Scene, factors: &[f64], sums: &mut Sums) {
        self.spread.clear();
        self.spread.resize(scene.touched.len(), 0.0);
        for (touch, &factor) in scene.moves.iter().zip(factors) {
            for piece in 0..touch.pieces {
                let (left, came) = (touch.left[piece], touch.came[piece]);
                self.spread[usize::from(left)] -= factor;
                self.spread[usize::from(came)] += factor;
                *sums.own(scene.touched[usize::from(came)]) += factor;
            }
            for (a, b, sign) in own_pairs(touch) {
                let row = sums.row(scene.touched[usize::from(a)]);
                row[usize::from(scene.touched[usize::from(b)])] += sign * factor;
            }
        }
        self.outer(scene, sums, |count| count);
    }

    /// Adds, for each relation of a letter touched with one that is there, the rows it stands in: the squares of the
    /// entries, all but those between letters touched by the same move.
    pub(super) fn add_squares(&mut self, scene: &Scene, siblings: bool, sums: &mut Sums) {
        self.spread.clear();
        self.spread.resize(scene.touched.len(), 0.0);
        let Some((played, others)) = scene.moves.split_first() else { return };
        if siblings {
            for other in others {
                for letter in letters(played).filter(|&letter| !touches(other, letter)) {
                    self.spread[usize::from(letter)] += 1.0;
                }
                for letter in letters(other).filter(|&letter| !touches(played, letter)) {
                    self.spread[usize::from(letter)] += 1.0;
                }
            }
        } else {
            letters(played).for_each(|letter| self.spread[usize::from(letter)] += 1.0);
        }
        self.outer(scene, sums, |count| count * count);
    }

    /// Adds the product of what is there and what was spread.
    fn outer(&self, scene: &Scene, sums: &mut Sums, weigh: impl Fn(f64) -> f64) {
        for &(letter, count) in &scene.letters {
            let row = sums.row(letter);
            let count = weigh(f64::from(count));
            for (&spread, &touched) in self.spread.iter().zip(&scene.touched) {
                row[usize::from(touched)] += count * spread;
            }
        }
    }
}

fn letters(touch: &Touch) -> impl Iterator<Item = u16> {
    touch.left.into_iter().take(touch.pieces).chain(touch.came.into_iter().take(touch.pieces))
}

fn touches(touch: &Touch, letter: u16) -> bool {
    letters(touch).any(|touched| touched == letter)
}
