//! [`Adaptive`]: margins learnt while searching, from how far searches rose above the evaluation \[R21\].

use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};

use komadai_core::{Position, Value};

use super::margin::{LinearMargin, MarginModel, Side};
use crate::bound::Bound;
use crate::depth::Depth;
use crate::memory::MoveMemory;
use crate::node::{Node, Outcome};

/// Number of depths with a margin of their own, in plies.
const DEPTHS: usize = 17;
/// Margins are kept in 1/16 centipawn.
const GRAIN: i32 = 16;

/// A margin for each depth, learnt while searching: all but a chosen share of the nodes rise less than it.
///
/// It learns as a [`MoveMemory`] and answers as a [`MarginModel`]: give one clone to the memory socket and another to the
/// pruning; clones share the margins.
///
/// ```
/// use komadai_core::Position;
/// use komadai_eval::Material;
/// use komadai_search::pruning::{Adaptive, Futility};
/// use komadai_search::{Limits, Searcher};
///
/// let margins = Adaptive::default();
/// let mut searcher = Searcher::new(Material::default()).memory(margins.clone()).pruning(Futility::with(margins));
/// assert!(searcher.search(&Position::startpos(), &Limits::depth(3)).best.is_some());
/// ```
///
/// The margin is a running quantile: a node that rises more lifts it by `1 − share`, one that rises less lowers it
/// by `share`, in steps. It is our form of what Ito, Hashimoto & Hashimoto published ([`Counted`](super::Counted)), and
/// begins with a margin instead of waiting. Without a limit of time the same searches learn the same.
#[derive(Clone)]
pub struct Adaptive {
    /// The share of nodes that may rise more than the margin, per mille.
    pub share: i32,
    /// How fast a margin moves, in centipawns for a node that contradicts it fully.
    pub step: i32,
    /// `[depth in plies]`
    margins: Arc<[AtomicI32; DEPTHS]>,
}

komadai_core::debug_by_sizes!(Adaptive { share, step }[margins]);

impl Adaptive {
    /// A margin before anything is learnt: that of [`LinearMargin`](LinearMargin).
    fn first(plies: usize) -> i32 {
        let margin = LinearMargin::default();
        (margin.base.cp() + margin.per_ply.cp() * plies as i32) * GRAIN
    }

    /// The present margin at a depth in plies.
    pub fn now(&self, plies: usize) -> Value {
        Value::from_cp(self.margins[plies.min(DEPTHS - 1)].load(Ordering::Relaxed) / GRAIN)
    }
}

impl Default for Adaptive {
    /// One node in fifty may rise more.
    fn default() -> Self {
        let margins = core::array::from_fn(|plies| AtomicI32::new(Adaptive::first(plies)));
        Adaptive { share: 20, step: 8, margins: Arc::new(margins) }
    }
}

impl MarginModel for Adaptive {
    #[inline]
    fn margin(&self, _: &Position, shallow: Depth, deep: Depth, _: Side) -> Value {
        self.now((deep - shallow).whole_plies().max(0) as usize)
    }
}

impl MoveMemory for Adaptive {
    fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
        let Some(evaluation) = at.static_value else { return };
        if outcome.value.is_mate() {
            return;
        }
        let rise = (outcome.value - evaluation).cp();
        let slot = &self.margins[(at.depth.whole_plies().max(0) as usize).min(DEPTHS - 1)];
        let margin = slot.load(Ordering::Relaxed);
        let above = rise * GRAIN > margin;
        // A bound that leaves open on which side of the margin the value lies teaches nothing.
        let open = match outcome.bound {
            Bound::Lower => !above,
            Bound::Upper => above,
            Bound::Exact => false,
        };
        if open {
            return;
        }
        let lift = if above { 1000 - self.share } else { -self.share };
        let moved = margin + self.step * lift * GRAIN / 1000;
        slot.store(moved.clamp(0, 4_000 * GRAIN), Ordering::Relaxed);
    }

    fn forget(&mut self) {
        for (plies, slot) in self.margins.iter().enumerate() {
            slot.store(Adaptive::first(plies), Ordering::Relaxed);
        }
    }

    #[inline]
    fn looks_back(&self) -> bool {
        false
    }
}
