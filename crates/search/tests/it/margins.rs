//! Margins of forward pruning: by depth, by move number, by stage of the game, and learned.

use crate::common::position;
use komadai_core::{Position, Value};
use komadai_search::pruning::{ByMoveNumber, ByStage, Counted, Stage};
use komadai_search::{Bound, Depth, MarginModel, MoveMemory, Node, Outcome, Side};

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";

#[test]
fn by_move_number_it_grows_up_to_paper_004s_most() {
    let margin = |number: u16| {
        let pos = position(&format!("{START} b - {number}"));
        ByMoveNumber::default().margin(&pos, Depth::ZERO, Depth::ZERO, Side::BelowAlpha).cp()
    };
    assert_eq!([1, 2, 101, 128, 129, 500].map(margin), [200, 204, 600, 708, 708, 708]);
}

#[test]
fn stages_are_told_by_what_happened_on_the_board() {
    for (sfen, stage) in [
        (format!("{START} b - 1"), Stage::Opening),
        ("lnsgkgsnl/1r5b1/pppp1pppp/9/9/9/PPPP1PPPP/1B5R1/LNSGKGSNL b Pp 99".to_owned(), Stage::Opening),
        ("ln1gkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b S 1".to_owned(), Stage::Middle),
        ("ln1gkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w s 1".to_owned(), Stage::Middle),
        // A gold two squares from the other king, and three; a king may come as near as anybody.
        ("4k4/9/4G4/9/9/9/9/9/4K4 b - 1".to_owned(), Stage::Ending),
        ("4k4/9/2G6/9/9/9/9/9/4K4 b - 1".to_owned(), Stage::Ending),
        ("4k4/9/9/4G4/9/9/9/9/4K4 b - 1".to_owned(), Stage::Opening),
        ("4k4/9/1G7/9/9/9/9/9/4K4 b - 1".to_owned(), Stage::Opening),
        ("4k4/9/9/9/9/9/2g6/9/4K4 b - 1".to_owned(), Stage::Ending),
        // A horse in the camp and before it; a rook there does not count.
        ("8k/9/+B8/9/9/9/9/9/4K4 b - 1".to_owned(), Stage::Ending),
        ("8k/9/9/+B8/9/9/9/9/4K4 b - 1".to_owned(), Stage::Opening),
        ("8k/9/9/9/9/9/+r8/9/8K w - 1".to_owned(), Stage::Ending),
        ("8k/9/9/9/9/+r8/9/9/8K w - 1".to_owned(), Stage::Opening),
        ("8k/9/R8/9/9/9/9/9/4K4 b - 1".to_owned(), Stage::Opening),
    ] {
        let pos = position(&sfen);
        assert_eq!(Stage::of(&pos), stage, "{sfen}");
        let margin = ByStage::default().margin(&pos, Depth::ZERO, Depth::ZERO, Side::BelowAlpha).cp();
        assert_eq!(margin, [240, 400, 600][stage as usize], "{sfen}");
    }
}

fn margin_of(margins: &Counted, plies: i32) -> Value {
    margins.margin(&Position::startpos(), Depth::ZERO, Depth::plies(plies), Side::BelowAlpha)
}

/// A node of two plies whose evaluation lies `far` below a null window about 0, and what its search found.
fn below(margins: &mut Counted, far: i32, found: i32, bound: Bound) {
    let pos = Position::startpos();
    let at = Node {
        depth: Depth::plies(2),
        static_value: Some(Value::from_cp(-far)),
        alpha: Value::ZERO,
        beta: Value::from_cp(1),
        ..Node::new(&pos)
    };
    margins.record(&at, &Outcome { best: "7g7f".parse().unwrap(), value: Value::from_cp(found), bound });
}

#[test]
fn a_counted_margin_waits_until_enough_was_right() {
    let mut margins = Counted::with(|new| new.enough = 200);
    let answering = margins.clone();
    let margin = |plies| margin_of(&answering, plies);
    assert_eq!(margin(2), Value::MAX_EVAL);
    // From 300 on all are right, from 100 to 299 nine of ten; bounds that leave it open do not count.
    for round in 0..5_000 {
        let far = round % 50 * 10;
        let wrong = far < 300 && round / 50 % 10 == 0;
        below(&mut margins, far, if wrong { 5 } else { -5 }, if wrong { Bound::Lower } else { Bound::Upper });
        below(&mut margins, 0, -5, Bound::Lower);
        if round < 150 {
            assert_eq!(margin(2), Value::MAX_EVAL, "{round}");
        }
    }
    assert_eq!(margin(2), Value::from_cp(300));
    assert_eq!(margin(3), Value::MAX_EVAL, "other depths counted nothing");
    let mut lower = margins.clone();
    lower.share = 850;
    (0..300).for_each(|_| below(&mut lower, 300, -5, Bound::Upper));
    assert_eq!(margin_of(&lower, 2), Value::ZERO);
    margins.forget();
    assert_eq!(margin(2), Value::MAX_EVAL);
}

#[test]
fn a_counted_margin_counts_above_beta_as_well() {
    let mut margins = Counted::with(|new| new.enough = 100);
    (0..256).for_each(|_| below(&mut margins, -401, 20, Bound::Lower));
    assert_eq!(margin_of(&margins, 2), Value::from_cp(400));
}
