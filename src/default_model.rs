//! The evaluation that comes with the package: a network of kings and pieces (K-P 256x2-16-32, NNUE), trained on games of its own search.
//!
//! The file is `data/models/default-nn.bin`, built into whoever asks for it (feature `default-model`), in the field's format, so that
//! other engines can read it. How it was made, from which seeds and by which commands, stands in `data/models/README.md`; nothing but
//! the rules, the piece values of paper 001 and self-play went into it.
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

/// For owners; made on the first use.
pub(crate) static SHARED: LazyLock<Arc<NetworkEvaluator>> = LazyLock::new(|| {
    let network = Network::read(BYTES).expect("the network was checked before it was packed");
    Arc::new(NetworkEvaluator::new(&network))
});

/// The player of the network, made on the first call (some 900 KB) and then shared by the whole program. A reference to an evaluator
/// is an evaluator, so it can be given to any number of searchers.
pub fn evaluator() -> &'static NetworkEvaluator {
    &SHARED
}
