//! What each heuristic, each way of counting and each further thread is worth, one at a time against the defaults.
//!
//! All rows solve the same problems with empty tables. A row is compared with the first one on the problems that both
//! solve, so that a row cannot look good by giving up on the hard ones; how many it solves stands beside.

use std::time::Instant;

use crate::common::parts::{AnyHeuristic, with};
use crate::common::{Problem, problems};
use komadai_tsume::{
    Counting, DependenceTable, DfpnHeuristic, FarDrops, MateNode, Mobility, Numbers, Odds, Solution, Solver,
    Support, Unit, Verdict,
};

/// An environment variable, or what stands for it.
fn variable(name: &str, default: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| default.to_owned())
}

fn number(name: &str, default: &str) -> u64 {
    let value = variable(name, default);
    value.parse().unwrap_or_else(|_| panic!("{name} is {value}, not a number"))
}

/// The problems of the files `KOMADAI_FILES` of the folder `KOMADAI_TSUME`.
fn set(files: &str) -> Vec<Problem> {
    let folder = variable("KOMADAI_TSUME", concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/tsume"));
    let files = variable("KOMADAI_FILES", files);
    let read = |file| {
        let path = format!("{folder}/{file}.sfen");
        problems(&std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}")))
    };
    files.split(',').flat_map(read).collect()
}

/// Whether the problem was solved, as its label says.
fn is_solved(problem: &Problem, solution: &Solution) -> bool {
    let label = match solution.verdict {
        Verdict::Mate { .. } => "mate",
        Verdict::NoMate => "nomate",
        Verdict::Unknown => return false,
    };
    assert!(problem.label == label || problem.label == "unknown", "{}: {label}", problem.name);
    true
}

/// [`Odds`], but with a proof number of 1 after every reply, however many squares the king has.
struct UnitProof;

impl DfpnHeuristic for UnitProof {
    fn initial(&self, at: &MateNode<'_>) -> Numbers {
        let Numbers { proof, disproof } = Odds::default().initial(at);
        Numbers::open(if at.is_or() { 1 } else { proof }, disproof)
    }
}

/// What `odds.rs` fits to all of its sample, where the source keeps older weights.
const REFIT: [f32; 5] = [0.54, -0.33, 0.17, 0.70, -0.30];

/// Rows by their names; all but the first are the defaults with one thing changed.
fn rows() -> Vec<(&'static str, Box<AnyHeuristic>, Counting)> {
    let all = Counting::default();
    let odds = FarDrops::<Odds>::default();
    let cost = |cost| FarDrops { cost, ..odds };
    let refit = |by| FarDrops { inner: Odds { weights: REFIT.map(|weight| by * weight) }, ..odds };
    vec![
        ("defaults", Box::new(odds), all),
        ("Unit", Box::new(Unit), all),
        ("Mobility", Box::new(Mobility), all),
        ("Support", Box::new(Support), all),
        ("refit", Box::new(refit(1.0)), all),
        ("refit x4", Box::new(refit(4.0)), all),
        ("unit proof", Box::new(FarDrops { inner: UnitProof, cost: odds.cost }), all),
        ("FarDrops 0", Box::new(cost(0)), all),
        ("FarDrops 1", Box::new(cost(1)), all),
        ("FarDrops 3", Box::new(cost(3)), all),
        ("alike off", Box::new(odds), Counting { alike: false, ..all }),
        ("delay off", Box::new(odds), Counting { delay: false, ..all }),
        ("weak off", Box::new(odds), Counting { weak: false, ..all }),
        ("shared off", Box::new(odds), Counting { shared: false, ..all }),
    ]
}

#[test]
#[ignore = "minutes: [KOMADAI_TSUME=FOLDER] [KOMADAI_FILES=a,b] [KOMADAI_NODES=N] [KOMADAI_ROWS=a,b] cargo test --release -p komadai-tsume --test it worth::rows -- --ignored --nocapture"]
fn rows_of_heuristics_and_countings() {
    let (set, limit) = (set("mates,nextmoves"), number("KOMADAI_NODES", "100000"));
    let names = variable("KOMADAI_ROWS", "");
    println!("{} problems, at most {limit} nodes each", set.len());
    println!("{:12} {:>6} {:>12} {:>12} {:>6}", "row", "solved", "nodes", "defaults", "ratio");
    let mut defaults = Vec::new();
    for (name, heuristic, counting) in rows() {
        if name != "defaults" && !names.is_empty() && !names.split(',').any(|wanted| wanted == name) {
            continue;
        }
        let builder = with(&*heuristic, DependenceTable::default()).hash_mb(64).nodes(limit);
        let mut solver = builder.show_no_mates(false).counting(counting).build().expect("there is memory");
        let nodes = |problem: &Problem| {
            solver.clear();
            let solution = solver.solve(&mut problem.pos.clone());
            is_solved(problem, &solution).then_some(solution.nodes - solution.rebuild_nodes)
        };
        let row: Vec<Option<u64>> = set.iter().map(nodes).collect();
        if name == "defaults" {
            defaults.clone_from(&row);
        }
        let both = row.iter().zip(&defaults).filter_map(|(a, b)| Some(((*a)?, (*b)?)));
        let (nodes, theirs) = both.fold((0, 0), |sum, pair| (sum.0 + pair.0, sum.1 + pair.1));
        let (solved, ratio) = (row.iter().flatten().count(), nodes as f64 / theirs as f64);
        println!("{name:12} {solved:6} {nodes:12} {theirs:12} {ratio:6.2}");
    }
}

/// Problems of Shogi Zuko and Shogi Muso that one thread settles in 100,000 to a million nodes.
const HARDER: &str = "zuko009,zuko017,zuko021,zuko023,zuko031,zuko037,zuko047,zuko049,zuko061,zuko071,zuko083,zuko090,\
                      zuko098,zuko099,zuko100,muso001,muso002,muso005,muso007,muso012";

/// Nodes and seconds of an answer; `None` without one.
type Cost = Option<(f64, f64)>;

/// Geometric mean of ratios, one a problem, with its interval of 95 % by the normal distribution of their logarithms.
fn mean(ratios: &[f64]) -> String {
    let count = ratios.len() as f64;
    let middle = ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / count;
    let square = ratios.iter().map(|ratio| (ratio.ln() - middle).powi(2)).sum::<f64>();
    let half = 1.96 * (square / (count - 1.0).max(1.0) / count).sqrt();
    format!("{:.2} [{:.2}, {:.2}]", middle.exp(), (middle - half).exp(), (middle + half).exp())
}

#[test]
#[ignore = "minutes, on an idle machine: KOMADAI_TSUME=FOLDER [KOMADAI_FILES=a,b] [KOMADAI_NAMES=a,b] [KOMADAI_THREADS=1,2] [KOMADAI_ROUNDS=N] [KOMADAI_HASH=MB] [KOMADAI_NODES=N] cargo test --release -p komadai-tsume --test it worth::speed -- --ignored --nocapture"]
fn speed_by_number_of_threads() {
    let names = variable("KOMADAI_NAMES", HARDER);
    let mut set = set("zuko,muso");
    set.retain(|problem| names.split(',').any(|name| name == problem.name));
    assert!(!set.is_empty(), "no file has a problem of these names");
    let threads: Vec<usize> = variable("KOMADAI_THREADS", "1,2")
        .split(',')
        .map(|count| count.parse().expect("KOMADAI_THREADS lists numbers"))
        .collect();
    let (rounds, megabytes) = (number("KOMADAI_ROUNDS", "3"), number("KOMADAI_HASH", "256"));
    let builder = Solver::builder().hash_mb(megabytes as usize).nodes(number("KOMADAI_NODES", "5000000"));
    // [number of threads][problem]: costs, one a round. Within a round, each problem is solved by every number of threads in turn, so
    // that other work on the machine meets all of them.
    let mut costs: Vec<Vec<Vec<Cost>>> = vec![vec![Vec::new(); set.len()]; threads.len()];
    for round in 1..=rounds {
        for (k, problem) in set.iter().enumerate() {
            print!("round {round} {}", problem.name);
            for (i, &threads) in threads.iter().enumerate() {
                let mut solver = builder.clone().build_threads(threads).expect("there is memory");
                let start = Instant::now();
                let solution = solver.solve(&mut problem.pos.clone());
                let seconds = start.elapsed().as_secs_f64().max(1e-6);
                let nodes = solution.nodes as f64;
                let cost = is_solved(problem, &solution).then_some((nodes, seconds));
                let said = cost.map_or("unknown".to_owned(), |_| format!("{nodes} in {seconds:.2} s"));
                print!("  {threads}: {said}");
                costs[i][k].push(cost);
            }
            println!();
        }
    }
    println!("{} problems, {rounds} rounds, {megabytes} MB", set.len());
    println!(
        "Ratios are geometric means over problems that both solve, against the first row, with 95 % intervals."
    );
    println!("{:>7} {:>6}  {:22} {:22} nodes per second", "threads", "solved", "time", "nodes");
    for (&threads, row) in threads.iter().zip(&costs) {
        let solved = row.iter().flatten().flatten().count();
        // Of each problem the mean over rounds, where both were solved in all.
        let ratios = |of: fn((f64, f64)) -> f64| -> Vec<f64> {
            let log = |costs: &[Cost]| costs.iter().map(|&cost| Some(of(cost?).ln())).sum::<Option<f64>>();
            let both = row.iter().zip(&costs[0]);
            both.filter_map(|(here, first)| Some(((log(here)? - log(first)?) / rounds as f64).exp()))
                .collect()
        };
        let of: [fn((f64, f64)) -> f64; 3] = [|(_, seconds)| seconds, |(nodes, _)| nodes, |(n, s)| n / s];
        let [time, nodes, speed] = of.map(|of| mean(&ratios(of)));
        println!("{threads:7} {solved:6}  {time:22} {nodes:22} {speed}");
    }
}
