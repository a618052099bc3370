//! The check of df-pn parts accepts every heuristic and every treatment of repetitions of this crate, some seeds each time, a thousand on
//! demand; and it refuses parts that make wrong answers.

use std::ops::RangeInclusive;

use crate::common::AnyHeuristic;
use komadai_core::{Color, Move, Position};
use komadai_tsume::{
    CyclePolicy, DependenceTable, DfpnHeuristic, FarDrops, Ignore, MateNode, Mobility, Nagai, NagaiLiteral,
    Numbers, Odds, Support, Twin, Unit, testing,
};

/// Heuristics come behind one type, so that a solver is compiled once for all of them.
fn accept<C: CyclePolicy>(
    seeds: &RangeInclusive<u64>,
    name: &str,
    heuristic: &AnyHeuristic,
    cycles: impl Fn() -> C,
) {
    let decided: usize =
        seeds.clone().map(|seed| testing::assert_answers_hold(heuristic, &cycles, seed, 2, 3_000)).sum();
    println!("{name}: {} seeds accepted, {decided} answers", seeds.clone().count());
    assert!(decided >= 5 * seeds.clone().count(), "{name}: {decided} answers");
}

fn every_part(seeds: &RangeInclusive<u64>) {
    accept(seeds, "Odds", &Odds::default(), DependenceTable::default);
    accept(seeds, "FarDrops", &FarDrops::<Odds>::default(), DependenceTable::default);
    accept(seeds, "Support", &Support, DependenceTable::default);
    accept(seeds, "Mobility", &Mobility, DependenceTable::default);
    accept(seeds, "Unit", &Unit, DependenceTable::default);
    accept(seeds, "Twin", &Odds::default(), Twin::default);
    accept(seeds, "Nagai", &Odds::default(), || Nagai);
    accept(seeds, "NagaiLiteral", &Odds::default(), || NagaiLiteral);
}

#[test]
fn every_heuristic_and_every_treatment_is_accepted() {
    every_part(&(1..=2));
}

#[test]
#[ignore = "minutes: cargo test --release -p komadai-tsume --test it every_part:: -- --ignored --nocapture"]
fn every_heuristic_and_every_treatment_is_accepted_with_a_thousand_seeds() {
    every_part(&(1..=1_000));
}

#[test]
#[should_panic(expected = "the verdict is no mate, a mate is true: seed 1: ")]
fn a_treatment_that_keeps_no_mates_of_one_path_for_all_is_found() {
    testing::assert_answers_hold(&Mobility as &AnyHeuristic, || Ignore, 1, 0, 1_000_000);
}

/// Says of every position, before it is searched, that it is no mate.
struct Hopeless;

impl DfpnHeuristic for Hopeless {
    fn initial(&self, _: &MateNode<'_>) -> Numbers {
        Numbers { proof: Numbers::INFINITE, disproof: 0 }
    }

    fn edge(&self, _: &Position, _: Color, _: Move) -> u16 {
        0
    }
}

#[test]
fn numbers_that_claim_an_answer_are_no_answer() {
    // The solver takes first numbers for guesses, whatever they are.
    assert!(
        testing::assert_answers_hold(&Hopeless as &AnyHeuristic, DependenceTable::default, 1, 0, 20_000) > 0
    );
}
