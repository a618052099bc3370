//! The experiment `next-move` from outside: its tables, its files.

use crate::aids::{Folder, words_of};
use crate::example::Run;

/// Two mates in one, a position without an answer, and a move that somebody played.
const POSITIONS: &str = "# name\tposition\tmoves\tclass\n\
    head\t4k4/9/4P4/9/9/9/9/9/4K4 b G 1\tG*5b\tmate\n\
    edge\t8k/9/8P/9/9/9/9/9/4K4 b G 1\tG*1b\tmate\n\
    silent\tstartpos\t-\tmate\n\
    never\tstartpos\t5i5h\tplayed by nobody\n";

fn quick(name: &str, more: &str) -> (Run, Folder) {
    let here = Folder::new(name);
    here.file("positions.tsv", POSITIONS);
    let run = here.run(&format!("next-move --file @positions.tsv --nodes 3000 --hash-mb 1 --out @ {more}"));
    (run.done(), here)
}

#[test]
fn problems_and_played_moves_stand_in_tables_of_their_own() {
    let (run, here) = quick("next-move-quick", "");
    assert!(run.out.starts_with("3 positions, 3,000 nodes each, 1 MB of table"), "{}", run.out);
    let (solved, agreed) = run.out.split_once("\nAgreement").expect("two tables");
    // Both searches solve both mates: none alone, no difference, but two positions say little.
    assert_eq!(words_of(solved, "mate")[1..9], ["2", "2", "2", "0", "0", "+0.0", "[-69.3,", "+69.3]"]);
    assert_eq!(words_of(solved, "thesis: first")[3..], ["100", "67", "63", "+4.0"]);
    assert_eq!(words_of(solved, "thesis: fourth")[3..], ["100", "43", "40", "+3.0"]);
    assert_eq!(words_of(agreed, "played by nobody")[3..6], ["1", "0", "0"]);
    assert!(!solved.contains("played by") && !agreed.contains("mate"));

    let rows = here.rows("next-move.csv");
    assert_eq!(rows.len(), 6);
    for row in &rows {
        let [moves, best, right, since] = [3, 4, 5, 6].map(|column| row[column].as_str());
        assert_eq!(right == "1", moves == best, "{row:?}");
        // Mates in one are right from the first iteration on.
        assert_eq!(since, if right == "1" { "1" } else { "" }, "{row:?}");
        assert!((1..=3000).contains(&row[8].parse::<u64>().expect("a number of nodes")), "{row:?}");
    }
    let svg = here.read("next-move.svg");
    assert!(svg.contains("modern: mate") && svg.contains("modern-null: played by nobody"));
}

#[test]
fn engines_that_vote_solve_problems_too() {
    let (_, here) = quick("next-move-votes", "--a consultation-4-30 --b ensemble-4-30");
    // A mate carries no noise: every search sees it, from the first iteration on.
    let mates = here.rows("next-move.csv").into_iter().filter(|row| row[1] == "mate");
    let mates: Vec<Vec<String>> = mates.collect();
    assert_eq!(mates.len(), 4);
    assert!(mates.iter().all(|row| row[5..7] == ["1", "1"]), "{mates:?}");
}
