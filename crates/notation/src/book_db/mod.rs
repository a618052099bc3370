//! Opening books as text, in the `.db` format of `YaneuraOu`: positions with the moves to play in them.
//!
//! ```text
//! #YANEURAOU-DB2016 1.00
//! sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
//! 7g7f 3c3d 35 20 120
//! 2g2f none 30 18 80
//! ```
//!
//! The line of a move holds the move, the expected reply, the value in centipawns for the side to move, the search depth, and how often
//! the move was chosen.
//!
//! | in the file | read as |
//! |---|---|
//! | later columns missing, or `none` | not known |
//! | `none`, `resign` or `win` in place of the move | no move to play: the line is skipped |
//! | the move number missing, or 0 | 1 |
//! | lines that begin with `#` or `//`, what follows such a word in a line, a sixth column, empty lines | skipped |
//! | CR LF, a byte order mark, comments in any encoding | the same book |
//!
//! [`BookReader`] reads a stream position by position, in any order; [`write()`] writes the positions in the order of their texts,
//! because engines search a file for a position by bisection. The format is described in
//! <https://yaneuraou.yaneu.com/2016/02/05/standard-shogi-book-format/>.
//!
//! ```
//! use komadai_core::Position;
//! use komadai_notation::book_db::{BookEntry, EntryMove, write};
//!
//! let known = EntryMove { value: Some(35), ..EntryMove::new("7g7f".parse()?) };
//! let text = write(vec![BookEntry { position: Position::startpos(), moves: vec![known] }]);
//! assert!(text.starts_with("#YANEURAOU-DB2016 1.00\nsfen lnsgkgsnl/"));
//! assert!(text.ends_with(" b - 1\n7g7f none 35\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "std")]
mod lines;
#[cfg(feature = "std")]
mod reader;

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Display;

pub use komadai_core::notation::{BookEntry, EntryMove, sorted};

#[cfg(feature = "std")]
pub use reader::{BookReadError, BookReader};

/// The first line of a file.
pub const HEADER: &str = "#YANEURAOU-DB2016 1.00";

/// Writes a book: positions [`sorted`], the moves of each in their order.
///
/// Unknown columns are left out at the end of a line, and written as `none` before a known one.
pub fn write(entries: Vec<BookEntry>) -> String {
    let mut text = format!("{HEADER}\n");
    for BookEntry { position, moves } in sorted(entries) {
        text += &format!("sfen {position}\n");
        for known in moves {
            push_line(&mut text, known);
        }
    }
    text
}

fn push_line(text: &mut String, EntryMove { mv, reply, value, depth, count }: EntryMove) {
    let columns = [column(reply), column(value), column(depth), column(count)];
    let known = columns.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
    text.push_str(&mv.to_string());
    for column in &columns[..known] {
        text.push(' ');
        text.push_str(column.as_deref().unwrap_or("none"));
    }
    text.push('\n');
}

fn column(known: Option<impl Display>) -> Option<String> {
    known.map(|known| known.to_string())
}
