//! The effect of each heuristic and each way of counting, one at a time against the defaults.
//!
//! All rows solve the same problems with empty tables. A row is compared with the first one on the problems that both solve, so that a
//! row cannot look good by giving up on the hard ones; the number it solves is shown beside.

use crate::common::{AnyHeuristic, MATES, NEXTMOVES, Problem, problems, with};
use komadai_tsume::{
    Counting, DependenceTable, DfpnHeuristic, FarDrops, MateNode, Mobility, Numbers, Odds, Support, Unit,
};

/// [`Odds`], but with a proof number of 1 after every reply, however many squares the king has.
struct UnitProof;

impl DfpnHeuristic for UnitProof {
    fn initial(&self, at: &MateNode<'_>) -> Numbers {
        let Numbers { proof, disproof } = Odds::default().initial(at);
        Numbers::open(if at.is_or() { 1 } else { proof }, disproof)
    }
}

/// A later fit than that of the defaults; see [`Odds`].
const REFIT: [f32; 5] = [0.54, -0.33, 0.17, 0.70, -0.30];

/// Rows with their names; all but the first are the defaults with one thing changed.
fn rows() -> [(&'static str, Box<AnyHeuristic>, Counting); 14] {
    let all = Counting::default();
    let odds = FarDrops::<Odds>::default();
    let cost = |cost| FarDrops { cost, ..odds };
    let refit = |by| FarDrops { inner: Odds { weights: REFIT.map(|weight| by * weight) }, ..odds };
    [
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
#[ignore = "minutes: [KOMADAI_TSUME=FILE] cargo test --release -p komadai-tsume --test it worth -- --ignored --nocapture"]
fn no_row_contradicts_a_label() {
    let set = match std::env::var("KOMADAI_TSUME") {
        Ok(file) => problems(&std::fs::read_to_string(file).expect("a file of problems")),
        Err(_) => [problems(MATES), problems(NEXTMOVES)].concat(),
    };
    println!("{:12} {:>6} {:>12} {:>12} {:>6}", "row", "solved", "nodes", "defaults", "ratio");
    let mut defaults = Vec::new();
    for (name, heuristic, counting) in rows() {
        let builder = with(&*heuristic, DependenceTable::default()).hash_mb(64).nodes(100_000);
        let mut solver = builder.show_no_mates(false).counting(counting).build().expect("there is memory");
        let nodes = |problem: &Problem| {
            solver.clear();
            let solution = solver.solve(&mut problem.pos.clone());
            let wrong = if solution.verdict.mates()? { "nomate" } else { "mate" };
            assert_ne!(problem.label, wrong, "{name}: {}", problem.name);
            Some(solution.nodes - solution.rebuild_nodes)
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
