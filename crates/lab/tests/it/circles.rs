//! No two files of a crate import each other, directly or round a loop: each crate can be read from the bottom up.
//!
//! Re-exports are followed: `crate::Entry` is an import of the file that defines `Entry`. Modules as such, re-exports of a module
//! that it does not use itself, comments and code for tests are no imports.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::example::repository;

/// A module: a file, or a block `mod name { … }` in one.
#[derive(Default)]
struct Module {
    file: PathBuf,
    parent: usize,
    children: BTreeMap<String, usize>,
    items: BTreeSet<String>,
    /// Names that `use` brings in, with their paths, and whether it is `pub use`.
    uses: Vec<(String, Vec<String>, bool)>,
    /// Names and paths in code, outside `use`.
    paths: BTreeSet<Vec<String>>,
}

/// The modules of a crate, the root first, and the text of a file that exists.
struct Crate<'a> {
    modules: Vec<Module>,
    text: &'a dyn Fn(&Path) -> Option<String>,
}

/// What a path leads to: a module, or an item in a module.
enum Target {
    Module(usize),
    Item(usize),
}

/// The tokens of Rust code, groups between their brackets; the lexer leaves out comments, and literals are all alike.
fn flat(tokens: TokenStream, found: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let [open, close] = match group.delimiter() {
                    Delimiter::Parenthesis => ["(", ")"],
                    Delimiter::Bracket => ["[", "]"],
                    _ => ["{", "}"],
                };
                found.push(open.to_owned());
                flat(group.stream(), found);
                found.push(close.to_owned());
            }
            TokenTree::Punct(sign)
                if sign.as_char() == ':' && found.last().is_some_and(|last| last == ":") =>
            {
                found.pop();
                found.push("::".to_owned());
            }
            TokenTree::Literal(_) => found.push("\"".to_owned()),
            word => found.push(word.to_string()),
        }
    }
}

fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// The number of tokens up to the first that is one of `ends` outside of brackets, with it; a closing bracket ends them as well.
fn up_to(tokens: &[String], ends: &[&str]) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate() {
        let token = token.as_str();
        depth += i32::from(matches!(token, "(" | "[" | "{")) - i32::from(matches!(token, ")" | "]" | "}"));
        if depth < 0 || depth == 0 && ends.contains(&token) {
            return at + usize::from(depth == 0);
        }
    }
    tokens.len()
}

/// The names and paths of a tree of `use`.
fn leaves(tree: &[String], path: &[String], is_public: bool, found: &mut Vec<(String, Vec<String>, bool)>) {
    let (mut path, mut name) = (path.to_vec(), None);
    for (at, token) in tree.iter().enumerate() {
        match token.as_str() {
            "{" => {
                let mut rest = &tree[at + 1..tree.len() - 1];
                while !rest.is_empty() {
                    let (one, behind) = rest.split_at(up_to(rest, &[","]));
                    leaves(one.strip_suffix(&[",".to_owned()]).unwrap_or(one), &path, is_public, found);
                    rest = behind;
                }
                return;
            }
            "as" => {
                name = tree.get(at + 1).cloned();
                break;
            }
            "::" => {}
            "self" if !path.is_empty() => {}
            word => path.push(word.to_owned()),
        }
    }
    let name = name.or(path.last().cloned()).expect("a name");
    found.push((name, path, is_public));
}

impl Crate<'_> {
    fn read_file(&mut self, file: &Path, parent: usize) -> usize {
        let text = (self.text)(file).unwrap_or_else(|| panic!("{}: no such file", file.display()));
        let mut tokens = Vec::new();
        flat(text.parse().expect("Rust code"), &mut tokens);
        let is_root = ["lib.rs", "main.rs", "mod.rs"].iter().any(|name| file.ends_with(name));
        let folder =
            if is_root { file.parent().expect("a folder").to_owned() } else { file.with_extension("") };
        self.read_module(&tokens, file, &folder, parent)
    }

    /// Reads a module in a file; `folder` is where the files of its child modules are.
    fn read_module(&mut self, tokens: &[String], file: &Path, folder: &Path, parent: usize) -> usize {
        let module = self.modules.len();
        self.modules.push(Module { file: file.to_owned(), parent, ..Module::default() });
        let (mut at, mut depth) = (0, 0);
        while at < tokens.len() {
            let token = |ahead: usize| tokens.get(at + ahead).map_or("", String::as_str);
            let before = at.checked_sub(1).map_or("", |before| tokens[before].as_str());
            match token(0) {
                "#" => {
                    let inner = usize::from(token(1) == "!");
                    let length = 1 + inner + up_to(&tokens[at + 1 + inner..], &["]"]);
                    let attribute = tokens[at..at + length].concat();
                    let cfg = ["#[cfg(test", "#[cfg(all(test", "#[cfg(doctest", "#[test]"];
                    let for_tests = cfg.iter().any(|cfg| attribute.starts_with(cfg));
                    at += length;
                    // An item ends with a semicolon or a block, a field or a match arm with a comma.
                    let ends = if depth == 0 { &[";", "}"][..] } else { &[";", "}", ","] };
                    at += if for_tests { up_to(&tokens[at..], ends) } else { 0 };
                }
                "use" if token(1) != "<" => {
                    let length = up_to(&tokens[at..], &[";"]);
                    let is_public = matches!(before, "pub" | ")");
                    leaves(&tokens[at + 1..at + length - 1], &[], is_public, &mut self.modules[module].uses);
                    at += length;
                }
                "mod" if is_word(token(1)) => {
                    let name = token(1).to_owned();
                    let length = if token(2) == "{" { up_to(&tokens[at..], &["}"]) } else { 3 };
                    let child = if token(2) == "{" {
                        self.read_module(&tokens[at + 3..at + length - 1], file, &folder.join(&name), module)
                    } else {
                        let files = [folder.join(&name).join("mod.rs"), folder.join(format!("{name}.rs"))];
                        let is_folder = (self.text)(&files[0]).is_some();
                        self.read_file(&files[usize::from(!is_folder)], module)
                    };
                    self.modules[module].children.insert(name, child);
                    at += length;
                }
                word if is_word(word) => {
                    let keywords = ["fn", "struct", "enum", "trait", "type", "const", "static"];
                    if depth == 0 && keywords.contains(&word) {
                        self.modules[module].items.insert(token(1).to_owned());
                    } else if word == "macro_rules" {
                        self.modules[module].items.insert(token(2).to_owned());
                    }
                    let mut path = vec![word.to_owned()];
                    while token(2 * path.len() - 1) == "::" && is_word(token(2 * path.len())) {
                        path.push(token(2 * path.len()).to_owned());
                    }
                    let length = 2 * path.len() - 1;
                    // Fields, methods and lifetimes are no names of a module; what follows `..` is.
                    let is_member = before == "." && (at < 2 || tokens[at - 2] != ".");
                    if !is_member && before != "'" {
                        self.modules[module].paths.insert(path);
                    }
                    at += length;
                }
                sign => {
                    depth += i32::from(sign == "{") - i32::from(sign == "}");
                    at += 1;
                }
            }
        }
        module
    }

    /// Follows a path from a module, through re-exports; `None` if it leads out of the crate.
    fn resolve(&self, from: usize, path: &[String], steps: usize) -> Option<Target> {
        let mut at = from;
        for (number, name) in path.iter().enumerate() {
            let (here, is_last) = (&self.modules[at], number + 1 == path.len());
            let child = here.children.get(name).copied();
            let import = here.uses.iter().find(|(imported, ..)| imported == name);
            at = match (name.as_str(), child, import) {
                ("crate", ..) => 0,
                ("self", ..) => at,
                ("super", ..) => here.parent,
                (_, Some(child), _) if !is_last => child,
                (name, ..) if here.items.contains(name) => return Some(Target::Item(at)),
                (_, _, Some((_, path, _))) => match self.resolve(at, path, steps.checked_sub(1)?)? {
                    Target::Module(module) => module,
                    item @ Target::Item(_) => return Some(item),
                },
                (_, Some(child), _) => child,
                // What a macro writes stands where it is asked for.
                _ if number > 0 => return Some(Target::Item(at)),
                _ => return None,
            };
        }
        Some(Target::Module(at))
    }

    /// Which file imports which, with a name that it takes.
    fn imports(&self) -> BTreeMap<(&Path, &Path), &str> {
        let mut imports = BTreeMap::new();
        for (index, module) in self.modules.iter().enumerate() {
            let used = |name: &String| module.paths.iter().any(|path| path[0] == *name);
            // A module lists what its children offer, and does not use it for that.
            let counts =
                |name: &String, is_public: bool| !is_public || module.children.is_empty() || used(name);
            let uses = module.uses.iter().filter(|(name, _, is_public)| counts(name, *is_public));
            for path in uses.map(|(_, path, _)| path).chain(module.paths.iter().filter(|path| path.len() > 1))
            {
                if let Some(Target::Item(to)) = self.resolve(index, path, 20)
                    && self.modules[to].file != module.file
                {
                    let name = path.last().expect("a name").as_str();
                    imports.insert((&*module.file, &*self.modules[to].file), name);
                }
            }
        }
        imports
    }
}

/// The imports of a crate that are on a circle, or between two, a line each. `text` gives the text of a file that exists.
fn circles(root: &Path, text: &dyn Fn(&Path) -> Option<String>) -> Vec<String> {
    let mut all = Crate { modules: Vec::new(), text };
    all.read_file(root, 0);
    let mut left = all.imports();
    loop {
        // A file that imports nothing, or is imported by none, is on no circle.
        let [from, to]: [BTreeSet<&Path>; 2] =
            [left.keys().map(|files| files.0).collect(), left.keys().map(|files| files.1).collect()];
        let before = left.len();
        left.retain(|files, _| to.contains(files.0) && from.contains(files.1));
        if left.len() == before {
            let shown = |((from, to), name): ((&Path, &Path), &str)| {
                format!("{} -> {}: {name}", from.display(), to.display())
            };
            return left.into_iter().map(shown).collect();
        }
    }
}

#[test]
fn files_of_no_crate_import_each_other_in_a_circle() {
    let folder = |name: &'static str| {
        let entries = std::fs::read_dir(repository().join(name)).expect("the folder can be read");
        entries.map(move |entry| Path::new(name).join(entry.expect("the folder can be read").file_name()))
    };
    let examples = folder("examples").flat_map(|path| [path.join("main.rs"), path]);
    let crates = folder("crates").map(|path| path.join("src/lib.rs"));
    let roots = crates.chain(examples).chain([PathBuf::from("src/lib.rs")]);
    let roots: Vec<PathBuf> = roots.filter(|root| repository().join(root).is_file()).collect();
    assert!(roots.len() > 10, "crates and examples were found: {roots:?}");
    let text = |file: &Path| std::fs::read_to_string(repository().join(file)).ok();
    let found: Vec<String> = roots.iter().flat_map(|root| circles(root, &text)).collect();
    assert!(found.is_empty(), "circles; move what both files need into a lower one:\n{}", found.join("\n"));
}

/// The files on circles of a crate of a root, `a.rs`, `b.rs` and `m/mod.rs` with `m/child.rs`.
fn files(texts: [&str; 5]) -> String {
    let names = ["lib.rs", "a.rs", "b.rs", "m/mod.rs", "m/child.rs"];
    let text = |file: &Path| {
        let number = names.iter().position(|name| Path::new(name) == file)?;
        Some(texts[number].to_owned())
    };
    let lines = circles(Path::new("lib.rs"), &text);
    let files: BTreeSet<&str> = lines.iter().filter_map(|line| line.split(" -> ").next()).collect();
    files.into_iter().collect::<Vec<_>>().join(" ")
}

#[test]
fn planted_circles_are_found() {
    let b = "mod inside {} use crate::a::A; pub struct B<T>(T); pub use mac; macro_rules! mac { () => {} } pub fn g() {}";
    for code in [
        "use crate::b::B;",
        "use super::b::B as C;",
        "use crate::{other, b::{self, inside::{self as x}, B as C}};",
        "use crate::{b}; fn f(_: b::B<u8>) {}",
        "fn f() { use super::{b::B}; }",
        "fn f() { for _ in 0..crate::b::g() {} }",
        "fn f() -> super::b::B<u8> {}",
        "fn f() { crate::b::mac!(1) }",
        "use crate::New;",
        "use crate::m::Further;",
    ] {
        let lib = "mod a; mod b; mod m; pub use b::B as New;";
        let a = format!("pub struct A; {code}");
        assert_eq!(
            files([lib, &a, b, "mod child; pub use crate::New as Further;", ""]),
            "a.rs b.rs",
            "{code}"
        );
    }
    let (lib, child) = ("mod a; mod b; mod m; pub struct Root;", "use super::M; pub fn grow() {}");
    let round = files([
        lib,
        "use crate::b::B; pub struct A;",
        "use crate::m::M; pub struct B;",
        "mod child; use crate::a::A; pub struct M;",
        "",
    ]);
    assert_eq!(round, "a.rs b.rs m/mod.rs");
    // A module that uses what it hands on.
    let module = "mod child; pub use child::grow; pub struct M; fn f() { grow() }";
    assert_eq!(files([lib, "", "", module, child]), "m/child.rs m/mod.rs");
}

#[test]
fn tests_comments_strings_modules_and_re_exports_are_no_imports() {
    let a = r##"
        //! `crate::b::B`, and "text
        /* use crate::b::B; /* crate::b::g() */ */
        pub struct A<'b>(&'b str, char);
        const TEXTS: [&str; 3] = ["crate::b::g() \" use crate::b::B;", r#"" use crate::b::B; "#, "'"];
        #[cfg(test)]
        use crate::b::{B, g};
        #[cfg(all(test, feature = "x"))]
        fn of_test<X, Y>() { crate::b::g() }
        #[cfg(test)]
        mod tests { use crate::b::B; #[test] fn f() {} }
        fn outside() { std::mem::take(other_crate::b::g()) }
    "##;
    let b = "use super::a::A; pub struct B; pub fn g(_: A) {}";
    let module = "mod child; pub use child::{Child, grow}; pub struct M; fn f(m: M) { m.grow() }";
    let child = "use super::M; pub fn grow() { crate::MOST } pub struct Child;";
    let lib = "mod a; mod b; pub mod m; pub use m::Child; pub const MOST: u8 = 1;";
    assert_eq!(files([lib, a, b, module, child]), "");
}
