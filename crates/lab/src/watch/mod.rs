//! Observers of searches, and what they count.

pub(crate) mod audit;
pub mod consultation;
pub(crate) mod effectiveness;
pub mod killers;
pub(crate) mod shape;
pub(crate) mod tree_profile;
