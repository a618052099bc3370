//! The df-pn solver as the mate solver of a USI program.

use komadai_core::Position;
use komadai_tsume::{SHORTEST, Solver, Verdict};
use komadai_usi::{MateLine, MateLineSolver, MateQuestion};

/// Bytes of table for each node that may be entered; more would never be used.
const BYTES_A_NODE: u64 = 512;

/// Returns a df-pn solver for one question, as [`Program::mate_solver`](komadai_usi::Program::mate_solver) should. Its table has at most
/// `hash_mb` megabytes, fewer if they cannot be allocated.
///
/// With a limit of nodes (the question before a search) only mates matter, so a no-mate is not verified; for `go mate` it is.
///
/// ```
/// use komadai::Position;
/// use komadai::usi::{MateLine, MateLineSolver, MateQuestion};
///
/// let mut solver = komadai::usi_solver::df_pn(MateQuestion::default(), 16);
/// let mut pos: Position = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse()?;
/// let mate = MateLine::Mate { line: vec!["G*5b".parse()?], shortest: true };
/// assert_eq!(solver(&mut pos, u64::MAX), mate);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn df_pn(question: MateQuestion, hash_mb: usize) -> MateLineSolver {
    let most = (hash_mb.max(1) as u64) << 20;
    let wanted = question.nodes.map_or(most, |nodes| nodes.saturating_mul(BYTES_A_NODE));
    let mut bytes = wanted.clamp(1 << 20, most) as usize;
    let builder = Solver::builder().show_no_mates(question.nodes.is_none()).stop(question.stop);
    let builder = builder.shortest(SHORTEST);
    let mut solver = loop {
        match builder.clone().hash_bytes(bytes).build() {
            Ok(solver) => break solver,
            Err(_) => bytes /= 2,
        }
    };
    Box::new(move |pos: &mut Position, nodes| {
        let solution = solver.solve_within(pos, nodes);
        match solution.verdict {
            Verdict::Mate { line } => MateLine::Mate { line, shortest: solution.shortest },
            Verdict::NoMate => MateLine::NoMate,
            Verdict::Unknown => MateLine::Unknown,
        }
    })
}
