//! The table of node counts under `data/perft`, on which several independent generators agree.
//!
//! Counts up to two million are checked here; all of them by the example `perft`, a step of `.ci/run`.

use komadai::Position;
use komadai::perft::{perft, perft_full};

const TABLE: &str = include_str!("../../data/perft/perft.epd");

const MOST: u64 = 2_000_000;

#[test]
fn counts_up_to_two_million_are_right() {
    let mut checked = 0;
    for line in TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut parts = line.split(';');
        let sfen = parts.next().expect("a position");
        let mut pos: Position = sfen.parse().expect("a valid position");
        for part in parts {
            let (depth, nodes) = part.trim_start_matches('D').split_once(' ').expect("a depth and a count");
            let (depth, nodes): (u32, u64) =
                (depth.parse().expect("a depth"), nodes.trim().parse().expect("a count"));
            if nodes <= MOST {
                assert_eq!(perft(&mut pos, depth), nodes, "depth {depth} of {sfen}");
                if nodes <= MOST / 20 {
                    assert_eq!(perft_full(&mut pos, depth), nodes, "depth {depth} of {sfen}, all played");
                }
                checked += 1;
            }
        }
    }
    assert!(checked >= 90, "{checked}");
}
