//! What experiments read, run and show: problems, matches, statistics, tables, figures, boards.
//!
//! | part | rows or values in | out |
//! |---|---|---|
//! | [`Table`] | rows of [`Cell`]s | aligned text, Markdown, CSV: the same rows three times |
//! | [`Plot`] | points or samples | an SVG figure: lines, points, histograms |
//! | [`stacked_bars`] | amounts of parts | an SVG figure of shares |
//! | [`heat_map`] | a number for each square | an SVG board |
//! | [`LeastSquares`] | rows of several variables and a measured value | coefficients with their intervals |
//! | [`Regression`] | points | the line of least squares, the interval of its slope |
//! | [`Effectiveness`] | a search, watched | how often recalled moves are right |
//! | [`MateProblem`] | lines of a problem file, records, folders of them | positions with their known answers |
//! | [`MateComparison`](mate::MateComparison) | mate problems, df-pn heuristics | answers and nodes of each heuristic |
//! | [`read_suite`] | lines of a file of positions | positions with the moves to be found there |
//! | [`Games`] | lines of a file of games | games by class, some of them held out |
//! | [`Recipe`], [`Parts`] | `modern-null+history`, parts of your own | an [`Engine`]: a searcher of those parts |
//! | [`TreeProfile`] | a search tree by remaining depth | what ends its nodes, what reductions save and cost |
//! | [`PruningAudit`] | claims of forward prunings | a sample of them, to be searched again |
//! | [`self_play`] | two engines, [openings](read_openings) | games in a journal, a score |
//! | [`Score`], [`PairScore`], [`Sprt`] | wins, draws, losses | Elo with its interval, likelihood of superiority, a verdict |
//! | [`Spsa`] | noisy comparisons | numbers tuned at once |
//! | [`Bootstrap`], [`sign_test`] | two searches on the same positions | an interval of the difference, a level of significance |
//! | [`Journal`], [`Answers`] | finished pieces of a long run | the same, after an interruption |
//! | [`in_parallel`], [`map_in_parallel`] | positions, workers | results that do not depend on the number of threads |
//! | [`InputText`] | a file, or built-in data | text with the name that errors tell |
//! | [`Report`] | tables, figures, text | text on standard output, CSV and SVG files, their list |
//! | [`options`] | words of a command line | threads, seed, folder, files of games |
//! | [`Progress`], [`exit_status`] | items done, the end of `main` | a bar or lines, an error message: on standard error |
//!
//! Everything here turns text into numbers or numbers into text. Only [`Report`] prints on standard
//! output, and [`Progress`] and [`exit_status`] on standard error. The feature `lab` (on by default) brings it in, together
//! with the packages `clap`, `comfy-table`, `indicatif` and `plotters`; engines switch it off with `default-features = false`.

mod analyst;
mod answers;
mod audit;
mod axis;
mod board;
mod bootstrap;
mod by_game;
mod categories;
mod chance;
pub mod consultation;
mod effectiveness;
mod elo;
mod exit;
mod fingerprint;
mod fold;
mod forecast;
mod games;
mod given;
mod input;
mod interval;
pub mod killers;
mod layer;
mod least_squares;
mod legend;
pub mod mate;
mod narrow;
mod number;
mod openings;
pub mod options;
mod plot;
mod problem;
mod problem_file;
pub mod programs;
mod progress;
mod rank;
mod recipe;
mod regression;
pub mod reliability;
mod report;
mod save;
pub mod self_play;
mod shape;
mod sprt;
mod spsa;
mod stack;
mod suite;
mod table;
mod thread_clock;
mod time_limit;
mod tree_profile;
pub mod words;

pub use analyst::{Analyst, Finding};
pub use answers::{AnswerForm, Answers};
pub use audit::{
    AuditedClaim, Claim, ClaimForm, ClaimKind, ClaimSample, PruningAudit, Reservoir, ValueSearch,
};
pub use board::heat_map;
pub use bootstrap::Bootstrap;
pub use by_game::MeanByGame;
pub use categories::{count_categories, total_counts};
pub use chance::sign_test;
pub use effectiveness::{CategoryTally, Effectiveness, Tally};
pub use elo::{EloScale, PairScore, Score};
pub use exit::{Failure, exit_status};
pub use fingerprint::{content_fingerprint, fingerprint};
pub use fold::{COLUMNS, Folded, width};
pub use forecast::ForecastScore;
pub use games::{ClassedGame, GamePosition, Games, GamesError};
pub use given::{GivenGame, GivenGameError};
pub use input::{InputError, InputText, LARGEST_FILE, read_whole};
pub use interval::Interval;
pub use komadai_learn::{Journal, JournalError, JournalHeader, SavedJournal, in_parallel, map_in_parallel};
pub use komadai_search::Engine;
pub use least_squares::LeastSquares;
pub use number::read_value;
pub use openings::{OpeningError, read_openings};
pub use plot::{Plot, PlotError};
pub use problem::{Label, MateProblem};
pub use problem_file::MateProblems;
pub use programs::own_parts;
pub use progress::Progress;
pub use rank::MoveRank;
pub use recipe::{
    AnyDepth, ConsultationRecipe, EngineRecipe, Instrumented, Instruments, MoreInstruments, NamedEvaluation,
    OwnPart, Part, Parts, Recipe, RecipeError,
};
pub use regression::Regression;
pub use report::Report;
pub use save::{
    SaveError, check_file, check_file_of, check_folder, check_model_file, check_new_file, make_folder,
    make_whole, save, save_whole,
};
pub use shape::{QuietRank, RatedEvaluation, ShapeEye, ShapeView};
pub use sprt::{Sprt, SprtError, Verdict};
pub use spsa::{Spsa, SpsaAxis, SpsaPoint, SpsaTrial};
pub use stack::stacked_bars;
pub use suite::{SuiteEntry, SuiteError, read_suite};
pub use table::{Cell, Table};
pub use thread_clock::ThreadClock;
pub use time_limit::with_time_limit;
pub use tree_profile::{PlyProfile, TreeProfile};
