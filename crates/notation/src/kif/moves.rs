//! A move in Japanese: `７六歩(77)` of KIF, `▲５八金右` of KI2, and all forms between the two that people write.
//!
//! KI2 names a move by its target and, where two pieces could go there, by a word for where the piece comes from or how it moves. Writing
//! follows the rules of the Japan Shogi Association: the fewest words, motion (上 寄 引) before place (右 左), 直 for the one straight behind.
//! Reading accepts any words that leave one legal move.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

use komadai_core::{Color, Move, PieceKind, Position, Square};

use super::words::{KIND_NAMES, digit, mark, square_name, take_kind, take_square};
use crate::cursor::Cursor;
use crate::error::RecordError;

/// The word for how a piece moves, as its owner sees it: 上 up, 寄 to the side, 引 back.
fn motion(side: Color, from: Square, to: Square) -> char {
    match from.seen_by(side).rank().cmp(&to.seen_by(side).rank()) {
        Ordering::Greater => '上',
        Ordering::Equal => '寄',
        Ordering::Less => '引',
    }
}

/// Files to the right of the target, as the mover sees it (negative: left).
fn to_the_right(side: Color, from: Square, to: Square) -> i8 {
    to.seen_by(side).file() as i8 - from.seen_by(side).file() as i8
}

/// A move as it is written, before it is resolved on a board.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    to: Square,
    kind: PieceKind,
    /// 上, 寄 or 引.
    motion: Option<char>,
    straight: bool,
    /// Where the piece comes from, as its owner sees it: 右 or 左.
    place: Option<char>,
    dropped: bool,
    /// `成` or `不成`.
    pub(crate) promotes: Option<bool>,
    pub(crate) from: Option<Square>,
}

/// Whether a move could begin here.
pub(crate) fn starts_move(c: char) -> bool {
    mark(c).is_some() || digit(c).is_some() || c == '同'
}

/// Reads a move that begins here. It need not be legal if only one move can be meant.
pub(crate) fn take_move(
    cursor: &mut Cursor<'_>,
    pos: &Position,
    last: Option<Move>,
) -> Result<Move, RecordError> {
    let start = cursor.clone();
    let side = pos.side_to_move();
    if let Some(color) = cursor.peek().and_then(mark) {
        if color != side {
            let expected = if side == Color::Black { "a move of ▲" } else { "a move of △" };
            return Err(start.error(expected));
        }
        cursor.next();
    }
    let written = take_written(cursor, last)?;
    written.resolve(pos).map_err(|expected| RecordError::text(start.at, start.up_to(cursor), expected))
}

fn take_written(cursor: &mut Cursor<'_>, last: Option<Move>) -> Result<Written, RecordError> {
    let to = if cursor.peek() == Some('同') {
        let to = last.ok_or_else(|| cursor.error("a square, for no move came before"))?.to();
        cursor.next();
        to
    } else {
        take_square(cursor).ok_or_else(|| cursor.error("a move such as ７六歩(77) or ▲７六歩"))?
    };
    cursor.blanks();
    let kind = take_kind(cursor).ok_or_else(|| cursor.error("a piece such as 歩"))?;
    let mut written = Written::new(to, kind);
    while let Some(c) = cursor.peek() {
        match c {
            c if written.word(c) => {}
            '成' => written.promotes = Some(true),
            '生' => written.promotes = Some(false),
            '不' => {
                if cursor.take_word("不成") {
                    written.promotes = Some(false);
                    continue;
                }
                return Err(cursor.error("不成"));
            }
            _ => break,
        }
        cursor.next();
    }
    written.take_origin(cursor);
    Ok(written)
}

impl Written {
    /// A move with only its piece and target.
    pub(crate) fn new(to: Square, kind: PieceKind) -> Written {
        Written {
            to,
            kind,
            motion: None,
            straight: false,
            place: None,
            dropped: false,
            promotes: None,
            from: None,
        }
    }

    /// Takes `(77)`, or `(00)` for the hand, if it comes next.
    fn take_origin(&mut self, cursor: &mut Cursor<'_>) -> Option<()> {
        let mut ahead = cursor.clone();
        ahead.take(|c| c == '(' || c == '（')?;
        let is_hand = ahead.take_word("00") || ahead.take_word("００");
        let from = if is_hand { None } else { Some(take_square(&mut ahead)?) };
        ahead.take(|c| c == ')' || c == '）')?;
        *cursor = ahead;
        (self.from, self.dropped) = (from, self.dropped || is_hand);
        Some(())
    }

    /// Adds one of the words 右 左 直 上 行 入 寄 引 打; returns whether it is one.
    pub(crate) fn word(&mut self, word: char) -> bool {
        match word {
            '右' | '左' => self.place = Some(word),
            '直' => self.straight = true,
            '上' | '行' | '入' => self.motion = Some('上'),
            '寄' | '引' => self.motion = Some(word),
            '打' => self.dropped = true,
            _ => return false,
        }
        true
    }

    /// The move that is meant, or what was expected instead.
    pub(crate) fn resolve(&self, pos: &Position) -> Result<Move, String> {
        if self.dropped {
            return self.drop().ok_or_else(|| String::from("a piece that can be in hand"));
        }
        if let Some(from) = self.from {
            return match pos.piece_at(from) {
                Some(piece) if piece.kind() == self.kind && from != self.to => {
                    Ok(self.on_board(from, self.promotes == Some(true)))
                }
                Some(piece) => {
                    Err(format!("a move of the {} on {}", KIND_NAMES[piece.kind()], square_name(from)))
                }
                None => Err(format!("a move from a square with a piece, {} is empty", square_name(from))),
            };
        }
        let legal = self.legal_readings(pos);
        match legal.as_slice() {
            [mv] => Ok(*mv),
            [] => self.forbidden_reading(pos),
            [first, second, ..] => Err(format!("words that tell {first} from {second}")),
        }
    }

    /// The drop of the piece; `None` for one that cannot be in hand.
    fn drop(&self) -> Option<Move> {
        Move::drop(self.kind, self.to).filter(|_| !self.kind.is_promoted())
    }

    fn on_board(&self, from: Square, promotes: bool) -> Move {
        if promotes { Move::promoting(from, self.to) } else { Move::normal(from, self.to) }
    }

    fn legal_readings(&self, pos: &Position) -> Vec<Move> {
        let fits = |mv: &Move| {
            mv.to() == self.to
                && mv
                    .from()
                    .is_some_and(|from| pos.piece_at(from).is_some_and(|piece| piece.kind() == self.kind))
        };
        let all: Vec<Move> = pos.legal_moves().into_iter().filter(fits).collect();
        let wanted: Vec<Move> =
            all.iter().copied().filter(|mv| mv.is_promotion() == (self.promotes == Some(true))).collect();
        // A piece that could never move again must promote: some writers leave its 成 out.
        let mut found = if wanted.is_empty() && self.promotes.is_none() { all } else { wanted };
        self.narrow(pos.side_to_move(), &mut found);
        if found.is_empty() && self.has_no_words() {
            found.extend(self.drop().filter(|&mv| pos.is_legal(mv)));
        }
        found
    }

    fn has_no_words(&self) -> bool {
        self.motion.is_none() && !self.straight && self.place.is_none() && self.promotes.is_none()
    }

    /// Keeps the moves that the words allow; a needless word for the place of a single piece is ignored.
    fn narrow(&self, side: Color, found: &mut Vec<Move>) {
        let from = |mv: &Move| mv.from().unwrap_or(self.to);
        if let Some(wanted) = self.motion {
            found.retain(|mv| motion(side, from(mv), self.to) == wanted);
        }
        if self.straight {
            found.retain(|mv| {
                motion(side, from(mv), self.to) == '上' && to_the_right(side, from(mv), self.to) == 0
            });
        }
        let Some(beside) = self.place.filter(|_| found.len() > 1) else { return };
        let place = |mv: &Move| {
            let right = to_the_right(side, from(mv), self.to);
            if beside == '右' { right } else { -right }
        };
        // A piece on that side of the target first; of two on the same side (馬, 龍, 飛, 角) the outer one.
        if found.iter().filter(|mv| place(mv) > 0).count() == 1 {
            found.retain(|mv| place(mv) > 0);
        } else if let Some(outer) = found.iter().map(place).max() {
            found.retain(|mv| place(mv) == outer);
        }
    }

    /// The one move that could be meant although it is not legal, for records that end with a foul.
    fn forbidden_reading(&self, pos: &Position) -> Result<Move, String> {
        let side = pos.side_to_move();
        let pieces = pos.attackers(side, self.to, pos.occupied()) & pos.of(side, self.kind);
        let mut found: Vec<Move> =
            pieces.into_iter().map(|from| self.on_board(from, self.promotes == Some(true))).collect();
        self.narrow(side, &mut found);
        let drop = self.drop().filter(|_| pos.hand(side).has(self.kind) && self.promotes.is_none());
        match (found.as_slice(), drop) {
            (&[mv], _) | ([], Some(mv)) => Ok(mv),
            _ => Err(format!("a {} that can go to {}", KIND_NAMES[self.kind], square_name(self.to))),
        }
    }
}

/// The words after the square in KI2: piece, disambiguation, promotion. `None` if nothing stands on the origin.
pub(crate) fn ki2_name(pos: &Position, mv: Move) -> Option<String> {
    let kind = match mv.from() {
        Some(from) => pos.piece_at(from)?.kind(),
        None => mv.dropped()?,
    };
    Some(format!("{}{}{}", KIND_NAMES[kind], relative_words(pos, mv, kind), promotion_word(pos, mv)))
}

/// The words that distinguish a move from those of other pieces of its kind, if needed.
///
/// Pinned pieces count as rivals: a reader that ignores pins must find the move as well.
pub(crate) fn relative_words(pos: &Position, mv: Move, kind: PieceKind) -> String {
    let (side, to) = (pos.side_to_move(), mv.to());
    let rivals = pos.attackers(side, to, pos.occupied()) & pos.of(side, kind);
    match mv.from() {
        None => String::from(if rivals.is_empty() { "" } else { "打" }),
        Some(from) => {
            let rivals: Vec<Square> = rivals.into_iter().filter(|&square| square != from).collect();
            if rivals.is_empty() { String::new() } else { words_for(side, kind, from, to, &rivals) }
        }
    }
}

/// Disambiguation against `rivals`, all of the same kind.
fn words_for(side: Color, kind: PieceKind, from: Square, to: Square, rivals: &[Square]) -> String {
    let own = motion(side, from, to);
    let shares_motion = |&square: &Square| motion(side, square, to) == own;
    if !rivals.iter().any(shares_motion) {
        return String::from(own);
    }
    let right = |square: Square| to_the_right(side, square, to);
    let paired = matches!(kind, PieceKind::Horse | PieceKind::Dragon);
    if !paired && own == '上' && right(from) == 0 {
        return String::from('直');
    }
    // Two 馬 or 龍 are distinguished relative to each other, all other pieces relative to the target.
    let is_right =
        if paired { rivals.iter().all(|&rival| right(rival) < right(from)) } else { right(from) > 0 };
    let word = if is_right { '右' } else { '左' };
    let beside = |&rival: &Square| !paired && right(rival) != 0 && (right(rival) > 0) == is_right;
    let mut words = String::from(word);
    if rivals.iter().any(beside) {
        words.push(own);
    }
    words
}

/// `成`, `不成`, or nothing if there is no choice.
pub(crate) fn promotion_word(pos: &Position, mv: Move) -> &'static str {
    let side = pos.side_to_move();
    let Some(from) = mv.from() else { return "" };
    let can = pos.piece_at(from).is_some_and(|piece| piece.kind().can_promote());
    if mv.is_promotion() {
        "成"
    } else if can && (from.in_promotion_zone(side) || mv.to().in_promotion_zone(side)) {
        "不成"
    } else {
        ""
    }
}
