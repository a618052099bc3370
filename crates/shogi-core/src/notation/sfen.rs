//! SFEN: a position in one line, `lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1`.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

use crate::position::SetupError;
use crate::{Color, Hand, Piece, PieceKind, Position, Setup, Square};

/// Error in the SFEN of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SfenError {
    /// The text itself is wrong.
    #[error(
        "sfen, column {column}: {}, expected {expected}",
        .found.map_or_else(|| String::from("the text ends"), |c| format!("found {c:?}"))
    )]
    Text {
        /// Column in characters, from 1.
        column: usize,
        /// The character found there; `None` if the text ends.
        found: Option<char>,
        /// What was expected there.
        expected: &'static str,
    },
    /// The text is well formed, but the position is not valid.
    #[error("sfen: {0}")]
    Setup(SetupError),
}

/// The rest of a text, and its column.
struct Reader<'a> {
    rest: &'a str,
    column: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn next(&mut self) {
        self.rest = &self.rest[self.peek().map_or(0, char::len_utf8)..];
        self.column += 1;
    }

    /// An error at the next character.
    fn error(&self, expected: &'static str) -> SfenError {
        SfenError::Text { column: self.column, found: self.peek(), expected }
    }

    /// Skips blanks; returns whether there were any.
    fn blanks(&mut self) -> bool {
        let before = self.column;
        while let Some(' ' | '\t') = self.peek() {
            self.next();
        }
        self.column > before
    }

    fn board(&mut self, setup: &mut Setup) -> Result<(), SfenError> {
        for rank in 1..=9 {
            let mut file = 9;
            while file > 0 {
                let promoted = self.peek() == Some('+');
                if promoted {
                    self.next();
                }
                match self.peek() {
                    Some(c @ '1'..='9') if !promoted => {
                        let run = c as u8 - b'0';
                        if run > file {
                            return Err(self.error("no more empty squares than the rank has left"));
                        }
                        file -= run;
                    }
                    Some(c) if c.is_ascii_alphabetic() => {
                        let color = if c.is_ascii_uppercase() { Color::Black } else { Color::White };
                        let Some(mut kind) = PieceKind::from_letter(c.to_ascii_uppercase()) else {
                            return Err(self.error("a piece letter of PLNSGBRK"));
                        };
                        if promoted {
                            let Some(promoted) = kind.promoted() else {
                                return Err(self.error("a piece that promotes after +"));
                            };
                            kind = promoted;
                        }
                        if let Some(square) = Square::new(file, rank) {
                            setup.board[square.index()] = Some(Piece::new(color, kind));
                        }
                        file -= 1;
                    }
                    _ if promoted => return Err(self.error("a piece letter after +")),
                    _ => return Err(self.error("a piece letter, +, or a number of empty squares 1-9")),
                }
                self.next();
            }
            if rank < 9 {
                if self.peek() != Some('/') {
                    return Err(self.error("/ after nine squares"));
                }
                self.next();
            }
        }
        Ok(())
    }

    fn hands(&mut self, setup: &mut Setup) -> Result<(), SfenError> {
        if self.peek() == Some('-') {
            self.next();
            return Ok(());
        }
        let mut any = false;
        while let Some(c) = self.peek().filter(|&c| c != ' ' && c != '\t') {
            any = true;
            let mut count = 0;
            let mut digits = 0;
            while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
                digits += 1;
                count = count * 10 + digit;
                if digits > 2 || count == 0 {
                    return Err(self.error("a count from 1 to 18"));
                }
                self.next();
            }
            let count = if digits == 0 { 1 } else { count };
            let Some(letter) = self.peek().filter(char::is_ascii_alphabetic) else {
                return Err(self.error(if c == '-' { "- alone" } else { "a piece letter of PLNSGBR" }));
            };
            let color = if letter.is_ascii_uppercase() { Color::Black } else { Color::White };
            let hand = &mut setup.hands[color.index()];
            let added = PieceKind::from_letter(letter.to_ascii_uppercase())
                .filter(|&kind| kind != PieceKind::King)
                .ok_or_else(|| self.error("a piece letter of PLNSGBR"))?;
            *hand = hand
                .with(added, hand.count(added) + count)
                .ok_or_else(|| self.error("no more pieces in hand than a set has"))?;
            self.next();
        }
        if any { Ok(()) } else { Err(self.error("pieces in hand, or - for none")) }
    }
}

/// Reads an arrangement of pieces, which need not be a valid position. Hands may come in any order, several blanks count as one, and a
/// missing move number counts as 1.
///
/// # Errors
///
/// [`SfenError::Text`] with the column.
pub fn setup(text: &str) -> Result<Setup, SfenError> {
    let mut reader = Reader { rest: text, column: 1 };
    let mut setup = Setup::empty();
    reader.blanks();
    reader.board(&mut setup)?;
    if !reader.blanks() {
        return Err(reader.error("a blank after the board"));
    }
    setup.side_to_move = match reader.peek() {
        Some('b') => Color::Black,
        Some('w') => Color::White,
        _ => return Err(reader.error("the side to move, b or w")),
    };
    reader.next();
    if !reader.blanks() {
        return Err(reader.error("a blank after the side to move"));
    }
    reader.hands(&mut setup)?;
    let blank = reader.blanks();
    if reader.peek().is_none() {
        return Ok(setup);
    }
    if !blank {
        return Err(reader.error("a blank after the hands"));
    }
    let mut number: u32 = 0;
    while let Some(c) = reader.peek().filter(|&c| c != ' ' && c != '\t') {
        let Some(digit) = c.to_digit(10) else { return Err(reader.error("the number of the next move")) };
        number = match number.checked_mul(10).and_then(|number| number.checked_add(digit)) {
            Some(number) if number <= Setup::LAST_MOVE_NUMBER => number,
            _ => return Err(reader.error("a move number up to 4000000000")),
        };
        reader.next();
    }
    // Several programs write 0 for a position without a history.
    setup.move_number = number.max(1);
    reader.blanks();
    if reader.peek().is_some() {
        return Err(reader.error("the end of the line"));
    }
    Ok(setup)
}

/// Reads a valid position, as `text.parse::<Position>()` does.
///
/// # Errors
///
/// [`SfenError`]: the text is wrong at a column, or the position breaks a rule.
pub fn position(text: &str) -> Result<Position, SfenError> {
    Position::new(&setup(text)?).map_err(SfenError::Setup)
}

/// Writes an arrangement with its move number. Hands have the usual order: rook, bishop, gold, silver, knight, lance, pawn, Black's
/// first.
///
/// # Errors
///
/// Only those of the writer.
pub fn write(setup: &Setup, out: &mut impl fmt::Write) -> fmt::Result {
    for rank in 1..=9 {
        let mut empty = 0;
        for file in (1..=9).rev() {
            match Square::new(file, rank).and_then(|square| setup.board[square.index()]) {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        write!(out, "{empty}")?;
                    }
                    empty = 0;
                    write!(out, "{piece}")?;
                }
            }
        }
        if empty > 0 {
            write!(out, "{empty}")?;
        }
        if rank < 9 {
            out.write_char('/')?;
        }
    }
    write!(out, " {} ", setup.side_to_move)?;
    if setup.hands.iter().all(|hand| hand.is_empty()) {
        out.write_char('-')?;
    }
    for color in Color::ALL {
        for kind in Hand::STRONGEST_FIRST {
            match setup.hands[color.index()].count(kind) {
                0 => {}
                1 => write!(out, "{}", Piece::new(color, kind))?,
                n => write!(out, "{n}{}", Piece::new(color, kind))?,
            }
        }
    }
    write!(out, " {}", setup.move_number)
}

impl Position {
    /// SFEN without the move number: board, side to move and hands. Books and certificates identify a position by it.
    ///
    /// ```
    /// let pos: komadai_core::Position = "4k4/9/9/9/9/9/9/9/4K4 b G 7".parse()?;
    /// assert_eq!(pos.unnumbered(), "4k4/9/9/9/9/9/9/9/4K4 b G");
    /// # Ok::<(), komadai_core::notation::sfen::SfenError>(())
    /// ```
    pub fn unnumbered(&self) -> String {
        let mut text = self.to_string();
        text.truncate(text.rfind(' ').unwrap_or(text.len()));
        text
    }
}

impl fmt::Display for Position {
    /// SFEN with the move number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(&Setup::from(self), f)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}

impl FromStr for Position {
    type Err = SfenError;

    /// From SFEN; see [`position`].
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        position(text)
    }
}
