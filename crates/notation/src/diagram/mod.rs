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
/// File digits of diagrams, from the left.
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

    /// Paints a square under its piece, in any colour of CSS (`#56b4e9`, `rgba(230,159,0,0.4)`). Several marks on one square lie over
    /// each other. Pictures only.
    pub fn mark(mut self, square: Square, colour: &str) -> Self {
        self.marks.push((square, colour.to_owned()));
        self
    }

    /// Adds a bar of colours below the board, each with its meaning (`−4`, or nothing): the key to the marks. Pictures only.
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

    /// The board diagram of KIF files. White's pieces have a `v` before them; as in records, the side to move is named only if it is
    /// White.
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

    /// The board in letters of SFEN: capitals are Black's, `+` marks promoted pieces.
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
