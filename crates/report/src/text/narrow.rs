//! Tables that fit a terminal: headings on several lines, long texts on several lines, and what is still too wide in parts.

use crate::text::fold::{columns, folded, pieces};

/// Blanks between two columns, and those before the first and behind the last, which the rule below the heading fills.
const BETWEEN: usize = 3;
const AROUND: usize = 2;
/// Texts are not broken into narrower columns than this.
const NARROWEST: usize = 20;

/// Cells of a table as they are shown.
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    pub(crate) columns: Vec<Column>,
}

/// A column of a table; a cell may have several lines.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    /// Its number in the whole table.
    pub(crate) number: usize,
    heading: String,
    cells: Vec<String>,
}

impl Column {
    fn width(&self) -> usize {
        widest(std::iter::once(&self.heading).chain(&self.cells))
    }

    /// The width of the cells, or of the longest word of the heading.
    fn broken_width(&self) -> usize {
        widest(&self.cells).max(longest_piece(&self.heading))
    }

    /// Breaks the heading to that width.
    fn break_heading(&mut self) {
        self.heading = folded(&self.heading, self.broken_width(), 0).join("\n");
    }

    /// Whether the cells are names or sentences. Numbers and intervals are not broken.
    fn holds_texts(&self) -> bool {
        self.cells.iter().all(|cell| cell.is_empty() || cell.starts_with(char::is_alphabetic))
    }

    /// Breaks texts to a width, or to that of their longest word.
    fn break_cells(&mut self, width: usize) {
        let width = self.cells.iter().map(|cell| longest_piece(cell)).fold(width, usize::max);
        for cell in &mut self.cells {
            *cell = folded(cell, width, 0).join("\n");
        }
    }
}

impl Sheet {
    /// The cells of a heading and of rows as long as it.
    pub(crate) fn new(heading: Vec<String>, rows: &[Vec<String>]) -> Sheet {
        let column = |(number, heading): (usize, String)| {
            let cells = rows.iter().map(|row| row[number].clone()).collect();
            Column { number, heading, cells }
        };
        Sheet { columns: heading.into_iter().enumerate().map(column).collect() }
    }

    /// The heading; names of fewer lines stand at the bottom.
    pub(crate) fn heading(&self) -> Vec<String> {
        let lines = |column: &Column| column.heading.matches('\n').count();
        let most = self.columns.iter().map(lines).max().unwrap_or(0);
        let above = |column: &Column| "\n".repeat(most - lines(column)) + &column.heading;
        self.columns.iter().map(above).collect()
    }

    /// The rows.
    pub(crate) fn rows(&self) -> Vec<Vec<String>> {
        let rows = self.columns.first().map_or(0, |column| column.cells.len());
        (0..rows).map(|row| self.columns.iter().map(|column| column.cells[row].clone()).collect()).collect()
    }

    fn width(&self) -> usize {
        total(self.columns.iter().map(Column::width))
    }
}

fn widest<'a>(texts: impl IntoIterator<Item = &'a String>) -> usize {
    texts.into_iter().flat_map(|text| text.lines()).map(columns).max().unwrap_or(0)
}

fn longest_piece(text: &str) -> usize {
    text.lines().flat_map(pieces).map(|piece| columns(piece.trim_end())).max().unwrap_or(0)
}

fn total(widths: impl Iterator<Item = usize>) -> usize {
    AROUND + widths.map(|width| width + BETWEEN).sum::<usize>().saturating_sub(BETWEEN)
}

/// A table as one that is at most `width` columns wide, or as several, each of which begins with the first `keys` columns. A
/// table of one column after the keys may be wider, if its words are.
pub(crate) fn blocks(mut sheet: Sheet, keys: usize, width: usize) -> Vec<Sheet> {
    // The headings that are widest beside their cells give way first.
    while sheet.width() > width {
        let gain = |column: &&mut Column| column.width().saturating_sub(column.broken_width());
        let Some(column) = sheet.columns.iter_mut().max_by_key(gain).filter(|column| gain(column) > 0) else {
            break;
        };
        column.break_heading();
    }
    // The widest texts give way first.
    for narrow in [48, 32, NARROWEST] {
        if sheet.width() > width {
            let long =
                sheet.columns.iter_mut().filter(|column| column.width() > narrow && column.holds_texts());
            long.for_each(|column| column.break_cells(narrow));
        }
    }
    let keys = keys.min(sheet.columns.len());
    let (names, others) = sheet.columns.split_at(keys);
    let mut parts: Vec<Sheet> = Vec::new();
    for column in others {
        match parts.last_mut() {
            Some(part) if total(part.columns.iter().chain([column]).map(Column::width)) <= width => {
                part.columns.push(column.clone());
            }
            _ => parts.push(Sheet { columns: names.iter().chain([column]).cloned().collect() }),
        }
    }
    if parts.is_empty() { vec![sheet] } else { parts }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(heading: &[&str], row: &[&str]) -> Sheet {
        let texts = |cells: &[&str]| cells.iter().map(|&cell| cell.to_owned()).collect::<Vec<_>>();
        Sheet::new(texts(heading), &[texts(row)])
    }

    #[test]
    fn what_fits_stays_as_it_is() {
        let parts = blocks(sheet(&["a long heading", "b"], &["1", "2"]), 1, 20);
        assert_eq!((parts.len(), parts[0].width()), (1, 20));
        assert_eq!(parts[0].heading(), ["a long heading", "b"]);
    }

    #[test]
    fn headings_give_way_before_texts_and_texts_before_parts() {
        let parts = blocks(sheet(&["nodes to depth", "b"], &["1,234", "2"]), 1, 12);
        assert_eq!((parts.len(), parts[0].heading()), (1, vec!["nodes\nto\ndepth".into(), "\n\nb".into()]));
        let recipe = "modern+history+late_moves+null";
        let parts = blocks(sheet(&["recipe", "b"], &[recipe, "2"]), 1, 30);
        assert_eq!((parts.len(), parts[0].rows()[0][0].as_str()), (1, "modern+history+\nlate_moves+null"));
        let parts = blocks(sheet(&["a", "b", "c"], &["unbreakable", "12345678", "12345678"]), 1, 24);
        let numbers: Vec<Vec<usize>> =
            parts.iter().map(|part| part.columns.iter().map(|column| column.number).collect()).collect();
        assert_eq!(numbers, [[0, 1], [0, 2]]);
    }
}
