//! The killers that are tables of replies \[R1\]. Each is a row: an address, and what is worth keeping there.

use komadai_core::{Move, PieceKind, Square};

use super::replies::Replies;
use super::{Candidates, MoveMemory, last_two};
use crate::node::{MAX_PLY, Node, Outcome};

/// Numbers of addresses: by ply, by the piece that moved last and its square, and by two moves. Codes of moves lie
/// below the last, and so does the exclusive or of two, since it is a power of two.
const PLIES: usize = MAX_PLY + 1;
const PLACES: usize = 2 * PieceKind::COUNT * Square::COUNT;
const PAIRS: usize = Move::CODES.next_power_of_two();

/// Defines killers: name and default number of slots, number of addresses, the address to recall from, the address to
/// learn at, and which best moves to keep. A killer does not recall a move that it would not keep.
macro_rules! killers {
    ($($(#[$about:meta])* $name:ident<$slots:literal>[$addresses:expr]: $asked:expr, $taught:expr, $keeps:expr;)+) => {$(
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $name<const N: usize = $slots> {
            replies: Replies<N>,
        }

        impl<const N: usize> $name<N> {
            /// An empty memory.
            pub fn new() -> Self {
                Self { replies: Replies::new($addresses) }
            }
        }

        impl Default for $name<$slots> {
            fn default() -> Self {
                Self::new()
            }
        }

        impl<const N: usize> MoveMemory for $name<N> {
            #[inline]
            fn recall(&self, at: &Node<'_>, out: &mut Candidates) {
                self.replies.recall($asked(at), out, |reply| $keeps(at, reply));
            }

            #[inline]
            fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
                self.replies.learn($taught(at), *outcome, |best| $keeps(at, best));
            }

            fn forget(&mut self) {
                self.replies.forget();
            }
        }
    )+};
}

killers! {
    /// Killer moves by ply: the newest `N` best or cutting moves of each ply, newest first. The classical killer heuristic.
    ///
    /// Paper 000 keeps one move a slot and names two or three slots as a variant (section 4.1, not significantly better in
    /// TACOS); engines of the time kept two.
    BrotherBest<2>[PLIES]: ply, ply, any;

    /// Killer by null move: the best reply to the last pass at each ply, recalled at the nodes beside that pass.
    ///
    /// Null-move pruning passes before it moves. If the pass fails, its refutation is the opponent's threat. That move
    /// is recalled at the siblings of the refuting node, which are reached by real moves, most of which do nothing
    /// about the threat. So it is an attacking move, and works better the sharper the position is (paper 000, sections
    /// 3.1.2 and 3.2). Without a pruning that passes it learns nothing.
    ///
    /// As in TACOS, it keeps one move a ply: if the parent has not passed, the threat of a cousin is used. In check it
    /// recalls nothing, as in the thesis: there is no pass in check, so no slot holds an answer to one.
    PassBest<1>[PLIES]: beside_a_pass, behind_a_pass, any;

    /// Killer by the last move: the last best or cutting reply to each move, anywhere in the tree.
    ///
    /// Positions after the same move may lie far apart in the tree and still be alike in what the move has done: it
    /// threatens something, or leaves something undefended. Paper 000, section 3.1.2: a table over all moves, one reply
    /// each, overwritten. Addressed by [`Move::code`], 14,256 slots of two bytes; neither the thesis nor this table
    /// distinguishes the side that moved. At the root and after a pass there is no move to reply to.
    PremoveBest<1>[Move::CODES]: last_move, last_move, any;

    /// Killer by the move before the last: the last best move after one's own last move, whatever the opponent answered.
    ///
    /// Paper 000, section 6.5, tried it to learn how much older moves count: the program became worse than with
    /// [`PremoveBest`]. It is here so that this can be measured again, not for play. A pass as the opponent's answer
    /// does no harm; one's own last move must not be a pass.
    TwoAgo<1>[Move::CODES]: own_last_move, own_last_move, any;

    /// Killers by piece and target of the last move: the newest `N` best replies, recaptures left out.
    ///
    /// It differs from [`PremoveBest`] in three ways, each a trade-off. The address is piece and target, not the whole
    /// move: a silver on 4d threatens the same wherever it came from, so that more nodes teach one slot; side, kind and
    /// square give 2,268 slots. Several replies a slot reduce the overwriting that the thesis complains of (section
    /// 4.3), without telling contexts apart. A recapture is not remembered: it is a good reply to nearly everything,
    /// the ordering of captures tries it early anyway, and it would drive out the replies that are hard to find.
    HashedPremove<2>[PLACES]: arrived, arrived, takes_nothing_back;

    /// Countermove heuristic: the last quiet move that was best after a piece arrived on a square (Uiterwijk 1992).
    ///
    /// The form that [`PremoveBest`] has in chess programs: captures are ordered by themselves there, so that the slot
    /// is kept for a quiet move, which no exchange suggests. A reply that was quiet where it was learnt and would take
    /// something here is ordered as a capture. Put it behind the moves of [`BrotherBest`]: `(BrotherBest, CounterMove,
    /// History)`.
    CounterMove<1>[PLACES]: arrived, arrived, takes_nothing;

    /// Killer by the last two moves: the last best reply, addressed by the exclusive or of their codes (paper 000, section 6.2).
    ///
    /// [`PremoveBest`] forgets too easily: a silver dropped on 2b is answered differently after a rook dropped on 2a and after one
    /// dropped on 8b, and each answer overwrites the other (paper 000, table 4.1). Two moves tell the cases apart. A table over all
    /// pairs of moves would be far too large; [`TaggedContext`](super::TaggedContext) is the other way to avoid it.
    ///
    /// One slot an address and nothing compared: two pairs of moves with the same exclusive or, such as the same two moves in
    /// the other order, share a slot. The thesis found no difference in play to the tags and kept this, the simpler form. It
    /// numbers moves by 40 pieces × 81 squares × 2, below 6,480; a board does not tell identical pieces apart, so that
    /// [`Move::code`] has 88 origins in place of the pieces, and the table has 16,384 slots of two bytes.
    ContextBest<1>[PAIRS]: both_last_moves, both_last_moves, any;
}

#[inline]
fn ply(at: &Node<'_>) -> usize {
    at.ply().min(MAX_PLY)
}

#[inline]
fn behind_a_pass(at: &Node<'_>) -> Option<usize> {
    at.after_pass().then(|| ply(at))
}

#[inline]
fn beside_a_pass(at: &Node<'_>) -> Option<usize> {
    (!at.in_check && !at.after_pass()).then(|| ply(at))
}

#[inline]
fn last_move(at: &Node<'_>) -> Option<usize> {
    at.back(1).map(Move::code)
}

#[inline]
fn own_last_move(at: &Node<'_>) -> Option<usize> {
    at.back(2).map(Move::code)
}

/// The piece that moved last, as it stands now, and its square.
#[inline]
fn arrived(at: &Node<'_>) -> Option<usize> {
    let last = at.path.last()?;
    Some(last.piece?.index() * Square::COUNT + last.mv?.to().index())
}

#[inline]
fn both_last_moves(at: &Node<'_>) -> Option<usize> {
    last_two(at).map(|(last, before)| last.code() ^ before.code())
}

#[inline]
fn any(_: &Node<'_>, _: Move) -> bool {
    true
}

#[inline]
fn takes_nothing(at: &Node<'_>, best: Move) -> bool {
    !at.is_capture(best)
}

#[inline]
fn takes_nothing_back(at: &Node<'_>, best: Move) -> bool {
    at.back(1).is_some_and(|last| last.to() != best.to())
}
