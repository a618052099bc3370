//! A scripted [`Probe`], and the nodes that prunings and depth policies are tested at.

use komadai_core::{Mate, Move, MoveList, Position, Value};
use komadai_search::{Depth, Node, Probe};

/// What was asked of the handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    Verify(Depth, Value, Value),
    Without(Move, Depth, Value),
    Pass(Depth, Value),
    Try(Move, Depth, Value),
    Mate(u64),
}

/// A handle that answers from its fields.
pub(crate) struct Fake<'a> {
    pub(crate) at: Node<'a>,
    pub(crate) verify: Value,
    pub(crate) without: Value,
    pub(crate) pass: Value,
    /// Answer to a move tried with this budget behind it.
    pub(crate) tried: fn(Move, Depth) -> Value,
    pub(crate) mate: Mate,
    pub(crate) tactical: &'a [&'a str],
    pub(crate) asked: Vec<Asked>,
}

impl<'a> Fake<'a> {
    pub(crate) fn new(at: Node<'a>) -> Fake<'a> {
        let zero = Value::ZERO;
        Fake {
            at,
            verify: zero,
            without: zero,
            pass: zero,
            tried: |_, _| Value::ZERO,
            mate: Mate::Unknown,
            tactical: &[],
            asked: Vec::new(),
        }
    }
}

impl Probe for Fake<'_> {
    fn node(&self) -> Node<'_> {
        self.at
    }

    fn verify(&mut self, depth: Depth, alpha: Value, beta: Value) -> Value {
        self.asked.push(Asked::Verify(depth, alpha, beta));
        self.verify
    }

    fn pass(&mut self, depth: Depth, beta: Value) -> Value {
        self.asked.push(Asked::Pass(depth, beta));
        self.pass
    }

    fn verify_without(&mut self, without: Move, depth: Depth, beta: Value) -> Value {
        self.asked.push(Asked::Without(without, depth, beta));
        self.without
    }

    fn tactical_moves(&mut self, list: &mut MoveList) {
        self.tactical.iter().for_each(|text| list.push(mv(text)));
    }

    fn try_move(&mut self, mv: Move, depth: Depth, beta: Value) -> Value {
        self.asked.push(Asked::Try(mv, depth, beta));
        (self.tried)(mv, depth)
    }

    fn find_mate(&mut self, nodes: u64) -> Mate {
        self.asked.push(Asked::Mate(nodes));
        self.mate
    }
}

pub(crate) fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

pub(crate) fn cp(value: i32) -> Value {
    Value::from_cp(value)
}

/// A little less than so many plies.
pub(crate) fn just_below(plies: i32) -> Depth {
    Depth::plies(plies) - Depth::from_units(1)
}

/// Black may move quietly (2h3h, G*9e), give a quiet check (2h5h), take (2h2c), promote quietly (8d8c+), and give a
/// gold away for a pawn (G*2d).
pub(crate) fn board() -> Position {
    "4k4/9/7p1/1S7/9/9/9/7R1/4K4 b G 1".parse().unwrap()
}

/// A node with the closed window (0, 1).
pub(crate) fn closed(pos: &Position, depth: Depth, static_value: i32) -> Node<'_> {
    Node { depth, alpha: Value::ZERO, beta: cp(1), static_value: Some(cp(static_value)), ..Node::new(pos) }
}

pub(crate) fn window(at: Node<'_>, alpha: Value, beta: Value) -> Node<'_> {
    Node { alpha, beta, ..at }
}
