//! No two files of a crate import each other, directly or in a loop: each crate can be read from the bottom up.
//!
//! Re-exports are followed: `crate::Entry` is an import of the file that defines `Entry`. Comments, code for tests and re-exports that a
//! module does not use itself do not count as imports. Code is expected as `rustfmt` writes it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::arrows::rust_files;
use crate::example::repository;

/// Names that lead from one module to another, or to an item in it.
type Names = Vec<String>;

/// A file: what it hands on, by name, and the paths it uses itself.
#[derive(Default)]
struct Module {
    exports: BTreeMap<String, Names>,
    uses: Vec<Names>,
}

/// The paths of a tree such as `a::{b, c::{self, D as E}}`, each behind `path`, with the names they bring in.
fn paths(tree: &str, mut path: Names, found: &mut Vec<(String, Names)>) {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let (name, rest) = tree.split_at(tree.find(|c| !is_name(c)).unwrap_or(tree.len()));
    if name != "self" || path.is_empty() {
        path.extend((!name.is_empty()).then(|| name.to_owned()));
    }
    let deeper = rest.strip_prefix("::").filter(|rest| rest.starts_with(|c| is_name(c) || c == '{'));
    let Some(deeper) = deeper else {
        let alias =
            rest.trim_start().strip_prefix("as ").and_then(|alias| alias.split(|c| !is_name(c)).next());
        let Some(name) = alias.or(path.last().map(String::as_str)) else { return };
        return found.push((name.to_owned(), path.clone()));
    };
    let Some(group) = deeper.strip_prefix('{') else { return paths(deeper, path, found) };
    let (mut depth, mut begin) = (0, 0);
    for (at, c) in group.char_indices() {
        if depth == 0 && (c == ',' || c == '}') {
            let one = group[begin..at].trim();
            if !one.is_empty() {
                paths(one, path.clone(), found);
            }
            begin = at + 1;
        }
        depth += i32::from(c == '{') - i32::from(c == '}');
        if depth < 0 {
            return;
        }
    }
}

/// Code without comments and tests.
fn code(text: &str) -> String {
    let mut code = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let (indent, line) = (line.len() - line.trim_start().len(), line.trim_start());
        if line.starts_with("#[cfg(") && line.contains("test") {
            // Up to the end of the item after it.
            let ends = |line: &str| {
                line.ends_with([';', '}', ',']) && line.len() - line.trim_start().len() == indent
            };
            let _ = lines.find(|line| ends(line));
        } else if !line.starts_with("//") {
            code += line.split(" // ").next().unwrap_or_default();
            code.push('\n');
        }
    }
    code
}

impl Module {
    fn read(text: &str) -> Module {
        let (code, mut module) = (code(text), Module::default());
        let mut rest = &code[..];
        // A path may begin after `use`, and at `crate::` or `super::`.
        while let Some(at) = ["use ", "crate::", "super::"].iter().filter_map(|word| rest.find(word)).min() {
            let (before, path) = (rest[..at].rsplit('\n').next().unwrap_or_default(), &rest[at..]);
            let is_use = path.starts_with("use ");
            let tree = path.strip_prefix("use ").unwrap_or(path);
            let mut found = Vec::new();
            let is_word = before.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '"');
            if !is_word {
                paths(tree, Vec::new(), &mut found);
            }
            if is_use && before.starts_with("pub") {
                module.exports.extend(found);
            } else {
                module.uses.extend(found.into_iter().map(|(_, path)| path));
            }
            // The tree of a `use` is read as a whole.
            rest = if is_use {
                path.split_once(';').map_or("", |split| split.1)
            } else {
                &path["crate::".len()..]
            };
        }
        module
    }
}

/// The modules of a crate by their names from its root.
struct Crate(BTreeMap<Names, Module>);

impl Crate {
    /// The module that defines what a path leads to; `None` outside of the crate.
    fn resolve(&self, from: &Names, path: &[String], steps: usize) -> Option<Names> {
        let mut at = from.clone();
        let mut names = path.iter().peekable();
        while let Some(name) = names.next_if(|name| ["crate", "super", "self"].contains(&name.as_str())) {
            match name.as_str() {
                "crate" => at.clear(),
                "super" => drop(at.pop()),
                _ => {}
            }
        }
        let relative = names.len() == path.len();
        for (number, name) in names.enumerate() {
            let child = [&at[..], std::slice::from_ref(name)].concat();
            if self.0.contains_key(&child) {
                at = child;
            } else if let Some(export) = self.0[&at].exports.get(name).filter(|_| !relative || number > 0) {
                return self.resolve(&at, export, steps.checked_sub(1)?);
            } else if relative && number == 0 {
                return None;
            } else {
                return Some(at);
            }
        }
        Some(at)
    }

    /// Which module imports which, by which path.
    fn imports(&self) -> Vec<(Names, Names, String)> {
        let imports = self.0.iter().flat_map(|(from, module)| {
            let target =
                move |path: &Names| Some((from.clone(), self.resolve(from, path, 20)?, path.join("::")));
            module.uses.iter().filter_map(target).filter(|(from, to, _)| from != to)
        });
        imports.collect()
    }

    /// The imports on a circle, or between two, one line each.
    fn circles(&self) -> Vec<String> {
        let mut left = self.imports();
        loop {
            // A module that imports nothing, or is imported by none, is on no circle.
            let from: BTreeSet<Names> = left.iter().map(|import| import.0.clone()).collect();
            let to: BTreeSet<Names> = left.iter().map(|import| import.1.clone()).collect();
            let before = left.len();
            left.retain(|import| to.contains(&import.0) && from.contains(&import.1));
            if left.len() == before {
                return left.iter().map(|(from, _, path)| format!("{}: {path}", from.join("::"))).collect();
            }
        }
    }
}

/// The name of the module in a file: `a::b` of `a/b.rs` and of `a/b/mod.rs`.
fn name(file: &Path) -> Names {
    let names = file.with_extension("").iter().map(|name| name.to_string_lossy().into_owned()).collect();
    let mut names: Names = names;
    if names.last().is_some_and(|last| ["lib", "main", "mod"].contains(&last.as_str())) {
        names.pop();
    }
    names
}

#[test]
fn files_of_no_crate_import_each_other_in_a_circle() {
    let crates = std::fs::read_dir(repository().join("crates")).expect("the folder can be read");
    let examples = std::fs::read_dir(repository().join("examples")).expect("the folder can be read");
    let folders = crates.map(|entry| entry.expect("a crate").path().join("src"));
    let folders = folders.chain(examples.map(|entry| entry.expect("an example").path()));
    let (mut found, mut imports) = (Vec::new(), 0);
    for folder in folders.chain([repository().join("src")]).filter(|folder| folder.is_dir()) {
        let files = rust_files(&folder);
        let module = |file: &PathBuf| {
            let text = std::fs::read_to_string(file).expect("sources are UTF-8");
            (name(file.strip_prefix(&folder).expect("it lies there")), Module::read(&text))
        };
        let modules = Crate(files.iter().map(module).collect());
        found.extend(modules.circles().into_iter().map(|line| format!("{}: {line}", folder.display())));
        imports += modules.imports().len();
    }
    assert!(imports > 2_000, "{imports} imports: are they still read as meant?");
    assert!(found.is_empty(), "circles; move what both files need into a lower one:\n{}", found.join("\n"));
}

/// The modules on circles of a crate with a root, `a.rs`, `b.rs` and `m/mod.rs` with `m/child.rs`.
fn on_circles(texts: [&str; 5]) -> String {
    let names = ["lib.rs", "a.rs", "b.rs", "m/mod.rs", "m/child.rs"].map(|file| name(Path::new(file)));
    let modules = names.into_iter().zip(texts.map(Module::read)).collect();
    let lines = Crate(modules).circles();
    let modules: BTreeSet<&str> = lines.iter().filter_map(|line| line.split(": ").next()).collect();
    modules.into_iter().collect::<Vec<_>>().join(" ")
}

#[test]
fn planted_circles_are_found() {
    let lib = "mod a;\nmod b;\nmod m;\npub use b::B as New;";
    let further = "mod child;\npub(crate) use crate::New as Further;";
    for code in [
        "use crate::b::B;",
        "use super::b::B as C;",
        "use crate::{\n    other,\n    b::{self, B as C},\n};",
        "fn f() {\n    for _ in 0..crate::b::g() {}\n}",
        "fn f() -> super::b::B<u8> {}",
        "use crate::New;",
        "use crate::m::Further;",
    ] {
        let a = format!("pub struct A;\n{code}");
        let found = on_circles([lib, &a, "use crate::a::A;\npub struct B<T>(T);", further, ""]);
        assert_eq!(found, "a b", "{code}");
    }
    let child = "use super::M;\npub fn grow() {}";
    let found =
        on_circles(["", "use crate::b::B;", "use crate::m::M;", "mod child;\nuse crate::a::A;", child]);
    assert_eq!(found, "a b m");
    assert_eq!(on_circles(["", "", "", "mod child;\nuse child::grow;\npub struct M;", child]), "m m::child");
}

#[test]
fn tests_comments_and_re_exports_are_no_imports() {
    let a = "//! `crate::b::B`\npub struct A; // crate::b::B\n#[cfg(test)]\nuse crate::b::{B, g};\n#[cfg(all(test, feature = \"x\"))]\n\
             fn of_test() {\n    crate::b::g()\n}\nfn f() {\n    other_crate::b::g()\n}\n#[cfg(test)]\nmod tests {\n    use crate::b::B;\n}\n";
    let b = "use super::a::A;\npub struct B;";
    let child = "use super::M;\npub fn grow() {}\npub struct Child;";
    let module = "mod child;\npub use child::{Child, grow};\npub struct M;";
    assert_eq!(on_circles(["pub use m::Child;", a, b, module, child]), "");
}
