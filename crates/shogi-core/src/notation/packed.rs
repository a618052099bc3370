//! Packed positions of 256 bits and training records of 40 bytes, the common format of training data.
//!
//! A position takes 256 bits ("packed sfen"): the side to move, the squares of both kings, then every square and
//! every piece in hand by a code that is short for what is frequent. The codes are chosen so that a complete set
//! of pieces fills exactly 256 bits, wherever the pieces are. Therefore the format holds only complete sets: both kings
//! and all 38 other pieces.
//!
//! ```text
//! bits, lowest of the first byte first
//!   1   side to move, 0 Black
//!   7   square of Black's king, 7 of White's (numbers as in `Square`)
//!       squares 1a, 1b, … 9i without the kings':
//!         empty   0
//!         pawn    10          lance   1100        knight  1101        silver  1110
//!         gold    11110       bishop  111110      rook    111111
//!         and for a piece: promoted? (not for gold), White's?
//!       pieces in hand, Black's first: the same without the first bit, until bit 256
//! ```
//!
//! A record adds a value, a move, the ply and the result: 40 bytes, little-endian.
//!
//! ```text
//! byte  0 … 31     32 33    34 35   36 37   38       39
//!       position   score    move    ply     result   0
//! ```

use crate::position::SetupError;
use crate::{Color, Hand, Move, Piece, PieceKind, Position, Setup, Square};

/// Length of a packed position: 32 bytes.
pub const POSITION_LEN: usize = 32;
/// Length of a training record: 40 bytes.
pub const RECORD_LEN: usize = 40;

/// Order of a player's pieces in hand as other writers have it; a reader takes any.
const HAND_ORDER: [PieceKind; 7] = [
    PieceKind::Pawn,
    PieceKind::Lance,
    PieceKind::Knight,
    PieceKind::Silver,
    PieceKind::Gold,
    PieceKind::Bishop,
    PieceKind::Rook,
];

const BITS: usize = 8 * POSITION_LEN;

/// Position in 256 bits. Any bytes can be put in; [`PackedPosition::unpack`] checks them.
///
/// ```
/// use komadai_core::Position;
/// use komadai_core::notation::packed::PackedPosition;
///
/// let packed = PackedPosition::pack(&Position::startpos())?;
/// assert_eq!(packed.unpack(1)?, Position::startpos());
/// // A complete set is needed.
/// let tsume: Position = "8k/9/7+R1/9/9/9/9/9/9 b P 1".parse()?;
/// assert!(PackedPosition::pack(&tsume).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PackedPosition(pub [u8; POSITION_LEN]);

/// Result of the game for the side to move of the record's position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordResult {
    /// Lost (-1).
    Loss = -1,
    /// Neither (0).
    Draw = 0,
    /// Won (1).
    Win = 1,
}

/// Training record of 40 bytes: a position, its value, the move, the ply and the result of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Record {
    /// The position.
    pub position: PackedPosition,
    /// Value for the side to move; the unit is the writer's, usually centipawns.
    pub score: i16,
    /// The move that was found or played; `None` where the writer had none. It need not be legal.
    pub mv: Option<Move>,
    /// Number of the next move, from 1; some writers count from 0.
    pub ply: u16,
    /// Who won.
    pub result: RecordResult,
}

/// Why a position or a record cannot be packed or unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PackedError {
    /// A player has no king; the format has no room for that.
    #[error("{0:?} has no king, a packed position needs both")]
    NoKing(Color),
    /// Pieces are missing; the format holds only complete sets.
    #[error("{1} pieces of kind {0:?} on the board and in hand, a packed position needs {2}")]
    Missing(PieceKind, u32, u32),
    /// A king's square is off the board.
    #[error("packed position: the king of {0:?} is on square number {1}, expected 0-80")]
    KingSquare(Color, u8),
    /// Both kings are on one square.
    #[error("packed position: both kings are on {0}")]
    KingsMeet(Square),
    /// The code of a piece goes on beyond the last bit.
    #[error("packed position: the code at bit {0} goes on beyond bit 256")]
    Truncated(usize),
    /// A piece in hand is marked as promoted: a set of pieces that is not complete.
    #[error("packed position: promoted {0:?} in hand at bit {1}, expected a plain piece")]
    PromotedInHand(PieceKind, usize),
    /// More pieces of a kind in hand than a set has.
    #[error("packed position: more than {1} pieces of kind {0:?} in hand")]
    HandFull(PieceKind, u32),
    /// The pieces are no valid position.
    #[error("packed position: {0}")]
    Setup(#[from] SetupError),
    /// A move of no meaning.
    #[error("packed record: {0:#06x} stands for no move")]
    Move(u16),
    /// A result other than -1, 0 and 1.
    #[error("packed record: result {0}, expected -1, 0 or 1")]
    Result(i8),
    /// A record of another length than 40 bytes.
    #[error("packed record: {0} bytes, expected 40")]
    Length(usize),
}

/// Code and its length; bits from the lowest. The first bit says "not empty" and is left out in hand.
const fn code(kind: PieceKind) -> (u8, u32) {
    match kind.unpromoted() {
        PieceKind::Pawn => (0b01, 2),
        PieceKind::Lance => (0b0011, 4),
        PieceKind::Knight => (0b1011, 4),
        PieceKind::Silver => (0b0111, 4),
        PieceKind::Gold => (0b01111, 5),
        PieceKind::Bishop => (0b01_1111, 6),
        _ => (0b11_1111, 6),
    }
}

/// Bits of a position, lowest of the first byte first.
struct Bits<'a> {
    bytes: &'a [u8; POSITION_LEN],
    at: usize,
}

impl Bits<'_> {
    fn bit(&mut self) -> Option<bool> {
        let byte = self.bytes.get(self.at / 8)?;
        let bit = byte >> (self.at % 8) & 1;
        self.at += 1;
        Some(bit == 1)
    }

    fn number(&mut self, count: u32) -> Option<u8> {
        let mut number = 0;
        for i in 0..count {
            number |= u8::from(self.bit()?) << i;
        }
        Some(number)
    }

    /// The rest of a piece after its first bit.
    fn piece(&mut self) -> Option<Piece> {
        let kind = if self.bit()? {
            match (self.bit()?, self.bit()?) {
                (false, false) => PieceKind::Lance,
                (false, true) => PieceKind::Knight,
                (true, false) => PieceKind::Silver,
                (true, true) if !self.bit()? => PieceKind::Gold,
                (true, true) if !self.bit()? => PieceKind::Bishop,
                (true, true) => PieceKind::Rook,
            }
        } else {
            PieceKind::Pawn
        };
        let promoted = if kind.can_promote() && self.bit()? { kind.promoted() } else { None };
        let color = if self.bit()? { Color::White } else { Color::Black };
        Some(Piece::new(color, promoted.unwrap_or(kind)))
    }
}

/// The same, being filled.
struct Filler {
    bytes: [u8; POSITION_LEN],
    at: usize,
}

impl Filler {
    /// A complete set never goes beyond the last bit; what would is dropped.
    fn push(&mut self, number: u8, count: u32) {
        for i in 0..count {
            if let Some(byte) = self.bytes.get_mut(self.at / 8) {
                *byte |= (number >> i & 1) << (self.at % 8);
            }
            self.at += 1;
        }
    }

    /// A piece without the first `skip` bits of its code.
    fn piece(&mut self, piece: Piece, skip: u32) {
        let (code, count) = code(piece.kind());
        self.push(code >> skip, count - skip);
        if piece.kind().unpromoted().can_promote() {
            self.push(u8::from(piece.kind().is_promoted()), 1);
        }
        self.push(piece.color() as u8, 1);
    }
}

impl PackedPosition {
    /// Packs a position; the number of the move is not part of it.
    ///
    /// # Errors
    ///
    /// [`PackedError::NoKing`] and [`PackedError::Missing`]: the set of pieces is not complete.
    pub fn pack(pos: &Position) -> Result<PackedPosition, PackedError> {
        let mut bits = Filler { bytes: [0; POSITION_LEN], at: 0 };
        let setup = Setup::from(pos);
        complete(&setup)?;
        bits.push(pos.side_to_move() as u8, 1);
        for color in Color::ALL {
            let king = pos.king(color).ok_or(PackedError::NoKing(color))?;
            bits.push(king.index() as u8, 7);
        }
        for piece in setup.board {
            match piece {
                None => bits.push(0, 1),
                Some(piece) if piece.kind() == PieceKind::King => {}
                Some(piece) => bits.piece(piece, 0),
            }
        }
        for color in Color::ALL {
            for kind in HAND_ORDER {
                for _ in 0..pos.hand(color).count(kind) {
                    bits.piece(Piece::new(color, kind), 1);
                }
            }
        }
        debug_assert_eq!(bits.at, BITS, "a complete set fills the format");
        Ok(PackedPosition(bits.bytes))
    }

    /// Unpacks a position and gives it the number of its next move (0 is taken as 1).
    ///
    /// # Errors
    ///
    /// Any [`PackedError`] but those of records: what is wrong and at which bit.
    pub fn unpack(&self, move_number: u16) -> Result<Position, PackedError> {
        let mut bits = Bits { bytes: &self.0, at: 0 };
        let mut setup = Setup::empty();
        setup.move_number = u32::from(move_number.max(1));
        let end = PackedError::Truncated(0);
        setup.side_to_move = if bits.bit().ok_or(end)? { Color::White } else { Color::Black };
        for color in Color::ALL {
            let number = bits.number(7).ok_or(end)?;
            let square = Square::from_index(number.into()).ok_or(PackedError::KingSquare(color, number))?;
            if setup.board[square.index()].is_some() {
                return Err(PackedError::KingsMeet(square));
            }
            setup.board[square.index()] = Some(Piece::new(color, PieceKind::King));
        }
        for square in Square::all() {
            if setup.board[square.index()].is_some() {
                continue;
            }
            let start = bits.at;
            let end = PackedError::Truncated(start);
            if bits.bit().ok_or(end)? {
                setup.board[square.index()] = Some(bits.piece().ok_or(end)?);
            }
        }
        while bits.at < BITS {
            let start = bits.at;
            let piece = bits.piece().ok_or(PackedError::Truncated(start))?;
            let (kind, hand) = (piece.kind(), &mut setup.hands[piece.color().index()]);
            if kind.is_promoted() {
                return Err(PackedError::PromotedInHand(kind.unpromoted(), start));
            }
            let full = PackedError::HandFull(kind, Hand::limit(kind));
            *hand = hand.with(kind, hand.count(kind) + 1).ok_or(full)?;
        }
        complete(&setup)?;
        Ok(Position::new(&setup)?)
    }
}

fn complete(setup: &Setup) -> Result<(), PackedError> {
    for kind in PieceKind::HAND {
        let (total, limit) = (setup.total(kind), Hand::limit(kind));
        if total < limit {
            return Err(PackedError::Missing(kind, total, limit));
        }
    }
    Ok(())
}

const DROP: u16 = 1 << 14;
const PROMOTION: u16 = 1 << 15;

/// A move in the records' 16 bits: target (7 bits), origin or kind dropped (7), drop, promotion. 0 is no move.
pub fn pack_move(mv: Option<Move>) -> u16 {
    let Some(mv) = mv else { return 0 };
    let to = mv.to().index() as u16;
    match (mv.from(), mv.dropped()) {
        (Some(from), _) => to | (from.index() as u16) << 7 | if mv.is_promotion() { PROMOTION } else { 0 },
        (None, kind) => to | (kind.map_or(0, PieceKind::code) as u16) << 7 | DROP,
    }
}

/// A move from the records' 16 bits; `None` for 0. It need not be legal anywhere.
///
/// # Errors
///
/// [`PackedError::Move`]: a square off the board, a drop of no kind, a drop that promotes, a move to its origin.
pub fn unpack_move(bits: u16) -> Result<Option<Move>, PackedError> {
    if bits == 0 {
        return Ok(None);
    }
    let (to, from) = (usize::from(bits & 127), usize::from(bits >> 7 & 127));
    let mv = Square::from_index(to).and_then(|to| match (bits & DROP != 0, bits & PROMOTION != 0) {
        (true, true) => None,
        (true, false) => {
            PieceKind::from_code(from).filter(|kind| kind.code() <= 7).and_then(|kind| Move::drop(kind, to))
        }
        (false, promotes) => Square::from_index(from)
            .filter(|&from| from != to)
            .map(|from| if promotes { Move::promoting(from, to) } else { Move::normal(from, to) }),
    });
    mv.map(Some).ok_or(PackedError::Move(bits))
}

impl Record {
    /// The record's 40 bytes.
    pub fn to_bytes(&self) -> [u8; RECORD_LEN] {
        let mut bytes = [0; RECORD_LEN];
        bytes[..32].copy_from_slice(&self.position.0);
        bytes[32..34].copy_from_slice(&self.score.to_le_bytes());
        bytes[34..36].copy_from_slice(&pack_move(self.mv).to_le_bytes());
        bytes[36..38].copy_from_slice(&self.ply.to_le_bytes());
        bytes[38] = (self.result as i8).to_le_bytes()[0];
        bytes
    }

    /// Reads a record of exactly 40 bytes. The last one is ignored; writers put 0 there. The position is not
    /// looked into: unpack it where it is needed.
    ///
    /// # Errors
    ///
    /// [`PackedError::Length`], [`PackedError::Move`], [`PackedError::Result`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Record, PackedError> {
        let Ok(bytes): Result<&[u8; RECORD_LEN], _> = bytes.try_into() else {
            return Err(PackedError::Length(bytes.len()));
        };
        let word = |at: usize| [bytes[at], bytes[at + 1]];
        let mut position = [0; POSITION_LEN];
        position.copy_from_slice(&bytes[..32]);
        Ok(Record {
            position: PackedPosition(position),
            score: i16::from_le_bytes(word(32)),
            mv: unpack_move(u16::from_le_bytes(word(34)))?,
            ply: u16::from_le_bytes(word(36)),
            result: match i8::from_le_bytes([bytes[38]]) {
                -1 => RecordResult::Loss,
                0 => RecordResult::Draw,
                1 => RecordResult::Win,
                other => return Err(PackedError::Result(other)),
            },
        })
    }
}
