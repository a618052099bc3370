//! What `{:?}` says of what holds tables: how large they are, never the tables.

use std::fmt::Debug;

use komadai_core::Position;
use komadai_tsume::{Lengths, Solver, Twin};

/// Characters of the longest of them.
const MOST: usize = 1_000;

fn is_short(shown: &dyn Debug) {
    let text = format!("{shown:?}");
    assert!(text.len() < MOST, "{} characters: {}…", text.len(), text.chars().take(200).collect::<String>());
}

#[test]
fn solvers_and_what_they_found() {
    let mut pos: Position = "ln2k3+L/7g1/4p+Snp1/p2+L2R2/6p2/1+rSK1s3/P2PP+pN2/2G2PP2/L4G3 w 2BG6Psn2p 1"
        .parse()
        .expect("a position");
    let mut solver = Solver::builder().hash_mb(4).cycles(Twin::default()).build().expect("four megabytes");
    let solution = solver.solve(&mut pos);
    is_short(&solver);
    is_short(&solution);
    is_short(&Twin::default());
    is_short(&Lengths::default());
    let many = Solver::builder().hash_mb(4).threads(16).build().expect("four megabytes");
    is_short(&many);
}
