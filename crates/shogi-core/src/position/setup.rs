//! Arrangements of pieces, and the check that turns one into a valid position.

use super::Position;
use crate::bitboard::Bitboard;
use crate::zobrist::{piece_key, side_key};
use crate::{Color, Hand, Piece, PieceKind, Square};

/// Arrangement of pieces that may break the rules: a reader fills it in and [`Position::new`] checks it.
///
/// ```
/// use komadai_core::{Color, Piece, PieceKind, Position, Setup, SetupError, Square};
///
/// let mut setup = Setup::empty();
/// for (square, color) in [("5i", Color::Black), ("5a", Color::White)] {
///     let square: Square = square.parse()?;
///     setup.board[square.index()] = Some(Piece::new(color, PieceKind::King));
/// }
/// assert_eq!(Position::new(&setup)?.to_string(), "4k4/9/9/9/9/9/9/9/4K4 b - 1");
/// setup.move_number = 0;
/// assert_eq!(Position::new(&setup), Err(SetupError::MoveNumber));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// `[square]`
    pub board: [Option<Piece>; Square::COUNT],
    /// `[color]`
    pub hands: [Hand; 2],
    /// The side to move.
    pub side_to_move: Color,
    /// Number of the next move, 1 to 4,000,000,000.
    pub move_number: u32,
}

/// Rule that an arrangement breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// A player has two kings or more.
    #[error("{0:?} has {1} kings, expected at most one")]
    Kings(Color, u32),
    /// More pieces of a kind than a set has, board and hands together.
    #[error("{1} pieces of kind {0:?} on the board and in hand, a set has {2}")]
    TooMany(PieceKind, u32, u32),
    /// Two unpromoted pawns of one player on a file (二歩).
    #[error("{0:?} has two unpromoted pawns on file {1}")]
    TwoPawns(Color, u8),
    /// A pawn, lance or knight that can never move (行き所のない駒).
    #[error("the {0:?} on {1} can never move")]
    DeadPiece(PieceKind, Square),
    /// The side to move could take the king.
    #[error("{0:?} to move could take the king: the other side is in check and not to move")]
    KingCapturable(Color),
    /// The number of the next move is 0 or above 4,000,000,000.
    #[error("the number of the next move is out of range, expected 1 to 4000000000")]
    MoveNumber,
}

impl Setup {
    /// The largest move number of a new position; the longest games have some hundreds of moves. Moves may be played beyond it.
    pub const LAST_MOVE_NUMBER: u32 = 4_000_000_000;

    /// The empty board and empty hands, Black to move.
    pub const fn empty() -> Setup {
        Setup {
            board: [None; Square::COUNT],
            hands: [Hand::EMPTY; 2],
            side_to_move: Color::Black,
            move_number: 1,
        }
    }

    /// The start position of an even game.
    pub fn startpos() -> Setup {
        use PieceKind::{Bishop, Gold, King, Knight, Lance, Pawn, Rook, Silver};
        let mut setup = Setup::empty();
        let mut put = |file, rank, kind| {
            if let Some(square) = Square::new(file, rank) {
                setup.board[square.index()] = Some(Piece::new(Color::Black, kind));
                setup.board[square.turned().index()] = Some(Piece::new(Color::White, kind));
            }
        };
        for (file, kind) in (1..).zip([Lance, Knight, Silver, Gold, King, Gold, Silver, Knight, Lance]) {
            put(file, 9, kind);
            put(file, 7, Pawn);
        }
        put(2, 8, Rook);
        put(8, 8, Bishop);
        setup
    }

    /// The arrangement as the other player sees it: board turned, owners, hands and the side to move exchanged.
    #[must_use]
    pub fn turned(&self) -> Setup {
        let turned =
            |square: usize| self.board[80 - square].map(|piece| Piece::new(!piece.color(), piece.kind()));
        let [black, white] = self.hands;
        Setup {
            board: core::array::from_fn(turned),
            hands: [white, black],
            side_to_move: !self.side_to_move,
            move_number: self.move_number,
        }
    }

    /// The arrangement with left and right exchanged; by the rules its value is the same.
    #[must_use]
    pub fn mirrored(&self) -> Setup {
        // Reverses the order of the files, nine squares each.
        let mut board = self.board;
        board.reverse();
        board.chunks_exact_mut(9).for_each(<[_]>::reverse);
        Setup { board, ..self.clone() }
    }

    /// Number of pieces of a kind on the board and in hand, plain and promoted together.
    pub fn total(&self, kind: PieceKind) -> u32 {
        let plain = kind.unpromoted();
        let on_board =
            self.board.iter().flatten().filter(|piece| piece.kind().unpromoted() == plain).count() as u32;
        on_board + self.hands[0].count(plain) + self.hands[1].count(plain)
    }

    /// Gives a player every piece, except kings, that is neither on the board nor in a hand.
    pub fn hold_rest(&mut self, color: Color) {
        for kind in PieceKind::HAND {
            let left = Hand::limit(kind).saturating_sub(self.total(kind));
            let hand = &mut self.hands[color.index()];
            *hand = hand.with(kind, hand.count(kind) + left).unwrap_or(*hand);
        }
    }

    /// Checks what no position can have: too many pieces of a kind, a second king, a move number out of range.
    fn check_set(&self) -> Result<(), SetupError> {
        for kind in PieceKind::HAND {
            let (total, limit) = (self.total(kind), Hand::limit(kind));
            if total > limit {
                return Err(SetupError::TooMany(kind, total, limit));
            }
        }
        for color in Color::ALL {
            let king = Piece::new(color, PieceKind::King);
            let kings = self.board.iter().filter(|&&piece| piece == Some(king)).count() as u32;
            if kings > 1 {
                return Err(SetupError::Kings(color, kings));
            }
        }
        if (1..=Setup::LAST_MOVE_NUMBER).contains(&self.move_number) {
            Ok(())
        } else {
            Err(SetupError::MoveNumber)
        }
    }

    /// Checks for what no game can lead to: two pawns on a file, a piece that can never move.
    ///
    /// # Errors
    ///
    /// [`SetupError::TwoPawns`] or [`SetupError::DeadPiece`], the first one found.
    pub fn check_regular(&self) -> Result<(), SetupError> {
        for color in Color::ALL {
            let mut pawns = [0; 10];
            for square in Square::all() {
                let Some(piece) = self.board[square.index()].filter(|piece| piece.color() == color) else {
                    continue;
                };
                if !piece.kind().may_stand_on(square.seen_by(color).rank()) {
                    return Err(SetupError::DeadPiece(piece.kind(), square));
                }
                if piece.kind() == PieceKind::Pawn {
                    pawns[square.file() as usize] += 1;
                }
            }
            if let Some(file) = pawns.iter().position(|&n| n > 1) {
                return Err(SetupError::TwoPawns(color, file as u8));
            }
        }
        Ok(())
    }
}

impl Default for Setup {
    fn default() -> Self {
        Self::empty()
    }
}

impl From<&Position> for Setup {
    fn from(pos: &Position) -> Setup {
        Setup {
            board: core::array::from_fn(|i| pos.board[i]),
            hands: pos.hands,
            side_to_move: pos.side,
            move_number: pos.move_number,
        }
    }
}

impl Position {
    /// The start position of an even game.
    pub fn startpos() -> Position {
        Position::new(&Setup::startpos()).expect("the start position is valid")
    }

    /// Checks an arrangement and makes a position from it. Either king may be missing, as in mate problems.
    ///
    /// # Errors
    ///
    /// The first [`SetupError`] found.
    pub fn new(setup: &Setup) -> Result<Position, SetupError> {
        setup.check_regular()?;
        Position::new_irregular(setup)
    }

    /// [`Position::new`] without [`Setup::check_regular`]: a few composed problems begin with two pawns on a file or with pieces that can
    /// never move. Moves from there obey all rules. Readers of game records use this function; the reader of plain SFEN does not, since
    /// such a board is nearly always a mistake there.
    ///
    /// # Errors
    ///
    /// Any other [`SetupError`].
    pub fn new_irregular(setup: &Setup) -> Result<Position, SetupError> {
        setup.check_set()?;
        let mut pos = Position {
            kinds: [Bitboard::EMPTY; 16],
            colors: [Bitboard::EMPTY; 2],
            board: [None; 128],
            hands: setup.hands,
            board_key: side_key(setup.side_to_move),
            side: setup.side_to_move,
            move_number: setup.move_number,
        };
        for square in Square::all() {
            if let Some(piece) = setup.board[square.index()] {
                pos.board[square.index()] = Some(piece);
                pos.kinds[piece.kind().code()].insert(square);
                pos.colors[piece.color().index()].insert(square);
                pos.board_key ^= piece_key(piece, square);
            }
        }
        match pos.king(!pos.side) {
            Some(king) if !pos.attackers(pos.side, king, pos.occupied()).is_empty() => {
                Err(SetupError::KingCapturable(pos.side))
            }
            _ => Ok(pos),
        }
    }

    /// The same position with keys and sets computed from its pieces, for tests of incremental updates.
    ///
    /// # Panics
    ///
    /// After a pass in check or an illegal move, and beyond move 4,000,000,000.
    pub fn refreshed(&self) -> Position {
        Position::new_irregular(&Setup::from(self)).expect("a position is valid")
    }
}

impl Default for Position {
    fn default() -> Self {
        Self::startpos()
    }
}
