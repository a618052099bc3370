//! Pieces in hand: counts and their limits, and which hand covers which.

use komadai_core::{Hand, PieceKind};

fn hand(counts: [u32; 7]) -> Hand {
    PieceKind::HAND.iter().zip(counts).fold(Hand::EMPTY, |h, (&k, n)| h.with(k, n).unwrap())
}

#[test]
fn full_hand_keeps_every_count() {
    let full = hand([18, 4, 4, 4, 2, 2, 4]);
    for kind in PieceKind::HAND {
        assert_eq!(full.count(kind), Hand::limit(kind));
    }
    assert_eq!(full.len(), 38);
    assert!(full.with(PieceKind::Pawn, 19).is_none());
    assert!(full.with(PieceKind::King, 1).is_none());
}

#[test]
fn covers_compares_each_kind() {
    let values: Vec<_> = (0..3u32.pow(7))
        .step_by(7)
        .map(|mut n| {
            hand(std::array::from_fn(|_| {
                let digit = n % 3;
                n /= 3;
                digit
            }))
        })
        .collect();
    for &a in &values {
        for &b in &values {
            let plain = PieceKind::HAND.iter().all(|&k| a.count(k) >= b.count(k));
            assert_eq!(a.covers(b), plain, "{a:?} {b:?}");
        }
    }
}
