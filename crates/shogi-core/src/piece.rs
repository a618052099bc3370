//! Piece kinds, and pieces of a player.

use core::fmt;
use core::num::NonZeroU8;
use core::ops::{Index, IndexMut};

use crate::Color;

/// Kind of a piece, promoted kinds included: fourteen in all. The code of a promoted kind is that of its plain kind with bit 3 set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum PieceKind {
    /// 歩
    Pawn = 1,
    /// 香
    Lance = 2,
    /// 桂
    Knight = 3,
    /// 銀
    Silver = 4,
    /// 角
    Bishop = 5,
    /// 飛
    Rook = 6,
    /// 金
    Gold = 7,
    /// 玉
    King = 8,
    /// と
    ProPawn = 9,
    /// 成香
    ProLance = 10,
    /// 成桂
    ProKnight = 11,
    /// 成銀
    ProSilver = 12,
    /// 馬
    Horse = 13,
    /// 龍, also written 竜
    Dragon = 14,
}

use PieceKind::{
    Bishop, Dragon, Gold, Horse, King, Knight, Lance, Pawn, ProKnight, ProLance, ProPawn, ProSilver, Rook,
    Silver,
};

/// `[code & 15]`; the two codes without a kind never occur. The first 8 are the plain kinds by `code & 7`, the king's being 0.
const KIND_OF_CODE: [PieceKind; 16] = [
    King, Pawn, Lance, Knight, Silver, Bishop, Rook, Gold, King, ProPawn, ProLance, ProKnight, ProSilver,
    Horse, Dragon, Dragon,
];

/// `[plain kind]`
const LETTERS: [char; 8] = ['P', 'L', 'N', 'S', 'B', 'R', 'G', 'K'];
/// `[kind]`
const KANJI: [char; 14] =
    ['歩', '香', '桂', '銀', '角', '飛', '金', '玉', 'と', '杏', '圭', '全', '馬', '龍'];

impl PieceKind {
    /// Number of kinds.
    pub const COUNT: usize = 14;

    /// All kinds, in the order of their codes.
    pub const ALL: [PieceKind; 14] = [
        Pawn, Lance, Knight, Silver, Bishop, Rook, Gold, King, ProPawn, ProLance, ProKnight, ProSilver,
        Horse, Dragon,
    ];

    /// The seven kinds that can be held in hand, in the order of their codes.
    pub const HAND: [PieceKind; 7] = [Pawn, Lance, Knight, Silver, Bishop, Rook, Gold];

    /// Code of the kind, 1 to 14.
    #[inline]
    pub const fn code(self) -> usize {
        self as usize
    }

    /// Index of the kind, 0 to 13, for tables.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize - 1
    }

    #[inline]
    pub(crate) const fn from_raw(code: u8) -> PieceKind {
        KIND_OF_CODE[(code & 15) as usize]
    }

    /// Whether the kind is a promoted one.
    #[inline]
    pub const fn is_promoted(self) -> bool {
        self as u8 > 8
    }

    /// Whether the kind has a promoted side.
    #[inline]
    pub const fn can_promote(self) -> bool {
        (self as u8) < 7
    }

    /// The promoted kind, or `None` for gold, king and promoted kinds.
    #[inline]
    pub const fn promoted(self) -> Option<PieceKind> {
        if self.can_promote() { Some(KIND_OF_CODE[self as usize + 8]) } else { None }
    }

    /// The plain kind (the kind itself if it is plain).
    #[inline]
    pub const fn unpromoted(self) -> PieceKind {
        KIND_OF_CODE[self as usize & 7]
    }

    /// The kind that a capturer gets in hand; `None` for the king.
    #[inline]
    pub const fn in_hand(self) -> Option<PieceKind> {
        match self {
            King => None,
            kind => Some(kind.unpromoted()),
        }
    }

    /// Whether the kind may stand on a rank, counted from its owner's view (1 = farthest). A pawn, lance or knight may not stand where it
    /// could never move again.
    #[inline]
    pub const fn may_stand_on(self, rank: u8) -> bool {
        match self {
            Pawn | Lance => rank >= 2,
            Knight => rank >= 3,
            _ => true,
        }
    }

    /// Letter of the kind in SFEN, in upper case; a promoted kind has the letter of its plain kind.
    pub const fn letter(self) -> char {
        LETTERS[self.unpromoted().index()]
    }

    /// The plain kind of an upper-case SFEN letter; `None` for other letters.
    pub fn from_letter(letter: char) -> Option<PieceKind> {
        LETTERS.iter().position(|&other| other == letter).map(|index| PieceKind::ALL[index])
    }

    /// One kanji, as in KIF diagrams: 歩 香 桂 銀 角 飛 金 玉 と 杏 圭 全 馬 龍.
    pub const fn kanji(self) -> char {
        KANJI[self.index()]
    }
}

/// One `T` for each kind of piece, indexed by [`PieceKind`].
///
/// ```
/// use komadai_core::{ByKind, PieceKind};
///
/// let promotes = ByKind::from_fn(PieceKind::can_promote);
/// assert!(promotes[PieceKind::Pawn] && !promotes[PieceKind::Gold]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ByKind<T>(pub [T; PieceKind::COUNT]);

impl<T> ByKind<T> {
    /// Makes each value from its kind.
    pub fn from_fn(mut make: impl FnMut(PieceKind) -> T) -> Self {
        Self(core::array::from_fn(|i| make(PieceKind::ALL[i])))
    }
}

impl<T> Index<PieceKind> for ByKind<T> {
    type Output = T;

    #[inline]
    fn index(&self, kind: PieceKind) -> &T {
        &self.0[kind.index()]
    }
}

impl<T> IndexMut<PieceKind> for ByKind<T> {
    #[inline]
    fn index_mut(&mut self, kind: PieceKind) -> &mut T {
        &mut self.0[kind.index()]
    }
}

/// Piece with its owner, in one byte: the kind's code 1–14, plus 16 for White.
///
/// ```
/// use komadai_core::{Color, Piece, PieceKind};
///
/// let horse = Piece::new(Color::White, PieceKind::Horse);
/// assert_eq!((horse.kind(), horse.color()), (PieceKind::Horse, Color::White));
/// assert_eq!(horse.to_string(), "+b"); // as in SFEN
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(NonZeroU8);

/// `[piece byte & 31]`
static INDEX_OF_PIECE: [u8; 32] = {
    let mut table = [0; 32];
    let mut index = 0;
    while index < PieceKind::COUNT {
        table[index + 1] = index as u8;
        table[index + 17] = (index + PieceKind::COUNT) as u8;
        index += 1;
    }
    table
};

impl Piece {
    /// A piece of `color`.
    #[inline]
    pub const fn new(color: Color, kind: PieceKind) -> Piece {
        match NonZeroU8::new(kind as u8 | (color as u8) << 4) {
            Some(byte) => Piece(byte),
            None => unreachable!(), // codes of kinds start at 1
        }
    }

    #[inline]
    pub(crate) const fn from_raw(byte: u8) -> Option<Piece> {
        match NonZeroU8::new(byte) {
            Some(byte) => Some(Piece(byte)),
            None => None,
        }
    }

    #[inline]
    pub(crate) const fn raw(self) -> u8 {
        self.0.get()
    }

    /// Kind of the piece.
    #[inline]
    pub const fn kind(self) -> PieceKind {
        PieceKind::from_raw(self.raw())
    }

    /// Owner of the piece.
    #[inline]
    pub const fn color(self) -> Color {
        if self.raw() & 16 == 0 { Color::Black } else { Color::White }
    }

    /// Index of the piece, 0 to 27, for tables: `kind + 14 × owner`.
    #[inline]
    pub const fn index(self) -> usize {
        INDEX_OF_PIECE[(self.raw() & 31) as usize] as usize
    }
}

impl fmt::Display for Piece {
    /// As in SFEN: `P`, `p`, `+R`, `+r`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.kind().is_promoted() {
            f.write_str("+")?;
        }
        let letter = self.kind().letter();
        let letter = if self.color() == Color::Black { letter } else { letter.to_ascii_lowercase() };
        write!(f, "{letter}")
    }
}
