//! The check of evaluators finds each kind of fault, and says where it is.

use komadai_core::{Change, Evaluator, Place, Position, Value, testing};

/// Counts the moves played, which [`Evaluator::fresh`] reads from the move number, and breaks a law.
#[derive(Default)]
struct Moves {
    /// Captures are forgotten.
    no_captures: bool,
    /// Passes are forgotten.
    no_passes: bool,
    /// A state written in place of another one keeps the old contents.
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

/// The message about an evaluator that breaks a law.
fn told(faulty: &Moves) -> String {
    let check = || testing::assert_advance_equals_fresh(faulty, 1, 4);
    *std::panic::catch_unwind(check).expect_err("a law is broken").downcast().expect("a message")
}

#[test]
fn an_evaluator_that_keeps_up_is_accepted_and_each_fault_is_found() {
    testing::assert_advance_equals_fresh(&Moves::default(), 1, 4);
    for (faulty, said) in [
        (Moves { no_passes: true, ..Moves::default() }, "after a pass in "),
        (Moves { stays: true, ..Moves::default() }, "the advanced state evaluates as"),
        (Moves { beyond: Value::MAX_EVAL.cp(), ..Moves::default() }, " evaluates as mate "),
    ] {
        assert!(told(&faulty).contains(said), "{}", told(&faulty));
    }
}

#[test]
fn what_is_found_names_the_move_the_position_and_both_values() {
    let told = &told(&Moves { no_captures: true, ..Moves::default() })[..];
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
