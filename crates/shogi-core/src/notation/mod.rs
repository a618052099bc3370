//! Text in, text out.

pub mod sfen;
