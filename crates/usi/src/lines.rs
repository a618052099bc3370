//! Reads the input line by line, with a limit of length and a check of the encoding.

use std::io::{self, BufRead, Read};

/// The longest line that is read, in bytes: a game of more than 200,000 moves.
const LONGEST: usize = 1 << 20;

/// A line, and why it cannot be read as one.
#[derive(Debug)]
pub(crate) struct Line {
    /// What could be read of it.
    pub(crate) text: String,
    /// What was wrong.
    pub(crate) error: Option<LineError>,
}

/// Why a line cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum LineError {
    #[error("the line is not UTF-8")]
    NotUtf8,
    #[error("the line has more than {LONGEST} bytes")]
    TooLong,
}

/// The next line; `None` at the end of the input. Takes no more memory than the longest line may have.
pub(crate) fn next(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    if input.by_ref().take(LONGEST as u64).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    let mut error = None;
    if bytes.len() == LONGEST && bytes.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        error = Some(LineError::TooLong);
    }
    let text = String::from_utf8(bytes).unwrap_or_else(|invalid| {
        error = error.or(Some(LineError::NotUtf8));
        String::from_utf8_lossy(invalid.as_bytes()).into_owned()
    });
    Ok(Some(Line { text, error }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_a_line_does_not_reach_the_next() {
        let mut input = b"usi\r\n\xff\xfe\n".to_vec();
        input.extend(vec![b'a'; 3 * LONGEST]);
        input.extend(b"\nquit");
        let mut input = &input[..];
        let mut read = || next(&mut input).unwrap().map(|line| (line.text.trim_end().to_owned(), line.error));
        assert_eq!(read(), Some(("usi".to_owned(), None)));
        assert_eq!(read().unwrap().1, Some(LineError::NotUtf8));
        let (long, error) = read().unwrap();
        assert_eq!((long.len(), error), (LONGEST, Some(LineError::TooLong)));
        assert_eq!(read(), Some(("quit".to_owned(), None)));
        assert_eq!(read(), None);
    }
}
