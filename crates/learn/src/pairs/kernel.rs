//! The arithmetic of a position: values of its quiet moves by a table of weights, and factors spread back.
//!
//! A quiet move's change of value needs, of each letter it touches, the sum of that letter's weights with the letters that
//! are there ([`PositionLetters`] has the formula). [`Forward`] keeps those sums along the game and only adds what has changed
//! ([`Path`]); [`Backward`] does the same the other way round: it holds a letter's factors back, and settles with a letter
//! that comes or goes for the time that it was not or was there.

use crate::pairs::letters::{LetterChange, PositionLetters};
use crate::pairs::path::{MOST_CHANGES, Path};
use crate::pairs::table::{LETTERS, Triangle};

/// The letter has not been touched on this path.
const NEVER: u32 = u32::MAX;

/// The pairs of letters of one change, each once, by their numbers, and their signs.
fn own_pairs(change: &LetterChange) -> impl Iterator<Item = (u16, u16, f64)> {
    let ([mover, taken], [placed, held]) = (change.left, change.came);
    let plain = [(mover, placed, -1.0)];
    // What is taken and what stands on its square afterwards cannot meet: no term of theirs.
    let capture = [(mover, taken, 1.0), (mover, held, -1.0), (taken, held, -1.0), (placed, held, 1.0)];
    plain.into_iter().chain(capture.into_iter().take(if change.pieces == 2 { 4 } else { 0 }))
}

/// Sums of weights, kept up along a path.
#[derive(Clone, Debug)]
pub(super) struct Forward {
    /// `[place]`: Σ of its weights with the letters of the position in `seen`
    sums: Box<[f64]>,
    /// `[place]`
    seen: Box<[u32]>,
    /// Letters that are not [`NEVER`].
    live: Vec<u16>,
}

impl Default for Forward {
    fn default() -> Self {
        let (sums, seen) = (vec![0.0; LETTERS + 1], vec![NEVER; LETTERS + 1]);
        Forward { sums: sums.into_boxed_slice(), seen: seen.into_boxed_slice(), live: Vec::new() }
    }
}

impl Forward {
    /// Forgets the path.
    pub(super) fn forget(&mut self) {
        for letter in self.live.drain(..) {
            self.seen[usize::from(letter)] = NEVER;
        }
    }

    /// Change of value by each move of the position where the path is, for Black: `values[move]`.
    pub(super) fn values(
        &mut self,
        path: &Path,
        position: &PositionLetters,
        weights: &Triangle<f32>,
        values: &mut Vec<f64>,
    ) {
        let now = path.now();
        for &letter in &position.touched {
            let (sum, seen) = (&mut self.sums[usize::from(letter)], &mut self.seen[usize::from(letter)]);
            let of = |letters: &[(u16, f32)]| -> f64 {
                let term =
                    |&(there, count): &(u16, f32)| f64::from(count) * f64::from(*weights.at(letter, there));
                letters.iter().map(term).sum()
            };
            if *seen == NEVER {
                self.live.push(letter);
                *sum = of(path.letters(now));
            } else {
                let changes = path.changes_since(*seen as usize);
                *sum =
                    if changes.len() > 2 * MOST_CHANGES { of(path.letters(now)) } else { *sum + of(changes) };
            }
            *seen = now as u32;
        }
        values.clear();
        for change in &position.moves {
            let mut value = 0.0;
            for piece in 0..change.pieces {
                let (left, came) = (position.letter(change.left[piece]), position.letter(change.came[piece]));
                value += self.sums[usize::from(came)] - self.sums[usize::from(left)];
                value += f64::from(*weights.at(came, came));
            }
            for (a, b, sign) in own_pairs(change) {
                value += sign * f64::from(*weights.at(position.letter(a), position.letter(b)));
            }
            values.push(value);
        }
    }
}

/// Factors held back along a path.
///
/// What a letter's sums lack is its factor with each letter of the position in `seen`.
#[derive(Clone, Debug)]
pub(super) struct Backward {
    /// `[place]`: Σ of the factors of the moves that change it, negative where it leaves
    held: Box<[f64]>,
    /// `[place]`
    seen: Box<[u32]>,
    /// Letters that are not [`NEVER`].
    live: Vec<u16>,
    /// `[letter touched]`: factors of one position
    spread: Vec<f64>,
}

impl Default for Backward {
    fn default() -> Self {
        let (held, seen) = (vec![0.0; LETTERS + 1], vec![NEVER; LETTERS + 1]);
        Backward {
            held: held.into_boxed_slice(),
            seen: seen.into_boxed_slice(),
            live: Vec::new(),
            spread: Vec::new(),
        }
    }
}

impl Backward {
    /// Adds what was held back along the path, and forgets the path.
    pub(super) fn settle(&mut self, path: &Path, sums: &mut Triangle<f64>) {
        for letter in self.live.drain(..) {
            let seen = core::mem::replace(&mut self.seen[usize::from(letter)], NEVER);
            let held = core::mem::take(&mut self.held[usize::from(letter)]);
            give(sums, letter, held, path.letters(seen as usize));
        }
    }

    /// Adds the change of relations by each move of the position where the path is, times its factor: `factors[move]`.
    pub(super) fn add(
        &mut self,
        path: &Path,
        position: &PositionLetters,
        factors: &[f64],
        sums: &mut Triangle<f64>,
    ) {
        self.spread.clear();
        self.spread.resize(position.touched.len(), 0.0);
        for (change, &factor) in position.moves.iter().zip(factors) {
            for piece in 0..change.pieces {
                let (left, came) = (change.left[piece], change.came[piece]);
                self.spread[usize::from(left)] -= factor;
                self.spread[usize::from(came)] += factor;
                *sums.at_mut(position.letter(came), position.letter(came)) += factor;
            }
            for (a, b, sign) in own_pairs(change) {
                *sums.at_mut(position.letter(a), position.letter(b)) += sign * factor;
            }
        }
        let now = path.now();
        for (&letter, &spread) in position.touched.iter().zip(&self.spread) {
            let (held, seen) = (&mut self.held[usize::from(letter)], &mut self.seen[usize::from(letter)]);
            if *seen == NEVER {
                self.live.push(letter);
            } else {
                let changes = path.changes_since(*seen as usize);
                if changes.len() > 2 * MOST_CHANGES {
                    give(sums, letter, core::mem::take(held), path.letters(*seen as usize));
                } else {
                    // Letters that came will be given too much at the end, letters that went too little.
                    give(sums, letter, -*held, changes);
                }
            }
            *seen = now as u32;
            *held += spread;
        }
    }

    /// Adds, for each relation of a letter touched with one that is there, the rows it stands in: the squares of the
    /// entries, all but those between letters touched by the same move. No path is needed.
    pub(super) fn add_squares(
        &mut self,
        position: &PositionLetters,
        siblings: bool,
        sums: &mut Triangle<f64>,
    ) {
        self.spread.clear();
        self.spread.resize(position.touched.len(), 0.0);
        let Some((played, others)) = position.moves.split_first() else { return };
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
        for (&letter, &rows) in position.touched.iter().zip(&self.spread) {
            for &(there, count) in &position.letters {
                *sums.at_mut(letter, there) += rows * f64::from(count) * f64::from(count);
            }
        }
    }
}

/// Adds a factor for every letter, as many times as it is there.
fn give(sums: &mut Triangle<f64>, letter: u16, factor: f64, letters: &[(u16, f32)]) {
    for &(there, count) in letters {
        *sums.at_mut(letter, there) += factor * f64::from(count);
    }
}

fn letters(change: &LetterChange) -> impl Iterator<Item = u16> {
    change.left.into_iter().take(change.pieces).chain(change.came.into_iter().take(change.pieces))
}

fn touches(change: &LetterChange, letter: u16) -> bool {
    letters(change).any(|touched| touched == letter)
}
