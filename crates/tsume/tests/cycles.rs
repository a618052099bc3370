//! The treatments of repetition against the truth, where lines go round in circles.

mod common;

use common::truth::Graph;
use komadai_core::rng::SplitMix64;
use komadai_core::{Color, Hand, Piece, PieceKind, Position, Setup, Square};
use komadai_tsume::{CyclePolicy, Ignore, LeanOn, Nagai, Solver, Twin, Unit, Verdict};

/// A king in the open, few pieces that run far and give check for ever, hardly anything in hand.
fn shuttle(rng: &mut SplitMix64) -> Option<Position> {
    let mut setup = Setup::empty();
    let attacker = if rng.below(2) == 0 { Color::Black } else { Color::White };
    setup.side_to_move = attacker;
    let king = match rng.below(3) {
        0 => Square::new(1 + rng.below(9) as u8, 1 + rng.below(9) as u8)?,
        _ => Square::new(1 + rng.below(3) as u8, 1 + rng.below(3) as u8)?.seen_by(attacker),
    };
    setup.board[king.index()] = Some(Piece::new(!attacker, PieceKind::King));
    let mut put = |color, kinds: &[PieceKind], far: i8, rng: &mut SplitMix64| {
        let mut step = || rng.below(2 * far as u64 + 1) as i8 - far;
        let (file, rank) = (step(), step());
        let kind = kinds[rng.below(kinds.len() as u64) as usize];
        if let Some(square) = king.offset(file, rank)
            && setup.board[square.index()].is_none()
        {
            setup.board[square.index()] = Some(Piece::new(color, kind));
        }
    };
    let far = [PieceKind::Dragon, PieceKind::Horse, PieceKind::Dragon, PieceKind::Rook, PieceKind::Bishop];
    let near = [PieceKind::Gold, PieceKind::Silver, PieceKind::ProPawn, PieceKind::Knight, PieceKind::Pawn];
    let any = [PieceKind::Gold, PieceKind::Silver, PieceKind::Lance, PieceKind::Knight, PieceKind::Pawn, PieceKind::Pawn, PieceKind::ProPawn, PieceKind::Horse];
    for _ in 0..1 + rng.below(2) {
        put(attacker, &far, 4, rng);
    }
    for _ in 0..rng.below(3) {
        put(attacker, &near, 2, rng);
    }
    for _ in 0..rng.below(5) {
        put(!attacker, &any, 2, rng);
    }
    for (color, most) in [(attacker, 3), (!attacker, 2)] {
        for _ in 0..rng.below(most) {
            let kind = PieceKind::HAND[rng.below(5) as usize];
            let hand: Hand = setup.hands[color.index()];
            setup.hands[color.index()] = hand.with(kind, hand.count(kind) + 1)?;
        }
    }
    Position::new(&setup).ok()
}

#[test]
#[ignore = "search"]
fn find() {
    let n: u64 = std::env::var("N").ok().and_then(|s| s.parse().ok()).unwrap_or(20_000);
    let seed: u64 = std::env::var("SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(1);
    let mut rng = SplitMix64::new(seed);
    let mut tally = [0usize; 4];
    let mut found = Vec::new();
    for _ in 0..n {
        let Some(pos) = shuttle(&mut rng) else { continue };
        tally[0] += 1;
        let mut a = Solver::builder().hash_bytes(1 << 18).cycles(Ignore).nodes(5_000).show_no_mates(false).build();
        if a.solve(&mut pos.clone()).verdict != Verdict::NoMate { continue }
        tally[1] += 1;
        let mut b = Solver::builder().hash_bytes(1 << 18).nodes(100_000).build();
        match b.solve(&mut pos.clone()).verdict {
            Verdict::Mate { line } => { tally[2] += 1; 
               let graph = Graph::new(&pos, 200_000);
               let size = graph.as_ref().map_or(0, Graph::len);
               let mate = graph.as_ref().map(Graph::is_mate);
               println!("{pos}  line {} size {size} truth {mate:?}", line.len()); found.push(size); }
            Verdict::Unknown => tally[3] += 1,
            Verdict::NoMate => {}
        }
    }
    println!("{tally:?} {found:?}");
}
