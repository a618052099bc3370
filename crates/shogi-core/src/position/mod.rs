//! Positions: board, pieces in hand, side to move.
//!
//! A [`Position`] is always valid: it is made from a [`Setup`], which may break the rules. It keeps no history (see
//! [`History`](crate::History)) and no cached checks or pins (see [`Checks`](crate::Checks) and [`Tracked`](crate::Tracked)), so a move
//! updates only what changes on the board.

mod apply;
mod check;
mod setup;
mod tracked;

pub use apply::{Change, IllegalMove, Place, Placed, Undo};
pub use check::CheckSquares;
pub use check::Checks;
pub use setup::{Setup, SetupError};
pub use tracked::Tracked;

use crate::zobrist::{self, Key};
use crate::{Bitboard, Color, Hand, Move, Piece, PieceKind, Square};

/// Valid position: pieces on the board and in hand, the side to move, the number of the next move.
///
/// ```
/// use komadai_core::{Color, PieceKind, Position};
///
/// let mut pos = Position::startpos();
/// let undo = pos.do_move("7g7f".parse()?);
/// assert_eq!(pos.to_string(), "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2");
/// assert_eq!(pos.piece_at("7f".parse()?).map(|piece| piece.kind()), Some(PieceKind::Pawn));
/// assert_eq!(pos.side_to_move(), Color::White);
/// pos.undo_move("7g7f".parse()?, undo);
/// assert_eq!(pos, Position::startpos());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    /// `[piece code & 15]`; entry 0 is never read.
    kinds: [Bitboard; 16],
    /// `[color]`
    colors: [Bitboard; 2],
    /// `[square & 127]`; entries above 80 stay empty.
    board: [Option<Piece>; 128],
    /// `[color]`
    hands: [Hand; 2],
    board_key: Key,
    side: Color,
    move_number: u32,
}

impl Position {
    /// The side to move.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// Number of the next move, counted from 1 as in SFEN.
    #[inline]
    pub fn move_number(&self) -> u32 {
        self.move_number
    }

    /// The piece on a square, if any.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board[square.index() & 127]
    }

    /// The pieces on the board and their squares, in order of the squares' numbers.
    #[inline]
    pub fn on_board(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.occupied().into_iter().filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// Calls `each` with every piece and its count: first the pieces on the board (count 1), in order of the squares' numbers, then the
    /// pieces in hand, by owner and kind.
    ///
    /// ```
    /// use komadai_core::Position;
    ///
    /// let pos: Position = "4k4/9/9/9/9/9/9/9/4K4 b 2P 1".parse()?;
    /// let mut counts = Vec::new();
    /// pos.visit_pieces(|placed, count| counts.push((placed.piece.to_string(), count)));
    /// assert_eq!(counts, [("k".to_owned(), 1), ("K".to_owned(), 1), ("P".to_owned(), 2)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn visit_pieces(&self, mut each: impl FnMut(Placed, u32)) {
        for (square, piece) in self.on_board() {
            each(Placed { piece, place: Place::Board(square) }, 1);
        }
        for color in Color::ALL {
            for (kind, count) in self.hand(color).iter() {
                each(Placed { piece: Piece::new(color, kind), place: Place::Hand }, count);
            }
        }
    }

    /// Pieces in hand of a player.
    #[inline]
    pub fn hand(&self, color: Color) -> Hand {
        self.hands[color.index()]
    }

    /// Gives a player this hand, and the opponent the rest of the pieces in both hands. If the two hands together lack a piece of `hand`,
    /// changes nothing and returns `false`.
    ///
    /// ```
    /// use komadai_core::{Color, Hand, PieceKind, Position};
    ///
    /// let mut pos: Position = "4k4/9/9/9/9/9/9/9/4K4 b Gs 1".parse()?;
    /// let silver = Hand::EMPTY.with(PieceKind::Silver, 1).ok_or("one silver")?;
    /// assert!(pos.divide_hands(Color::Black, silver));
    /// assert_eq!(pos.to_string(), "4k4/9/9/9/9/9/9/9/4K4 b Sg 1");
    /// assert!(!pos.divide_hands(Color::White, Hand::EMPTY.with(PieceKind::Rook, 1).ok_or("one rook")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn divide_hands(&mut self, color: Color, hand: Hand) -> bool {
        let (one, other) = (self.hand(color), self.hand(!color));
        let rest = PieceKind::HAND.into_iter().try_fold(Hand::EMPTY, |rest, kind| {
            let both = one.count(kind) + other.count(kind);
            rest.with(kind, both.checked_sub(hand.count(kind))?)
        });
        if let Some(rest) = rest {
            self.hands[color.index()] = hand;
            self.hands[(!color).index()] = rest;
        }
        rest.is_some()
    }

    /// Squares of a player's pieces.
    #[inline]
    pub fn of_color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// Squares of the pieces of a kind, both players'.
    #[inline]
    pub fn of_kind(&self, kind: PieceKind) -> Bitboard {
        self.kinds[kind.code() & 15]
    }

    /// Squares of a player's pieces of a kind.
    #[inline]
    pub fn of(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.of_color(color) & self.of_kind(kind)
    }

    /// Squares of golds and of promoted pieces that move like a gold, both players'.
    #[inline]
    pub fn golds(&self) -> Bitboard {
        self.of_kind(PieceKind::Gold)
            | self.of_kind(PieceKind::ProPawn)
            | self.of_kind(PieceKind::ProLance)
            | self.of_kind(PieceKind::ProKnight)
            | self.of_kind(PieceKind::ProSilver)
    }

    /// Squares of lances, bishops, rooks, horses and dragons, both players'.
    #[inline]
    pub fn sliders(&self) -> Bitboard {
        self.of_kind(PieceKind::Lance)
            | self.of_kind(PieceKind::Bishop)
            | self.of_kind(PieceKind::Rook)
            | self.of_kind(PieceKind::Horse)
            | self.of_kind(PieceKind::Dragon)
    }

    /// Squares with a piece.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// Square of a player's king; `None` if it is missing, as in mate problems.
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.of(color, PieceKind::King).first()
    }

    /// Key of the pieces on the board and the side to move.
    #[inline]
    pub fn board_key(&self) -> Key {
        self.board_key
    }

    /// Key of the pieces in hand.
    #[inline]
    pub fn hands_key(&self) -> Key {
        zobrist::hands_key(self.hands[0], self.hands[1])
    }

    /// Key of board, hands and side to move; the move number is ignored.
    #[inline]
    pub fn key(&self) -> Key {
        self.board_key() ^ self.hands_key()
    }

    /// Whether board, hands and side to move are the same; the move number is ignored.
    pub fn same_position(&self, other: &Position) -> bool {
        self.side == other.side && self.hands == other.hands && self.board == other.board
    }

    /// The position after some moves, played **without checking them** as by [`Position::do_move`].
    pub fn after(&self, moves: impl IntoIterator<Item = Move>) -> Position {
        let mut pos = self.clone();
        for mv in moves {
            pos.do_move(mv);
        }
        pos
    }
}
