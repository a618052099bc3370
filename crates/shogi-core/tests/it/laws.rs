//! The check of evaluators refuses each kind of fault, and says where it lies.

use komadai_core::{Change, Evaluator, Place, Position, Value, testing};

/// Counts the moves played, which [`Evaluator::fresh`] reads from the move number, and breaks a law.
#[derive(Default)]
struct Moves {
    /// Captures are forgotten.
    no_captures: bool,
    /// Passes are forgotten.
    no_passes: bool,
    /// A state that takes the place of another one stays as that was.
    stays: bool,
    /// What is added to every value.
    beyond: i32,
}

impl Evaluator for Moves {
    type State = u32;

    fn fresh(&self, pos: &Position) -> u32 {
        pos.move_number()
    }

    fn advance(&self, parent: &u32, _: &Position, change: &Change) -> u32 {
        let captures = change.added().iter().skip(1).any(|placed| placed.place == Place::Hand);
        parent + u32::from(!(self.no_captures && captures))
    }

    fn advance_into(&self, parent: &u32, after: &Position, change: &Change, state: &mut u32) {
        if !self.stays {
            *state = self.advance(parent, after, change);
        }
    }

    fn advance_null(&self, parent: &u32, _: &Position) -> u32 {
        parent + u32::from(!self.no_passes)
    }

    fn evaluate(&self, state: &u32, _: &Position) -> Value {
        Value::from_cp(*state as i32) + Value::from_cp(self.beyond)
    }
}

#[test]
fn an_evaluator_that_keeps_up_is_accepted() {
    testing::assert_advance_equals_fresh(&Moves::default(), 1, 4);
}

#[test]
#[should_panic(expected = "after a pass in ")]
fn a_pass_that_is_not_kept_up_is_found() {
    testing::assert_advance_equals_fresh(&Moves { no_passes: true, ..Moves::default() }, 1, 4);
}

#[test]
#[should_panic(expected = "the advanced state evaluates as")]
fn a_state_that_keeps_what_another_left_is_found() {
    testing::assert_advance_equals_fresh(&Moves { stays: true, ..Moves::default() }, 1, 4);
}

#[test]
#[should_panic(expected = " evaluates as mate ")]
fn a_value_that_stands_for_a_mate_is_found() {
    testing::assert_advance_equals_fresh(&Moves { beyond: Value::MAX_EVAL.cp(), ..Moves::default() }, 1, 1);
}

#[test]
fn what_is_found_names_the_move_the_position_and_both_values() {
    let faulty = Moves { no_captures: true, ..Moves::default() };
    let check = || testing::assert_advance_equals_fresh(&faulty, 1, 4);
    let panic = std::panic::catch_unwind(check).expect_err("captures are forgotten");
    let told = panic.downcast_ref::<String>().expect("a message");
    let (before, behind) = told.split_once(" the advanced state evaluates as +").expect(told);
    let (mv, sfen) = before.strip_prefix("after the move ").and_then(|it| it.split_once(" in ")).expect(told);
    let pos: Position = sfen.parse().expect(told);
    assert!(pos.is_legal(mv.parse().expect(told)), "{told}");
    let number = pos.move_number();
    assert!(
        behind.starts_with(&format!("{number}, a fresh one as +{}: seed 1, game ", number + 1)),
        "{told}"
    );
}
