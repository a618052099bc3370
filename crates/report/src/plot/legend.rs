//! The words around a figure: its title above and its legend below, where no curve runs.

use plotters::prelude::Text;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{IntoFont as _, RGBColor, TextStyle};

use crate::plot::layer::{Drawn, Layer, Look, Page, dashes};
use crate::text::fold::{columns, folded};

/// Width of a letter in heights of its font, a cautious mean over common fonts without serifs.
const LETTER: f64 = 0.55;
const GREY: RGBColor = RGBColor(110, 110, 110);
/// Dashes of lines across a figure.
pub(crate) const LEVEL: (u32, u32) = (6, 4);

const TITLE: f64 = 24.0;
const TITLE_LINE: i32 = 30;
const NAME: f64 = 15.0;
const NAME_LINE: i32 = 22;
/// Width of a sample, its distance from the name behind it, and the distance of two entries.
const SAMPLE: i32 = 26;
const BEHIND: i32 = 8;
const APART: i32 = 28;
/// Free space at the left and the right.
const SIDE: i32 = 30;
const ABOVE: i32 = 12;

/// Width of a text, in pixels.
pub(crate) fn text_width(text: &str, size: f64) -> i32 {
    (columns(text) as f64 * LETTER * size).ceil() as i32
}

/// A text as lines of at most so many pixels.
fn text_lines(text: &str, size: f64, width: i32) -> Vec<String> {
    let letters = (f64::from(width) / (LETTER * size)) as usize;
    folded(text, letters, 0).into_iter().map(|line| line.trim_end().to_owned()).collect()
}

/// What an entry of the legend shows before its name.
#[derive(Clone, Copy)]
pub(crate) enum Sample<'a> {
    Layer(&'a Layer, Look),
    /// A dashed line across.
    Level,
}

/// The title of a figure, on as many lines as it needs.
pub(crate) struct Title(Vec<String>);

impl Title {
    pub(crate) fn new(text: &str, width: i32) -> Title {
        Title(text_lines(text, TITLE, width - 2 * SIDE))
    }

    pub(crate) fn height(&self) -> i32 {
        ABOVE + TITLE_LINE * self.0.len() as i32
    }

    pub(crate) fn draw(&self, page: &Page<'_>, width: i32) -> Drawn {
        for (line, text) in (0..).zip(&self.0) {
            let style = TextStyle::from(("sans-serif", TITLE).into_font());
            let style = style.pos(Pos::new(HPos::Center, VPos::Center));
            page.draw(&Text::new(text.as_str(), (width / 2, ABOVE + TITLE_LINE * line + 14), style))?;
        }
        Ok(())
    }
}

/// Names of the layers and what they look like, in rows below the figure.
pub(crate) struct Legend<'a> {
    rows: i32,
    /// Where each line of a name stands, its row, and the sample before the first line of each.
    lines: Vec<(i32, i32, String, Option<Sample<'a>>)>,
}

impl<'a> Legend<'a> {
    /// Puts entries side by side as long as they fit. Entries without a name are left out.
    pub(crate) fn new<'n>(entries: impl Iterator<Item = (Sample<'a>, &'n str)>, width: i32) -> Legend<'a> {
        let (mut lines, mut x, mut row) = (Vec::new(), SIDE, 0);
        for (sample, name) in entries.filter(|(_, name)| !name.is_empty()) {
            let parts = text_lines(name, NAME, width - 2 * SIDE - SAMPLE - BEHIND);
            let widest = parts.iter().map(|part| text_width(part, NAME)).max().unwrap_or(0);
            let entry = SAMPLE + BEHIND + widest;
            if x > SIDE && (x + entry > width - SIDE || parts.len() > 1) {
                (x, row) = (SIDE, row + 1);
            }
            let last = row + parts.len() as i32 - 1;
            for (number, part) in (0..).zip(parts) {
                lines.push((x, row + number, part, (number == 0).then_some(sample)));
            }
            (x, row) = if last > row { (SIDE, last + 1) } else { (x + entry + APART, row) };
        }
        Legend { rows: lines.last().map_or(0, |(_, row, ..)| row + 1), lines }
    }

    pub(crate) fn height(&self) -> i32 {
        NAME_LINE * self.rows + if self.rows > 0 { 10 } else { 0 }
    }

    /// Draws the rows, the first of them below a height.
    pub(crate) fn draw(&self, page: &Page<'_>, top: i32) -> Drawn {
        for (x, row, text, sample) in &self.lines {
            let y = top + NAME_LINE * row + NAME_LINE / 2;
            match sample {
                Some(Sample::Layer(layer, look)) => layer.sample(page, (*x, y), SAMPLE, *look)?,
                Some(Sample::Level) => dashes(page, [(*x, y), (x + SAMPLE, y)], LEVEL, GREY)?,
                None => {}
            }
            let style = TextStyle::from(("sans-serif", NAME).into_font());
            let style = style.pos(Pos::new(HPos::Left, VPos::Center));
            page.draw(&Text::new(text.as_str(), (x + SAMPLE + BEHIND, y), style))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(names: &[&str], width: i32) -> Vec<i32> {
        let legend = Legend::new(names.iter().map(|&name| (Sample::Level, name)), width);
        legend.lines.iter().map(|(_, row, ..)| *row).collect()
    }

    #[test]
    fn entries_stand_side_by_side_while_they_fit() {
        assert_eq!(rows(&["a", "b", "c"], 900), [0, 0, 0]);
        assert_eq!(rows(&["a", "b", "c"], 190), [0, 0, 1]);
        assert_eq!(rows(&["", ""], 900), [0; 0]);
    }

    #[test]
    fn a_name_too_long_for_a_row_is_broken_and_stands_alone() {
        let long = "modern+history+late_moves.scale=20, played by professionals";
        assert_eq!(rows(&["a", long, "b"], 400), [0, 1, 2, 3]);
        assert_eq!(Title::new(long, 400).0.len(), 3);
    }
}
