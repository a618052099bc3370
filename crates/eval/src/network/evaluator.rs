//! Evaluation by a network, updated move by move and only where a value is asked for.
//!
//! A state takes its parent's accumulators with it and notes which inputs its move changes. They are changed when the state is asked for
//! a value, or gets its first child: a position of a search that is cut off without a value costs a copy.
//!
//! All sums are of integers, so that a state updated move by move equals one computed from the position.

use std::cell::{Cell, RefCell};

use komadai_core::{Change, Color, Evaluator, Position, Value};

use crate::network::accumulator::{Sums, Transform};
use crate::network::head::{Aligned, Head};
use crate::network::inputs::Changes;
use crate::network::model::{HALF, Network};

/// Evaluator of positions by a [`Network`], updated move by move.
///
/// Values are in centipawns, limited to ±[`Value::MAX_EVAL`]. Several searches share one evaluator by reference: `&NetworkEvaluator`
/// and `Arc<NetworkEvaluator>` are evaluators too.
///
/// ```
/// use komadai_core::{Evaluator, Position};
/// use komadai_eval::network::{HALF, Inputs, Layer, Network, NetworkEvaluator};
///
/// // Every sum is 40, half the pieces of both players and no more; each layer adds up what it gets.
/// let inputs = Inputs::KingPiece;
/// let layer = |from: usize, to: usize| Layer { biases: vec![0; to], weights: vec![1; from * to] };
/// let layers = [layer(2 * HALF, 8), layer(8, 32), layer(32, 1)];
/// let network = Network::from_parts(inputs, [0; HALF], vec![[1; HALF]; inputs.len()], layers)?;
/// let evaluator = NetworkEvaluator::new(&network);
/// let pos = Position::startpos();
/// // 512 · 40 / 64 is limited to 127; 8 · 127 / 64 is 15; 32 · 15 / 16 is 30.
/// assert_eq!(evaluator.evaluate(&evaluator.fresh(&pos), &pos).cp(), 30);
/// # Ok::<(), komadai_core::files::FileError>(())
/// ```
pub struct NetworkEvaluator {
    transform: Transform,
    head: Head,
}

impl std::fmt::Debug for NetworkEvaluator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NetworkEvaluator").field("inputs", &self.transform.inputs).finish_non_exhaustive()
    }
}

/// State of a [`NetworkEvaluator`] for one ply: the accumulators of both views, 1,024 bytes, and how the last move changes them.
///
/// A state is `Send` and not `Sync`: asking for its value updates it.
#[derive(Clone)]
pub struct NetworkState {
    /// `[view]`
    sums: RefCell<Box<[Sums; 2]>>,
    /// `[view]`; still to be done to the sums if `late`.
    changes: [Changes; 2],
    late: Cell<bool>,
}

komadai_core::debug_by_sizes!(NetworkState { late } []);

impl NetworkEvaluator {
    /// The evaluator of a network.
    pub fn new(network: &Network) -> NetworkEvaluator {
        NetworkEvaluator { transform: Transform::new(network), head: Head::new(network) }
    }

    /// Changes the sums of a state by its last move, if that is still to be done.
    #[inline]
    fn update(&self, state: &NetworkState) {
        if state.late.replace(false) {
            for (sums, changes) in state.sums.borrow_mut().iter_mut().zip(&state.changes) {
                sums.change(&self.transform, changes);
            }
        }
    }
}

impl Evaluator for NetworkEvaluator {
    type State = NetworkState;

    fn fresh(&self, pos: &Position) -> NetworkState {
        let sums = Box::new(Color::ALL.map(|view| Sums::fresh(&self.transform, pos, view)));
        NetworkState { sums: sums.into(), changes: Default::default(), late: false.into() }
    }

    #[inline]
    fn advance(&self, parent: &NetworkState, after: &Position, change: &Change) -> NetworkState {
        self.update(parent);
        let mut sums = parent.sums.borrow().clone();
        let changes = Color::ALL.map(|view| {
            self.transform.inputs.changes(after, change, view).unwrap_or_else(|| {
                sums[view as usize] = Sums::fresh(&self.transform, after, view);
                Changes::default()
            })
        });
        NetworkState { sums: sums.into(), changes, late: true.into() }
    }

    #[inline]
    fn advance_null(&self, parent: &NetworkState, _: &Position) -> NetworkState {
        self.update(parent);
        parent.clone()
    }

    #[inline]
    fn evaluate(&self, state: &NetworkState, pos: &Position) -> Value {
        self.update(state);
        let mut inputs = Aligned([0; 2 * HALF]);
        let (own, other) = inputs.0.split_at_mut(HALF);
        let side = pos.side_to_move();
        let sums = state.sums.borrow();
        sums[side as usize].limited(own);
        sums[!side as usize].limited(other);
        Value::from_cp(self.head.value(&inputs))
    }
}
