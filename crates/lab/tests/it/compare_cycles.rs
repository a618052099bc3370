//! The example `compare_cycles` from outside: its tables, its files, how it refuses.

use std::path::PathBuf;
use std::sync::OnceLock;

use crate::aids::rows;
use crate::example::{Run, file, folder, read, run, text};

const TREATMENTS: [&str; 5] = ["twin", "Nagai", "Nagai-literal", "dependence", "ignore"];
/// Those that are never wrong.
const SOUND: [&str; 4] = ["twin", "Nagai", "Nagai-literal", "dependence"];

/// A quick run over some mates and a no-mate of the repository.
fn quick() -> (Run, PathBuf) {
    let folder = folder("cycles-quick");
    let read = |file: &str| read(crate::example::repository(), file);
    let mates = read("data/tsume/mates.sfen").lines().step_by(10).collect::<Vec<_>>().join("\n");
    let regressions = read("data/tsume/issue_regressions.sfen");
    let no_mate = regressions.lines().find(|line| line.starts_with("komoriblog_nomate")).expect("a no-mate");
    let open = regressions.lines().find(|line| line.starts_with("dlshogi46")).expect("an open problem");
    let problems = folder.join("problems.sfen");
    std::fs::write(&problems, format!("{mates}\n{no_mate}\n{open}\n")).expect("a file of its own");
    let words = ["--file", text(&problems), "--nodes", "50000", "--hash-mb", "4", "--out"];
    let run = run("compare_cycles", &[&words[..], &[text(&folder)]].concat());
    (run.done(), folder)
}

/// One quick run for all tests that only look at it.
fn shared() -> &'static (Run, PathBuf) {
    static SHARED: OnceLock<(Run, PathBuf)> = OnceLock::new();
    SHARED.get_or_init(quick)
}

#[test]
fn every_treatment_measures_every_problem_with_a_known_answer_and_sound_ones_are_right() {
    let (run, folder) = shared();
    assert!(run.out.starts_with("11 problems, 5 treatments, 50000 nodes each"), "{}", run.out);
    let csv = std::fs::read_to_string(folder.join("compare-cycles.csv")).unwrap();
    let rows = rows(&csv);
    assert_eq!(rows.len(), 11 * TREATMENTS.len());
    for (i, row) in rows.iter().enumerate() {
        assert_eq!(row[2], TREATMENTS[i % TREATMENTS.len()]);
        assert!([row[1], "unknown"].contains(&row[3]) || !SOUND.contains(&row[2]), "{row:?}");
        assert!(row[5].parse::<u64>().unwrap() > 0, "{row:?}");
        // The answers that are shown are accepted by the checker.
        assert_eq!(row[7].is_empty(), row[6].is_empty(), "{row:?}");
        assert!(["", "1"].contains(&row[7]), "{row:?}");
    }
    assert!(run.err.contains("55 of 55 runs"), "{}", run.err);
}

#[test]
fn table_of_solved_problems_counts_what_the_file_holds() {
    let (run, folder) = shared();
    let csv = std::fs::read_to_string(folder.join("compare-cycles.csv")).unwrap();
    let rows = rows(&csv);
    let table = run.out.split("Table 2").nth(1).expect("a second table");
    for treatment in SOUND {
        let solved = |label: &str| {
            rows.iter().filter(|row| row[2] == treatment && row[1] == label && row[3] == label).count()
        };
        let row = table.lines().find(|line| line.trim_start().starts_with(treatment)).expect("a row");
        let cells: Vec<&str> = row.split_whitespace().collect();
        let [mates, no_mates] = ["mate", "nomate"].map(|label| solved(label).to_string());
        // None of the paper's no-mates is in the file.
        assert_eq!(cells[1..9], [&mates, "10", &no_mates, "1", "0", "0", "0", "11"]);
        assert!(solved("mate") >= 7, "{row}");
    }
    let paper = table.lines().find(|line| line.contains("paper: twin")).expect("the paper's row");
    assert!(
        paper.split_whitespace().eq(["paper:", "twin", "388", "388", "12", "14", "12", "14", "0", "402"]),
        "{paper}"
    );
}

#[test]
fn figures_show_a_mark_for_each_solved_mate() {
    let (_, folder) = shared();
    let csv = std::fs::read_to_string(folder.join("compare-cycles.csv")).unwrap();
    let solved = |treatment: &str| {
        rows(&csv).iter().filter(|row| row[2] == treatment && row[1] == "mate" && row[3] == "mate").count()
    };
    let svg = std::fs::read_to_string(folder.join("fig5-proof-overhead.svg")).unwrap();
    // There are three marks, so that the first and the fourth treatment share one; each has one in the legend too.
    assert_eq!(svg.matches("<circle ").count(), solved("twin") + solved("dependence") + 2);
    for name in ["fig4-nodes.svg", "fig4-nodes-no-mates.svg", "fig6-disproof-overhead.svg"] {
        let svg = std::fs::read_to_string(folder.join(name)).unwrap();
        assert!(svg.contains("(nodes)"), "{name}");
    }
}

#[test]
fn generated_no_mates_are_the_same_after_an_interruption_and_are_no_mates() {
    let folder = folder("cycles-generate");
    let all = std::fs::read_to_string(crate::example::repository().join("data/tsume/zuko_muso.sfen"))
        .expect("problems of the repository");
    let mates = file(&folder, "mates.sfen", &all.lines().take(2).collect::<Vec<_>>().join("\n"));
    let words = ["--file", &mates, "--generate", "1", "--seed", "1", "--out", text(&folder)];
    let made = folder.join("generated_nomates.sfen");
    run("compare_cycles", &words).done();
    let whole = std::fs::read_to_string(&made).unwrap();
    let lines: Vec<&str> = whole.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines.len(), 1, "{whole}");
    // The last answers were not there when the run was killed.
    let kept = read(&folder, "generate-no-mates.tsv");
    assert_eq!(kept.matches("\ttrue\n").count(), 1, "{kept}");
    std::fs::write(folder.join("generate-no-mates.tsv"), &kept[..kept.len() / 2]).unwrap();
    std::fs::remove_file(&made).unwrap();
    run("compare_cycles", &words).done();
    assert_eq!(std::fs::read_to_string(&made).unwrap(), whole);
    // The generated no-mates are read like any problems.
    let words = ["--file", text(&made), "--nodes", "91000", "--out", text(&folder)];
    run("compare_cycles", &words).done();
    let csv = std::fs::read_to_string(folder.join("compare-cycles.csv")).unwrap();
    for row in rows(&csv).iter().filter(|row| row[2] == "dependence") {
        let nodes: u64 = row[5].parse().unwrap();
        assert!(row[3] == "nomate" && row[7] == "1" && (4_000..=91_000).contains(&nodes), "{row:?}");
    }
}
