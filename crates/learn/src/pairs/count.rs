//! How often relations are seen: rare ones get no weight.

use komadai_eval::pair::{Fold, Relation};

use crate::pairs::games::EncodedGames;
use crate::pairs::position::PositionPlaces;
use crate::pairs::product::Spread;
use crate::pairs::table::{PLACES, PlaceOrder};
use crate::parallel::map_in_parallel;
use crate::reduce::{Reduce, ReduceError};

/// Counts, for each slot of a folding, the training positions whose relations it weighs: a relation counts once for each position
/// with a quiet move played in which it holds, before that move or after it.
///
/// Paper 001 keeps what appears in 20 positions or more (section 5) and says no more about it. In a folding the counts of
/// all relations of a slot are added up, so that a position may count up to four times.
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
    let order = PlaceOrder::plain();
    let count = |first: usize| {
        let (mut table, mut position) = (vec![0; PLACES * PLACES], PositionPlaces::default());
        for block in (first..games.blocks()).step_by(threads) {
            games.visit(block, |pos, moves| {
                position.look(pos, &moves[..1], &order);
                count_position(&position, &mut table);
            });
        }
        table
    };
    // Whole numbers: their sum does not depend on who counted what.
    let tables: Vec<Vec<u32>> =
        map_in_parallel(vec![(); threads], 0..threads, |(), first| count(first), || {});
    let mut counts = vec![0.0; fold.len()];
    for relation in (0..Relation::COUNT).filter_map(Relation::from_index) {
        let Some(slot) = fold.slot(relation) else { continue };
        let (a, b) = relation.places();
        let (a, b) = (a.index().min(b.index()), a.index().max(b.index()));
        let seen: u64 = tables.iter().map(|table| u64::from(table[a * PLACES + b])).sum();
        counts[slot.index as usize] += seen as f64;
    }
    reduce.sum(&mut counts)?;
    Ok(counts.into_iter().map(|count| count as u64).collect())
}

/// Counts the relations of a position, and those that its first move brings; at `[smaller place][larger place]`.
fn count_position(position: &PositionPlaces, table: &mut [u32]) {
    let Some(played) = position.moves.first() else { return };
    let mut count = |a: u16, b: u16| {
        let cell = usize::from(a.min(b)) * PLACES + usize::from(a.max(b));
        table[cell] = table[cell].saturating_add(1);
    };
    for (n, &(a, _)) in position.places.iter().enumerate() {
        position.places[..=n].iter().for_each(|&(b, _)| count(a, b));
    }
    let places = |numbers: [u16; 2]| numbers.map(|number| position.touched[usize::from(number)]);
    let (left, came) = (&places(played.left)[..played.pieces], &places(played.came)[..played.pieces]);
    // A hand stays a place until the last of its kind has left.
    let stays = |&(place, count): &(u16, f32)| !(left.contains(&place) && count < 1.5);
    let new: Vec<u16> =
        came.iter().copied().filter(|came| position.places.iter().all(|(place, _)| place != came)).collect();
    for (n, &a) in new.iter().enumerate() {
        position.places.iter().filter(|place| stays(place)).for_each(|&(b, _)| count(a, b));
        new[..=n].iter().for_each(|&b| count(a, b));
    }
}
