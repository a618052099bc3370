//! Text in, text out.

pub mod diagram;
pub mod packed;
pub mod sfen;
