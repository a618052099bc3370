//! [`Program`]: what an author writes to make an engine, and [`MateLineSolver`], its mate solver, which answers with a whole line of moves.

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use komadai_core::{Move, Position};
use komadai_search::{Engine, Report};

use crate::options::Options;

/// A search of any type, or why it could not be made.
pub type EngineResult = Result<Box<dyn Engine + Send>, Box<dyn Error>>;

/// Returns what to say about a finished search of a position, if anything, as `info string` before its move. Called in the thread of the search.
pub type Remark = Box<dyn FnOnce(&Position, &Report) -> Option<String> + Send>;

/// An engine as its author describes it; [`serve`](crate::serve) holds the conversation.
///
/// A name, an author and [`Program::engine`] are enough; [the page of the crate](crate) shows such an engine. The rest adds options, a book
/// and a mate solver.
///
/// Several methods take `notes`: every text pushed there is sent to the user as a line of `info string`.
pub trait Program {
    /// Name and version, sent as `id name`.
    fn name(&self) -> String;

    /// The author, sent as `id author`.
    fn author(&self) -> String;

    /// The options offered, at their defaults. Called once, before anything is read.
    fn options(&self) -> Options {
        Options::standard()
    }

    /// Makes the engine that searches.
    ///
    /// Called at the first `isready` or `go`, and at the next one after an option that is not
    /// [live](crate::Spin::live) has changed.
    ///
    /// # Errors
    ///
    /// If the engine cannot be made. The error is sent to the user, and each `go` is answered by resignation; a program that can go on with
    /// less, such as a smaller table, should do so and say so in `notes`.
    fn engine(&mut self, options: &Options, notes: &mut Vec<String>) -> EngineResult;

    /// Called when an option of [`Program::options`] was set, perhaps to its old value, or a button was pressed: the place to open a book
    /// or to carry out a button's action.
    fn option_set(&mut self, name: &str, options: &Options, notes: &mut Vec<String>) {
        let _ = (name, options, notes);
    }

    /// Called when a new game begins (`usinewgame`). The conversation clears the engine.
    fn new_game(&mut self) {}

    /// Returns a move to play without a search, and what to send about it as `info string`; see [`Opening`](crate::Opening). Not called in
    /// analysis (`go infinite`) or with `searchmoves`.
    fn book_move(&mut self, pos: &Position) -> Option<(Move, String)> {
        let _ = pos;
        None
    }

    /// Returns what to say about the search that is about to begin, once it has ended: how far its value can be trusted, what it has cost.
    /// Nothing by default.
    fn remark(&self, options: &Options) -> Option<Remark> {
        let _ = options;
        None
    }

    /// Makes a mate solver for one question: `go mate`, or the question before a search, which gets as many nodes as
    /// [`MATE_NODES`](crate::standard::MATE_NODES) says. Without a solver, `go mate` is answered by `checkmate notimplemented`. For `go
    /// mate` alone, offer `Spin { default: 0, ..MATE_NODES }`.
    fn mate_solver(&mut self, options: &Options, question: MateQuestion) -> Option<MateLineSolver> {
        let _ = (options, question);
        None
    }
}

/// Answer of a [`MateLineSolver`] about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MateLine {
    /// The side to move mates by checks alone.
    Mate {
        /// The moves from first to last, against the best defence known.
        line: Vec<Move>,
        /// Whether the solver has found that no mate is shorter; if not, users are told.
        shortest: bool,
    },
    /// It is proved that the side to move does not.
    NoMate,
    /// Neither was shown within the limits.
    Unknown,
}

/// A search for mates by continuous checks that returns the whole mate. It enters at most as many positions as the number says, and leaves
/// the given position as it was.
///
/// [`MateSolver`](komadai_core::MateSolver) is for searches, which need only the first move; `checkmate` and `pv` need all moves. Called
/// again for the same position, a solver continues where it stopped: many calls with few nodes each find what one call with many would.
///
/// `komadai::usi_solver::df_pn` makes one of the solver of `komadai-tsume`.
pub type MateLineSolver = Box<dyn FnMut(&mut Position, u64) -> MateLine + Send>;

/// What a [`MateLineSolver`] is made for: one position, asked about in one or more calls.
#[derive(Clone, Debug, Default)]
pub struct MateQuestion {
    /// The most nodes in all calls together, a hint for the size of tables; `None`: no limit but `stop` (`go mate`).
    pub nodes: Option<u64>,
    /// Ends the work from another thread; the answer is then [`MateLine::Unknown`].
    pub stop: Arc<AtomicBool>,
}
