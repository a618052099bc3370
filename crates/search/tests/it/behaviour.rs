//! What users rely on: mates and lines, limits, stopping, reproducibility, errors.

use std::sync::Arc;
use std::time::Duration;

use crate::common::{FINE, POSITIONS, any, full, position, positions};
use komadai_core::notation::usi::GameLine;
use komadai_core::{Mate, MateSolver, Position, Tracked, Value};
use komadai_search::{
    BestValue, Bound, Consultation, Depth, DepthPolicy, HashTable, LateMove, Leaf, Limits, MateSearch,
    MoveChoice, NearBest, Node, PlainDepth, Ponder, Pulse, Report, Searcher, TableError, TimeManagement,
    modern,
};

/// The line is legal; if the value is a mate, the line ends without a legal move, which loses in or out of check.
pub(crate) fn assert_line(pos: &Position, report: &Report) {
    let mut board = Tracked::new(pos.clone());
    assert_eq!(report.pv.first().copied(), report.best);
    for &mv in &report.pv {
        assert!(board.position().is_legal(mv), "{mv} of {:?} in {}", report.pv, board.position());
        board.do_move(mv);
    }
    if let Some(distance) = report.value.mate_distance() {
        assert_eq!(report.pv.len() as u32, distance.unsigned_abs(), "{pos}: {:?}", report.pv);
        assert!(!board.position().has_legal_move(), "{pos}: {:?}", report.pv);
    }
}

pub(crate) const MATES: [(&str, i32); 4] = [
    ("4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1", 1),
    ("8k/9/6+P2/9/9/9/9/9/4K4 b GS2r2b3g3s4n4l17p 1", 1),
    ("R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", 1),
    // White is mated in two whatever it does.
    ("8k/9/7GP/9/9/9/9/9/4K4 w 2R2B3G4S4N4L17P 1", -2),
];

#[test]
fn mates_have_their_distance_and_a_line_that_ends_in_mate() {
    for (sfen, distance) in MATES {
        let pos = position(sfen);
        let limits = Limits::depth(5);
        for report in [Searcher::new(FINE).search(&pos, &limits), full().search(&pos, &limits)] {
            let found = report.value.mate_distance();
            assert_eq!(found, Some(distance), "{sfen}: {:?}", report.pv);
            assert_line(&pos, &report);
        }
    }
}

#[test]
fn every_line_of_play_is_legal() {
    for (_, pos) in positions() {
        assert_line(&pos, &Searcher::new(FINE).search(&pos, &Limits::nodes(20_000)));
        assert_line(&pos, &full().search(&pos, &Limits::nodes(20_000)));
    }
    // Quiescence sees the mate, which is the end of the line.
    let pos =
        position("1gp1+B1+Sn1/2g1P2+P1/l2pNr2l/p2s1p3/P3pk1pp/1pG3pPP/N1P+bsPg1N/L6R1/1+p1K2+s1L w p 126");
    for depth in 1..8 {
        let report = modern(FINE, 1).unwrap().search(&pos, &Limits::depth(depth));
        assert_line(&pos, &report);
        assert!(depth < 7 || report.value.is_mate(), "{:?}", report.value);
    }
}

#[test]
fn perpetual_check_is_a_loss_for_the_checker_and_other_repetition_a_draw() {
    // The fourth occurrence of the position after 9i9a, every black move a check.
    let played = |line: &str| GameLine::parse(line).unwrap().tracked();
    let checks = "9i9a 5a5b 9a9b 5b5a 9b9a 5a5b 9a9b 5b5a 9b9a 5a5b 9a9b 5b5a";
    let board = played(&format!("4k4/9/9/9/9/9/9/9/R3K4 b - 1 moves {checks}"));
    let report =
        Searcher::new(FINE).search_game(board, &Limits { lines: 593, ..Limits::depth(1) }, &mut |_| {});
    let check = report.moves.iter().find(|root| root.mv.to_string() == "9b9a").unwrap();
    assert_eq!((check.value, check.bound), (-Value::MAX_EVAL, Bound::Exact));
    assert!(report.value > Value::ZERO);
    // Bare kings: the game goes round, and a draw has the value that was set.
    let round = "1i1h 9a9b 1h1i 9b9a 1i1h 9a9b 1h1i 9b9a 1i1h 9a9b 1h1i";
    let board = played(&format!("k8/9/9/9/9/9/9/9/8K b - 1 moves {round}"));
    // White completes the fourth occurrence with 9b9a; every other move is worth 0.
    let mut searcher = Searcher::new(FINE).draw_value(Value::from_cp(30)).leaf(Leaf::Static);
    let report = searcher.search_game(board, &Limits::depth(1), &mut |_| {});
    assert_eq!((report.best.map(|mv| mv.to_string()).as_deref(), report.value.cp()), (Some("9b9a"), 30));
}

#[test]
fn a_limit_of_moves_draws_but_a_mate_with_the_last_move_counts() {
    let mut limits = Limits::depth(3);
    limits.draw_after = Some(1);
    let mate = Searcher::new(FINE).search(&position(MATES[0].0), &limits);
    assert_eq!(mate.value, Value::mate_in(1));
    let drawn = Searcher::new(FINE).search(&position("4k4/9/9/9/9/9/9/9/4K4 b 2R2B 1"), &limits);
    assert_eq!(drawn.value, Value::ZERO);
    // With the gold on 1c White has no move left, which loses out of check too.
    let smothered = position("8k/9/9/8G/9/9/9/9/7R1 b - 1");
    assert_eq!(Searcher::new(FINE).search(&smothered, &limits).value, Value::mate_in(1));
}

#[test]
fn draws_by_the_limit_of_moves_are_not_kept_for_games_with_more_moves_left() {
    let sfen = "2S1+N4/p6k1/9/7+N1/P8/3S1R2P/2PS2n2/8K/1+b7 b RB3GN2L6Pgs2l8p 1";
    let mut searcher = modern(FINE, 1).unwrap();
    for (draw_after, mate) in [(2, None), (3, Some(3))] {
        let limits = Limits { draw_after: Some(draw_after), ..Limits::depth(6) };
        assert_eq!(searcher.search(&position(sfen), &limits).value.mate_distance(), mate, "{draw_after}");
    }
}

#[test]
fn no_mate_is_looked_for_that_may_end_after_the_last_move_of_the_game() {
    /// The nodes of the last query.
    struct Asked(Option<u64>);
    impl MateSolver for Asked {
        fn find_mate(&mut self, _: &mut Position, nodes: u64) -> Mate {
            self.0 = Some(nodes);
            Mate::Unknown
        }
    }
    // Before the second move of the game.
    let cases =
        [(None, Some(50)), (Some(51), Some(50)), (Some(50), Some(49)), (Some(2), Some(1)), (Some(1), None)];
    for (draw_after, nodes) in cases {
        let (mut asked, limits) = (Asked(None), Limits { draw_after, ..Limits::depth(2) });
        let search = MateSearch { from_depth: Depth::PLY, nodes: 50 };
        let solver: &mut dyn MateSolver = &mut asked;
        let searcher = any(FINE, PlainDepth::default(), search, ());
        searcher.mate_solver(Some(solver)).search(&Position::startpos(), &limits);
        assert_eq!(asked.0, nodes, "{draw_after:?}");
    }
}

#[test]
fn quiescence_mates_with_no_move_that_comes_after_the_last() {
    // The gold gives check on 5c, the king goes to the first rank, and the rook mates by promoting.
    let pos = position("9/4k4/2S6/4G4/4L4/9/9/7R1/9 b - 1");
    for (draw_after, mates) in [(None, true), (Some(3), true), (Some(2), false)] {
        let report = Searcher::new(FINE).search(&pos, &Limits { draw_after, ..Limits::depth(1) });
        let mate = mates.then_some(3);
        assert_eq!(report.value.mate_distance(), mate, "{draw_after:?}: {:?}", report.value);
    }
}

#[test]
fn limits_hold() {
    let pos = position(POSITIONS[1].1);
    for depth in 1..=4 {
        let report = full().search(&pos, &Limits::depth(depth));
        assert_eq!(report.depth, depth);
        assert!(report.moves[0].depth == depth && report.moves[0].bound == Bound::Exact);
    }
    assert!(
        full().search(&pos, &Limits::nodes(0)).best.is_some(),
        "even without a node a legal move is named"
    );
    let report = full().search(&pos, &Limits::time(Duration::from_millis(30)));
    assert!(report.elapsed >= Duration::from_millis(30) && report.nodes > 1_000);
    // The usual "no limit" of other programs is an ordinary time.
    let ponder = Arc::new(Ponder::default());
    ponder.hit(Some(Duration::MAX), Some(Duration::MAX));
    for (time, ponder) in [(Some(Duration::MAX), None), (None, Some(ponder))] {
        let limits = Limits { time, soft_time: time, ponder, ..Limits::depth(3) };
        assert_eq!(full().search(&pos, &limits).depth, 3);
    }
}

#[test]
fn time_may_be_managed_by_any_numbers() {
    let pos = position(POSITIONS[1].1);
    let limits =
        Limits { soft_time: Some(Duration::from_millis(30)), ..Limits::time(Duration::from_secs(9)) };
    let usual = TimeManagement::default();
    for x in [f64::INFINITY, f64::MAX, 0.0, -1.0, f64::NAN, f64::MIN] {
        for held in [i32::MIN, i32::MAX] {
            let all = TimeManagement {
                stable: x,
                change: x,
                fall: x,
                fall_bounds: [x, -x],
                usual_effort: x,
                effort: x,
                least: x,
                most: x,
                forced: x,
                overtime: x,
                held,
            };
            let limits = Limits { depth: Some(3), ..limits.clone() };
            assert!(full().time_management(all).search(&pos, &limits).best.is_some(), "{all:?}");
        }
    }
    for overtime in [f64::INFINITY, f64::MAX, -1.0] {
        let rule = TimeManagement { overtime, ..usual };
        assert!(full().time_management(rule).search(&pos, &limits).depth > 1, "{overtime}");
    }
    // Much more than the hard limit, which holds, or nothing.
    let hard = Duration::from_millis(60);
    let limits = Limits { soft_time: Some(hard / 2), ..Limits::time(hard) };
    for (factor, most) in [(f64::INFINITY, u32::MAX), (f64::MAX, u32::MAX), (-1.0, 1), (f64::NAN, u32::MAX)] {
        let rule = TimeManagement { least: factor, most: factor, ..usual };
        let depth = full().time_management(rule).search(&pos, &limits).depth;
        assert!((1..=most).contains(&depth), "{factor}: {depth}");
    }
}

#[test]
fn root_moves_are_numbered_in_the_list_of_all() {
    let pulse = Arc::new(Pulse::default());
    let limits = Limits { pulse: Some(Arc::clone(&pulse)), lines: 3, ..Limits::depth(1) };
    Searcher::new(FINE).search(&Position::startpos(), &limits);
    assert_eq!(pulse.root_move().map(|(_, number)| number), Some(30), "the last of them");
}

#[test]
fn lines_of_an_iteration_that_is_broken_off_stand_best_first() {
    let mut broken = 0;
    for (_, sfen, ..) in POSITIONS {
        for nodes in (500..12_000).step_by(1_000) {
            let limits = Limits { lines: 4, ..Limits::nodes(nodes) };
            let report = modern(FINE, 1).unwrap().search(&position(sfen), &limits);
            let exact = report.moves[..4].iter().filter(|root| root.bound == Bound::Exact);
            let values: Vec<Value> = exact.clone().map(|root| root.value).collect();
            assert!(values.is_sorted_by(|first, second| first >= second), "{sfen} {nodes}: {values:?}");
            let new = exact.filter(|root| root.depth == report.moves[0].depth);
            broken += u32::from((2..4).contains(&new.count()));
        }
    }
    assert!(broken > 5, "{broken}");
}

#[test]
fn choices_keep_to_exact_values() {
    let pos = position(POSITIONS[1].1);
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..20 {
        let mut choice = NearBest::new(Value::from_cp(60), 5, seed);
        let report = Searcher::new(FINE).choice(choice.clone()).search(&pos, &Limits::depth(2));
        let best = report.moves[0].value;
        assert!(report.value >= best - Value::from_cp(60), "{:?}", report.value);
        assert_eq!(report.moves.iter().filter(|root| root.bound == Bound::Exact).count(), 5);
        let index = choice.choose(&pos, &report.moves).unwrap();
        assert_eq!(report.best, Some(report.moves[index].mv));
        seen.insert(report.best);
    }
    assert!(seen.len() > 1);
    assert_eq!(BestValue.choose(&pos, &[]), None);
    assert_eq!(NearBest::new(Value::ZERO, 0, 1).choose(&pos, &[]), None);
}

#[test]
fn invalid_options_are_errors() {
    // No megabyte is one megabyte.
    for (size, error) in [(0, None), (usize::MAX, Some(TableError::Size(usize::MAX)))] {
        assert_eq!(HashTable::new(size).err(), error);
        assert_eq!(Consultation::<_, 8>::of(Searcher::new(FINE)).table(size).err(), error);
    }
    assert_eq!(TableError::Size(9_999_999).to_string(), "table of 9999999 MB, expected at most 1048576");
}

#[test]
fn costs_are_those_of_the_documentation() {
    let pos = Position::startpos();
    let at = |plies, in_check| Node {
        depth: Depth::plies(plies),
        alpha: Value::ZERO,
        beta: Value::from_cp(1),
        in_check,
        ..Node::new(&pos)
    };
    let mv = "7g7f".parse().unwrap();
    let plain = PlainDepth::default();
    assert_eq!(
        (plain.cost(&at(5, false), mv, 9), plain.cost(&at(5, true), mv, 9)),
        (Depth::PLY, Depth::ZERO)
    );
    let late = LateMove {
        scale: Depth::from_units(16),
        base: Depth::from_units(4),
        cut_node: Depth::from_units(30),
        falling: Depth::from_units(20),
        open: Depth::from_units(10),
        score_per_ply: 640,
        ..LateMove::around(plain)
    };
    // log2 8 × log2 16 = 12, in steps of 16 units.
    let cost = |node: &Node<'_>, order| late.cost(node, mv, order).units();
    let quiet = Node { improving: true, ..at(8, false) };
    assert_eq!(cost(&quiet, 15), 64 + 4 + 12 * 16);
    assert_eq!(cost(&Node { cut_node: true, ..quiet }, 15), 64 + 4 + 192 + 30);
    assert_eq!(cost(&Node { improving: false, ..quiet }, 15), 64 + 4 + 192 + 20);
    assert_eq!(cost(&Node { beta: Value::from_cp(50), ..quiet }, 15), 64 + 4 + 192 - 10);
    assert_eq!(cost(&Node { score: 640, ..quiet }, 15), 64 + 4 + 192 - 64);
    assert_eq!(cost(&Node { score: -320, ..quiet }, 15), 64 + 4 + 192 + 32);
    assert_eq!(cost(&Node { score: i32::MAX, ..quiet }, 15), 64 + 4 + 192 - 128);
    assert_eq!(late.research_cost(&quiet, mv, Depth::from_units(260)), Depth::PLY);
    assert_eq!(cost(&at(8, true), 15), 0);
    assert_eq!(cost(&quiet, 1), 64, "the first moves pay nothing more");
}
