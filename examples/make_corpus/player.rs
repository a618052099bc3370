//! What a player is called: all that decides its moves, but the openings and the limits.

use komadai::Evaluator;
use komadai::lab::read_openings;
use komadai::rng::mix;
use komadai::search::{Limits, modern};

use crate::exit::Failure;
use crate::options::Model;

/// Model, search and table. The number at the end is made of values and node counts of searches, so that a search or a model
/// that was changed since does not go on with games of the old one.
pub(crate) fn describe<E: Evaluator>(model: &Model, eval: &E, hash_mb: u32) -> Result<String, Failure> {
    let mut searcher = modern(eval, hash_mb as usize).map_err(|error| format!("--hash-mb: {error}"))?;
    let mut print = 0;
    for opening in read_openings(include_str!("../../data/openings/balanced.sfen"))?.iter().step_by(20) {
        searcher.clear();
        searcher.search_game(opening.tracked(), &Limits::nodes(1_000), &mut |progress| {
            print = mix(print ^ progress.nodes);
            for line in progress.lines {
                print = mix(print ^ u64::from(line.value.cp().unsigned_abs()));
            }
        });
    }
    Ok(format!("modern search, {}, {hash_mb} MB, {:06x}", model.name(), print >> 40))
}
