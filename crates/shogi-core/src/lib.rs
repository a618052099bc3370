#![doc = include_str!("../README.md")]
#![no_std]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "artifact")]
pub mod artifact;
pub mod attacks;
mod bitboard;
mod color;
mod contract;
mod debug;
pub mod ending;
#[cfg(feature = "std")]
pub mod files;
pub mod game;
mod hand;
mod history;
#[cfg(feature = "std")]
pub mod journal;
mod move_list;
pub mod movegen;
mod moves;
pub mod notation;
mod operators;
pub mod perft;
mod piece;
mod piece_values;
mod position;
pub mod random;
pub mod rng;
pub mod see;
mod square;
pub mod testing;
#[cfg(feature = "serde")]
mod text_serde;
mod value;
pub mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use color::{Color, ParseColorError};
pub use contract::{Evaluator, Mate, MateSolver};
pub use game::{Game, GameBuilder, GameResult};
pub use hand::Hand;
pub use history::{Dominance, History, Repetition};
pub use move_list::{MAX_LEGAL_MOVES, MoveList};
pub use moves::{Move, ParseMoveError};
pub use piece::{ByKind, Piece, PieceKind};
pub use piece_values::PieceValues;
pub use position::{
    Change, CheckSquares, Checks, IllegalMove, Place, Placed, Position, Setup, SetupError, Tracked, Undo,
};
pub use square::{ParseSquareError, Square};
pub use value::Value;
pub use zobrist::Key;
