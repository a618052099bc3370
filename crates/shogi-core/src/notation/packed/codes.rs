//! Codes of pieces: where the two packed formats differ.
//!
//! Codes are written here as they stand in a position, first bit first. No code of a table begins with another one, so the next eight
//! bits identify it.

use crate::PieceKind::{self, Bishop, Gold, Knight, Lance, Pawn, Rook, Silver};
use crate::{Color, Piece};

/// Order in which other writers list a player's pieces in hand; readers accept any order.
pub(super) const HELD: [PieceKind; 7] = [Pawn, Lance, Knight, Silver, Gold, Bishop, Rook];

/// Codes of one format as text, by kind in the order of [`HELD`].
struct Words {
    /// Promotion and colour follow; gold has no promotion.
    board: [&'static str; 7],
    /// Whether the colour comes before the promotion.
    is_color_first: bool,
    /// The colour follows.
    hand: [&'static str; 7],
    /// Pieces that the position does not have.
    absent: [&'static str; 7],
}

/// psv, the packed sfen of `YaneuraOu`.
pub(super) static PSV: Codes = Codes::new(&Words {
    board: ["10", "1100", "1101", "1110", "11110", "111110", "111111"],
    is_color_first: false,
    hand: ["00", "1000", "1010", "1100", "1110", "111100", "111110"],
    absent: ["010", "10010", "10110", "11010", "11011", "1111010", "1111110"],
});

/// hcpe, the Huffman-coded position of Apery.
pub(super) static HCPE: Codes = Codes::new(&Words {
    board: ["10", "1100", "1110", "1101", "11110", "111110", "111111"],
    is_color_first: true,
    hand: ["00", "1000", "1100", "1010", "1110", "111110", "111111"],
    absent: ["010", "10010", "11010", "10110", "10111", "1111000", "1111010"],
});

/// Bits of a code, the first one lowest; at most 8.
#[derive(Clone, Copy)]
pub(super) struct Code {
    pub(super) bits: u8,
    pub(super) len: u8,
}

impl Code {
    /// The code of an empty square.
    pub(super) const EMPTY: Code = Code { bits: 0, len: 1 };

    const fn of(word: &str) -> Code {
        let word = word.as_bytes();
        let mut code = Code { bits: 0, len: 0 };
        while (code.len as usize) < word.len() {
            code = code.then(word[code.len as usize] - b'0');
        }
        code
    }

    const fn then(self, bit: u8) -> Code {
        Code { bits: self.bits | bit << self.len, len: self.len + 1 }
    }
}

/// Meaning of a code after the board.
#[derive(Clone, Copy)]
pub(super) enum Held {
    /// A piece in hand.
    Hand(Color, PieceKind),
    /// A piece that the position does not have.
    Absent(PieceKind),
}

/// All codes of a format, for writing and for reading.
pub(super) struct Codes {
    /// `[color][kind]`, kings aside.
    pub(super) board: [[Code; 14]; 2],
    /// `[color][HELD]`
    pub(super) hand: [[Code; 7]; 2],
    /// `[HELD]`
    pub(super) absent: [Code; 7],
    /// `[next eight bits]`: what stands on a square, and the length of its code.
    pub(super) squares: [(Option<Piece>, u8); 256],
    /// `[next eight bits]`: what comes after the board, and the length of its code; `None` for bits that are no code.
    pub(super) held: [Option<(Held, u8)>; 256],
}

impl Codes {
    const fn new(words: &Words) -> Codes {
        let mut codes = Codes {
            board: [[Code::EMPTY; 14]; 2],
            hand: [[Code::EMPTY; 7]; 2],
            absent: [Code::EMPTY; 7],
            squares: [(None, Code::EMPTY.len); 256],
            held: [None; 256],
        };
        let mut i = 0;
        while i < HELD.len() {
            let kind = HELD[i];
            codes.absent[i] = Code::of(words.absent[i]);
            codes.hold(codes.absent[i], Held::Absent(kind));
            let mut side = 0;
            while side < 2 {
                let (color, sign) = (Color::ALL[side], side as u8);
                codes.hand[side][i] = Code::of(words.hand[i]).then(sign);
                codes.hold(codes.hand[side][i], Held::Hand(color, kind));
                let code = Code::of(words.board[i]);
                match kind.promoted() {
                    None => codes.place(Piece::new(color, kind), code.then(sign)),
                    Some(promoted) if words.is_color_first => {
                        codes.place(Piece::new(color, kind), code.then(sign).then(0));
                        codes.place(Piece::new(color, promoted), code.then(sign).then(1));
                    }
                    Some(promoted) => {
                        codes.place(Piece::new(color, kind), code.then(0).then(sign));
                        codes.place(Piece::new(color, promoted), code.then(1).then(sign));
                    }
                }
                side += 1;
            }
            i += 1;
        }
        codes
    }

    const fn place(&mut self, piece: Piece, code: Code) {
        self.board[piece.color() as usize][piece.kind().index()] = code;
        let mut bits = code.bits as usize;
        while bits < 256 {
            self.squares[bits] = (Some(piece), code.len);
            bits += 1 << code.len;
        }
    }

    const fn hold(&mut self, code: Code, held: Held) {
        let mut bits = code.bits as usize;
        while bits < 256 {
            assert!(self.held[bits].is_none(), "two codes that begin alike");
            self.held[bits] = Some((held, code.len));
            bits += 1 << code.len;
        }
    }
}
