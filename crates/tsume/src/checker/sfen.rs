//! Reads a position from SFEN.

use super::board::{Board, EMPTY, KING, LETTERS, PROMOTED, ROOK, SET, WALL, WHITE, is_piece, kind};

impl Board {
    /// A position from SFEN; the number of the next move is optional.
    pub(super) fn from_sfen(text: &str) -> Result<Board, &'static str> {
        let mut board = Board { cells: [WALL; 121], hands: [[0; 7]; 2], side: 0, kings: [None; 2] };
        let mut fields = text.split(' ');
        let (Some(squares), Some(side), Some(hands)) = (fields.next(), fields.next(), fields.next()) else {
            return Err("expected board, side and hands");
        };
        let ranks: Vec<&str> = squares.split('/').collect();
        if ranks.len() != 9 {
            return Err("expected nine ranks");
        }
        for (rank, text) in (1..).zip(ranks) {
            board.read_rank(rank, text)?;
        }
        board.side = match side {
            "b" => 0,
            "w" => 1,
            _ => return Err("expected b or w for the side to move"),
        };
        board.read_hands(hands)?;
        let number = fields.next().unwrap_or("1");
        if number.is_empty() || number.bytes().any(|byte| !byte.is_ascii_digit()) || fields.next().is_some() {
            return Err("expected at most the number of the next move after the hands");
        }
        for (i, most) in SET.into_iter().enumerate() {
            let on_board = board.cells.iter().filter(|&&cell| {
                is_piece(cell) && kind(cell) != KING && usize::from(kind(cell) & 7) == i + 1
            });
            let held = board.hands[0][i].saturating_add(board.hands[1][i]);
            if on_board.count() + usize::from(held) > usize::from(most) {
                return Err("more pieces of a kind than a set has");
            }
        }
        Ok(board)
    }

    fn read_rank(&mut self, rank: usize, text: &str) -> Result<(), &'static str> {
        let (mut file, mut promoted) = (9, 0);
        let mut after_number = false;
        for byte in text.bytes() {
            if byte == b'0' || after_number && byte.is_ascii_digit() {
                return Err("empty squares are one number from 1 to 9");
            }
            after_number = byte.is_ascii_digit();
            if byte == b'+' && promoted == 0 {
                promoted = PROMOTED;
                continue;
            }
            if byte.is_ascii_digit() && promoted == 0 {
                for _ in 0..byte - b'0' {
                    if file == 0 {
                        return Err("a rank has more than nine squares");
                    }
                    self.cells[file * 11 + rank] = EMPTY;
                    file -= 1;
                }
            } else {
                let letter = LETTERS.iter().position(|&letter| letter == byte.to_ascii_uppercase());
                let plain = letter.ok_or("an unknown letter on the board")? as u8 + 1;
                let side = usize::from(byte.is_ascii_lowercase());
                if file == 0 {
                    return Err("a rank has more than nine squares");
                }
                if promoted != 0 && plain > ROOK {
                    return Err("a piece that cannot promote is promoted");
                }
                let cell = file * 11 + rank;
                self.cells[cell] = plain + promoted + if side == 0 { 0 } else { WHITE };
                if plain == KING && self.kings[side].replace(cell).is_some() {
                    return Err("two kings of one side");
                }
                file -= 1;
                promoted = 0;
            }
        }
        if file == 0 && promoted == 0 { Ok(()) } else { Err("a rank has fewer than nine squares") }
    }

    fn read_hands(&mut self, text: &str) -> Result<(), &'static str> {
        if text == "-" {
            return Ok(());
        }
        if text.is_empty() {
            return Err("expected pieces in hand, or - for none");
        }
        let mut count: Option<u8> = None;
        for byte in text.bytes() {
            if byte.is_ascii_digit() {
                let digit = byte - b'0';
                if count.unwrap_or(digit) == 0 {
                    return Err("a number in hand begins with 0");
                }
                let number = count.unwrap_or(0).checked_mul(10).and_then(|tens| tens.checked_add(digit));
                count = Some(number.ok_or("a number in hand is too large")?);
            } else {
                let letter = LETTERS[..7].iter().position(|&letter| letter == byte.to_ascii_uppercase());
                let kind = letter.ok_or("an unknown letter in hand")?;
                let held = &mut self.hands[usize::from(byte.is_ascii_lowercase())][kind];
                let more = count.take().unwrap_or(1);
                *held = held.checked_add(more).ok_or("a number in hand is too large")?;
            }
        }
        if count.is_none() { Ok(()) } else { Err("a number in hand without a piece") }
    }
}
