//! Runs over mate problems: every answer with its cost, checked by rules that share no code with the search, in any number of threads.
//!
//! | part | does |
//! |---|---|
//! | [`MateRun`] | parameters: everything that answers depend on |
//! | [`CycleTreatment`] | treatments of repetitions by name |
//! | [`MateWorker`] | solves one problem after another, each from empty tables, and checks the answers |
//! | [`MateAnswer`] | an answer with its cost, and its line of text |
//! | [`MateComparison`] | compares heuristics, also your own, on the same problems: answers and nodes side by side |
//! | [`tree_page`] | a proof or disproof tree as an HTML page, a board for every move |
//! | [`Questions`] | further questions about a mate: exact length, cooks (余詰), a record with variations, futile interpositions, certificates of the length |
//! | [`ShownLength`] | which bounds of a length certificates have shown |

mod answer;
mod comparison;
mod cycles;
mod files;
mod outline;
mod page;
mod question;
mod run;
mod worker;

pub use answer::{MateAnswer, MateLength, ShownLength};
pub use comparison::MateComparison;
pub use cycles::CycleTreatment;
pub use files::{file_of, prepare_folder};
pub(crate) use page::escaped;
pub use page::tree_page;
pub use run::{MateRun, Questions};
pub use worker::MateWorker;
