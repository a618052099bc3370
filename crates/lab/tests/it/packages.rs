//! Every package can be published: it carries the texts of its licences, says where it is at home, and its page has no link that
//! leads nowhere; without features the facade takes little.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::arrows::rust_files;
use crate::example::{read, repository};

/// Folders of the packages that are published; the first one is the facade's.
pub(crate) const PACKAGES: [&str; 11] = [
    ".",
    "crates/shogi-core",
    "crates/notation",
    "crates/search",
    "crates/eval",
    "crates/tsume",
    "crates/learn",
    "crates/usi",
    "crates/recipe",
    "crates/report",
    "crates/lab",
];

/// Where docs.rs shows the files of the published facade.
const FILES: &str = "https://docs.rs/crate/komadai/latest/source/";

/// All members of the workspace but the benches, which are not published.
#[test]
fn no_package_is_left_out() {
    let manifest = read(repository(), "Cargo.toml");
    let members = manifest.lines().find_map(|line| line.strip_prefix("default-members = ")).expect("members");
    let members: BTreeSet<&str> = members.split('"').skip(1).step_by(2).collect();
    assert_eq!(members, PACKAGES.into_iter().chain(["benches"]).collect());
    assert!(read(repository(), "benches/Cargo.toml").contains("publish = false"));
}

#[test]
fn every_package_has_its_licences_and_a_home() {
    for package in PACKAGES {
        let folder = repository().join(package);
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            assert_eq!(read(&folder, licence), read(repository(), licence), "{package}/{licence}");
        }
        let manifest = read(&folder, "Cargo.toml");
        for field in ["description = ", "license.workspace", "homepage.workspace", "readme = "] {
            assert!(manifest.contains(field), "{package}: {field}");
        }
        // docs.rs builds only default features unless it is told otherwise.
        if manifest.contains("[features]") && !manifest.contains("[features]\ndefault = []\n\n[") {
            let all_features = "[package.metadata.docs.rs]\nall-features = true";
            assert!(manifest.contains(all_features), "{package}: docs.rs");
        }
    }
}

/// Targets of the links written as `[words](target)` in a text, without the lines of its code blocks.
fn inline_targets(text: &str) -> Vec<String> {
    let mut fenced = false;
    let prose = text.lines().filter(|line| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        !fence && !fenced
    });
    let targets = prose.flat_map(|line| line.split("](").skip(1).filter_map(|rest| rest.split_once(')')));
    targets.map(|(target, _)| target.to_owned()).collect()
}

/// The definitions `[label]: target` of a text.
fn definitions(text: &str) -> BTreeMap<&str, &str> {
    text.lines().filter_map(|line| line.strip_prefix('[')?.split_once("]: ")).collect()
}

/// A page is shown on docs.rs, where the files beside it are missing, and by tools that know no paths of Rust. So its links are labels
/// alone; for rustdoc they are defined by `src/links.md`, which comes first and so wins.
#[test]
fn pages_of_the_packages_have_no_links_that_lead_nowhere() {
    for package in PACKAGES {
        let folder = repository().join(package);
        let page = read(&folder, "README.md");
        for target in inline_targets(&page) {
            let absolute = target.starts_with("https://") || target.starts_with('#');
            let advice = "write a label, and its target to src/links.md";
            assert!(absolute, "{package}/README.md: ({target}): {advice}");
        }
        let links = fs::read_to_string(folder.join("src/links.md")).unwrap_or_default();
        let (here, there) = (definitions(&page), definitions(&links));
        assert_eq!(there.len(), links.lines().count(), "{package}/src/links.md: a line is no definition");
        let lib = read(&folder, "src/lib.rs");
        let included = |file: &str| lib.find(&format!("doc = include_str!(\"{file}\")"));
        let (first, second) = (included("links.md"), included("../README.md"));
        let are_both = second.is_some() && first < second;
        assert!(are_both && first.is_some() != links.is_empty(), "{package}/src/lib.rs");
        for label in there.keys() {
            let is_used = page.contains(&format!("[{label}]"));
            assert!(is_used, "{package}/src/links.md: {label} is not on the page");
        }
        if package == "." {
            let are_same = here.keys().eq(there.keys());
            assert!(here.len() > 10 && are_same, "README.md and src/links.md differ in labels");
            for (path, target) in there {
                assert!(here[path] == path && repository().join(path).is_file(), "README.md: {path}");
                let whose = path.strip_prefix("crates/").and_then(|path| path.split_once('/'));
                let want = whose.map_or_else(
                    || format!("{FILES}{path}"),
                    |(whose, _)| format!("https://docs.rs/komadai-{whose}"),
                );
                assert_eq!(target, want, "src/links.md: {path}");
            }
        } else {
            assert!(here.is_empty(), "{package}/README.md: a definition belongs into src/links.md: {here:?}");
        }
    }
}

/// Rustdoc does not report a link to a file that it does not publish.
#[test]
fn documentation_links_to_no_file() {
    let files = PACKAGES.map(|package| rust_files(&repository().join(package).join("src"))).concat();
    let mut links = 0;
    for file in &files {
        let text = fs::read_to_string(file).expect("sources are UTF-8");
        for line in text.lines().filter(|line| line.trim_start().starts_with("//")) {
            for target in inline_targets(line) {
                links += 1;
                let local = target.contains('/') && !target.starts_with("https://");
                let is_page = Path::new(&target).extension().is_some_and(|extension| extension == "md");
                assert!(!local && !is_page, "{}: {line}", file.display());
            }
        }
    }
    assert!(links > 100, "{links} links in {} files", files.len());
}

/// Names of the packages that a build of the facade with these features compiles, those of tests aside.
fn packages_of_the_facade(features: &[&str]) -> Vec<String> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "-p", "komadai", "--offline", "-e", "no-dev", "--prefix", "none", "--format", "{lib}"])
        .args(features)
        .current_dir(repository())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

#[test]
fn the_facade_takes_what_its_features_ask_for() {
    let extra = ["bincode", "encoding_rs", "serde_json", "serde", "komadai_learn", "plotters", "clap"];
    for (features, wanted) in [
        ("", &[][..]),
        ("serde", &["serde"]),
        ("artifact", &["bincode", "serde"]),
        ("default-model", &["bincode", "serde"]),
        ("jkf", &["serde_json", "serde"]),
        ("shift-jis", &["encoding_rs"]),
        ("learn", &["komadai_learn"]),
    ] {
        let names = packages_of_the_facade(&["--no-default-features", "--features", features]);
        assert!(names.iter().any(|name| name == "komadai_tsume"), "{names:?}");
        for name in extra {
            let taken = names.iter().any(|taken| taken == name);
            assert_eq!(taken, wanted.contains(&name), "{name} with the features \"{features}\"");
        }
    }
}

#[test]
fn the_facade_names_all_types_of_the_core() {
    let names = |file: &str| -> BTreeSet<String> {
        let source = read(repository(), file);
        let used = source.split("pub use ").skip(1).filter_map(|rest| rest.split(';').next());
        let words = used.flat_map(|used| used.split([':', '{', '}', ',', ' ', '\n']));
        words.filter(|word| word.starts_with(char::is_uppercase)).map(str::to_owned).collect()
    };
    let (core, facade) = (names("crates/shogi-core/src/lib.rs"), names("src/lib.rs"));
    assert!(core.len() > 30, "{core:?}");
    let missing: Vec<_> = core.difference(&facade).collect();
    assert!(missing.is_empty(), "src/lib.rs leaves out {missing:?}");
}

/// Users of a library match on its errors, which may grow, and build and match everything else, which may not.
#[test]
fn public_errors_and_nothing_else_are_non_exhaustive() {
    const MARK: &str = "#[non_exhaustive]";
    let mut errors = 0;
    for file in PACKAGES.iter().flat_map(|package| rust_files(&repository().join(package).join("src"))) {
        let text = fs::read_to_string(&file).expect("sources are UTF-8");
        let marked = text.matches(MARK).count();
        let mut right = 0;
        for (begin, _) in text.match_indices("thiserror::Error)]") {
            let item = text[begin..].lines().skip(1).take_while(|line| line.starts_with(['#', ' ', ')']));
            let (lines, is_marked) = item.fold((1, false), |(n, is), line| (n + 1, is || line == MARK));
            let line = text[begin..].lines().nth(lines).expect("a type follows");
            let is_public = line.starts_with("pub ");
            assert_eq!(is_marked, is_public, "{}: {line}", file.display());
            right += usize::from(is_public);
        }
        assert_eq!(marked, right, "{}: something else is non-exhaustive", file.display());
        errors += right;
    }
    assert!(errors > 30, "{errors} errors: are they still read as meant?");
}
