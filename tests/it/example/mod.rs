//! Runs the examples as their users do: as programs, by their words and exit status.

use std::path::PathBuf;
use std::process::{Command, Output};

/// What a run of an example left behind.
pub(crate) struct Run {
    /// Exit status.
    pub(crate) status: i32,
    /// Standard output.
    pub(crate) out: String,
    /// Standard error.
    pub(crate) err: String,
}

/// Runs an example from the root of the repository.
pub(crate) fn run(name: &str, words: &[&str]) -> Run {
    let output = Command::new(program(name)).args(words).current_dir(env!("CARGO_MANIFEST_DIR")).output();
    let Output { status, stdout, stderr } = output.expect("the example runs");
    let text = |bytes| String::from_utf8(bytes).expect("examples print UTF-8");
    Run { status: status.code().expect("the example ends by itself"), out: text(stdout), err: text(stderr) }
}

/// The built example. `cargo test` builds examples before it runs tests; `cargo test --test NAME` does not, so
/// that it is built here if it is missing.
pub(crate) fn program(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("the test knows its own path");
    let profile = test.ancestors().nth(2).expect("tests are built into target/PROFILE/deps");
    let program = profile.join("examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    if !program.exists() {
        let release: &[&str] = if cfg!(debug_assertions) { &[] } else { &["--release"] };
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--example", name]).args(release).current_dir(env!("CARGO_MANIFEST_DIR"));
        assert!(cargo.status().expect("cargo runs").success(), "example {name} does not build");
    }
    program
}
