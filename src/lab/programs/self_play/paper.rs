//! What the thesis of paper 000 found, section 6.3: its program with Contextbest against itself without, 150 openings
//! with both colours, 10 seconds a move.

use crate::lab::Score;
use crate::lab::recipe::{EngineRecipe, Part};

use super::Player;

/// Table 6.1, if the players are those of that match: a search with Contextbest against the same one without.
pub(super) fn of([first, second]: &[Player; 2]) -> Option<Score> {
    let (EngineRecipe::Search(with), EngineRecipe::Search(without)) = (&first.recipe, &second.recipe) else {
        return None;
    };
    let alone = !without.has(Part::Context) && without.with(Part::Context) == *with;
    (alone && first.eval.name() == second.eval.name()).then_some(GAMES)
}

const GAMES: Score = Score { wins: 171, draws: 0, losses: 129 };
