//! The writer of KIF and KI2: headers, comments, variations. Each format writes moves in its own way.

use alloc::format;
use alloc::string::String;

use komadai_core::Color;
use komadai_core::game::{Ending, Game, Node, Variation};

use super::games::{is_numbered, is_over_moves};
use super::moves::starts_move;
use super::start::{self, StartReader, split_header};
use super::words::mark;
use crate::cursor::Cursor;
use crate::error::WriteError;
use crate::final_words::{KIF, end_kind, other_word};
use crate::walk::Walk;

/// Writes headers, start position, the line that opens the moves, and comments. A header that would be read as something else becomes a
/// comment.
fn write_head(game: &Game, opening: &str, out: &mut String) {
    let mut remarks = String::new();
    for (key, value) in &game.headers {
        let (key, value) = (one_line(key), one_line(value));
        let (key, value) = (key.trim(), value.trim());
        let line = format!("{key}：{value}");
        let is_named = !key.chars().all(char::is_numeric);
        if is_named && split_header(&line) == Some((key, value)) && is_header(&line) {
            *out += &format!("{line}\n");
        } else {
            write_comment(&line, &mut remarks);
        }
    }
    *out += &start::write(&game.start);
    *out += opening;
    *out += &remarks;
    write_comments(&game.comments, out);
}

/// Whether a line would be read as a header.
fn is_header(line: &str) -> bool {
    let is_special = line.starts_with(|c| "*&#".contains(c) || mark(c).is_some())
        || line.starts_with("まで")
        || line.starts_with("変化")
        || is_over_moves(line)
        || is_numbered(line);
    let is_start = StartReader::default().line(&Cursor::new(line, 1)) != Ok(false);
    !is_special && !is_start && !line.starts_with('：')
}

/// Writes a comment, line by line; a bookmark (`&`) keeps its sign.
pub(crate) fn write_comment(text: &str, out: &mut String) {
    for line in text.split('\n') {
        let line = line.trim_end_matches('\r');
        let sign = if line.starts_with('&') { "" } else { "*" };
        *out += &format!("{sign}{line}\n");
    }
}

/// Comments, each on its own line.
pub(crate) fn write_comments(comments: &[String], out: &mut String) {
    for comment in comments {
        write_comment(comment, out);
    }
}

/// `text` with line ends as blanks.
pub(crate) fn one_line(text: &str) -> String {
    text.chars().map(|c| if c == '\n' || c == '\r' { ' ' } else { c }).collect()
}

/// A final word that KIF can read: without blanks or brackets, not like a move, and without another meaning.
pub(crate) fn final_word(word: &str, side: Color) -> String {
    let word: String = word.split_whitespace().collect();
    other_word(&word, "()（）,", |word| {
        word.starts_with(starts_move) || end_kind(&KIF, word, side).is_some()
    })
}

/// Appends a text and fills up to `width` columns, of which kanji take two.
pub(crate) fn pad(text: &str, width: usize, out: &mut String) {
    let columns: usize = text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
    *out += text;
    *out += &" ".repeat(width.saturating_sub(columns));
}

/// How one of the formats writes a record: what it begins with, what opens the moves, and how a move and an ending are written at the
/// walk's position.
pub(crate) struct Writer {
    pub(crate) first_line: &'static str,
    pub(crate) opening: &'static str,
    /// Writes the move without its comments; several may share a line.
    pub(crate) write_move: fn(&Node, &Walk, &mut String),
    pub(crate) write_ending: fn(&Ending, &Walk, &mut String),
}

impl Writer {
    /// Writes a game: the main line, then each variation under its `変化`.
    pub(crate) fn write(&self, game: &Game) -> Result<String, WriteError> {
        let mut out = String::from(self.first_line);
        write_head(game, self.opening, &mut out);
        let mut walk = Walk::new(&game.start);
        self.write_line(&game.nodes, game.ending.as_ref(), &mut walk, &mut out)?;
        for index in game.variations_in_order().ok_or(WriteError::Variation)? {
            let Variation { ply, comments, nodes, ending, .. } = &game.variations[index];
            walk.back_to(*ply);
            out += &format!("\n変化：{}手\n", ply + 1);
            write_comments(comments, &mut out);
            self.write_line(nodes, ending.as_ref(), &mut walk, &mut out)?;
        }
        Ok(out)
    }

    fn write_line(
        &self,
        nodes: &[Node],
        ending: Option<&Ending>,
        walk: &mut Walk,
        out: &mut String,
    ) -> Result<(), WriteError> {
        for node in nodes {
            (self.write_move)(node, walk, out);
            write_comments(&node.comments, out);
            walk.play(node)?;
        }
        if !out.ends_with('\n') {
            out.truncate(out.trim_end_matches(' ').len());
            out.push('\n');
        }
        if let Some(ending) = ending {
            (self.write_ending)(ending, walk, out);
        }
        Ok(())
    }
}
