//! The picture: a wooden board between two stands, in plain SVG shapes.
//!
//! In a picture that stands alone, elements share nothing (no `<defs>`, no style sheet), so every renderer, however small, draws it.
//! Pictures of one page may share their shapes ([`SharedShapes`]).

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write as _};

use komadai_core::{Color, Hand, Piece, Square};

use super::Diagram;
use super::shapes::{
    BAR, BLACK_STAND, BOARD, CAPTION, CAPTION_LINE, CAPTION_SIZE, Escaped, FONT, GRID, HEIGHT, INK, LETTER,
    MARGIN, ORIGIN, OUTLINE, PAPER, PIECE_EDGE, RIM, SQUARE, STAND, STAND_WOOD, TARGET, WIDTH, centre,
    colour_bar, draw_piece, grid, wood,
};

impl Diagram<'_> {
    /// An SVG picture that needs only a Japanese font where it is viewed. White's pieces stand upside down, promoted pieces are red, each
    /// player's stand is at the player's right, and a dot marks the side to move.
    pub fn svg(&self) -> String {
        Picture { diagram: self, shapes: core::cell::RefCell::new(None) }.to_string()
    }
}

/// Shapes that the pictures of one page share: each piece, rank and stand is drawn where it comes first and referred to after that
/// (`<use>`). A picture of a long line of play then takes some hundred bytes, not 15,000.
///
/// ```
/// use komadai_core::Position;
/// use komadai_notation::diagram::{Diagram, SharedShapes};
///
/// let (mut shapes, pos) = (SharedShapes::default(), Position::startpos());
/// let first = shapes.svg(&Diagram::of(&pos));
/// let again = shapes.svg(&Diagram::of(&pos));
/// assert!(first.len() > 5_000 && again.len() < 600);
/// ```
#[derive(Debug, Default)]
pub struct SharedShapes(BTreeMap<String, usize>);

impl SharedShapes {
    /// The next picture of the page, as [`Diagram::svg`] draws it, but without a size, which the page sets. The shapes are named `s0`,
    /// `s1` and so on.
    pub fn svg(&mut self, diagram: &Diagram<'_>) -> String {
        Picture { diagram, shapes: core::cell::RefCell::new(Some(self)) }.to_string()
    }
}

struct Picture<'a, 's> {
    diagram: &'a Diagram<'a>,
    /// What the page has drawn already; `None` for a picture that stands alone.
    shapes: core::cell::RefCell<Option<&'s mut SharedShapes>>,
}

impl fmt::Display for Picture<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Diagram { pos, caption, colours, stands, .. } = self.diagram;
        let (left, width) =
            if *stands { (0.0, WIDTH) } else { (GRID.0 - RIM.0 - MARGIN, BOARD.0 + 2.0 * MARGIN) };
        let caption = caption.as_deref().map(|text| caption_lines(text, width)).unwrap_or_default();
        let bar = if colours.is_empty() { 0.0 } else { BAR };
        let below = if caption.is_empty() { 0.0 } else { CAPTION + CAPTION_LINE * caption.len() as f32 };
        let height = HEIGHT + bar + below;
        if self.shapes.borrow().is_some() {
            writeln!(f, r#"<svg role="img" viewBox="{left} 0 {width} {height}" text-anchor="middle">"#)?;
        } else {
            writeln!(
                f,
                r#"<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" viewBox="{left} 0 {width} {height}" font-family="{FONT}" text-anchor="middle">"#
            )?;
        }
        writeln!(f, "<title>{pos}</title>")?;
        self.shape(f, format!("wood {left} {height}"), None, |f| {
            writeln!(f, r#"<rect x="{left}" width="{width}" height="{height}" fill="{PAPER}"/>"#)?;
            wood(f)
        })?;
        self.highlights(f)?;
        self.shape(f, "grid".to_string(), None, grid)?;
        for rank in 1..=9 {
            let squares =
                || super::rank_from_left(rank).filter_map(|square| Some((square, pos.piece_at(square)?)));
            let mut key = format!("rank {rank}");
            squares().try_for_each(|(square, piece)| write!(key, " {piece}{}", square.file()))?;
            if squares().next().is_some() {
                self.shape(f, key, None, |f| {
                    squares().try_for_each(|(square, piece)| self.piece(f, piece, centre(square)))
                })?;
            }
        }
        if *stands {
            self.stand(f, Color::White)?;
            self.stand(f, Color::Black)?;
        }
        colour_bar(f, colours)?;
        for (line, text) in caption.into_iter().enumerate() {
            let (x, y) = (WIDTH / 2.0, HEIGHT + bar + 11.0 + CAPTION_LINE * line as f32);
            let text = Escaped(text);
            writeln!(f, r#"<text x="{x}" y="{y}" font-size="{CAPTION_SIZE}" fill="{INK}">{text}</text>"#)?;
        }
        f.write_str("</svg>\n")
    }
}

impl Picture<'_, '_> {
    /// Draws the shape that `key` names, moved by `at`, or refers to it if the page already has it.
    fn shape(
        &self,
        f: &mut fmt::Formatter<'_>,
        key: String,
        at: Option<(f32, f32)>,
        draw: impl FnOnce(&mut fmt::Formatter<'_>) -> fmt::Result,
    ) -> fmt::Result {
        // Its number on the page, and whether it is new there.
        let number = self.shapes.borrow_mut().as_mut().map(|SharedShapes(ids)| {
            let next = ids.len();
            let id = *ids.entry(key).or_insert(next);
            (id, id == next)
        });
        if let Some((id, false)) = number {
            let at = at.map_or_else(String::new, |(x, y)| format!(r#" x="{x}" y="{y}""#));
            return write!(f, r##"<use href="#s{id}"{at}/>"##);
        }
        if let Some((x, y)) = at {
            write!(f, r#"<g transform="translate({x} {y})">"#)?;
        }
        match number {
            None => draw(f)?,
            Some((id, _)) => {
                write!(f, r#"<g id="s{id}">"#)?;
                draw(f)?;
                f.write_str("</g>")?;
            }
        }
        f.write_str(if at.is_some() { "</g>\n" } else { "" })
    }

    fn piece(&self, f: &mut fmt::Formatter<'_>, piece: Piece, at: (f32, f32)) -> fmt::Result {
        let is_alone = self.shapes.borrow().is_none();
        self.shape(f, format!("piece {piece}"), Some(at), |f| draw_piece(f, piece, is_alone))
    }

    /// The last move and the marks, below the grid so that lines stay crisp.
    fn highlights(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(mv) = self.diagram.last_move {
            if let Some(from) = mv.from() {
                self.paint(f, from, ORIGIN)?;
            }
            self.paint(f, mv.to(), TARGET)?;
        }
        self.diagram.marks.iter().try_for_each(|(square, colour)| self.paint(f, *square, colour))
    }

    fn paint(&self, f: &mut fmt::Formatter<'_>, square: Square, colour: &str) -> fmt::Result {
        let ((x, y), (w, h)) = (centre(square), SQUARE);
        self.shape(f, format!("paint {colour}"), Some((x - w / 2.0, y - h / 2.0)), |f| {
            write!(f, r#"<rect width="{w}" height="{h}" fill="{}"/>"#, Escaped(colour))
        })
    }

    /// A player's stand with the pieces in hand; the mark of the player beside it, and a dot if it is their turn.
    fn stand(&self, f: &mut fmt::Formatter<'_>, owner: Color) -> fmt::Result {
        let pos = self.diagram.pos;
        let mut key = format!("stand {owner} {}", pos.side_to_move());
        let hand = pos.hand(owner);
        Hand::STRONGEST_FIRST.into_iter().try_for_each(|kind| write!(key, " {}", hand.count(kind)))?;
        self.shape(f, key, None, |f| self.draw_stand(f, owner))
    }

    fn draw_stand(&self, f: &mut fmt::Formatter<'_>, owner: Color) -> fmt::Result {
        let (x, y) = match owner {
            Color::Black => BLACK_STAND,
            Color::White => (MARGIN, MARGIN),
        };
        let (w, h) = STAND;
        let (middle_x, middle_y) = (x + w / 2.0, y + h / 2.0);
        // As the owner sees the stand: strongest at the upper left. White's stand is that picture turned.
        let turn = if owner == Color::Black { 1.0 } else { -1.0 };
        self.shape(f, format!("empty stand {owner} {}", self.diagram.pos.side_to_move()), None, |f| {
            writeln!(
                f,
                r#"<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="5" fill="{STAND_WOOD}" stroke="{PIECE_EDGE}"/>"#
            )?;
            self.player(f, owner, (middle_x, middle_y - turn * (h / 2.0 + 20.0)))
        })?;
        let hand = self.diagram.pos.hand(owner);
        for (i, kind) in Hand::STRONGEST_FIRST.into_iter().filter(|&kind| hand.has(kind)).enumerate() {
            let column = (i % 2) as f32 - 0.5;
            let row = (i / 2) as f32 - 1.5;
            let at = (middle_x + turn * (column * (SQUARE.0 + 5.0) - 4.0), middle_y + turn * row * SQUARE.1);
            self.piece(f, Piece::new(owner, kind), at)?;
            if hand.count(kind) > 1 {
                let (at, count) = ((at.0 + 20.0 * turn, at.1 + 14.0 * turn + 5.0), hand.count(kind));
                // A pale edge keeps digits readable over the corner of a piece.
                self.shape(f, format!("count {count}"), Some(at), |f| {
                    write!(
                        f,
                        r#"<text font-size="15" font-weight="bold" fill="{INK}" stroke="{STAND_WOOD}" stroke-width="3" paint-order="stroke" stroke-linejoin="round">{count}</text>"#
                    )
                })?;
            }
        }
        Ok(())
    }

    /// A small filled (Black) or open (White) piece, and a dot for the side to move.
    fn player(&self, f: &mut fmt::Formatter<'_>, owner: Color, (x, y): (f32, f32)) -> fmt::Result {
        let (fill, turn) = if owner == Color::Black { (INK, 0) } else { (PAPER, 180) };
        writeln!(
            f,
            r#"<path transform="translate({x} {y}) rotate({turn}) scale(0.5)" d="{OUTLINE}" fill="{fill}" stroke="{INK}" stroke-width="3" stroke-linejoin="round"/>"#
        )?;
        if self.diagram.pos.side_to_move() == owner {
            writeln!(f, r#"<circle cx="{}" cy="{y}" r="5" fill="{TARGET}"/>"#, x + 24.0)?;
        }
        Ok(())
    }
}

/// Splits a caption into lines that fit below the picture, at blanks or, in Japanese and in very long words, anywhere.
fn caption_lines(text: &str, width: f32) -> Vec<&str> {
    let most = (width - 2.0 * MARGIN) / CAPTION_SIZE;
    let (mut lines, mut rest) = (Vec::new(), text.trim());
    while !rest.is_empty() {
        let mut width = 0.0;
        let over = rest.char_indices().find(|&(_, c)| {
            width += if c < '\u{2e80}' { LETTER } else { 1.0 };
            width > most
        });
        let end =
            over.map_or(rest.len(), |(end, _)| rest[..end].rfind(' ').filter(|&at| at > 0).unwrap_or(end));
        lines.push(rest[..end].trim_end());
        rest = rest[end..].trim_start();
    }
    lines
}
