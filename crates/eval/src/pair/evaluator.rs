//! Evaluation by pairs of pieces, kept up move by move (paper 001, section 3.2).
//!
//! A position with 40 pieces has 820 relations. A move changes those of the piece that moves: its 39 with the others leave
//! and 39 come, and twice as many if a piece is taken. All sums are of integers, so that a state kept up is the state from
//! nothing, to the last unit.

use komadai_core::{Change, Color, Evaluator, Piece, PieceKind, Place, Placed, Position, Value};

use crate::PlaceIndex;
use crate::pair::table::Row;
use crate::pair::{Fold, PairModel, PairTable, Relation, Weight, letters};

/// The letter of a place where nothing is: a promoted pawn in hand, which cannot be and therefore has weight 0 with all.
/// Positions with fewer pieces are filled up with it, so that every loop has 40 turns.
const NOTHING: PlaceIndex =
    PlaceIndex::new(Placed { piece: Piece::new(Color::Black, PieceKind::ProPawn), place: Place::Hand });

/// The pieces of a full game.
const PIECES: usize = 40;

/// 0 to 39.
const SLOTS: [i16; PIECES] = {
    let mut slots = [0; PIECES];
    let mut slot = 0;
    while slot < PIECES {
        slots[slot] = slot as i16;
        slot += 1;
    }
    slots
};

/// Plays a [`PairModel`].
///
/// Values are held inside ±[`Value::MAX_EVAL`]. Several searches share one player by reference: `&PairEvaluator` and
/// `Arc<PairEvaluator>` are evaluators too.
#[derive(Clone, Debug)]
pub struct PairEvaluator<W> {
    table: PairTable<W>,
    /// What a piece is worth by itself, in units, `[letter]`: its material and its relation with itself.
    alone: Box<[i32; PlaceIndex::COUNT]>,
    units: i32,
}

/// What is kept of a ply: the sum, and the letters of the position.
///
/// To keep the sum of each piece's relations as well, so that what goes with it is known without looking it up, was tried: it
/// saves half the look-ups of positions without children and costs as much in copying.
#[derive(Clone, Copy, Debug)]
pub struct PairState {
    /// Worth to Black, in units.
    sum: i32,
    /// The letters as rows of the table, in no order; [`NOTHING`] where a piece is missing.
    rows: [Row; PIECES],
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
        let (old_row, new_row) = (Row::new(old), Row::new(new));
        let (from, to) = (self.table.column(old), self.table.column(new));
        // The piece itself is among the rows still, and is taken out again.
        let itself = to.at(old_row) - from.at(old_row);
        let pairs: i32 = state.rows.iter().map(|&row| to.at(row) - from.at(row)).sum();
        let alone = self.alone[new.index()].wrapping_sub(self.alone[old.index()]);
        state.sum = state.sum.wrapping_add(pairs - itself).wrapping_add(alone);
        state.rows[slot_of(&state.rows, old_row)] = new_row;
    }
}

/// Where a row is, if it is there; the last place if it is there several times, as pieces alike in hand are.
#[inline]
fn slot_of(rows: &[Row; PIECES], wanted: Row) -> usize {
    // Without an early end, and in numbers as wide as rows, so that the compiler compares eight at a time.
    let slot = rows.iter().zip(&SLOTS).fold(0, |last: i16, (&row, &slot)| {
        let found = if row == wanted { slot } else { 0 };
        last.max(found)
    });
    slot as usize
}

impl<W: Weight> Evaluator for PairEvaluator<W> {
    type State = PairState;

    fn fresh(&self, pos: &Position) -> PairState {
        let mut state = PairState { sum: 0, rows: [Row::new(NOTHING); PIECES] };
        let mut slots = 0..PIECES;
        letters(pos, |letter| {
            let column = self.table.column(letter);
            let pairs: i32 = state.rows.iter().map(|&row| column.at(row)).sum();
            state.sum = state.sum.wrapping_add(pairs).wrapping_add(self.alone[letter.index()]);
            let slot = slots.next().expect("a position has 40 pieces at most");
            state.rows[slot] = Row::new(letter);
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
            Color::White => black.wrapping_neg(),
        })
    }
}
