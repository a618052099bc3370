//! The course of an experiment: answers that are kept, time that is limited and counted.

pub(crate) mod answer_form;
pub(crate) mod answers;
pub(crate) mod thread_clock;
pub(crate) mod time_limit;
