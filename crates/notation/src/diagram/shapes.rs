//! Parts of a picture: measures, colours, and the shapes of board, grid and pieces. All lengths are in SVG user units.

use alloc::format;
use alloc::string::String;
use core::fmt::{self, Write as _};

use komadai_core::{Color, Piece, PieceKind, Square};

use crate::kif::rank_name;

/// A square is a little higher than wide, as on real boards (about 35 by 38 mm).
pub(super) const SQUARE: (f32, f32) = (44.0, 48.0);
pub(super) const MARGIN: f32 = 16.0;
/// Stands hold two pieces across and four rows: all seven kinds.
pub(super) const STAND: (f32, f32) = (2.0 * SQUARE.0 + 20.0, 4.0 * SQUARE.1 + 16.0);
pub(super) const GAP: f32 = 14.0;
/// Wood around the grid: left and bottom are narrow, top and right carry the labels.
pub(super) const RIM: (f32, f32) = (12.0, 24.0);
pub(super) const GRID: (f32, f32) = (MARGIN + STAND.0 + GAP + RIM.0, MARGIN + RIM.1);
pub(super) const BOARD: (f32, f32) = (9.0 * SQUARE.0 + RIM.0 + RIM.1, 9.0 * SQUARE.1 + RIM.0 + RIM.1);
pub(super) const BLACK_STAND: (f32, f32) =
    (MARGIN + STAND.0 + 2.0 * GAP + BOARD.0, MARGIN + BOARD.1 - STAND.1);
pub(super) const WIDTH: f32 = BLACK_STAND.0 + STAND.0 + MARGIN;
pub(super) const HEIGHT: f32 = BOARD.1 + 2.0 * MARGIN;
/// Height of a bar of colours with their meanings.
pub(super) const BAR: f32 = 44.0;
/// Free height around a caption, height of each of its lines, size of its letters, and their mean width relative to that size.
pub(super) const CAPTION: f32 = 6.0;
pub(super) const CAPTION_LINE: f32 = 24.0;
pub(super) const CAPTION_SIZE: f32 = 18.0;
pub(super) const LETTER: f32 = 0.6;

pub(super) const PAPER: &str = "#fdfbf6";
pub(super) const WOOD: &str = "#eec37e";
pub(super) const STAND_WOOD: &str = "#dba95f";
pub(super) const LINE: &str = "#5d4320";
pub(super) const PIECE: &str = "#fdeec8";
pub(super) const PIECE_EDGE: &str = "#8a6a35";
pub(super) const INK: &str = "#1c1712";
pub(super) const PROMOTED_INK: &str = "#b5161c";
pub(super) const TARGET: &str = "#f08c2e";
pub(super) const ORIGIN: &str = "#fcf0b9";
pub(super) const FONT: &str =
    "'Noto Serif CJK JP','Noto Serif JP','Hiragino Mincho ProN','Yu Mincho','MS Mincho',IPAMincho,serif";

/// The wood, with file digits above the grid and rank kanji at its right.
pub(super) fn wood(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (x, y) = (GRID.0 - RIM.0, MARGIN);
    let (w, h) = BOARD;
    writeln!(
        f,
        r#"<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="4" fill="{WOOD}" stroke="{PIECE_EDGE}"/>"#
    )?;
    for i in 1..=9u8 {
        let x = GRID.0 + SQUARE.0 * (9.5 - f32::from(i));
        writeln!(f, r#"<text x="{x}" y="{}" font-size="14" fill="{LINE}">{i}</text>"#, GRID.1 - 7.0)?;
        let (x, y) = (GRID.0 + 9.0 * SQUARE.0 + RIM.1 / 2.0, GRID.1 + SQUARE.1 * (f32::from(i) - 0.5) + 5.0);
        let kanji = rank_name(i);
        writeln!(f, r#"<text x="{x}" y="{y}" font-size="14" fill="{LINE}">{kanji}</text>"#)?;
    }
    Ok(())
}

/// The colours from left to right under the grid, each above its meaning.
pub(super) fn colour_bar(f: &mut fmt::Formatter<'_>, colours: &[(String, String)]) -> fmt::Result {
    let w = 9.0 * SQUARE.0 / colours.len() as f32;
    for (i, (colour, means)) in colours.iter().enumerate() {
        let (x, y, colour, means) = (GRID.0 + w * i as f32, HEIGHT, Escaped(colour), Escaped(means));
        writeln!(f, r#"<rect x="{x}" y="{y}" width="{w}" height="16" fill="{colour}" stroke="{LINE}"/>"#)?;
        let (x, y) = (x + w / 2.0, y + 32.0);
        writeln!(f, r#"<text x="{x}" y="{y}" font-size="14" fill="{INK}">{means}</text>"#)?;
    }
    Ok(())
}

/// Lines and the four star points.
pub(super) fn grid(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (left, top) = GRID;
    let (width, height) = (9.0 * SQUARE.0, 9.0 * SQUARE.1);
    write!(f, r#"<path fill="none" stroke="{LINE}" d=""#)?;
    for i in 1..9u8 {
        let (x, y) = (left + SQUARE.0 * f32::from(i), top + SQUARE.1 * f32::from(i));
        write!(f, "M{x} {top}v{height}M{left} {y}h{width}")?;
    }
    writeln!(f, r#""/>"#)?;
    writeln!(
        f,
        r#"<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="none" stroke="{LINE}" stroke-width="2"/>"#
    )?;
    for (i, j) in [(3.0, 3.0), (6.0, 3.0), (3.0, 6.0), (6.0, 6.0)] {
        let (x, y) = (left + SQUARE.0 * i, top + SQUARE.1 * j);
        writeln!(f, r#"<circle cx="{x}" cy="{y}" r="3" fill="{LINE}"/>"#)?;
    }
    Ok(())
}

pub(super) fn centre(square: Square) -> (f32, f32) {
    let (from_left, from_top) = (f32::from(9 - square.file()), f32::from(square.rank() - 1));
    (GRID.0 + SQUARE.0 * (from_left + 0.5), GRID.1 + SQUARE.1 * (from_top + 0.5))
}

/// A piece around (0, 0), pointing up, as large as the king.
pub(super) const OUTLINE: &str = "M0 -22L12.5 -16.5L17.5 20.5H-17.5L-12.5 -16.5Z";

/// Real sets have six sizes; a pawn is about four fifths of a king.
pub(super) fn size(kind: PieceKind) -> f32 {
    match kind.unpromoted() {
        PieceKind::King => 1.0,
        PieceKind::Rook | PieceKind::Bishop => 0.97,
        PieceKind::Gold | PieceKind::Silver => 0.93,
        PieceKind::Knight => 0.89,
        PieceKind::Lance => 0.86,
        _ => 0.82,
    }
}

/// A piece around (0, 0); names the font unless the whole picture does.
pub(super) fn draw_piece(f: &mut fmt::Formatter<'_>, piece: Piece, is_font_said: bool) -> fmt::Result {
    let kind = piece.kind();
    let turned = if piece.color() == Color::White { "rotate(180) " } else { "" };
    let ink = if kind.is_promoted() { PROMOTED_INK } else { INK };
    let font = if is_font_said { String::new() } else { format!(r#" font-family="{FONT}""#) };
    write!(
        f,
        r#"<g transform="{turned}scale({})"{font}><path d="{OUTLINE}" fill="{PIECE}" stroke="{PIECE_EDGE}" stroke-linejoin="round"/><text y="12.5" font-size="27" fill="{ink}">{}</text></g>"#,
        size(kind),
        kind.kanji()
    )
}

/// Text inside XML: markup is escaped, characters that XML 1.0 forbids are replaced.
pub(super) struct Escaped<'a>(pub(super) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\t' | '\n' | '\r' => f.write_char(' ')?,
                '\0'..' ' | '\u{fffe}' | '\u{ffff}' => f.write_char('\u{fffd}')?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}
