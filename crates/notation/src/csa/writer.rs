//! The writer of CSA, and evaluations as floodgate and the CSA servers write them: `'** 43 -3334FU +2726FU`, the form that programs read
//! in CSA.

use alloc::format;
use alloc::string::String;

use komadai_core::game::{ClockTime, EndKind, Game};
use komadai_core::{Color, Move, Position};

use super::words::{final_word, move_word};
use super::{Version, headers, start};
use crate::cursor::Cursor;
use crate::encoding::Encoding;
use crate::error::WriteError;
use crate::evaluations::{RecordedScore, floodgate, of_comments};
use crate::kif::{one_line, take_move};
use crate::walk::Walk;

/// Writes the main line of a game in CSA. Version 2.2 cuts times to whole seconds, version 3 to milliseconds.
///
/// # Errors
///
/// [`WriteError`] if the game was made by hand and breaks rules.
pub fn write(game: &Game, version: Version) -> Result<String, WriteError> {
    let mut out = String::from(version.head(Encoding::Utf8));
    for (name, sign) in [(game.black(), "N+"), (game.white(), "N-")] {
        if let Some(name) = name {
            out = out + sign + &one_line(name) + "\n";
        }
    }
    let mut remarks = String::new();
    for (key, value) in &game.headers {
        let is_told = value.is_empty() || [game.black(), game.white()].contains(&Some(value));
        if matches!(key.as_str(), "先手" | "後手" | "下手" | "上手") && is_told {
            continue;
        }
        let (name, text) = headers::to_csa(key.trim(), value.trim(), version);
        if name.is_empty() || name.contains([':', '\n', '\r']) {
            write_comment(&format!("{name}：{value}"), &mut remarks);
        } else {
            out += &format!("${name}:{}\n", one_line(&text));
        }
    }
    start::write(&game.start, &mut out);
    out += &remarks;
    game.comments.iter().for_each(|comment| write_comment(comment, &mut out));
    let mut walk = Walk::new(&game.start);
    for node in &game.nodes {
        out += &format!("{}\n", move_word(&walk.pos, node.mv));
        write_time(node.time, version, &mut out);
        walk.play(node)?;
        let added = evaluation_comment(&node.comments, &walk.pos, node.mv);
        for (index, comment) in node.comments.iter().enumerate() {
            if let Some((_, text)) = added.as_ref().filter(|(before, _)| *before == index) {
                write_comment(text, &mut out);
            }
            write_comment(comment, &mut out);
        }
    }
    if let Some(ending) = &game.ending {
        let pos = &walk.pos;
        let mut side = pos.side_to_move();
        if let (Some(mv), EndKind::IllegalMove(_)) = (ending.illegal, &ending.kind) {
            out += &format!("{}\n", move_word(pos, mv));
            side = !side;
        }
        out += &format!("%{}\n", final_word(&ending.kind, side));
        write_time(ending.time, version, &mut out);
        ending.comments.iter().for_each(|comment| write_comment(comment, &mut out));
    }
    Ok(out)
}

fn write_time(time: Option<ClockTime>, version: Version, out: &mut String) {
    let Some(time) = time else { return };
    let (seconds, millis) = (time.spent.as_secs(), time.spent.subsec_millis());
    *out += &match (version, millis) {
        (Version::V3_0, 1..) => format!("T{seconds}.{millis:03}\n"),
        _ => format!("T{seconds}\n"),
    };
}

fn write_comment(text: &str, out: &mut String) {
    for line in text.split('\n') {
        *out += &format!("'*{}\n", line.trim_end_matches('\r'));
    }
}

/// The score that stands for a mate, as in games of floodgate.
const MATE: i32 = 100_000;

/// The comment for the evaluation of `pos`, found in the comments of the move `last`, which led there, and the index of the comment
/// before which it belongs: the one with the evaluation, so that a reader of all forms takes the fuller one. `None` if there is no
/// evaluation, or if its score is already in this form. The legal part of a line in KIF is turned into moves of CSA.
fn evaluation_comment(comments: &[String], pos: &Position, last: Move) -> Option<(usize, String)> {
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
