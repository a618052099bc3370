//! What each heuristic and each way of counting is worth, one at a time against the defaults.
//!
//! All rows solve the same problems with empty tables. A row is compared with the defaults on the problems that both
//! solve, so that a row cannot look good by giving up on the hard ones; how many it solves stands beside.

use crate::common::{Problem, problems};
use komadai_tsume::{
    Counting, DfpnHeuristic, FarDrops, MateNode, Mobility, Numbers, Odds, Solver, Support, Unit, Verdict,
};

/// Nodes of each problem; `None` if it was not solved within the limit.
type Row = Vec<Option<u64>>;

fn run(heuristic: &dyn DfpnHeuristic, counting: Counting, set: &[Problem], limit: u64) -> Row {
    let mut solver = Solver::builder()
        .hash_mb(64)
        .nodes(limit)
        .show_no_mates(false)
        .heuristic(heuristic)
        .counting(counting)
        .build()
        .expect("there is memory");
    set.iter()
        .map(|problem| {
            solver.clear();
            let solution = solver.solve(&mut problem.pos.clone());
            let answer = match solution.verdict {
                Verdict::Mate { .. } => "mate",
                Verdict::NoMate => "nomate",
                Verdict::Unknown => return None,
            };
            assert!(problem.label == answer || problem.label == "unknown", "{}: {answer}", problem.name);
            Some(solution.nodes - solution.rebuild_nodes)
        })
        .collect()
}

/// [`Odds`], but with a proof number of 1 after every reply, however many squares the king has.
struct UnitProof;

impl DfpnHeuristic for UnitProof {
    fn initial(&self, at: &MateNode<'_>) -> Numbers {
        let Numbers { proof, disproof } = Odds::default().initial(at);
        Numbers::open(if at.is_or() { 1 } else { proof }, disproof)
    }
}

/// A row by its name; all but the first are the defaults with one thing changed.
fn row(name: &str, set: &[Problem], limit: u64) -> Row {
    let all = Counting::default();
    let odds = FarDrops::<Odds>::default();
    let of = |inner| FarDrops { inner, ..odds };
    match name {
        "defaults" => run(&odds, all, set, limit),
        "Unit" => run(&Unit, all, set, limit),
        "Mobility" => run(&Mobility, all, set, limit),
        "Support" => run(&Support, all, set, limit),
        "refit" => run(&of(Odds { weights: REFIT }), all, set, limit),
        "refit x4" => run(&of(Odds { weights: REFIT.map(|weight| 4.0 * weight) }), all, set, limit),
        "unit proof" => run(&FarDrops { inner: UnitProof, cost: odds.cost }, all, set, limit),
        "FarDrops 0" => run(&FarDrops { cost: 0, ..odds }, all, set, limit),
        "FarDrops 1" => run(&FarDrops { cost: 1, ..odds }, all, set, limit),
        "FarDrops 3" => run(&FarDrops { cost: 3, ..odds }, all, set, limit),
        "alike off" => run(&odds, Counting { alike: false, ..all }, set, limit),
        "delay off" => run(&odds, Counting { delay: false, ..all }, set, limit),
        "weak off" => run(&odds, Counting { weak: false, ..all }, set, limit),
        "shared off" => run(&odds, Counting { shared: false, ..all }, set, limit),
        _ => panic!("no row is called {name}"),
    }
}

/// What `tests/it/odds.rs` fits to all of its sample, where the source keeps older weights.
const REFIT: [f32; 5] = [0.54, -0.33, 0.17, 0.70, -0.30];

/// Every row that can be asked for.
const ROWS: [&str; 14] = [
    "defaults",
    "Unit",
    "Mobility",
    "Support",
    "refit",
    "refit x4",
    "unit proof",
    "FarDrops 0",
    "FarDrops 1",
    "FarDrops 3",
    "alike off",
    "delay off",
    "weak off",
    "shared off",
];

/// Solved, and nodes on the problems that both rows solve: this row's and the defaults'.
fn against(row: &Row, defaults: &Row) -> (usize, u64, u64) {
    let solved = row.iter().flatten().count();
    let both = row.iter().zip(defaults).filter_map(|(a, b)| Some(((*a)?, (*b)?)));
    let (nodes, theirs) = both.fold((0, 0), |sum, pair| (sum.0 + pair.0, sum.1 + pair.1));
    (solved, nodes, theirs)
}

fn compare(rows: &[&str], set: &[Problem], limit: u64) {
    println!("{} problems, at most {limit} nodes each", set.len());
    println!("{:12} {:>6} {:>12} {:>12} {:>6}", "row", "solved", "nodes", "defaults", "ratio");
    let defaults = row("defaults", set, limit);
    for name in rows {
        let this = if *name == "defaults" { defaults.clone() } else { row(name, set, limit) };
        let (solved, nodes, theirs) = against(&this, &defaults);
        println!("{name:12} {solved:6} {nodes:12} {theirs:12} {:6.2}", nodes as f64 / theirs as f64);
    }
}

#[test]
#[ignore = "minutes: [KOMADAI_TSUME=FOLDER] [KOMADAI_FILES=a,b] [KOMADAI_NODES=N] [KOMADAI_ROWS=a,b] cargo test --release -p komadai-tsume --test it worth -- --ignored --nocapture"]
fn rows_of_heuristics_and_countings() {
    let folder = std::env::var("KOMADAI_TSUME")
        .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/tsume").to_owned());
    let files = std::env::var("KOMADAI_FILES").unwrap_or_else(|_| "mates,nextmoves".to_owned());
    let limit = std::env::var("KOMADAI_NODES").map_or(100_000, |n| n.parse().expect("KOMADAI_NODES counts"));
    let rows = std::env::var("KOMADAI_ROWS").unwrap_or_else(|_| ROWS.join(","));
    let set: Vec<Problem> = files
        .split(',')
        .flat_map(|file| {
            let path = format!("{folder}/{file}.sfen");
            problems(&std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}")))
        })
        .collect();
    compare(&rows.split(',').collect::<Vec<_>>(), &set, limit);
}
