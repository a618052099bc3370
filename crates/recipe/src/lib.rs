#![doc = include_str!("../README.md")]

mod build;
mod consultation;
mod control;
mod engine_recipe;
mod evaluations;
mod killers;
mod names;
mod own_part;
mod part;
mod parts;
mod text;
pub mod watch;

pub use build::RecipeSearcher;
pub use consultation::ConsultationRecipe;
pub use engine_recipe::EngineRecipe;
pub use evaluations::{Instrumented, Instruments, NamedEvaluation, OptionalInstruments, SearchBuilder};
pub use own_part::{AnyDepth, AnyMemory, OwnPart};
pub use part::{Killer, PARTS, Part, killers};
pub use parts::Parts;
pub use text::{Recipe, RecipeError};
