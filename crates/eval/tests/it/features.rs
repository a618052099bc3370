//! Feature sets against the position they describe.

use komadai_core::rng::SplitMix64;
use komadai_core::{Color, Evaluator, PieceKind, Position, random};
use komadai_eval::{FeatureSet, Material, PieceCounts, PiecePlace, PiecePlaces};

fn positions() -> Vec<Position> {
    let mut rng = SplitMix64::new(11);
    (0..20).map(|_| random::play(&mut rng, 120)).collect()
}

#[test]
fn weights_of_piece_values_on_piece_counts_give_material() {
    let material = Material::default();
    for pos in positions() {
        let mut sum = 0.0;
        PieceCounts.visit(&pos, |id, value| {
            assert!((id as usize) < PieceCounts.len());
            sum += value * material.values.board[PieceKind::ALL[id as usize]] as f32;
        });
        assert_eq!(sum as i32, material.fresh(&pos), "{pos}");
    }
}

#[test]
fn piece_places_name_every_piece_of_both_players() {
    for pos in positions() {
        let mut pieces = [0.0; 2];
        PiecePlaces.visit(&pos, |id, count| {
            let placed = PiecePlace::from_index(id as usize).unwrap().placed();
            pieces[placed.piece.color().index()] += count;
        });
        for color in Color::ALL {
            let real = pos.of_color(color).len() + pos.hand(color).len();
            assert_eq!(pieces[color.index()] as u32, real, "{pos}");
        }
        assert_eq!((pieces[0] + pieces[1]) as u32, 40);
    }
}
