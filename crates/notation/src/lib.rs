#![doc = include_str!("../README.md")]
#![no_std]
#![expect(
    clippy::format_push_string,
    reason = "records are short, and `write!` would add an error that cannot happen"
)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod book_db;
mod builder;
mod clock;
pub mod csa;
mod cursor;
pub mod diagram;
pub mod encoding;
mod error;
pub mod evaluations;
mod final_words;
#[cfg(feature = "jkf")]
pub mod jkf;
pub mod kif;
pub mod packed_game;
pub mod record;
pub mod usi_record;
mod walk;

pub use kif::ki2;
#[doc(inline)]
pub use komadai_core::notation::{packed, sfen, usi};
