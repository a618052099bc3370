//! A position as a mate search sees it: attacker, last move, moves of the side to move.

use komadai_core::{Checks, Color, Move, MoveList, Position, Square, movegen};

use crate::mate_in_one::{self, NoMateInOne};

/// An undecided leaf of the search, for a [`DfpnHeuristic`](crate::DfpnHeuristic) to judge.
#[derive(Clone, Copy, Debug)]
pub struct MateNode<'a> {
    /// The position, after the last move.
    pub pos: &'a Position,
    /// The side that tries to mate.
    pub attacker: Color,
    /// The move that led here.
    pub last: Move,
    /// Number of moves of the side to move: legal checks for the attacker; legal replies for the defender, without drops
    /// between king and checker.
    pub moves: usize,
    /// Number of squares on which the defender may interpose a piece from hand; 0 where the attacker moves. `moves` and
    /// `interpositions` are never both 0, because a leaf without moves is decided.
    pub interpositions: usize,
    /// The result of [`MateNode::free_squares`], if it is already known.
    free_squares: Option<usize>,
}

impl<'a> MateNode<'a> {
    /// Returns the node of a position reached by `last`; `None` if the defender to move has no moves, or the attacker to move no checks.
    ///
    /// ```
    /// use komadai_core::{Color, Position};
    /// use komadai_tsume::MateNode;
    ///
    /// let pos: Position = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse()?;
    /// let node = MateNode::new(&pos, Color::Black, "4a5a".parse()?).expect("there are checks");
    /// // Five drops of the gold, two moves of the pawn, which attacks one of the five squares beside the king.
    /// assert_eq!((node.moves, node.free_squares()), (7, 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn new(pos: &'a Position, attacker: Color, last: Move) -> Option<Self> {
        let known = Checks::of(pos);
        let (moves, interpositions) = if pos.side_to_move() == attacker {
            (movegen::count_checks(pos, &known).all(), 0)
        } else {
            let replies = movegen::count_evasions(pos, &known);
            (replies.on_board, replies.drop_squares.len())
        };
        let (moves, interpositions) = (moves as usize, interpositions as usize);
        let node = MateNode { pos, attacker, last, moves, interpositions, free_squares: None };
        (moves + interpositions > 0).then_some(node)
    }

    /// [`MateNode::new`] for a position of the attacker in which no mate in one was found.
    #[inline]
    pub(crate) fn without_mate(
        pos: &'a Position,
        attacker: Color,
        last: Move,
        counts: NoMateInOne,
    ) -> Option<Self> {
        let NoMateInOne { checks: moves, free_squares } = counts;
        let node =
            MateNode { pos, attacker, last, moves, interpositions: 0, free_squares: Some(free_squares) };
        (moves > 0).then_some(node)
    }

    /// Number of moves that need separate answers: all drops on one square count once.
    #[inline]
    pub fn answers(&self) -> u32 {
        (self.moves + self.interpositions) as u32
    }

    /// Number of squares that the defender's king could step on where the attacker moves: next to him, without a piece of his own, not
    /// attacked. 0 where the defender moves, since `moves` includes his king's moves. A [`Solver`](crate::Solver) knows the number from
    /// its search for a mate in one; otherwise this call counts.
    #[inline]
    pub fn free_squares(&self) -> usize {
        if !self.is_or() {
            return 0;
        }
        self.free_squares.unwrap_or_else(|| mate_in_one::free_squares(self.pos))
    }

    /// Whether the attacker is to move (an OR node: one mating move is enough).
    #[inline]
    pub fn is_or(&self) -> bool {
        self.pos.side_to_move() == self.attacker
    }
}

/// Bit of a move: whether it promotes.
pub(crate) const PROMOTION: u16 = 1 << 14;
/// Bits of a move: its target square.
pub(crate) const TO: u16 = 127;

/// Moves in ascending order.
pub(crate) fn sorted(moves: &MoveList) -> std::vec::IntoIter<Move> {
    let mut moves = moves.to_vec();
    moves.sort_unstable();
    moves.into_iter()
}

/// Returns what `say` says of the position after a move, and takes the move back.
#[inline]
pub(crate) fn tried<T>(pos: &mut Position, mv: Move, say: impl FnOnce(&mut Position) -> T) -> T {
    let undo = pos.do_move(mv);
    let said = say(pos);
    pos.undo_move(mv, undo);
    said
}

/// Whether every reply leads to a mate; `None` if that is open for some reply and no reply leads to a no-mate.
pub(crate) fn after_every_reply(
    pos: &mut Position,
    mut mates: impl FnMut(&mut Position) -> Option<bool>,
) -> Option<bool> {
    let mut all = Some(true);
    for mv in &pos.legal_moves() {
        match tried(pos, mv, &mut mates) {
            Some(true) => {}
            Some(false) => return Some(false),
            None => all = None,
        }
    }
    all
}

/// Generates the legal checks of the attacker (`or`) or the legal replies of the defender.
#[inline]
pub(crate) fn generate(pos: &Position, or: bool, list: &mut MoveList) {
    let known = Checks::of(pos);
    if or { movegen::checks(pos, &known, list) } else { movegen::legal_with(pos, &known, list) }
}

/// Legal checks of the side to move.
pub(crate) fn checks(pos: &Position) -> MoveList {
    let mut list = MoveList::new();
    generate(pos, true, &mut list);
    list
}

/// Side of the king, one of eight, on which a square lies, as a number from 100 up (no square has such a number); `None` for squares next
/// to the king.
#[inline]
pub(crate) fn far_side(king: Square, from: Square) -> Option<u16> {
    let file = i16::from(from.file()) - i16::from(king.file());
    let rank = i16::from(from.rank()) - i16::from(king.rank());
    (file.abs().max(rank.abs()) > 1).then(|| (100 + 3 * (file.signum() + 1) + rank.signum() + 1) as u16)
}
