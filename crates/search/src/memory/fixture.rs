//! What the tests of memories share: a line of play, and what a memory learns and recalls at its end. The killers, side by side.

use core::fmt::Debug;

use komadai_core::{Move, Position, Value};

use super::{
    Bonus, BrotherBest, Candidates, ContextBest, ContextN, CounterMove, HashedPremove, MoveMemory, PassBest,
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
        let (mut pos, mut path) = (Position::startpos(), Vec::new());
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
pub(super) const BONUS: Bonus = Bonus { per_ply: 120, less: 80, most: 1_600, unrefuted: 0 };

pub(super) fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

/// A node at the end of a line has tried these moves, the last of them the best.
pub(super) fn tries(memory: &mut dyn MoveMemory, line: &str, moves: &str, bound: Bound) {
    let tried: Vec<Move> = moves.split_whitespace().map(mv).collect();
    let best = *tried.last().unwrap();
    let outcome = Outcome { best, value: Value::ZERO, bound };
    memory.record(&Node { tried: &tried, ..Line::new(line).node() }, &outcome);
}

/// The scores of moves at the end of a line.
pub(super) fn scores(memory: &dyn MoveMemory, line: &str, moves: &str) -> Vec<i32> {
    let line = Line::new(line);
    moves.split_whitespace().map(|text| memory.score(&line.node(), mv(text))).collect()
}

pub(super) fn finish(memory: &mut dyn MoveMemory, at: &Node<'_>, best: &str, bound: Bound) {
    memory.record(at, &Outcome { best: mv(best), value: Value::ZERO, bound });
}

/// What a memory recalls at the end of a line.
pub(super) fn recalled(memory: &dyn MoveMemory, line: &str) -> String {
    recalled_at(memory, &Line::new(line).node())
}

pub(super) fn recalled_at(memory: &dyn MoveMemory, at: &Node<'_>) -> String {
    let mut out = Candidates::default();
    memory.recall(at, &mut out);
    out.iter().map(|mv| mv.to_string()).collect::<Vec<_>>().join(" ")
}

/// What holds for every killer: it learns cuts and exact values, nothing where no move reached alpha, and forgets.
fn assert_learns_from_known_best_moves_only(memory: &mut dyn MoveMemory, line: &str, reply: &str) {
    // What a pass teaches is recalled beside it.
    let (taught, asked) = (Line::new(line), Line::new(&line.replace("pass", "2g2f")));
    finish(memory, &taught.node(), reply, Bound::Upper);
    assert_eq!(recalled_at(memory, &asked.node()), "", "an upper bound taught something");
    for bound in [Bound::Exact, Bound::Lower] {
        finish(memory, &taught.node(), reply, bound);
        assert_eq!(recalled_at(memory, &asked.node()), reply, "{bound:?}");
        memory.forget();
        assert_eq!(recalled_at(memory, &asked.node()), "", "not forgotten");
    }
}

#[test]
fn every_killer_learns_best_moves_where_they_are_known() {
    assert_learns_from_known_best_moves_only(&mut BrotherBest::<1>::new(), "7g7f", "3c3d");
    assert_learns_from_known_best_moves_only(&mut PassBest::default(), "7g7f 3c3d pass", "2b8h+");
    assert_learns_from_known_best_moves_only(&mut PremoveBest::default(), "7g7f", "3c3d");
    assert_learns_from_known_best_moves_only(&mut TwoAgo::default(), "7g7f 3c3d", "8h2b+");
    assert_learns_from_known_best_moves_only(&mut CounterMove::default(), "7g7f", "3c3d");
    assert_learns_from_known_best_moves_only(&mut HashedPremove::<1>::new(), "7g7f", "3c3d");
    assert_learns_from_known_best_moves_only(&mut ContextBest::default(), "7g7f 3c3d", "8h2b+");
    assert_learns_from_known_best_moves_only(&mut TaggedContext::default(), "7g7f 3c3d", "8h2b+");
    assert_learns_from_known_best_moves_only(&mut ContextN::default(), "7g7f 3c3d", "8h2b+");
}

/// Runs a script: at `line > move` the move cuts the node at the end of the line; at `line = moves` these moves are recalled there.
pub(super) fn assert_recalls(memory: &mut dyn MoveMemory, script: &str) {
    for step in script.split(';') {
        if let Some((line, best)) = step.split_once('>') {
            tries(memory, line, best, Bound::Lower);
        } else {
            let (line, moves) = step.split_once('=').expect("a line and what is recalled");
            assert_eq!(recalled(memory, line), moves.trim(), "{step} in {script}");
        }
    }
}

#[test]
fn killers_recall_what_was_best_at_the_same_address() {
    // Brothers: nodes of the same ply, newest first; a known move comes to the front and drives none out.
    let brothers = "7g7f > 3c3d; 2g2f > 8c8d; 1g1f = 8c8d 3c3d; 5g5f > 5c5d; 1g1f = 5c5d 8c8d; \
                    5g5f > 8c8d; 1g1f = 8c8d 5c5d; 5g5f > 8c8d; 1g1f = 8c8d 5c5d; 7g7f 3c3d =";
    assert_recalls(&mut BrotherBest::<2>::new(), brothers);
    // Beside a pass: not after it, nor a ply above or below, but at a cousin; replies to moves teach nothing.
    assert_recalls(&mut PassBest::default(), "7g7f 3c3d 2g2f > 2b8h+; 7g7f 3c3d 5g5f =");
    let beside = "7g7f 3c3d pass > 2b8h+; 7g7f 3c3d 2g2f = 2b8h+; 2g2f 8c8d 2f2e = 2b8h+; 7g7f 3c3d pass =";
    // Nor in check.
    let elsewhere = "7g7f 3c3d =; 7g7f 3c3d 2g2f 8c8d =; 7g7f 3c3d 8h3c+ =";
    assert_recalls(&mut PassBest::default(), &format!("{beside}; {elsewhere}"));
    // The last move at any ply, one reply, overwritten.
    let premove = "7g7f 3c3d 2g2f > 8c8d; 2g2f = 8c8d; 7g7f =; 2g2f > 3c3d; 7g7f 3c3d 2g2f = 3c3d";
    assert_recalls(&mut PremoveBest::default(), premove);
    // Piece and square of the last move, of either gold, newest first; a recapture is not remembered.
    let golds = "6i5h > 3c3d; 7g7f 3c3d 4i5h > 8c8d; 6i5h = 8c8d 3c3d; 5i5h =; 6i7h =";
    assert_recalls(&mut HashedPremove::<2>::new(), golds);
    let exchange =
        "7g7f 3c3d 8h2b+ > 3a2b; 7g7f 3c3d 8h2b+ =; 7g7f 3c3d 8h2b+ > 8c8d; 7g7f 3c3d 8h2b+ = 8c8d";
    assert_recalls(&mut HashedPremove::<2>::new(), exchange);
    // The same with one quiet reply; learnt while 3d was empty, with a pawn on it the move would take.
    assert_recalls(&mut CounterMove::default(), "6i5h > 3c3d; 7g7f 3c3d 4i5h > 8c8d; 6i5h = 8c8d; 6i7h =");
    let takes = "7g7f 8c8d > 8h4d; 7g7f 8c8d = 8h4d; 7g7f 4c4d 2g2f 8c8d =";
    assert_recalls(&mut CounterMove::default(), takes);
    // The move before the last alone.
    let two_ago = "7g7f 3c3d > 8h2b+; 7g7f 8c8d = 8h2b+; 7g7f pass = 8h2b+; 2g2f 3c3d =; 7g7f =";
    assert_recalls(&mut TwoAgo::default(), two_ago);
    // Both contexts keep apart replies that overwrite each other in a premove, also deeper in the tree: table 4.1 of the thesis in small.
    let contexts = "7g7f 3c3d > 8h2b+; 2g2f 3c3d > 2f2e; 7g7f 3c3d = 8h2b+; 2g2f 3c3d = 2f2e; \
                    1g1f 1c1d 2g2f 3c3d = 2f2e; 7g7f 8c8d =; 2g2f 3c3d > 7g7f; 2g2f 3c3d = 7g7f";
    assert_recalls(&mut ContextBest::default(), contexts);
    assert_recalls(&mut TaggedContext::default(), contexts);
    // Exclusive or mixes up the order of 1g1f and 3c3d, tags do not.
    assert_recalls(&mut ContextBest::default(), "7g7f 1c1d 1g1f 3c3d > 8h2b+; 7g7f 3c3d 1g1f = 8h2b+");
    assert_recalls(&mut TaggedContext::default(), "7g7f 1c1d 1g1f 3c3d > 8h2b+; 7g7f 3c3d 1g1f =");
    // The context seen longest ago gives way.
    let aged = "7g7f 3c3d > 8h2b+; 2g2f 3c3d > 2f2e; 7g7f 3c3d > 2g2f; 5g5f 3c3d > 5f5e; \
                7g7f 3c3d = 2g2f; 2g2f 3c3d =; 5g5f 3c3d = 5f5e";
    assert_recalls(&mut TaggedContext::<2>::new(), aged);
}

/// A killer learns nothing from these nodes, each a line and its best move.
fn assert_learns_nothing<K: MoveMemory + Default + Debug + PartialEq>(mut memory: K, nodes: &[(&str, &str)]) {
    for (line, best) in nodes {
        tries(&mut memory, line, best, Bound::Lower);
        assert_eq!(recalled(&memory, line), "", "{line}");
    }
    assert_eq!(memory, K::default());
}

#[test]
fn killers_by_the_last_moves_need_so_many_and_counter_moves_are_quiet() {
    let one = [("", "7g7f"), ("7g7f pass", "2g2f")];
    assert_learns_nothing(PremoveBest::default(), &one);
    assert_learns_nothing(HashedPremove::default(), &one);
    assert_learns_nothing(ContextN::default(), &one);
    let two = [("7g7f", "3c3d"), ("7g7f pass", "2g2f"), ("7g7f pass 2g2f", "3c3d")];
    assert_learns_nothing(ContextBest::default(), &two);
    assert_learns_nothing(TaggedContext::default(), &two);
    assert_learns_nothing(CounterMove::default(), &[("2g2f 3c3d 7g7f", "2b8h+")]);
}
