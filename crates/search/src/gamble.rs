//! Gambling moves (勝負手): the root move that most likely ends well, in the place of the one with the best value \[R20\].
//!
//! Paper 004, sections 3.2.2 and 4.4. A move's value after a deeper search is taken for normally distributed about the value
//! found, N(v, σ²), with the spread σ of the position after the move. Behind, a move with a worse value and a wider spread is
//! likelier to end above 0 than the best one: figure 13.

use komadai_core::{Move, Position, Value};

use crate::bound::Bound;
use crate::choice::MoveChoice;
use crate::depth::Depth;
use crate::pruning::MarginModel;
use crate::report::RootMove;

/// Plays the move with the largest chance to end above a bar.
///
/// The chance of a value v with spread σ grows with its distance from the bar, (v − bar) / σ, in spreads. So distances are
/// compared, and no chance is computed. Moves are ranked like this, ties by value and then by their order:
///
/// | value | counts as | among each other |
/// |---|---|---|
/// | mates | certain | the shortest mate |
/// | more than [`Gamble::limit`] spreads above the bar | chance 1 | the larger value |
/// | within the limit | between 0 and 1 | the larger distance |
/// | more than the limit below the bar | chance 0 | the larger value |
/// | is mated | lost | the longest |
///
/// ```
/// use komadai_core::{Position, Value};
/// use komadai_eval::Material;
/// use komadai_search::pruning::ByMoveNumber;
/// use komadai_search::{Gamble, Limits, Searcher, When};
///
/// // Only if the best move leaves us 300 to 1,500 centipawns behind.
/// let when = When::Behind { above: Value::from_cp(-1_500), below: Value::from_cp(-300) };
/// let gamble = Gamble { when, ..Gamble::new(ByMoveNumber::default()) };
/// let mut searcher = Searcher::new(Material::default()).choice(gamble);
/// assert!(searcher.search(&Position::startpos(), &Limits::depth(1)).best.is_some());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Gamble<M> {
    /// The spread σ, asked of the position after each move with the two depths below. In it each player's chances to rise and to
    /// fall are the same, so that the side to move there does not matter.
    pub spread: M,
    /// Depth of the search that found the values.
    pub shallow: Depth,
    /// Depth that the game will be seen with later. The paper's model has one pair of depths, 4 and 8 plies (section 4.2).
    pub deep: Depth,
    /// The bar that a move should end above.
    pub bar: Bar,
    /// Distance in spreads beyond which a chance cannot be told from 0 or 1, and the value decides; 3 in the paper (section
    /// 4.4.1).
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
    /// If the distance of the best move from the bar lies strictly between two, in spreads; below 0 is behind the bar.
    Distance {
        /// The lower end.
        above: f64,
        /// The upper end.
        below: f64,
    },
    /// If the gamble is farther up than the best move by at least so many spreads: its distance from the bar less that of the
    /// best move.
    Lead(f64),
}

impl<M> Gamble<M> {
    /// The paper's gamble with this spread: the chance to end above 0 among all moves, always.
    pub fn new(spread: M) -> Gamble<M> {
        Gamble {
            spread,
            shallow: Depth::plies(4),
            deep: Depth::plies(8),
            bar: Bar::Value(Value::ZERO),
            limit: 3.0,
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

/// How a move compares with others: more is better, first by kind, then by distance or value.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct Rank {
    kind: i8,
    distance: f64,
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

impl<M: MarginModel> Gamble<M> {
    /// How far the value of a legal move lies above the bar, in spreads of the position after it; below 0 if it lies below.
    ///
    /// Spreads under a centipawn count as one.
    pub fn distance(&self, root: &Position, mv: Move, value: Value, bar: Value) -> f64 {
        let mut after = root.clone();
        let _ = after.do_move(mv);
        let spread = self.spread.margin(&after, self.shallow, self.deep).cp().max(1);
        f64::from(value.cp() - bar.cp()) / f64::from(spread)
    }

    fn rank(&self, value: Value, distance: f64) -> Rank {
        let (kind, distance) = if value.is_mate() {
            (if value > Value::ZERO { 2 } else { -2 }, 0.0)
        } else if distance > self.limit {
            (1, 0.0)
        } else if distance < -self.limit {
            (-1, 0.0)
        } else {
            (0, distance)
        };
        Rank { kind, distance, value }
    }
}

impl<M: MarginModel> MoveChoice for Gamble<M> {
    fn choose(&mut self, root: &Position, moves: &[RootMove]) -> Option<usize> {
        let best = self.best(moves)?;
        if moves[best].bound != Bound::Exact {
            return Some(best);
        }
        let bar = self.bar.over(moves[best].value);
        let distance = |of: &RootMove| self.distance(root, of.mv, of.value, bar);
        let first = distance(&moves[best]);
        let (mut chosen, mut farthest) = (best, first);
        let mut highest = self.rank(moves[best].value, first);
        for (index, other) in self.exact(moves) {
            let distance = distance(other);
            let rank = self.rank(other.value, distance);
            if rank > highest {
                (chosen, farthest, highest) = (index, distance, rank);
            }
        }
        let gambles = match self.when {
            When::Always => true,
            When::Behind { above, below } => above < moves[best].value && moves[best].value < below,
            When::Distance { above, below } => above < first && first < below,
            When::Lead(spreads) => farthest - first >= spreads,
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
    use crate::pruning::FixedMargin;

    /// The spread after each move of a table, from the start of a game.
    struct ByMove(Vec<(Move, i32)>);

    impl MarginModel for ByMove {
        fn margin(&self, pos: &Position, shallow: Depth, deep: Depth) -> Value {
            assert_eq!((shallow, deep), (Depth::plies(4), Depth::plies(8)));
            let start = Position::startpos();
            let after = |mv| {
                let mut after = start.clone();
                let _ = after.do_move(mv);
                after
            };
            let (_, spread) = self.0.iter().find(|&&(mv, _)| after(mv) == *pos).expect("a move of the table");
            Value::from_cp(*spread)
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
        let mut gamble = Gamble::new(ByMove(spreads));
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

    #[test]
    fn beyond_the_limit_the_value_decides() {
        // All below three spreads.
        assert_eq!(chosen(&cp(&[(-400, 100), (-500, 160), (-700, 200)]), |_| ()), Some(0));
        // One within them is better than those below.
        assert_eq!(chosen(&cp(&[(-400, 100), (-500, 160), (-600, 200)]), |_| ()), Some(2));
        // All above: a wider spread does not count, nor does a narrow one.
        assert_eq!(chosen(&cp(&[(900, 250), (800, 100)]), |_| ()), Some(0));
        // Above the limit goes before a larger value within it.
        assert_eq!(chosen(&cp(&[(900, 400), (500, 100), (600, 100)]), |_| ()), Some(2));
        assert_eq!(chosen(&cp(&[(-400, 100), (-500, 160), (-700, 200)]), |of| of.limit = 4.0), Some(1));
        // No spread at all is none to divide by.
        assert_eq!(chosen(&cp(&[(0, 0), (-5, 0)]), |_| ()), Some(0));
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
        assert_eq!(chosen(&table, |of| of.when = When::Lead(0.1)), Some(2));
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
        // The distances are −400 / 170 = −2.35 and −520 / 500 = −1.04.
        for (when, index) in [
            (behind(-500, -300), 1),
            (behind(-400, -300), 0),
            (behind(-500, -400), 0),
            (When::Distance { above: -3.0, below: -2.0 }, 1),
            (When::Distance { above: -2.0, below: 0.0 }, 0),
            (When::Lead(1.3), 1),
            (When::Lead(1.4), 0),
        ] {
            assert_eq!(chosen(&cp(&FIGURE_13), |of| of.when = when), Some(index), "{when:?}");
        }
        // Lines limit who takes part.
        assert_eq!(chosen(&cp(&FIGURE_13), |of| of.lines = 1), Some(0));
    }

    #[test]
    fn moves_without_a_value_of_their_own_take_no_part() {
        let root = Position::startpos();
        let mut gamble = Gamble::new(FixedMargin::default());
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
