//! A folder of its own for a test, and programs run by command lines that name its files; the tables that they wrote there.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::example::{
    COLUMNS, Run, file, folder, kill, program, read, repository, run_program, run_within, text,
};

/// The built program `komadai-lab`.
const LAB: &str = env!("CARGO_BIN_EXE_komadai-lab");

/// Examples whose names have no underscore; every other name without one is an experiment's.
const SHORT_NAMES: [&str; 4] = ["analyze", "build_book", "convert", "perft"];

/// Whether a command line names an example.
fn is_example(words: &[String]) -> bool {
    words[0].contains('_') || SHORT_NAMES.contains(&words[0].as_str())
}

/// A folder for one test, empty at first.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        Folder(folder(name))
    }

    /// The words of a command line: `@name` is a file of this folder, `@` the folder; what stands between quotes is one word.
    fn words(&self, line: &str) -> Vec<String> {
        let word = |word: &str| match word.split_once('@') {
            Some((before, "")) => format!("{before}{}", text(&self.0)),
            Some((before, name)) => format!("{before}{}", text(&self.path(name))),
            None => word.to_owned(),
        };
        let parts = line.split('"').enumerate().flat_map(|(number, part)| match number % 2 {
            0 => part.split_whitespace().map(word).collect(),
            _ => vec![part.to_owned()],
        });
        parts.collect()
    }

    /// Runs an example or an experiment by its command line, from the root of the repository. What it prints must fit a terminal.
    pub(crate) fn run(&self, line: &str) -> Run {
        self.run_within(COLUMNS, line)
    }

    /// The same in a terminal of so many columns.
    pub(crate) fn run_within(&self, width: usize, line: &str) -> Run {
        let words = self.words(line);
        let all: Vec<&str> = words.iter().map(String::as_str).collect();
        if is_example(&words) {
            return run_within(width, all[0], &all[1..]);
        }
        let run = run_program(width, Path::new(LAB), &all);
        run.fits(width, &all);
        run
    }

    /// An example or an experiment with its words, to be run in another way than by [`run`](Folder::run).
    pub(crate) fn command(&self, line: &str) -> Command {
        let words = self.words(line);
        let (program, named) = if is_example(&words) { (program(&words[0]), 1) } else { (LAB.into(), 0) };
        let mut command = Command::new(program);
        command.args(&words[named..]).current_dir(repository());
        command
    }

    /// What a program prints that reads this from standard input.
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

    /// Starts a program and kills it as soon as there is `enough`; says whether it was running still.
    pub(crate) fn kill(&self, line: &str, enough: impl Fn() -> bool) -> bool {
        kill(self.command(line), enough)
    }

    /// The path of a file.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    /// The names of what is in a folder inside, or here (`""`), sorted.
    pub(crate) fn names(&self, inside: &str) -> Vec<String> {
        let entries = std::fs::read_dir(self.path(inside)).expect("a folder of this test");
        let name = |entry: std::io::Result<std::fs::DirEntry>| entry.expect("an entry").file_name();
        let mut names: Vec<String> =
            entries.map(|entry| name(entry).to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// Writes a file, with its folder if that is missing.
    pub(crate) fn file(&self, name: &str, content: &str) {
        file(&self.0, name, content);
    }

    /// Writes a file of bytes.
    pub(crate) fn bytes(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), content).expect("a file of its own");
    }

    pub(crate) fn remove(&self, name: &str) {
        std::fs::remove_file(self.path(name)).expect("a file that is there");
    }

    /// What a run wrote into a file.
    pub(crate) fn read(&self, name: &str) -> String {
        read(&self.0, name)
    }

    pub(crate) fn read_bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The rows of a table.
    pub(crate) fn rows(&self, name: &str) -> Vec<Vec<String>> {
        cells(&self.read(name)).split_off(1)
    }

    /// Writes every `step`-th game of the sample, cut to so many plies.
    pub(crate) fn short_games(&self, name: &str, step: usize, plies: usize) {
        let sample = read(repository(), "data/games/sample.tsv");
        let lines = sample.lines().filter(|line| !line.starts_with('#')).step_by(step);
        let short = lines.map(|line| {
            let mut columns: Vec<String> = line.split('\t').map(str::to_owned).collect();
            columns[2] = columns[2].split(' ').take(plies).collect::<Vec<_>>().join(" ");
            columns.join("\t") + "\n"
        });
        self.file(name, &short.collect::<String>());
    }
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

/// The words of the first line that begins so, blanks aside.
pub(crate) fn words_of<'a>(text: &'a str, start: &str) -> Vec<&'a str> {
    let line = text.lines().find(|line| line.trim_start().starts_with(start));
    line.unwrap_or_else(|| panic!("no line {start:?} in:\n{text}")).split_whitespace().collect()
}
