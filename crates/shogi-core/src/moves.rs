//! Moves, and the list that generators fill.

use core::fmt;
use core::ops::{Deref, DerefMut};
use core::str::FromStr;

use crate::{PieceKind, Square};

/// Move in 15 bits: target square, origin square or kind dropped from hand, promotion.
///
/// ```
/// use komadai_core::{Move, PieceKind};
///
/// let mv: Move = "2b3c+".parse()?;
/// assert_eq!(mv, Move::promoting("2b".parse()?, "3c".parse()?));
/// let drop: Move = "P*5e".parse()?;
/// assert_eq!((drop.from(), drop.dropped()), (None, Some(PieceKind::Pawn)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// ```text
/// bit  14        13 … 7                          6 … 0
///      promote   from 0–80, or 80 + hand kind    to 0–80
/// ```
///
/// Sixteen bits rather than thirty-two: eight moves are one 128-bit store, which is what makes generation of
/// drops and king steps fast without any `unsafe`. A move does not hold the pieces that stand on its squares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

const PROMOTE: u16 = 1 << 14;

impl Move {
    /// Number of values of [`Move::code`]: 88 origins × 81 squares × 2.
    pub const CODES: usize = 88 * 81 * 2;

    /// A move on the board without promotion.
    #[inline]
    pub const fn normal(from: Square, to: Square) -> Move {
        Move((from.raw() as u16) << 7 | to.raw() as u16)
    }

    /// A move on the board with promotion.
    #[inline]
    pub const fn promoting(from: Square, to: Square) -> Move {
        Move(Move::normal(from, to).0 | PROMOTE)
    }

    /// A drop of a plain kind from hand. A promoted kind drops as its plain kind; a king has no drop (`None`).
    pub const fn drop(kind: PieceKind, to: Square) -> Option<Move> {
        match kind.in_hand() {
            Some(kind) => Some(Move(Move::drop_base(kind) | to.raw() as u16)),
            None => None,
        }
    }

    /// A drop on square 0, to which a square number may be added.
    #[inline]
    pub(crate) const fn drop_base(kind: PieceKind) -> u16 {
        (80 + kind as u16) << 7
    }

    #[inline]
    pub(crate) const fn from_raw(bits: u16) -> Move {
        Move(bits)
    }

    /// The 15 bits of the move, for tables and files; 0 is no move.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// A move from [`Move::bits`]; `None` for bits that stand for no move. The move need not be legal anywhere.
    pub const fn from_bits(bits: u16) -> Option<Move> {
        let (to, from) = (bits & 127, bits >> 7 & 127);
        let drop = from > 80;
        if bits >> 15 != 0 || to > 80 || from > 87 || to == from || drop && bits & PROMOTE != 0 {
            return None;
        }
        Some(Move(bits))
    }

    /// Target square.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_raw((self.0 & 127) as u8)
    }

    /// Square the piece comes from; `None` for a drop.
    #[inline]
    pub const fn from(self) -> Option<Square> {
        let from = (self.0 >> 7 & 127) as u8;
        if from < 81 { Some(Square::from_raw(from)) } else { None }
    }

    /// Kind that is dropped; `None` for a move on the board.
    #[inline]
    pub const fn dropped(self) -> Option<PieceKind> {
        let from = (self.0 >> 7 & 127) as u8;
        if from < 81 { None } else { Some(PieceKind::from_raw(from - 80)) }
    }

    /// Whether a piece comes from hand.
    #[inline]
    pub const fn is_drop(self) -> bool {
        self.0 >> 7 & 127 >= 81
    }

    /// Whether the piece promotes.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.0 & PROMOTE != 0
    }

    /// Dense number in `0..Move::CODES` for the tables of paper 000: `(origin × 81 + to) × 2 + promotion`,
    /// where origins 0–80 are squares and 81–87 the seven kinds in hand.
    ///
    /// The thesis numbers 40 pieces × 81 squares × 2 promotions; a board does not tell identical pieces
    /// apart, so origins take the place of piece numbers.
    #[inline]
    pub const fn code(self) -> usize {
        ((self.0 >> 7 & 127) as usize * 81 + (self.0 & 127) as usize) * 2 + (self.0 >> 14) as usize
    }

    /// The move as the other player would make it (board turned by half a turn).
    pub const fn turned(self) -> Move {
        match self.from() {
            Some(from) => Move(Move::normal(from.turned(), self.to().turned()).0 | self.0 & PROMOTE),
            None => Move(self.0 & !127 | self.to().turned().raw() as u16),
        }
    }
}

impl fmt::Display for Move {
    /// USI: `7g7f`, `2b3c+`, `P*5e`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.from(), self.dropped()) {
            (Some(from), _) => write!(f, "{from}{}{}", self.to(), if self.is_promotion() { "+" } else { "" }),
            (None, Some(kind)) => write!(f, "{}*{}", kind.letter(), self.to()),
            (None, None) => unreachable!("a move has an origin on the board or in hand"),
        }
    }
}

/// The text is not a move of USI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a USI move such as 7g7f, 2b3c+ or P*5e")]
pub struct ParseMoveError;

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if !text.is_ascii() || text.len() < 4 || text.len() > 5 {
            return Err(ParseMoveError);
        }
        let square = |text: &str| text.parse::<Square>().map_err(|_| ParseMoveError);
        let to = square(&text[2..4])?;
        let bytes = text.as_bytes();
        if bytes[1] == b'*' {
            let kind = PieceKind::from_letter(bytes[0] as char).ok_or(ParseMoveError)?;
            return match Move::drop(kind, to) {
                Some(mv) if text.len() == 4 => Ok(mv),
                _ => Err(ParseMoveError),
            };
        }
        let from = square(&text[..2])?;
        match bytes.get(4) {
            _ if from == to => Err(ParseMoveError),
            None => Ok(Move::normal(from, to)),
            Some(b'+') => Ok(Move::promoting(from, to)),
            Some(_) => Err(ParseMoveError),
        }
    }
}

/// 593, the largest number of legal moves in a position with both kings. A board without kings has up to 597.
pub const MAX_LEGAL_MOVES: usize = 593;
/// 597 moves, and blocks of eight that are stored past the last one.
const CAPACITY: usize = 608;

/// List of moves with room for the legal moves of any position. It does not allocate; reuse it from node to node.
///
/// It is a slice of moves in all else, to be sorted or shuffled, and can be made of any moves: of more than 608, the first 608.
///
/// ```
/// use komadai_core::{MoveList, Position, movegen};
///
/// let mut list = MoveList::new();
/// movegen::legal(&Position::startpos(), &mut list);
/// assert_eq!(list.len(), 30);
/// list.retain(|mv| mv.to().file() == 5);
/// list.sort_unstable_by_key(|mv| mv.to());
/// let squares: Vec<String> = list.into_iter().map(|mv| mv.to().to_string()).collect();
/// assert_eq!(squares, ["5f", "5h", "5h", "5h", "5h"]);
/// ```
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; CAPACITY],
    len: usize,
}

impl MoveList {
    /// An empty list, of 1.2 KB: keep one for each ply instead of making one for each node.
    pub const fn new() -> Self {
        Self { moves: [Move(0); CAPACITY], len: 0 }
    }

    /// Empties the list.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// The moves of the list.
    #[inline]
    pub fn as_slice(&self) -> &[Move] {
        &self.moves[..self.len]
    }

    /// Adds a move. There is room for 608, more than any position has; a further move is dropped.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        self.append(|out| out.push(mv));
    }

    /// Keeps the moves for which `keep` is true, in order.
    pub fn retain(&mut self, mut keep: impl FnMut(Move) -> bool) {
        let mut kept = 0;
        for i in 0..self.len {
            if keep(self.moves[i]) {
                self.moves[kept] = self.moves[i];
                kept += 1;
            }
        }
        self.len = kept;
    }

    /// Lets `fill` append, with the length in a register meanwhile.
    #[inline(always)]
    pub(crate) fn append(&mut self, fill: impl FnOnce(&mut Writer<'_>)) {
        let mut writer = Writer { moves: &mut self.moves, len: self.len };
        fill(&mut writer);
        self.len = writer.len;
    }
}

/// The open end of a [`MoveList`].
pub(crate) struct Writer<'a> {
    moves: &'a mut [Move; CAPACITY],
    len: usize,
}

impl Writer<'_> {
    #[inline(always)]
    pub(crate) fn push(&mut self, mv: Move) {
        if let Some(slot) = self.moves.get_mut(self.len) {
            *slot = mv;
            self.len += 1;
        }
    }

    /// Stores eight moves at once, of which the first `count` stay.
    #[inline(always)]
    pub(crate) fn push_block(&mut self, block: [u16; 8], count: usize) {
        if let Some(slots) = self.moves.get_mut(self.len..self.len + 8) {
            slots.copy_from_slice(&block.map(Move));
            self.len += count;
        }
    }
}

impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        self.as_slice()
    }
}

impl DerefMut for MoveList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.moves[..self.len]
    }
}

/// Adds moves, each as [`MoveList::push`] does.
impl Extend<Move> for MoveList {
    fn extend<I: IntoIterator<Item = Move>>(&mut self, moves: I) {
        moves.into_iter().for_each(|mv| self.push(mv));
    }
}

impl FromIterator<Move> for MoveList {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> MoveList {
        let mut list = MoveList::new();
        list.extend(moves);
        list
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = core::iter::Take<core::array::IntoIter<Move, CAPACITY>>;

    fn into_iter(self) -> Self::IntoIter {
        self.moves.into_iter().take(self.len)
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = Move;
    type IntoIter = core::iter::Copied<core::slice::Iter<'a, Move>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.as_slice().iter().copied()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}
