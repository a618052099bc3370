//! Searches put together by name, at run time: `modern`, `modern-null`, `bare+table+history`.
//!
//! An experiment compares many combinations of the same parts. If every combination were a type, each would be
//! compiled; here every part is an [`Option`] of one type, and a part left out costs one test where it would have been
//! asked. The nodes are those of a searcher that has the same parts in its sockets; only the clock sees the tests,
//! and sees them in both sides of a comparison. A draw is worth −50 to the side to move at the root of any recipe.
//!
//! | file | |
//! |---|---|
//! | `part.rs` | the registry: a row for each part |
//! | `build.rs` | the searcher of a recipe |
//! | `killers.rs` | where in the tree the killers of a recipe are used, and how likely they are |
//! | `control.rs` | the controls of depth, of which a recipe has one |
//! | `text.rs` | [`Recipe`]: reading and writing `modern-null+history` |
//! | `consultation.rs` | [`ConsultationRecipe`]: `consultation-8-100`, engines that vote |
//! | `engine_recipe.rs` | [`EngineRecipe`]: one or the other, wherever something plays |
//! | `own_part.rs` `erased.rs` | a part of your own, which the lab does not know the type of |
//! | `evaluations.rs` | [`NamedEvaluation`]: an evaluation, and the searches made with it |
//! | `parts.rs` | [`Parts`]: all that may be named, yours and ours |

mod build;
mod consultation;
mod control;
mod engine_recipe;
mod erased;
mod evaluations;
mod killers;
mod own_part;
mod part;
mod parts;
mod text;

pub use build::RecipeSearcher;
pub use consultation::ConsultationRecipe;
pub use engine_recipe::EngineRecipe;
pub use erased::AnyDepth;
pub(crate) use erased::OwnMemories;
pub(crate) use evaluations::Instrumented;
pub use evaluations::NamedEvaluation;
pub use own_part::OwnPart;
pub(crate) use part::{AnyKiller, PARTS, killers};
pub use parts::Parts;
pub use text::{Recipe, RecipeError};
