//! Gambles: which root move is played, by chances of known distributions.

use komadai_core::{Color, Move, Position, Value};
use komadai_eval::reliability::Tail;
use komadai_search::{Bar, Bound, ChanceModel, Depth, Gamble, Line, MoveChoice, RootMove, THREE_SIGMA, When};

/// The spread after each move of a table, from the start of a game, and the form of the distribution about the value.
struct ByMove(Vec<(Move, i32)>, Tail);

impl ChanceModel for ByMove {
    fn chance_above(&self, pos: &Position, shallow: Depth, deep: Depth, value: Value, bar: Value) -> f64 {
        // What the root sees from 4 plies is seen from 3 after the move, by the other side.
        assert_eq!((shallow, deep), (Depth::plies(3), Depth::plies(7)));
        assert_eq!(pos.side_to_move(), Color::White);
        let moved = |(mv, _): &&(Move, i32)| pos.piece_at(mv.to()).is_some();
        let (_, spread) = self.0.iter().find(moved).expect("a move of the table");
        self.1.at_most(f64::from((value - bar).cp()) / (f64::from(*spread) / self.1.width()))
    }
}

/// A root move of one ply with this value.
fn root_move(mv: Move, value: Value, bound: Bound) -> RootMove {
    RootMove { mv, value, bound, depth: 1, pv: Line::new(), nodes: 0 }
}

const MOVES: [&str; 9] = ["1g1f", "2g2f", "3g3f", "4g4f", "5g5f", "6g6f", "7g7f", "8g8f", "9g9f"];

/// The index of the move played among moves with these values and spreads, best first.
fn chosen(table: &[(Value, i32)], change: impl Fn(&mut Gamble<ByMove>)) -> Option<usize> {
    let words = MOVES.iter().map(|mv| mv.parse::<Move>().expect("a move")).zip(table);
    let (moves, spreads): (Vec<RootMove>, _) =
        words.map(|(mv, &(value, spread))| (root_move(mv, value, Bound::Exact), (mv, spread))).unzip();
    let mut gamble = Gamble::new(ByMove(spreads, Tail::Normal));
    change(&mut gamble);
    gamble.choose(&Position::startpos(), &moves)
}

fn cp(table: &[(i32, i32)]) -> Vec<(Value, i32)> {
    table.iter().map(|&(value, spread)| (Value::from_cp(value), spread)).collect()
}

/// The paper's figure 13 in numbers of our own: the best move is hardly ever saved, the one in the middle in 15 cases of 100.
const FIGURE_13: [(i32, i32); 3] = [(-400, 170), (-520, 500), (-900, 400)];

#[test]
fn the_widest_hope_is_played_in_the_place_of_the_best_value() {
    assert_eq!(chosen(&cp(&FIGURE_13), |_| ()), Some(1));
    // Ahead the narrow spread is the safer one.
    assert_eq!(chosen(&cp(&[(400, 500), (300, 100)]), |_| ()), Some(1));
    // Equal chances: the better value, and the first of equal values.
    assert_eq!(chosen(&cp(&[(-200, 100), (-400, 200), (-200, 100)]), |_| ()), Some(0));
    assert_eq!(chosen(&cp(&[(-500, 100), (-400, 200), (-200, 100), (-200, 100)]), |_| ()), Some(2));
}

/// The rule that the paper states, with distances in spreads.
fn by_three_sigma(table: &[(i32, i32)]) -> usize {
    let rank = |&(value, spread): &(i32, i32)| match f64::from(value) / f64::from(spread) {
        far if far > 3.0 => (1, 0.0, value),
        far if far < -3.0 => (-1, 0.0, value),
        far => (0, far, value),
    };
    (0..table.len()).fold(0, |best, at| if rank(&table[at]) > rank(&table[best]) { at } else { best })
}

#[test]
fn under_a_normal_distribution_the_limit_is_three_sigma() {
    let mut rng = komadai_core::rng::SplitMix64::new(4);
    let (mut other, mut beyond) = (0, 0);
    for _ in 0..3_000 {
        let mut table: Vec<(i32, i32)> =
            (0..9).map(|_| (rng.below(2_400) as i32 - 1_600, 60 + rng.below(400) as i32)).collect();
        table.sort_unstable_by_key(|&(value, _)| -value);
        let wanted = by_three_sigma(&table);
        assert_eq!(chosen(&cp(&table), |_| ()), Some(wanted), "{table:?}");
        other += usize::from(wanted != 0);
        beyond += usize::from(f64::from(table[0].0 / table[0].1).abs() >= 3.0);
    }
    assert!(other > 300 && beyond > 300, "{other} {beyond}");
    // Exactly at the limit: just beyond it the chance no longer decides; and another limit.
    assert_eq!(chosen(&cp(&[(-500, 160), (-600, 200)]), |_| ()), Some(1));
    assert_eq!(chosen(&cp(&[(-500, 160), (-601, 200)]), |_| ()), Some(0));
    assert_eq!(chosen(&cp(&[(-400, 100), (-500, 160), (-700, 200)]), |of| of.limit = 1e-5), Some(1));
}

#[test]
fn under_a_heavier_tail_the_limit_lies_farther_out() {
    // As a learned model of depths 6 and 8: a chance that small lies 9.6 half-widths out.
    let heavy = Tail::StudentT { freedom: 2.54 };
    assert!((heavy.beyond(9.61) - THREE_SIGMA).abs() < 1e-5 && (heavy.beyond(3.0) - 0.0223).abs() < 1e-4);
    let heavy = |of: &mut Gamble<ByMove>| of.chances.1 = heavy;
    // Beyond three spreads, and far within the limit: the wide one is the likelier.
    assert_eq!(chosen(&cp(&[(-400, 100), (-500, 160)]), |_| ()), Some(0));
    assert_eq!(chosen(&cp(&[(-400, 100), (-500, 160)]), heavy), Some(1));
    assert_eq!(chosen(&cp(&[(-900, 100), (-950, 110)]), heavy), Some(1));
    // Beyond the limit the value decides.
    assert_eq!(chosen(&cp(&[(-970, 100), (-1_005, 104)]), heavy), Some(0));
    assert_eq!(chosen(&cp(&[(970, 100), (961, 90)]), heavy), Some(0));
}

#[test]
fn mates_are_played_and_being_mated_is_not() {
    let (mate, longer) = (Value::mate_in(3), Value::mate_in(7));
    let mated = |plies| Value::mated_in(plies);
    let wide = 29_999;
    assert_eq!(chosen(&[(mate, wide), (longer, 10), (Value::from_cp(900), 10)], |_| ()), Some(0));
    let lost = [(Value::from_cp(-2_000), 10), (mated(8), wide), (mated(4), wide)];
    assert_eq!(chosen(&lost, |_| ()), Some(0));
    // All are mated: the longest.
    assert_eq!(chosen(&lost[1..], |_| ()), Some(0));
    // The list is out of order.
    let jumbled = [(mated(8), wide), (Value::from_cp(-2_000), 10), (mate, 10)];
    assert_eq!((chosen(&jumbled, |_| ()), chosen(&jumbled[..2], |_| ())), (Some(2), Some(1)));
    assert_eq!(chosen(&jumbled, |of| of.when = When::Lead(1e9)), Some(2));
}

#[test]
fn a_better_value_behind_the_first_move_is_the_best_one() {
    // The same spread everywhere is no reason for another move.
    let table = cp(&[(-300, 200), (-350, 200), (-280, 200), (-280, 200)]);
    assert_eq!(chosen(&table, |_| ()), Some(2));
    assert_eq!(chosen(&table, |of| of.when = When::Lead(0.01)), Some(2));
    assert_eq!(chosen(&table, |of| of.lines = 2), Some(0));
}

#[test]
fn the_bar_may_lie_above_the_best_value() {
    // The middle move is worse by 120 with three times the spread: worth it from a bar of 60 on.
    let table = cp(&[(-2_400, 170), (-2_520, 510)]);
    assert_eq!(chosen(&table, |_| ()), Some(0));
    for (more, index) in [(0, 0), (59, 0), (61, 1), (400, 1)] {
        let bar = Bar::Best(Value::from_cp(more));
        assert_eq!(chosen(&table, |of| of.bar = bar), Some(index), "{more}");
    }
    assert_eq!(Bar::Best(Value::from_cp(100)).over(-Value::MATE), -Value::MAX_EVAL);
    // The bar of the paper lies elsewhere.
    let bar = Bar::Value(Value::from_cp(-2_300));
    assert_eq!(chosen(&table, |of| of.bar = bar), Some(1));
}

#[test]
fn it_gambles_only_when_told_to() {
    let behind = |above, below| When::Behind { above: Value::from_cp(above), below: Value::from_cp(below) };
    // The chances are those of −400 / 170 = −2.35 and −520 / 500 = −1.04 spreads: 0.0093 and 0.1492.
    for (when, index) in [
        (behind(-500, -300), 1),
        (behind(-400, -300), 0),
        (behind(-500, -400), 0),
        (When::Chance { above: 0.001, below: 0.02 }, 1),
        (When::Chance { above: 0.02, below: 0.5 }, 0),
        (When::Lead(0.13), 1),
        (When::Lead(0.15), 0),
    ] {
        assert_eq!(chosen(&cp(&FIGURE_13), |of| of.when = when), Some(index), "{when:?}");
    }
    // `lines` limits which moves take part.
    assert_eq!(chosen(&cp(&FIGURE_13), |of| of.lines = 1), Some(0));
}

#[test]
fn moves_without_a_value_of_their_own_take_no_part() {
    let root = Position::startpos();
    let even = |_: &Position, _: Depth, _: Depth, value: Value, bar: Value| {
        Tail::Normal.at_most(f64::from((value - bar).cp()) / 300.0)
    };
    let mut gamble = Gamble::new(even);
    assert_eq!(gamble.choose(&root, &[]), None);
    let unknown = |text: &str| root_move(text.parse().expect("a move"), -Value::INFINITE, Bound::Upper);
    let mut moves: Vec<RootMove> = MOVES.map(unknown).into();
    assert_eq!(gamble.choose(&root, &moves), Some(0));
    (moves[0].value, moves[0].bound) = (Value::from_cp(-500), Bound::Exact);
    moves[1].value = Value::from_cp(-100);
    assert_eq!(gamble.choose(&root, &moves), Some(0));
    moves[1].bound = Bound::Exact;
    assert_eq!(gamble.choose(&root, &moves), Some(1));
}
