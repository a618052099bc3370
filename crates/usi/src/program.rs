//! [`Program`]: what an author writes to have an engine.

use std::error::Error;

use komadai_core::{Move, Position};
use komadai_search::{Engine, Report};

use crate::options::Options;
use crate::solver::{MateLineSolver, MateQuestion};

/// A search of any type, or why it could not be made.
pub type EngineResult = Result<Box<dyn Engine + Send>, Box<dyn Error>>;

/// What is to be said about a finished search of a position, if anything, as `info string` before its move. It is called in the
/// thread of the search.
pub type Remark = Box<dyn FnOnce(&Position, &Report) -> Option<String> + Send>;

/// An engine as its author describes it; [`serve`](crate::serve) holds the conversation.
///
/// A name, an author and [`Program::engine`] are enough. The rest adds options, a book and a mate solver.
///
/// Several methods take `notes`: every text pushed there is sent to the user as a line of `info string`.
///
/// ```
/// use komadai_eval::Material;
/// use komadai_search::modern;
/// use komadai_usi::{EngineResult, Options, Program, standard};
///
/// struct Plain;
///
/// impl Program for Plain {
///     fn name(&self) -> String {
///         "Plain 1.0".to_owned()
///     }
///
///     fn author(&self) -> String {
///         "A. Author".to_owned()
///     }
///
///     fn options(&self) -> Options {
///         Options::standard().with(standard::HASH).with(standard::MULTI_PV)
///     }
///
///     fn engine(&mut self, options: &Options, _: &mut Vec<String>) -> EngineResult {
///         let searcher = modern(Material::default(), options.number(standard::HASH) as usize)?;
///         Ok(Box::new(searcher.multi_pv(options.number(standard::MULTI_PV) as usize)?))
///     }
/// }
///
/// let mut said = Vec::new();
/// komadai_usi::serve(&b"usi\nposition startpos\ngo depth 1\n"[..], &mut said, Plain)?;
/// let said = String::from_utf8(said)?;
/// assert!(said.starts_with("id name Plain 1.0\nid author A. Author\noption name NodesLimit "));
/// assert!(said.lines().last().is_some_and(|line| line.starts_with("bestmove ")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Program {
    /// Name and version, sent as `id name`.
    fn name(&self) -> String;

    /// The author, sent as `id author`.
    fn author(&self) -> String;

    /// The options offered, at their defaults. Asked once, before anything is read.
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
    /// If it cannot be made. The error is sent to the user, and each `go` is answered by resignation; a program that
    /// can go on with less, such as a smaller table, does better to do so and say it in `notes`.
    fn engine(&mut self, options: &Options, notes: &mut Vec<String>) -> EngineResult;

    /// An option of [`Program::options`] was set, perhaps to the value it had, or a button was pressed: the place to
    /// open a book, or to do what a button is for.
    fn option_set(&mut self, name: &str, options: &Options, notes: &mut Vec<String>) {
        let _ = (name, options, notes);
    }

    /// A new game begins (`usinewgame`). The engine is cleared by the conversation.
    fn new_game(&mut self) {}

    /// A move to play without a search, and what is sent about it as `info string`; see [`Opening`](crate::Opening).
    /// Not asked in analysis (`go infinite`) nor under `searchmoves`.
    fn book_move(&mut self, pos: &Position) -> Option<(Move, String)> {
        let _ = pos;
        None
    }

    /// What to say about the search that is about to begin, when it has ended: how far its value can be trusted, what it has
    /// cost. Nothing by default.
    fn remark(&self, options: &Options) -> Option<Remark> {
        let _ = options;
        None
    }

    /// A mate solver for one question: `go mate`, or the question before a search, for which
    /// [`MATE_NODES`](crate::standard::MATE_NODES) says how many nodes it gets. Without one, `go mate` is answered by
    /// `checkmate notimplemented`. For `go mate` alone, offer `Spin { default: 0, ..MATE_NODES }`.
    fn mate_solver(
        &mut self,
        options: &Options,
        question: MateQuestion,
    ) -> Option<Box<dyn MateLineSolver + Send>> {
        let _ = (options, question);
        None
    }
}
