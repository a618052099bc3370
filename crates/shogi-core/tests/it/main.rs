//! All integration tests in one program: one file an idea, linked once.

mod dominance;
mod exchange;
mod laws;
mod naive;
mod packed;
mod properties;
mod rules;
mod shown;
mod traps;
