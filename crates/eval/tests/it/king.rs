//! Features as the kings see them: their numbers, their counts, and the symmetries they have by construction.

use std::collections::BTreeMap;

use crate::positions::{mirrored, positions, turned};
use komadai_core::{Color, Position};
use komadai_eval::{FeatureId, FeatureSet, KingPairs, KingPieces};

/// Features that hold, with their values in halves.
fn features(set: &impl FeatureSet, pos: &Position) -> BTreeMap<FeatureId, i32> {
    let mut found = BTreeMap::new();
    set.visit(pos, |id, value| {
        assert!((id as usize) < set.len(), "{id} of {}", set.len());
        *found.entry(id).or_default() += (2.0 * value) as i32;
    });
    found.retain(|_, &mut value| value != 0);
    found
}

fn check(set: &impl FeatureSet) {
    let mut level = 0;
    for pos in positions(100) {
        let here = features(set, &pos);
        assert_eq!(here, features(set, &mirrored(&pos)), "{pos}");
        let opposite = here.iter().map(|(&id, &value)| (id, -value)).collect();
        assert_eq!(features(set, &turned(&pos)), opposite, "{pos}");
        level += usize::from(here.is_empty());
    }
    assert!(level < 50, "{level} positions without a feature");
}

#[test]
fn pieces_as_kings_see_them_have_the_symmetries_of_the_game() {
    assert_eq!(KingPieces.len(), 45 * 2_296);
    check(&KingPieces);
}

#[test]
fn pairs_as_kings_see_them_have_the_symmetries_of_the_game() {
    assert_eq!(KingPairs.len(), 116_048_340);
    check(&KingPairs);
}

/// The sizes of all values together: how many features hold, those of two views counted by halves.
fn size(set: &impl FeatureSet, pos: &Position) -> u32 {
    let mut size = 0.0;
    set.visit(pos, |_, value| size += value.abs());
    size as u32
}

#[test]
fn kings_see_every_other_piece_and_every_pair_of_them() {
    for pos in positions(100) {
        let (mut pieces, mut kings) = (0, 0);
        for color in Color::ALL {
            pieces += pos.of_color(color).len() + pos.hand(color).len();
            kings += u32::from(pos.king(color).is_some());
        }
        let others = pieces - 1;
        assert_eq!(size(&KingPieces, &pos), kings * others, "{pos}");
        assert_eq!(size(&KingPairs, &pos), kings * others * (others + 1) / 2, "{pos}");
    }
}

#[test]
fn feature_of_a_gold_beside_the_king_is_the_same_on_all_four_corners() {
    // Black's king in its left corner, a gold in front of it; White's alone and far away on the middle file.
    let corner: Position = "4k4/9/9/9/9/9/9/G8/K8 b - 1".parse().unwrap();
    let other: Position = "4k4/9/9/9/9/9/9/8G/8K b - 1".parse().unwrap();
    let black = |pos: &Position| {
        let mut found = Vec::new();
        KingPieces.visit(pos, |id, value| found.extend((value > 0.0).then_some(id)));
        found.sort_unstable();
        found
    };
    assert_eq!(black(&corner), black(&other));
    // King 9i is the last of the 45 squares; what it sees are a gold of its own and the other king.
    assert_eq!(black(&corner).len(), 2);
    assert!(black(&corner).iter().all(|&id| id as usize / 2_296 == 44));
}
