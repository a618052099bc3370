//! The start position of CSA: `PI`, ranks `P1` to `P9`, and single pieces `P+63FU00KI`, with `AL` for the rest.

use alloc::format;
use alloc::string::String;

use komadai_core::{Color, Piece, PieceKind, Position, Setup, Square};

use super::words::{KIND_NAMES, kind_of};
use crate::cursor::Cursor;
use crate::error::{At, RecordError};

/// Collects the lines of a start position.
#[derive(Debug, Default)]
pub(super) struct StartReader {
    setup: Setup,
    /// Whether any `P` line has come; without one the game is even.
    any: bool,
    /// Ranks that have come, bit 0 for `P1`.
    ranks: u16,
    side: Option<Color>,
    at: At,
}

/// Reads two digits as a square.
pub(super) fn take_square(cursor: &mut Cursor<'_>) -> Result<Square, RecordError> {
    let mut digit = || {
        let value = cursor.peek().and_then(|c| c.to_digit(10)).filter(|&d| d > 0);
        let value = value.ok_or_else(|| cursor.error("a digit 1-9 of a square"))?;
        cursor.next();
        Ok(value as u8)
    };
    let (file, rank) = (digit()?, digit()?);
    Ok(Square::new(file, rank).expect("two digits from 1 to 9"))
}

/// Reads the two letters of a piece.
pub(super) fn take_kind(cursor: &mut Cursor<'_>) -> Result<PieceKind, RecordError> {
    let here = cursor.clone();
    for _ in 0..2 {
        let letter = cursor.take(|c| c.is_ascii_uppercase());
        letter.ok_or_else(|| cursor.error("two letters of a piece such as FU"))?;
    }
    kind_of(here.up_to(cursor)).ok_or_else(|| here.error("a piece such as FU, KY, KE or TO"))
}

impl StartReader {
    /// Sets whose turn it is.
    pub(super) fn side(&mut self, side: Color, at: At) {
        self.side = Some(side);
        self.at = at;
    }

    /// The side of the first move, for records that do not say whose turn it is.
    pub(super) fn assume_side(&mut self, side: Color) {
        self.side.get_or_insert(side);
    }

    /// Reads a line that begins with `P`.
    pub(super) fn line(&mut self, mut cursor: Cursor<'_>) -> Result<(), RecordError> {
        self.at = cursor.at;
        cursor.next();
        let here = cursor.clone();
        match cursor.next() {
            Some('I') => self.even_game_without(&mut cursor)?,
            Some(c @ '1'..='9') => self.rank(c as u8 - b'0', &mut cursor)?,
            Some('+') => self.pieces(Color::Black, &mut cursor)?,
            Some('-') => self.pieces(Color::White, &mut cursor)?,
            _ => return Err(here.error("I, a rank 1-9, + or - after P")),
        }
        self.any = true;
        Ok(())
    }

    fn even_game_without(&mut self, cursor: &mut Cursor<'_>) -> Result<(), RecordError> {
        self.setup.board = Setup::startpos().board;
        while !cursor.is_at_end() {
            let here = cursor.clone();
            let square = take_square(cursor)?;
            let kind = take_kind(cursor)?;
            let slot = &mut self.setup.board[square.index()];
            if slot.is_none_or(|piece| piece.kind() != kind) {
                return Err(here.error("a piece of the even game to take off"));
            }
            *slot = None;
        }
        Ok(())
    }

    /// Nine fields of three characters, `+FU`, `-FU` or ` * `; the blank at the end of the line may be missing.
    fn rank(&mut self, rank: u8, cursor: &mut Cursor<'_>) -> Result<(), RecordError> {
        let bit = 1 << (rank - 1);
        if self.ranks & bit != 0 {
            return Err(cursor.error(format!("P{rank} once")));
        }
        self.ranks |= bit;
        for file in (1..=9).rev() {
            if cursor.take_word(" * ") || cursor.rest == " *" && cursor.take_word(" *") {
                continue;
            }
            let owner = match cursor.peek() {
                Some('+') => Color::Black,
                Some('-') => Color::White,
                _ => return Err(cursor.error("nine squares such as +FU or ' * '")),
            };
            let here = cursor.clone();
            cursor.next();
            let kind = take_kind(cursor)?;
            self.put(Square::new(file, rank), Piece::new(owner, kind), &here)?;
        }
        if cursor.is_at_end() { Ok(()) } else { Err(cursor.error("the end of the rank")) }
    }

    fn pieces(&mut self, color: Color, cursor: &mut Cursor<'_>) -> Result<(), RecordError> {
        while !cursor.is_at_end() {
            let here = cursor.clone();
            if cursor.take_word("00AL") {
                self.setup.hold_rest(color);
            } else if cursor.take_word("00") {
                let kind = take_kind(cursor)?;
                let hand = &mut self.setup.hands[color.index()];
                let held = hand.with(kind, hand.count(kind) + 1);
                *hand = held.ok_or_else(|| here.error("a piece that can be in hand"))?;
            } else {
                let square = take_square(cursor)?;
                let kind = take_kind(cursor)?;
                self.put(Some(square), Piece::new(color, kind), &here)?;
            }
        }
        Ok(())
    }

    /// Puts a piece on an empty square.
    fn put(&mut self, square: Option<Square>, piece: Piece, here: &Cursor<'_>) -> Result<(), RecordError> {
        let slot = square.and_then(|square| self.setup.board.get_mut(square.index()));
        match slot.filter(|slot| slot.is_none()) {
            Some(slot) => *slot = Some(piece),
            None => return Err(here.error("an empty square for this piece")),
        }
        Ok(())
    }

    /// The start position.
    pub(super) fn finish(&self) -> Result<Position, RecordError> {
        if !matches!(self.ranks, 0 | 0x1ff) {
            return Err(RecordError::text(self.at, "", "nine ranks, P1 to P9"));
        }
        let mut setup = if self.any { self.setup.clone() } else { Setup::startpos() };
        setup.side_to_move = self.side.unwrap_or(Color::Black);
        Position::new_irregular(&setup).map_err(|error| RecordError::Start { at: self.at, error })
    }
}

/// Writes a start position and whose turn it is.
pub(super) fn write(start: &Position, out: &mut String) {
    let sign = |color| if color == Color::Black { '+' } else { '-' };
    if Setup::from(start).board == Setup::startpos().board {
        *out += "PI\n";
    } else {
        for rank in 1..=9 {
            *out += &format!("P{rank}");
            for file in (1..=9).rev() {
                match Square::new(file, rank).and_then(|square| start.piece_at(square)) {
                    None => *out += " * ",
                    Some(piece) => *out += &format!("{}{}", sign(piece.color()), KIND_NAMES[piece.kind()]),
                }
            }
            out.push('\n');
        }
    }
    for color in Color::ALL {
        let hand = start.hand(color);
        if hand.is_empty() {
            continue;
        }
        *out += &format!("P{}", sign(color));
        for kind in PieceKind::HAND {
            for _ in 0..hand.count(kind) {
                *out += "00";
                *out += KIND_NAMES[kind];
            }
        }
        out.push('\n');
    }
    *out += &format!("{}\n", sign(start.side_to_move()));
}
