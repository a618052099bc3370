//! The course of an experiment: answers that are kept, time that is limited and counted.

pub(crate) mod answers;
pub(crate) mod clocks;
