//! The course of a program: options, input, progress, files, its end.

pub(crate) mod exit;
pub(crate) mod given;
pub(crate) mod input;
pub mod options;
pub(crate) mod progress;
pub(crate) mod report;
pub(crate) mod save;
