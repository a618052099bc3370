//! Names of pieces in their places, for people.

use komadai::eval::PiecePlace;
use komadai::{Color, Place, Placed};

const RANKS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// ▲7七銀, △持歩.
pub(crate) fn place(letter: PiecePlace) -> String {
    let Placed { piece, place } = letter.placed();
    let owner = if piece.color() == Color::Black { '▲' } else { '△' };
    let kind = piece.kind().kanji();
    match place {
        Place::Board(square) => {
            format!("{owner}{}{}{kind}", square.file(), RANKS[usize::from(square.rank()) - 1])
        }
        Place::Hand => format!("{owner}持{kind}"),
    }
}
