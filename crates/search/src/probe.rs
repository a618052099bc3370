//! What a pruning or a depth policy may ask of the running search.

use komadai_core::{Mate, Move, MoveList, Value};

use crate::depth::Depth;
use crate::node::Node;

/// The handle a pruning gets instead of the searcher: it may search, but hold nothing.
///
/// When limits run out inside, the answers mean nothing; the search throws the node away.
pub trait Probe {
    /// The node that may be given up.
    fn node(&self) -> Node<'_>;

    /// The evaluation of the position.
    fn static_value(&mut self) -> Value;

    /// Searches this node with another budget and window; the node itself is not pruned meanwhile.
    fn verify(&mut self, depth: Depth, alpha: Value, beta: Value) -> Value;

    /// Value for the side to move if it passes and the reply is searched with this budget, as far as `beta` is
    /// concerned (null window). In check, after a pass, or where the path ends, passing is no move: the answer is
    /// −[`Value::INFINITE`].
    fn pass(&mut self, depth: Depth, beta: Value) -> Value;

    /// Searches this node as if `without` were not legal, in a null window below `beta`; nothing is recorded of
    /// the node itself. −[`Value::INFINITE`] if there is no other move.
    fn verify_without(&mut self, without: Move, depth: Depth, beta: Value) -> Value;

    /// Captures and gaining promotions of this node, in the order of generation.
    fn tactical_moves(&mut self, list: &mut MoveList);

    /// Value, for the side to move, of one legal move, searched with this budget *behind* it, as far as `beta` is
    /// concerned (null window).
    fn try_move(&mut self, mv: Move, depth: Depth, beta: Value) -> Value;

    /// Asks the mate solver about the side to move.
    fn find_mate(&mut self, nodes: u64) -> Mate;
}
