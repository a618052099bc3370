//! Numbers of piece places and of pairs of them, the slots that symmetric pairs share, and relative positions.

use std::collections::HashSet;

use komadai_core::{Color, Piece, PieceKind, Place, Placed, Square};
use komadai_eval::pair::{Fold, PairState, Relation, Slot, Symmetry};
use komadai_eval::terms::RelativePairs;
use komadai_eval::{FeatureSet, PiecePlace};

fn places() -> impl Iterator<Item = PiecePlace> {
    (0..).map_while(PiecePlace::from_index)
}

#[test]
fn piece_places_have_numbers_images_and_texts_of_their_own() {
    assert_eq!((PiecePlace::COUNT, places().count()), (2_296, 2_296));
    for (index, place) in places().enumerate() {
        let Placed { piece, place: at } = place.placed();
        assert_eq!((place.index(), PiecePlace::new(place.placed())), (index, place));
        assert_eq!((place.turned().turned(), place.mirrored().mirrored()), (place, place));
        assert_eq!(place.turned().mirrored(), place.mirrored().turned());
        assert_ne!(place.turned().placed().piece.color(), piece.color());
        if at != Place::Hand || !piece.kind().is_promoted() {
            assert_eq!(place.to_string().parse(), Ok(place));
        }
    }
    for wrong in ["", "+", "S", "7g", "S7j", "X7g", "+G7g", "+P*", "S7g ", "銀7g", "+K5e"] {
        let error = wrong.parse::<PiecePlace>().unwrap_err();
        assert!(error.to_string().contains(&format!("{wrong:?}")), "{error}");
    }
}

#[test]
fn feasible_relations_are_those_of_the_paper_and_are_numbered_without_a_gap() {
    assert_eq!(Relation::COUNT, 2_578_852);
    let mut seen = vec![0u8; Relation::COUNT];
    for a in places() {
        // A promoted piece in hand is the filler for missing pieces in an evaluator's state.
        let never_occurs = a.is_in_hand() && a.placed().piece.kind().is_promoted();
        for b in places().skip(a.index()) {
            let relation = Relation::between(a, b);
            assert_eq!(relation, Relation::between(b, a));
            if let Some(relation) = relation {
                seen[relation.index()] += 1;
                let (x, y) = relation.places();
                assert!((x, y) == (a, b) || (x, y) == (b, a), "{relation:?}: {x:?} {y:?}, {a:?} {b:?}");
                assert!(!never_occurs, "{a:?} {b:?}");
            }
        }
    }
    assert!(seen.iter().all(|&times| times == 1), "one pair of places for each number");
    assert_eq!(Relation::from_index(Relation::COUNT), None);
    assert_eq!(size_of::<PairState>(), 260);
}

#[test]
fn slots_hold_what_symmetry_makes_equal_and_nothing_else() {
    let unfolded = Fold::new(Symmetry::None);
    assert_eq!([unfolded.len(), Symmetry::None.slots()], [Relation::COUNT; 2]);
    assert!((0..Relation::COUNT).all(|slot| unfolded.example(slot) == Relation::from_index(slot)));
    for (symmetry, most) in [(Symmetry::Colors, 2), (Symmetry::ColorsAndSides, 4)] {
        let fold = Fold::new(symmetry);
        let mut members = vec![0u8; fold.len()];
        for relation in (0..Relation::COUNT).filter_map(Relation::from_index) {
            let (slot, opposite) = (fold.slot(relation), fold.slot(relation.turned()));
            assert_eq!(opposite, slot.map(|slot| Slot { negated: !slot.negated, ..slot }));
            if symmetry == Symmetry::ColorsAndSides {
                assert_eq!(fold.slot(relation.mirrored()), slot);
            }
            if let Some(slot) = slot {
                members[slot.index as usize] += 1;
            }
        }
        assert_eq!(fold.len(), symmetry.slots());
        assert!(members.iter().all(|count| (1..=most).contains(count)));
        for slot in 0..fold.len() {
            let found = fold.slot(fold.example(slot).unwrap()).unwrap();
            assert_eq!((found.index as usize, found.negated), (slot, false));
        }
    }
}

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

#[test]
fn relative_pairs_are_seen_alike_from_both_ends_and_by_both_players_and_everywhere() {
    for kinds in PieceKind::ALL.into_iter().flat_map(|a| PieceKind::ALL.map(|b| (a, b))) {
        for (one, two) in [("5e", "4c"), ("5e", "5f"), ("2h", "9i"), ("9a", "1i")] {
            for colors in Color::ALL.into_iter().flat_map(|a| Color::ALL.map(|b| (a, b))) {
                let a = (Piece::new(colors.0, kinds.0), square(one));
                let b = (Piece::new(colors.1, kinds.1), square(two));
                let found = RelativePairs::feature(a, b);
                assert_eq!(found, RelativePairs::feature(b, a));
                let turned = |(piece, square): (Piece, Square)| {
                    (Piece::new(!piece.color(), piece.kind()), square.turned())
                };
                let opposite = RelativePairs::feature(turned(a), turned(b));
                assert_eq!(found.map(|(feature, value)| (feature, -value)), opposite);
                assert_eq!(found.is_none(), colors.0 != colors.1 && kinds.0 == kinds.1);
                assert!(found.is_none_or(|(feature, _)| (feature as usize) < RelativePairs.len()));
            }
        }
    }
    let [gold, king] = [PieceKind::Gold, PieceKind::King].map(|kind| Piece::new(Color::Black, kind));
    let at = |g: &str, k: &str| RelativePairs::feature((gold, square(g)), (king, square(k)));
    assert_eq!(at("7h", "8h"), at("4e", "5e"), "wherever they stand");
    assert_ne!(at("7h", "8h"), at("8h", "7h"), "left is not right");
}

#[test]
fn different_ways_owners_and_kinds_are_different_relative_pairs() {
    let (mut seen, center) = (HashSet::new(), square("5e"));
    for (a, b) in PieceKind::ALL.into_iter().flat_map(|a| PieceKind::ALL.map(|b| (a, b))) {
        for piece in Color::ALL.map(|color| Piece::new(color, b)) {
            let others = Square::all().filter(|&other| other != center);
            let one = (Piece::new(Color::Black, a), center);
            let found = others.filter_map(|other| RelativePairs::feature(one, (piece, other)));
            seen.extend(found.map(|(feature, value)| (feature, value as i8)));
        }
    }
    // 91 pairs of two kinds, 80 ways each: of one owner; of two, with Black's the lower kind; of two, with White's. 14 pairs of one
    // kind, with a way and the way back as one.
    assert_eq!(seen.len(), 3 * 91 * 80 + 14 * 40);
}
