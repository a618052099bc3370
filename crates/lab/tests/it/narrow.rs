//! Text and tables in a terminal of 80 columns, and in narrower and wider ones, which get 80 and 100.

use crate::aids::lab_within;
use crate::example::{folder, run_within, text};

/// The widest line.
fn widest(out: &str) -> usize {
    out.lines().map(|line| line.chars().count()).max().unwrap_or(0)
}

#[test]
fn text_and_tables_fit_eighty_columns() {
    let folder = folder("narrow");
    let out = text(&folder);
    let at = |name: &str| format!("{out}/{name}");
    let [play, first, again] = ["play", "first", "again"].map(at);
    let quick = ["--nodes", "200", "--pairs", "1", "--move-limit", "30", "--hash-mb", "1", "--out", &play];
    let combined = [
        "heuristics",
        "--tables",
        "combined",
        "--rows",
        "null",
        "--positions",
        "1",
        "--depths",
        "1",
        "--out",
    ];
    let rows = |out| [&combined[..], &[out]].concat();
    for (name, words) in [
        ("solve_tsume", &["--nodes", "1000", "--hash-mb", "1"][..]),
        ("compare_cycles", &["--nodes", "300", "--hash-mb", "1", "--out", out]),
        ("analyze", &["--nodes", "1000"]),
    ] {
        let run = run_within(80, name, words);
        assert_eq!(run.status, 0, "{name}: {}", run.err);
        assert!(!run.out.is_empty(), "{name}");
    }
    for words in [[&["self-play"], &quick[..]].concat(), rows(&first)] {
        let run = lab_within(80, &words);
        assert!(run.status == 0 && !run.out.is_empty(), "{words:?}: {}", run.err);
    }
    // A table of heuristics is wider where there is more room, and no narrower than 80 where there is less.
    let rows = rows(&again);
    let widths = [40, 80, 100, 200].map(|columns| widest(&lab_within(columns, &rows).out));
    assert!(widths[0] == widths[1] && widths[1] <= 80, "{widths:?}");
    assert!(widths[2] > 80 && widths[3] == widths[2], "{widths:?}");
}
