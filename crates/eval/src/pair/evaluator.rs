//! Evaluation by pairs of pieces, kept up move by move (paper 001, section 3.2).
//!
//! A position with 40 pieces has 820 relations. A move changes those of the piece that moves: its 39 with the others leave
//! and 39 come, and twice as many if a piece is taken. All sums are of integers, so that a state kept up is the state from
//! nothing, to the last unit.

use komadai_core::{Change, Color, Evaluator, Place, Placed, Position, Value};

use crate::PlaceIndex;
use crate::pair::table::Row;
use crate::pair::{Fold, PairModel, PairTable, Relation, Weight, letters};

/// The pieces of a full game.
const PIECES: usize = 40;

/// The letter of a place where nothing is: a promoted pawn in hand, which cannot be and therefore has weight 0 with all.
/// Positions with fewer pieces are filled up with it, so that every loop has 40 turns.
const NOTHING: u16 = 8 * 82 + 81;

/// Plays a [`PairModel`].
///
/// Values are held inside ±[`Value::MAX_EVAL`]. Weights of type `W` are shared by all copies that borrow the evaluator
/// (`&PairEvaluator` and `Arc<PairEvaluator>` are evaluators too).
#[derive(Clone, Debug)]
pub struct PairEvaluator<W> {
    table: PairTable<W>,
    /// What a piece is worth by itself, in units, `[letter]`: its material and its relation with itself.
    alone: Box<[i32; PlaceIndex::COUNT]>,
    units: i32,
}

/// What is kept of a ply: the sum, and the letters of the position.
#[derive(Clone, Copy, Debug)]
pub struct PairState {
    /// Worth to Black, in units.
    sum: i32,
    /// In no order; [`NOTHING`] where a piece is missing.
    letters: [u16; PIECES],
}

impl PairState {
    /// Worth of the position to Black in units of weight, before it is divided and held inside the range of values.
    #[inline]
    pub fn sum(&self) -> i32 {
        self.sum
    }
}

impl<W: Weight> PairEvaluator<W> {
    /// The player of a model, and how many weights were clipped to fit `W`.
    pub fn new(model: &PairModel) -> (PairEvaluator<W>, usize) {
        let fold = Fold::new(model.symmetry());
        let (table, clipped) = PairTable::new(model, &fold);
        let units = i32::from(model.units()).max(1);
        let mut alone = Box::new([0; PlaceIndex::COUNT]);
        let material = crate::Material::new(*model.material());
        for letter in (0..PlaceIndex::COUNT).filter_map(PlaceIndex::from_index) {
            if let Some(relation) = Relation::between(letter, letter) {
                let weight = i32::from(model.weight(&fold, relation));
                alone[letter.index()] =
                    material.worth(letter.placed()).saturating_mul(units).saturating_add(weight);
            }
        }
        (PairEvaluator { table, alone, units }, clipped)
    }

    /// The weights.
    pub fn table(&self) -> &PairTable<W> {
        &self.table
    }

    /// Takes a piece from one place to another: what it had with all others goes, what it has from there comes.
    #[inline]
    fn step(&self, state: &mut PairState, left: Placed, came: Placed) {
        let (old, new) = (PlaceIndex::new(left), PlaceIndex::new(came));
        let (from, to) = (self.table.row(old), self.table.row(new));
        // The piece itself is among the letters still, and is taken out again.
        let pairs = difference(to, from, &state.letters) + from[old.index()].into() - to[old.index()].into();
        state.sum = state
            .sum
            .wrapping_add(pairs)
            .wrapping_add(self.alone[new.index()])
            .wrapping_sub(self.alone[old.index()]);
        replace(&mut state.letters, left.place, old.index() as u16, new.index() as u16);
    }
}

/// Sum over the letters of what they have in one row and not in the other.
#[inline]
fn difference<W: Weight>(to: &Row<W>, from: &Row<W>, letters: &[u16; PIECES]) -> i32 {
    let weight = |row: &Row<W>, letter: u16| -> i32 { row[letter as usize].into() };
    letters.iter().map(|&letter| weight(to, letter) - weight(from, letter)).sum()
}

/// One letter changes. A place on the board has one piece; a letter of the hand may be there several times.
#[inline]
fn replace(letters: &mut [u16; PIECES], place: Place, old: u16, new: u16) {
    match place {
        Place::Board(_) => {
            for letter in letters {
                *letter ^= if *letter == old { old ^ new } else { 0 };
            }
        }
        Place::Hand => {
            // Without an early end, so that the compiler compares several at a time.
            let last = letters.iter().zip(0u16..).fold(0, |last, (&letter, slot)| {
                let found = if letter == old { slot } else { 0 };
                found.max(last)
            });
            letters[usize::from(last)] = new;
        }
    }
}

impl<W: Weight> Evaluator for PairEvaluator<W> {
    type State = PairState;

    fn fresh(&self, pos: &Position) -> PairState {
        let mut state = PairState { sum: 0, letters: [NOTHING; PIECES] };
        let mut slot = 0;
        letters(pos, |letter| {
            let row = self.table.row(letter);
            let pairs: i32 = state.letters.iter().map(|&other| row[other as usize].into()).sum();
            state.sum = state.sum.wrapping_add(pairs).wrapping_add(self.alone[letter.index()]);
            state.letters[slot] = letter.index() as u16;
            slot += 1;
        });
        state
    }

    #[inline]
    fn advance(&self, parent: &PairState, _: &Position, change: &Change) -> PairState {
        let mut state = *parent;
        // A piece that is taken goes first: its place must be free for the one that takes it.
        for (&left, &came) in change.left().iter().zip(change.came()).rev() {
            self.step(&mut state, left, came);
        }
        state
    }

    /// Rounded towards 0, so that both players are treated alike.
    #[inline]
    fn evaluate(&self, state: &PairState, pos: &Position) -> Value {
        let black = state.sum / self.units;
        Value::from_cp(match pos.side_to_move() {
            Color::Black => black,
            Color::White => -black,
        })
    }
}
