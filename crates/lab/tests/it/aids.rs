//! Further helpers for the folders of the tests of experiments, and for the tables that programs wrote there.

use std::io::Write;
use std::process::Stdio;

pub(crate) use crate::example::Folder;
use crate::example::{Run, read, repository, run};

impl Folder {
    /// Runs a command line in a terminal of `width` columns.
    pub(crate) fn run_within(&self, width: usize, line: &str) -> Run {
        run(self.command(line), width)
    }

    /// Output of a program that reads `input` from standard input.
    pub(crate) fn fed(&self, line: &str, input: &[u8]) -> String {
        let mut command = self.command(line);
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut child = child.expect("the program runs");
        let mut stdin = child.stdin.take().expect("standard input is written here");
        stdin.write_all(input).expect("it is read");
        drop(stdin);
        let done = child.wait_with_output().expect("the run ends");
        assert!(done.status.success(), "{line}: {}", done.status);
        String::from_utf8(done.stdout).expect("UTF-8 is printed")
    }

    /// Sorted names of the entries of a folder inside, or of this one (`""`).
    pub(crate) fn names(&self, inside: &str) -> Vec<String> {
        let entries = std::fs::read_dir(self.path(inside)).expect("a folder of this test");
        let name = |entry: std::io::Result<std::fs::DirEntry>| entry.expect("an entry").file_name();
        let mut names: Vec<String> =
            entries.map(|entry| name(entry).to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    pub(crate) fn read_bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The rows of a table.
    pub(crate) fn rows(&self, name: &str) -> Vec<Vec<String>> {
        cells(&self.read(name)).split_off(1)
    }

    /// Writes every `step`-th game of the sample, cut to `plies` plies.
    pub(crate) fn short_games(&self, name: &str, step: usize, plies: usize) {
        let sample = read(repository(), "data/games/sample.tsv");
        let lines = sample.lines().filter(|line| !line.starts_with('#')).step_by(step);
        let short = lines.map(|line| {
            let mut columns: Vec<String> = line.split('\t').map(str::to_owned).collect();
            columns[2] = columns[2].split(' ').take(plies).collect::<Vec<_>>().join(" ");
            columns.join("\t") + "\n"
        });
        self.file(name, short.collect::<String>());
    }
}

/// A run that succeeds, in a folder of its own.
pub(crate) fn ran(folder: &str, line: &str) -> (Run, Folder) {
    let here = Folder::new(folder);
    (here.run(line).done(), here)
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

/// Cells of a table without the columns that a clock fills.
pub(crate) fn timeless(csv: &str) -> Vec<Vec<String>> {
    let mut rows = cells(csv);
    let lasts: Vec<bool> = rows[0].iter().map(|name| !name.contains("time")).collect();
    for row in &mut rows {
        assert_eq!(row.len(), lasts.len(), "{row:?}");
        let mut lasts = lasts.iter();
        row.retain(|_| lasts.next() != Some(&false));
    }
    rows
}

/// The number that a cell begins with; not a number if it is empty.
pub(crate) fn number(cell: &str) -> f64 {
    let word = cell.split(' ').next().unwrap_or_default();
    if word.is_empty() { f64::NAN } else { word.parse().unwrap_or_else(|error| panic!("{cell:?}: {error}")) }
}

/// The words of the first line that begins with `start`, blanks aside.
pub(crate) fn words_of<'a>(text: &'a str, start: &str) -> Vec<&'a str> {
    let line = text.lines().find(|line| line.trim_start().starts_with(start));
    line.unwrap_or_else(|| panic!("no line {start:?} in:\n{text}")).split_whitespace().collect()
}
