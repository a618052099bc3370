//! Evaluations in CSA files as floodgate and the CSA servers write them, `'** 43 -3334FU +2726FU`: the form that programs read there.

use alloc::format;
use alloc::string::String;

use super::csa_words::move_word;
use super::cursor::Cursor;
use super::evaluations::{RecordedScore, floodgate, of_comments};
use super::japanese_move::take_move;
use crate::{Color, Move, Position};

/// The score that stands for a mate, as in games of floodgate.
const MATE: i32 = 100_000;

/// The comment for the evaluation of `pos` that is in the comments of the move `last`, which led there, and the number of the comment
/// before which it belongs: that of the evaluation, so that a reader of all forms takes the fuller one. `None` if there is none, or if
/// its score stands in this form already. A line in KIF is turned into moves of CSA, as far as it is legal.
pub(super) fn comment(comments: &[String], pos: &Position, last: Move) -> Option<(usize, String)> {
    let found = of_comments(comments)?;
    let score = match found.score {
        RecordedScore::Cp(cp) => cp,
        RecordedScore::Mate { winner: Color::Black, .. } => MATE,
        RecordedScore::Mate { winner: Color::White, .. } => -MATE,
    };
    let mut lines = comments.iter().flat_map(|comment| comment.lines());
    if lines.any(|line| floodgate(line.trim()).is_some_and(|found| found.score == RecordedScore::Cp(score))) {
        return None;
    }
    let before =
        comments.iter().rposition(|comment| of_comments(core::slice::from_ref(comment)).is_some())?;
    let mut text = format!("* {score}");
    let (mut pos, mut last, mut line) = (pos.clone(), last, Cursor::new(found.line, 1));
    while let Ok(mv) = take_move(&mut line, &pos, Some(last)) {
        if !pos.is_legal(mv) {
            break;
        }
        text.push(' ');
        text += &move_word(&pos, mv);
        pos.do_move(mv);
        last = mv;
        line.blanks();
    }
    Some((before, text))
}
