//! Tables that were written, and games for a short run.

use std::path::Path;

use crate::example::repository;

/// The cells of a table without quotes, its heading left out.
pub(crate) fn rows(csv: &str) -> Vec<Vec<&str>> {
    csv.lines().skip(1).map(|line| line.split(',').collect()).collect()
}

/// Writes every `step`-th game of the sample, cut to so many plies.
pub(crate) fn short_games(path: &Path, step: usize, plies: usize) {
    let sample =
        std::fs::read_to_string(repository().join("data/games/sample.tsv")).expect("games of the repository");
    let lines = sample.lines().filter(|line| !line.starts_with('#')).step_by(step);
    let short = lines.map(|line| {
        let mut columns: Vec<String> = line.split('\t').map(str::to_owned).collect();
        columns[2] = columns[2].split(' ').take(plies).collect::<Vec<_>>().join(" ");
        columns.join("\t") + "\n"
    });
    std::fs::write(path, short.collect::<String>()).expect("a file of its own");
}
