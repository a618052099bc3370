//! The rules of shogi the slow way, on an array of squares: every candidate is played on a copy and thrown away if the king can be taken.
//! Shares only the names of pieces, squares and moves with the library.

use komadai_core::{Color, Move, Piece, PieceKind, Position, Setup, Square};

/// Files to the left, ranks down.
type Step = (i8, i8);

#[derive(Clone)]
pub(crate) struct Naive(pub(crate) Setup);

impl Naive {
    pub(crate) fn of(pos: &Position) -> Naive {
        Naive(Setup::from(pos))
    }

    pub(crate) fn at(&self, square: Square) -> Option<Piece> {
        self.0.board[square.index()]
    }

    /// Squares a piece can go to or take on, own pieces not excluded.
    pub(crate) fn reach(&self, piece: Piece, from: Square) -> Vec<Square> {
        use PieceKind::{Bishop, Dragon, Horse, King, Knight, Lance, Pawn, Rook, Silver};
        let forward = if piece.color() == Color::Black { -1 } else { 1 };
        let diagonal = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        let straight = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        let (slides, steps): (Vec<Step>, Vec<Step>) = match piece.kind() {
            Pawn => (vec![], vec![(0, -1)]),
            Lance => (vec![(0, -1)], vec![]),
            Knight => (vec![], vec![(1, -2), (-1, -2)]),
            Silver => (vec![], vec![(0, -1), (1, -1), (-1, -1), (1, 1), (-1, 1)]),
            Bishop => (diagonal.to_vec(), vec![]),
            Rook => (straight.to_vec(), vec![]),
            Horse => (diagonal.to_vec(), straight.to_vec()),
            Dragon => (straight.to_vec(), diagonal.to_vec()),
            King => (vec![], [diagonal, straight].concat()),
            _ => (vec![], vec![(0, -1), (1, -1), (-1, -1), (1, 0), (-1, 0), (0, 1)]),
        };
        // Directions above are Black's; -1 is forward.
        let turn = |(file, rank): (i8, i8)| (file, -rank * forward);
        let mut reach = Vec::new();
        reach.extend(steps.into_iter().map(turn).filter_map(|(file, rank)| from.offset(file, rank)));
        for (file, rank) in slides.into_iter().map(turn) {
            let mut at = from.offset(file, rank);
            while let Some(square) = at {
                reach.push(square);
                at = if self.at(square).is_some() { None } else { square.offset(file, rank) };
            }
        }
        reach
    }

    fn attacked(&self, by: Color, target: Square) -> bool {
        Square::all().any(|from| {
            self.at(from).is_some_and(|p| p.color() == by && self.reach(p, from).contains(&target))
        })
    }

    pub(crate) fn in_check(&self, side: Color) -> bool {
        Square::all()
            .find(|&s| self.at(s) == Some(Piece::new(side, PieceKind::King)))
            .is_some_and(|king| self.attacked(!side, king))
    }

    /// Plays without checking.
    pub(crate) fn play(&self, mv: Move) -> Naive {
        let mut next = self.clone();
        let us = self.0.side_to_move;
        let hand = &mut next.0.hands[us.index()];
        let placed = if let Some(from) = mv.from() {
            let piece = self.at(from).unwrap();
            next.0.board[from.index()] = None;
            if let Some(taken) = self.at(mv.to())
                && taken.kind() != PieceKind::King
            {
                let kind = taken.kind().unpromoted();
                *hand = hand.with(kind, hand.count(kind) + 1).unwrap();
            }
            if mv.is_promotion() { Piece::new(us, piece.kind().promoted().unwrap()) } else { piece }
        } else {
            let kind = mv.dropped().unwrap();
            *hand = hand.with(kind, hand.count(kind) - 1).unwrap();
            Piece::new(us, kind)
        };
        next.0.board[mv.to().index()] = Some(placed);
        next.0.side_to_move = !us;
        next.0.move_number += 1;
        next
    }

    /// All legal moves, sorted. `with_pawn_drop_mate` leaves 打ち歩詰め in.
    pub(crate) fn legal_moves(&self, with_pawn_drop_mate: bool) -> Vec<Move> {
        let us = self.0.side_to_move;
        let mut moves = Vec::new();
        for from in Square::all() {
            let Some(piece) = self.at(from).filter(|p| p.color() == us) else { continue };
            for to in self.reach(piece, from) {
                if self.at(to).is_some_and(|p| p.color() == us) {
                    continue;
                }
                if piece.kind().may_stand_on(to.seen_by(us).rank()) {
                    moves.push(Move::normal(from, to));
                }
                let zone = from.seen_by(us).rank() <= 3 || to.seen_by(us).rank() <= 3;
                if zone && piece.kind().promoted().is_some() {
                    moves.push(Move::promoting(from, to));
                }
            }
        }
        for kind in PieceKind::HAND {
            for to in Square::all().filter(|_| self.0.hands[us.index()].count(kind) > 0) {
                let own_pawn = Some(Piece::new(us, PieceKind::Pawn));
                let nifu = kind == PieceKind::Pawn
                    && Square::all().any(|s| s.file() == to.file() && self.at(s) == own_pawn);
                if self.at(to).is_none() && !nifu && kind.may_stand_on(to.seen_by(us).rank()) {
                    moves.push(Move::drop(kind, to).unwrap());
                }
            }
        }
        moves.retain(|&mv| {
            let next = self.play(mv);
            let pawn_drop = mv.dropped() == Some(PieceKind::Pawn);
            !next.in_check(us)
                && (with_pawn_drop_mate
                    || !(pawn_drop && next.in_check(!us) && next.legal_moves(true).is_empty()))
        });
        moves.sort_unstable();
        moves
    }
}
