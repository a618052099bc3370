//! Static exchange evaluation against plain recursion on the naive board.

use crate::naive::Naive;
use komadai_core::rng::SplitMix64;
use komadai_core::{Color, Move, Piece, PieceKind, PieceValues, Position, Setup, Square, random, see};

const VALUES: PieceValues = PieceValues::PAIRS_2007;

/// The exchange played out on copies of the board: the cheapest taker, a king only where nothing answers.
fn best_reply(board: &Setup, square: Square) -> i32 {
    let side = board.side_to_move;
    let on_square = board.board[square.index()].expect("a piece to take");
    if on_square.kind() == PieceKind::King {
        return 0;
    }
    let naive = Naive(board.clone());
    let Some((from, taker)) = cheapest(&naive, side, square) else { return 0 };
    let mut after = board.clone();
    after.board[from.index()] = None;
    let mut gain = VALUES.exchange(on_square.kind());
    let mut placed = taker;
    if taker.kind().can_promote() && (from.in_promotion_zone(side) || square.in_promotion_zone(side)) {
        gain += VALUES.promotion(taker.kind());
        placed = Piece::new(side, taker.kind().promoted().unwrap());
    }
    after.board[square.index()] = Some(placed);
    after.side_to_move = !side;
    if taker.kind() == PieceKind::King && cheapest(&Naive(after.clone()), !side, square).is_some() {
        return 0;
    }
    (gain - best_reply(&after, square)).max(0)
}

fn cheapest(naive: &Naive, side: Color, target: Square) -> Option<(Square, Piece)> {
    let cost =
        |piece: Piece| if piece.kind() == PieceKind::King { i32::MAX } else { VALUES.board[piece.kind()] };
    Square::all()
        .filter_map(|from| naive.0.board[from.index()].map(|piece| (from, piece)))
        .filter(|&(from, piece)| piece.color() == side && naive.reach(piece, from).contains(&target))
        .min_by_key(|&(from, piece)| (cost(piece), from))
}

fn plain(pos: &Position, mv: Move) -> i32 {
    let board = Setup::from(pos);
    let taken = board.board[mv.to().index()].map_or(0, |piece| VALUES.exchange(piece.kind()));
    let promotion = match (mv.is_promotion(), mv.from()) {
        (true, Some(from)) => VALUES.promotion(board.board[from.index()].unwrap().kind()),
        _ => 0,
    };
    let after = Naive(board).play(mv);
    taken + promotion - best_reply(&after.0, mv.to())
}

#[test]
fn every_move_of_random_positions_has_the_value_of_the_played_out_exchange() {
    let mut rng = SplitMix64::new(11);
    let (mut losing, mut winning) = (0, 0);
    for i in 0..400 {
        let plies = rng.below(150) as u32;
        let pos = if i % 2 == 0 { Some(random::play(&mut rng, plies)) } else { random::placement(&mut rng) };
        let Some(pos) = pos else { continue };
        for mv in &pos.legal_moves() {
            let value = see::see(&pos, mv, &VALUES);
            for least in [value - 1, value, value + 1, -100, 0, 1, 400] {
                assert_eq!(see::at_least(&pos, mv, least, &VALUES), value >= least, "{least}: {mv} in {pos}");
            }
            assert_eq!(value, plain(&pos, mv), "{mv} in {pos}");
            losing += usize::from(value < 0);
            winning += usize::from(value > 0);
        }
    }
    assert!(losing > 1000 && winning > 1000, "{losing} losing, {winning} winning: the test is blind");
}
