//! Lines that fit a terminal: how wide a text is, where it may be broken, and an output that breaks long lines.

use std::io::{self, IsTerminal, Write};

/// The most columns of text, and the number used if no terminal is known.
pub const COLUMNS: usize = 100;
/// The fewest columns of text, which every terminal must have.
const FEWEST: usize = 80;

/// Columns of text on standard output: those of the terminal or, without one, of the variable `COLUMNS`, limited to 80 to [`COLUMNS`];
/// [`COLUMNS`] if neither is known, so that files are the same everywhere.
pub fn width() -> usize {
    let terminal =
        || terminal_size::terminal_size().map(|(terminal_size::Width(columns), _)| usize::from(columns));
    let found = if io::stdout().is_terminal() {
        terminal()
    } else {
        std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok())
    };
    found.map_or(COLUMNS, |columns| columns.clamp(FEWEST, COLUMNS))
}

/// Width of a text on a terminal: kanji, kana, full-width signs and the marks of players (▲△) take two columns, all others one.
pub(crate) fn columns(text: &str) -> usize {
    text.chars().map(|c| if is_wide(c) { 2 } else { 1 }).sum()
}

/// The blocks that Unicode Annex 11 calls wide, as far as they occur in Japanese texts, and geometric shapes, which Japanese terminals show wide.
fn is_wide(c: char) -> bool {
    matches!(c, '\u{25a0}'..='\u{25ff}' | '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{303e}' | '\u{3041}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}')
        || matches!(c, '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ff60}' | '\u{ffe0}'..='\u{ffe6}')
        || matches!(c, '\u{20000}'..='\u{3fffd}')
}

/// The pieces of a line that are never broken: words with the blank after them, and the parts of a recipe or a list, which end in `+` or
/// `,` before a letter. Numbers (`+51.3`, `1,234`) stay whole.
pub(crate) fn pieces(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line;
    std::iter::from_fn(move || {
        let letter_follows = |at: usize| rest[at + 1..].starts_with(char::is_alphabetic);
        let inside = |at: usize| rest[..at].ends_with(char::is_alphanumeric);
        let end = rest.match_indices([' ', '+', ',']).map(|(at, sign)| (at, sign == " "));
        let mut end =
            end.filter(|&(at, blank)| blank || inside(at) && letter_follows(at)).map(|(at, _)| at + 1);
        let (piece, behind) = rest.split_at(end.next().unwrap_or(rest.len()));
        rest = behind;
        (!piece.is_empty()).then_some(piece)
    })
}

/// Breaks a line into lines of at most `width` columns, all but the first after `indent` blanks. Only a piece wider than that makes a wider
/// line. Other blanks stay as they are.
pub(crate) fn folded(line: &str, width: usize, indent: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for piece in pieces(line) {
        let last = lines.last_mut().expect("there is a line");
        let begun = !last.trim().is_empty();
        if begun && columns(last) + columns(piece.trim_end()) > width {
            last.truncate(last.trim_end().len());
            lines.push(format!("{}{piece}", " ".repeat(indent)));
        } else {
            last.push_str(piece);
        }
    }
    lines
}

/// Where the lines after the first begin: below the text after a short name and two blanks or more, as in `Figure       out/a.svg`; otherwise
/// below the first word.
fn indent(line: &str) -> usize {
    let start = line.len() - line.trim_start().len();
    let behind = line[start..].find("  ").filter(|&at| at <= 16).map_or(0, |at| {
        let blanks = line[start + at..].len() - line[start + at..].trim_start().len();
        columns(&line[start..start + at]) + blanks
    });
    start + behind
}

/// Breaks a line, with its end if it has one, into lines of at most `width` columns. A line with a tab is for programs and stays whole.
fn broken(line: &str, width: usize) -> String {
    let content = line.trim_end_matches('\n');
    if columns(content) <= width || content.contains('\t') {
        return line.to_owned();
    }
    let end = if content.len() < line.len() { "\n" } else { "" };
    folded(content.trim_end(), width, indent(content)).join("\n") + end
}

/// Standard output whose lines are broken between words at [`width()`]; it stays locked until the value is dropped. Lines with a tab are
/// for programs and stay whole. What follows the last line end is written by [`flush`](Write::flush).
#[derive(Debug)]
pub struct Folded {
    out: io::StdoutLock<'static>,
    width: usize,
    /// The line that has not ended yet.
    line: Vec<u8>,
}

impl Folded {
    /// Standard output, locked.
    pub fn stdout() -> Folded {
        Folded { out: io::stdout().lock(), width: width(), line: Vec::new() }
    }

    fn end_line(&mut self) -> io::Result<()> {
        let line = std::mem::take(&mut self.line);
        self.out.write_all(broken(&String::from_utf8_lossy(&line), self.width).as_bytes())
    }
}

impl Write for Folded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.line.extend_from_slice(part);
            if part.ends_with(b"\n") {
                self.end_line()?;
            }
        }
        Ok(bytes.len())
    }

    /// Breaks and writes a line that has not ended yet, as if it had.
    fn flush(&mut self) -> io::Result<()> {
        self.end_line()?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kanji_are_two_columns_wide_and_signs_one() {
        for (text, width) in [("abc", 3), ("▲７六歩", 8), ("±σ−…", 4), ("持ち駒、", 8), ("𠮷𠮟", 4)]
        {
            assert_eq!(columns(text), width, "{text}");
        }
    }

    #[test]
    fn lines_are_broken_between_words_and_behind_parts_of_recipes() {
        assert_eq!(folded("one two three", 8, 2), ["one two", "  three"]);
        assert_eq!(folded("modern+history+killer", 15, 0), ["modern+history+", "killer"]);
        assert_eq!(folded("unbreakable", 5, 1), ["unbreakable"]);
        assert_eq!(folded("+51.3 [-1,234.5, +1,234.5]", 12, 0), ["+51.3", "[-1,234.5,", "+1,234.5]"]);
        assert_eq!(folded("７六歩 ３四歩 ２六歩", 13, 0), ["７六歩 ３四歩", "２六歩"]);
    }

    #[test]
    fn later_lines_begin_below_the_text_of_the_first_and_lines_with_a_tab_stay_whole() {
        let words = "word ".repeat(25);
        for (line, start, end) in [
            (format!("Again        {words}\n"), "             word", "\n"),
            (format!("  {words}"), "  word", "word"),
        ] {
            let text = broken(&line, COLUMNS);
            let lines: Vec<&str> = text.lines().collect();
            assert!(lines.len() == 2 && lines[1].starts_with(start) && text.ends_with(end), "{text}");
            assert!(lines.iter().all(|line| line.len() <= COLUMNS), "{text}");
            assert_eq!(text.matches("word").count(), 25);
        }
        let row = format!("{words}\tfor programs\n");
        assert_eq!(broken(&row, COLUMNS), row);
    }
}
