//! [`Counted`]: a margin that is used once enough supposed prunings by it were right (Ito, Hashimoto & Hashimoto) \[R21\].

use std::sync::Arc;
use std::sync::atomic::{AtomicI32, AtomicU32, Ordering};

use komadai_core::{Position, Value};

use super::margin::{MarginModel, Side};
use crate::bound::Bound;
use crate::depth::Depth;
use crate::memory::MoveMemory;
use crate::node::{Node, Outcome};
use crate::parameters::{parameters, with};

/// Depths with counts of their own, in plies.
const DEPTHS: usize = 17;
/// Width of a step of the margin, in centipawns.
const STEP: i32 = 50;
/// Number of margins that are distinguished: 0, 50, … 1,950 centipawns; larger ones count as the last.
const STEPS: usize = 40;
/// Nodes of a depth between two looks at the counts.
const LOOK: u32 = 256;

parameters! {
    /// A margin for each depth, found by counting while searching: nothing about the game is given beforehand.
    ///
    /// Ito et al. (GPW 2007), as paper 004, section 2.4, tells it: count how often a supposed pruning would have been
    /// right, and prune once enough are counted and a sufficient share was right. Nothing is pruned before. The number,
    /// the share and the steps are ours.
    ///
    /// A node whose evaluation lies so many steps of 50 centipawns below alpha is a supposed pruning of that margin,
    /// right if it fails low; one above beta, right if it fails high. The margin is the smallest one that reaches the
    /// share, as must all larger ones with enough counts.
    ///
    /// It counts as a [`MoveMemory`] and answers as a [`MarginModel`]: give one clone to the memory socket and another to the
    /// pruning; clones share the counts.
    ///
    /// ```
    /// use komadai_eval::Material;
    /// use komadai_search::pruning::{Counted, Futility};
    /// use komadai_search::Searcher;
    ///
    /// let margins = Counted::with(|new| new.enough = 500);
    /// let searcher = Searcher::new(Material::default()).memory(margins.clone()).pruning(Futility::with(margins));
    /// ```
    #[derive(Clone)]
    pub struct Counted {
        /// Supposed prunings that must be counted before any is made: 1,000.
        pub enough: u32 = 1_000,
        /// The share of them that must have been right, per mille: 980.
        pub share: u32 = 980,
        counts: Arc<[Counts; DEPTHS]> = Arc::new(core::array::from_fn(|_| Counts::default())),
    }
}

with!(Counted);

komadai_core::debug_by_sizes!(Counted { enough, share }[counts]);

parameters! {
    /// The counts of a depth.
    #[derive(Debug)]
    struct Counts {
        /// `[step]`: supposed prunings, and those that would have been right.
        steps: [[AtomicU32; 2]; STEPS] = core::array::from_fn(|_| Default::default()),
        seen: AtomicU32 = AtomicU32::new(0),
        /// In centipawns.
        margin: AtomicI32 = AtomicI32::new(Value::MAX_EVAL.cp()),
    }
}

impl Counted {
    /// The counts of a budget.
    fn at(&self, depth: Depth) -> &Counts {
        &self.counts[(depth.whole_plies().max(0) as usize).min(DEPTHS - 1)]
    }

    /// The smallest margin that is good, as are all larger ones with enough counts.
    fn least(&self, counts: &Counts) -> i32 {
        let mut least = Value::MAX_EVAL.cp();
        for (step, [supposed, right]) in counts.steps.iter().enumerate().rev() {
            let (supposed, right) = (supposed.load(Ordering::Relaxed), right.load(Ordering::Relaxed));
            if supposed < self.enough {
                continue;
            }
            if u64::from(right) * 1_000 < u64::from(supposed) * u64::from(self.share) {
                break;
            }
            least = step as i32 * STEP;
        }
        least
    }
}

impl MarginModel for Counted {
    /// [`Value::MAX_EVAL`], which no evaluation reaches, until enough is counted.
    fn margin(&self, _: &Position, shallow: Depth, deep: Depth, _: Side) -> Value {
        Value::from_cp(self.at(deep - shallow).margin.load(Ordering::Relaxed))
    }
}

impl MoveMemory for Counted {
    fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
        let Some(evaluation) = at.static_value else { return };
        let (low, high) = (evaluation <= at.alpha, evaluation >= at.beta);
        if !(low || high) || at.alpha.is_mate() || at.beta.is_mate() {
            return;
        }
        let (far, right, open) = if low {
            let right = outcome.value <= at.alpha;
            (at.alpha - evaluation, right, right && outcome.bound == Bound::Lower)
        } else {
            let right = outcome.value >= at.beta;
            (evaluation - at.beta, right, right && outcome.bound == Bound::Upper)
        };
        // A bound that leaves open on which side of the window the value lies teaches nothing.
        if open {
            return;
        }
        let counts = self.at(at.depth);
        let step = &counts.steps[((far.cp() / STEP) as usize).min(STEPS - 1)];
        step[0].fetch_add(1, Ordering::Relaxed);
        step[1].fetch_add(u32::from(right), Ordering::Relaxed);
        if counts.seen.fetch_add(1, Ordering::Relaxed) % LOOK == LOOK - 1 {
            counts.margin.store(self.least(counts), Ordering::Relaxed);
        }
    }

    fn forget(&mut self) {
        for counts in self.counts.iter() {
            counts.steps.iter().flatten().for_each(|count| count.store(0, Ordering::Relaxed));
            counts.seen.store(0, Ordering::Relaxed);
            counts.margin.store(Value::MAX_EVAL.cp(), Ordering::Relaxed);
        }
    }
}
