#![doc = include_str!("links.md")]
#![doc = include_str!("../README.md")]

mod blend;
pub mod effects;
mod features;
mod material;
mod nearness;
pub mod network;
pub mod pair;
mod piece_place;
mod progress;
pub mod reliability;
mod sum;
pub mod terms;

pub use blend::Blend;
pub use features::{FeatureId, FeatureSet, PieceCounts, PiecePlaces};
pub use material::Material;
pub use nearness::Nearness;
pub use piece_place::{ParsePiecePlaceError, PiecePlace};
pub use progress::{MAX_PROGRESS, PieceProgress};
pub use sum::Sum;
