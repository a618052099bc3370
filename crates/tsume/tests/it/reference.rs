//! The solver against the truth on small random problems.
//!
//! The judge (`crate::common::truth`) shares the rules with the solver (the list of all legal moves), no table, no numbers,
//! no path.

use crate::common::parts::{AnySolver, with};
use crate::common::truth::{Graph, random_problem};
use crate::common::{assert_mates, odds};
use komadai_core::rng::SplitMix64;
use komadai_core::{Checks, movegen};
use komadai_tsume::{DependenceTable, Verdict};

/// What the problems were, so that a run can be seen to have tested something.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) mates: usize,
    long_mates: usize,
    pub(crate) no_mates: usize,
    pub(crate) unknown: usize,
}

pub(crate) fn compare(seed: u64, problems: usize, most: usize, solver: &mut AnySolver<'_>) -> Tally {
    let mut rng = SplitMix64::new(seed);
    let mut tally = Tally::default();
    while tally.mates + tally.no_mates + tally.unknown < problems {
        let Some(pos) = random_problem(&mut rng) else { continue };
        // Most random positions are over in a move: keep few of those.
        if movegen::mate_in_one(&pos, &Checks::of(&pos)).is_some() && rng.below(3) != 0 {
            continue;
        }
        let Some(graph) = Graph::new(&pos, most) else { continue };
        let mate = graph.plies().is_some();
        if !mate && rng.below(if graph.len() < 12 { 16 } else { 2 }) != 0 {
            continue;
        }
        // Half of the problems meet a table full of other problems' results.
        if rng.below(2) == 0 {
            solver.clear();
        }
        let mut board = pos.clone();
        let solution = solver.solve(&mut board);
        assert_eq!(board, pos, "the solver left another position");
        match solution.verdict {
            Verdict::Mate { line } => {
                assert!(mate, "false mate in {pos}: {line:?}");
                assert_mates(&pos, &line, &pos.to_string());
                tally.mates += 1;
                tally.long_mates += usize::from(line.len() > 1);
            }
            Verdict::NoMate => {
                assert!(!mate, "false no-mate in {pos}");
                tally.no_mates += 1;
            }
            Verdict::Unknown => tally.unknown += 1,
        }
    }
    tally
}

#[test]
fn verdicts_are_true_on_small_random_problems() {
    let builder = with(odds(), DependenceTable::default()).hash_mb(2).nodes(200_000);
    let tally = compare(5, 140, 1_500, &mut builder.build().expect("there is memory"));
    assert!(tally.mates > 3 && tally.long_mates > 0 && tally.no_mates > 15, "{tally:?}");
    assert!(tally.unknown * 20 < 140, "{tally:?}");
}

#[test]
#[ignore = "minutes: cargo test --release -p komadai-tsume --test it reference::verdicts -- --ignored --nocapture"]
fn verdicts_are_true_on_thousands_of_random_problems() {
    for seed in 0..4 {
        let builder = with(odds(), DependenceTable::default()).hash_mb(4).nodes(200_000);
        let mut solver = builder.build().expect("there is memory");
        println!("defaults, seed {seed}: {:?}", compare(seed, 2_000, 1_500, &mut solver));
    }
}
