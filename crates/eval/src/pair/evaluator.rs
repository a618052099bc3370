//! Evaluation by pairs of pieces, kept up move by move (paper 001, section 3.2).
//!
//! A position with 40 pieces has 820 relations. A move changes those of the piece that moves: its 39 with the others leave
//! and 39 come, and twice as many if a piece is taken. The paper looks all of them up. Here a state also keeps the share of
//! each piece, what it has with all others: so what leaves is known, and only what comes is looked up.
//!
//! The shares of the other pieces change with every move too. They are brought up to date when the state has its first child,
//! which most positions of a search never have: such a position costs 40 look-ups, 80 if a piece was taken, and one with
//! children 80 or 160 more.
//!
//! All sums are of integers, so that a state kept up is the state from nothing, to the last unit.

use std::cell::Cell;

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

/// What is kept of a ply: the sum, the letters of the position, and what each has with all. 260 bytes.
///
/// A state may go to another thread, and not be shared between two: its first child writes down what it worked out.
#[derive(Clone, Debug)]
pub struct PairState {
    /// Worth to Black, in units.
    sum: i32,
    /// The letters as rows of the table, in no order; [`NOTHING`] where a piece is missing.
    rows: [Row; PIECES],
    /// What each letter has with all letters, its own included, `[slot of the letter]`. Until the state has a child, those
    /// that did not move stand as in the parent.
    shares: Cell<[i32; PIECES]>,
    /// Pieces that moved since; the first `late` of them are unknown to `shares`.
    shifts: [Shift; 2],
    late: Cell<u16>,
}

/// A piece that went to another place, and so changed its letter.
#[derive(Clone, Copy, Debug)]
struct Shift {
    slot: u16,
    old: PlaceIndex,
    new: PlaceIndex,
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

    /// Brings the shares of a state up to date. Cheap when they are.
    #[inline]
    fn settle(&self, state: &PairState) {
        let late = usize::from(state.late.get());
        if late == 0 {
            return;
        }
        let before = state.shares.get();
        let mut shares = before;
        for &Shift { old, new, .. } in state.shifts.iter().take(late) {
            let (from, to) = (self.table.column(old), self.table.column(new));
            for (share, &row) in shares.iter_mut().zip(&state.rows) {
                *share += to.at(row) - from.at(row);
            }
        }
        // The pieces that moved have had theirs from the start.
        for shift in state.shifts.iter().take(late) {
            shares[usize::from(shift.slot)] = before[usize::from(shift.slot)];
        }
        state.shares.set(shares);
        state.late.set(0);
    }

    /// What a piece is worth by itself in its new place more than in the old one.
    #[inline]
    fn alone(&self, shift: Shift) -> i32 {
        self.alone[shift.new.index()].wrapping_sub(self.alone[shift.old.index()])
    }

    /// A piece moves to an empty square, from the board or from the hand.
    #[inline]
    fn plain(&self, parent: &PairState, shift: Shift) -> PairState {
        let Shift { slot, old, new } = shift;
        let to = self.table.column(new);
        let slot = usize::from(slot);
        let pairs: i32 = parent.rows.iter().map(|&row| to.at(row)).sum();
        let mut state = parent.clone();
        // Pieces alike in hand share a letter; what the piece has with that letter is in its share once more than there are
        // others.
        let gone = state.shares.get_mut()[slot] - self.table.column(old).at(Row::new(old));
        // Among the letters the piece still has its old one.
        let come = pairs - to.at(Row::new(old));
        state.shares.get_mut()[slot] = come + to.at(Row::new(new));
        state.rows[slot] = Row::new(new);
        state.sum = state.sum.wrapping_add(come - gone).wrapping_add(self.alone(shift));
        state.shifts[0] = shift;
        state.late = Cell::new(1);
        state
    }

    /// A piece takes another, which goes to the hand.
    #[inline]
    fn capture(&self, parent: &PairState, mover: Shift, taken: Shift) -> PairState {
        let (to, hand) = (self.table.column(mover.new), self.table.column(taken.new));
        let (mut come, mut come_in_hand) = (0, 0);
        for &row in &parent.rows {
            come += to.at(row);
            come_in_hand += hand.at(row);
        }
        // Among the letters both still have their old ones, and not each other's new ones.
        let olds = [Row::new(mover.old), Row::new(taken.old)];
        come -= to.at(olds[0]) + to.at(olds[1]);
        come_in_hand -= hand.at(olds[0]) + hand.at(olds[1]);
        let between = hand.at(Row::new(mover.new));
        let mut state = parent.clone();
        let shares = state.shares.get_mut();
        let (m, t) = (usize::from(mover.slot), usize::from(taken.slot));
        // What the two have with each other is in both shares.
        let gone = shares[m] + shares[t] - self.table.column(mover.old).at(olds[1]);
        shares[m] = come + between;
        shares[t] = come_in_hand + between + hand.at(Row::new(taken.new));
        (state.rows[m], state.rows[t]) = (Row::new(mover.new), Row::new(taken.new));
        state.sum = state.sum.wrapping_add(come + come_in_hand + between - gone);
        state.sum = state.sum.wrapping_add(self.alone(mover)).wrapping_add(self.alone(taken));
        state.shifts = [mover, taken];
        state.late = Cell::new(2);
        state
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
        let mut rows = [Row::new(NOTHING); PIECES];
        let mut shares = [0; PIECES];
        let mut present = [NOTHING; PIECES];
        let mut slots = 0..PIECES;
        let mut sum = 0i32;
        letters(pos, |letter| {
            let column = self.table.column(letter);
            let pairs: i32 = rows.iter().map(|&row| column.at(row)).sum();
            sum = sum.wrapping_add(pairs).wrapping_add(self.alone[letter.index()]);
            let slot = slots.next().expect("a position has 40 pieces at most");
            rows[slot] = Row::new(letter);
            present[slot] = letter;
        });
        for (share, &letter) in shares.iter_mut().zip(&present) {
            let column = self.table.column(letter);
            *share = rows.iter().map(|&row| column.at(row)).sum();
        }
        let none = Shift { slot: 0, old: NOTHING, new: NOTHING };
        PairState { sum, rows, shares: Cell::new(shares), shifts: [none; 2], late: Cell::new(0) }
    }

    #[inline]
    fn advance(&self, parent: &PairState, _: &Position, change: &Change) -> PairState {
        self.settle(parent);
        let shift = |which: usize| {
            let (old, new) = (PlaceIndex::new(change.left()[which]), PlaceIndex::new(change.came()[which]));
            Shift { slot: slot_of(&parent.rows, Row::new(old)) as u16, old, new }
        };
        if change.left().len() == 2 {
            self.capture(parent, shift(0), shift(1))
        } else {
            self.plain(parent, shift(0))
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_holds_no_relation_and_a_state_is_as_large_as_said() {
        for letter in (0..PlaceIndex::COUNT).filter_map(PlaceIndex::from_index) {
            assert_eq!(Relation::between(NOTHING, letter), None);
        }
        assert_eq!(size_of::<PairState>(), 260);
    }
}
