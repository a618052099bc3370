//! Evaluation by a network, updated move by move.
//!
//! All sums are integers, so a state updated move by move equals one computed from the position.

use komadai_core::{Change, Color, Evaluator, Position, Value};

use crate::network::accumulator::{Sums, Transform, limit};
use crate::network::head::{Aligned, Head};
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
#[derive(Clone)]
pub struct NetworkEvaluator {
    transform: Transform,
    head: Head,
}

impl std::fmt::Debug for NetworkEvaluator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NetworkEvaluator").field("inputs", &self.transform.inputs).finish_non_exhaustive()
    }
}

/// State of a [`NetworkEvaluator`] for one ply: the accumulators of both views, 1,024 bytes.
#[derive(Clone)]
pub struct NetworkState {
    /// `[view]`
    sums: Box<[Sums; 2]>,
}

komadai_core::debug_by_sizes!(NetworkState {} []);

impl NetworkEvaluator {
    /// The evaluator of a network.
    pub fn new(network: &Network) -> NetworkEvaluator {
        NetworkEvaluator { transform: Transform::new(network), head: Head::new(network) }
    }

    /// Divides the output by `scale` instead of [`FV_SCALE`](super::FV_SCALE). A network's file does not contain it: its author states it.
    ///
    /// # Panics
    ///
    /// If `scale` is below 1.
    #[must_use]
    pub fn with_fv_scale(mut self, scale: i32) -> NetworkEvaluator {
        assert!(scale > 0, "FV_SCALE {scale}, expected at least 1");
        self.head.fv_scale = scale;
        self
    }
}

impl Evaluator for NetworkEvaluator {
    type State = NetworkState;

    fn fresh(&self, pos: &Position) -> NetworkState {
        NetworkState { sums: Box::new(Color::ALL.map(|view| Sums::fresh(&self.transform, pos, view))) }
    }

    fn advance(&self, parent: &NetworkState, after: &Position, change: &Change) -> NetworkState {
        let mut state = parent.clone();
        self.advance_into(parent, after, change, &mut state);
        state
    }

    #[inline]
    fn advance_into(
        &self,
        parent: &NetworkState,
        after: &Position,
        change: &Change,
        state: &mut NetworkState,
    ) {
        for ((view, parent), sums) in Color::ALL.into_iter().zip(&*parent.sums).zip(&mut *state.sums) {
            match self.transform.inputs.changes(after, change, view) {
                Some(changes) => sums.change(&self.transform, parent, &changes),
                None => *sums = Sums::fresh(&self.transform, after, view),
            }
        }
    }

    #[inline]
    fn evaluate(&self, state: &NetworkState, pos: &Position) -> Value {
        let mut inputs = Aligned([0; 2 * HALF]);
        let side = pos.side_to_move();
        limit([side, !side].map(|view| &state.sums[view as usize]), &mut inputs.0);
        Value::from_cp(self.head.value(&inputs))
    }
}
