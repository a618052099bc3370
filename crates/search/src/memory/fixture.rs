//! What the tests of memories share: a line of play, and what a memory learns and recalls at its end.

use komadai_core::{Move, Piece, Position, Value};

use super::{
    Bonus, BrotherBest, Candidates, ContextBest, ContextN, CounterMove, HashedPremove, MoveMemory,
    PremoveBest, TaggedContext, TwoAgo,
};
use crate::bound::Bound;
use crate::depth::Depth;
use crate::node::{Node, Outcome, Step};

/// The moves of a line from the start position; `pass` is a pass.
pub(super) struct Line {
    pos: Position,
    path: Vec<Step>,
}

impl Line {
    pub(super) fn new(moves: &str) -> Line {
        Line::from(Position::startpos(), moves)
    }

    pub(super) fn from(mut pos: Position, moves: &str) -> Line {
        let mut path = Vec::new();
        for word in moves.split_whitespace() {
            if word == "pass" {
                path.push(Step::PASS);
                pos.do_null();
                continue;
            }
            let mv = mv(word);
            assert!(pos.is_legal(mv), "{word} in {moves}");
            let captured = pos.piece_at(mv.to());
            pos.do_move(mv);
            path.push(Step { mv: Some(mv), piece: pos.piece_at(mv.to()), captured });
        }
        Line { pos, path }
    }

    /// The node at the end of the line, two plies above the leaves.
    pub(super) fn node(&self) -> Node<'_> {
        Node { path: &self.path, depth: Depth::plies(2), ..Node::new(&self.pos) }
    }
}

/// What histories learn in tests, whatever the tuned default is: 160 where two plies are left.
pub(super) const BONUS: Bonus = Bonus { square: 0, per_ply: 120, less: 80, most: 1_600, unrefuted: 0 };

pub(super) fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

/// What a scorer says of a move.
pub(super) fn scored(scorer: &impl Fn(Move, Piece) -> i32, at: &Node<'_>, mv: Move) -> i32 {
    at.pos.placed_by(mv).map_or(0, |piece| scorer(mv, piece))
}

/// A node of that line is cut by a move.
pub(super) fn cut(memory: &mut impl MoveMemory, line: &str, best: &str) {
    finish(memory, &Line::new(line).node(), best, Bound::Lower);
}

pub(super) fn finish(memory: &mut impl MoveMemory, at: &Node<'_>, best: &str, bound: Bound) {
    memory.record(at, &Outcome { best: mv(best), value: Value::ZERO, bound });
}

/// What a memory recalls at the end of a line.
pub(super) fn recalled(memory: &impl MoveMemory, line: &str) -> String {
    recalled_at(memory, &Line::new(line).node())
}

pub(super) fn recalled_at(memory: &impl MoveMemory, at: &Node<'_>) -> String {
    let mut out = Candidates::default();
    memory.recall(at, &mut out);
    out.iter().map(|mv| mv.to_string()).collect::<Vec<_>>().join(" ")
}

/// What holds of every killer: it learns cuts and exact values, nothing where no move reached alpha, and forgets.
fn assert_learns_from_known_best_moves_only<K: MoveMemory>(mut memory: K, line: &str, reply: &str) {
    let line = Line::new(line);
    finish(&mut memory, &line.node(), reply, Bound::Upper);
    assert_eq!(recalled_at(&memory, &line.node()), "", "an upper bound taught something");
    for bound in [Bound::Exact, Bound::Lower] {
        finish(&mut memory, &line.node(), reply, bound);
        assert_eq!(recalled_at(&memory, &line.node()), reply, "{bound:?}");
        memory.forget();
        assert_eq!(recalled_at(&memory, &line.node()), "", "not forgotten");
    }
}

#[test]
fn every_killer_learns_best_moves_where_they_are_known() {
    assert_learns_from_known_best_moves_only(BrotherBest::<1>::new(), "7g7f", "3c3d");
    assert_learns_from_known_best_moves_only(PremoveBest::default(), "7g7f", "3c3d");
    assert_learns_from_known_best_moves_only(TwoAgo::default(), "7g7f 3c3d", "8h2b+");
    assert_learns_from_known_best_moves_only(CounterMove::default(), "7g7f", "3c3d");
    assert_learns_from_known_best_moves_only(HashedPremove::<1>::new(), "7g7f", "3c3d");
    assert_learns_from_known_best_moves_only(ContextBest::default(), "7g7f 3c3d", "8h2b+");
    assert_learns_from_known_best_moves_only(TaggedContext::default(), "7g7f 3c3d", "8h2b+");
    assert_learns_from_known_best_moves_only(ContextN::default(), "7g7f 3c3d", "8h2b+");
}
