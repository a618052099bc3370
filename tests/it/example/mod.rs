//! Runs programs as their users do, by command lines and exit status, each test in a folder of its own.

use std::fmt::Debug;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// What a run of a program left behind.
pub(crate) struct Run {
    /// Exit status.
    pub(crate) status: i32,
    /// Standard output.
    pub(crate) out: String,
    /// Standard error.
    pub(crate) err: String,
}

/// Columns of a terminal by default; no line for people is wider.
pub(crate) const COLUMNS: usize = 100;

/// Programs whose output is not only for a terminal: records of games; errors with their file, line and position on one line.
const FOR_PROGRAMS: [&str; 2] = ["convert", "perft"];

/// The built program `komadai-lab`, in the tests of its package.
const LAB: Option<&str> = option_env!("CARGO_BIN_EXE_komadai-lab");

/// Examples whose names have no underscore; every other name without one is an experiment's.
const SHORT_NAMES: [&str; 4] = ["analyze", "build_book", "convert", "perft"];

/// Lines too wide for a terminal. Lines with a tab are for programs; a single word cannot be folded, and how long the path of a test's own
/// file is depends on the folder of the repository.
pub(crate) fn wider_than(width: usize, text: &str) -> Vec<String> {
    let columns = |line: &str| line.chars().map(|c| if c < '\u{2e80}' { 1 } else { 2 }).sum::<usize>();
    let read_by_people = |line: &&str| !line.contains('\t') && line.split_whitespace().count() > 1;
    let shorter = |line: &str| line.replace(env!("CARGO_TARGET_TMPDIR"), "target/tmp");
    text.lines().filter(read_by_people).map(shorter).filter(|line| columns(line) > width).collect()
}

/// The root of the repository, which the tests of every package find above their own folder.
pub(crate) fn repository() -> &'static Path {
    let mut folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    folders.find(|folder| folder.join("Cargo.lock").is_file()).expect("the workspace has a lock file")
}

/// Runs a program in a terminal of `width` columns; text needs at least 80 and takes at most [`COLUMNS`]. What it prints for people must fit.
pub(crate) fn run(mut command: Command, width: usize) -> Run {
    // Without a terminal, this variable sets the width of text; without the variable, it is that of files.
    if width == COLUMNS {
        command.env_remove("COLUMNS")
    } else {
        command.env("COLUMNS", width.to_string())
    };
    let Output { status, stdout, stderr } =
        command.current_dir(repository()).output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("programs print UTF-8");
    let status = status.code().expect("the program ends by itself");
    let run = Run { status, out: text(stdout), err: text(stderr) };
    let name = Path::new(command.get_program()).file_stem();
    if !FOR_PROGRAMS.iter().any(|program| name == Some(program.as_ref())) {
        let wide = wider_than(width.clamp(80, COLUMNS), &run.out);
        assert!(wide.is_empty(), "{command:?}: wider than {width} columns: {wide:#?}");
    }
    run
}

impl Run {
    /// Asserts that the run succeeded, and returns it.
    #[track_caller]
    pub(crate) fn done(self) -> Run {
        assert_eq!(self.status, 0, "{}", self.err);
        self
    }

    /// Asserts that all of this was printed.
    #[track_caller]
    pub(crate) fn says(&self, parts: &[&str]) {
        for part in parts {
            assert!(self.out.contains(part), "{part}: {}", self.out);
        }
    }

    /// Asserts that options or files were refused with this explanation.
    #[track_caller]
    pub(crate) fn refused(&self, words: &dyn Debug, explanation: &str) {
        assert_eq!(self.status, 2, "{words:?}: {}", self.out);
        assert!(self.err.contains(explanation), "{words:?}: {}", self.err);
        assert!(!self.err.contains("panicked"), "{words:?}: {}", self.err);
    }
}

/// The built example. `cargo test` builds examples before it runs tests; `cargo test --test NAME` does not, so it is built here if it is missing.
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

/// A folder for one test, made anew and empty.
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// Its path is relative if possible, so that line breaks of programs do not depend on the place of the repository.
    pub(crate) fn new(name: &str) -> Folder {
        let all = Path::new(env!("CARGO_TARGET_TMPDIR"));
        // The tests of a package run in its folder, the programs at the root.
        std::env::set_current_dir(repository()).expect("the repository is there");
        let folder = all.strip_prefix(repository()).unwrap_or(all).join(name);
        // What an earlier run left there would hide what this one does not write.
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("the folder of test files");
        Folder(folder)
    }

    /// An example or an experiment by its command line, to be run from the root of the repository: `@name` is a file of this folder, `@`
    /// the folder; text between quotes is one word.
    pub(crate) fn command(&self, line: &str) -> Command {
        let word = |word: &str| match word.split_once('@') {
            Some((before, "")) => format!("{before}{}", text(&self.0)),
            Some((before, name)) => format!("{before}{}", text(&self.path(name))),
            None => word.to_owned(),
        };
        let parts = line.split('"').enumerate().flat_map(|(number, part)| match number % 2 {
            0 => part.split_whitespace().map(word).collect(),
            _ => vec![part.to_owned()],
        });
        let words: Vec<String> = parts.collect();
        let is_example = words[0].contains('_') || SHORT_NAMES.contains(&words[0].as_str());
        let lab = || LAB.expect("experiments are run by the tests of their package").into();
        let program = if is_example { program(&words[0]) } else { lab() };
        let mut command = Command::new(program);
        command.args(&words[usize::from(is_example)..]).current_dir(repository());
        command
    }

    /// Runs a command line.
    pub(crate) fn run(&self, line: &str) -> Run {
        run(self.command(line), COLUMNS)
    }

    /// Starts a program and kills it, in a way that cannot be caught, as soon as there is `enough`; returns whether it was still running.
    pub(crate) fn kill(&self, line: &str, enough: impl Fn() -> bool) -> bool {
        let mut command = self.command(line);
        let mut child =
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program runs");
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

    /// The path of a file.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    /// Writes a file, with its folder if that is missing.
    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("it lies in a folder"))
            .expect("the folder of a test file");
        std::fs::write(path, content).expect("a file of its own");
    }

    pub(crate) fn remove(&self, name: &str) {
        std::fs::remove_file(self.path(name)).expect("a file that is there");
    }

    /// What a run wrote into a file.
    pub(crate) fn read(&self, name: &str) -> String {
        read(&self.0, name)
    }
}

/// The text of a file.
pub(crate) fn read(folder: &Path, name: &str) -> String {
    let path = folder.join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A path as a word for a command line.
pub(crate) fn text(path: &Path) -> &str {
    path.to_str().expect("paths of tests are text")
}
