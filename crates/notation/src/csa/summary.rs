//! The summary at the end of a game of shogi-server, on which floodgate runs: `'summary:time up:NAME win:NAME lose`, Black first.
//!
//! A final word comes before it if a player resigned or declared, rightly or wrongly. For any other ending it is the only source.

use komadai_core::Color;
use komadai_core::game::{EndKind, Ending, Game};

/// Sets the ending of a game from its summary, if the comment is one; if a final word says otherwise, the summary is right.
pub(super) fn apply(comment: &str, game: &mut Game) {
    let to_move = if game.nodes.len().is_multiple_of(2) {
        game.start.side_to_move()
    } else {
        !game.start.side_to_move()
    };
    let Some(kind) = kind_of(comment, to_move) else { return };
    let told = Ending::new(kind, to_move);
    match &mut game.ending {
        Some(ending) if ending.result == told.result => {}
        Some(ending) => (ending.kind, ending.result) = (told.kind, told.result),
        none => *none = Some(told),
    }
}

fn kind_of(comment: &str, to_move: Color) -> Option<EndKind> {
    let mut parts = comment.strip_prefix("summary:")?.rsplitn(3, ':');
    let (white, black, reason) = (parts.next()?, parts.next()?, parts.next()?);
    let loser = match (black.rsplit(' ').next()?, white.rsplit(' ').next()?) {
        ("lose", "win") => Some(Color::Black),
        ("win", "lose") => Some(Color::White),
        ("draw", "draw") => None,
        _ => return None,
    };
    match (reason, loser) {
        ("sennichite", None) => Some(EndKind::Repetition),
        ("max_moves", None) => Some(EndKind::MaxMoves),
        ("time up", Some(loser)) if loser == to_move => Some(EndKind::TimeUp),
        (
            "illegal move" | "illegal kachi" | "uchifuzume" | "oute_kaihimore" | "oute_sennichite",
            Some(loser),
        ) => Some(EndKind::IllegalMove(loser)),
        _ => None,
    }
}
