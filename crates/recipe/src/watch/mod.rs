//! Observers of searches, and what they count.

pub mod audit;
pub mod effectiveness;
pub mod killers;
pub mod tree_profile;
