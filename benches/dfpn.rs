//! Mate search on the committed problems: short mates by length, long mates and no-mates, heuristics and treatments of
//! repetitions side by side. Every verdict is shown by a tree and compared with the label of its problem.
//!
//! `cargo bench --bench dfpn`

use std::hint::black_box;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, criterion_group, criterion_main};
use komadai::tsume::{
    CyclePolicy, DfpnHeuristic, Mobility, Nagai, Odds, Solver, SolverBuilder, Support, Twin, Unit, Verdict,
};
use komadai_lab::{Label, MateProblem};

/// Mates of 17 to 49 plies by their recorded length; plain df-pn settles each within some hundred thousand positions.
const LONG: [&str; 4] = ["zuko042", "zuko011", "zuko013", "zuko058"];
/// No-mates, two of them with repetitions in every line.
const NO_MATES: [&str; 3] = ["cshogi54_case1", "komoriblog_nomate", "muso088"];

fn problems(text: &str, wanted: impl Fn(&MateProblem) -> bool) -> Vec<MateProblem> {
    let mut problems = MateProblem::read_all(text).expect("committed problems are valid");
    problems.retain(wanted);
    problems
}

fn of_length(plies: u32) -> Vec<MateProblem> {
    problems(include_str!("../data/tsume/mates.sfen"), |problem| problem.plies == Some(plies))
}

fn named(names: &[&str]) -> Vec<MateProblem> {
    let text = concat!(
        include_str!("../data/tsume/zuko_muso.sfen"),
        include_str!("../data/tsume/nomates.sfen"),
        include_str!("../data/tsume/issue_regressions.sfen"),
    );
    let found = problems(text, |problem| names.contains(&problem.name.as_str()));
    assert_eq!(found.len(), names.len(), "problems of the bench are in the files");
    found
}

fn bench<H: DfpnHeuristic, C: CyclePolicy>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    mut solver: Solver<H, C>,
    set: &[MateProblem],
) {
    group.bench_function(format!("{name}, {} problems", set.len()), |b| {
        b.iter(|| solve_all(&mut solver, set));
    });
}

fn solve_all<H: DfpnHeuristic, C: CyclePolicy>(solver: &mut Solver<H, C>, problems: &[MateProblem]) -> u64 {
    let mut nodes = 0;
    for problem in problems {
        solver.clear();
        let solution = solver.solve(&mut problem.pos.clone());
        let said = match solution.verdict {
            Verdict::Mate { .. } => Label::Mate,
            Verdict::NoMate => Label::NoMate,
            Verdict::Unknown => Label::Unknown,
        };
        assert_eq!(said, problem.label, "{}", problem.name);
        nodes += black_box(solution).nodes;
    }
    nodes
}

fn solver<H: DfpnHeuristic>(heuristic: H) -> Solver<H> {
    built(Solver::builder().hash_mb(16).heuristic(heuristic))
}

fn built<H: DfpnHeuristic, C: CyclePolicy>(builder: SolverBuilder<H, C>) -> Solver<H, C> {
    builder.build().expect("there is memory")
}

fn group<'a>(c: &'a mut Criterion, name: &str) -> BenchmarkGroup<'a, WallTime> {
    let mut group = c.benchmark_group(name);
    group.sample_size(10).warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(3));
    group
}

fn sets(c: &mut Criterion) {
    let mut group = group(c, "dfpn");
    for plies in [3, 5, 7, 9, 11] {
        bench(&mut group, &format!("mate in {plies}"), solver(Odds::default()), &of_length(plies));
    }
    bench(&mut group, "long mates", solver(Odds::default()), &named(&LONG));
    bench(&mut group, "no-mates", solver(Odds::default()), &named(&NO_MATES));
    group.finish();
}

fn heuristics(c: &mut Criterion) {
    let mut group = group(c, "dfpn heuristic");
    for (kind, set) in [("mate in 11", of_length(11)), ("long mates", named(&LONG))] {
        bench(&mut group, &format!("unit, {kind}"), solver(Unit), &set);
        bench(&mut group, &format!("mobility, {kind}"), solver(Mobility), &set);
        bench(&mut group, &format!("support, {kind}"), solver(Support), &set);
        bench(&mut group, &format!("odds, {kind}"), solver(Odds::default()), &set);
    }
    group.finish();
}

fn cycles(c: &mut Criterion) {
    let mut group = group(c, "dfpn cycles");
    let solver = || Solver::builder().hash_mb(16);
    for (kind, set) in [("long mates", named(&LONG)), ("no-mates", named(&NO_MATES))] {
        bench(&mut group, &format!("dependence, {kind}"), built(solver()), &set);
        bench(&mut group, &format!("twin, {kind}"), built(solver().cycles(Twin::default())), &set);
        bench(&mut group, &format!("Nagai, {kind}"), built(solver().cycles(Nagai)), &set);
    }
    group.finish();
}

criterion_group!(benches, sets, heuristics, cycles);
criterion_main!(benches);
