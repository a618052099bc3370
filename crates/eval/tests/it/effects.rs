//! Effects against plain counting; the feature set, the evaluator and the model file around them.

use komadai_core::{Color, Position, Square, attacks};
use komadai_eval::effects::{Effects, EffectsModel, KingEffects};

use crate::positions::{features, positions};

/// A weight of its own for every feature, in centipawns.
pub(crate) fn model() -> EffectsModel {
    EffectsModel::from_weights((0..KingEffects::COUNT).map(|id| f64::from(id as u32 * 89 % 331) / 8.0 - 20.0))
}

#[test]
fn counts_are_those_of_every_piece_square_by_square() {
    let mut most = 0;
    for pos in positions(400) {
        let mut counts = [[0; Square::COUNT]; 2];
        for from in pos.occupied() {
            let piece = pos.piece_at(from).unwrap();
            for to in attacks::attacks(piece, from, pos.occupied()) {
                counts[piece.color().index()][to.index()] += 1;
            }
        }
        let effects = Effects::of(&pos);
        for color in Color::ALL {
            for square in Square::all() {
                let count = counts[color.index()][square.index()];
                assert_eq!(effects.count(color, square), count.min(3), "{color:?} on {square}: {pos}");
                most = most.max(count);
            }
        }
    }
    assert!(most > 4, "no square with more effects than are counted");
}

#[test]
fn features_are_the_squares_of_the_board_round_each_king() {
    // Black's king in the corner has eight squares of its window on the board, White's in the middle 24.
    let pos: Position = "9/9/9/9/4k4/9/9/9/K8 b - 1".parse().unwrap();
    let found = features(&KingEffects)(&pos);
    assert_eq!((found.len(), found.iter().filter(|(_, value)| *value > 0.0).count()), (8 + 24, 8));
    // In front of Black's king is a square that only the king attacks, until a lance of White attacks it.
    let ahead =
        |sfen: &str, feature| features(&KingEffects)(&sfen.parse().unwrap()).contains(&(feature, 1.0));
    let free = KingEffects::feature((0, -1), 1, 0).unwrap();
    let attacked = KingEffects::feature((0, -1), 1, 1).unwrap();
    assert!(ahead("9/9/9/9/4k4/9/9/9/K8 b - 1", free) && !ahead("9/9/9/9/4k4/9/9/9/K8 b - 1", attacked));
    assert!(ahead("l8/9/9/9/4k4/9/9/9/K8 b - 1", attacked) && !ahead("l8/9/9/9/4k4/9/9/9/K8 b - 1", free));
}

#[cfg(feature = "artifact")]
#[test]
fn model_files_come_back_and_those_without_all_weights_are_refused() {
    use komadai_core::artifact::{Artifact, Provenance};

    let bytes = model().to_bytes(&Provenance::default()).unwrap();
    assert_eq!(EffectsModel::from_bytes(&bytes).unwrap().0, model());
    let clipped = EffectsModel::from_weights([1e9, -1e9, f64::NAN, -0.07]);
    let first = [0, 1, 2, 3, 4].map(|id| clipped.weight(id));
    assert_eq!(first, [i16::MAX, i16::MIN, 0, -1, 0]);
    // One weight (a byte) less, with the right length and checksum.
    let mut short = EffectsModel::from_weights([]).to_bytes(&Provenance::default()).unwrap();
    short.pop();
    let at = short.iter().position(|&byte| byte == KingEffects::COUNT as u8).unwrap();
    short[at] -= 1;
    let short = crate::artifact::sealed(&short, &short[29..]);
    let error = EffectsModel::from_bytes(&short).unwrap_err().to_string();
    assert!(error.contains("223 weights, expected 224"), "{error}");
}
