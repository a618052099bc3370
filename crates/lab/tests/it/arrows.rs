//! The dependencies between our crates are exactly the arrows of `docs/ARCHITECTURE.md`, section 1.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::example::repository;

/// Every crate, and the crates that it may depend on.
const ALLOWED: [(&str, &[&str]); 12] = [
    ("komadai-core", &[]),
    ("komadai-notation", &["core"]),
    ("komadai-search", &["core"]),
    ("komadai-eval", &["core"]),
    ("komadai-tsume", &["core"]),
    ("komadai-learn", &["core", "search", "eval"]),
    ("komadai-learn-mpi", &["core", "eval", "learn"]),
    ("komadai-usi", &["core", "search"]),
    ("komadai", &["core", "notation", "search", "eval", "tsume", "learn", "usi"]),
    ("komadai-report", &["", "core"]),
    ("komadai-recipe", &["", "core", "search", "tsume", "learn"]),
    ("komadai-lab", &["", "core", "notation", "search", "eval", "tsume", "learn", "recipe", "report"]),
];

/// Dependencies of the programs and their packages alone: no library crate may have them.
const NOT_IN_LIBRARIES: &[&str] =
    &["clap", "indicatif", "comfy-table", "plotters", "terminal_size", "log", "tracing"];

/// The packages of programs; `train_mpi` stands beside its library.
const PROGRAMS: [&str; 3] = ["komadai-report", "komadai-lab", "komadai-learn-mpi"];

/// The workspace, and the crate outside it that needs an MPI.
const MANIFESTS: [&str; 2] = ["Cargo.toml", "crates/learn-mpi/Cargo.toml"];

/// `(crate, dependency)` of every arrow except those of tests and benches, which may look sideways.
fn arrows() -> BTreeSet<(String, String)> {
    let mut arrows = BTreeSet::new();
    for manifest in MANIFESTS {
        let output = Command::new(env!("CARGO"))
            .args(["metadata", "--format-version", "1", "--no-deps", "--offline", "--manifest-path"])
            .arg(repository().join(manifest))
            .output()
            .expect("cargo runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let metadata: serde_json::Value =
            serde_json::from_slice(&output.stdout).expect("cargo metadata is JSON");
        let text = |value: &serde_json::Value| value.as_str().expect("a name is text").to_owned();
        for package in metadata["packages"].as_array().expect("packages are a list") {
            for dependency in package["dependencies"].as_array().expect("dependencies are a list") {
                if dependency["kind"].as_str() != Some("dev") {
                    arrows.insert((text(&package["name"]), text(&dependency["name"])));
                }
            }
        }
    }
    arrows
}

#[test]
fn crates_depend_on_each_other_only_as_the_plan_allows() {
    let ours: Vec<_> = arrows().into_iter().filter(|(_, to)| to.starts_with("komadai")).collect();
    // Arrows of both workspaces show that the metadata was read correctly.
    for from in ["komadai", "komadai-learn-mpi"] {
        assert!(ours.contains(&(from.to_owned(), "komadai-core".to_owned())), "{ours:?}");
    }
    for (from, to) in &ours {
        let short = to.trim_start_matches("komadai").trim_start_matches('-');
        let allowed = ALLOWED.iter().any(|(crate_, on)| crate_ == from && on.contains(&short));
        assert!(allowed, "{from} depends on {to}: not in docs/ARCHITECTURE.md, section 1");
    }
}

/// All Rust files in a folder and the folders in it.
pub(crate) fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            found.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

/// They may use `komadai-learn` too, a feature of the facade that no member switches on: cargo would compile it for `analyze` as well.
#[test]
fn examples_and_benches_know_the_facade_alone() {
    let root = repository();
    // As Rust writes them; a comment may name the package, with a hyphen.
    let members = ALLOWED.iter().map(|(name, _)| *name);
    let named = |name: &&str| !["komadai", "komadai-learn"].contains(name) && !PROGRAMS.contains(name);
    let members: Vec<_> = members.filter(named).collect();
    for folder in ["examples", "benches"] {
        let files = rust_files(&root.join(folder));
        let mut use_the_facade = 0;
        for file in &files {
            let text = std::fs::read_to_string(file).expect("sources are UTF-8");
            for member in &members {
                let member = member.replace('-', "_");
                assert!(!text.contains(&member), "{} names {member}: take it from komadai", file.display());
            }
            use_the_facade += usize::from(text.contains("use komadai::"));
        }
        // If nothing was read, no file would name a member.
        assert!(use_the_facade >= 3, "{folder}: {use_the_facade} of {} files use komadai", files.len());
    }
    for manifest in ["benches/Cargo.toml", "crates/recipe/Cargo.toml", "crates/lab/Cargo.toml"] {
        let text = std::fs::read_to_string(root.join(manifest)).expect("manifests are UTF-8");
        let facade = text.lines().find(|line| line.starts_with("komadai = ")).expect("it names the facade");
        assert!(!facade.contains("\"learn\""), "{manifest}: {facade}");
    }
}

#[test]
fn libraries_neither_parse_command_lines_nor_draw_nor_log() {
    let arrows = arrows();
    assert!(arrows.contains(&("komadai-report".to_owned(), "plotters".to_owned())));
    for (from, to) in arrows.iter().filter(|(from, _)| !PROGRAMS.contains(&from.as_str())) {
        assert!(!NOT_IN_LIBRARIES.contains(&to.as_str()), "{from} depends on {to}");
    }
}

/// A certificate is worth something because its checker shares nothing with the solver.
#[test]
fn checker_of_certificates_knows_neither_board_nor_solver() {
    let files = rust_files(&repository().join("crates/tsume/src/checker"));
    let mut lines = 0;
    for file in &files {
        let text = std::fs::read_to_string(file).expect("sources are UTF-8");
        for (number, line) in text.lines().enumerate() {
            let code = line.trim_start();
            let comment = code.starts_with("//");
            lines += usize::from(!comment && !code.is_empty());
            assert!(!code.contains("komadai_core"), "{}:{}: {line}", file.display(), number + 1);
            assert!(comment || !code.contains("crate::"), "{}:{}: {line}", file.display(), number + 1);
            assert!(comment || !code.contains("super::super"), "{}:{}: {line}", file.display(), number + 1);
        }
    }
    // Short enough to be read by anyone who wants to be convinced.
    assert!(files.len() >= 4 && (500..1_250).contains(&lines), "{} files, {lines} lines", files.len());
}
