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
use super::probability::{ByCategory, MoveProbability};
use crate::depth::Depth;
use crate::node::Node;

/// Realization probability: a move costs −log2 of its probability under `M`.
///
/// A move costs −log2 p, times one ply for so many bits as [`ply`](Self::ply) says, in whole 1/64 plies and held between
/// [`floor`](Self::floor) and [`cap`](Self::cap): the same counts give the same tree on every machine.
///
/// The thesis gives no numbers. Floor and cap are those of GPS Shogi (OpenShogiLib 0.8.0), whose depth counts 200 points, two
/// bits, a ply.
///
/// A killer that a memory recalls with a probability ([`Likely`](crate::Likely)) costs by that one if it is higher: TACOS searches
/// killers with a probability that is high beside other moves (paper 000, section 3.1.2).
///
/// Not value-preserving: what only an unlikely move refutes is seen late. A move that raises alpha after a dear, shallow
/// search is therefore searched again at the price of a likely one ([`research`](Self::research)).
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
    /// The amount of surprise that costs one ply: that of the average move ([`MoveProbability::average`]), as paper 004 counts
    /// depth (§2.3.3).
    pub ply: Bits,
    /// The least a move costs, so that forced lines end: a quarter of a ply (GPS Shogi: 50 points).
    pub floor: Depth,
    /// The most a move costs, so that no move is out of reach: two and a half plies (GPS Shogi: 500 points).
    pub cap: Depth,
    /// The most the table's move costs: one ply. GPS Shogi takes half to three quarters of one.
    pub table: Depth,
    /// The most a move costs that is searched again because it raised alpha: one ply. GPS Shogi takes half of one. Every
    /// refutation is such a move, so that this sets the price of the refuted lines, which are most of the tree:
    /// half a ply lost games by far (`docs/SEARCH.md`, three controls of depth).
    pub research: Depth,
    /// Smallest budget for internal iterative deepening, at nodes with no move of the table. TACOS deepens at every node; how
    /// it does the thesis does not say.
    pub iid_from: Depth,
    /// How much shallower the search of internal iterative deepening is; less than a ply is taken as one.
    pub iid_less: Depth,
    /// Whether internal iterative deepening happens at nodes with a null window too.
    pub iid_null_windows: bool,
    /// How far below zero quiescence goes on with quiet moves: one is tried if its cost fits in what is left of this. So
    /// quiescence is the same search with less and less likely categories left out, as in TACOS, whose size of it the thesis does not
    /// say. Zero by default: a tail of one ply makes a node half as dear again and wins nothing (`docs/SEARCH.md`).
    pub tail: Depth,
    /// How far below zero quiescence goes on with recalled moves that have a probability ([`Likely`](crate::Likely)): one is tried,
    /// whatever its kind, if its cost fits in what is left of this, or of [`tail`](Self::tail) if that is more. Zero by default;
    /// with [`Depth::NEVER`] such a move is tried wherever quiescence tries any (the thesis measures killers so, section 3.2.2).
    pub recalled_tail: Depth,
}

impl<M: MoveProbability> RealizationProbability<M> {
    /// A policy with the default parameters; the average move of the games of `model` costs one ply.
    pub fn new(model: M) -> Self {
        RealizationProbability::default().with_model(model)
    }

    /// The cost of a move by the likelier of what the model and the memory that recalled it say.
    fn price_of(&self, at: &Node<'_>, mv: Move) -> Depth {
        self.price(self.model.surprise(at, mv).min(at.recalled))
    }

    /// Whether any quiet move could still be tried here.
    fn goes_on(&self, at: &Node<'_>) -> bool {
        let tail = self.tail.max(self.recalled_tail);
        tail > Depth::ZERO && at.depth + tail >= self.floor
    }

    /// The cost of a move of this surprise: to the nearest 1/64 ply, held between floor and cap.
    pub fn price(&self, surprise: Bits) -> Depth {
        let ply = i64::from(self.ply.units().max(1));
        let units = (i64::from(surprise.units()) * i64::from(Depth::UNITS) + ply / 2).div_euclid(ply);
        let units = units.clamp(0, i64::from(Depth::NEVER.units()));
        Depth::from_units(units as i32).max(self.floor).min(self.cap)
    }
}

/// The default parameters without a model, for settings ([`Settings::realization`](crate::Settings::realization)).
impl Default for RealizationProbability<()> {
    fn default() -> Self {
        RealizationProbability {
            model: (),
            ply: Bits::from_units(Bits::UNITS),
            floor: Depth::from_units(Depth::UNITS / 4),
            cap: Depth::from_units(Depth::UNITS * 5 / 2),
            table: Depth::PLY,
            research: Depth::PLY,
            iid_from: Depth::plies(4),
            iid_less: Depth::plies(2),
            iid_null_windows: false,
            tail: Depth::ZERO,
            recalled_tail: Depth::ZERO,
        }
    }
}

impl RealizationProbability<()> {
    /// A policy with these parameters but for `ply`: the average move of the games of `model` costs one ply.
    pub fn with_model<M: MoveProbability>(self, model: M) -> RealizationProbability<M> {
        RealizationProbability {
            ply: model.average(),
            model,
            floor: self.floor,
            cap: self.cap,
            table: self.table,
            research: self.research,
            iid_from: self.iid_from,
            iid_less: self.iid_less,
            iid_null_windows: self.iid_null_windows,
            tail: self.tail,
            recalled_tail: self.recalled_tail,
        }
    }
}

impl RealizationProbability<ByCategory<Tacos>> {
    /// By the 21 categories of TACOS, with the probabilities counted in games (see
    /// [`TACOS_COUNTS`](super::TACOS_COUNTS)).
    pub fn tacos() -> Self {
        Self::new(ByCategory::tacos())
    }
}

impl<M: MoveProbability> DepthPolicy for RealizationProbability<M> {
    fn cost(&self, at: &Node<'_>, mv: Move, _: usize) -> Depth {
        if at.depth <= Depth::ZERO && !self.goes_on(at) {
            // Nothing hangs on the budget any more.
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
        // What takes something is tried to the end: an exchange half done misleads.
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
        if at.depth >= self.iid_from && (self.iid_null_windows || at.is_pv()) {
            Some(at.depth - self.iid_less.max(Depth::PLY))
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::Count;
    use crate::policy::category::{Category, Classifier};
    use komadai_core::Position;

    /// Pawn moves are even chances, king moves sure, all others one in 2^12.
    #[derive(Clone)]
    struct Kinds;

    impl Classifier for Kinds {
        const NAMES: &'static [&'static str] = &["pawn", "king", "other"];
        type View = ();
        fn look(&self, _: &Node<'_>) {}
        fn category(&self, (): &(), at: &Node<'_>, mv: Move) -> Category {
            use komadai_core::PieceKind::{King, Pawn};
            Category::new(match at.pos.placed_by(mv).map(komadai_core::Piece::kind) {
                Some(Pawn) => 0,
                Some(King) => 1,
                _ => 2,
            })
        }
    }

    fn policy() -> RealizationProbability<ByCategory<Kinds>> {
        let count = |played, positions| Count { positions, moves: positions, played };
        let model = ByCategory::new(Kinds, &[count(511, 1022), count(1 << 40, 1 << 40), count(0, 4094)]);
        RealizationProbability {
            ply: Bits::from_units(2 * Bits::UNITS),
            ..RealizationProbability::new(model)
        }
    }

    #[test]
    fn costs_are_bits_between_floor_and_cap_in_plies() {
        let pos = Position::startpos();
        let at = Node { depth: Depth::plies(3), ..Node::new(&pos) };
        let policy = policy();
        let cost = |mv: &str| policy.cost(&at, mv.parse().unwrap(), 0).units();
        // One bit of two is half a ply; the sure move costs the floor; 12 bits would be six plies and cost the cap.
        assert_eq!((cost("7g7f"), cost("5i5h"), cost("2h1h")), (32, 16, 160));
        // Budgets add up exactly: 64 pawn moves and 32 of a king, no rounding is left over.
        assert_eq!(
            (0..32).map(|_| 2 * cost("7g7f") + cost("5i5h")).sum::<i32>(),
            Depth::plies(32 + 8).units()
        );
        let dear = "2h1h".parse().unwrap();
        assert_eq!(policy.research_cost(&at, dear, Depth::from_units(160)).units(), 64);
        assert_eq!(policy.research_cost(&at, dear, Depth::from_units(16)).units(), 16);
        // The table's move is no dearer than a ply.
        let entry = crate::table::Entry {
            best: Some(dear),
            value: komadai_core::Value::ZERO,
            bound: crate::bound::Bound::Exact,
            depth: Depth::PLY,
            static_value: None,
        };
        assert_eq!(policy.cost(&Node { entry: Some(entry), ..at }, dear, 0).units(), 64);
    }

    #[test]
    fn average_move_of_the_games_costs_a_ply() {
        let count = |played, positions| Count { positions, moves: positions, played };
        // 3 of 4 moves played surprise by one bit, 1 of 4 by two: 1.25 bits on average.
        let model = ByCategory::new(Kinds, &[count(299, 598), count(0, 0), count(99, 398)]);
        let expected = (299.0 * 1.0 + 99.0 * 2.0) / 398.0;
        assert!((model.average().to_f64() - expected).abs() < 0.01, "{:?}", model.average());
        let policy = RealizationProbability::new(model);
        assert_eq!(policy.price(policy.ply), Depth::PLY);
    }

    #[test]
    fn quiescence_takes_quiet_moves_while_their_cost_fits_in_the_tail() {
        let pos = Position::startpos();
        let policy = RealizationProbability { tail: Depth::PLY, ..policy() };
        let at = |units| Node { depth: Depth::from_units(units), ..Node::new(&pos) };
        let allowed = |units, mv: &str| policy.allow_in_quiescence(&at(units), mv.parse().unwrap());
        assert!(policy.wants_quiets(&at(0)) && allowed(0, "7g7f") && allowed(-32, "7g7f"));
        assert!(!allowed(-33, "7g7f") && allowed(-33, "5i5h") && !allowed(0, "2h1h"));
        assert!(!policy.wants_quiets(&at(-49)));
        let none = RealizationProbability { tail: Depth::ZERO, ..policy.clone() };
        assert!(!none.wants_quiets(&at(0)) && !none.allow_in_quiescence(&at(0), "7g7f".parse().unwrap()));
        assert_eq!(none.cost(&at(0), "2h1h".parse().unwrap(), 0), Depth::PLY);
        // A capture is always allowed.
        let taking: Position = "4k4/9/9/9/4p4/9/9/4R4/4K4 b - 1".parse().unwrap();
        assert!(policy.allow_in_quiescence(
            &Node { depth: Depth::plies(-9), ..Node::new(&taking) },
            "5h5e".parse().unwrap()
        ));
    }

    #[test]
    fn a_recalled_move_costs_by_the_likelier_of_both_and_is_admitted_by_that_price() {
        let pos = Position::startpos();
        let policy = RealizationProbability { tail: Depth::ZERO, recalled_tail: Depth::PLY, ..policy() };
        let (pawn, dear) = ("7g7f".parse().unwrap(), "2h1h".parse().unwrap());
        let at = |units, recalled| Node { depth: Depth::from_units(units), recalled, ..Node::new(&pos) };
        let (half, rare) = (Bits::ONE, Bits::from_units(9 * Bits::UNITS));
        assert_eq!(policy.cost(&at(640, half), dear, 0), policy.cost(&at(640, Bits::NEVER), pawn, 0));
        assert_eq!(policy.cost(&at(640, rare), pawn, 0), policy.cost(&at(640, Bits::NEVER), pawn, 0));
        // Half a ply fits into a tail of one ply twice.
        assert!(
            policy.admits_recalled(&at(-32, half), dear) && !policy.admits_recalled(&at(-33, half), dear)
        );
        assert!(!policy.admits_recalled(&at(0, rare), dear));
        assert!(!policy.allow_in_quiescence(&at(0, half), dear), "not as a quiet move like others");
        let always = RealizationProbability { recalled_tail: Depth::NEVER, ..policy };
        assert!(always.admits_recalled(&at(-64 * 99, half), dear));
    }

    #[test]
    fn deepening_begins_at_open_windows_with_enough_budget() {
        let pos = Position::startpos();
        let policy = policy();
        let open = Node { depth: Depth::plies(4), ..Node::new(&pos) };
        let null = Node { beta: open.alpha + komadai_core::Value::from_cp(1), ..open };
        assert_eq!(policy.iid(&open), Some(Depth::plies(2)));
        assert_eq!(policy.iid(&null), None);
        let all = RealizationProbability { iid_null_windows: true, ..policy };
        assert_eq!(all.iid(&null), Some(Depth::plies(2)));
        assert_eq!(all.iid(&Node { depth: Depth::from_units(255), ..open }), None);
    }
}
