//! Audit of forward pruning and reductions: how often they are wrong.
//!
//! A pruning claims that a node is worth at least beta, or a move no more than alpha, without searching it; a reduction claims
//! the latter if its shallower search says so. While a search runs, [`PruningAudit`] observes it and keeps a random sample of such
//! claims; afterwards each sampled claim is searched without forward pruning and reductions, with the same budget and window.
//! Observing does not change the search: the same nodes are visited.
//!
//! | claim | false if the full search returns |
//! |---|---|
//! | [`ClaimForm::AboveBeta`] | less than beta |
//! | [`ClaimForm::BelowAlpha`] | more than alpha |
//! | [`ClaimForm::Moves`] | more than alpha, for the skipped or reduced move |

use std::collections::BTreeMap;

use komadai_core::rng::SplitMix64;
use komadai_core::{Move, Position, Value};
use komadai_search::{Depth, Node, Observer, Reduced};

/// The name of reductions among the kinds of claims.
const REDUCTION: &str = "reduction";

/// Sampled claim, with what is needed to search it again.
#[derive(Clone, Debug)]
pub struct ClaimSample {
    /// Position of the node.
    pub pos: Position,
    /// Depth budget of the node.
    pub depth: Depth,
    /// Moves of the node that were searched before the claim.
    pub tried: usize,
    /// What was given up, and on which side of the window.
    pub form: ClaimForm,
    /// The end of the window beyond which it is claimed to lie, for the side to move at the node.
    pub bound: Value,
    /// The skipped or reduced move, if the claim is about one.
    pub mv: Option<Move>,
}

/// The value of a position for the side to move, searched with a budget and in a window; `None` if the nodes do not suffice.
pub type SearchValue<'a> = dyn FnMut(&Position, Depth, [Value; 2]) -> Option<Value> + 'a;

/// Verdict of a full search on a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum AuditedClaim {
    /// The full search confirms the claim.
    Right,
    /// The full search refutes the claim, which is off by at least this many centipawns.
    Wrong(i32),
    /// The full search ran out of nodes: nothing is known.
    Open,
}

/// Observer that keeps a random sample of what forward prunings claim.
///
/// Every [kind](PruningAudit::kinds) of claim has a sample of its own, so that rare claims are not lost among frequent
/// ones, and one side of the window does not hide behind the other.
#[derive(Clone)]
pub struct PruningAudit {
    /// Largest sample of one kind. All claims of a kind have the same chance to be in it (reservoir sampling: Vitter, 1985,
    /// "Random sampling with a reservoir", algorithm R).
    pub of_a_kind: usize,
    /// For prunings and for reductions: neither sample depends on the other.
    rng: [SplitMix64; 2],
    /// By the name of the pruning and the form of its claims: number and sample of claims.
    pub kinds: BTreeMap<(&'static str, ClaimForm), Reservoir>,
}

komadai_core::debug_by_sizes!(PruningAudit { of_a_kind }[kinds]);

/// What a pruning gives up, and on which side of the window it claims that the value lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub enum ClaimForm {
    /// A node, as at least beta.
    AboveBeta,
    /// A node, as at most alpha.
    BelowAlpha,
    /// Moves, as at most alpha.
    Moves,
}

impl ClaimForm {
    /// All forms with what tables call them.
    pub const ALL: [(ClaimForm, &'static str); 3] = [
        (ClaimForm::AboveBeta, "nodes above beta"),
        (ClaimForm::BelowAlpha, "nodes below alpha"),
        (ClaimForm::Moves, "moves"),
    ];
}

/// Claims of one kind: their number, and a sample of them.
#[derive(Clone, Default)]
pub struct Reservoir {
    /// Number of claims made.
    pub seen: u64,
    /// Sampled claims, at most [`PruningAudit::of_a_kind`].
    pub samples: Vec<ClaimSample>,
}

komadai_core::debug_by_sizes!(Reservoir { seen }[samples]);

impl PruningAudit {
    /// Audit that samples at most `of_a_kind` claims of each kind, drawn by `seed`.
    pub fn new(of_a_kind: usize, seed: u64) -> PruningAudit {
        PruningAudit { of_a_kind, rng: [seed, !seed].map(SplitMix64::new), kinds: BTreeMap::new() }
    }

    fn keep(&mut self, at: &Node<'_>, by: &'static str, form: ClaimForm, mv: Option<Move>) {
        let bound = if form == ClaimForm::AboveBeta { at.beta } else { at.alpha };
        let reservoir = self.kinds.entry((by, form)).or_default();
        reservoir.seen += 1;
        let place = if reservoir.samples.len() < self.of_a_kind {
            reservoir.samples.len()
        } else {
            self.rng[usize::from(by == REDUCTION)].below(reservoir.seen) as usize
        };
        if place >= self.of_a_kind {
            return;
        }
        let (pos, depth, tried) = (at.pos.clone(), at.depth, at.tried.len());
        let sample = ClaimSample { pos, depth, tried, form, bound, mv };
        match reservoir.samples.get_mut(place) {
            Some(old) => *old = sample,
            None => reservoir.samples.push(sample),
        }
    }
}

/// Observes prunings of the main search; those of quiescence are left out.
impl Observer for PruningAudit {
    fn pruned(&mut self, at: &Node<'_>, by: &'static str, value: Value) {
        if at.depth > Depth::ZERO {
            let form = if value >= at.beta { ClaimForm::AboveBeta } else { ClaimForm::BelowAlpha };
            self.keep(at, by, form, None);
        }
    }

    fn skipped(&mut self, at: &Node<'_>, mv: Move, by: &'static str) {
        self.keep(at, by, ClaimForm::Moves, Some(mv));
    }

    fn reduced(&mut self, at: &Node<'_>, mv: Move, _: Depth, result: Reduced) {
        if result == Reduced::Held && self.hears_skips() {
            self.keep(at, REDUCTION, ClaimForm::Moves, Some(mv));
        }
    }

    /// Without a sample only pruned nodes are counted: there are a hundred skipped moves to one of them.
    fn hears_skips(&self) -> bool {
        self.of_a_kind > 0
    }
}

impl ClaimSample {
    /// Searches the claim again.
    ///
    /// The search should have no forward pruning and no reductions, since whatever it leaves out is missing in the verdict.
    /// Moves before the position are unknown to it, so that repetitions of earlier positions are missed.
    pub fn verify(&self, value: &mut SearchValue<'_>) -> AuditedClaim {
        let one = Value::from_cp(1);
        // The null window of the claim decides it; if it fails, the window is opened on that side.
        let null = self.off(value, one);
        let off = match null {
            Some(off) if off > 0 => self.off(value, Value::INFINITE).map(|open| open.max(off)).or(null),
            _ => null,
        };
        match off {
            None => AuditedClaim::Open,
            Some(off) if off > 0 => AuditedClaim::Wrong(off),
            Some(_) => AuditedClaim::Right,
        }
    }

    /// Centipawns by which the claim is off, 0 or less if it holds, by a search with a window of this width on the side
    /// where it fails; `None` if the nodes did not suffice.
    fn off(&self, value: &mut SearchValue<'_>, wide: Value) -> Option<i32> {
        let below = |value: Value| (value - wide).max(-Value::INFINITE);
        let bound = self.bound;
        let off = match self.form {
            ClaimForm::AboveBeta => bound - value(&self.pos, self.depth, [below(bound), bound])?,
            ClaimForm::BelowAlpha => {
                value(&self.pos, self.depth, [bound, (bound + wide).min(Value::INFINITE)])? - bound
            }
            ClaimForm::Moves => {
                let after = self.pos.after([self.mv?]);
                -value(&after, self.depth - Depth::PLY, [below(-bound), -bound])? - bound
            }
        };
        Some(off.cp())
    }
}
