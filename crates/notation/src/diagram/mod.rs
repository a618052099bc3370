//! Board diagrams, as text for terminals or as SVG pictures.
//!
//! | method | for |
//! |---|---|
//! | [`Diagram::kanji`] | terminals and records: the board diagram of KIF files |
//! | [`Diagram::letters`] | terminals without Japanese fonts |
//! | [`Diagram::svg`] | web pages, papers, reports |
//!
//! All three show the board from Black's side, file 9 on the left, with both players' pieces in hand. The text
//! forms are aligned for terminals that show kanji two columns wide, as nearly all do.
//!
//! ```
//! use komadai_core::Position;
//! use komadai_notation::diagram::Diagram;
//!
//! let text = Diagram::of(&Position::startpos()).kanji();
//! assert_eq!(text.lines().nth(3), Some("|v香v桂v銀v金v玉v金v銀v桂v香|一"));
//! ```

mod shapes;
mod svg;

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use komadai_core::{Color, Hand, Move, PieceKind, Position, Square};

use super::kif::{count_name, rank_name};
pub use svg::SharedShapes;

/// Top and bottom of the board: nine squares of three columns.
const FRAME: &str = "+---------------------------+";
/// Digits of files on diagrams, from the left.
const FILES: &str = "  ９ ８ ７ ６ ５ ４ ３ ２ １";

/// Board diagram of a position, with marks and a caption.
#[derive(Clone, Debug)]
pub struct Diagram<'a> {
    pos: &'a Position,
    last_move: Option<Move>,
    marks: Vec<(Square, String)>,
    colours: Vec<(String, String)>,
    caption: Option<String>,
    stands: bool,
}

impl<'a> Diagram<'a> {
    /// A diagram of a position, without marks.
    pub fn of(pos: &'a Position) -> Diagram<'a> {
        Diagram { pos, last_move: None, marks: Vec::new(), colours: Vec::new(), caption: None, stands: true }
    }

    /// Highlights the move that led to the position: its target, and its origin more faintly. Pictures only; the
    /// text forms stay readable by programs that know KIF.
    pub fn last_move(mut self, mv: Move) -> Self {
        self.last_move = Some(mv);
        self
    }

    /// Paints a square under its piece, in any colour of CSS (`#56b4e9`, `rgba(230,159,0,0.4)`). Marks of one
    /// square lie over each other. Pictures only.
    pub fn mark(mut self, square: Square, colour: &str) -> Self {
        self.marks.push((square, colour.to_owned()));
        self
    }

    /// Adds a bar of colours below the board, each with what it stands for (`−4`, or nothing): the key to marks. Pictures only.
    pub fn colour_bar<S: Into<String>>(mut self, colours: impl IntoIterator<Item = (S, S)>) -> Self {
        self.colours = colours.into_iter().map(|(colour, means)| (colour.into(), means.into())).collect();
        self
    }

    /// Draws the board alone, without the stands for pieces in hand and the side to move. Pictures only.
    pub fn without_stands(mut self) -> Self {
        self.stands = false;
        self
    }

    /// Adds a text below the board. Pictures break a long one into lines.
    pub fn caption(mut self, text: &str) -> Self {
        self.caption = Some(text.to_owned());
        self
    }

    /// The board diagram of KIF files. White's pieces have a `v` before them, the side to move is named when it is
    /// White, as records do.
    ///
    /// ```text
    /// 後手の持駒：なし
    ///   ９ ８ ７ ６ ５ ４ ３ ２ １
    /// +---------------------------+
    /// |v香v桂v銀v金v玉v金v銀v桂v香|一
    /// | ・v飛 ・ ・ ・ ・ ・v角 ・|二
    /// ```
    pub fn kanji(&self) -> String {
        let Diagram { pos, caption, .. } = self;
        let [black, white] = Color::ALL.map(|color| hand_in_kanji(pos.hand(color)));
        let side = if pos.side_to_move() == Color::White { "後手番\n" } else { "" };
        let caption = caption.as_ref().map_or_else(String::new, |text| format!("{text}\n"));
        let board = board_in_kanji(pos);
        format!("後手の持駒：{white}\n{board}先手の持駒：{black}\n{side}{caption}")
    }

    /// The board in letters of SFEN: capitals are Black's, `+` is promoted.
    ///
    /// ```text
    /// White in hand: -
    ///    9  8  7  6  5  4  3  2  1
    ///  +---------------------------+
    ///  | l  n  s  g  k  g  s  n  l | a
    ///  | .  r  .  .  .  .  .  b  . | b
    /// ```
    pub fn letters(&self) -> String {
        let Diagram { pos, caption, .. } = self;
        let row = |rank: u8| {
            let square = |square| {
                pos.piece_at(square)
                    .map_or_else(|| " .".to_owned(), |piece| format!("{:>2}", piece.to_string()))
            };
            let squares: String = rank_from_left(rank).map(|at| square(at) + " ").collect();
            format!(" |{squares}| {}\n", char::from(b'a' + rank - 1))
        };
        let board: String = (1..=9).map(row).collect();
        let [black, white] = Color::ALL.map(|color| hand_in_letters(pos.hand(color)));
        let side = if pos.side_to_move() == Color::Black { "Black" } else { "White" };
        let caption = caption.as_ref().map_or_else(String::new, |text| format!("{text}\n"));
        format!(
            "White in hand: {white}\n   9  8  7  6  5  4  3  2  1\n {FRAME}\n{board} {FRAME}\nBlack in hand: {black}\n\
             {side} to move\n{caption}"
        )
    }
}

/// All squares of a rank, file 9 first.
fn rank_from_left(rank: u8) -> impl Iterator<Item = Square> {
    (1..=9).rev().filter_map(move |file| Square::new(file, rank))
}

/// The pieces in hand as in KIF files, the strongest first.
pub(super) fn hand_in_kanji(hand: Hand) -> String {
    in_words(hand, "なし", "　", |kind, count| match count {
        1 => kind.kanji().to_string(),
        count => format!("{}{}", kind.kanji(), count_name(count)),
    })
}

/// The pieces in hand, the strongest first, each named with its count; `none` if there are none.
fn in_words(hand: Hand, none: &str, between: &str, name: impl Fn(PieceKind, u32) -> String) -> String {
    let held = Hand::STRONGEST_FIRST.into_iter().filter(|&kind| hand.has(kind));
    let named: Vec<String> = held.map(|kind| name(kind, hand.count(kind))).collect();
    if named.is_empty() { none.to_owned() } else { named.join(between) }
}

/// The board as in KIF files, with its frame.
pub(super) fn board_in_kanji(pos: &Position) -> String {
    let mut text = format!("{FILES}\n{FRAME}\n");
    for rank in 1..=9 {
        text.push('|');
        for square in rank_from_left(rank) {
            text.extend(match pos.piece_at(square) {
                None => [' ', '・'],
                Some(piece) if piece.color() == Color::White => ['v', piece.kind().kanji()],
                Some(piece) => [' ', piece.kind().kanji()],
            });
        }
        text.extend(['|', rank_name(rank), '\n']);
    }
    text + FRAME + "\n"
}

/// The pieces in hand in letters, the strongest first.
fn hand_in_letters(hand: Hand) -> String {
    in_words(hand, "-", " ", |kind, count| match count {
        1 => kind.letter().to_string(),
        count => format!("{count}{}", kind.letter()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Columns in a terminal: one for ASCII, two for what these diagrams use otherwise.
    fn columns(line: &str) -> usize {
        line.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum()
    }

    fn position(sfen: &str) -> Position {
        sfen.parse().unwrap()
    }

    #[test]
    fn start_position_in_kanji_is_the_diagram_of_kif_files() {
        let expected = "\
後手の持駒：なし
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
|v香v桂v銀v金v玉v金v銀v桂v香|一
| ・v飛 ・ ・ ・ ・ ・v角 ・|二
|v歩v歩v歩v歩v歩v歩v歩v歩v歩|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| 歩 歩 歩 歩 歩 歩 歩 歩 歩|七
| ・ 角 ・ ・ ・ ・ ・ 飛 ・|八
| 香 桂 銀 金 玉 金 銀 桂 香|九
+---------------------------+
先手の持駒：なし
";
        assert_eq!(Diagram::of(&Position::startpos()).kanji(), expected);
    }

    #[test]
    fn every_board_line_is_equally_wide_in_both_scripts() {
        let pos = position("l2+R2snl/9/2+Ppk1+bp1/9/9/4P4/PP2+p+s3/4K4/+lN5NL b RB2G2S9P2gn 77");
        let diagram = Diagram::of(&pos);
        let kanji = diagram.kanji();
        let rows: Vec<_> = kanji.lines().filter(|line| line.starts_with('|')).collect();
        assert_eq!(rows.len(), 9);
        assert!(rows.iter().all(|row| columns(row) == 31), "{kanji}");
        let letters = diagram.letters();
        let rows: Vec<_> = letters.lines().filter(|line| line.starts_with(" |")).collect();
        assert_eq!(rows.len(), 9);
        assert!(rows.iter().all(|row| row.len() == 32), "{letters}");
        assert!(letters.contains(" | l  .  . +R  .  .  s  n  l | a"), "{letters}");
    }

    #[test]
    fn hands_are_listed_strongest_first_with_counts() {
        let pos = position("4k4/9/9/9/9/9/9/9/4K4 w 2RBG8Pb2n10p 2");
        let diagram = Diagram::of(&pos).caption("次の一手");
        let kanji = diagram.kanji();
        assert!(kanji.starts_with("後手の持駒：角　桂二　歩十\n"), "{kanji}");
        assert!(kanji.ends_with("先手の持駒：飛二　角　金　歩八\n後手番\n次の一手\n"), "{kanji}");
        let letters = diagram.letters();
        assert!(letters.starts_with("White in hand: B 2N 10P\n"), "{letters}");
        assert!(letters.ends_with("Black in hand: 2R B G 8P\nWhite to move\n次の一手\n"), "{letters}");
    }
}
