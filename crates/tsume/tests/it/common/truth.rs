//! The truth about small problems, by listing all positions.
//!
//! Every position that checks and replies can reach is listed, and mates are marked backwards until nothing changes:
//! what is never marked is no mate, whether the lines end or go round for ever.

use std::collections::HashMap;

use komadai_core::rng::SplitMix64;
use komadai_core::{Color, Hand, Piece, PieceKind, Position, Setup, Square};

/// All positions that checks and replies can reach from a problem.
pub(crate) struct Graph {
    positions: Vec<Position>,
    /// `[position]`: where its checks or replies lead.
    next: Vec<Vec<usize>>,
    attacker: Color,
}

impl Graph {
    /// `None` if more than `most` positions can be reached.
    pub(crate) fn new(root: &Position, most: usize) -> Option<Graph> {
        let attacker = root.side_to_move();
        let name = |pos: &Position| (pos.board_key(), pos.hand(attacker), pos.hand(!attacker));
        let mut number = HashMap::from([(name(root), 0)]);
        let mut positions = vec![root.clone()];
        let mut next: Vec<Vec<usize>> = Vec::new();
        while next.len() < positions.len() {
            let mut pos = positions[next.len()].clone();
            let or = pos.side_to_move() == attacker;
            let mut children = Vec::new();
            for mv in &pos.legal_moves() {
                let undo = pos.do_move(mv);
                if !or || pos.in_check() {
                    let fresh = positions.len();
                    let child = *number.entry(name(&pos)).or_insert(fresh);
                    if child == fresh {
                        positions.push(pos.clone());
                    }
                    children.push(child);
                }
                pos.undo_move(mv, undo);
            }
            next.push(children);
            if positions.len() > most {
                return None;
            }
        }
        Some(Graph { positions, next, attacker })
    }

    /// Number of positions.
    pub(crate) fn len(&self) -> usize {
        self.positions.len()
    }

    /// Plies to the shortest mate; `None` if there is none.
    pub(crate) fn plies(&self) -> Option<usize> {
        let mut plies: Vec<Option<usize>> = vec![None; self.len()];
        for n in 0.. {
            let is_mated = |i: &usize| {
                let mut children = self.next[*i].iter().map(|&child| plies[child].is_some());
                if self.positions[*i].side_to_move() == self.attacker {
                    children.any(|mate| mate)
                } else {
                    children.all(|mate| mate)
                }
            };
            let fresh: Vec<usize> =
                (0..plies.len()).filter(|&i| plies[i].is_none()).filter(is_mated).collect();
            if fresh.is_empty() {
                break;
            }
            for i in fresh {
                plies[i] = Some(n);
            }
        }
        plies[0]
    }

    /// Number of positions from which both sides together can go on for ever.
    pub(crate) fn endless(&self) -> usize {
        let mut ends = vec![false; self.len()];
        loop {
            let mut changed = false;
            for i in (0..self.len()).rev() {
                if !ends[i] && self.next[i].iter().all(|&child| ends[child]) {
                    ends[i] = true;
                    changed = true;
                }
            }
            if !changed {
                return ends.iter().filter(|&&end| !end).count();
            }
        }
    }
}

/// Problems drawn from a seed, from each of which at most `most` positions can be reached: position, graph, plies to the shortest mate.
pub(crate) fn listed(
    draw: fn(&mut SplitMix64) -> Option<Position>,
    seed: u64,
    most: usize,
) -> impl Iterator<Item = (Position, Graph, Option<usize>)> {
    let mut rng = SplitMix64::new(seed);
    std::iter::repeat_with(move || draw(&mut rng)).flatten().filter_map(move |pos| {
        let graph = Graph::new(&pos, most)?;
        let plies = graph.plies();
        Some((pos, graph, plies))
    })
}

/// Puts a piece of one of the given kinds on a square at most `far` files and ranks from the king, if it is free.
pub(crate) fn put_near(
    setup: &mut Setup,
    king: Square,
    color: Color,
    (kinds, far): (&[PieceKind], i8),
    rng: &mut SplitMix64,
) {
    let mut step = || rng.below(2 * far as u64 + 1) as i8 - far;
    let (file, rank) = (step(), step());
    if let Some(square) = king.offset(file, rank)
        && setup.board[square.index()].is_none()
    {
        setup.board[square.index()] = Some(Piece::new(color, kinds[rng.below(kinds.len() as u64) as usize]));
    }
}

/// Gives a side one more piece in hand, if there is one left.
pub(crate) fn put_in_hand(setup: &mut Setup, color: Color, kind: PieceKind) -> Option<()> {
    let hand: &mut Hand = &mut setup.hands[color.index()];
    *hand = hand.with(kind, hand.count(kind) + 1)?;
    Some(())
}

/// A king with few pieces around it, attackers near, few pieces in hand.
pub(crate) fn random_problem(rng: &mut SplitMix64) -> Option<Position> {
    let attacker = if rng.below(2) == 0 { Color::Black } else { Color::White };
    let mut setup = Setup::empty();
    setup.side_to_move = attacker;
    // Mostly on the edge, where there are mates.
    let king = match rng.below(4) {
        0 => Square::new(1 + rng.below(9) as u8, 1 + rng.below(9) as u8)?,
        _ => Square::new(1 + rng.below(4) as u8, 1)?.seen_by(attacker),
    };
    setup.board[king.index()] = Some(Piece::new(!attacker, PieceKind::King));
    let mut put = |color, kinds: &[PieceKind], far, rng: &mut SplitMix64| {
        put_near(&mut setup, king, color, (kinds, far), rng);
    };
    let any = PieceKind::ALL.map(|kind| if kind == PieceKind::King { PieceKind::Dragon } else { kind });
    let strong =
        [PieceKind::Gold, PieceKind::ProPawn, PieceKind::Horse, PieceKind::Dragon, PieceKind::Silver];
    for _ in 0..2 + rng.below(4) {
        put(attacker, &strong, 2, rng);
    }
    put(attacker, &any, 3, rng);
    for _ in 0..rng.below(4) {
        put(!attacker, &any, 2, rng);
    }
    if rng.below(3) == 0 {
        put(attacker, &[PieceKind::King], 4, rng);
    }
    for (color, most) in [(attacker, 3), (!attacker, 3)] {
        for _ in 0..rng.below(most) {
            let kind =
                if rng.below(2) == 0 { PieceKind::Gold } else { PieceKind::HAND[rng.below(7) as usize] };
            put_in_hand(&mut setup, color, kind)?;
        }
    }
    Position::new(&setup).ok()
}

/// A king and a few pieces, some of which can check him for ever.
pub(crate) fn circling_problem(rng: &mut SplitMix64) -> Option<Position> {
    let mut setup = Setup::empty();
    let attacker = if rng.below(2) == 0 { Color::Black } else { Color::White };
    setup.side_to_move = attacker;
    let king = match rng.below(3) {
        0 => Square::new(1 + rng.below(9) as u8, 1 + rng.below(9) as u8)?,
        _ => Square::new(1 + rng.below(3) as u8, 1 + rng.below(3) as u8)?.seen_by(attacker),
    };
    setup.board[king.index()] = Some(Piece::new(!attacker, PieceKind::King));
    let mut put = |color, kinds: &[PieceKind], far, rng: &mut SplitMix64| {
        put_near(&mut setup, king, color, (kinds, far), rng);
    };
    // Pieces that neither promote nor are dropped keep the number of positions small.
    let far = [PieceKind::Dragon, PieceKind::Horse];
    let near = [PieceKind::Gold, PieceKind::ProPawn, PieceKind::ProPawn, PieceKind::Horse];
    let own = [PieceKind::Pawn, PieceKind::Pawn, PieceKind::Knight, PieceKind::Lance, PieceKind::Silver];
    put(attacker, &far, 4, rng);
    for _ in 0..=rng.below(3) {
        put(attacker, &near, 3, rng);
    }
    for _ in 0..rng.below(5) {
        put(!attacker, &own, 2, rng);
    }
    if rng.below(4) == 0 {
        put_in_hand(&mut setup, attacker, PieceKind::HAND[rng.below(5) as usize])?;
    }
    Position::new(&setup).ok()
}
