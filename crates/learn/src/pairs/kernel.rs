//! The arithmetic of a position: values of its quiet moves from a table of weights, and factors spread back to relations.
//!
//! A quiet move's change of value needs, for each place it changes, the sum of the weights of that place with all occupied
//! places ([`PositionPlaces`] has the formula). [`Forward`] keeps those sums along the game and adds only what has changed
//! ([`Path`]). [`Backward`] does the reverse: it holds back the factors of a place, and gives another place its share when that
//! place is taken or left.

use crate::pairs::path::{MOST_CHANGES, Path};
use crate::pairs::position::{PlaceChange, PositionPlaces};
use crate::pairs::table::{PLACES, Triangle};

/// Marks a place that has not been changed on this path.
const NEVER: u32 = u32::MAX;

/// The pairs of places of one move, each once, by their numbers, and their signs.
fn own_pairs(change: &PlaceChange) -> impl Iterator<Item = (u16, u16, f64)> {
    let ([mover, taken], [placed, held]) = (change.left, change.came);
    let plain = [(mover, placed, -1.0)];
    // The taken piece and the piece on its square afterwards cannot occur together, so they have no term.
    let capture = [(mover, taken, 1.0), (mover, held, -1.0), (taken, held, -1.0), (placed, held, 1.0)];
    plain.into_iter().chain(capture.into_iter().take(if change.pieces == 2 { 4 } else { 0 }))
}

/// Sums of weights, updated along a path.
#[derive(Clone, Debug)]
pub(super) struct Forward {
    /// `[place]`: Σ of its weights with the occupied places of the position in `seen`
    sums: Vec<f64>,
    /// `[place]`
    seen: Vec<u32>,
    /// Places that are not [`NEVER`].
    live: Vec<u16>,
}

impl Default for Forward {
    fn default() -> Self {
        Forward { sums: vec![0.0; PLACES + 1], seen: vec![NEVER; PLACES + 1], live: Vec::new() }
    }
}

impl Forward {
    /// Forgets the path.
    pub(super) fn forget(&mut self) {
        for place in self.live.drain(..) {
            self.seen[usize::from(place)] = NEVER;
        }
    }

    /// Computes the change of value by each move of the path's current position, for Black: `values[move]`.
    pub(super) fn values(
        &mut self,
        path: &Path,
        position: &PositionPlaces,
        weights: &Triangle<f32>,
        values: &mut Vec<f64>,
    ) {
        let now = path.now();
        for &place in &position.touched {
            let (sum, seen) = (&mut self.sums[usize::from(place)], &mut self.seen[usize::from(place)]);
            let of = |places: &[(u16, f32)]| -> f64 {
                let term =
                    |&(there, count): &(u16, f32)| f64::from(count) * f64::from(*weights.at(place, there));
                places.iter().map(term).sum()
            };
            if *seen == NEVER {
                self.live.push(place);
                *sum = of(path.places(now));
            } else {
                let changes = path.changes_since(*seen as usize);
                *sum =
                    if changes.len() > 2 * MOST_CHANGES { of(path.places(now)) } else { *sum + of(changes) };
            }
            *seen = now as u32;
        }
        values.clear();
        for change in &position.moves {
            let mut value = 0.0;
            for piece in 0..change.pieces {
                let (left, came) = (position.place(change.left[piece]), position.place(change.came[piece]));
                value += self.sums[usize::from(came)] - self.sums[usize::from(left)];
                value += f64::from(*weights.at(came, came));
            }
            for (a, b, sign) in own_pairs(change) {
                value += sign * f64::from(*weights.at(position.place(a), position.place(b)));
            }
            values.push(value);
        }
    }
}

/// Factors that are held back along a path.
///
/// The sums of a place lack its factor with each occupied place of the position in `seen`.
#[derive(Clone, Debug)]
pub(super) struct Backward {
    /// `[place]`: Σ of the factors of the moves that change it, negative where it leaves
    held: Vec<f64>,
    /// `[place]`
    seen: Vec<u32>,
    /// Places that are not [`NEVER`].
    live: Vec<u16>,
    /// `[changed place]`: factors of one position
    spread: Vec<f64>,
}

impl Default for Backward {
    fn default() -> Self {
        let (held, seen) = (vec![0.0; PLACES + 1], vec![NEVER; PLACES + 1]);
        Backward { held, seen, live: Vec::new(), spread: Vec::new() }
    }
}

impl Backward {
    /// Adds the factors held back along the path, and forgets the path.
    pub(super) fn settle(&mut self, path: &Path, sums: &mut Triangle<f64>) {
        for place in self.live.drain(..) {
            let seen = core::mem::replace(&mut self.seen[usize::from(place)], NEVER);
            let held = core::mem::take(&mut self.held[usize::from(place)]);
            give(sums, place, held, path.places(seen as usize));
        }
    }

    /// Adds the change of relations by each move of the path's current position, times its factor: `factors[move]`.
    pub(super) fn add(
        &mut self,
        path: &Path,
        position: &PositionPlaces,
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
                *sums.at_mut(position.place(came), position.place(came)) += factor;
            }
            for (a, b, sign) in own_pairs(change) {
                *sums.at_mut(position.place(a), position.place(b)) += sign * factor;
            }
        }
        let now = path.now();
        for (&place, &spread) in position.touched.iter().zip(&self.spread) {
            let (held, seen) = (&mut self.held[usize::from(place)], &mut self.seen[usize::from(place)]);
            if *seen == NEVER {
                self.live.push(place);
            } else {
                let changes = path.changes_since(*seen as usize);
                if changes.len() > 2 * MOST_CHANGES {
                    give(sums, place, core::mem::take(held), path.places(*seen as usize));
                } else {
                    // At the end, places taken since will get too much, and places left too little: correct both now.
                    give(sums, place, -*held, changes);
                }
            }
            *seen = now as u32;
            *held += spread;
        }
    }
}

/// Adds a factor, times the pieces there, for every place of `places`.
fn give(sums: &mut Triangle<f64>, place: u16, factor: f64, places: &[(u16, f32)]) {
    for &(there, count) in places {
        *sums.at_mut(place, there) += factor * f64::from(count);
    }
}
