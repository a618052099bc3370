//! Integration tests of the facade and of the two examples that need no experiment, in one program.

mod analyze;
mod default_model;
mod example;
mod overrun;
mod perft;
mod usi_engine;
