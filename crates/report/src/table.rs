//! Rows of results, shown two ways: aligned text for a terminal, CSV for other programs.
//!
//! People and programs want different numbers: a terminal shows `1,234,567` and `0.62`, a CSV file contains `1234567` and
//! `0.6180339887498949`. So a [`Cell`] keeps the number itself, and each form writes it in its own way.

use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, LineStyle};

use crate::interval::Interval;
use crate::text::fold::width;
use crate::text::narrow::{Column, parts};
use crate::text::number::{grouped, real};

/// Cell of a table: a text, a count or a measured number.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Empty cell.
    Empty,
    /// Text: words, moves, names.
    Text(String),
    /// Whole number, shown in groups of three digits.
    Integer(i128),
    /// Measured number with the decimals that are shown; CSV keeps all digits. Not a number (NaN) is shown as `-`.
    Real(f64, usize),
    /// Measured number and the ends of its interval with the decimals that are shown: `1.12 [1.08, 1.17]`.
    Around(Interval, usize),
    /// Ends of an interval with the decimals that are shown, next to the column of its value: `[0.43, 0.53]`; in CSV, with all digits,
    /// `0.4296 to 0.5304`.
    Ends(Interval, usize),
}

impl Cell {
    /// An estimate and the ends of its interval, side by side; without an interval both cells are empty.
    pub fn estimate(interval: Option<Interval>, decimals: usize) -> [Cell; 2] {
        interval.map_or([Cell::Empty, Cell::Empty], |found| {
            [Cell::Real(found.value, decimals), Cell::Ends(found, decimals)]
        })
    }

    fn is_number(&self) -> bool {
        matches!(self, Cell::Integer(_) | Cell::Real(..))
    }

    /// The text for people: digits in groups, rounded to the decimals.
    pub fn shown(&self) -> String {
        match self {
            Cell::Empty => String::new(),
            Cell::Text(text) => text.clone(),
            Cell::Integer(n) => grouped(*n),
            Cell::Real(x, decimals) => real(*x, *decimals),
            Cell::Around(found, decimals) => format!("{found:.decimals$}"),
            Cell::Ends(Interval { low, high, .. }, _) if low.is_nan() || high.is_nan() => "-".to_owned(),
            Cell::Ends(Interval { low, high, .. }, decimals) => {
                format!("[{}, {}]", real(*low, *decimals), real(*high, *decimals))
            }
        }
    }

    /// The text for a CSV file, before quoting: all digits.
    pub fn exact(&self) -> String {
        match self {
            Cell::Empty => String::new(),
            Cell::Text(text) => text.clone(),
            Cell::Integer(n) => n.to_string(),
            Cell::Real(x, _) if x.is_nan() => String::new(),
            Cell::Real(x, _) => x.to_string(),
            Cell::Around(found, _) => found.to_string(),
            Cell::Ends(Interval { low, high, .. }, _) if low.is_nan() || high.is_nan() => String::new(),
            // Without a comma, which would need quotes.
            Cell::Ends(Interval { low, high, .. }, _) => format!("{low} to {high}"),
        }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::Text(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell::Text(text)
    }
}

macro_rules! integers {
    ($($t:ty)*) => {
        $(impl From<$t> for Cell {
            fn from(n: $t) -> Cell {
                Cell::Integer(n as i128)
            }
        })*
    };
}
integers!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Cell {
        value.map_or(Cell::Empty, T::into)
    }
}

/// Table of results: a heading and rows. [`Table::of`] builds one column by column, each heading next to its cells.
///
/// ```
/// use komadai_report::{Cell, Table};
///
/// let mut table = Table::new(["move", "nodes", "share"]);
/// table.push(["▲７六歩".into(), 12_345.into(), Cell::Real(2.0 / 3.0, 2)]);
/// table.push(["2g2f".into(), 678.into(), Cell::Real(1.0 / 3.0, 2)]);
/// assert_eq!(table.to_csv().lines().nth(1), Some("▲７六歩,12345,0.6666666666666666"));
/// assert!(table.to_text().contains("12,345") && table.to_text().contains("0.67"));
/// ```
#[derive(Clone)]
pub struct Table {
    heading: Vec<String>,
    /// Number of columns that say what a row is about.
    keys: usize,
    rows: Vec<Vec<Cell>>,
}

komadai_core::debug_by_sizes!(Table { heading, keys }[rows]);

impl Table {
    /// A table without rows. Put units into the heading: `time (ms)`.
    pub fn new<S: Into<String>>(heading: impl IntoIterator<Item = S>) -> Table {
        Table { heading: heading.into_iter().map(S::into).collect(), keys: 1, rows: Vec::new() }
    }

    /// Sets how many columns, from the left, say what a row is about, instead of one. A table wider than a terminal is shown in parts, each
    /// of which begins with these columns.
    pub fn keys(mut self, columns: usize) -> Table {
        self.keys = columns;
        self
    }

    /// Adds a row.
    ///
    /// # Panics
    ///
    /// If the row has more or fewer cells than the heading: its columns would silently shift.
    pub fn push(&mut self, row: impl IntoIterator<Item = Cell>) {
        let row: Vec<Cell> = row.into_iter().collect();
        assert_eq!(row.len(), self.heading.len(), "cells of a row of the table {:?}", self.heading);
        self.rows.push(row);
    }

    /// The headings of the columns.
    pub fn heading(&self) -> &[String] {
        &self.heading
    }

    /// All rows.
    pub fn rows(&self) -> &[Vec<Cell>] {
        &self.rows
    }

    /// Aligned columns for a terminal, kanji counted as two columns. A table wider than [`width`](crate::width()) gets
    /// headings of several lines; if it is still too wide, it is shown in parts, each with the first column
    /// ([`Table::keys`]). Plain ASCII rules: terminals disagree on the width of box-drawing characters beside kanji.
    pub fn to_text(&self) -> String {
        let column = |(number, heading): (usize, &String)| Column {
            number,
            heading: heading.clone(),
            cells: self.rows.iter().map(|row| row[number].shown()).collect(),
        };
        let columns = self.heading.iter().enumerate().map(column).collect();
        let parts = parts(columns, self.keys, width());
        parts.iter().map(|part| self.part(part)).collect::<Vec<_>>().join("\n")
    }

    fn part(&self, part: &[Column]) -> String {
        let mut out = comfy_table::Table::new();
        out.load_style(NOTHING.header_separator(LineStyle::none().fill('-').junction('-')));
        // Headings of fewer lines are aligned at the bottom.
        let lines = |column: &Column| column.heading.matches('\n').count();
        let most = part.iter().map(lines).max().unwrap_or(0);
        out.set_header(part.iter().map(|column| "\n".repeat(most - lines(column)) + &column.heading));
        for row in 0..self.rows.len() {
            out.add_row(part.iter().map(|column| &column.cells[row]));
        }
        for (shown, column) in out.column_iter_mut().zip(part) {
            // A column of numbers and nothing else is aligned to the right.
            let mut filled =
                self.rows.iter().map(|row| &row[column.number]).filter(|cell| **cell != Cell::Empty);
            if filled.clone().next().is_some() && filled.all(Cell::is_number) {
                shown.set_cell_alignment(CellAlignment::Right);
            }
        }
        let lines: Vec<String> = out.lines().map(|line| line.trim_end().to_owned()).collect();
        lines.join("\n") + "\n"
    }

    /// Comma-separated values as in RFC 4180, numbers in full, lines ended by `\n`.
    pub fn to_csv(&self) -> String {
        let heading = (0..self.heading.len()).map(|column| Cell::Text(self.name_in_csv(column))).collect();
        let fields = |row: &Vec<Cell>| row.iter().map(|cell| quoted(cell.exact())).collect::<Vec<_>>();
        std::iter::once(&heading).chain(&self.rows).map(|row| fields(row).join(",") + "\n").collect()
    }

    /// Where several columns have one heading, such as `95 %`, that of the column to the left stands before it.
    fn name_in_csv(&self, column: usize) -> String {
        let name = &self.heading[column];
        let is_alone = self.heading.iter().filter(|other| *other == name).count() == 1;
        match column.checked_sub(1) {
            Some(left) if !is_alone => format!("{} {name}", self.heading[left]),
            _ => name.clone(),
        }
    }
}

fn quoted(field: String) -> String {
    if field.contains([',', '"', '\n', '\r']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_has_numbers_in_full_and_quotes_where_they_are_needed() {
        let mut table = Table::new(["move", "nodes", "share (%)", "note"]);
        table.push(["▲７六歩".into(), 1_234_567_u64.into(), Cell::Real(61.803_398, 1), "a|b".into()]);
        let note = "say \"hi\", twice\nplease".into();
        table.push(["2g2f".into(), (-89).into(), Cell::Real(f64::NAN, 1), note]);
        table.push(["△同　香".into(), Cell::Empty, Cell::Real(5.0, 1), Cell::Empty]);
        let rows = "move,nodes,share (%),note\n▲７六歩,1234567,61.803398,a|b\n\
                    2g2f,-89,,\"say \"\"hi\"\", twice\nplease\"\n△同　香,,5,\n";
        assert_eq!(table.to_csv(), rows);
    }

    #[test]
    fn ends_of_intervals_stand_in_brackets_and_in_full_in_csv() {
        let mut table = Table::new(["share", "95 %"]);
        table.push([Cell::Real(0.5, 1), Cell::Ends(Interval { value: 0.5, low: 0.25, high: 1234.75 }, 1)]);
        assert!(table.to_text().contains("0.5   [0.2, 1,234.8]"), "{}", table.to_text());
        assert_eq!(table.to_csv().lines().nth(1), Some("0.5,0.25 to 1234.75"));
        let heading = Table::new(["share", "95 %", "rate", "95 %"]).to_csv();
        assert_eq!(heading, "share,share 95 %,rate,rate 95 %\n");
    }

    #[test]
    fn text_columns_end_at_the_same_terminal_column() {
        let mut table = Table::new(["指し手", "nodes"]);
        table.push(["7g7f".into(), 5.into()]);
        table.push(["同歩成".into(), 12_345.into()]);
        let text = table.to_text();
        let columns = |line: &str| line.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum::<usize>();
        let widths: Vec<_> = text.lines().filter(|line| !line.contains("--")).map(columns).collect();
        assert_eq!(widths.len(), 3);
        assert!(widths.iter().all(|&width| width == widths[0]), "{text}");
        assert!(text.contains("12,345"), "{text}");
    }

    #[test]
    fn wide_tables_are_shown_in_parts_that_begin_with_the_same_columns() {
        let mut table = Table::new((0..30).map(|i| format!("column {i}"))).keys(2);
        table.push((0..30).map(|i| (1000 + i).into()));
        let text = table.to_text();
        assert!(text.lines().all(|line| line.len() <= width()), "{text}");
        for part in text.split("\n\n") {
            let words: Vec<&str> = part.lines().last().unwrap().split_whitespace().collect();
            assert_eq!(words[..2], ["1,000", "1,001"], "{text}");
        }
        for i in 2..30 {
            assert_eq!(text.matches(&grouped(1000 + i)).count(), 1, "{text}");
        }
        assert_eq!(table.to_csv().lines().count(), 2);
    }

    #[test]
    #[should_panic(expected = "cells of a row")]
    fn short_row_is_refused() {
        Table::new(["a", "b"]).push([1.into()]);
    }
}
