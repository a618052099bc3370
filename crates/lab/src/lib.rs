#![doc = include_str!("../README.md")]
#![warn(clippy::print_stdout, clippy::print_stderr)] // `println!` panics when the reader of a pipe has gone

mod data;
pub mod experiments;
pub mod mate;
mod reliability;
mod run;
pub mod self_play;
mod shape;
mod stats;

pub use data::games::{ClassedGame, GameFiles, Games};
pub use data::openings::read_openings;
pub use data::problem::{Label, MateProblem};
pub use data::problem_file::{MateProblems, ProblemSource};
pub use data::suite::{SuiteEntry, read_suite};
pub use experiments::own_parts;
pub use komadai_recipe::{ConsultationRecipe, OwnPart, Parts, Recipe};
pub use run::answers::{KeptAnswers, ask, ask_in_order, forget_fallen};
pub use run::clocks::ThreadClock;
pub use stats::bootstrap::Bootstrap;
pub use stats::by_game::MeanByGame;
pub use stats::chance::sign_test;
pub use stats::elo::{EloScale, PairScore, Score};
pub use stats::regression::Regression;
pub use stats::sprt::{Sprt, Verdict};
