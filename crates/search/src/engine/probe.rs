//! [`Probe`]: the searches that a pruning or a depth policy may run at a node.

use komadai_core::{Mate, Move, MoveList, Value};

use crate::depth::Depth;
use crate::node::Node;

/// Handle to the running search, for prunings and depth policies that need searches of their own.
///
/// If the limits run out during a call, its answer is meaningless; the search then discards the node.
pub trait Probe {
    /// The node in question.
    fn node(&self) -> Node<'_>;

    /// Value of this node, searched with another budget and window; the node itself is not pruned.
    fn verify(&mut self, depth: Depth, alpha: Value, beta: Value) -> Value;

    /// Value for the side to move after a pass (null move), the reply searched with this budget in a null window below
    /// `beta`. −[`Value::INFINITE`] where a pass is not possible: in check, after another pass, at the end of the path.
    fn pass(&mut self, depth: Depth, beta: Value) -> Value;

    /// Value of this node as if the move `without` were not legal, searched in a null window below `beta`. Nothing is recorded of
    /// the node itself. −[`Value::INFINITE`] if there is no other move. The other moves are tried whatever the budget.
    fn verify_without(&mut self, without: Move, depth: Depth, beta: Value) -> Value;

    /// Appends the captures and gaining promotions of this node, in the order of generation.
    fn tactical_moves(&mut self, list: &mut MoveList);

    /// Value of one legal move for the side to move, the position after it searched with this budget in a null window below
    /// `beta`.
    fn try_move(&mut self, mv: Move, depth: Depth, beta: Value) -> Value;

    /// Queries the mate solver with so many nodes: can the side to move mate? If the game is drawn by its number of moves
    /// ([`Limits::draw_after`](crate::Limits::draw_after)), it gets at most as many nodes as there are moves left.
    fn find_mate(&mut self, nodes: u64) -> Mate;
}
