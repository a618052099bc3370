//! The table of node counts under `data/perft`, on which several independent generators agree.
//!
//! Counts up to two million are checked always; all of them, and depth 6 of the start position, with
//! `cargo test --release --test it perft:: -- --ignored`.

use komadai::Position;
use komadai::perft::{perft, perft_full};

const TABLE: &str = include_str!("../../data/perft/perft.epd");

/// Checks every count of at most `max_nodes` and returns how many there were.
fn check_table(max_nodes: u64) -> usize {
    let mut checked = 0;
    for line in TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut parts = line.split(';');
        let sfen = parts.next().expect("a position");
        let mut pos: Position = sfen.parse().expect("a valid position");
        for part in parts {
            let (depth, nodes) = part.trim_start_matches('D').split_once(' ').expect("a depth and a count");
            let (depth, nodes): (u32, u64) =
                (depth.parse().expect("a depth"), nodes.trim().parse().expect("a count"));
            if nodes <= max_nodes {
                assert_eq!(perft(&mut pos, depth), nodes, "depth {depth} of {sfen}");
                if nodes <= max_nodes / 20 {
                    assert_eq!(perft_full(&mut pos, depth), nodes, "depth {depth} of {sfen}, all played");
                }
                checked += 1;
            }
        }
    }
    checked
}

#[test]
fn counts_up_to_two_million_are_right() {
    assert!(check_table(2_000_000) >= 90);
}

#[test]
#[ignore = "ten seconds in release, minutes otherwise: cargo test --release --test it perft:: -- --ignored"]
fn every_count_of_the_table_is_right() {
    assert!(check_table(u64::MAX) >= 140);
    assert_eq!(perft(&mut Position::startpos(), 6), 547_581_517);
}
