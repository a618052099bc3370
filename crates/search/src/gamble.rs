//! Gambling moves (勝負手): the root move that most likely ends well, instead of the one with the best value \[R20\].
//!
//! Paper 004, sections 3.2.2 and 4.4. The value of a move after a deeper search is taken as normally distributed around the
//! value found, N(v, σ²), with the spread σ of the position after the move; here a [`ChanceModel`] may have any distribution.
//! When behind, a move with a worse value and a wider spread is likelier to end above 0 than the best one: figure 13.

use komadai_core::{Move, Position, Value};

use crate::bound::Bound;
use crate::choice::MoveChoice;
use crate::depth::Depth;
use crate::report::RootMove;

/// How likely the value of a position is to end above a bar: the distribution of deeper values that a [`Gamble`] plays by.
///
/// Closures implement it. The facade crate has the learned model (`komadai::LearnedMargin`).
pub trait ChanceModel {
    /// Chance, 0 to 1, that a search with the budget `deep` finds more than `bar` if one with the budget `shallow`
    /// found `value`, both for the side to move. It must not fall as the value rises.
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
    /// The model of chances, queried at the position after each move, for the other side, with a ply less than the two depths below.
    pub chances: M,
    /// Depth of the search that found the values, at the root.
    pub shallow: Depth,
    /// Depth with which the game will be seen later, at the root. The paper's model has one pair of depths, 4 and 8 plies (section 4.3.1).
    pub deep: Depth,
    /// The bar that a move should end above.
    pub bar: Bar,
    /// The chance, 0 to ½, below which a move counts as hopeless; above 1 less this it counts as certain: the value
    /// decides then. The paper takes chances beyond 3 σ as 0 and 1 (section 4.4.1), under its normal distribution 0.135
    /// % on each side ([`THREE_SIGMA`]); under a heavier tail a chance that small lies farther out.
    pub limit: f64,
    /// The most root moves that get exact values and take part; all of them by default, as in the paper.
    pub lines: usize,
    /// When to gamble; otherwise the move with the best value is played ([`Gamble::best`]).
    pub when: When,
}

/// What a gamble should end above, for the side to move at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    /// A fixed value; 0 in the paper, an even position (section 3.2.2).
    Value(Value),
    /// This much above the best value found: to go in the right direction rather than to turn the game at one blow.
    ///
    /// The paper leaves as future work "α in the place of 0" (section 5.2), for games in which 0 is out of reach. At the root α
    /// ends up as the best value. With 0 the best move is always played, since it alone reaches its own value in half of all cases;
    /// with `d` a move that is worse by `w` is played if its spread is more than (d + w) / d times that of the best move.
    Best(Value),
}

/// When to gamble. The paper gambles always and finds that as many games are lost as are saved (table 4); it leaves the
/// question open (section 5.2).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum When {
    /// Always, as in the paper.
    #[default]
    Always,
    /// If the best value lies strictly between these: behind, but not hopelessly.
    Behind {
        /// The lower end.
        above: Value,
        /// The upper end.
        below: Value,
    },
    /// If the chance of the best move to end above the bar, 0 to 1, lies strictly between these.
    Chance {
        /// The lower end.
        above: f64,
        /// The upper end.
        below: f64,
    },
    /// If the gamble is likelier than the best move to end above the bar by at least this difference of their chances.
    Lead(f64),
}

/// Chance of a normal variable to lie more than three standard deviations above its mean: [`Gamble::limit`] of the paper.
pub const THREE_SIGMA: f64 = 0.001_349_898;

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

    /// The index of the move with the best value, the first of equals: what is played without a gamble.
    ///
    /// It is not always the first move: the search for a later line now and then finds more than the one before, and an
    /// interrupted search leaves its moves out of order. If the first move has no exact value, it is chosen.
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
        let after = root.after([mv]);
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
