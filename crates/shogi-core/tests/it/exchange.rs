//! Static exchange evaluation against plain recursion on the naive board.

use crate::naive::Naive;
use crate::rules::positions;
use komadai_core::{Move, Piece, PieceKind, PieceValues, Square, see};

const VALUES: PieceValues = PieceValues::PAIRS_2007;

/// What a move wins minus what the answer on its square wins, played out on copies of the board.
fn plain(board: &Naive, mv: Move) -> i32 {
    let kind = |square| board.at(square).map(Piece::kind);
    let taken = kind(mv.to()).map_or(0, |kind| VALUES.exchange(kind));
    let promoted = mv.from().filter(|_| mv.is_promotion()).and_then(kind);
    let promotion = promoted.map_or(0, |kind| VALUES.promotion(kind));
    taken + promotion - best_reply(&board.play(mv), mv.to())
}

/// What taking on a square wins, if anything: by the cheapest taker, by a king only if nothing answers.
fn best_reply(board: &Naive, square: Square) -> i32 {
    let side = board.0.side_to_move;
    let on_square = board.at(square).expect("a piece to take");
    let Some((from, taker)) = cheapest(board, square).filter(|_| on_square.kind() != PieceKind::King) else {
        return 0;
    };
    let zone = from.in_promotion_zone(side) || square.in_promotion_zone(side);
    let mv = match taker.kind().promoted() {
        Some(_) if zone => Move::promoting(from, square),
        _ => Move::normal(from, square),
    };
    if taker.kind() == PieceKind::King && cheapest(&board.play(mv), square).is_some() {
        return 0;
    }
    plain(board, mv).max(0)
}

/// The cheapest piece of the side to move that can go to a square, and where it stands.
fn cheapest(board: &Naive, target: Square) -> Option<(Square, Piece)> {
    let cost =
        |piece: Piece| if piece.kind() == PieceKind::King { i32::MAX } else { VALUES.board[piece.kind()] };
    Square::all()
        .filter_map(|from| board.at(from).map(|piece| (from, piece)))
        .filter(|&(from, piece)| {
            piece.color() == board.0.side_to_move && board.reach(piece, from).contains(&target)
        })
        .min_by_key(|&(from, piece)| (cost(piece), from))
}

#[test]
fn every_move_of_random_positions_has_the_value_of_the_played_out_exchange() {
    let (mut losing, mut winning) = (0, 0);
    for pos in positions(11, 400) {
        let naive = Naive::of(&pos);
        for mv in &pos.legal_moves() {
            let value = see::see(&pos, mv, &VALUES);
            for least in [value - 1, value, value + 1, -100, 0, 1, 400] {
                assert_eq!(see::at_least(&pos, mv, least, &VALUES), value >= least, "{least}: {mv} in {pos}");
            }
            assert_eq!(value, plain(&naive, mv), "{mv} in {pos}");
            losing += usize::from(value < 0);
            winning += usize::from(value > 0);
        }
    }
    assert!(losing > 1000 && winning > 1000, "{losing} losing, {winning} winning: the test is blind");
}
