//! No two files of a crate import each other, directly or round a loop: each crate can be read from the bottom up.
//!
//! Re-exports are followed: `crate::Entry` is an import of the file that defines `Entry`. `mod` lines, re-exports of a module
//! that it does not use itself, comments and code for tests are no imports.

mod graph;
mod modules;
mod tokens;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::example::repository;
use graph::{Circle, circles};

/// The root files of all crates in a repository, relative to it: libraries, the facade, examples.
fn crate_roots(repository: &Path) -> Vec<PathBuf> {
    let inside = |folder: &'static str| {
        let entries = std::fs::read_dir(repository.join(folder)).expect("the folder can be read");
        entries.map(move |entry| Path::new(folder).join(entry.expect("the folder can be read").file_name()))
    };
    let mut roots = vec![PathBuf::from("src/lib.rs")];
    roots.extend(inside("crates").map(|folder| folder.join("src/lib.rs")));
    roots.extend(inside("examples").map(|path| {
        let is_file = path.extension().is_some_and(|extension| extension == "rs");
        if is_file { path } else { path.join("main.rs") }
    }));
    // A folder without a root is no crate.
    roots.retain(|root| repository.join(root).is_file());
    roots.sort();
    roots
}

#[test]
fn files_of_no_crate_import_each_other_in_a_circle() {
    let repository = repository();
    let roots = crate_roots(repository);
    assert!(roots.len() > 10, "crates and examples were found: {roots:?}");
    let read = |file: &Path| std::fs::read_to_string(repository.join(file)).ok();
    let found: Vec<_> = roots.iter().flat_map(|root| circles(root, &read)).collect();
    let list: String = found.iter().map(Circle::to_string).collect();
    assert!(found.is_empty(), "{} circles; move what both files need into a lower one:\n{list}", found.len());
}

/// The circles of a crate that is written as `(file, text)`; the first file is the root. Of each circle, the names of the files.
fn circles_of(sources: &[(&str, &str)]) -> Vec<Vec<String>> {
    let sources: BTreeMap<PathBuf, &str> =
        sources.iter().map(|&(file, text)| (Path::new("/src").join(file), text)).collect();
    let found = circles(Path::new("/src/lib.rs"), &|file| sources.get(file).map(|&text| text.to_owned()));
    let name = |file: &PathBuf| file.strip_prefix("/src").expect("all files are in it").display().to_string();
    found.iter().map(|circle| circle.files.iter().map(name).collect()).collect()
}

const LIB: (&str, &str) = ("lib.rs", "mod a;\nmod b;\npub use b::B;");

#[test]
fn two_files_that_use_each_other_are_a_circle() {
    let sources =
        [LIB, ("a.rs", "use crate::b::B; pub struct A(B);"), ("b.rs", "use crate::a::A; pub struct B(A);")];
    assert_eq!(circles_of(&sources), [["a.rs", "b.rs"]]);
}

#[test]
fn an_import_through_the_root_is_one_of_the_file_that_defines_it() {
    let re_exported_twice = [
        ("lib.rs", "mod a; mod inner; pub use inner::B;"),
        ("a.rs", "use crate::B; pub struct A(B);"),
        ("inner/mod.rs", "mod b; pub use b::B;"),
        ("inner/b.rs", "pub struct B; fn f() -> crate::a::A { todo!() }"),
    ];
    assert_eq!(circles_of(&re_exported_twice), [["a.rs", "inner/b.rs"]]);
    let renamed = [
        ("lib.rs", "mod a; mod b; use b::Old as New;"),
        ("a.rs", "use crate::New; pub struct A;"),
        ("b.rs", "use crate::a::A; pub struct Old(A);"),
    ];
    assert_eq!(circles_of(&renamed), [["a.rs", "b.rs"]]);
}

#[test]
fn grouped_and_glob_imports_are_taken_apart() {
    for import in [
        "use crate::{other, b::{self, inside::{self as x}, B as C}};",
        "use super::b::*; fn f(_: B) {}",
        "use super::*; fn f(_: B) {}",
        "use crate::{b}; fn f(_: b::B) {}",
        "fn f() { use super::{b::B}; }",
    ] {
        let a = format!("{import} pub fn f() {{}}");
        let b = "mod inside {} use crate::{a::{self}}; pub struct B; fn g() { a::f() }";
        let sources = [LIB, ("a.rs", &a), ("b.rs", b)];
        assert_eq!(circles_of(&sources), [["a.rs", "b.rs"]], "{import}");
    }
}

#[test]
fn paths_in_code_and_macros_are_imports() {
    for code in ["fn f() { crate::b::g(1) }", "fn f() -> super::b::B<u8> {}", "fn f() { crate::b::mac!(1) }"]
    {
        let b = "use crate::a::A; pub struct B<T>(T); pub fn g(_: A) {} macro_rules! mac { () => {} } pub(crate) use mac;";
        assert_eq!(
            circles_of(&[LIB, ("a.rs", &format!("pub struct A; {code}")), ("b.rs", b)]),
            [["a.rs", "b.rs"]],
            "{code}"
        );
    }
}

#[test]
fn circles_of_three_files_and_of_a_module_with_its_child_are_found() {
    let sources = [
        ("lib.rs", "mod a; mod b; mod c; mod m;"),
        ("a.rs", "use crate::b::B; pub struct A;"),
        ("b.rs", "use crate::c::C; pub struct B;"),
        ("c.rs", "use crate::a::A; pub struct C;"),
        ("m/mod.rs", "mod child; use child::Child; pub struct M(Child);"),
        ("m/child.rs", "use super::M; pub struct Child;"),
    ];
    assert_eq!(circles_of(&sources), [vec!["a.rs", "b.rs", "c.rs"], vec!["m/child.rs", "m/mod.rs"]]);
}

#[test]
fn tests_comments_strings_modules_and_re_exports_are_no_imports() {
    let a = r##"
        //! `crate::b::B`, and "text
        /* use crate::b::B; /* crate::b::g() */ */
        pub struct A<'a>(&'a str, char);
        const TEXTS: [&str; 3] = ["crate::b::g() \" use crate::b::B;", r#"" use crate::b::B; "#, "'"];
        const QUOTES: [char; 3] = ['"', '\'', '\u{22}'];
        #[cfg(test)]
        use crate::b::{B, g};
        #[cfg(all(test, feature = "x"))]
        fn of_test<X, Y>() { crate::b::g() }
        #[cfg(test)]
        mod tests { use crate::b::B; #[test] fn f() {} }
        fn outside() { std::mem::take(other_crate::b::g()) }
    "##;
    let b = "use super::a::A; pub struct B; pub fn g(_: A) {}";
    assert_eq!(circles_of(&[LIB, ("a.rs", a), ("b.rs", b)]), [[""; 0]; 0]);
    // A module lists its children and does not use them; they use what stands in it.
    let module = "mod child; pub mod kin; pub use child::{Child, grow}; pub(crate) use kin::Kin; pub struct M; fn f(m: M) { m.grow() }";
    let sources = [
        ("lib.rs", "pub mod m; pub use m::Child; pub const MOST: u8 = 1;"),
        ("m/mod.rs", module),
        ("m/child.rs", "use super::M; pub fn grow() { crate::MOST } pub struct Child;"),
        ("m/kin.rs", "use super::{Child, M}; pub struct Kin;"),
    ];
    assert_eq!(circles_of(&sources), [[""; 0]; 0]);
    // The same module, once it uses a child.
    let uses = format!("{module} fn g() {{ grow() }}");
    let sources = [sources[0], (sources[1].0, &uses), sources[2], sources[3]];
    assert_eq!(circles_of(&sources), [["m/child.rs", "m/mod.rs"]]);
}
