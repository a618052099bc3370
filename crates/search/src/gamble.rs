//! Gambling moves (勝負手): the root move that most likely ends well, in the place of the one with the best value \[R20\].
//!
//! Paper 004, sections 3.2.2 and 4.4. A move's value after a deeper search is taken for normally distributed about the value
//! found, N(v, σ²), with the spread σ of the position after the move; here a [`ChanceModel`] may have any distribution. Behind, a move
//! with a worse value and a wider spread is likelier to end above 0 than the best one: figure 13.

use komadai_core::{Move, Position, Value};

use crate::bound::Bound;
use crate::choice::MoveChoice;
use crate::depth::Depth;
use crate::report::RootMove;

/// How likely the value of a position is to end above a bar: the distribution of deeper values that a [`Gamble`] plays by.
///
/// A closure is one. The facade crate has the learned one (`komadai::LearnedMargin`).
pub trait ChanceModel {
    /// Chance, 0 to 1, that a search with the budget `deep` finds more than `bar` if one with the budget `shallow` found `value`, both
    /// for the side to move. It may not fall as the value rises.
    fn chance_above(&self, pos: &Position, shallow: Depth, deep: Depth, value: Value, bar: Value) -> f64;
}

impl<F: Fn(&Position, Depth, Depth, Value, Value) -> f64> ChanceModel for F {
    fn chance_above(&self, pos: &Position, shallow: Depth, deep: Depth, value: Value, bar: Value) -> f64 {
        self(pos, shallow, deep, value, bar)
    }
}

/// Plays the move with the largest chance to end above a bar.
///
/// Moves are ranked like this, ties by value and then by their order:
///
/// | value | counts as | among each other |
/// |---|---|---|
/// | mates | certain | the shortest mate |
/// | its chance is above 1 − [`Gamble::limit`] | chance 1 | the larger value |
/// | its chance is within the limit | between 0 and 1 | the larger chance |
/// | its chance is below the limit | chance 0 | the larger value |
/// | is mated | lost | the longest |
///
/// ```
/// use komadai_core::{Position, Value};
/// use komadai_eval::Material;
/// use komadai_eval::reliability::Tail;
/// use komadai_search::{Depth, Gamble, Limits, Searcher, When};
///
/// // Normal, and wider the more moves have been played.
/// let by_move = |pos: &Position, _: Depth, _: Depth, value: Value, bar: Value| {
///     let spread = 200.0 + 4.0 * f64::from(pos.move_number());
///     Tail::Normal.at_most(f64::from((value - bar).cp()) / spread)
/// };
/// // Only if the best move leaves us 300 to 1,500 centipawns behind.
/// let when = When::Behind { above: Value::from_cp(-1_500), below: Value::from_cp(-300) };
/// let gamble = Gamble { when, ..Gamble::new(by_move) };
/// let mut searcher = Searcher::new(Material::default()).choice(gamble);
/// assert!(searcher.search(&Position::startpos(), &Limits::depth(1)).best.is_some());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Gamble<M> {
    /// The chances, asked of the position after each move, for the other side, with a ply less than the two depths below.
    pub chances: M,
    /// Depth of the search that found the values, at the root.
    pub shallow: Depth,
    /// Depth that the game will be seen with later, at the root. The paper's model has one pair of depths, 4 and 8 plies (section 4.3.1).
    pub deep: Depth,
    /// The bar that a move should end above.
    pub bar: Bar,
    /// The chance, 0 to ½, below which a move counts as hopeless, and above 1 less which as certain: the value decides then. The paper
    /// takes chances beyond 3 σ for 0 and 1 (section 4.4.1), under its normal distribution 0.135 % on each side ([`THREE_SIGMA`]);
    /// under a heavier tail as small a chance lies farther out.
    pub limit: f64,
    /// The most root moves that get exact values and take part; all of them by default, as in the paper.
    pub lines: usize,
    /// When the move is played. Else the one with the best value is played ([`Gamble::best`]).
    pub when: When,
}

/// What a gamble should end above, for the side to move at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    /// A fixed value; 0 in the paper, an even position (section 3.2.2).
    Value(Value),
    /// So much above the best value found: not to turn the game at one blow, but to go in the right direction.
    ///
    /// The paper leaves as future work "α in the place of 0" (section 5.2), for games in which 0 is out of reach. At the root α
    /// ends as the best value. With 0 the best move is always played, since it alone reaches its own value in half of all cases; with `d` a
    /// move that is worse by `w` is played if its spread is more than (d + w) / d times that of the best move.
    Best(Value),
}

/// When to gamble. The paper gambles always and finds that as many games are lost as are saved (table 4); it leaves the
/// question open (section 5.2).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum When {
    /// Always, as in the paper.
    #[default]
    Always,
    /// If the best value lies strictly between two: behind, but not hopelessly.
    Behind {
        /// The lower end.
        above: Value,
        /// The upper end.
        below: Value,
    },
    /// If the chance of the best move to end above the bar lies strictly between two, 0 to 1.
    Chance {
        /// The lower end.
        above: f64,
        /// The upper end.
        below: f64,
    },
    /// If the gamble is likelier than the best move to end above the bar by at least so much: its chance less that of the best move.
    Lead(f64),
}

/// Chance of a normal variable to lie more than three standard deviations above its mean: [`Gamble::limit`] of the paper.
pub const THREE_SIGMA: f64 = 0.001_349_898;

impl<M> Gamble<M> {
    /// The paper's gamble with these chances: the chance to end above 0 among all moves, always.
    pub fn new(chances: M) -> Gamble<M> {
        Gamble {
            chances,
            shallow: Depth::plies(4),
            deep: Depth::plies(8),
            bar: Bar::Value(Value::ZERO),
            limit: THREE_SIGMA,
            lines: usize::MAX,
            when: When::Always,
        }
    }
}

impl Bar {
    /// The bar in centipawns, if the best move has this value.
    pub fn over(self, best: Value) -> Value {
        match self {
            Bar::Value(value) => value,
            Bar::Best(more) => Value::from_cp(best.cp() + more.cp()),
        }
    }
}

/// How a move compares with others: more is better, first by kind, then by chance or value.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct Rank {
    kind: i8,
    chance: f64,
    value: Value,
}

impl<M> Gamble<M> {
    /// The index of the move with the best value, the first of equals: what is played without a gamble.
    ///
    /// It is not always the first of all. A search for a later line finds more than the one before now and then, and a search
    /// that was broken off leaves its moves out of order. If the first move has no exact value, it is that one.
    pub fn best(&self, moves: &[RootMove]) -> Option<usize> {
        let first = moves.first()?;
        if first.bound != Bound::Exact {
            return Some(0);
        }
        let better = |best: usize, (index, other): (usize, &RootMove)| {
            if other.value > moves[best].value { index } else { best }
        };
        Some(self.exact(moves).fold(0, better))
    }

    /// The moves that take part.
    fn exact<'a>(&self, moves: &'a [RootMove]) -> impl Iterator<Item = (usize, &'a RootMove)> + use<'a, M> {
        moves.iter().enumerate().take(self.lines).filter(|(_, root)| root.bound == Bound::Exact)
    }
}

impl<M: ChanceModel> Gamble<M> {
    /// Chance that a legal move with this value ends above the bar, 0 to 1.
    pub fn chance(&self, root: &Position, mv: Move, value: Value, bar: Value) -> f64 {
        let mut after = root.clone();
        after.do_move(mv);
        let behind = |depth: Depth| (depth - Depth::PLY).max(Depth::ZERO);
        // There the other side moves: it wants to end above the bar as it sees it.
        1.0 - self.chances.chance_above(&after, behind(self.shallow), behind(self.deep), -value, -bar)
    }

    fn rank(&self, value: Value, chance: f64) -> Rank {
        let (kind, chance) = if value.is_mate() {
            (if value > Value::ZERO { 2 } else { -2 }, 0.0)
        } else if chance > 1.0 - self.limit {
            (1, 0.0)
        } else if chance < self.limit {
            (-1, 0.0)
        } else {
            (0, chance)
        };
        Rank { kind, chance, value }
    }
}

impl<M: ChanceModel> MoveChoice for Gamble<M> {
    fn choose(&mut self, root: &Position, moves: &[RootMove]) -> Option<usize> {
        let best = self.best(moves)?;
        if moves[best].bound != Bound::Exact {
            return Some(best);
        }
        let bar = self.bar.over(moves[best].value);
        let chance = |of: &RootMove| self.chance(root, of.mv, of.value, bar);
        let first = chance(&moves[best]);
        let (mut chosen, mut likeliest) = (best, first);
        let mut highest = self.rank(moves[best].value, first);
        for (index, other) in self.exact(moves) {
            let chance = chance(other);
            let rank = self.rank(other.value, chance);
            if rank > highest {
                (chosen, likeliest, highest) = (index, chance, rank);
            }
        }
        let gambles = match self.when {
            When::Always => true,
            When::Behind { above, below } => above < moves[best].value && moves[best].value < below,
            When::Chance { above, below } => above < first && first < below,
            When::Lead(lead) => likeliest - first >= lead,
        };
        Some(if gambles { chosen } else { best })
    }

    fn lines(&self) -> usize {
        self.lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_core::Color;
    use komadai_eval::reliability::Tail;

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

    const MOVES: [&str; 9] = ["1g1f", "2g2f", "3g3f", "4g4f", "5g5f", "6g6f", "7g7f", "8g8f", "9g9f"];

    /// What is played of moves with these values and spreads, best first.
    fn chosen(table: &[(Value, i32)], change: impl Fn(&mut Gamble<ByMove>)) -> Option<usize> {
        let words = MOVES.iter().map(|mv| mv.parse::<Move>().expect("a move")).zip(table);
        let (moves, spreads): (Vec<RootMove>, _) = words
            .map(|(mv, &(value, spread))| {
                let exact = RootMove { value, bound: Bound::Exact, depth: 1, ..RootMove::new(mv) };
                (exact, (mv, spread))
            })
            .unzip();
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
        // As likely: the better value, and of equal ones the first.
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
            table.sort_by_key(|&(value, _)| -value);
            let wanted = by_three_sigma(&table);
            assert_eq!(chosen(&cp(&table), |_| ()), Some(wanted), "{table:?}");
            other += usize::from(wanted != 0);
            beyond += usize::from(f64::from(table[0].0 / table[0].1).abs() >= 3.0);
        }
        assert!(other > 300 && beyond > 300, "{other} {beyond}");
        // To a hair: no longer by the chance one beyond; and another limit.
        assert_eq!(chosen(&cp(&[(-500, 160), (-600, 200)]), |_| ()), Some(1));
        assert_eq!(chosen(&cp(&[(-500, 160), (-601, 200)]), |_| ()), Some(0));
        assert_eq!(chosen(&cp(&[(-400, 100), (-500, 160), (-700, 200)]), |of| of.limit = 1e-5), Some(1));
    }

    #[test]
    fn under_a_heavier_tail_the_limit_lies_farther_out() {
        // As a learned model of depths 6 and 8 has it: as small a chance lies 9.6 half-widths out.
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
        let behind =
            |above, below| When::Behind { above: Value::from_cp(above), below: Value::from_cp(below) };
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
        // Lines limit who takes part.
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
        let mut moves: Vec<RootMove> =
            MOVES.map(|mv| RootMove::new(mv.parse().expect("a move"))).into_iter().collect();
        assert_eq!(gamble.choose(&root, &moves), Some(0));
        (moves[0].value, moves[0].bound) = (Value::from_cp(-500), Bound::Exact);
        moves[1].value = Value::from_cp(-100);
        assert_eq!(gamble.choose(&root, &moves), Some(0));
        moves[1].bound = Bound::Exact;
        assert_eq!(gamble.choose(&root, &moves), Some(1));
    }
}
