//! Where a part of a JSON text stands: the JSON reader keeps no places, and a wrong move needs one.

use alloc::vec::Vec;

use crate::notation::error::At;

/// One step into a JSON text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Into a member of an object.
    Key(&'static str),
    /// Into an element of an array.
    Index(usize),
}

/// A JSON value in a text: blanks may stand before it, other values before and behind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source<'a> {
    pub(super) text: &'a str,
    /// Bytes of the text before the value.
    pub(super) begin: usize,
}

impl Source<'_> {
    /// Line and column in the text of the value that the steps lead to, as far as they lead.
    pub(super) fn locate(self, path: &[Step]) -> At {
        let mut scanner = Scanner { bytes: self.text.as_bytes(), at: self.begin };
        scanner.blanks();
        for step in path {
            let before = scanner.at;
            if scanner.enter(*step).is_none() {
                scanner.at = before;
                break;
            }
        }
        place(self.text, scanner.at)
    }
}

/// Line and column of a byte.
fn place(text: &str, byte: usize) -> At {
    let before = &text.as_bytes()[..byte.min(text.len())];
    let line = before.split(|&byte| byte == b'\n').count();
    let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
    // Characters, not bytes: continuation bytes of UTF-8 do not count.
    let column = before[start..].iter().filter(|&&byte| byte & 0xc0 != 0x80).count() + 1;
    At { line, column }
}

struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Scanner<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> Option<()> {
        (self.peek() == Some(byte)).then(|| self.at += 1)
    }

    fn blanks(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn enter(&mut self, step: Step) -> Option<()> {
        match step {
            Step::Key(wanted) => {
                self.take(b'{')?;
                loop {
                    self.blanks();
                    let start = self.at;
                    self.skip_string()?;
                    let found = self.bytes.get(start + 1..self.at - 1)? == wanted.as_bytes();
                    self.blanks();
                    self.take(b':')?;
                    self.blanks();
                    if found {
                        return Some(());
                    }
                    self.skip_value()?;
                    self.blanks();
                    self.take(b',')?;
                }
            }
            Step::Index(index) => {
                self.take(b'[')?;
                self.blanks();
                for _ in 0..index {
                    self.skip_value()?;
                    self.blanks();
                    self.take(b',')?;
                    self.blanks();
                }
                Some(())
            }
        }
    }

    fn skip_string(&mut self) -> Option<()> {
        self.take(b'"')?;
        loop {
            match self.peek()? {
                b'"' => break,
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
        self.take(b'"')
    }

    /// Skips a value; brackets are counted, not followed.
    fn skip_value(&mut self) -> Option<()> {
        let mut open = 0u32;
        loop {
            match self.peek()? {
                b'"' => self.skip_string()?,
                b'{' | b'[' => {
                    open += 1;
                    self.at += 1;
                }
                b'}' | b']' | b',' if open == 0 => return Some(()),
                b'}' | b']' => {
                    open -= 1;
                    self.at += 1;
                }
                _ => self.at += 1,
            }
            if open == 0 && matches!(self.peek(), None | Some(b',' | b'}' | b']')) {
                return Some(());
            }
        }
    }
}

/// A path with room for one more step.
pub(super) fn with(path: &[Step], steps: &[Step]) -> Vec<Step> {
    [path, steps].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_counted_in_lines_and_characters() {
        let text = "{\"a\": [1, {\"x\": \"将棋\\\"]\"}],\n  \"moves\": [{}, {\"将\": 1, \"b\": 2}]}";
        let at = |path: &[Step]| {
            let At { line, column } = Source { text, begin: 0 }.locate(path);
            (line, column)
        };
        assert_eq!(at(&[]), (1, 1));
        assert_eq!(at(&[Step::Key("moves")]), (2, 12));
        assert_eq!(at(&[Step::Key("moves"), Step::Index(1)]), (2, 17));
        assert_eq!(at(&[Step::Key("moves"), Step::Index(1), Step::Key("b")]), (2, 31));
        assert_eq!(at(&[Step::Key("moves"), Step::Index(7)]), (2, 12));
    }
}
