//! Features of moves for the softmax: one from each of ten groups.
//!
//! | group | one of |
//! |---|---|
//! | category | the 21 of TACOS × 4 stages of the game, by pieces in hand |
//! | exchange | what the exchange on the target brings, in 8 steps |
//! | piece | kind × moved, promoted, dropped |
//! | their king | target as seen from their king × class of piece |
//! | our king | target as seen from our king × class of piece |
//! | target | attacked by them, by us × class of piece |
//! | origin | attacked by them, guarded by us × class of piece; in hand |
//! | last move | steps between the target and the square of their last move |
//! | arrival | kind × square |
//! | departure | kind × square; from hand |
//!
//! Squares are as the mover sees them. Seen from the kings, left and right are alike; on the board they are not, for
//! rook and bishop make an opening of one wing and a castle of the other. A weight tells by how many 1/256 bits its
//! feature makes a move likelier; a move's score is the sum of ten.

use komadai_core::{Bitboard, ByKind, Move, PieceKind, Position, Square};

use crate::node::Node;
use crate::policy::category::{Classifier, NodeFeatures, Tacos, TestedMove};

/// Four classes of pieces: pawn, lance and knight; golds and silvers; rook and bishop, promoted or not; king.
const CLASSES: usize = 4;
/// The class of each kind, in the order of [`PieceKind::ALL`].
const CLASS: ByKind<usize> = ByKind([0, 0, 0, 1, 2, 2, 1, 3, 1, 1, 1, 1, 2, 2]);
/// Columns 0–8 to either side, ranks −8 to 8, and one for a board without that king.
const FROM_KING: usize = 9 * 17 + 1;
const STAGES: usize = 4;

/// `[group]`: how many features it has.
const SIZES: [usize; MoveFeatures::GROUPS] = [
    21 * STAGES,
    8,
    PieceKind::COUNT * 3,
    FROM_KING * CLASSES,
    FROM_KING * CLASSES,
    4 * CLASSES,
    4 * CLASSES + 1,
    10,
    PieceKind::COUNT * Square::COUNT,
    PieceKind::COUNT * Square::COUNT + 1,
];

/// `[group]`: number of its first feature.
const FIRST: [usize; MoveFeatures::GROUPS] = {
    let mut first = [0; MoveFeatures::GROUPS];
    let mut group = 1;
    while group < first.len() {
        first[group] = first[group - 1] + SIZES[group - 1];
        group += 1;
    }
    first
};

/// Features of moves for [`Softmax`](super::Softmax): one from each of ten groups, numbered below [`MoveFeatures::COUNT`].
///
/// ```
/// use komadai_core::Position;
/// use komadai_search::Node;
/// use komadai_search::policy::MoveFeatures;
///
/// let pos = Position::startpos();
/// let node = MoveFeatures::look(&Node::new(&pos));
/// let active = MoveFeatures::of(&node, &pos, "7g7f".parse()?).ok_or("nothing on 7g")?;
/// assert!(active.iter().all(|&feature| usize::from(feature) < MoveFeatures::COUNT));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MoveFeatures;

impl MoveFeatures {
    /// Number of groups: features of one move.
    pub const GROUPS: usize = 10;
    /// Number of all features.
    pub const COUNT: usize = FIRST[Self::GROUPS - 1] + SIZES[Self::GROUPS - 1];

    /// The features of the node that all its moves share.
    pub fn look(at: &Node<'_>) -> NodeFeatures {
        Tacos.look(at)
    }

    /// The features of a legal move, below [`MoveFeatures::COUNT`]; `None` if there is nothing on its origin.
    pub fn of(node: &NodeFeatures, pos: &Position, mv: Move) -> Option<[u16; Self::GROUPS]> {
        let tested = TestedMove::new(node, pos, mv)?;
        let us = node.us;
        let (kind, to) = (tested.piece.kind(), mv.to());
        let moved = if mv.is_promotion() { kind.unpromoted() } else { kind };
        let class = CLASS[kind];
        let seen = |square: Square| square.seen_by(us);
        let manner = if mv.is_drop() { 2 } else { usize::from(mv.is_promotion()) };
        let category = Tacos::category_of(&tested);
        let values = [
            category * STAGES + stage(pos),
            step_of(tested.gain()),
            moved.index() * 3 + manner,
            from_king(seen(to), node.their_king.map(seen)) * CLASSES + class,
            from_king(seen(to), node.our_king.map(seen)) * CLASSES + class,
            pair(node.theirs, node.ours, to) * CLASSES + class,
            mv.from().map_or(4 * CLASSES, |from| pair(node.theirs, node.ours, from) * CLASSES + class),
            node.last.map_or(9, |last| usize::from(last.distance(to))),
            kind.index() * Square::COUNT + seen(to).index(),
            mv.from().map_or(PieceKind::COUNT * Square::COUNT, |from| {
                moved.index() * Square::COUNT + seen(from).index()
            }),
        ];
        Some(core::array::from_fn(|group| (FIRST[group] + values[group]) as u16))
    }
}

/// The stage of the game: up to 1, up to 4, up to 9 or more pieces in hand.
fn stage(pos: &Position) -> usize {
    let in_hand = pos.hand(pos.side_to_move()).len() + pos.hand(!pos.side_to_move()).len();
    match in_hand {
        0..=1 => 0,
        2..=4 => 1,
        5..=9 => 2,
        _ => 3,
    }
}

/// Exchanges in eight steps; a pawn taken for nothing counts 200.
fn step_of(gain: i32) -> usize {
    match gain {
        ..-1000 => 0,
        -1000..-300 => 1,
        -300..0 => 2,
        0 => 3,
        1..=200 => 4,
        201..=700 => 5,
        701..=1200 => 6,
        _ => 7,
    }
}

/// Whether each of two sets has the square, as a number below 4.
fn pair(a: Bitboard, b: Bitboard, square: Square) -> usize {
    usize::from(a.contains(square)) * 2 + usize::from(b.contains(square))
}

/// Where a square lies from a king, left and right alike, below [`FROM_KING`].
fn from_king(square: Square, king: Option<Square>) -> usize {
    king.map_or(FROM_KING - 1, |king| {
        let ranks = usize::from(square.rank() + 8 - king.rank());
        usize::from(square.file().abs_diff(king.file())) * 17 + ranks
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_core::random;
    use komadai_core::rng::SplitMix64;

    #[test]
    fn every_move_has_one_feature_of_each_group_and_all_stages_and_steps_occur() {
        assert_eq!(Tacos::NAMES.len() * STAGES, SIZES[0]);
        let mut rng = SplitMix64::new(5);
        let mut seen = vec![false; MoveFeatures::COUNT];
        for _ in 0..20 {
            let mut pos = Position::startpos();
            for _ in 0..150 {
                let Some(next) = random::legal_move(&mut rng, &pos) else { break };
                let node = MoveFeatures::look(&Node::new(&pos));
                for mv in &pos.legal_moves() {
                    let active = MoveFeatures::of(&node, &pos, mv).unwrap();
                    for (group, &feature) in active.iter().enumerate() {
                        let range = FIRST[group]..FIRST[group] + SIZES[group];
                        assert!(range.contains(&usize::from(feature)), "{mv} in {pos}: group {group}");
                        seen[usize::from(feature)] = true;
                    }
                }
                pos.do_move(next);
            }
        }
        assert!(seen[FIRST[1]..FIRST[2]].iter().all(|&seen| seen));
        assert!(seen.iter().filter(|&&seen| seen).count() > 1000);
    }

    #[test]
    fn wings_differ_by_square_alone() {
        let pos = Position::startpos();
        let node = MoveFeatures::look(&Node::new(&pos));
        let of = |mv: &str| MoveFeatures::of(&node, &pos, mv.parse().unwrap()).unwrap();
        let (left, right) = (of("9g9f"), of("1g1f"));
        assert_eq!(left[..8], right[..8]);
        assert_ne!(left[8..], right[8..]);
    }
}
