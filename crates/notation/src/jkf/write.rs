//! Writing of games as JSON.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::time::Duration;

use komadai_core::game::{ClockTime, EndKind, Ending, Game, Node};
use komadai_core::{Color, Move, PieceKind, Position, Square};

use super::data::{Cell, Clock, Data, File, Initial, Item, Moved, Pairs, Place, RELATIVE, Time};
use crate::csa::words::{KIND_NAMES, final_word};
use crate::error::WriteError;
use crate::kif::start::Handicap;
use crate::kif::{promotion_word, relative_words};
use crate::walk::Walk;

/// Largest depth of nested variations that can be read back.
const DEEPEST: usize = 40;

/// Writes a game in JSON Kifu Format with all its variations, on one line. Times are in whole seconds.
///
/// # Errors
///
/// [`WriteError`] if the game was made by hand and breaks rules, or if its variations nest deeper than forty.
pub fn write(game: &Game) -> Result<String, WriteError> {
    let order = game.variations_in_order().ok_or(WriteError::Variation)?;
    let mut walk = Walk::new(&game.start);
    // Names in an object should differ: a second header with the same name becomes a comment.
    let (mut header, mut comments): (Vec<(String, String)>, Vec<String>) = Default::default();
    let mut known = BTreeSet::new();
    for (key, value) in &game.headers {
        if known.insert(key) {
            header.push((key.clone(), value.clone()));
        } else {
            comments.push(format!("{key}：{value}"));
        }
    }
    comments.extend_from_slice(&game.comments);
    let mut main = vec![Item::of(&comments)];
    append(&mut main, &game.nodes, game.ending.as_ref(), &mut walk)?;
    // The items of each variation, and how many of them come before its first move.
    let mut lines: Vec<(Vec<Item>, usize)> = game.variations.iter().map(|_| (Vec::new(), 0)).collect();
    let mut depths = vec![0; game.variations.len()];
    for &index in &order {
        let variation = &game.variations[index];
        depths[index] = 1 + variation.of.map_or(0, |of| depths[of]);
        if depths[index] > DEEPEST {
            return Err(WriteError::NoPlace(format!(
                "variations are nested {} deep, expected at most {DEEPEST} in this format",
                depths[index]
            )));
        }
        walk.back_to(variation.ply);
        let (items, head) = &mut lines[index];
        if !variation.comments.is_empty() {
            items.push(Item::of(&variation.comments));
            *head = 1;
        }
        append(items, &variation.nodes, variation.ending.as_ref(), &mut walk)?;
    }
    // A branch comes after the line that it leaves, so the last line is complete first.
    for &index in order.iter().rev() {
        let (mut items, _) = core::mem::take(&mut lines[index]);
        in_order(&mut items);
        let variation = &game.variations[index];
        let (line, at) = match variation.of {
            None => (&mut main, 1 + variation.ply),
            Some(of) => {
                let (line, head) = &mut lines[of];
                (line, *head + variation.ply - game.variations[of].ply)
            }
        };
        if line.len() <= at {
            line.resize_with(at + 1, || Item::of(&[]));
        }
        line[at].forks.push(items);
    }
    in_order(&mut main);
    let initial = initial(&game.start);
    let file = File { header: Pairs(header), initial: Some(initial), moves: main };
    let mut text = serde_json::to_string(&file).expect("strings and numbers have JSON");
    text.push('\n');
    Ok(text)
}

/// Reverses the forks, which were added from the last to the first.
fn in_order(items: &mut [Item]) {
    for item in items {
        item.forks.reverse();
    }
}

fn append(
    items: &mut Vec<Item>,
    nodes: &[Node],
    ending: Option<&Ending>,
    walk: &mut Walk,
) -> Result<(), WriteError> {
    for node in nodes {
        items.push(Item {
            mv: moved(&walk.pos, node.mv, walk.last_move()),
            time: node.time.as_ref().map(time),
            ..Item::of(&node.comments)
        });
        walk.play(node)?;
    }
    if let Some(ending) = ending {
        let pos = &walk.pos;
        let mut side = pos.side_to_move();
        let foul = ending.illegal.filter(|_| matches!(ending.kind, EndKind::IllegalMove(_)));
        if let Some(mut moved) = foul.and_then(|mv| moved(pos, mv, walk.last_move())) {
            if moved.from.is_none() {
                // A foul must say that it is a drop: there may be nothing in hand to drop.
                moved.relative = Some("H".to_string());
            }
            items.push(Item { mv: Some(moved), ..Item::of(&[]) });
            side = !side;
        }
        items.push(Item {
            special: Some(final_word(&ending.kind, side)),
            time: ending.time.as_ref().map(time),
            ..Item::of(&ending.comments)
        });
    }
    Ok(())
}

fn moved(pos: &Position, mv: Move, last: Option<Move>) -> Option<Moved> {
    let kind = match mv.from() {
        Some(from) => pos.piece_at(from)?.kind(),
        None => mv.dropped()?,
    };
    let place = |square: Square| Place { x: square.file(), y: square.rank() };
    let words = relative_words(pos, mv, kind);
    let letters: String =
        RELATIVE.iter().filter(|(_, word)| words.contains(*word)).map(|(letter, _)| *letter).collect();
    Some(Moved {
        color: Some(pos.side_to_move() as u8),
        from: mv.from().map(place),
        to: Some(place(mv.to())),
        piece: KIND_NAMES[kind].to_string(),
        same: last.filter(|last| last.to() == mv.to()).map(|_| true),
        promote: (!promotion_word(pos, mv).is_empty()).then_some(mv.is_promotion()),
        capture: pos.piece_at(mv.to()).map(|piece| KIND_NAMES[piece.kind()].to_string()),
        relative: (!letters.is_empty()).then_some(letters),
    })
}

fn time(time: &ClockTime) -> Time {
    Time { now: clock(time.spent, false), total: time.total.map(|total| clock(total, true)) }
}

fn clock(time: Duration, always_hours: bool) -> Clock {
    let seconds = time.as_secs();
    let hours = seconds / 3600;
    Clock {
        h: (always_hours || hours > 0).then(|| hours.into()),
        m: (seconds / 60 % 60).into(),
        s: (seconds % 60).into(),
    }
}

fn initial(start: &Position) -> Initial {
    if let Some(handicap) = Handicap::of(start) {
        return Initial { preset: handicap.preset.to_string(), data: None };
    }
    let mut board = vec![vec![Cell::default(); 9]; 9];
    for square in Square::all() {
        if let Some(piece) = start.piece_at(square) {
            board[square.file() as usize - 1][square.rank() as usize - 1] =
                Cell { color: Some(piece.color() as u8), kind: Some(KIND_NAMES[piece.kind()].to_string()) };
        }
    }
    let hands = Color::ALL.map(|color| {
        let count = |kind: PieceKind| (KIND_NAMES[kind].to_string(), start.hand(color).count(kind));
        PieceKind::HAND.into_iter().map(count).collect::<BTreeMap<_, _>>()
    });
    let data = Data { color: start.side_to_move() as u8, board, hands: hands.into() };
    Initial { preset: "OTHER".to_string(), data: Some(data) }
}
