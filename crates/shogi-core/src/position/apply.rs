//! Playing and undoing moves, and the pieces that a move displaces, for evaluators.

use alloc::boxed::Box;

use super::Position;
use crate::bitboard::Bitboard;
use crate::zobrist::{Key, hands_key, piece_key, side_key};
use crate::{Color, Move, Piece, PieceKind, Square};

/// Information that [`Position::undo_move`] needs besides the move: the captured piece and the old key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undo {
    captured: Option<Piece>,
    board_key: Key,
}

/// Error for a move that is not legal in its position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{mv} is not legal in {position}")]
#[non_exhaustive]
pub struct IllegalMove {
    /// The move.
    pub mv: Move,
    /// The position in which it was tried.
    pub position: Box<Position>,
}

/// Place of a piece: a square, or its owner's hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// On the board.
    Board(Square),
    /// In its owner's hand.
    Hand,
}

/// Piece with its place. A piece in hand has its plain kind and its holder's colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placed {
    /// Kind and owner.
    pub piece: Piece,
    /// Board or hand.
    pub place: Place,
}

/// Pieces that a move takes from their places and puts on new ones, for incremental evaluation.
///
/// Both lists have the same length: one entry for a drop or a move without capture, two for a capture, whose captured piece goes to the
/// hand. Entry `i` of both is the same piece; the moved piece comes first, so a king has moved if `added()[0]` is a king.
///
/// ```
/// use komadai_core::{Place, Position};
///
/// let pos = Position::startpos();
/// let change = pos.change("7g7f".parse()?);
/// assert_eq!(change.removed().len(), 1);
/// assert_eq!(change.added()[0].place, Place::Board("7f".parse()?));
///
/// // A capture with promotion: the mover arrives promoted, the captured piece in the mover's hand, plain and recoloured.
/// let pos: Position = "4k4/9/4p4/4P4/9/9/9/9/4K4 b - 1".parse()?;
/// let change = pos.change("5d5c+".parse()?);
/// let [pawn, captured] = change.added() else { unreachable!("a capture moves two pieces") };
/// assert_eq!((pawn.piece.to_string(), captured.piece.to_string()), ("+P".to_owned(), "P".to_owned()));
/// assert_eq!(captured.place, Place::Hand);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    removed: [Placed; 2],
    added: [Placed; 2],
    len: usize,
}

impl Change {
    /// The changed pieces in their places before the move.
    #[inline]
    pub fn removed(&self) -> &[Placed] {
        &self.removed[..self.len]
    }

    /// The same pieces in their places after the move.
    #[inline]
    pub fn added(&self) -> &[Placed] {
        &self.added[..self.len]
    }
}

impl Position {
    /// Puts a piece on the board or removes it: both are the same exclusive or.
    #[inline(always)]
    fn toggle(&mut self, piece: Piece, bit: Bitboard) {
        self.kinds[(piece.raw() & 15) as usize] ^= bit;
        self.colors[(piece.raw() >> 4 & 1) as usize] ^= bit;
    }

    /// Plays a move if it is legal here. Use it for moves from files, protocols and users.
    ///
    /// [`Position::do_move`] does the same without the check, for moves known to be legal.
    ///
    /// ```
    /// use komadai_core::Position;
    ///
    /// let mut pos = Position::startpos();
    /// pos.play("7g7f".parse()?)?;
    /// let error = pos.play("7g7f".parse()?).unwrap_err();
    /// assert_eq!(error.to_string(), format!("7g7f is not legal in {pos}"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`IllegalMove`]; the position is unchanged.
    pub fn play(&mut self, mv: Move) -> Result<Undo, IllegalMove> {
        self.check_legal(mv)?;
        Ok(self.do_move(mv))
    }

    /// Returns an error if a move is not legal here.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`], with the position.
    pub fn check_legal(&self, mv: Move) -> Result<(), IllegalMove> {
        if self.is_legal(mv) { Ok(()) } else { Err(IllegalMove { mv, position: Box::new(self.clone()) }) }
    }

    /// Plays a move **without checking it**: an illegal move leaves a meaningless position, and any later call may panic.
    ///
    /// For moves from outside use [`Position::play`], which checks the move first.
    ///
    /// # Panics
    ///
    /// With debug assertions, if the origin is empty or the hand lacks the piece.
    #[inline]
    pub fn do_move(&mut self, mv: Move) -> Undo {
        let us = self.side;
        let to = mv.to();
        let to_bit = Bitboard::of(to);
        let undo = Undo { captured: self.board[to.index() & 127], board_key: self.board_key };
        let mut key = self.board_key ^ side_key(Color::White);
        if let Some(from) = mv.from() {
            let Some(piece) = self.board[from.index() & 127] else {
                debug_assert!(false, "{mv}: no piece on {from} in {self}");
                return undo;
            };
            if let Some(captured) = undo.captured {
                self.toggle(captured, to_bit);
                key ^= piece_key(captured, to);
                self.hands[us.index()].add(captured.kind().unpromoted());
            }
            let placed = if mv.is_promotion() { piece.promoted() } else { piece };
            self.kinds[(piece.raw() & 15) as usize] ^= Bitboard::of(from);
            self.kinds[(placed.raw() & 15) as usize] ^= to_bit;
            self.colors[us.index()] ^= Bitboard::of(from) | to_bit;
            self.board[from.index() & 127] = None;
            self.board[to.index() & 127] = Some(placed);
            key ^= piece_key(piece, from) ^ piece_key(placed, to);
        } else if let Some(kind) = mv.dropped() {
            debug_assert!(self.hands[us.index()].has(kind), "{mv}: no such piece in hand in {self}");
            let piece = Piece::new(us, kind);
            self.hands[us.index()].take(kind);
            self.toggle(piece, to_bit);
            self.board[to.index() & 127] = Some(piece);
            key ^= piece_key(piece, to);
        }
        self.board_key = key;
        self.side = !us;
        self.move_number = self.move_number.wrapping_add(1);
        undo
    }

    /// The [`Position::key`] of the position after a legal move. With it a search prefetches the table entry before it plays the move.
    ///
    /// ```
    /// use komadai_core::Position;
    ///
    /// let mut pos = Position::startpos();
    /// let mv = "7g7f".parse()?;
    /// let key = pos.key_after(mv);
    /// pos.play(mv)?;
    /// assert_eq!(pos.key(), key);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn key_after(&self, mv: Move) -> Key {
        let (us, to) = (self.side, mv.to());
        let mut hands = self.hands;
        let mut key = self.board_key ^ side_key(Color::White);
        if let Some(from) = mv.from() {
            if let Some(captured) = self.board[to.index() & 127] {
                key ^= piece_key(captured, to);
                hands[us.index()].add(captured.kind().unpromoted());
            }
            if let Some(piece) = self.board[from.index() & 127] {
                let placed = if mv.is_promotion() { piece.promoted() } else { piece };
                key ^= piece_key(piece, from) ^ piece_key(placed, to);
            }
        } else if let Some(kind) = mv.dropped() {
            hands[us.index()].take(kind);
            key ^= piece_key(Piece::new(us, kind), to);
        }
        key ^ hands_key(hands[0], hands[1])
    }

    /// Undoes the last move. `mv` must be that move and `undo` what [`Position::do_move`] returned for it; otherwise the position becomes
    /// meaningless, and any later call may panic.
    #[inline]
    pub fn undo_move(&mut self, mv: Move, undo: Undo) {
        let us = !self.side;
        self.side = us;
        self.move_number = self.move_number.wrapping_sub(1);
        self.board_key = undo.board_key;
        let to = mv.to();
        let to_bit = Bitboard::of(to);
        let Some(placed) = self.board[to.index() & 127] else {
            debug_assert!(false, "{mv}: nothing to take back in {self}");
            return;
        };
        self.board[to.index() & 127] = undo.captured;
        if let Some(from) = mv.from() {
            let piece = if mv.is_promotion() { placed.plain() } else { placed };
            self.kinds[(placed.raw() & 15) as usize] ^= to_bit;
            self.kinds[(piece.raw() & 15) as usize] ^= Bitboard::of(from);
            self.colors[us.index()] ^= Bitboard::of(from) | to_bit;
            self.board[from.index() & 127] = Some(piece);
            if let Some(captured) = undo.captured {
                self.toggle(captured, to_bit);
                self.hands[us.index()].take(captured.kind().unpromoted());
            }
        } else {
            self.toggle(placed, to_bit);
            self.hands[us.index()].add(placed.kind());
        }
    }

    /// Passes (null move). Do not pass in check: the king could then be captured, and a move that captures it may panic later.
    #[inline]
    pub fn do_null(&mut self) {
        self.side = !self.side;
        self.board_key ^= side_key(Color::White);
        self.move_number = self.move_number.wrapping_add(1);
    }

    /// Undoes a pass, which must be the last thing done; otherwise the king may be open to capture.
    #[inline]
    pub fn undo_null(&mut self) {
        self.side = !self.side;
        self.board_key ^= side_key(Color::White);
        self.move_number = self.move_number.wrapping_sub(1);
    }

    /// The pieces whose places a legal move changes. Call it before playing the move.
    ///
    /// # Panics
    ///
    /// If the origin of the move is empty.
    #[inline]
    pub fn change(&self, mv: Move) -> Change {
        let (us, to) = (self.side, Place::Board(mv.to()));
        let (piece, from) = match mv.from() {
            Some(from) => {
                (self.piece_at(from).expect("a legal move starts from a piece"), Place::Board(from))
            }
            None => (Piece::new(us, mv.dropped().unwrap_or(PieceKind::Pawn)), Place::Hand),
        };
        let placed = if mv.is_promotion() { piece.promoted() } else { piece };
        let captured = self.piece_at(mv.to());
        // Without a capture, the second entries are never read.
        let (taken, held) = match captured {
            Some(captured) => (captured, Piece::new(us, captured.kind().unpromoted())),
            None => (piece, piece),
        };
        Change {
            removed: [Placed { piece, place: from }, Placed { piece: taken, place: to }],
            added: [Placed { piece: placed, place: to }, Placed { piece: held, place: Place::Hand }],
            len: if captured.is_some() { 2 } else { 1 },
        }
    }
}

impl Piece {
    /// The promoted piece; only for kinds that promote.
    #[inline(always)]
    fn promoted(self) -> Piece {
        Piece::from_raw(self.raw() | 8).unwrap_or(self)
    }

    /// The plain piece; only for promoted kinds.
    #[inline(always)]
    fn plain(self) -> Piece {
        Piece::from_raw(self.raw() & !8).unwrap_or(self)
    }
}
