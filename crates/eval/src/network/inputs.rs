//! Inputs of a network: the pieces of a position, numbered as in other engines.

use komadai_core::{Change, Color, Piece, PieceKind, Place, Placed, Position, Square};

/// Numbers of pieces other than kings, on the board and in hand: 90 in hand, then 18 kinds of friend and enemy on 81 squares.
const PIECES: usize = 1_548;

/// Number of a friend's first piece in hand, then of the second, …; `[kind of PieceKind::HAND]`.
const IN_HAND: [usize; 7] = [1, 39, 49, 59, 79, 85, 69];

/// How much higher the numbers of an enemy's pieces in hand are, `[kind of PieceKind::HAND]`.
const ENEMY_IN_HAND: [usize; 7] = [19, 5, 5, 5, 3, 3, 5];

/// First number of a friend's pieces on the board, `[kind]`; promoted small pieces count as golds, and the kings come last. An
/// enemy's numbers are 81 higher.
const ON_BOARD: [usize; PieceKind::COUNT] =
    [90, 252, 414, 576, 900, 1_224, 738, PIECES, 738, 738, 738, 738, 1_062, 1_386];

const SQUARES: usize = Square::COUNT;

/// Set of inputs of a [`Network`](crate::network::Network): which of them are 1 in a position, as a player sees it.
///
/// White sees the board rotated by half a turn. Equal pieces in hand have different numbers for the first, the second and so on, so
/// no input is more than 1.
///
/// ```
/// use komadai_core::{Color, Position};
/// use komadai_eval::network::Inputs;
///
/// let mut seen = [Vec::new(), Vec::new()];
/// for view in Color::ALL {
///     Inputs::KingPiece.active(&Position::startpos(), view, |input| seen[view as usize].push(input));
///     seen[view as usize].sort_unstable();
/// }
/// // 40 pieces, and both players see the same.
/// assert_eq!(seen[0].len(), 40);
/// assert_eq!(seen[0], seen[1]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Inputs {
    /// K-P: 1,548 numbers for the other pieces, 81 for the own king and 81 for the enemy's. A missing king has no input.
    KingPiece,
    /// `HalfKP`: the other pieces, each together with the square of the own king, `king × 1,548 + piece`. A player without a king
    /// has no inputs.
    HalfKingPiece,
}

impl Inputs {
    /// Number of inputs, 1,710 or 125,388.
    #[allow(clippy::len_without_is_empty)] // none is empty
    pub const fn len(self) -> usize {
        match self {
            Inputs::KingPiece => PIECES + 2 * SQUARES,
            Inputs::HalfKingPiece => PIECES * SQUARES,
        }
    }

    /// Name in architecture strings.
    pub const fn name(self) -> &'static str {
        match self {
            Inputs::KingPiece => "K+P",
            Inputs::HalfKingPiece => "HalfKP(Friend)",
        }
    }

    /// Calls `each` with the numbers of the inputs that are 1 for a player, in unspecified order; at most 40.
    pub fn active(self, pos: &Position, view: Color, mut each: impl FnMut(usize)) {
        let Some(of) = self.numbering(pos, view) else { return };
        pos.visit_pieces(|placed, count| {
            (0..count).filter_map(|before| of.number(placed, || before)).for_each(&mut each);
        });
    }

    /// The input of the same piece with left and right of the board exchanged, file 1 for file 9; `None` if no input has the number.
    pub fn mirrored(self, input: usize) -> Option<usize> {
        let on_board = |number| Square::from_index(number).map(|square| square.mirrored().index());
        let (king, piece) = match self {
            Inputs::KingPiece => (0, Some(input).filter(|&input| input < self.len())?),
            Inputs::HalfKingPiece => (on_board(input / PIECES)? * PIECES, input % PIECES),
        };
        let moved = match piece.checked_sub(ON_BOARD[0]) {
            None => piece,
            Some(at) => piece - at % SQUARES + on_board(at % SQUARES)?,
        };
        Some(king + moved)
    }

    /// The inputs that a move changes for a player, `after` being the position after it; `None` if all of them change.
    #[inline]
    pub(super) fn changes(self, after: &Position, change: &Change, view: Color) -> Option<Changes> {
        let own_king = Piece::new(view, PieceKind::King);
        if self == Inputs::HalfKingPiece && change.added()[0].piece == own_king {
            return None;
        }
        let mut changes = Changes::default();
        if let Some(of) = self.numbering(after, view) {
            let held = |placed: &Placed| after.hand(placed.piece.color()).count(placed.piece.kind());
            for (removed, added) in change.removed().iter().zip(change.added()) {
                // A piece that leaves the hand was the last of its kind there; one that comes to the hand is the last.
                let from = of.number(*removed, || held(removed));
                let to = of.number(*added, || held(added).saturating_sub(1));
                from.zip(to).into_iter().for_each(|(from, to)| changes.push(from, to));
            }
        }
        Some(changes)
    }

    /// How a player numbers pieces in a position; `None` without the own king, where one is needed.
    #[inline]
    fn numbering(self, pos: &Position, view: Color) -> Option<Numbering> {
        let (first, end) = match self {
            Inputs::KingPiece => (0, self.len()),
            Inputs::HalfKingPiece => (PIECES * pos.king(view)?.seen_by(view).index(), PIECES),
        };
        Some(Numbering { view, first, end })
    }
}

/// Up to two inputs that become 0, and the inputs that become 1 in their place.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Changes {
    inputs: [(u32, u32); 2],
    len: usize,
}

impl Changes {
    #[inline]
    fn push(&mut self, from: usize, to: usize) {
        self.inputs[self.len & 1] = (from as u32, to as u32);
        self.len += 1;
    }

    #[inline]
    pub(super) fn as_slice(&self) -> &[(u32, u32)] {
        self.inputs.get(..self.len).unwrap_or_default()
    }
}

/// Numbers of pieces as a player sees them: those below `end`, from `first` on.
#[derive(Clone, Copy)]
struct Numbering {
    view: Color,
    first: usize,
    end: usize,
}

impl Numbering {
    /// Input of a piece; one in hand has `before` pieces of its kind before it. `None` for kings where they have no input.
    #[inline]
    fn number(self, placed: Placed, before: impl FnOnce() -> u32) -> Option<usize> {
        let (kind, enemy) = (placed.piece.kind().index(), usize::from(placed.piece.color() != self.view));
        let number = match placed.place {
            Place::Board(square) => ON_BOARD[kind] + SQUARES * enemy + square.seen_by(self.view).index(),
            Place::Hand => IN_HAND[kind] + ENEMY_IN_HAND[kind] * enemy + before() as usize,
        };
        (number < self.end).then_some(self.first + number)
    }
}
