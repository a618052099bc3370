//! All integration tests in one program: one file an idea, linked once.

mod book;
mod comparison;
mod discriminant;
mod lbfgs;
mod models;
mod outcome;
mod pairs;
mod shown;
mod solve;
