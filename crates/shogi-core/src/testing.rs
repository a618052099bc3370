//! Checks that implementations of this crate's contracts keep their laws, for your own tests.
//!
//! They are ordinary functions that panic if a law is broken and say where; functions that are not called cost nothing.

use alloc::format;
use alloc::string::String;
use core::fmt::Debug;

use crate::rng::SplitMix64;
use crate::{Evaluator, Move, Position, Value, random};

/// Longest game, in plies.
const PLIES: u32 = 300;

/// Checks that `{:?}` of a type that holds tables is short: below 1,000 characters.
///
/// ```
/// komadai_core::testing::assert_debug_is_short(&komadai_core::Position::startpos());
/// ```
///
/// # Panics
///
/// If it is not, with the number of characters and the first of them.
pub fn assert_debug_is_short(shown: &dyn Debug) {
    let text = format!("{shown:?}");
    assert!(text.len() < 1_000, "{} characters: {}…", text.len(), text.chars().take(200).collect::<String>());
}

/// Plays random games from a seed, with a pass now and then, and compares after each move: the state from [`Evaluator::advance`],
/// [`Evaluator::advance_into`] and [`Evaluator::advance_null`] must evaluate as the state from [`Evaluator::fresh`] does, within
/// ±[`Value::MAX_EVAL`]. Every second game begins with pieces anywhere, so kings in the other camp, crowded hands and boards with one
/// king occur.
///
/// States that defer work are used as in a search: half are evaluated only as a copy, and some get another child before the played one.
///
/// ```
/// use komadai_core::{Change, Evaluator, Position, Value, testing};
///
/// /// The number of legal moves, counted anew.
/// struct Moves;
///
/// impl Evaluator for Moves {
///     type State = ();
///     fn fresh(&self, _: &Position) {}
///     fn advance(&self, _: &(), _: &Position, _: &Change) {}
///     fn evaluate(&self, _: &(), pos: &Position) -> Value {
///         Value::from_cp(pos.legal_moves().len() as i32)
///     }
/// }
///
/// testing::assert_advance_equals_fresh(&Moves, 1, 4);
/// ```
///
/// # Panics
///
/// If a law is broken: with the move or pass, the position before it, and both values; or with a position and its value out of range.
pub fn assert_advance_equals_fresh<E: Evaluator>(eval: &E, seed: u64, games: u32) {
    let mut rng = SplitMix64::new(seed);
    for game in 0..games {
        let placed = (0..64).find_map(|_| random::placement(&mut rng)).filter(|_| game % 2 == 1);
        let mut pos = placed.unwrap_or_else(Position::startpos);
        let mut state = eval.fresh(&pos);
        let mut old = state.clone();
        let compare = |played: Option<Move>, before: &Position, state: &E::State, pos: &Position| {
            let (advanced, fresh) = (eval.evaluate(state, pos), eval.evaluate(&eval.fresh(pos), pos));
            assert!(
                advanced == fresh,
                "after {} in {before} the advanced state evaluates as {advanced}, a fresh one as {fresh}: seed {seed}, game {game}",
                played.map_or_else(|| String::from("a pass"), |mv| format!("the move {mv}"))
            );
            let inside = (-Value::MAX_EVAL..=Value::MAX_EVAL).contains(&fresh);
            assert!(
                inside,
                "{pos} evaluates as {fresh}, beyond ±{}: seed {seed}, game {game}",
                Value::MAX_EVAL
            );
        };
        for _ in 0..PLIES {
            let before = pos.clone();
            let play = |mv, state: &E::State, into: Option<E::State>| {
                let (change, mut after) = (before.change(mv), before.clone());
                after.do_move(mv);
                let Some(mut child) = into else { return (eval.advance(state, &after, &change), after) };
                eval.advance_into(state, &after, &change, &mut child);
                (child, after)
            };
            let mut played = None;
            if !before.in_check() && rng.below(16) == 0 {
                pos.do_null();
                state = eval.advance_null(&state, &pos);
            } else {
                let Some(mv) = random::legal_move(&mut rng, &before) else { break };
                if let Some(other) = random::legal_move(&mut rng, &before).filter(|_| rng.below(4) == 0) {
                    let (child, after) = play(other, &state, None);
                    compare(Some(other), &before, &child, &after);
                    old = child;
                }
                (state, pos) = play(mv, &state, Some(&old).filter(|_| rng.below(2) == 0).cloned());
                played = Some(mv);
            }
            let copy = state.clone();
            compare(played, &before, if rng.below(2) == 0 { &copy } else { &state }, &pos);
        }
    }
}
