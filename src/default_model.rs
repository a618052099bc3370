//! The evaluation of the package: a network of kings and pieces (K-P 256x2-16-32, NNUE), trained on games of its own search.
//!
//! The file `data/models/default-nn.bin` is built in with the feature `default-model`. It has the usual format, so other engines can read
//! it. `data/models/README.md` gives the seeds and commands that made it; only the rules, the piece values of paper 001 and self-play
//! went into it.
//!
//! ```
//! use komadai::search::{Limits, modern};
//! use komadai::{Position, default_model};
//!
//! let mut searcher = modern(default_model::evaluator(), 16)?;
//! let report = searcher.search(&Position::startpos(), &Limits::nodes(2_000));
//! assert!(report.best.is_some());
//! # Ok::<(), komadai::search::TableError>(())
//! ```

use std::sync::{Arc, LazyLock};

use komadai_eval::network::{Network, NetworkEvaluator};

/// Bytes of the file `data/models/default-nn.bin`.
pub const BYTES: &[u8] = include_bytes!("../data/models/default-nn.bin");

/// The evaluator for owners of an [`Arc`]; made on first use.
pub(crate) static SHARED: LazyLock<Arc<NetworkEvaluator>> = LazyLock::new(|| {
    let network = Network::read(BYTES).expect("the network was checked before it was packed");
    Arc::new(NetworkEvaluator::new(&network))
});

/// Evaluator of the network, made on the first call (some 900 KB) and then shared by the whole program. A reference to an evaluator is
/// itself an evaluator, so any number of searchers can use it.
pub fn evaluator() -> &'static NetworkEvaluator {
    &SHARED
}
