//! A cursor in a line of a record, for the line-oriented readers.

use alloc::borrow::Cow;

use crate::error::{At, RecordError};

/// Reads a line character by character and counts lines and columns for errors.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'a> {
    /// The rest of the line, and its place.
    pub(super) rest: &'a str,
    pub(super) at: At,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(line: &'a str, number: usize) -> Cursor<'a> {
        Cursor { rest: line, at: At { line: number, column: 1 } }
    }

    /// Lines of a text, numbered from 1, without CR at their ends and without the byte order marks of joined files. The flag is true for
    /// a line that ends with a line feed, or with a CR in a text without line feeds.
    pub(super) fn lines(text: &'a str) -> impl Iterator<Item = (Cursor<'a>, bool)> {
        let end = if text.contains('\n') { '\n' } else { '\r' };
        text.split_inclusive(end).enumerate().map(move |(index, line)| {
            let content = line.strip_suffix(end);
            let mut text = content.unwrap_or(line);
            while let Some(rest) = text.trim_start().strip_prefix('\u{feff}') {
                text = rest;
            }
            (Cursor::new(text.trim_end_matches(['\r', '\u{1a}']), index + 1), content.is_some())
        })
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.rest = &self.rest[c.len_utf8()..];
        self.at.column += 1;
        Some(c)
    }

    /// A cursor this many characters further on, at most at the end of the line.
    pub(super) fn ahead(&self, characters: usize) -> Cursor<'a> {
        let mut ahead = self.clone();
        for _ in 0..characters {
            ahead.next();
        }
        ahead
    }

    /// Takes the next character if it is one of `wanted`.
    pub(super) fn take(&mut self, wanted: impl FnOnce(char) -> bool) -> Option<char> {
        if self.peek().is_some_and(wanted) { self.next() } else { None }
    }

    /// Takes `word` if it comes next.
    pub(super) fn take_word(&mut self, word: &str) -> bool {
        let Some(rest) = self.rest.strip_prefix(word) else { return false };
        self.at.column += word.chars().count();
        self.rest = rest;
        true
    }

    /// Takes characters as long as they are wanted.
    pub(super) fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !wanted(c)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.at.column += taken.chars().count();
        self.rest = rest;
        taken
    }

    /// Skips blanks, including full-width ones; returns whether there were any.
    pub(super) fn blanks(&mut self) -> bool {
        !self.take_while(char::is_whitespace).is_empty()
    }

    /// Takes everything before `stop` as a separate cursor, without blanks at its end.
    pub(super) fn take_until(&mut self, stop: char) -> Cursor<'a> {
        let at = self.at;
        Cursor { rest: self.take_while(|c| c != stop).trim_end(), at }
    }

    /// A whole number in ASCII digits; `None` if there is none or it exceeds `u32`.
    pub(super) fn number(&mut self) -> Option<u32> {
        self.take_while(|c| c.is_ascii_digit()).parse().ok()
    }

    /// The text from here to a cursor further on.
    pub(super) fn up_to(&self, end: &Cursor<'a>) -> &'a str {
        &self.rest[..self.rest.len() - end.rest.len()]
    }

    /// An error here: the rest of the line was found instead of `expected`.
    pub(super) fn error(&self, expected: impl Into<Cow<'static, str>>) -> RecordError {
        RecordError::text(self.at, self.rest, expected)
    }
}
