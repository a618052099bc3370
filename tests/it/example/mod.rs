//! Runs the examples as their users do: as programs, by their words and exit status; and the files of such a run.

use std::fmt::Debug;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// What a run of an example left behind.
pub(crate) struct Run {
    /// Exit status.
    pub(crate) status: i32,
    /// Standard output.
    pub(crate) out: String,
    /// Standard error.
    pub(crate) err: String,
}

/// Columns of a terminal, which no line for people is wider than, if nothing else is said.
pub(crate) const COLUMNS: usize = 100;

/// What is not for a terminal alone: records of games; errors with their file, line and position on one line.
pub(crate) const FOR_PROGRAMS: [&str; 2] = ["convert", "perft"];

/// Lines too wide for a terminal. Lines with a tab are for programs; a single word cannot be folded, and the path of
/// a test's own file is as long as the folder the repository lies in.
pub(crate) fn wider_than(width: usize, text: &str) -> Vec<String> {
    let columns = |line: &str| line.chars().map(|c| if c < '\u{2e80}' { 1 } else { 2 }).sum::<usize>();
    let read_by_people = |line: &&str| !line.contains('\t') && line.split_whitespace().count() > 1;
    let shorter = |line: &str| line.replace(env!("CARGO_TARGET_TMPDIR"), "target/tmp");
    text.lines().filter(read_by_people).map(shorter).filter(|line| columns(line) > width).collect()
}

/// The root of the repository, which the tests of every package find above their own.
pub(crate) fn repository() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package
        .ancestors()
        .find(|folder| folder.join("Cargo.lock").is_file())
        .expect("the workspace has a lock file")
}

/// Runs an example from the root of the repository. Whatever it prints for people must fit a terminal.
pub(crate) fn run(name: &str, words: &[&str]) -> Run {
    run_within(COLUMNS, name, words)
}

/// The same in a terminal of so many columns; text asks for 80 at least and takes no more than [`COLUMNS`].
pub(crate) fn run_within(width: usize, name: &str, words: &[&str]) -> Run {
    let run = run_program(width, &program(name), words);
    if !FOR_PROGRAMS.contains(&name) {
        run.fits(width, words);
    }
    run
}

/// Runs a program from the root of the repository, in a terminal of so many columns.
pub(crate) fn run_program(width: usize, program: &Path, words: &[&str]) -> Run {
    let mut command = Command::new(program);
    // Without a terminal text is as wide as this variable says, and without the variable as wide as files are.
    if width == COLUMNS {
        command.env_remove("COLUMNS")
    } else {
        command.env("COLUMNS", width.to_string())
    };
    let output = command.args(words).current_dir(repository()).output();
    let Output { status, stdout, stderr } = output.expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("programs print UTF-8");
    Run { status: status.code().expect("the program ends by itself"), out: text(stdout), err: text(stderr) }
}

/// Starts a program and kills it, in a way that nobody can catch, as soon as there is `enough`; says whether it was running still.
pub(crate) fn kill(mut command: Command, enough: impl Fn() -> bool) -> bool {
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program runs");
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

impl Run {
    /// The run, which did what it was asked for.
    #[track_caller]
    pub(crate) fn done(self) -> Run {
        assert_eq!(self.status, 0, "{}", self.err);
        self
    }

    /// Asserts that options or files were refused with this explanation.
    #[track_caller]
    pub(crate) fn refused(&self, words: &dyn Debug, explanation: &str) {
        assert_eq!(self.status, 2, "{words:?}: {}", self.out);
        assert!(self.err.contains(explanation), "{words:?}: {}", self.err);
        assert!(!self.err.contains("panicked"), "{words:?}: {}", self.err);
    }

    /// Asserts that what was printed fits a terminal of so many columns.
    pub(crate) fn fits(&self, width: usize, words: &[&str]) {
        let width = width.clamp(80, COLUMNS);
        let wide = wider_than(width, &self.out);
        assert!(wide.is_empty(), "{words:?}: wider than {width} columns: {wide:#?}");
    }
}

/// The built example. `cargo test` builds examples before it runs tests; `cargo test --test NAME` does not, so
/// that it is built here if it is missing.
pub(crate) fn program(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("the test knows its own path");
    let profile = test.ancestors().nth(2).expect("tests are built into target/PROFILE/deps");
    let program = profile.join("examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    if !program.exists() {
        let release = if cfg!(debug_assertions) { ["--profile", "test"] } else { ["--profile", "release"] };
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--example", name]).args(release).current_dir(repository());
        assert!(cargo.status().expect("cargo runs").success(), "example {name} does not build");
    }
    program
}

/// An empty folder for one test, made anew: its path is relative where that can be, so that where examples break lines does not
/// depend on where the repository lies.
pub(crate) fn folder(name: &str) -> PathBuf {
    let all = Path::new(env!("CARGO_TARGET_TMPDIR"));
    // The tests of a package run in its folder, the examples at the root.
    std::env::set_current_dir(repository()).expect("the repository is there");
    let folder = all.strip_prefix(repository()).unwrap_or(all).join(name);
    // What an earlier run left there would hide what this one does not write.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the folder of test files");
    folder
}

/// Writes a file, with its folder if that is missing, and returns its path as a word for a command line.
pub(crate) fn file(folder: &Path, name: &str, content: &str) -> String {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().expect("it lies in a folder")).expect("the folder of a test file");
    std::fs::write(&path, content).expect("a file of its own");
    text(&path).to_owned()
}

/// What a run wrote into a file.
pub(crate) fn read(folder: &Path, name: &str) -> String {
    let path = folder.join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A path as a word for a command line.
pub(crate) fn text(path: &Path) -> &str {
    path.to_str().expect("paths of tests are text")
}
