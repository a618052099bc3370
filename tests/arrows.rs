//! The arrows between our crates are those of `docs/ARCHITECTURE.md`, section 2, and no others.

use std::collections::BTreeSet;
use std::process::Command;

/// `(from, to)`: who may depend on whom.
const ALLOWED: &[(&str, &str)] = &[
    ("komadai-search", "komadai-core"),
    ("komadai-eval", "komadai-core"),
    ("komadai-tsume", "komadai-core"),
    ("komadai-learn", "komadai-core"),
    ("komadai-learn", "komadai-search"),
    ("komadai-learn", "komadai-eval"),
    ("komadai", "komadai-core"),
    ("komadai", "komadai-search"),
    ("komadai", "komadai-eval"),
    ("komadai", "komadai-tsume"),
    ("komadai", "komadai-learn"),
];

/// What belongs to the facade, the examples and the tests alone: no library crate may ask for it.
const NOT_IN_LIBRARIES: &[&str] = &["clap", "indicatif", "comfy-table", "plotters", "log", "tracing"];

/// `(crate, dependency)` of every arrow but those of tests and benches, which may look sideways.
fn arrows() -> BTreeSet<(String, String)> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline", "--manifest-path"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("cargo metadata is JSON");
    let text = |value: &serde_json::Value| value.as_str().expect("a name is text").to_owned();
    let mut arrows = BTreeSet::new();
    for package in metadata["packages"].as_array().expect("packages are a list") {
        for dependency in package["dependencies"].as_array().expect("dependencies are a list") {
            if dependency["kind"].as_str() != Some("dev") {
                arrows.insert((text(&package["name"]), text(&dependency["name"])));
            }
        }
    }
    arrows
}

#[test]
fn crates_depend_on_each_other_only_as_the_plan_allows() {
    let ours: Vec<_> = arrows().into_iter().filter(|(_, to)| to.starts_with("komadai")).collect();
    // The facade's own arrows show that metadata was read as meant.
    assert!(ours.contains(&("komadai".to_owned(), "komadai-core".to_owned())), "{ours:?}");
    for (from, to) in &ours {
        assert!(
            ALLOWED.contains(&(from, to)),
            "{from} depends on {to}: not in docs/ARCHITECTURE.md, section 2"
        );
    }
}

#[test]
fn libraries_neither_parse_command_lines_nor_draw_nor_log() {
    let arrows = arrows();
    assert!(arrows.contains(&("komadai".to_owned(), "plotters".to_owned())));
    for (from, to) in arrows.iter().filter(|(from, _)| from != "komadai") {
        assert!(!NOT_IN_LIBRARIES.contains(&to.as_str()), "{from} depends on {to}");
    }
}
