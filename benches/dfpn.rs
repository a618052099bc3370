//! Mate search on the committed problems: short mates by length, long mates and no-mates. Every verdict is shown by a tree and compared
//! with the label of its problem. The test `worth` of `komadai-tsume` compares heuristics by nodes, the experiment `compare-cycles`
//! treatments of repetitions.
//!
//! `cargo bench --bench dfpn`

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use komadai::samples;
use komadai::tsume::Solver;
use komadai_lab::{Label, MateProblem};

/// Mates of 17 to 49 plies by recorded length; plain df-pn settles each within some hundred thousand positions.
const LONG: [&str; 4] = ["zuko042", "zuko011", "zuko013", "zuko058"];
/// No-mates, two of them with repetitions in every line.
const NO_MATES: [&str; 3] = ["cshogi54_case1", "komoriblog_nomate", "muso088"];

fn problems(text: &str, wanted: impl Fn(&MateProblem) -> bool) -> Vec<MateProblem> {
    let mut problems = MateProblem::read_all(text).expect("committed problems are valid");
    problems.retain(wanted);
    problems
}

fn of_length(plies: u32) -> Vec<MateProblem> {
    problems(samples::MATES, |problem| problem.plies == Some(plies))
}

fn named(names: &[&str]) -> Vec<MateProblem> {
    let text = [samples::ZUKO_MUSO, samples::NO_MATES, samples::MATE_REGRESSIONS].concat();
    let found = problems(&text, |problem| names.contains(&problem.name.as_str()));
    assert_eq!(found.len(), names.len(), "problems of the bench are in the files");
    found
}

fn solve_all(solver: &mut Solver, problems: &[MateProblem]) -> u64 {
    let mut nodes = 0;
    for problem in problems {
        solver.clear();
        let solution = solver.solve(&mut problem.pos.clone());
        assert_eq!(Label::from(&solution.verdict), problem.label, "{}", problem.name);
        nodes += black_box(solution).nodes;
    }
    nodes
}

fn sets(c: &mut Criterion) {
    let mut group = c.benchmark_group("dfpn");
    group.sample_size(10).warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(3));
    let mates = [3, 5, 7, 9, 11].map(|plies| (format!("mate in {plies}"), of_length(plies)));
    let others = [("long mates".to_owned(), named(&LONG)), ("no-mates".to_owned(), named(&NO_MATES))];
    for (name, set) in mates.into_iter().chain(others) {
        let mut solver = Solver::builder().hash_mb(16).build().expect("there is memory");
        group.bench_function(format!("{name}, {} problems", set.len()), |b| {
            b.iter(|| solve_all(&mut solver, &set));
        });
    }
    group.finish();
}

criterion_group!(benches, sets);
criterion_main!(benches);
