//! What the thesis of paper 000 found, section 6.3: its program with Contextbest against itself without, 150 openings
//! with both colours, 10 seconds a move.

use crate::Score;
use crate::recipe::EngineRecipe;

/// Table 6.1, if the players, who have the same evaluation, are those of that match: a search with Contextbest against the same one
/// without.
pub(super) fn of(first: &EngineRecipe, second: &EngineRecipe) -> Option<Score> {
    let (EngineRecipe::Search(with), EngineRecipe::Search(without)) = (first, second) else {
        return None;
    };
    let alone = !without.has("context") && without.with("context") == *with;
    alone.then_some(GAMES)
}

const GAMES: Score = Score { wins: 171, draws: 0, losses: 129 };
