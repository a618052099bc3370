//! The checker's board: a mailbox of 11 × 11 cells, file by file, with a wall all round.
//!
//! ```text
//! cell = file × 11 + rank        files and ranks 1 to 9; 0 and 10 are wall
//! ```
//!
//! This file has the cells, the moves as certificates write them, and how a move changes the board. [`rules`](super::rules) says what is
//! legal.

/// Nothing on a cell.
pub(super) const EMPTY: u8 = 0;
/// Beyond the edge.
pub(super) const WALL: u8 = 0xff;
/// Kinds 1–7 can be held in hand; 9–14 are kinds 1–6 promoted.
pub(super) const PAWN: u8 = 1;
pub(super) const LANCE: u8 = 2;
pub(super) const KNIGHT: u8 = 3;
pub(super) const ROOK: u8 = 6;
pub(super) const KING: u8 = 8;
/// Added to a kind when it promotes.
pub(super) const PROMOTED: u8 = 8;
/// Added to the kind of White's pieces.
pub(super) const WHITE: u8 = 16;

/// Letters of kinds 1–8 in SFEN.
pub(super) const LETTERS: &[u8; 8] = b"PLNSBRGK";
/// How many of kinds 1–7 a set has.
pub(super) const SET: [u8; 7] = [18, 4, 4, 4, 2, 2, 4];

/// A move as certificates write it: 16 bits, see the format.
pub(super) type Code = u16;

/// Pieces in hand of one player: `[kind − 1]`.
pub(super) type Hand = [u8; 7];

/// All squares of a board, packed: five bits a square, twelve squares a word.
pub(super) type Packed = [u64; 7];

/// A position. `side` is 0 for Black and 1 for White.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Board {
    pub(super) cells: [u8; 121],
    /// `[side]`
    pub(super) hands: [Hand; 2],
    /// Who moves next.
    pub(super) side: usize,
    /// `[side]`: the cell of the king, if there is one.
    pub(super) kings: [Option<usize>; 2],
}

/// What a move changed: the piece that moved (before promotion) and what stood on its target.
#[derive(Clone, Copy, Debug)]
pub(super) struct Undo {
    moved: u8,
    captured: u8,
}

pub(super) const fn kind(piece: u8) -> u8 {
    piece & 15
}

pub(super) const fn owner(piece: u8) -> usize {
    (piece >> 4 & 1) as usize
}

pub(super) const fn is_piece(cell: u8) -> bool {
    cell != EMPTY && cell != WALL
}

pub(super) const fn cell_of(square: u16) -> usize {
    (square as usize / 9 + 1) * 11 + square as usize % 9 + 1
}

pub(super) const fn square_of(cell: usize) -> u16 {
    ((cell / 11 - 1) * 9 + cell % 11 - 1) as u16
}

pub(super) fn board_move(from: usize, to: usize, promotes: bool) -> Code {
    square_of(to) | square_of(from) << 7 | u16::from(promotes) << 14
}

pub(super) fn drop_move(kind: u8, to: usize) -> Code {
    square_of(to) | (80 + u16::from(kind)) << 7
}

/// A move taken apart.
pub(super) enum Parts {
    Board { from: usize, to: usize, promotes: bool },
    Drop { kind: u8, to: usize },
}

pub(super) fn parts(code: Code) -> Option<Parts> {
    let (to, from, promotes) = (code & 127, code >> 7 & 127, code >> 14 & 1 == 1);
    if code >> 15 != 0 || to > 80 {
        return None;
    }
    let to = cell_of(to);
    match from {
        0..=80 => Some(Parts::Board { from: cell_of(from), to, promotes }),
        81..=87 if !promotes => Some(Parts::Drop { kind: (from - 80) as u8, to }),
        _ => None,
    }
}

/// A move in USI notation: `7g7f`, `2b3c+`, `P*5e`.
pub(super) fn name(code: Code) -> String {
    let square = |cell: usize| format!("{}{}", cell / 11, char::from(b'a' + (cell % 11) as u8 - 1));
    match parts(code) {
        Some(Parts::Board { from, to, promotes }) => {
            format!("{}{}{}", square(from), square(to), if promotes { "+" } else { "" })
        }
        Some(Parts::Drop { kind, to }) => {
            format!("{}*{}", char::from(LETTERS[kind as usize - 1]), square(to))
        }
        None => format!("{code:#06x}"),
    }
}

impl Board {
    /// The squares, without hands and side.
    pub(super) fn packed(&self) -> Packed {
        let mut packed = [0; 7];
        for square in 0..81 {
            let cell = self.cells[cell_of(square)];
            packed[usize::from(square) / 12] |= u64::from(cell) << (u32::from(square) % 12 * 5);
        }
        packed
    }

    /// What is on a cell; wall where there is no such cell.
    pub(super) fn at(&self, cell: i16) -> u8 {
        usize::try_from(cell).ok().and_then(|cell| self.cells.get(cell)).copied().unwrap_or(WALL)
    }

    /// Plays a move that [`Board::is_legal`] allows, or one that is to be tried.
    pub(super) fn play(&mut self, code: Code) -> Undo {
        let side = self.side;
        self.side = 1 - side;
        match parts(code) {
            Some(Parts::Board { from, to, promotes }) => {
                let (moved, captured) = (self.cells[from], self.cells[to]);
                self.cells[from] = EMPTY;
                self.cells[to] = if promotes { moved + PROMOTED } else { moved };
                if kind(moved) == KING {
                    self.kings[side] = Some(to);
                }
                if captured != EMPTY && kind(captured) != KING {
                    self.hands[side][usize::from(kind(captured) & 7) - 1] += 1;
                }
                Undo { moved, captured }
            }
            Some(Parts::Drop { kind, to }) => {
                self.hands[side][usize::from(kind) - 1] -= 1;
                self.cells[to] = kind + if side == 0 { 0 } else { WHITE };
                Undo { moved: EMPTY, captured: EMPTY }
            }
            None => Undo { moved: EMPTY, captured: EMPTY },
        }
    }

    /// Takes a move back.
    pub(super) fn take_back(&mut self, code: Code, undo: Undo) {
        let side = 1 - self.side;
        self.side = side;
        match parts(code) {
            Some(Parts::Board { from, to, .. }) => {
                self.cells[from] = undo.moved;
                self.cells[to] = undo.captured;
                if kind(undo.moved) == KING {
                    self.kings[side] = Some(from);
                }
                if undo.captured != EMPTY && kind(undo.captured) != KING {
                    self.hands[side][usize::from(kind(undo.captured) & 7) - 1] -= 1;
                }
            }
            Some(Parts::Drop { kind, to }) => {
                self.hands[side][usize::from(kind) - 1] += 1;
                self.cells[to] = EMPTY;
            }
            None => {}
        }
    }
}
