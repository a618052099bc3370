#![doc = include_str!("links.md")]
#![doc = include_str!("../README.md")]

pub use komadai_core::{
    Bitboard, ByKind, Change, CheckSquares, Checks, Color, Dominance, Evaluator, Game, GameBuilder,
    GameResult, Hand, History, IllegalMove, Key, MAX_LEGAL_MOVES, Mate, MateSolver, Move, MoveList,
    ParseColorError, ParseMoveError, ParseSquareError, Piece, PieceKind, PieceValues, Place, Placed,
    Position, Repetition, Setup, SetupError, Square, Squares, Tracked, Undo, Value, attacks, ending, files,
    game, journal, movegen, perft, random, rng, see, testing, zobrist,
};

#[cfg(feature = "artifact")]
pub use komadai_core::artifact;

/// Evaluation; the crate `komadai-eval`.
#[doc(inline)]
pub use komadai_eval as eval;
/// Training and measurement; the crate `komadai-learn`.
#[cfg(feature = "learn")]
#[doc(inline)]
pub use komadai_learn as learn;
/// Records, opening books and diagrams; the crate `komadai-notation`.
#[doc(inline)]
pub use komadai_notation as notation;
/// Alpha-beta search with sockets; the crate `komadai-search`.
#[doc(inline)]
pub use komadai_search as search;
/// Mate solving; the crate `komadai-tsume`.
#[doc(inline)]
pub use komadai_tsume as tsume;
/// The USI conversation of an engine; the crate `komadai-usi`.
#[doc(inline)]
pub use komadai_usi as usi;

pub mod analysis;
#[cfg(feature = "default-model")]
pub mod default_model;
#[cfg(feature = "default-model")]
pub mod default_reliability;
#[cfg(feature = "artifact")]
pub mod evaluation;
mod learned_margin;
#[cfg(feature = "default-model")]
pub mod pairs_model;
pub mod samples;
mod trust;
pub mod usi_solver;

pub use learned_margin::LearnedMargin;
pub use trust::Trust;

/// Tests of the examples on the Japanese page.
#[cfg(doctest)]
#[doc = include_str!("../README.ja.md")]
struct JapanesePage;
