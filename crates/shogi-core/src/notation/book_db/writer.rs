//! Writing of books, sorted.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Display;

use super::{BookEntry, EntryMove, HEADER};

/// Positions in the order of their texts, byte by byte; of those that differ in the move number alone, the one with the
/// smallest number.
pub fn sorted(entries: Vec<BookEntry>) -> Vec<BookEntry> {
    let mut entries: Vec<(String, BookEntry)> =
        entries.into_iter().map(|entry| (text_of(&entry), entry)).collect();
    entries.sort_by(|(a, one), (b, other)| {
        a.cmp(b).then(one.position.move_number().cmp(&other.position.move_number()))
    });
    entries.dedup_by(|(a, _), (b, _)| a == b);
    entries.into_iter().map(|(_, entry)| entry).collect()
}

/// The SFEN of a position without its move number.
fn text_of(entry: &BookEntry) -> String {
    let text = entry.position.to_string();
    text.rsplit_once(' ').map_or(text.as_str(), |(text, _)| text).to_owned()
}

/// Writes a book, its positions [`sorted`], its moves in their order.
///
/// Columns that are not known are left out at the end of a line, and `none` before a known one.
pub fn write(entries: Vec<BookEntry>) -> String {
    let mut text = String::from(HEADER);
    text.push('\n');
    for BookEntry { position, moves } in sorted(entries) {
        text.push_str("sfen ");
        text.push_str(&position.to_string());
        text.push('\n');
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
