//! [`MateLineSolver`]: the mate solver of a program, which answers with a whole line of moves.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use komadai_core::{Move, Position};

/// What a [`MateLineSolver`] says of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MateLine {
    /// The side to move mates by checks alone.
    Mate {
        /// The moves from first to last, against the best defence known.
        line: Vec<Move>,
        /// Whether no mate is shorter, as far as the solver has found; users are told if not.
        shortest: bool,
    },
    /// It is proved that it does not.
    NoMate,
    /// Neither was shown within the limits.
    Unknown,
}

/// A search for mates by continuous checks that says the whole mate.
///
/// [`MateSolver`](komadai_core::MateSolver) is for searches, which need the first move; `checkmate` and `pv` need all of
/// them. Asked again of the same position, a solver goes on where it stopped: many calls with few nodes each come to
/// what one call with many would.
///
/// Every closure of the right form is one. This makes the solver of `komadai-tsume` one:
///
/// ```
/// use komadai_core::Position;
/// use komadai_tsume::{Solver, Verdict};
/// use komadai_usi::{MateLine, MateLineSolver};
///
/// fn with_line(mut solver: Solver) -> impl MateLineSolver {
///     move |pos: &mut Position, nodes| {
///         let solution = solver.solve_within(pos, nodes);
///         match solution.verdict {
///             Verdict::Mate { line } => MateLine::Mate { line, shortest: solution.shortest },
///             Verdict::NoMate => MateLine::NoMate,
///             Verdict::Unknown => MateLine::Unknown,
///         }
///     }
/// }
///
/// let mut pos: Position = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse()?;
/// let mut solver = with_line(Solver::builder().hash_mb(1).shortest(1).build()?);
/// let mate = MateLine::Mate { line: vec!["G*5b".parse()?], shortest: true };
/// assert_eq!(solver.solve(&mut pos, 1_000), mate);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait MateLineSolver {
    /// Enters at most `nodes` positions. The position is the same again afterwards.
    fn solve(&mut self, pos: &mut Position, nodes: u64) -> MateLine;
}

impl<F: FnMut(&mut Position, u64) -> MateLine> MateLineSolver for F {
    fn solve(&mut self, pos: &mut Position, nodes: u64) -> MateLine {
        self(pos, nodes)
    }
}

/// What a [`MateLineSolver`] is made for: one position, asked about in one or more calls.
#[derive(Clone, Debug, Default)]
pub struct MateQuestion {
    /// The most nodes of all calls together, a hint for the size of tables; `None`: no limit but `stop` (`go mate`).
    pub nodes: Option<u64>,
    /// Ends the work from another thread; the answer is then [`MateLine::Unknown`].
    pub stop: Arc<AtomicBool>,
}
