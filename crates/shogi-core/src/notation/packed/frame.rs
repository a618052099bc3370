//! The layout of 256 bits that both packed formats share: side to move, kings, squares, hands.

use super::PackedError;
use super::codes::{Code, Codes, HELD, Held};
use crate::{Color, Hand, Piece, PieceKind, Position, Setup, Square};

/// Length of a packed position: 32 bytes.
pub const POSITION_LEN: usize = 32;

const BITS: usize = 8 * POSITION_LEN;

/// Packs a position without its move number.
pub(super) fn pack(pos: &Position, codes: &Codes) -> Result<[u8; POSITION_LEN], PackedError> {
    let mut bits = Filler { bytes: [0; POSITION_LEN], at: 0 };
    let setup = Setup::from(pos);
    // Readers check this as well, since bytes that are no position seldom pass.
    setup.check_regular().map_err(PackedError::Setup)?;
    bits.push(Code { bits: pos.side_to_move() as u8, len: 1 });
    for color in Color::ALL {
        let king = pos.king(color).ok_or(PackedError::NoKing(color))?;
        bits.push(Code { bits: king.index() as u8, len: 7 });
    }
    for piece in setup.board {
        match piece {
            None => bits.push(Code::EMPTY),
            Some(piece) if piece.kind() == PieceKind::King => {}
            Some(piece) => bits.push(codes.board[piece.color().index()][piece.kind().index()]),
        }
    }
    for color in Color::ALL {
        for (index, kind) in HELD.into_iter().enumerate() {
            for _ in 0..pos.hand(color).count(kind) {
                bits.push(codes.hand[color.index()][index]);
            }
        }
    }
    for (index, kind) in HELD.into_iter().enumerate() {
        for _ in setup.total(kind)..Hand::limit(kind) {
            bits.push(codes.absent[index]);
        }
    }
    debug_assert_eq!(bits.at, BITS, "a set of pieces fills the format");
    Ok(bits.bytes)
}

/// Unpacks a position and gives it this move number (0 counts as 1).
pub(super) fn unpack(
    bytes: &[u8; POSITION_LEN],
    codes: &Codes,
    move_number: u16,
) -> Result<Position, PackedError> {
    let mut bits = Bits { bytes, at: 0 };
    let mut setup = Setup::empty();
    setup.move_number = u32::from(move_number.max(1));
    setup.side_to_move = if bits.number(1) == 1 { Color::White } else { Color::Black };
    for color in Color::ALL {
        let number = bits.number(7);
        let square = Square::from_index(number.into()).ok_or(PackedError::KingSquare(color, number))?;
        if setup.board[square.index()].is_some() {
            return Err(PackedError::KingsMeet(square));
        }
        setup.board[square.index()] = Some(Piece::new(color, PieceKind::King));
    }
    for square in &mut setup.board {
        if square.is_none() {
            let (piece, len) = codes.squares[bits.next()];
            bits.skip(len)?;
            *square = piece;
        }
    }
    let mut absent = [0; HELD.len()];
    while bits.at < BITS {
        let (held, len) = codes.held[bits.next()].ok_or(PackedError::HeldCode(bits.at))?;
        bits.skip(len)?;
        match held {
            Held::Hand(color, kind) => {
                let hand = &mut setup.hands[color.index()];
                let full = PackedError::HandFull(kind, Hand::limit(kind));
                *hand = hand.with(kind, hand.count(kind) + 1).ok_or(full)?;
            }
            Held::Absent(kind) => absent[kind as usize - 1] += 1,
        }
    }
    for kind in HELD {
        let (found, limit) = (setup.total(kind) + absent[kind as usize - 1], Hand::limit(kind));
        if found != limit {
            return Err(PackedError::Count(kind, found, limit));
        }
    }
    Position::new(&setup).map_err(PackedError::Setup)
}

/// Bits of a position, lowest of the first byte first.
struct Bits<'a> {
    bytes: &'a [u8; POSITION_LEN],
    at: usize,
}

impl Bits<'_> {
    /// The next eight bits, zeros beyond the last one.
    fn next(&self) -> usize {
        let byte = |index: usize| u16::from(self.bytes.get(index).copied().unwrap_or(0));
        let two = byte(self.at / 8) | byte(self.at / 8 + 1) << 8;
        usize::from((two >> (self.at % 8)) as u8)
    }

    /// Moves past a code.
    fn skip(&mut self, len: u8) -> Result<(), PackedError> {
        let start = self.at;
        self.at += usize::from(len);
        if self.at > BITS { Err(PackedError::Truncated(start)) } else { Ok(()) }
    }

    /// A number of `len` bits, fewer than eight, near the beginning.
    fn number(&mut self, len: u8) -> u8 {
        let number = self.next() as u8 & ((1 << len) - 1);
        self.at += usize::from(len);
        number
    }
}

/// Bits of a position being written.
struct Filler {
    bytes: [u8; POSITION_LEN],
    at: usize,
}

impl Filler {
    /// Appends a code. A set of pieces never exceeds the last bit; bits beyond it are dropped.
    fn push(&mut self, code: Code) {
        let two = u16::from(code.bits) << (self.at % 8);
        for (byte, part) in self.bytes.iter_mut().skip(self.at / 8).zip(two.to_le_bytes()) {
            *byte |= part;
        }
        self.at += usize::from(code.len);
    }
}
