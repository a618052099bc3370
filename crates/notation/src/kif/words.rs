//! The words of KIF and KI2: squares, pieces, counts.
//!
//! People and programs write the same thing in many ways (７六, 76, ７6; 王, 玉; 竜, 龍; 成香, 杏). All of them are read; only the form of Kifu for
//! Windows is written, which every program reads.

use alloc::string::{String, ToString};

use komadai_core::{ByKind, Color, PieceKind, Square};

use crate::cursor::Cursor;

const KANJI_DIGITS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
const WIDE_DIGITS: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

/// Value of a digit 1–9 in ASCII, full width or kanji.
pub(crate) fn digit(c: char) -> Option<u8> {
    if let Some(value) = c.to_digit(10) {
        return (value > 0).then_some(value as u8);
    }
    let find = |digits: &[char]| digits.iter().position(|&d| d == c).map(|i| i as u8 + 1);
    find(&WIDE_DIGITS).or_else(|| find(&KANJI_DIGITS))
}

/// Reads two digits as file and rank.
pub(crate) fn take_square(cursor: &mut Cursor<'_>) -> Option<Square> {
    let mut ahead = cursor.clone();
    let file = digit(ahead.next()?)?;
    let rank = digit(ahead.next()?)?;
    *cursor = ahead;
    Square::new(file, rank)
}

/// A square as in moves, `７六`.
pub(crate) fn square_name(square: Square) -> String {
    [WIDE_DIGITS[square.file() as usize - 1], rank_name(square.rank())].iter().collect()
}

/// Kanji of a rank 1–9.
pub(crate) fn rank_name(rank: u8) -> char {
    KANJI_DIGITS[(rank as usize - 1) % 9]
}

/// Piece from one character.
pub(crate) fn kind_of(c: char) -> Option<PieceKind> {
    Some(match c {
        '王' => PieceKind::King,
        '竜' => PieceKind::Dragon,
        'と' | '个' => PieceKind::ProPawn,
        '仝' => PieceKind::ProLance,
        '今' => PieceKind::ProKnight,
        _ => return PieceKind::ALL.into_iter().find(|kind| kind.kanji() == c),
    })
}

/// Reads the name of a piece, of one character or two (成香, 成桂, 成銀).
pub(crate) fn take_kind(cursor: &mut Cursor<'_>) -> Option<PieceKind> {
    let mut ahead = cursor.clone();
    let promoted = ahead.take(|c| c == '成').is_some();
    let mut kind = kind_of(ahead.next()?)?;
    if promoted {
        kind = kind.promoted()?;
    }
    *cursor = ahead;
    Some(kind)
}

/// Names of the pieces in moves: 成香 rather than 杏, and 龍 as on boards.
pub(crate) const KIND_NAMES: ByKind<&str> =
    ByKind(["歩", "香", "桂", "銀", "角", "飛", "金", "玉", "と", "成香", "成桂", "成銀", "馬", "龍"]);

/// Full-width and kanji digits as ASCII.
pub(crate) fn in_ascii(digits: &str) -> String {
    let ascii = |c| if c == '０' { '0' } else { digit(c).map_or(c, |digit| char::from(b'0' + digit)) };
    digits.chars().map(ascii).collect()
}

/// Reads a count 1–18 in kanji (十六) or digits, 1 if there is none; `None` for another number.
pub(crate) fn take_count(cursor: &mut Cursor<'_>) -> Option<u32> {
    let text = cursor.take_while(|c| "十0０".contains(c) || digit(c).is_some());
    if text.is_empty() {
        return Some(1);
    }
    let digits = in_ascii(text);
    (1..=18).find(|&count| text == count_name(count) || digits == count.to_string())
}

/// A count 1–18 in kanji.
pub(crate) fn count_name(count: u32) -> String {
    let mut name = String::new();
    if count >= 10 {
        name.push('十');
    }
    if !count.is_multiple_of(10) {
        name.push(KANJI_DIGITS[count as usize % 10 - 1]);
    }
    name
}

/// The player that a mark before a move stands for.
pub(crate) fn mark(c: char) -> Option<Color> {
    match c {
        '▲' | '☗' | '▼' | '⛊' => Some(Color::Black),
        '△' | '☖' | '▽' | '⛉' => Some(Color::White),
        _ => None,
    }
}

/// The mark that is written for a player.
pub(crate) fn mark_of(color: Color) -> char {
    match color {
        Color::Black => '▲',
        Color::White => '△',
    }
}
