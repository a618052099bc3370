//! The program `komadai-lab`; tables that were written, and games for a short run.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::example::{COLUMNS, Run, repository, run_program};

/// The built program `komadai-lab`.
const LAB: &str = env!("CARGO_BIN_EXE_komadai-lab");

/// Runs an experiment by its subcommand, from the root of the repository: `lab(&["self-play", "--pairs", "1"])`. What it prints must
/// fit a terminal.
pub(crate) fn lab(words: &[&str]) -> Run {
    lab_within(COLUMNS, words)
}

/// The same in a terminal of so many columns.
pub(crate) fn lab_within(width: usize, words: &[&str]) -> Run {
    let run = run_program(width, Path::new(LAB), words);
    run.fits(width, words);
    run
}

/// Starts an experiment and kills it, in a way that nobody can catch, as soon as there is `enough`; says whether it was running still.
pub(crate) fn lab_killed(words: &[&str], enough: impl Fn() -> bool) -> bool {
    let mut command = Command::new(LAB);
    command.args(words).current_dir(repository()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the program runs");
    let begun = Instant::now();
    let mut runs = || child.try_wait().expect("the child can be asked").is_none();
    while !enough() && runs() && begun.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(1));
    }
    let was_running = runs();
    let _ = child.kill();
    child.wait().expect("the child is ours");
    was_running
}

/// The cells of a table without quotes, its heading left out.
pub(crate) fn rows(csv: &str) -> Vec<Vec<&str>> {
    csv.lines().skip(1).map(|line| line.split(',').collect()).collect()
}

/// Cells of a table, its heading first. Cells with commas are quoted.
pub(crate) fn cells(csv: &str) -> Vec<Vec<String>> {
    let row = |line: &str| {
        let (mut row, mut quoted) = (vec![String::new()], false);
        for sign in line.chars() {
            match sign {
                '"' => quoted = !quoted,
                ',' if !quoted => row.push(String::new()),
                _ => row.last_mut().expect("a row has a cell").push(sign),
            }
        }
        row
    };
    csv.lines().map(row).collect()
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
