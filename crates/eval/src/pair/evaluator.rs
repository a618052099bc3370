//! Incremental evaluation by pairs of pieces (paper 001, section 3.2).
//!
//! A position with 40 pieces has 820 relations. A move changes the relations of the piece that moves: 39 with the others go and 39
//! come, twice as many if a piece is taken. The paper looks all of them up. Here a state also keeps the share of each piece, the
//! sum of its weights with all others, so the part that goes is known and only the part that comes is looked up.
//!
//! The shares of the other pieces change with every move too. They are updated when the state gets its first child. Most positions
//! of a search never get one and cost 40 look-ups, 80 if a piece was taken; a position with children costs 80 or 160 more.
//!
//! All sums are integers, so a state updated move by move equals one computed from the position, to the last unit.

use std::cell::Cell;

use komadai_core::{Change, Color, Evaluator, Piece, PieceKind, Place, Placed, Position, Value};

use crate::material::Material;
use crate::pair::features::pieces;
use crate::pair::fold::Fold;
use crate::pair::model::PairModel;
use crate::pair::relation::Relation;
use crate::pair::table::{Offset, PairTable, Weight};
use crate::piece_place::PiecePlace;

/// Filler for a missing piece: a promoted pawn in hand, which cannot occur and therefore has weight 0 with everything. Positions
/// with fewer pieces are filled up with it, so that loops over all pieces have 40 iterations.
const NOTHING: PiecePlace =
    PiecePlace::new(Placed { piece: Piece::new(Color::Black, PieceKind::ProPawn), place: Place::Hand });

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

/// Evaluator of positions by a [`PairModel`], updated move by move.
///
/// Values are in centipawns, limited to ±[`Value::MAX_EVAL`]. `W` is the type of a weight in the table: `i16` holds every model,
/// `i8` takes half the memory and clips large weights. Several searches share one evaluator by reference: `&PairEvaluator` and
/// `Arc<PairEvaluator>` are evaluators too.
///
/// ```
/// use komadai_core::{Evaluator, PieceValues, Position};
/// use komadai_eval::pair::{Fold, PairModel, Symmetry};
///
/// let fold = Fold::new(Symmetry::Colors);
/// let (model, _) = PairModel::from_weights(PieceValues::default(), &fold, 1, []);
/// let evaluator = model.evaluator();
/// let pos: Position = "4k4/9/9/9/9/9/9/9/4K4 b R 1".parse()?;
/// // Without weights of pairs, a rook in hand is worth its material.
/// assert_eq!(evaluator.evaluate(&evaluator.fresh(&pos), &pos).cp(), 950);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct PairEvaluator<W> {
    table: PairTable<W>,
    /// Value of a piece by itself, in units: its material and its relation with itself. `[place]`
    alone: Box<[i32; PiecePlace::COUNT]>,
    units: i32,
}

komadai_core::debug_by_sizes!(PairEvaluator<W> { table, units } [alone]);

/// State of a [`PairEvaluator`] for one ply: the sum, the pieces in their places, and the share of each. 260 bytes.
///
/// A state is `Send` but not `Sync`: computing its first child updates its shares.
#[derive(Clone)]
pub struct PairState {
    /// Value for Black, in units.
    sum: i32,
    /// The pieces as offsets in a column of the table, in no order; [`NOTHING`] where a piece is missing.
    offsets: [Offset; PIECES],
    /// Sum of the weights of each piece with all pieces, itself included, `[slot]`. Until the state has a child, the shares of
    /// pieces that did not move are those of the parent.
    shares: Cell<[i32; PIECES]>,
    /// Pieces moved by the last move; the first `late` of them are not yet in `shares`.
    shifts: [Shift; 2],
    late: Cell<u16>,
    /// How many offsets may be pieces, a multiple of eight; the others are [`NOTHING`].
    used: u16,
}

komadai_core::debug_by_sizes!(PairState { sum } []);

/// A piece that went from one place to another.
#[derive(Clone, Copy, Debug)]
struct Shift {
    slot: u16,
    old: PiecePlace,
    new: PiecePlace,
}

impl PairModel {
    /// Makes the evaluator, with weights of two bytes: a table of 10.5 MB, filled in about a tenth of a second.
    pub fn evaluator(&self) -> PairEvaluator<i16> {
        PairEvaluator::new(self).0
    }

    /// Makes the evaluator with weights of one byte as in paper 001, a table of 5.3 MB; also returns the number of weights that
    /// were clipped to ±127 units.
    pub fn evaluator_i8(&self) -> (PairEvaluator<i8>, usize) {
        PairEvaluator::new(self)
    }
}

impl PairState {
    /// Value of the position for Black in units of weight, before it is divided and limited.
    #[inline]
    pub fn sum(&self) -> i32 {
        self.sum
    }

    /// The offsets that may be pieces.
    #[inline]
    fn used(&self) -> &[Offset] {
        &self.offsets[..usize::from(self.used)]
    }
}

impl<W: Weight> PairEvaluator<W> {
    /// Makes the evaluator of a model; also returns the number of weights that were clipped to fit `W`.
    pub fn new(model: &PairModel) -> (PairEvaluator<W>, usize) {
        let fold = Fold::new(model.symmetry);
        let (table, clipped) = PairTable::new(model, &fold);
        let units = i32::from(model.units).max(1);
        let mut alone = Box::new([0; PiecePlace::COUNT]);
        let material = Material::new(model.material);
        for place in (0..PiecePlace::COUNT).filter_map(PiecePlace::from_index) {
            if let Some(relation) = Relation::between(place, place) {
                let weight = i32::from(model.weight(&fold, relation));
                alone[place.index()] =
                    material.worth(place.placed()).saturating_mul(units).saturating_add(weight);
            }
        }
        (PairEvaluator { table, alone, units }, clipped)
    }

    /// Updates the shares of a state, if they are not up to date.
    #[inline]
    fn update_shares(&self, state: &PairState) {
        let late = usize::from(state.late.get());
        if late == 0 {
            return;
        }
        let before = state.shares.get();
        let mut shares = before;
        for &Shift { old, new, .. } in state.shifts.iter().take(late) {
            let (from, to) = (self.table.column(old), self.table.column(new));
            for (share, &offset) in shares.iter_mut().zip(&state.offsets) {
                *share += to.at(offset) - from.at(offset);
            }
        }
        // The shares of the pieces that moved are up to date from the start.
        for shift in state.shifts.iter().take(late) {
            shares[usize::from(shift.slot)] = before[usize::from(shift.slot)];
        }
        state.shares.set(shares);
        state.late.set(0);
    }

    /// Change of a piece's value by itself.
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
        let pairs = to.sum(parent.used());
        let mut state = parent.clone();
        // Equal pieces in hand have the same place, and the share contains the weight with that place once more than there are
        // others.
        let gone = state.shares.get_mut()[slot] - self.table.column(old).at(Offset::new(old));
        // In `offsets` the piece still has its old place.
        let come = pairs - to.at(Offset::new(old));
        state.shares.get_mut()[slot] = come + to.at(Offset::new(new));
        state.offsets[slot] = Offset::new(new);
        state.sum = state.sum.wrapping_add(come - gone).wrapping_add(self.alone(shift));
        state.shifts[0] = shift;
        state.late = Cell::new(1);
        state
    }

    /// A piece takes another, which goes to the hand.
    #[inline]
    fn capture(&self, parent: &PairState, mover: Shift, taken: Shift) -> PairState {
        let (to, hand) = (self.table.column(mover.new), self.table.column(taken.new));
        let (mut come, mut come_in_hand) = (to.sum(parent.used()), hand.sum(parent.used()));
        // In `offsets` both still have their old places; the new ones are missing.
        let olds = [Offset::new(mover.old), Offset::new(taken.old)];
        come -= to.at(olds[0]) + to.at(olds[1]);
        come_in_hand -= hand.at(olds[0]) + hand.at(olds[1]);
        let between = hand.at(Offset::new(mover.new));
        let mut state = parent.clone();
        let shares = state.shares.get_mut();
        let (m, t) = (usize::from(mover.slot), usize::from(taken.slot));
        // The weight of the two with each other is in both shares.
        let gone = shares[m] + shares[t] - self.table.column(mover.old).at(olds[1]);
        shares[m] = come + between;
        shares[t] = come_in_hand + between + hand.at(Offset::new(taken.new));
        (state.offsets[m], state.offsets[t]) = (Offset::new(mover.new), Offset::new(taken.new));
        state.sum = state.sum.wrapping_add(come + come_in_hand + between - gone);
        state.sum = state.sum.wrapping_add(self.alone(mover)).wrapping_add(self.alone(taken));
        state.shifts = [mover, taken];
        state.late = Cell::new(2);
        state
    }
}

/// Slot of an offset that is present; the last one if it is present several times, as equal pieces in hand are.
#[inline]
fn slot_of(offsets: &[Offset; PIECES], wanted: Offset) -> usize {
    // Without an early return, and with numbers as wide as offsets, so that the compiler compares eight at a time.
    let slot = offsets.iter().zip(&SLOTS).fold(0, |last: i16, (&offset, &slot)| {
        let found = if offset == wanted { slot } else { 0 };
        last.max(found)
    });
    slot as usize
}

impl<W: Weight> Evaluator for PairEvaluator<W> {
    type State = PairState;

    fn fresh(&self, pos: &Position) -> PairState {
        let mut offsets = [Offset::new(NOTHING); PIECES];
        let mut shares = [0; PIECES];
        let mut present = [NOTHING; PIECES];
        let mut slots = 0..PIECES;
        let mut sum = 0i32;
        pieces(pos, |placed| {
            let place = PiecePlace::new(placed);
            let column = self.table.column(place);
            sum = sum.wrapping_add(column.sum(&offsets)).wrapping_add(self.alone[place.index()]);
            let slot = slots.next().expect("a position has 40 pieces at most");
            offsets[slot] = Offset::new(place);
            present[slot] = place;
        });
        for (share, &place) in shares.iter_mut().zip(&present) {
            let column = self.table.column(place);
            *share = column.sum(&offsets);
        }
        let none = Shift { slot: 0, old: NOTHING, new: NOTHING };
        let used = (PIECES - slots.len()).next_multiple_of(8) as u16;
        PairState { sum, offsets, shares: Cell::new(shares), shifts: [none; 2], late: Cell::new(0), used }
    }

    #[inline]
    fn advance(&self, parent: &PairState, _: &Position, change: &Change) -> PairState {
        self.update_shares(parent);
        let shift = |which: usize| {
            let (old, new) =
                (PiecePlace::new(change.removed()[which]), PiecePlace::new(change.added()[which]));
            Shift { slot: slot_of(&parent.offsets, Offset::new(old)) as u16, old, new }
        };
        if change.removed().len() == 2 {
            self.capture(parent, shift(0), shift(1))
        } else {
            self.plain(parent, shift(0))
        }
    }

    /// Rounds towards 0, so that both players are treated alike.
    #[inline]
    fn evaluate(&self, state: &PairState, pos: &Position) -> Value {
        let black = Value::from_cp(state.sum / self.units);
        if pos.side_to_move() == Color::Black { black } else { -black }
    }
}
