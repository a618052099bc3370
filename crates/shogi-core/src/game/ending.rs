//! Endings of games and clock times, as record formats express them.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;

use crate::{Color, Move};

/// Result of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// 先手 (in handicap games 下手).
    BlackWins,
    /// 後手 (上手).
    WhiteWins,
    /// A draw.
    Draw,
    /// The record does not say, or the game was broken off.
    #[default]
    Unknown,
}

impl GameResult {
    /// A win of `color`.
    pub const fn win(color: Color) -> GameResult {
        match color {
            Color::Black => GameResult::BlackWins,
            Color::White => GameResult::WhiteWins,
        }
    }

    /// The winner, if any.
    pub const fn winner(self) -> Option<Color> {
        match self {
            GameResult::BlackWins => Some(Color::Black),
            GameResult::WhiteWins => Some(Color::White),
            GameResult::Draw | GameResult::Unknown => None,
        }
    }
}

impl fmt::Display for GameResult {
    /// `b`, `w`, `d`, or `?`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::BlackWins => "b",
            GameResult::WhiteWins => "w",
            GameResult::Draw => "d",
            GameResult::Unknown => "?",
        })
    }
}

/// Reason why a game ended (final word of a record).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum EndKind {
    /// 投了: the side to move resigns.
    Resign,
    /// 詰み: the side to move is mated.
    Mate,
    /// 切れ負け: the side to move ran out of time.
    TimeUp,
    /// 反則: this player broke a rule and loses.
    IllegalMove(Color),
    /// 入玉勝ち: the side to move declares a win by its entered king.
    Declaration,
    /// 千日手, a draw. (Perpetual check is [`EndKind::IllegalMove`].)
    Repetition,
    /// 持将棋, a draw.
    Impasse,
    /// 引き分け for another reason.
    Draw,
    /// 最大手数: the agreed number of moves is reached, a draw.
    MaxMoves,
    /// 不戦勝, 不戦敗: this player did not appear and loses.
    Default(Color),
    /// 中断: broken off.
    Interrupted,
    /// 待った: a move was taken back.
    TakeBack,
    /// 不詰: a mate problem without a mate.
    NoMate,
    /// An error, reported by the program that wrote the record.
    Error,
    /// Any other final word, such as 封じ手 (sealed move).
    Other(String),
}

impl EndKind {
    /// The result that this ending means at `side_to_move`'s turn.
    pub fn result(&self, side_to_move: Color) -> GameResult {
        match self {
            EndKind::Resign | EndKind::Mate | EndKind::TimeUp => GameResult::win(!side_to_move),
            EndKind::Declaration => GameResult::win(side_to_move),
            EndKind::IllegalMove(loser) | EndKind::Default(loser) => GameResult::win(!*loser),
            EndKind::Repetition | EndKind::Impasse | EndKind::Draw | EndKind::MaxMoves => GameResult::Draw,
            EndKind::Interrupted
            | EndKind::TakeBack
            | EndKind::NoMate
            | EndKind::Error
            | EndKind::Other(_) => GameResult::Unknown,
        }
    }
}

/// Time spent on a move, and the player's total.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClockTime {
    /// Time for this move.
    pub spent: Duration,
    /// Time of this player so far, this move included; `None` where the format has no place for it (CSA).
    pub total: Option<Duration>,
}

/// Ending of a line, with its comments and time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Why the line ended.
    pub kind: EndKind,
    /// The result.
    pub result: GameResult,
    /// The move that broke the rules, if the record has it. It is not among the moves of the line.
    pub illegal: Option<Move>,
    /// Comment lines after the final word.
    pub comments: Vec<String>,
    /// Time spent before the ending, if the record has it.
    pub time: Option<ClockTime>,
}

impl Ending {
    /// An ending at `side_to_move`'s turn, with the result that follows from its kind.
    pub fn new(kind: EndKind, side_to_move: Color) -> Ending {
        let result = kind.result(side_to_move);
        Ending { kind, result, illegal: None, comments: Vec::new(), time: None }
    }
}
