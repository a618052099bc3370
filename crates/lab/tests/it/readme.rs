//! What the pages of the repository say about it is true: files exist, commands can be typed, output is as shown.

use std::collections::HashSet;

use crate::aids::Folder;
use crate::arrows::rust_files;
use crate::example::{read, repository};
use crate::packages::PACKAGES;

/// The pages of the repository, by their paths from its root.
fn pages() -> Vec<String> {
    let names = |folder: &str| {
        let entries = std::fs::read_dir(repository().join(folder)).expect("a folder of pages");
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
    };
    let root = ["README.md", "README.ja.md", "CONTRIBUTING.md"].map(str::to_owned);
    let docs = names("docs").filter_map(|name| Some(format!("docs/{}.md", name.strip_suffix(".md")?)));
    let crates = names("crates").map(|name| format!("crates/{name}/README.md"));
    root.into_iter().chain(docs).chain(crates).collect()
}

/// The first output that a page shows.
fn shown(page: &str) -> &str {
    let rest = page.split("```text\n").nth(1);
    rest.and_then(|rest| rest.split("```").next()).expect("an output is shown")
}

/// The words that follow `before` in a text, each up to a blank, a bracket or the end of the line.
fn words_after<'a>(text: &'a str, before: &'a str) -> impl Iterator<Item = &'a str> {
    text.match_indices(before)
        .map(move |(at, _)| text[at + before.len()..].split([' ', '\n', '`', ')']).next().unwrap_or_default())
}

#[test]
fn every_example_and_bench_that_a_page_names_exists() {
    let mut named = 0;
    for page in pages() {
        let text = read(repository(), &page);
        for (before, folder) in [("--example ", "examples"), ("--bench ", "benches"), ("--test ", "tests")] {
            for name in words_after(&text, before) {
                let mut folders = PACKAGES.iter().map(|package| repository().join(package).join(folder));
                let files = [format!("{name}.rs"), format!("{name}/main.rs")];
                let exists = folders.any(|folder| files.iter().any(|file| folder.join(file).exists()));
                assert!(exists, "{page} names {folder}/{name}");
                named += 1;
            }
        }
    }
    assert!(named >= 10, "the pages name {named} examples and benches: are they still read as meant?");
}

#[test]
fn every_experiment_that_a_page_names_is_a_subcommand() {
    let known = &crate::help::EXPERIMENTS;
    let mut named = 0;
    for page in pages() {
        let text = read(repository(), &page);
        for name in words_after(&text, "cargo run --release -- ") {
            // A capital stands for any name; a program outside the workspace takes only options.
            if !name.starts_with(['-', 'N']) {
                assert!(known.iter().any(|known| known == name), "{page} names {name}");
                named += 1;
            }
        }
    }
    assert!(named >= 10, "the pages name {named} experiments: are they still read as meant?");
}

#[test]
fn the_first_page_names_every_example() {
    let page = read(repository(), "README.md");
    for entry in std::fs::read_dir(repository().join("examples")).unwrap() {
        let name = entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned();
        let named = page.split(|c: char| c != '_' && !c.is_alphanumeric()).any(|word| word == name);
        assert!(named, "README.md does not name the example {name}");
    }
}

/// The name of a heading in links to it: lower case, with hyphens for blanks and without other signs.
fn anchor(heading: &str) -> String {
    let words = heading.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
    words.replace(|c: char| !c.is_alphanumeric() && !"-_".contains(c), "")
}

#[test]
fn every_file_that_a_page_links_or_names_exists() {
    for page in pages() {
        let text = read(repository(), &page);
        let folder = repository().join(&page).parent().unwrap().to_owned();
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            // Paths of Rust are checked by rustdoc.
            if target.starts_with("http") || target.contains("::") {
                continue;
            }
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let file = if file.is_empty() { page.rsplit('/').next().unwrap_or(&page) } else { file };
            assert!(folder.join(file).exists(), "{page} links {target}");
            let is_there = || read(&folder, file).lines().any(|line| anchor(line) == heading);
            assert!(heading.is_empty() || is_there(), "{page} links {target}");
        }
        for name in text.split('`').skip(1).step_by(2).filter(|name| {
            ["crates/", "data/", "docs/", "tests/", "examples/"].iter().any(|start| name.starts_with(start))
        }) {
            assert!(repository().join(name).exists() || folder.join(name).exists(), "{page} names {name}");
        }
        for name in words_after(&text, " data/") {
            assert!(repository().join("data").join(name).exists(), "{page} names data/{name}");
        }
    }
}

#[test]
fn the_output_in_the_readme_is_what_the_program_prints() {
    let run = Folder::new("readme-analyze").run("analyze");
    // On a slow machine a search reports its progress.
    assert!(run.status == 0 && run.err.lines().all(|line| line.starts_with("depth ")), "{}", run.err);
    let text = read(repository(), "README.md");
    let shown = shown(&text);
    for line in shown.lines() {
        let is_printed = run.out.lines().any(|printed| printed.starts_with(line));
        assert!(is_printed, "README.md shows {line:?}, it prints:\n{}", run.out);
    }
    assert!(shown.lines().count() >= 5);
}

#[test]
fn the_summary_of_solved_problems_on_the_page_is_what_the_program_prints_but_for_costs() {
    let text = read(repository(), "docs/TSUME.md");
    let start = "cargo run --release --example solve_tsume -- ";
    let words = text.split(start).nth(1).and_then(|rest| rest.lines().next()).expect("a command is shown");
    // A tenth of the nodes settles the same: most go into the one position that stays open.
    let words = words.replace("1000000", "100000").replace(" out", " @");
    let run = Folder::new("readme-tsume").run(&format!("solve_tsume {words}")).done();
    // A number with a point is a time, one with a comma counts nodes, which change when the search is improved; rules are as wide as them.
    let timeless = |line: &str| -> Vec<String> {
        let is_cost = |word: &str| {
            word.starts_with("----")
                || word.contains(['.', ',']) && word.chars().all(|c| c.is_ascii_digit() || ".,".contains(c))
        };
        line.split_whitespace().filter(|word| !is_cost(word)).map(str::to_owned).collect()
    };
    let printed: Vec<_> = run.out.lines().map(timeless).collect();
    let shown = shown(&text);
    for line in shown.lines() {
        assert!(printed.contains(&timeless(line)), "docs/TSUME.md shows {line:?}, it prints:\n{}", run.out);
    }
    assert!(shown.lines().count() >= 8);
}

#[test]
fn every_name_of_the_glossary_is_one_of_the_interface() {
    let packages = PACKAGES.into_iter().chain(["crates/learn-mpi"]);
    let files = packages.flat_map(|package| rust_files(&repository().join(package).join("src")));
    let sources: Vec<String> =
        files.map(|file| std::fs::read_to_string(file).expect("sources are UTF-8")).collect();
    // Words of public items, and what a line begins with: a method of a trait, a variant, a field.
    let mut known = HashSet::new();
    for line in sources.iter().flat_map(|source| source.lines()).map(str::trim) {
        let words = line.split(|c: char| c != '_' && !c.is_alphanumeric());
        let most = if line.starts_with("pub ") { usize::MAX } else { 1 };
        known.extend(words.skip_while(|&word| word == "fn").take(most));
    }
    let page = read(repository(), "docs/GLOSSARY.md");
    let cells = page.lines().filter(|line| line.starts_with('|')).filter_map(|line| line.rsplit('|').nth(1));
    let names =
        cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).filter(|name| !name.contains(['/', ' ']));
    let mut count = 0;
    for name in names {
        let is_known = name.rsplit("::").next().is_some_and(|name| known.contains(name));
        assert!(is_known, "docs/GLOSSARY.md names {name}");
        count += 1;
    }
    assert!(count > 150, "the glossary has {count} names: is it still read as meant?");
}
