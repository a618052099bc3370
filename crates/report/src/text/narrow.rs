//! Tables that fit a terminal: headings and long texts on several lines, and what is still too wide in parts.

use crate::text::fold::{columns, folded, pieces};

/// Blanks between two columns, and those before the first and after the last, which the rule below the heading fills.
const BETWEEN: usize = 3;
const AROUND: usize = 2;
/// Widths to which columns of texts are broken, step by step.
const STEPS: [usize; 4] = [usize::MAX, 48, 32, 20];

/// A column of a table as it is shown; heading and cells may have several lines.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    /// Its number in the whole table.
    pub(crate) number: usize,
    pub(crate) heading: String,
    pub(crate) cells: Vec<String>,
}

impl Column {
    fn width(&self) -> usize {
        widest(&self.cells).max(widest([&self.heading]))
    }

    /// The heading broken to the width of the cells, or of its longest word.
    fn broken(&self) -> String {
        let width = widest(&self.cells).max(longest_piece(&self.heading));
        folded(&self.heading, width, 0).join("\n")
    }

    /// How much narrower the column is with its heading broken.
    fn gain(&self) -> usize {
        self.width().saturating_sub(widest(&self.cells).max(widest([&self.broken()])))
    }

    /// Breaks names and sentences, given whole, to a width, or to the width of their longest word. Numbers and intervals are not broken.
    fn break_texts(&mut self, whole: &[String], width: usize) {
        if whole.iter().all(|cell| cell.is_empty() || cell.starts_with(char::is_alphabetic)) {
            let width = whole.iter().map(|cell| longest_piece(cell)).fold(width, usize::max);
            self.cells = whole.iter().map(|cell| folded(cell, width, 0).join("\n")).collect();
        }
    }
}

fn widest<'a>(texts: impl IntoIterator<Item = &'a String>) -> usize {
    texts.into_iter().flat_map(|text| text.lines()).map(columns).max().unwrap_or(0)
}

fn longest_piece(text: &str) -> usize {
    text.lines().flat_map(pieces).map(|piece| columns(piece.trim_end())).max().unwrap_or(0)
}

fn total<'a>(columns: impl IntoIterator<Item = &'a Column>) -> usize {
    let widths = columns.into_iter().map(|column| column.width() + BETWEEN);
    AROUND + widths.sum::<usize>().saturating_sub(BETWEEN)
}

/// Returns a table in one part of at most `width` columns, or in several, each beginning with the first `keys` columns. A part with one
/// column after the keys may be wider, if its words are.
pub(crate) fn parts(mut all: Vec<Column>, keys: usize, width: usize) -> Vec<Vec<Column>> {
    let whole = all.clone();
    for step in STEPS {
        if total(&all) > width {
            for (column, whole) in all.iter_mut().zip(&whole) {
                column.break_texts(&whole.cells, step);
            }
        }
        // The headings that are widest compared with their cells are broken first.
        while total(&all) > width
            && let Some(column) = all.iter_mut().max_by_key(|column| column.gain())
            && column.gain() > 0
        {
            column.heading = column.broken();
        }
    }
    let (names, others) = all.split_at(keys.min(all.len()));
    let mut parts: Vec<Vec<Column>> = Vec::new();
    for column in others {
        match parts.last_mut() {
            Some(part) if total(part.iter().chain([column])) <= width => part.push(column.clone()),
            _ => parts.push(names.iter().chain([column]).cloned().collect()),
        }
    }
    if parts.is_empty() { vec![all] } else { parts }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(heading: &[&str], row: &[&str]) -> Vec<Column> {
        let column = |(number, (heading, cell)): (usize, (&&str, &&str))| Column {
            number,
            heading: (*heading).to_owned(),
            cells: vec![(*cell).to_owned()],
        };
        heading.iter().zip(row).enumerate().map(column).collect()
    }

    #[test]
    fn headings_give_way_before_texts_and_texts_before_parts() {
        let fits = parts(columns(&["a long heading", "b"], &["1", "2"]), 1, 20);
        assert_eq!((fits.len(), fits[0][0].heading.as_str()), (1, "a long heading"));
        let headings = parts(columns(&["nodes to depth", "b"], &["1,234", "2"]), 1, 12);
        assert_eq!((headings.len(), headings[0][0].heading.as_str()), (1, "nodes\nto\ndepth"));
        // What tells two columns of one name apart, a blank at the end, cannot be broken off.
        let blank = parts(columns(&["nodes", "nodes "], &["1", "2"]), 1, 10);
        assert_eq!((blank.len(), blank[0][1].heading.as_str()), (1, "nodes "));
        let texts = parts(columns(&["recipe", "b"], &["modern+history+late_moves+null", "2"]), 1, 30);
        assert_eq!((texts.len(), texts[0][0].cells[0].as_str()), (1, "modern+history+\nlate_moves+null"));
        // What was broken to 32 columns and is still too wide is broken to 20 as a whole, not line by line.
        let again = parts(columns(&["a", "b"], &["a sentence of eight words that is long", "2"]), 1, 26);
        assert_eq!(again[0][0].cells[0], "a sentence of eight\nwords that is long");
        let several = parts(columns(&["a", "b", "c"], &["unbreakable", "12345678", "12345678"]), 1, 24);
        let numbers = several.iter().map(|part| part.iter().map(|column| column.number).collect());
        assert_eq!(numbers.collect::<Vec<Vec<usize>>>(), [[0, 1], [0, 2]]);
    }
}
