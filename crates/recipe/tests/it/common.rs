//! What the tests share: positions, and searches of them with material.

use komadai::evaluation::Evaluation;
use komadai_recipe::{NamedEvaluation, Recipe};
use komadai_search::{Engine, Limits, Report};

/// An opening with its lines open.
pub(crate) const OPEN: &str = "lnsgk1snl/6gb1/p1pppp2p/6R2/9/1rP6/P2PPPP1P/1BG6/LNS1KGSNL w 3P2p 21";
/// A king hunt.
pub(crate) const HUNT: &str = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";

pub(crate) fn material() -> NamedEvaluation {
    Evaluation::material().into()
}

/// A recipe of built-in parts.
pub(crate) fn recipe(text: &str) -> Recipe {
    text.parse().unwrap()
}

/// Its engine, with one megabyte of table.
pub(crate) fn engine(text: &str) -> Box<dyn Engine + Send> {
    material().engine(&recipe(text), 1).unwrap()
}

pub(crate) fn search(engine: &mut dyn Engine, sfen: &str, limits: &Limits) -> Report {
    engine.search(&sfen.parse().unwrap(), limits)
}
