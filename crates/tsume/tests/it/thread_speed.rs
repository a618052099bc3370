//! What more threads at one problem are worth: time and nodes against one thread, on problems that take a while.

use std::time::Instant;

use crate::common::{Problem, problems};
use komadai_tsume::{Solver, Verdict};

/// Problems of Shogi Zuko and Shogi Muso that one thread settles in 100,000 to a million nodes.
const HARDER: &str = "zuko009,zuko017,zuko021,zuko023,zuko031,zuko037,zuko047,zuko049,zuko061,zuko071,zuko083,zuko090,\
                      zuko098,zuko099,zuko100,muso001,muso002,muso005,muso007,muso012";

/// Nodes and seconds of an answer; `None` without one.
type Cost = Option<(f64, f64)>;

fn solve(problem: &Problem, threads: usize, megabytes: usize, nodes: u64) -> Cost {
    let builder = Solver::builder().hash_mb(megabytes).nodes(nodes);
    let mut solver = builder.threads(threads).build().expect("there is memory");
    let start = Instant::now();
    let solution = solver.solve(&mut problem.pos.clone());
    let seconds = start.elapsed().as_secs_f64();
    let label = match solution.verdict {
        Verdict::Mate { .. } => "mate",
        Verdict::NoMate => "nomate",
        Verdict::Unknown => return None,
    };
    assert!(problem.label == label || problem.label == "unknown", "{}: {label}", problem.name);
    Some((solution.nodes as f64, seconds.max(1e-6)))
}

/// Geometric mean of ratios, one a problem, with its interval of 95 % by the normal distribution of their logarithms.
fn mean(ratios: &[f64]) -> String {
    let count = ratios.len() as f64;
    let middle = ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / count;
    let square = ratios.iter().map(|ratio| (ratio.ln() - middle).powi(2)).sum::<f64>();
    let half = 1.96 * (square / (count - 1.0).max(1.0) / count).sqrt();
    format!("{:.2} [{:.2}, {:.2}]", middle.exp(), (middle - half).exp(), (middle + half).exp())
}

/// Costs by number of threads and by problem, one a round. Within a round, each problem is solved by every number of threads in
/// turn, so that other work on the machine meets all of them.
fn measure(
    set: &[Problem],
    threads: &[usize],
    rounds: usize,
    megabytes: usize,
    nodes: u64,
) -> Vec<Vec<Vec<Cost>>> {
    let mut costs = vec![vec![Vec::new(); set.len()]; threads.len()];
    for round in 1..=rounds {
        for (k, problem) in set.iter().enumerate() {
            print!("round {round} {}", problem.name);
            for (i, &threads) in threads.iter().enumerate() {
                let cost = solve(problem, threads, megabytes, nodes);
                match cost {
                    Some((nodes, seconds)) => print!("  {threads}: {nodes} in {seconds:.2} s"),
                    None => print!("  {threads}: unknown"),
                }
                costs[i][k].push(cost);
            }
            println!();
        }
    }
    costs
}

#[test]
#[ignore = "minutes, on an idle machine: KOMADAI_TSUME=FOLDER [KOMADAI_FILES=a,b] [KOMADAI_NAMES=a,b] [KOMADAI_THREADS=1,2] [KOMADAI_ROUNDS=N] [KOMADAI_HASH=MB] [KOMADAI_NODES=N] cargo test --release -p komadai-tsume --test it thread_speed -- --ignored --nocapture"]
fn speed_by_number_of_threads() {
    let variable = |name: &str, default: &str| std::env::var(name).unwrap_or_else(|_| default.to_owned());
    let number = |name: &str, default: &str| -> usize {
        let value = variable(name, default);
        value.parse().unwrap_or_else(|_| panic!("{name} is {value}, not a number"))
    };
    let folder = std::env::var("KOMADAI_TSUME").expect("KOMADAI_TSUME names a folder of .sfen files");
    let names = variable("KOMADAI_NAMES", HARDER);
    let names: Vec<&str> = names.split(',').collect();
    let threads = variable("KOMADAI_THREADS", "1,2");
    let threads: Vec<usize> =
        threads.split(',').map(|count| count.parse().expect("KOMADAI_THREADS lists numbers")).collect();
    let mut set = Vec::new();
    for file in variable("KOMADAI_FILES", "zuko,muso").split(',') {
        let path = format!("{folder}/{file}.sfen");
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        set.extend(problems(&text).into_iter().filter(|problem| names.contains(&problem.name.as_str())));
    }
    assert!(!set.is_empty(), "no file has a problem of these names");
    let (rounds, megabytes) = (number("KOMADAI_ROUNDS", "3"), number("KOMADAI_HASH", "256"));
    let costs = measure(&set, &threads, rounds, megabytes, number("KOMADAI_NODES", "5000000") as u64);

    println!("{} problems, {rounds} rounds, {megabytes} MB", set.len());
    println!(
        "Ratios are geometric means over problems that both solve, against the first row, with 95 % intervals."
    );
    println!("{:>7} {:>6}  {:22} {:22} nodes per second", "threads", "solved", "time", "nodes");
    for (&threads, row) in threads.iter().zip(&costs) {
        let solved = row.iter().flatten().flatten().count();
        // Of each problem the mean over rounds, where both were solved in all.
        let ratios = |of: fn((f64, f64)) -> f64| -> Vec<f64> {
            let log = |costs: &[Cost]| -> Option<f64> {
                costs.iter().map(|&cost| Some(of(cost?).ln())).sum::<Option<f64>>()
            };
            let both = row.iter().zip(&costs[0]);
            both.filter_map(|(here, first)| Some(((log(here)? - log(first)?) / rounds as f64).exp()))
                .collect()
        };
        println!(
            "{threads:7} {solved:6}  {:22} {:22} {}",
            mean(&ratios(|(_, seconds)| seconds)),
            mean(&ratios(|(nodes, _)| nodes)),
            mean(&ratios(|(nodes, seconds)| nodes / seconds)),
        );
    }
}
