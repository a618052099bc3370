//! The experiment `consultation` from outside: its tables, its files, how it refuses.

use std::collections::BTreeMap;

use crate::aids::{Folder, cells, number};

/// The rows of a table, each as its cells by column name.
fn rows(here: &Folder, file: &str) -> Vec<BTreeMap<String, String>> {
    let mut table = cells(&here.read(file)).into_iter();
    let heading = table.next().expect("a heading");
    table.map(|row| heading.iter().cloned().zip(row).collect()).collect()
}

#[test]
fn cost_lies_between_one_engine_and_as_many_apart() {
    let here = Folder::new("consultation-cost");
    let run = here.run("consultation --positions 3 --depth 2 --sigma 20,200 --hash-mb 1 --out @").done();
    assert!(run.out.starts_with("3 positions at ply 50, material, depth 2; time is "), "{}", run.out);
    let rows = rows(&here, "consultation-cost.csv");
    let sizes: Vec<(f64, f64)> = rows.iter().map(|row| (number(&row["σ"]), number(&row["N"]))).collect();
    assert_eq!(sizes, [20.0, 200.0].map(|s| [1.0, 4.0, 8.0, 16.0].map(|n| (s, n))).concat());
    for row in &rows {
        let of = |column: &str| number(&row[column]);
        let (n, nodes, apart) = (of("N"), of("nodes"), of("N apart (nodes)"));
        assert!((of("nodes (times one)") - nodes / apart * n).abs() < 1e-9, "{row:?}");
        let noiseless = nodes / of("one without noise (nodes)");
        assert!((of("nodes (times noiseless)") - noiseless).abs() < 1e-9, "{row:?}");
        for cost in ["nodes (times one", "nodes (times noiseless", "time (times one", "time (times noiseless"]
        {
            let (low, high) = row[&format!("{cost}; 95 %)")].split_once(" to ").expect("two ends");
            let within = number(low) - 0.005..=number(high) + 0.005;
            assert!(within.contains(&of(&format!("{cost})"))), "{cost}: {row:?}");
        }
        if row["N"] == "1" {
            assert_eq!((&*row["nodes (times one)"], &*row["nodes split (%)"]), ("1", "0"), "{row:?}");
        } else {
            assert!(nodes < apart, "{row:?}");
        }
    }
    // More noise, fewer cuts in common.
    let waited = |row: usize| number(&rows[row]["moves that waited (%)"]);
    assert!(waited(7) > waited(3));
    let svg = here.read("consultation-cost.svg");
    assert!(svg.contains("multiples of one engine alone") && svg.contains("σ = 200"));
}

#[test]
fn elements_vote_as_they_do_apart_where_no_table_comes_between_in_positions_of_a_file() {
    let here = Folder::new("consultation-votes");
    here.file("two.tsv", "a\tstartpos moves 7g7f\nb\t4k4/9/9/9/9/9/9/9/4K4 b R 1\n");
    let run = here.run("consultation --suite @two.tsv --depth 2 --sigma 50 --hash-mb 0 --out @").done();
    assert!(run.out.starts_with("2 positions of "), "{}", run.out);
    for row in rows(&here, "consultation-votes.csv") {
        if row["N"] == "1" {
            assert_eq!(row["virtual element: the same apart"], "100", "{row:?}");
            assert_eq!(row["virtual majority: separate majority"], "100", "{row:?}");
        }
        for column in ["virtual majority: no noise", "one noisy engine: no noise"] {
            assert!((0.0..=100.0).contains(&number(&row[column])), "{row:?}");
        }
        let moves = number(&row["moves voted for (mean)"]);
        assert!((1.0..=number(&row["N"])).contains(&moves), "{row:?}");
    }
}

#[test]
fn only_what_is_new_is_measured_and_evaluations_are_told_apart() {
    let here = Folder::new("consultation-again");
    let measure = |more: &str| {
        let run =
            here.run(&format!("consultation --positions 1 --depth 2 --hash-mb 1 --out @ --sigma {more}"));
        (run.done().err, rows(&here, "consultation-cost.csv")[0]["nodes"].clone())
    };
    let (_, nodes) = measure("30");
    let (more, _) = measure("30,90");
    assert!(more.contains("2 of 2") && !more.contains("1 of 2"), "{more}");
    assert_ne!(measure("30 --eval default").1, nodes);
}

#[test]
fn positions_of_one_game_are_one_sample() {
    let here = Folder::new("consultation-games");
    let positions =
        ["startpos moves 7g7f", "startpos moves 7g7f 3c3d", "startpos moves 2g2f", "startpos moves 5g5f"];
    let costs = |names: [&str; 4]| {
        let lines = names.iter().zip(positions).map(|(name, position)| format!("{name}\t{position}\n"));
        here.file("four.tsv", lines.collect::<String>());
        here.run("consultation --suite @four.tsv --depth 2 --sigma 100 --out @").done();
        let row = rows(&here, "consultation-cost.csv").swap_remove(2);
        (row["nodes (times one)"].clone(), row["nodes (times one; 95 %)"].clone())
    };
    let [apart, together] = [costs(["a-1", "b-2", "c-3", "d-4"]), costs(["a-1", "a-2", "a-3", "a-4"])];
    assert_eq!(apart.0, together.0);
    assert!(!apart.1.contains("inf") && together.1.contains("inf"), "{apart:?} {together:?}");
}
