//! The solver with each treatment of repetition against the truth, above all where lines go round in circles.
//!
//! The judge (`crate::common::truth`) shares only the rules with the solver (the list of all legal moves): no table, no numbers, no path.
//! The search is tested without the trees that would catch a wrong no-mate; that they do catch it is tested as well, on
//! [`Ignore`](komadai_tsume::Ignore), which is wrong.

use crate::common::truth::{Graph, circling_problem, listed, random_problem};
use crate::common::{GENERATED, assert_mates, checked, decided, odds, position, problems, solver, with};
use komadai_core::rng::SplitMix64;
use komadai_core::{Position, Setup, Square};
use komadai_tsume::checker::Claim;
use komadai_tsume::{
    AnyCyclePolicy, DependenceTable, Ignore, Mobility, Nagai, NagaiLiteral, Solution, Solver, Twin, Verdict,
};

/// Tables of 64 entries and more, in bytes.
const SIZES: [usize; 4] = [1 << 11, 1 << 13, 1 << 16, 1 << 20];

/// Mates that are called no mates if a no-mate from one path serves another. They were found by taking pieces off a composed problem as
/// long as it was misjudged.
const MISJUDGED: [(&str, &str); 3] = [
    ("horse_and_silver", "8k/9/7+Ss/9/3+B5/9/1n7/9/9 b P3p 1"),
    ("horse_beside_silver", "7k1/9/6+B+Ss/9/9/9/1n7/9/9 b P4p 1"),
    ("two_horses_and_rook", "1+B3B3/1R7/kLs6/9/2n6/9/9/3L5/9 b 2P 1"),
];

/// The treatments that are never wrong, with an empty memory.
fn sound() -> [(&'static str, Box<dyn AnyCyclePolicy>); 4] {
    [
        ("DependenceTable", Box::new(DependenceTable::default())),
        ("Twin", Box::new(Twin::default())),
        ("Nagai", Box::new(Nagai)),
        ("NagaiLiteral", Box::new(NagaiLiteral)),
    ]
}

/// What is found with each size of the table: the number of the problem, and whether it is a mate. Mates are replayed, and their trees
/// are checked.
fn answers(problems: &[Position], cycles: &dyn AnyCyclePolicy, nodes: u64) -> Vec<(usize, bool)> {
    let mut found = Vec::new();
    for bytes in SIZES {
        let builder = with(&Mobility, cycles.copied()).hash_bytes(bytes);
        let mut solver = builder.nodes(nodes).show_no_mates(false).build().expect("there is memory");
        for (k, pos) in problems.iter().enumerate() {
            // Every other problem finds the results of the one before in the table.
            if k % 2 == 0 {
                solver.clear();
            }
            let mut board = pos.clone();
            let solution = solver.solve(&mut board);
            assert_eq!(board, *pos, "the solver left another position");
            if let Verdict::Mate { line } = &solution.verdict {
                assert_mates(pos, line, &pos.to_string());
                assert_mate_shown(&solution, &pos.to_string());
            }
            found.extend(solution.verdict.mates().map(|mates| (k, mates)));
        }
    }
    found
}

/// Asserts that the checker accepts the certificate of a mate.
fn assert_mate_shown(solution: &Solution, name: &str) {
    let tree = solution.tree.as_ref().unwrap_or_else(|| panic!("{name}: {:?}", solution.verdict));
    assert_eq!(checked(tree).claim, Claim::Mate, "{name}");
}

/// Gives the same problems to all treatments; a problem is a mate if the enumeration says so or some treatment has shown it. Returns how
/// many answers of the default are right, and how many of [`Ignore`] are false no-mates.
fn compare(problems: &[Position], truth: &[Option<bool>], nodes: u64) -> (usize, usize) {
    let sound = sound().map(|(name, cycles)| (name, answers(problems, &*cycles, nodes)));
    let all: Vec<_> = sound.into_iter().chain([("Ignore", answers(problems, &Ignore, nodes))]).collect();
    let is_mate = |k: usize| truth[k].unwrap_or(all.iter().any(|(_, found)| found.contains(&(k, true))));
    let (mut right, mut misjudged) = (0, 0);
    for (name, found) in &all {
        for &(k, mates) in found {
            assert!(mates == is_mate(k) || *name == "Ignore" && !mates, "{name}: {}", problems[k]);
            right += usize::from(*name == "DependenceTable");
            misjudged += usize::from(mates != is_mate(k));
        }
    }
    (right, misjudged)
}

/// Problems, and whether they are mates.
type Known = (Vec<Position>, Vec<Option<bool>>);

/// The truth about a problem, from listing all its positions.
fn known((pos, _, plies): (Position, Graph, Option<usize>)) -> (Position, Option<bool>) {
    (pos, Some(plies.is_some()))
}

/// Random problems with circles.
fn circling_problems(seed: u64, count: usize) -> Known {
    let circling = listed(circling_problem, seed, 10_000).filter(|(_, graph, _)| graph.endless() >= 10);
    circling.take(count).map(known).unzip()
}

/// Random problems of more than a few positions, a third of them mates, which are rare.
fn small_problems(seed: u64, count: usize) -> Known {
    let all = || listed(random_problem, seed, 1_500);
    let mates = all().filter(|(_, graph, plies)| plies.is_some() && graph.len() >= 8);
    let others = all().filter(|(_, graph, plies)| plies.is_none() && graph.len() >= 12);
    mates.take(count / 3).chain(others.take(count - count / 3)).map(known).unzip()
}

/// Misjudged problems, each with one to three pieces moved.
fn variants(seed: u64, count: usize) -> Vec<Position> {
    let mut rng = SplitMix64::new(seed);
    let mut problems = Vec::new();
    while problems.len() < count {
        let (_, sfen) = MISJUDGED[rng.below(MISJUDGED.len() as u64) as usize];
        let mut pos = Some(position(sfen));
        for _ in 0..=rng.below(3) {
            pos = pos.and_then(|pos| moved(&pos, &mut rng));
        }
        problems.extend(pos);
    }
    problems
}

/// The same problem with a piece of the board a step away.
fn moved(pos: &Position, rng: &mut SplitMix64) -> Option<Position> {
    let mut setup = Setup::from(pos);
    let from = Square::from_index(rng.below(81) as usize)?;
    let to = from.offset(rng.below(3) as i8 - 1, rng.below(3) as i8 - 1)?;
    let piece = setup.board[from.index()].take()?;
    setup.board[to.index()].replace(piece).is_none().then(|| Position::new(&setup).ok())?
}

#[test]
fn no_treatment_contradicts_the_enumeration_of_problems_with_circles() {
    let (problems, truth) = circling_problems(3, 15);
    compare(&problems, &truth, 5_000);
}

#[test]
fn verdicts_are_true_on_small_random_problems() {
    let (problems, truth) = small_problems(5, 30);
    let (right, _) = compare(&problems, &truth, 20_000);
    assert!(20 * (problems.len() * SIZES.len() - right) < right, "{right}");
}

#[test]
fn no_treatment_calls_a_mate_a_no_mate_next_to_misjudged_problems() {
    let problems = [variants(11, 8), variants(13, 8)].concat();
    let (_, misjudged) = compare(&problems, &vec![None; problems.len()], 12_000);
    assert!(misjudged > 0, "nothing would have been misjudged: find other positions");
}

#[test]
#[ignore = "minutes: cargo test --release -p komadai-tsume --test it cycles -- --ignored --nocapture"]
fn no_treatment_is_wrong_in_thousands_of_problems() {
    for seed in 100..103 {
        let (problems, truth) = small_problems(seed, 1_000);
        compare(&problems, &truth, 30_000);
        let (problems, truth) = circling_problems(seed, 150);
        compare(&problems, &truth, 30_000);
        let problems = variants(seed, 80);
        compare(&problems, &vec![None; problems.len()], 30_000);
    }
}

/// Solves a problem with a table of so many bytes.
fn solve(sfen: &str, cycles: &dyn AnyCyclePolicy, bytes: usize, show: bool) -> Solution {
    let builder = with(&Mobility, cycles.copied()).hash_bytes(bytes);
    let mut solver = builder.nodes(300_000).show_no_mates(show).build().expect("there is memory");
    solver.solve(&mut position(sfen))
}

#[test]
fn mates_that_are_misjudged_without_a_treatment_are_shown_with_each() {
    for (name, sfen) in MISJUDGED {
        for (_, cycles) in sound() {
            assert_mate_shown(&solve(sfen, &*cycles, 1 << 20, true), name);
        }
    }
}

#[test]
fn a_false_no_mate_is_not_told_when_it_must_be_shown() {
    let mut misjudged = 0;
    for (name, sfen) in MISJUDGED {
        for bytes in [1 << 16, 1 << 20] {
            if solve(sfen, &Ignore, bytes, false).verdict == Verdict::NoMate {
                misjudged += 1;
                let shown = solve(sfen, &Ignore, bytes, true);
                assert!(shown.verdict == Verdict::Unknown && shown.tree.is_none(), "{name}, {bytes} bytes");
            }
        }
    }
    assert!(misjudged > 0, "Ignore has become right: find other positions");
}

#[test]
fn lines_that_are_cut_short_make_no_no_mate() {
    for plies in 1..=9 {
        let builder = Solver::builder().hash_bytes(1 << 16).max_plies(plies).nodes(3_000);
        let mut solver = builder.show_no_mates(false).build().expect("there is memory");
        for pos in variants(u64::from(plies), 10) {
            solver.clear();
            let cut = solver.solve(&mut pos.clone()).verdict;
            if let Verdict::Mate { line } = &cut {
                assert!(line.len() <= usize::from(plies), "{pos} cut at {plies}: {line:?}");
            }
            if cut == Verdict::NoMate {
                let whole = self::solver(1, 100_000).solve(&mut pos.clone()).verdict;
                assert!(whole.mates() != Some(true), "{pos} cut at {plies}");
            }
        }
    }
}

/// How many of every 13th generated no-mate a treatment solves, all of them as no mate and with accepted certificates.
fn generated(cycles: &dyn AnyCyclePolicy) -> usize {
    let builder = with(odds(), cycles.copied()).hash_mb(16).nodes(50_000);
    let mut solver = builder.build().expect("there is memory");
    decided(&mut solver, problems(GENERATED).into_iter().step_by(13))
}

#[test]
fn no_treatment_contradicts_a_generated_no_mate() {
    let solved = sound().map(|(_, cycles)| generated(&*cycles));
    let [default, twin, nagai, literal] = solved;
    assert!(default >= 4 && twin >= 4 && nagai >= 4 && literal >= 2, "{solved:?}");
    assert!(literal < default, "{solved:?}");
}
