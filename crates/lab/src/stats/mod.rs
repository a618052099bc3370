//! Statistics of comparisons: Elo, sequential tests, intervals, fits.

pub(crate) mod bootstrap;
pub(crate) mod by_game;
pub(crate) mod chance;
pub(crate) mod elo;
pub(crate) mod least_squares;
pub(crate) mod rank;
pub(crate) mod regression;
pub(crate) mod sprt;
pub(crate) mod spsa;
