//! The closing line of KIF and KI2, `まで98手で後手の勝ち`. In KI2 it is the only statement of the ending.

use alloc::format;
use alloc::string::{String, ToString};

use komadai_core::Color;
use komadai_core::game::{EndKind, Ending, GameResult};

use super::start::{PLAYERS, player_name};
use crate::final_words::{KIF, end_kind, end_word};

/// Reads what comes after `まで`, at `side`'s turn.
pub(crate) fn read(text: &str, side: Color) -> Ending {
    ending(words_of(text), side)
}

/// The ending that words about the end of a game mean at `side`'s turn.
pub(super) fn ending(words: &str, side: Color) -> Ending {
    let (reason, winner) = split_winner(words);
    let told = winner.map_or(GameResult::Unknown, GameResult::win);
    // A reason that contradicts the winner is kept as words.
    let agrees = |kind: &EndKind| winner.is_none() || kind.result(side) == told;
    let word = end_kind(&KIF, reason, side);
    let reasons = [
        ("反則", winner.map(|winner| EndKind::IllegalMove(!winner))),
        ("時間切れ", Some(EndKind::TimeUp)),
        ("切れ負け", Some(EndKind::TimeUp)),
        // A repetition by perpetual check is a loss of the other side, if the words name the winner.
        ("王手", winner.map(|winner| EndKind::IllegalMove(!winner))),
        ("千日手", Some(EndKind::Repetition)),
        ("持将棋", Some(EndKind::Impasse)),
        ("不詰", Some(EndKind::NoMate)),
        ("詰", Some(EndKind::Mate)),
        ("入玉", Some(EndKind::Declaration)),
        ("宣言", Some(EndKind::Declaration)),
        ("不戦", winner.map(|winner| EndKind::Default(!winner))),
        ("引き分け", Some(EndKind::Draw)),
        ("引分", Some(EndKind::Draw)),
        ("最大手数", Some(EndKind::MaxMoves)),
    ];
    let other = if reason.is_empty() || word.is_some() { words } else { reason };
    let kind = word.filter(agrees).or_else(|| {
        let found = reasons.into_iter().find(|(reason, _)| words.contains(reason));
        found.map_or(reason.is_empty().then_some(EndKind::Resign), |(_, kind)| kind).filter(agrees)
    });
    let mut ending = Ending::new(kind.unwrap_or_else(|| EndKind::Other(other.to_string())), side);
    if winner.is_some() {
        ending.result = told;
    }
    ending
}

/// The winner whom these words name.
pub(crate) fn winner(words: &str) -> Option<Color> {
    split_winner(words).1
}

/// The words after the number of moves.
fn words_of(text: &str) -> &str {
    let words = text.split_once("手で").map_or(text, |(_, words)| words).trim();
    if words.is_empty() { text.trim() } else { words }
}

/// Splits `時間切れにより後手の勝ち` into the reason and the winner; the reason itself names no winner.
fn split_winner(words: &str) -> (&str, Option<Color>) {
    let (mut reason, mut winner) = (words, None);
    while let Some((before, color)) = last_winner(reason) {
        (reason, winner) = (before, winner.or(Some(color)));
    }
    (reason, winner)
}

/// The winner whom the words name last, and what comes before.
fn last_winner(words: &str) -> Option<(&str, Color)> {
    for (name, color) in PLAYERS {
        for (suffix, wins) in [("の勝ち", true), ("勝ち", true), ("の反則勝ち", true), ("の反則負け", false)]
        {
            let Some(rest) = words.strip_suffix(suffix).and_then(|rest| rest.strip_suffix(name)) else {
                continue;
            };
            let reason = rest.strip_suffix("により").unwrap_or(rest).trim();
            return Some((reason, if wins { color } else { !color }));
        }
    }
    // `後手の入玉勝ち`, `先手の時間切れ負け`: the reason stands between the player and the result.
    for (name, color) in PLAYERS {
        let reason = words.strip_prefix(name).and_then(|rest| rest.strip_prefix('の'));
        for (suffix, wins) in [("勝ち", true), ("勝", true), ("負け", false), ("敗", false)] {
            if let Some(reason) = reason.and_then(|reason| reason.strip_suffix(suffix)) {
                return Some((reason, if wins { color } else { !color }));
            }
        }
    }
    None
}

/// The closing line, without a line end, for an ending after `moves` moves, at `side`'s turn.
pub(crate) fn write(ending: &Ending, moves: usize, side: Color, handicap: bool) -> String {
    let name = |color| player_name(color, handicap);
    let winner = |kind: &EndKind| kind.result(side).winner().unwrap_or(side);
    let words = match &ending.kind {
        kind @ EndKind::Resign => format!("{}の勝ち", name(winner(kind))),
        kind @ EndKind::TimeUp => format!("時間切れにより{}の勝ち", name(winner(kind))),
        kind @ EndKind::Declaration => format!("入玉により{}の勝ち", name(winner(kind))),
        EndKind::IllegalMove(loser) if *loser == side => format!("{}の反則負け", name(*loser)),
        EndKind::IllegalMove(loser) => format!("{}の反則勝ち", name(!*loser)),
        EndKind::Default(loser) => format!("不戦により{}の勝ち", name(!*loser)),
        EndKind::Other(word) => match ending.result.winner() {
            Some(color) if split_winner(word).1 != Some(color) => {
                format!("{word}により{}の勝ち", name(color))
            }
            _ => word.clone(),
        },
        kind => end_word(&KIF, kind, side).to_string(),
    };
    format!("まで{moves}手で{words}")
}
