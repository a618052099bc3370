//! Text and tables in a terminal of 80 columns, and in narrower and wider ones, which get 80 and 100.

use crate::aids::Folder;

/// The widest line.
fn widest(out: &str) -> usize {
    out.lines().map(|line| line.chars().count()).max().unwrap_or(0)
}

#[test]
fn text_and_tables_fit_eighty_columns() {
    let here = Folder::new("narrow");
    let table = "heuristics --tables combined --rows null --positions 1 --depths 1 --out @table";
    for line in [
        "solve_tsume --file data/tsume/issue_regressions.sfen --nodes 1000 --hash-mb 1",
        "compare_cycles --nodes 300 --hash-mb 1 --out @",
        "analyze --nodes 1000",
        "self-play --nodes 200 --pairs 1 --move-limit 30 --hash-mb 1 --out @play",
        table,
    ] {
        assert!(!here.run_within(80, line).done().out.is_empty(), "{line}");
    }
    // A table of heuristics is wider where there is more room, and no narrower than 80 where there is less.
    let widths = [40, 80, 100, 200].map(|columns| widest(&here.run_within(columns, table).out));
    assert!(widths[0] == widths[1] && widths[1] <= 80, "{widths:?}");
    assert!(widths[2] > 80 && widths[3] == widths[2], "{widths:?}");
}
