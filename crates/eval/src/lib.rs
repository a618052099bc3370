#![doc = include_str!("../README.md")]

mod features;
mod material;
pub mod pair;
mod place;
mod sum;
pub mod terms;

pub use features::{FeatureId, FeatureSet, PieceCounts, PiecePlaces};
pub use material::Material;
pub use place::{ParsePlaceError, PlaceIndex};
pub use sum::Sum;
