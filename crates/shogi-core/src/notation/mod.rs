//! Text in, text out.

pub mod diagram;
pub mod sfen;
