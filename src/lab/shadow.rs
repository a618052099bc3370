//! The shadow search: what forward pruning gets wrong.
//!
//! A pruning says that a node is worth at least beta, or a move no more than alpha, without having looked. While a search
//! runs, an observer keeps a sample of such claims; afterwards each is asked again of a search without forward
//! pruning, with the same budget and window. The search itself is not changed by being watched: the same nodes are visited.
//!
//! | the claim | is false if a full search says |
//! |---|---|
//! | [`Claim::High`] | less than beta |
//! | [`Claim::Low`] | more than alpha |
//! | [`Claim::Skipped`] | more than alpha, for the move left out |

use std::collections::BTreeMap;

use komadai_core::rng::SplitMix64;
use komadai_core::{Evaluator, MateSolver, Move, Position, Value};
use komadai_search::{
    Depth, DepthPolicy, ForwardPruning, Limits, MoveMemory, Node, Observer, Searcher, TranspositionTable,
};

/// What a pruning claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The node is worth this or more.
    High(Value),
    /// The node is worth this or less.
    Low(Value),
    /// The move is worth this or less.
    Skipped(Move, Value),
}

/// A claim with all that is needed to ask again.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The position.
    pub pos: Position,
    /// The budget of the node.
    pub depth: Depth,
    /// What was claimed.
    pub claim: Claim,
}

/// What became of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hindsight {
    /// A full search agrees.
    Right,
    /// It does not, and says by how much (hundredths of a pawn, at least).
    Wrong(i32),
    /// The full search ran out of nodes.
    Open,
}

/// Keeps a sample of the claims, of each kind of claim of each pruning its own: rare ones are not lost among the many.
#[derive(Clone, Debug)]
pub struct Shadow {
    /// At most so many claims of a kind are kept, each with the same chance (reservoir sampling: Vitter, 1985, algorithm R).
    pub of_a_kind: usize,
    rng: SplitMix64,
    kinds: BTreeMap<Kind, Reservoir>,
}

/// Who claimed, and what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind {
    /// The name of the pruning.
    pub by: &'static str,
    /// Whether a move was left out, rather than the node given up.
    pub skipped: bool,
}

/// The claims of one kind.
#[derive(Clone, Debug, Default)]
pub struct Reservoir {
    /// How many there were.
    pub seen: u64,
    /// The claims kept.
    pub samples: Vec<Sample>,
}

impl Shadow {
    /// At most so many claims of a kind, drawn by `seed`.
    pub fn new(of_a_kind: usize, seed: u64) -> Shadow {
        Shadow { of_a_kind, rng: SplitMix64::new(seed), kinds: BTreeMap::new() }
    }

    /// What was seen and kept, by kind.
    pub fn kinds(&self) -> &BTreeMap<Kind, Reservoir> {
        &self.kinds
    }

    fn keep(&mut self, at: &Node<'_>, by: &'static str, claim: Claim) {
        let kind = Kind { by, skipped: matches!(claim, Claim::Skipped(..)) };
        let reservoir = self.kinds.entry(kind).or_default();
        reservoir.seen += 1;
        let place = if reservoir.samples.len() < self.of_a_kind {
            reservoir.samples.len()
        } else {
            self.rng.below(reservoir.seen) as usize
        };
        if place >= self.of_a_kind {
            return;
        }
        let sample = Sample { pos: at.pos.clone(), depth: at.depth, claim };
        match reservoir.samples.get_mut(place) {
            Some(old) => *old = sample,
            None => reservoir.samples.push(sample),
        }
    }
}

/// Sees what is given up in the main search; what quiescence leaves out is a matter of exchanges.
impl Observer for Shadow {
    fn pruned(&mut self, at: &Node<'_>, by: &'static str, value: Value) {
        if at.depth > Depth::ZERO {
            let claim = if value >= at.beta { Claim::High(at.beta) } else { Claim::Low(at.alpha) };
            self.keep(at, by, claim);
        }
    }

    fn skipped(&mut self, at: &Node<'_>, mv: Move, by: &'static str) {
        self.keep(at, by, Claim::Skipped(mv, at.alpha));
    }

    fn looks_back(&self) -> bool {
        false
    }
}

impl Sample {
    /// Asks again. The searcher should have no forward pruning and no reductions: whatever it leaves out is left out of
    /// the verdict. The path before the position is not known to it, so that repetitions across it are missed.
    pub fn verify<E, D, P, K, T, M, O>(
        &self,
        searcher: &mut Searcher<E, D, P, K, T, M, O>,
        nodes: u64,
    ) -> Hindsight
    where
        E: Evaluator,
        D: DepthPolicy,
        P: ForwardPruning,
        K: MoveMemory,
        T: TranspositionTable,
        M: MateSolver,
        O: Observer,
    {
        let one = Value::from_cp(1);
        let limits = Limits::nodes(nodes);
        let mut value =
            |pos: &Position, depth, alpha: Value| searcher.value(pos, depth, alpha, alpha + one, &limits);
        // Off by this much, at least.
        let off = match self.claim {
            Claim::High(beta) => value(&self.pos, self.depth, beta - one).map(|found| (beta - found).cp()),
            Claim::Low(alpha) => value(&self.pos, self.depth, alpha).map(|found| (found - alpha).cp()),
            Claim::Skipped(mv, alpha) => {
                let mut after = self.pos.clone();
                let _ = after.do_move(mv);
                let depth = self.depth - Depth::PLY;
                value(&after, depth, -alpha - one).map(|found| (-found - alpha).cp())
            }
        };
        match off {
            None => Hindsight::Open,
            Some(off) if off > 0 => Hindsight::Wrong(off),
            Some(_) => Hindsight::Right,
        }
    }
}

#[cfg(test)]
mod tests {
    use komadai_eval::Material;
    use komadai_search::{Futility, HashTable, NullMove, Probe};

    use super::*;

    const OPEN: &str = "lnsgk1snl/6gb1/p1pppp2p/6R2/9/1rP6/P2PPPP1P/1BG6/LNS1KGSNL w 3P2p 21";

    fn shadow_of<P: ForwardPruning>(pruning: P) -> (Shadow, u64) {
        let mut searcher = Searcher::new(Material::default())
            .table(HashTable::new(4).unwrap())
            .pruning(pruning)
            .observer(Shadow::new(100, 1));
        let report = searcher.search(&OPEN.parse().unwrap(), &Limits::depth(5));
        (searcher.seen().clone(), report.nodes)
    }

    #[test]
    fn a_claim_is_right_or_wrong_as_a_full_search_says() {
        let (shadow, nodes) = shadow_of((NullMove::default(), Futility::default()));
        let unwatched = Searcher::new(Material::default())
            .table(HashTable::new(4).unwrap())
            .pruning((NullMove::default(), Futility::default()))
            .search(&OPEN.parse().unwrap(), &Limits::depth(5));
        assert_eq!(nodes, unwatched.nodes, "watching changes nothing");
        let kinds: Vec<(&str, bool)> = shadow.kinds().keys().map(|kind| (kind.by, kind.skipped)).collect();
        assert_eq!(kinds, [(<Futility>::NAME, false), (<Futility>::NAME, true), (NullMove::NAME, false)]);
        let mut full = Searcher::new(Material::default()).table(HashTable::new(4).unwrap());
        for (kind, claims) in shadow.kinds() {
            assert_eq!(claims.samples.len() as u64, claims.seen.min(100), "{kind:?}");
            let right =
                claims.samples.iter().filter(|sample| sample.verify(&mut full, 200_000) == Hindsight::Right);
            assert!(right.count() * 10 > claims.samples.len() * 7, "{kind:?}");
        }
    }

    #[test]
    fn a_pruning_that_lies_is_found_out() {
        /// Says of every node that it is good enough.
        struct Liar;
        impl ForwardPruning for Liar {
            const NAME: &'static str = "liar";
            fn prune<P: Probe>(&self, probe: &mut P) -> Option<Value> {
                let at = probe.node();
                (at.depth <= Depth::plies(2) && !at.is_pv()).then_some(at.beta)
            }
        }
        let (shadow, _) = shadow_of(Liar);
        let mut full = Searcher::new(Material::default());
        let samples: Vec<Sample> =
            shadow.kinds().values().flat_map(|claims| claims.samples.clone()).collect();
        let wrong = samples
            .iter()
            .filter(|sample| matches!(sample.verify(&mut full, 200_000), Hindsight::Wrong(off) if off > 0));
        assert!(wrong.count() * 4 > samples.len(), "of {}", samples.len());
        let open = samples.iter().all(|sample| sample.verify(&mut full, 0) == Hindsight::Open);
        assert!(open, "without nodes nothing can be said");
    }
}
