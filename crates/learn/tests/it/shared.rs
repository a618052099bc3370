//! Pairs with shared features: what they share, and that a player does not need to know it.

use std::sync::Arc;

use komadai_core::rng::SplitMix64;
use komadai_core::{Hand, Place, Placed, Position, Setup, random};
use komadai_eval::pair::{Fold, Symmetry};
use komadai_eval::{FeatureId, FeatureSet, PiecePlace};
use komadai_learn::outcome::SharedPairs;

fn set() -> (Arc<Fold>, SharedPairs) {
    let fold = Arc::new(Fold::new(Symmetry::ColorsAndSides));
    (Arc::clone(&fold), SharedPairs::new(fold))
}

#[test]
fn a_position_is_worth_the_same_with_shared_weights_and_with_collapsed_ones() {
    let (fold, set) = set();
    let mut rng = SplitMix64::new(3);
    let weights: Vec<f32> = (0..set.len()).map(|_| rng.below(2_001) as f32 - 1_000.0).collect();
    let whole = set.collapse(&weights);
    for _ in 0..50 {
        let pos = random::play(&mut rng, 80);
        let (mut sum, mut collapsed) = (0.0, 0.0);
        set.visit(&pos, |feature, x| sum += f64::from(x * weights[feature as usize]));
        fold.visit(&pos, |slot, x| collapsed += f64::from(x * whole[slot as usize]));
        assert!((sum - collapsed).abs() < 1e-9, "whole numbers of this size add up exactly");
    }
}

/// The shared features of a board with these pieces alone, and their signs.
fn shared((fold, set): &(Arc<Fold>, SharedPairs), pieces: &[&str]) -> Vec<(FeatureId, i32)> {
    let mut setup = Setup::empty();
    for text in pieces {
        let Placed { piece, place } = text.parse::<PiecePlace>().unwrap().placed();
        match place {
            Place::Board(at) => setup.board[at.index()] = Some(piece),
            Place::Hand => setup.hands[piece.color().index()] = Hand::EMPTY.with(piece.kind(), 1).unwrap(),
        }
    }
    let mut found = Vec::new();
    set.visit(&Position::new(&setup).unwrap(), |feature, sign| {
        if feature as usize >= fold.len() {
            found.push((feature, sign as i32));
        }
    });
    found
}

#[test]
fn relations_share_what_lies_the_same_way_and_nothing_else() {
    let of = set();
    // The shared features of two pieces by ranks and by offset, without those that each piece has alone.
    let codes = |one: &str, other: &str| -> [(FeatureId, i32); 2] {
        let alone = [shared(&of, &[one]), shared(&of, &[other])].concat();
        let mut both = shared(&of, &[one, other]);
        both.retain(|feature| !alone.contains(feature));
        both.try_into().expect("one feature of the ranks, and one of the way")
    };
    let one = codes("S7g", "G7h");
    assert_eq!(one, codes("S6g", "G6h"), "a file further on");
    assert_eq!(one.map(|(feature, sign)| (feature, -sign)), codes("s3c", "g3b"), "the other player's");
    assert_ne!(one, codes("S7f", "G7g"));
    assert_eq!(one[1], codes("S7f", "G7g")[1], "a rank further on the offset is the same");
    assert_eq!(codes("S7g", "G6g"), codes("S7g", "G8g"), "left and right");
    assert_ne!(one, codes("S7g", "g7h"));
    assert_eq!(shared(&of, &["P7f"]).len(), 1, "a piece alone shares its rank");
    assert_eq!(shared(&of, &["P7f"]), shared(&of, &["P1f"]));
    assert_eq!(codes("P7f", "B*")[1], codes("P1c", "B*")[1]);
}
