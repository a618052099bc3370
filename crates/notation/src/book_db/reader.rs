//! Reading of books as a stream.

use alloc::string::String;
use alloc::vec::Vec;
use std::io::{self, BufRead, Read};

use super::lines::{add_move, is_blank_or_comment, position, position_part};
use super::{BookEntry, HEADER};
use crate::cursor::Cursor;
use crate::encoding::{BYTE_ORDER_MARK, not_text};
use crate::error::RecordError;

/// Most bytes kept of a line; no line of a book is nearly as long.
const LONGEST: usize = 1 << 16;

/// Reason why a book, or a part of it, could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookReadError {
    /// The file or stream failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A line is wrong.
    #[error(transparent)]
    Line(#[from] RecordError),
}

/// The positions of a book, one after the other, from a stream.
///
/// To read strictly, stop at the first error. To read leniently, go on: the rest comes without the faulty part, which is a position with
/// its moves, a move, or a column of a move. After [`BookReadError::Io`], and if the bytes are not text, nothing follows.
///
/// The reader keeps one position and one line of at most 65,536 bytes in memory.
///
/// ```
/// use komadai_notation::book_db::{BookEntry, BookReader};
///
/// let text = "#YANEURAOU-DB2016 1.00\n\
///     sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n\
///     7g7f 3c3d 35 20 120\n\
///     7g7e none 30\n";
/// let (mut entries, mut faults) = (Vec::new(), Vec::new());
/// for part in BookReader::new(text.as_bytes()) {
///     match part {
///         Ok(entry) => entries.push(entry),
///         Err(fault) => faults.push(fault.to_string()),
///     }
/// }
/// assert_eq!((entries.len(), entries[0].moves[0].count), (1, Some(120)));
/// assert!(faults[0].starts_with("line 4, column 1: found \"7g7e none 30\", expected a move that is legal"));
/// ```
#[derive(Clone, Debug)]
pub struct BookReader<R> {
    input: R,
    /// The line being read, and its number from 1.
    line: Vec<u8>,
    number: usize,
    /// The position whose moves are being read.
    entry: Option<BookEntry>,
    /// Whether moves are skipped because their position was wrong.
    skips_moves: bool,
    /// A fault to report after the position before it.
    fault: Option<RecordError>,
    ended: bool,
}

impl<R: BufRead> BookReader<R> {
    /// A reader before the first line.
    pub fn new(input: R) -> BookReader<R> {
        BookReader {
            input,
            line: Vec::new(),
            number: 0,
            entry: None,
            skips_moves: false,
            fault: None,
            ended: false,
        }
    }

    /// Takes the next line; false at the end of the input. The rest of a line that is too long is skipped.
    fn take_line(&mut self) -> io::Result<bool> {
        self.line.clear();
        let most = LONGEST as u64 + 1;
        if self.input.by_ref().take(most).read_until(b'\n', &mut self.line)? == 0 {
            return Ok(false);
        }
        self.number += 1;
        if is_too_long(&self.line) {
            self.input.skip_until(b'\n')?;
        }
        Ok(true)
    }

    /// Reads the line that was taken; returns the position that it finishes, and notes a fault.
    fn read_line(&mut self, line: &[u8]) -> Option<BookEntry> {
        let mut bytes = line;
        if self.number == 1 {
            self.fault = not_text(line);
            self.ended = self.fault.is_some();
            if self.ended {
                return None;
            }
            bytes = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
        }
        // Comments may be in any encoding; elsewhere the replacement characters for wrong bytes are faults.
        let text = String::from_utf8_lossy(bytes);
        let cursor = Cursor::new(text.trim_end(), self.number);
        if self.number == 1 && cursor.rest != HEADER {
            self.fault = Some(cursor.error(HEADER));
        }
        if is_blank_or_comment(cursor.rest) {
            return None;
        }
        if is_too_long(line) {
            // It may give a position, and moves after it do not belong to the position before.
            self.skips_moves = true;
            let fault = cursor.error("a line of at most 65536 bytes");
            self.fault.get_or_insert(fault);
            return self.entry.take();
        }
        self.read_content(cursor)
    }

    fn read_content(&mut self, text: Cursor<'_>) -> Option<BookEntry> {
        let mut finished = None;
        let result = if let Some(part) = position_part(text.clone()) {
            finished = self.entry.take();
            let position = position(&part);
            self.skips_moves = position.is_err();
            position.map(|position| self.entry = Some(BookEntry { position, moves: Vec::new() }))
        } else if let Some(entry) = &mut self.entry {
            add_move(text, entry)
        } else if self.skips_moves {
            Ok(())
        } else {
            Err(text.error("sfen and a position before the moves"))
        };
        // One fault per line is reported; for the first line, that it is not the header.
        self.fault = self.fault.take().or(result.err());
        finished
    }
}

fn is_too_long(line: &[u8]) -> bool {
    line.len() > LONGEST && !line.ends_with(b"\n")
}

impl<R: BufRead> Iterator for BookReader<R> {
    type Item = Result<BookEntry, BookReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(fault) = self.fault.take() {
                return Some(Err(fault.into()));
            }
            if self.ended {
                return None;
            }
            match self.take_line() {
                Ok(true) => {
                    let line = core::mem::take(&mut self.line);
                    let finished = self.read_line(&line);
                    self.line = line;
                    if let Some(entry) = finished {
                        return Some(Ok(entry));
                    }
                }
                Ok(false) => {
                    self.ended = true;
                    if self.number == 0 {
                        self.fault = Some(Cursor::new("", 1).error(HEADER));
                    }
                    if let Some(entry) = self.entry.take() {
                        return Some(Ok(entry));
                    }
                }
                Err(error) => {
                    self.ended = true;
                    return Some(Err(error.into()));
                }
            }
        }
    }
}
