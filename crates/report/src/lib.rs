#![doc = include_str!("../README.md")]
//!
//! | part | in | out |
//! |---|---|---|
//! | [`Table`] | rows of [`Cell`]s | aligned text, CSV: the same rows twice |
//! | [`Plot`] | points, samples, amounts of parts | an SVG figure: lines, points, histograms, shares |
//! | [`heat_map`] | a number for each square | an SVG board |
//! | [`InputText`] | a file, or built-in data | text with a name for error messages |
//! | [`GivenGame`] | an SFEN, a USI line, a record file | a position and the moves after it |
//! | [`words`], [`grouped`] | moves, values, pieces, counts | text for people, no wider than a terminal ([`width()`]) |
//! | [`Interval`] | an estimate and how far off it may be | text and cells |
//! | [`Report`] | tables, figures, text | text on standard output, CSV and SVG files, their list; all of it as [`Printed`] |
//! | [`save()`], [`save_whole`], [`check_file`], [`check_folder`] | a text, a path | a file; before the work, whether it can be written |
//! | [`options`] | words of a command line | threads, seed, evaluation, size of tables, folder |
//! | [`Progress`], [`tell`], [`exit_status`] | items done, a remark, the end of `main` | a bar or lines, an error message: on standard error |
//!
//! Only [`Report`] and [`Folded`] print on standard output, and [`Progress`], [`tell`] and [`exit_status`] on standard error.
#![warn(clippy::print_stdout, clippy::print_stderr)] // `println!` panics when the reader of a pipe has gone

mod columns;
mod interval;
mod plot;
mod run;
mod table;
mod text;

pub use columns::Columns;
pub use interval::{Interval, Z95};
pub use plot::board::heat_map;
pub use plot::{Plot, PlotError};
pub use run::exit::{Failure, exit_status, tell};
pub use run::given::GivenGame;
pub use run::input::{InputText, content_fingerprint, numbered_lines, read_to_end, read_whole};
pub use run::options;
pub use run::progress::Progress;
pub use run::report::{Printed, PrintedCell, PrintedTable, Report};
pub use run::save::{
    check_file, check_file_of, check_folder, check_model_file, check_new_file, save, save_whole,
};
pub use table::{Cell, Table};
pub use text::fold::{COLUMNS, Folded, width};
pub use text::number::grouped;
pub use text::words;
