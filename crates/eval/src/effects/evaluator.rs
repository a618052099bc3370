//! Evaluation by effects around the kings, counted anew at every evaluation.
//!
//! A slider's move changes effects along lines all over the board, so updating them at every position costs more than counting them
//! at the evaluated ones. Effects are counted in bit planes for the whole board; then each king's window of 25 squares is cut out
//! of each plane as bits of one word, and the four bits of a square are the index into the table of its weights.

use komadai_core::{Change, Color, Evaluator, Position, Square, Value};

use super::count::Effects;
use super::model::EffectsModel;
use super::window::{COUNTS, Near, SIDE, STATES};
use crate::features::FeatureId;

/// Evaluator of effects around the kings by an [`EffectsModel`]; material is not part of it.
///
/// Values are in centipawns. There is no state: every evaluation counts all effects, which takes some 130 ns in a position of a game.
#[derive(Clone)]
pub struct EffectsEvaluator {
    /// `[color of the king]`
    sides: Box<[Side; 2]>,
}

komadai_core::debug_by_sizes!(EffectsEvaluator {}[sides]);

/// The weights of one king's window, as Black sees the board.
#[derive(Clone, Debug)]
struct Side {
    /// `[file][rank][enemy high, enemy low, own high, own low]`
    weights: [[[i32; STATES]; SIDE]; SIDE],
    /// Squares of the window that are on the board, without the king's own; bit `9 × file + rank`. `[king]`
    on_board: [u64; Square::COUNT],
    /// Correction for squares off the board, which are looked up as squares without any effect. `[king]`
    edge: [i32; Square::COUNT],
}

/// Five bits spread out, each to the lowest of its own four bits. `[five bits]`
static SPREAD: [u32; 1 << SIDE] = {
    let mut spread = [0; 1 << SIDE];
    let mut bits = 0;
    while bits < spread.len() {
        let mut rank = 0;
        while rank < SIDE {
            spread[bits] |= (bits as u32 >> rank & 1) << (4 * rank);
            rank += 1;
        }
        bits += 1;
    }
    spread
};

impl Side {
    fn new(model: &EffectsModel, color: Color) -> Side {
        let (weights, on_board, edge) = ([[[0; STATES]; SIDE]; SIDE], [0; Square::COUNT], [0; Square::COUNT]);
        let mut side = Side { weights, on_board, edge };
        for near in Near::all() {
            // As Black sees the board.
            let index = match color {
                Color::Black => near.index(),
                Color::White => SIDE * SIDE - 1 - near.index(),
            };
            let Some(share) = near.share() else { continue };
            let (file, rank) = (index / SIDE, index % SIDE);
            let weights = &mut side.weights[file][rank];
            for own in 0..COUNTS {
                for enemy in 0..COUNTS {
                    let weight = model.weight((share * STATES + own * COUNTS + enemy) as FeatureId);
                    weights[enemy * COUNTS + own] = weight.into();
                }
            }
            for king in Square::all() {
                match near.square(king, color) {
                    Some(_) => side.on_board[king.index()] |= 1 << (9 * file + rank),
                    None => side.edge[king.index()] -= weights[0],
                }
            }
        }
        side
    }

    /// Value of the king's window to its owner, in units.
    #[inline]
    fn value(&self, effects: &Effects, king: Square, color: Color) -> i32 {
        let (own, enemy) = (effects.counts(color), effects.counts(!color));
        // The square two files and two ranks before the king's becomes bit 0.
        let window =
            |plane: u128| (plane << (2 * 9 + 2) >> king.index()) as u64 & self.on_board[king.index()];
        let planes = [own.low, own.high, enemy.low, enemy.high].map(window);
        let mut value = self.edge[king.index()];
        for (file, weights) in self.weights.iter().enumerate() {
            let [a, b, c, d] = planes.map(|plane| SPREAD[(plane >> (9 * file)) as usize % SPREAD.len()]);
            let states = a | b << 1 | c << 2 | d << 3;
            for (rank, weights) in weights.iter().enumerate() {
                value += weights[(states >> (4 * rank)) as usize % STATES];
            }
        }
        value
    }
}

impl EffectsModel {
    /// Makes the evaluator.
    pub fn evaluator(&self) -> EffectsEvaluator {
        EffectsEvaluator { sides: Box::new(Color::ALL.map(|color| Side::new(self, color))) }
    }
}

impl EffectsEvaluator {
    /// Value for Black in units.
    #[inline]
    fn black(&self, pos: &Position) -> i32 {
        let effects = Effects::of(pos);
        let of =
            |color| pos.king(color).map_or(0, |king| self.sides[color.index()].value(&effects, king, color));
        of(Color::Black) - of(Color::White)
    }
}

impl Evaluator for EffectsEvaluator {
    type State = ();

    #[inline]
    fn fresh(&self, _: &Position) {}

    #[inline]
    fn advance(&self, (): &(), _: &Position, _: &Change) {}

    /// Rounds towards 0, so that both players are treated alike.
    #[inline]
    fn evaluate(&self, (): &(), pos: &Position) -> Value {
        let black = Value::from_cp(self.black(pos) / i32::from(EffectsModel::UNITS));
        if pos.side_to_move() == Color::Black { black } else { -black }
    }
}
