//! Observers of searches, and what they count.

pub(crate) mod audit;
pub(crate) mod effectiveness;
pub(crate) mod killers;
pub(crate) mod shape;
pub(crate) mod tree_profile;
