//! Counts of the positions in which relations are seen: rare ones get no weight.

use komadai_eval::FeatureSet;
use komadai_eval::pair::{Fold, Pairs, Relation};

use crate::pairs::games::EncodedGames;
use crate::pairs::product::Spread;
use crate::parallel::map_in_parallel;
use crate::reduce::{Reduce, ReduceError};

/// Counts, for each slot of a folding, the training positions in which its relations hold. A relation counts once for each position
/// with a quiet move played, if it holds before or after that move.
///
/// Paper 001 keeps relations that appear in 20 positions or more (section 5) and says no more about it. In a folding the counts of
/// all relations of a slot are added up, so a position may count up to four times.
///
/// # Errors
///
/// [`ReduceError`].
pub fn count_slots(
    games: &EncodedGames,
    fold: &Fold,
    spread: Spread,
    reduce: &mut dyn Reduce,
) -> Result<Vec<u64>, ReduceError> {
    let threads = spread.threads.clamp(1, games.blocks().max(1));
    let count = |(): &mut (), first: usize| {
        // `[relation]`: number of positions that have it, and the number of the last one.
        let mut seen = vec![(0_u32, 0_u32); Relation::COUNT];
        let mut number = 0;
        for block in (first..games.blocks()).step_by(threads) {
            games.visit(block, |pos, moves| {
                number += 1;
                for pos in [pos, &pos.after([moves[0]])] {
                    Pairs.visit(pos, |relation, _| {
                        let (count, last) = &mut seen[relation as usize];
                        *count += u32::from(*last != number);
                        *last = number;
                    });
                }
            });
        }
        seen
    };
    // Counts are whole numbers: their sum does not depend on the division of the work.
    let seen = map_in_parallel(vec![(); threads], 0..threads, count, || {});
    let mut counts = vec![0.0; fold.len()];
    for relation in (0..Relation::COUNT).filter_map(Relation::from_index) {
        if let Some(slot) = fold.slot(relation) {
            let of_relation = seen.iter().map(|seen| f64::from(seen[relation.index()].0));
            counts[slot.index as usize] += of_relation.sum::<f64>();
        }
    }
    reduce.sum(&mut counts)?;
    Ok(counts.into_iter().map(|count| count as u64).collect())
}
