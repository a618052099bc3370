//! The example `compare_cycles` from outside: its tables, its files.

use std::sync::LazyLock;

use crate::aids::{Folder, ran, words_of};
use crate::example::{Run, read, repository};

const TREATMENTS: [&str; 5] = ["twin", "Nagai", "Nagai-literal", "dependence", "ignore"];
/// The treatments that are never wrong.
const SOUND: [&str; 4] = ["twin", "Nagai", "Nagai-literal", "dependence"];

/// A quick run over some mates and a no-mate of the repository, for all tests that only look at it.
static SHARED: LazyLock<(Run, Folder)> = LazyLock::new(|| {
    let here = Folder::new("cycles-quick");
    let mates = read(repository(), "data/tsume/mates.sfen");
    let regressions = read(repository(), "data/tsume/issue_regressions.sfen");
    let named = |name: &str| regressions.lines().find(|line| line.starts_with(name)).expect("a problem");
    let problems = mates.lines().step_by(10).chain(["komoriblog_nomate", "dlshogi46"].map(named));
    here.file("problems.sfen", problems.collect::<Vec<_>>().join("\n"));
    let run = here.run("compare_cycles --file @problems.sfen --nodes 50000 --hash-mb 4 --out @");
    (run.done(), here)
});

/// How many problems with this label a treatment solves.
fn solved(treatment: &str, label: &str) -> usize {
    let rows = SHARED.1.rows("compare-cycles.csv");
    rows.iter().filter(|row| row[2] == treatment && row[1] == label && row[3] == label).count()
}

#[test]
fn every_treatment_measures_every_problem_with_a_known_answer_and_sound_ones_are_right() {
    let (run, here) = &*SHARED;
    assert!(run.out.starts_with("11 problems, 5 treatments, 50000 nodes each"), "{}", run.out);
    let rows = here.rows("compare-cycles.csv");
    assert_eq!(rows.len(), 11 * TREATMENTS.len());
    for (i, row) in rows.iter().enumerate() {
        assert_eq!(row[2], TREATMENTS[i % TREATMENTS.len()]);
        assert!([&row[1], "unknown"].contains(&&*row[3]) || !SOUND.contains(&&*row[2]), "{row:?}");
        // What is said was found.
        assert!([&row[4], "unknown"].contains(&&*row[3]), "{row:?}");
        assert!(row[6].parse::<u64>().unwrap() > 0, "{row:?}");
        // The answers that are shown are accepted by the checker.
        assert_eq!(row[8].is_empty(), row[7].is_empty(), "{row:?}");
        assert!(["", "1"].contains(&&*row[8]), "{row:?}");
    }
    assert!(run.err.contains("55 of 55 runs"), "{}", run.err);
}

#[test]
fn table_of_solved_problems_counts_what_the_file_holds() {
    let table = SHARED.0.out.split("Table 2").nth(1).expect("a second table");
    for treatment in SOUND {
        let [mates, no_mates] = ["mate", "nomate"].map(|label| solved(treatment, label).to_string());
        // None of the paper's no-mates is in the file.
        let cells = words_of(table, treatment);
        assert_eq!(cells[1..9], [&mates, "10", &no_mates, "1", "0", "0", "0", "11"]);
        assert!(solved(treatment, "mate") >= 7, "{cells:?}");
    }
    let paper = ["paper:", "twin", "388", "388", "12", "14", "12", "14"];
    assert_eq!(words_of(table, "paper: twin"), paper);
}

#[test]
fn figures_show_a_mark_for_each_solved_mate() {
    let (_, here) = &*SHARED;
    // There are three marks, so that the first and the fourth treatment share one; each has one in the legend too.
    let marks = here.read("fig5-proof-overhead.svg").matches("<circle ").count();
    assert_eq!(marks, solved("twin", "mate") + solved("dependence", "mate") + 2);
    for name in ["fig4-nodes.svg", "fig4-nodes-no-mates.svg", "fig6-disproof-overhead.svg"] {
        assert!(here.read(name).contains("(nodes)"), "{name}");
    }
}

#[test]
fn generated_no_mates_that_are_not_solved_are_in_the_last_class() {
    let (_, here) = ran("cycles-unsolved", "compare_cycles --nodes 300 --hash-mb 1 --out @");
    let rows = here.rows("generated.csv");
    assert_eq!(rows.last().unwrap()[..5], ["problems", "0", "0", "11", "11"]);
    assert!(rows.iter().any(|row| row[..5] == ["dependence", "0", "0", "0", "0"]), "{rows:?}");
}

#[test]
fn generated_no_mates_are_the_same_after_an_interruption_and_are_no_mates() {
    let here = Folder::new("cycles-generate");
    let mates = read(repository(), "data/tsume/zuko_muso.sfen");
    here.file("mates.sfen", mates.lines().take(2).collect::<Vec<_>>().join("\n"));
    let generate = || {
        here.run("compare_cycles --file @mates.sfen --generate 1 --seed 12 --out @").done();
        here.read("generated_nomates.sfen")
    };
    let whole = generate();
    assert_eq!(whole.lines().filter(|line| !line.starts_with('#')).count(), 1, "{whole}");
    // As if the run had been killed before the last answers.
    let kept = here.read("generate-no-mates.tsv");
    assert_eq!(kept.matches("\ttrue\n").count(), 1, "{kept}");
    here.file("generate-no-mates.tsv", &kept[..kept.len() / 2]);
    here.remove("generated_nomates.sfen");
    assert_eq!(generate(), whole);
    // The generated no-mates are read like any problems.
    here.run("compare_cycles --file @generated_nomates.sfen --nodes 10000 --hash-mb 4 --out @").done();
    for row in here.rows("compare-cycles.csv").iter().filter(|row| row[2] == "dependence") {
        let nodes: u64 = row[6].parse().unwrap();
        assert!(row[3] == "nomate" && row[8] == "1" && nodes >= 4_000, "{row:?}");
    }
}
