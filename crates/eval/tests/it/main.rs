//! All integration tests in one program: one file an idea, linked once.

mod artifact;
mod blend;
mod effects;
mod every_part;
mod features;
mod material;
mod network;
mod pairs;
mod positions;
mod reliability;
mod shown;
