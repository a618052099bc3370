//! Realization probability search: likely paths are searched deeper \[R3\].
//!
//! ```text
//! depth of a path = Σ −log2 p(move)        it ends where the sum exceeds the budget
//!
//! root ─ 0.8 ─ 0.5 ─ 0.6 ─ …       a likely path is a long one:   0.3 + 1 + 0.7 + …   bits
//!      └ 0.1 ─ 0.2                 an unlikely one ends soon:     3.3 + 2.3           bits
//! ```
//!
//! The budget is counted in plies, as everywhere here: a move that surprises as much as the average move of the games
//! costs one ply, so that depth 6 is about as much work with this policy as with others.

use komadai_core::Move;

use super::DepthPolicy;
use super::bits::Bits;
use super::category::Tacos;
use super::forward::around;
use super::probability::{ByCategory, MoveProbability};
use crate::depth::Depth;
use crate::node::Node;

around! {
    /// Realization probability: a move costs −log2 of its probability under `M`.
    ///
    /// The surprise of the average move ([`MoveProbability::average`]) costs one ply, as paper 004 counts depth
    /// (§2.3.3), other moves in proportion, in whole 1/64 plies clamped to [`floor`](Self::floor) and
    /// [`cap`](Self::cap): the same counts give the same tree on every machine.
    ///
    /// The thesis gives no numbers. Floor and cap are those of GPS Shogi (OpenShogiLib 0.8.0), which counts 200 points,
    /// two bits, as a ply.
    ///
    /// A killer that a memory recalls with a probability ([`Likely`](crate::Likely)) costs by that probability if it is
    /// higher: TACOS searches killers with a probability that is high compared with other moves (paper 000, section 3.1.2).
    ///
    /// Not value-preserving: a refutation by an unlikely move is seen late. A costly move that raises alpha in its
    /// shallow search is therefore searched again at the price of a likely one ([`research`](Self::research)).
    ///
    /// ```
    /// use komadai_eval::Material;
    /// use komadai_search::{Depth, RealizationProbability, Searcher};
    ///
    /// let searcher = Searcher::new(Material::default())
    ///     .depth_policy(RealizationProbability { floor: Depth::from_units(32), ..RealizationProbability::tacos() });
    /// ```
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct RealizationProbability<M> {
        /// The model of move probabilities.
        pub model: M,
        /// The least a move costs, so that forced lines end: a quarter of a ply (GPS Shogi: 50 points).
        pub floor: Depth = Depth::from_units(Depth::UNITS / 4),
        /// The most a move costs, so that no move is out of reach: two and a half plies (GPS Shogi: 500 points).
        pub cap: Depth = Depth::from_units(Depth::UNITS * 5 / 2),
        /// The most the table's move costs: one ply. GPS Shogi takes half to three quarters of one.
        pub table: Depth = Depth::PLY,
        /// The most a move costs that is searched again because it raised alpha: one ply. GPS Shogi takes half of one. Every
        /// refutation is such a move, so that this sets the price of the refuted lines, which are most of the tree:
        /// half a ply lost games by far (`docs/SEARCH.md`, three controls of depth).
        pub research: Depth = Depth::PLY,
        /// Smallest budget for internal iterative deepening, at nodes without a table move. TACOS deepens at every
        /// node; the thesis does not say how.
        pub iid_from: Depth = Depth::plies(4),
        /// How much shallower the search of internal iterative deepening is; less than a ply is taken as one.
        pub iid_less: Depth = Depth::plies(2),
        /// Whether internal iterative deepening happens at nodes with a null window too.
        pub iid_null_windows: bool = false,
        /// How far below zero quiescence goes on with quiet moves: one is tried if its cost fits in what is left of this. So
        /// quiescence is the same search with unlikely categories left out step by step, as in TACOS; the thesis gives no
        /// size. Zero by default: a tail of one ply makes a node half as expensive again and wins nothing (`docs/SEARCH.md`).
        pub tail: Depth = Depth::ZERO,
        /// How far below zero quiescence goes on with recalled moves that have a probability ([`Likely`](crate::Likely)): one is tried,
        /// whatever its kind, if its cost fits in what is left of this, or of [`tail`](Self::tail) if that is more. Zero by default;
        /// with [`Depth::NEVER`] such a move is tried wherever quiescence tries any (as the thesis measures killers, section 3.2.2).
        pub recalled_tail: Depth = Depth::ZERO,
    }
}

impl<M: MoveProbability> RealizationProbability<M> {
    /// The cost of a move by the higher probability of the model and of the memory that recalled it.
    fn price_of(&self, at: &Node<'_>, mv: Move) -> Depth {
        self.price(self.model.surprise(at, mv).min(at.recalled))
    }

    /// Whether any quiet move could still be tried here.
    fn goes_on(&self, at: &Node<'_>) -> bool {
        let tail = self.tail.max(self.recalled_tail);
        tail > Depth::ZERO && at.depth + tail >= self.floor
    }

    /// The cost of a move of this surprise: to the nearest 1/64 ply, clamped to floor and cap.
    pub fn price(&self, surprise: Bits) -> Depth {
        let ply = i64::from(self.model.average().units().max(1));
        let units = (i64::from(surprise.units()) * i64::from(Depth::UNITS) + ply / 2).div_euclid(ply);
        let units = units.clamp(0, i64::from(Depth::NEVER.units()));
        Depth::from_units(units as i32).max(self.floor).min(self.cap)
    }
}

impl RealizationProbability<ByCategory<Tacos>> {
    /// By the 21 categories of TACOS, with the probabilities counted in games (see
    /// [`TACOS_COUNTS`](super::TACOS_COUNTS)).
    pub fn tacos() -> Self {
        Self::around(ByCategory::tacos())
    }
}

impl<M: MoveProbability> DepthPolicy for RealizationProbability<M> {
    fn cost(&self, at: &Node<'_>, mv: Move, _: usize) -> Depth {
        if at.depth <= Depth::ZERO && !self.goes_on(at) {
            // The budget no longer matters.
            return Depth::PLY;
        }
        let price = self.price_of(at, mv);
        match at.entry {
            Some(entry) if entry.best == Some(mv) => price.min(self.table),
            _ => price,
        }
    }

    fn research_cost(&self, _: &Node<'_>, _: Move, cost: Depth) -> Depth {
        cost.min(self.research)
    }

    fn allow_in_quiescence(&self, at: &Node<'_>, mv: Move) -> bool {
        // Captures are tried to the end: half an exchange misleads.
        at.is_capture(mv)
            || mv.is_promotion()
            || self.wants_quiets(at) && at.depth + self.tail >= self.price_of(at, mv)
    }

    fn admits_recalled(&self, at: &Node<'_>, mv: Move) -> bool {
        self.goes_on(at) && at.depth + self.tail.max(self.recalled_tail) >= self.price_of(at, mv)
    }

    fn wants_quiets(&self, at: &Node<'_>) -> bool {
        self.tail > Depth::ZERO && at.depth + self.tail >= self.floor
    }

    fn iid(&self, at: &Node<'_>) -> Option<Depth> {
        let wanted = at.depth >= self.iid_from && (self.iid_null_windows || at.is_pv());
        wanted.then(|| at.depth - self.iid_less.max(Depth::PLY))
    }
}
