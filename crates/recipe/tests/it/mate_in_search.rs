//! Search and df-pn solver together: a search that misses a mate alone finds it with the solver in its socket.

use crate::common::{self, engine};
use komadai::Position;
use komadai::search::{Limits, Report};
use komadai::tsume::{Solver, Verdict};

/// A mate in nine plies (data/tsume/nextmoves.sfen, `nextmove9_d0602`).
const NINE_PLIES: &str = "ln2k3+L/7g1/4p+Snp1/p2+L2R2/6p2/1+rSK1s3/P2PP+pN2/2G2PP2/L4G3 w 2BG6Psn2p 1";
/// A mate in seven plies (`nextmove7_d0362`).
const SEVEN_PLIES: &str = "3+S2+Nnl/6g2/p4p2k/3Gp1p1p/7P1/1PPbP3P/P1+b1NPP2/3+p1KS2/L2G1G1NL w 2RS2Psl2p 1";
/// One in nine that the horizon hides (`nextmove9_d0002`).
const BEYOND: &str = "ln1gk2nl/7b1/1p1p+S4/p4PG2/1KP3P1p/P1g1s4/1P1+r2NpP/9/LN6L w RBG2S3P4p 1";

/// The report of a search, twice the same.
fn search(recipe: &str, sfen: &str, nodes: u64) -> Report {
    let mut engine = engine(recipe);
    let report = common::search(&mut *engine, sfen, &Limits::nodes(nodes));
    engine.clear();
    let again = common::search(&mut *engine, sfen, &Limits::nodes(nodes));
    assert_eq!((again.best, again.value, again.depth), (report.best, report.value, report.depth), "{recipe}");
    report
}

/// Whether the move mates by force: against every reply, the solver proves a mate of its own.
fn assert_mates(sfen: &str, report: &Report) {
    let mut pos: Position = sfen.parse().unwrap();
    assert!(report.value.is_mate() && report.value > komadai::Value::ZERO, "{report:?}");
    pos.do_move(report.best.unwrap());
    for reply in &pos.legal_moves() {
        let verdict = Solver::default().solve(&mut pos.after([reply])).verdict;
        assert!(matches!(verdict, Verdict::Mate { .. }), "{reply}: {verdict:?}");
    }
}

#[test]
fn at_nodes_with_budget_left() {
    for nodes in [3_000, 30_000] {
        assert!(!search("modern", NINE_PLIES, nodes).value.is_mate());
        assert_mates(NINE_PLIES, &search("modern+mate-search", NINE_PLIES, nodes));
    }
}

#[test]
fn beyond_the_horizon() {
    assert!(!search("modern", BEYOND, 20_000).value.is_mate());
    assert_mates(BEYOND, &search("modern+mate-horizon", BEYOND, 20_000));
}

#[test]
fn before_a_probcut_gives_a_node_up_as_bad() {
    // Where a mate lets fewer cuts stand, other moves get the nodes.
    let moves = |recipe| search(recipe, SEVEN_PLIES, 20_000).moves;
    assert_ne!(moves("modern+multi-probcut"), moves("modern+multi-probcut+mate-probcut"));
}
