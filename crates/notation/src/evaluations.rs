//! Evaluations in the comments of a game, as engines and graphical programs write them.
//!
//! | form of the comment | who writes it |
//! |---|---|
//! | `*解析 0 候補1 評価値 123 読み筋 ▲７六歩(77) △３四歩(33)`, the same with `*対局`; mates `評価値 +詰 5` | `ShogiGUI` |
//! | `* Engine … 候補1 評価値 123 読み筋 …` | Kishin Analytics |
//! | `#評価値=123`, `#読み筋=▲７六歩△３四歩`, `#詰み=先手勝ち:5手`; with `*` for the players' own | `ShogiHome` |
//! | `* 123 +7776FU -3334FU` | floodgate and the CSA servers |
//!
//! The first character of each belongs to the comment: a KIF file has `**解析`, a CSA file `'** 123`. Scores of all forms are for Black. A
//! comment in none of these forms, or with an invalid number, is only a comment.
//!
//! [`write()`] writes the first form, which most programs read: `ShogiGUI`, and `ShogiHome` besides its own (its source,
//! `src/common/record/comment.ts`, reads all four). `ShogiHome` reads mates only in its own form, so they are written in both. A game
//! written as CSA has its evaluations in the last form as well.
//!
//! ```
//! use komadai_core::Value;
//! use komadai_notation::evaluations::{self, RecordedScore};
//! use komadai_notation::record;
//!
//! let csa = "PI\n+\n+7776FU\n'** 45 -3334FU +2726FU\n-3334FU\n'what a move\n";
//! let mut game = record::read(csa.as_bytes(), None)?.games.remove(0);
//! let found = evaluations::read(&game);
//! assert_eq!(found[1].map(|found| (found.score, found.line)), Some((RecordedScore::Cp(45), "-3334FU +2726FU")));
//! assert!(found[0].is_none() && found[2].is_none());
//!
//! let score = RecordedScore::for_black(Value::from_cp(-30));
//! let comments = evaluations::write(score, &game.final_position(), None, &["2g2f".parse()?]);
//! assert_eq!(comments, ["*解析 0 候補1 評価値 -30 読み筋 ▲２六歩(27)"]);
//! game.nodes[1].comments.extend(comments);
//! assert_eq!(evaluations::read(&game)[2].map(|found| found.score), Some(score));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use komadai_core::game::Game;
use komadai_core::{Color, Move, Position, Value};

use crate::kif::{mark_of, move_words};

/// Score of a position in a comment, for Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordedScore {
    /// In the unit of the program that wrote it, mostly centipawns; beyond about ±30,000 programs mean a mate.
    Cp(i32),
    /// A mate.
    Mate {
        /// Who mates.
        winner: Color,
        /// Plies to the mate, 0 if it is on the board; `None` if the comment does not tell.
        plies: Option<u32>,
    },
}

impl RecordedScore {
    /// The score for a value from Black's view.
    pub fn for_black(value: Value) -> RecordedScore {
        let winner = if value.cp() > 0 { Color::Black } else { Color::White };
        if value.is_mate() {
            RecordedScore::Mate { winner, plies: value.mate_distance().map(i32::unsigned_abs) }
        } else {
            RecordedScore::Cp(value.cp())
        }
    }
}

impl fmt::Display for RecordedScore {
    /// `+45`, `mate +5` if Black mates, `mate -4` if White does, without a number if the comment has none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordedScore::Cp(cp) => write!(f, "{cp:+}"),
            RecordedScore::Mate { winner, plies } => {
                f.write_str(if *winner == Color::Black { "mate +" } else { "mate -" })?;
                plies.map_or(Ok(()), |plies| write!(f, "{plies}"))
            }
        }
    }
}

/// An evaluation in the comments of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedEvaluation<'a> {
    /// Its score.
    pub score: RecordedScore,
    /// The best line as the comment has it, in the notation of the program that wrote it; may be empty.
    pub line: &'a str,
}

/// The evaluations of the main line: of the start position, then of the position after each move. Of several the last counts; second and
/// later candidates (`候補2`) are ignored.
pub fn read(game: &Game) -> Vec<Option<RecordedEvaluation<'_>>> {
    let moves = game.nodes.iter().map(|node| &node.comments);
    core::iter::once(&game.comments).chain(moves).map(|comments| of_comments(comments)).collect()
}

pub(super) fn of_comments(comments: &[String]) -> Option<RecordedEvaluation<'_>> {
    let mut found: Option<RecordedEvaluation<'_>> = None;
    for line in comments.iter().flat_map(|comment| comment.lines()).map(str::trim) {
        if let Some(moves) = line.strip_prefix(['*', '#']).and_then(|text| text.strip_prefix("読み筋=")) {
            if let Some(found) = &mut found {
                found.line = moves.trim();
            }
        } else {
            found = shogihome(line).or_else(|| shogigui(line)).or_else(|| floodgate(line)).or(found);
        }
    }
    found
}

/// `#評価値=123` or `#詰み=先手勝ち:5手`.
fn shogihome(line: &str) -> Option<RecordedEvaluation<'_>> {
    let text = line.strip_prefix(['*', '#'])?;
    let score = if let Some(number) = text.strip_prefix("評価値=") {
        RecordedScore::Cp(number.parse().ok()?)
    } else {
        let mate = text.strip_prefix("詰み=")?;
        let black = mate.strip_prefix("先手勝ち").map(|rest| (Color::Black, rest));
        let (winner, rest) = black.or_else(|| Some((Color::White, mate.strip_prefix("後手勝ち")?)))?;
        let plies = match rest {
            "" => None,
            _ => Some(rest.strip_prefix(':')?.strip_suffix('手')?.parse().ok()?),
        };
        RecordedScore::Mate { winner, plies }
    };
    Some(RecordedEvaluation { score, line: "" })
}

/// `*解析 … 評価値 123 読み筋 …`, and the same after `*対局` or `* `.
fn shogigui(line: &str) -> Option<RecordedEvaluation<'_>> {
    let text = line.strip_prefix('*')?;
    if !["解析 ", "対局 ", " "].iter().any(|opening| text.starts_with(opening)) {
        return None;
    }
    let (head, rest) = text.split_once(" 評価値 ")?;
    let candidate = head.split_whitespace().find_map(|word| word.strip_prefix("候補"));
    if candidate.is_some_and(|number| number != "1") {
        return None;
    }
    let (score, line) = rest.split_once("読み筋").unwrap_or((rest, ""));
    Some(RecordedEvaluation { score: shogigui_score(score)?, line: line.trim() })
}

/// `123`, `-詰 5`, `+詰5`, `+詰`; more fields may follow a number.
fn shogigui_score(text: &str) -> Option<RecordedScore> {
    let mut words = text.split_whitespace();
    let first = words.next()?;
    let Some((sign, attached)) = first.split_once('詰') else {
        return first.parse().ok().map(RecordedScore::Cp);
    };
    let winner = match sign {
        "" | "+" => Color::Black,
        "-" => Color::White,
        _ => return None,
    };
    let plies = Some(attached).filter(|digits| !digits.is_empty()).or_else(|| words.next());
    Some(RecordedScore::Mate { winner, plies: plies.map(str::parse).transpose().ok()? })
}

/// `* 123 +7776FU -3334FU`, and what servers add after it: `#` and a number of nodes.
pub(super) fn floodgate(line: &str) -> Option<RecordedEvaluation<'_>> {
    let text = line.strip_prefix('*').filter(|text| text.starts_with(char::is_whitespace))?.trim_start();
    let (number, line) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let is_line = line.split_whitespace().all(|word| is_csa_move(word) || word.starts_with('#'));
    let score = RecordedScore::Cp(number.parse().ok()?);
    is_line.then_some(RecordedEvaluation { score, line: line.trim() })
}

/// Whether a word has the form of `+7776FU`; `%TORYO` and the like may end a line.
fn is_csa_move(word: &str) -> bool {
    match word.as_bytes() {
        [b'%', ..] => true,
        [b'+' | b'-', squares @ .., a, b] if squares.len() == 4 => {
            squares.iter().all(u8::is_ascii_digit) && a.is_ascii_uppercase() && b.is_ascii_uppercase()
        }
        _ => false,
    }
}

/// The comments for the evaluation of a position: one in the form of `ShogiGUI`, and for a mate one in that of `ShogiHome` before it.
///
/// `last` is the move that led here; a recapture on its square is written with 同. The line ends before a move that is not legal.
pub fn write(score: RecordedScore, pos: &Position, last: Option<Move>, line: &[Move]) -> Vec<String> {
    let mut comments = Vec::new();
    let words = match score {
        RecordedScore::Cp(cp) => format!("{cp}"),
        RecordedScore::Mate { winner, plies } => {
            let (player, sign) = if winner == Color::Black { ("先手", "+") } else { ("後手", "-") };
            // ShogiHome reads 0 plies as no mate.
            let length = plies.filter(|&plies| plies > 0).map_or(String::new(), |n| format!(":{n}手"));
            comments.push(format!("#詰み={player}勝ち{length}"));
            plies.map_or(format!("{sign}詰"), |plies| format!("{sign}詰 {plies}"))
        }
    };
    let moves = japanese(pos, last, line);
    let heading = if moves.is_empty() { "" } else { " 読み筋" };
    comments.push(format!("*解析 0 候補1 評価値 {words}{heading}{moves}"));
    comments
}

/// The moves as in KIF, each after a blank and the mark of its player.
fn japanese(pos: &Position, mut last: Option<Move>, line: &[Move]) -> String {
    let (mut pos, mut text) = (pos.clone(), String::new());
    for &mv in line {
        let (mark, words) = (mark_of(pos.side_to_move()), move_words(&pos, mv, last));
        let (Some(words), Ok(_)) = (words, pos.play(mv)) else { break };
        text.extend([' ', mark]);
        text.push_str(&words);
        last = Some(mv);
    }
    text
}
