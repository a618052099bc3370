//! Solutions as records.

use crate::common::{MATES, PLENTY, assert_mates, lengths, mate_in, position, problems};
use komadai_notation::record::{Format, read, write};
use komadai_tsume::{LengthRule, record_line, record_variations};

/// Every line of the record ends in mate, and where it leaves an earlier line, the defender plays another move than there.
#[test]
fn tree_has_a_line_to_mate_for_every_reply() {
    let mut lengths = lengths(1, PLENTY);
    for problem in problems(MATES).into_iter().filter(|problem| problem.plies <= Some(5)).step_by(4) {
        let tree = lengths
            .variations(&mut problem.pos.clone(), LengthRule::EveryPly, 100_000)
            .expect("a mate is known");
        assert!(tree.complete, "{}", problem.name);
        let game = &tree.game;
        assert_mates(&problem.pos, &game.moves(), &problem.name);
        // Every reply after the first move has a line that is no longer than the main line.
        let first = problem.pos.after([game.nodes[0].mv]);
        let beside: Vec<_> =
            game.variations.iter().filter(|variation| variation.ply == 1 && variation.of.is_none()).collect();
        assert_eq!(beside.len() + 1, first.legal_moves().len(), "{}", problem.name);
        for variation in beside {
            assert!(variation.nodes.len() < game.nodes.len(), "{}", problem.name);
            let line: Vec<_> = variation.nodes[1..].iter().map(|node| node.mv).collect();
            assert_mates(&first.after([variation.nodes[0].mv]), &line, &problem.name);
        }
        let text = write(game, Format::Kif).unwrap();
        let record = read(text.as_bytes(), Some(Format::Kif)).unwrap();
        assert!(record.warnings.is_empty(), "{:?}", record.warnings);
        assert_eq!(record.games[0].variations.len(), game.variations.len(), "{text}");
    }
}

#[test]
fn tree_stops_at_the_stated_number_of_moves_and_says_so() {
    let tree = lengths(1, PLENTY).variations(&mut mate_in(11), LengthRule::EveryPly, 20).unwrap();
    assert!(!tree.complete);
    let moves: usize = tree.game.variations.iter().map(|variation| variation.nodes.len()).sum();
    assert!(moves + 11 >= 20 && moves + 11 < 30, "{moves}");
}

#[test]
fn futile_interpositions_get_no_variation() {
    let mut pos = position("7l1/7pk/9/9/8+P/9/9/9/8L b 2r2b4g4s4n2l16p 1");
    let tree = lengths(1, PLENTY).variations(&mut pos, LengthRule::Traditional, 1_000).unwrap();
    assert!(tree.complete && tree.game.variations.is_empty() && tree.game.nodes.len() == 1, "{tree:?}");
}

#[test]
fn unknown_answer_leaves_the_tree_incomplete() {
    let mut pos = mate_in(5);
    let line = lengths(1, PLENTY).measure(&mut pos, LengthRule::EveryPly).line;
    let tree = record_variations(&pos, &line, 1_000, |_, _| None).unwrap();
    assert!(!tree.complete && tree.game.variations.is_empty());
    assert!(record_line(&pos, &line[1..]).is_err());
}
