//! Start position of a KIF or KI2 record: the handicap, or a drawn board with the pieces in hand.
//!
//! ```text
//! 手合割：香落ち            後手の持駒：飛　金　桂　歩二
//!                             ９ ８ ７ ６ ５ ４ ３ ２ １
//!                           +---------------------------+
//!                           |v香v桂 ・v金v玉v金 ・v銀 龍|一
//! ```
//!
//! A drawn board overrules the name of a handicap. `後手の持駒：残り全部` gives a player all pieces that are left over, as in printed mate
//! problems.

use alloc::format;
use alloc::string::{String, ToString};

use komadai_core::{Color, Hand, Piece, Position, Setup, Square};

use super::words::{digit, in_ascii, kind_of, mark, rank_name, take_count, take_kind};
use crate::cursor::Cursor;
use crate::diagram::{board_in_kanji, hand_in_kanji};
use crate::error::{At, RecordError};

/// A standard start position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Handicap {
    /// Name in KIF.
    pub(crate) name: &'static str,
    /// Name in JKF.
    pub(crate) preset: &'static str,
    /// Squares of the pieces that White gives up, file and rank.
    removed: &'static [u8],
}

/// The even game and the handicaps. Without 左 or 右 the odd piece is missing on White's right (files 9–6), but an odd lance on the left,
/// in 三枚落ち as in JKF.
const HANDICAPS: [Handicap; 16] = [
    Handicap { name: "平手", preset: "HIRATE", removed: &[] },
    Handicap { name: "香落ち", preset: "KY", removed: &[11] },
    Handicap { name: "右香落ち", preset: "KY_R", removed: &[91] },
    Handicap { name: "角落ち", preset: "KA", removed: &[22] },
    Handicap { name: "飛車落ち", preset: "HI", removed: &[82] },
    Handicap { name: "飛香落ち", preset: "HIKY", removed: &[82, 11] },
    Handicap { name: "二枚落ち", preset: "2", removed: &[82, 22] },
    Handicap { name: "三枚落ち", preset: "3", removed: &[82, 22, 11] },
    Handicap { name: "四枚落ち", preset: "4", removed: &[82, 22, 11, 91] },
    Handicap { name: "五枚落ち", preset: "5", removed: &[82, 22, 11, 91, 81] },
    Handicap { name: "左五枚落ち", preset: "5_L", removed: &[82, 22, 11, 91, 21] },
    Handicap { name: "六枚落ち", preset: "6", removed: &[82, 22, 11, 91, 21, 81] },
    Handicap { name: "左七枚落ち", preset: "7_L", removed: &[82, 22, 11, 91, 21, 81, 31] },
    Handicap { name: "右七枚落ち", preset: "7_R", removed: &[82, 22, 11, 91, 21, 81, 71] },
    Handicap { name: "八枚落ち", preset: "8", removed: &[82, 22, 11, 91, 21, 81, 31, 71] },
    Handicap { name: "十枚落ち", preset: "10", removed: &[82, 22, 11, 91, 21, 81, 31, 71, 41, 61] },
];

impl Handicap {
    /// The handicap by its name in KIF; 飛落ち and digits for kanji are read too.
    fn from_name(name: &str) -> Option<Handicap> {
        let name: String = name.chars().map(|c| digit(c).map_or(c, rank_name)).collect();
        let name = match name.as_str() {
            "飛落ち" => "飛車落ち",
            "一〇枚落ち" | "一0枚落ち" | "一０枚落ち" => "十枚落ち",
            name => name,
        };
        HANDICAPS.into_iter().find(|handicap| handicap.name == name)
    }

    /// The handicap by its name in JKF.
    #[cfg(feature = "jkf")]
    pub(crate) fn from_preset(preset: &str) -> Option<Handicap> {
        HANDICAPS.into_iter().find(|handicap| handicap.preset == preset)
    }

    /// The handicap whose start is a position.
    pub(crate) fn of(position: &Position) -> Option<Handicap> {
        let setup = Setup::from(position);
        HANDICAPS.into_iter().find(|handicap| handicap.setup() == setup)
    }

    /// The start position. White moves first unless the game is even.
    pub(crate) fn setup(self) -> Setup {
        let mut setup = Setup::startpos();
        for &square in self.removed {
            if let Some(square) = Square::new(square / 10, square % 10) {
                setup.board[square.index()] = None;
            }
            setup.side_to_move = Color::White;
        }
        setup
    }
}

/// Words for all pieces that are left over.
const REST: [&str; 6] = ["残り全部", "残り全て", "残りすべて", "残り駒全部", "残り駒", "残り"];

/// Collects the lines about the start position.
#[derive(Debug, Default)]
pub(crate) struct StartReader {
    setup: Setup,
    rows: u8,
    has_hands: bool,
    /// The player who holds all pieces that are left over.
    rest: Option<Color>,
    handicap: Option<Handicap>,
    /// The unknown name of a handicap, with its place.
    unknown: Option<(At, String)>,
    side: Option<Color>,
    at: At,
}

impl StartReader {
    /// Reads a line if it is about the start position; returns whether it was.
    pub(crate) fn line(&mut self, line: &Cursor<'_>) -> Result<bool, RecordError> {
        let mut cursor = line.clone();
        let at = cursor.at;
        let text = line.rest.trim();
        let taken = if cursor.take(|c| c == '|').is_some() {
            self.row(&mut cursor)?;
            true
        } else if let Some((key, _)) = split_header(text) {
            self.header(key, &mut cursor)?
        } else if let Some(side) = text.strip_suffix('番').and_then(player) {
            self.side = Some(side);
            true
        } else if text == "盤面回転" {
            // Concerns only the display.
            true
        } else if text.starts_with("手数＝") || text.starts_with("手数=") {
            cursor.take_while(|c| !c.is_numeric());
            let number = in_ascii(cursor.take_while(char::is_numeric));
            if let Ok(number @ 1..Setup::LAST_MOVE_NUMBER) = number.parse() {
                self.setup.move_number = number + 1;
            }
            true
        } else {
            text.starts_with("+-") || is_files(text)
        };
        if taken {
            self.at = at;
        }
        Ok(taken)
    }

    fn header(&mut self, key: &str, cursor: &mut Cursor<'_>) -> Result<bool, RecordError> {
        match key {
            "手合割" => {
                cursor.take_while(|c| c != '：' && c != ':');
                cursor.next();
                cursor.blanks();
                let name = cursor.rest.trim();
                self.handicap = Handicap::from_name(name);
                self.unknown =
                    (self.handicap.is_none() && !name.is_empty()).then(|| (cursor.at, name.to_string()));
            }
            _ if is_hand(key) => {
                let owner = hand_owner(key).ok_or_else(|| cursor.error("先手の持駒 or 後手の持駒"))?;
                self.hand(owner, cursor)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn hand(&mut self, color: Color, cursor: &mut Cursor<'_>) -> Result<(), RecordError> {
        cursor.take_while(|c| c != '：' && c != ':');
        cursor.next();
        let mut hand = Hand::EMPTY;
        loop {
            cursor.blanks();
            if cursor.is_at_end() || cursor.rest.starts_with("なし") {
                break;
            }
            let here = cursor.clone();
            if REST.contains(&cursor.rest.trim()) {
                if self.rest.is_some_and(|other| other != color) {
                    return Err(here.error("one player who holds what is left over"));
                }
                self.rest = Some(color);
                break;
            }
            let expected = "a piece in hand such as 歩 or 歩十六, or 残り全部";
            let kind = take_kind(cursor).ok_or_else(|| here.error(expected))?;
            let count = take_count(cursor).ok_or_else(|| here.error(expected))?;
            hand = hand.with(kind, hand.count(kind) + count).ok_or_else(|| here.error(expected))?;
        }
        self.setup.hands[color.index()] = hand;
        self.has_hands = true;
        Ok(())
    }

    /// A rank of the board, after its first bar: nine squares of two columns, the bar, and the name of the rank if present.
    fn row(&mut self, cursor: &mut Cursor<'_>) -> Result<(), RecordError> {
        if self.rows == 9 {
            return Err(cursor.error("nine ranks"));
        }
        self.rows += 1;
        for file in (1..=9).rev() {
            let owner = match cursor.peek() {
                Some('v' | 'V' | 'ｖ') => Color::White,
                Some(' ' | '　' | '^') => Color::Black,
                _ => return Err(cursor.error(format!("a blank or v before the piece on file {file}"))),
            };
            cursor.next();
            let here = cursor.clone();
            match cursor.next() {
                Some('・' | '.' | '･') => {}
                found => {
                    let kind = found.and_then(kind_of);
                    let kind = kind.ok_or_else(|| here.error("a piece, or ・ for an empty square"))?;
                    if let Some(square) = Square::new(file, self.rows) {
                        self.setup.board[square.index()] = Some(Piece::new(owner, kind));
                    }
                }
            }
        }
        if cursor.take(|c| c == '|').is_none() {
            return Err(cursor.error("| after nine squares"));
        }
        match cursor.peek().and_then(digit) {
            Some(rank) if rank != self.rows => {
                Err(cursor.error(format!("{} or nothing after the bar", rank_name(self.rows))))
            }
            _ => Ok(()),
        }
    }

    /// The start position.
    pub(crate) fn finish(&self) -> Result<Position, RecordError> {
        let mut setup = if self.rows > 0 {
            if self.rows < 9 {
                return Err(RecordError::text(self.at, "", "nine ranks of a board"));
            }
            let mut setup = self.setup.clone();
            if self.handicap.is_some_and(|handicap| !handicap.removed.is_empty()) {
                setup.side_to_move = Color::White;
            }
            setup
        } else if let Some((at, name)) = &self.unknown {
            return Err(RecordError::text(
                *at,
                name,
                "a handicap such as 平手 or 二枚落ち, or a drawn board",
            ));
        } else {
            self.handicap.map_or_else(Setup::startpos, Handicap::setup)
        };
        if self.rows > 0 || self.has_hands {
            setup.hands = self.setup.hands;
        }
        if let Some(color) = self.rest {
            setup.hold_rest(color);
        }
        if let Some(side) = self.side {
            setup.side_to_move = side;
        }
        Position::new_irregular(&setup).map_err(|error| RecordError::Start { at: self.at, error })
    }
}

/// Splits `key：value`; a half-width colon is used if there is no full-width one.
pub(crate) fn split_header(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once('：').or_else(|| line.split_once(':'))?;
    Some((key.trim(), value.trim()))
}

/// Whether a line names the files over a board. (`9 8四歩` is a move.)
pub(crate) fn is_files(text: &str) -> bool {
    text.starts_with("９ ８") || text.split_whitespace().take(3).eq(["9", "8", "7"])
}

/// Whether a header is about a hand.
pub(crate) fn is_hand(key: &str) -> bool {
    key.ends_with("持駒") || key.ends_with("持ち駒")
}

/// Whose hand a header is about, in any of the usual spellings.
fn hand_owner(key: &str) -> Option<Color> {
    let owner = key.trim_end_matches("持駒").trim_end_matches("持ち駒");
    let by_mark = owner.chars().next().and_then(mark);
    match owner.trim_start_matches(|c| mark(c).is_some()).trim().trim_end_matches('の') {
        "攻方" | "攻め方" => Some(Color::Black),
        "玉方" | "受方" | "受け方" => Some(Color::White),
        "" => by_mark,
        name => player(name),
    }
}

/// Words for the players, Black before White: 先手 and 後手, in handicap games 下手 and 上手.
pub(crate) const PLAYERS: [(&str, Color); 4] =
    [("先手", Color::Black), ("後手", Color::White), ("下手", Color::Black), ("上手", Color::White)];

/// The player that such a word names.
pub(crate) fn player(name: &str) -> Option<Color> {
    PLAYERS.into_iter().find(|(known, _)| *known == name).map(|(_, color)| color)
}

/// The word for a player.
pub(crate) fn player_name(color: Color, handicap: bool) -> &'static str {
    PLAYERS[2 * usize::from(handicap) + color.index()].0
}

/// Whether a record from this start calls its players 下手 and 上手.
pub(crate) fn is_handicap(start: &Position) -> bool {
    Handicap::of(start).is_some_and(|handicap| !handicap.removed.is_empty())
}

/// Writes the lines about the start position.
pub(crate) fn write(start: &Position) -> String {
    // Programs disagree on which lance is missing in 三枚落ち, so its board is drawn.
    if let Some(handicap) = Handicap::of(start).filter(|handicap| handicap.preset != "3") {
        return format!("手合割：{}\n", handicap.name);
    }
    let mut text = String::from("手合割：その他\n");
    text += &hand_line(start, Color::White);
    text += &board_in_kanji(start);
    text += &hand_line(start, Color::Black);
    if start.move_number() > 1 {
        text += &format!("手数＝{}\n", start.move_number() - 1);
    }
    text += player_name(start.side_to_move(), false);
    text += "番\n";
    text
}

fn hand_line(start: &Position, color: Color) -> String {
    let hand = start.hand(color);
    let end = if hand.is_empty() { "" } else { "　" };
    format!("{}の持駒：{}{end}\n", player_name(color, false), hand_in_kanji(hand))
}
