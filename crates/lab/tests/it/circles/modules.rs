//! The modules of a crate: what each defines, imports and names by a path.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::tokens::{Token, after_group, tokens};

/// A path as written, `["crate", "table", "Entry"]`.
pub(super) type Segments = Vec<String>;

/// One name that a `use` brings in.
#[derive(Debug)]
pub(super) struct Import {
    pub path: Segments,
    /// The name it has here; `None` for `*`.
    pub name: Option<String>,
    /// `pub use`, `pub(crate) use`, …
    pub is_public: bool,
}

/// A module: a file, or a block `mod name { … }` in one.
#[derive(Debug, Default)]
pub(super) struct Module {
    pub file: PathBuf,
    pub parent: Option<usize>,
    pub children: BTreeMap<String, usize>,
    /// Items and macros that stand here.
    pub items: BTreeSet<String>,
    pub imports: Vec<Import>,
    /// Paths in code, outside `use`.
    pub paths: Vec<Segments>,
    /// All names in code, outside `use`, but those of fields and methods after a dot.
    pub words: BTreeSet<String>,
}

/// All modules of a crate; the first is the root.
#[derive(Debug, Default)]
pub(super) struct Crate {
    pub modules: Vec<Module>,
}

impl Crate {
    /// Reads `root` and the modules that it and they declare. `read` gives the text of a file that exists.
    pub(super) fn read(root: &Path, read: &dyn Fn(&Path) -> Option<String>) -> Crate {
        let mut found = Crate::default();
        let folder = root.parent().expect("a file is in a folder").to_owned();
        let source = read(root).unwrap_or_else(|| panic!("{} cannot be read", root.display()));
        found.file(root.to_owned(), &source, &folder, None, read);
        found
    }

    fn file(
        &mut self,
        file: PathBuf,
        source: &str,
        folder: &Path,
        parent: Option<usize>,
        read: &dyn Fn(&Path) -> Option<String>,
    ) -> usize {
        let module = self.add(file, parent);
        self.block(module, &tokens(source), folder, read);
        module
    }

    fn add(&mut self, file: PathBuf, parent: Option<usize>) -> usize {
        self.modules.push(Module { file, parent, ..Module::default() });
        self.modules.len() - 1
    }

    /// Reads the tokens of a module. `folder` is where the files of its child modules are.
    fn block(
        &mut self,
        module: usize,
        tokens: &[Token],
        folder: &Path,
        read: &dyn Fn(&Path) -> Option<String>,
    ) {
        let mut depth = 0;
        let mut is_public = false;
        let mut path_attribute = None;
        let mut i = 0;
        while i < tokens.len() {
            let next = tokens.get(i + 1);
            match &tokens[i] {
                Token::Sign('#') if next.is_some_and(|token| token.is('[')) => {
                    let end = after_group(tokens, i + 1);
                    if let [Token::Word(word), Token::Sign('='), Token::Text(text), ..] = &tokens[i + 2..end]
                        && word == "path"
                    {
                        path_attribute = Some(text.clone());
                    }
                    i = end;
                }
                Token::Word(word) if word == "pub" => {
                    is_public = true;
                    i += 1;
                    if next.is_some_and(|token| token.is('(')) {
                        i = after_group(tokens, i);
                    }
                }
                Token::Word(word) if word == "use" && !next.is_some_and(|token| token.is('<')) => {
                    let end =
                        tokens[i..].iter().position(|token| token.is(';')).map_or(tokens.len(), |n| i + n);
                    leaves(
                        &tokens[i + 1..end],
                        &mut Vec::new(),
                        is_public,
                        &mut self.modules[module].imports,
                    );
                    is_public = false;
                    i = end + 1;
                }
                Token::Word(word) if word == "mod" && next.is_some_and(|name| name.word().is_some()) => {
                    let name = next.and_then(Token::word).expect("it was asked for").to_owned();
                    is_public = false;
                    if tokens.get(i + 2).is_some_and(|token| token.is('{')) {
                        let end = after_group(tokens, i + 2);
                        let child = self.add(self.modules[module].file.clone(), Some(module));
                        self.modules[module].children.insert(name.clone(), child);
                        self.block(child, &tokens[i + 3..end - 1], &folder.join(&name), read);
                        i = end;
                    } else {
                        let child = self.child_file(module, &name, path_attribute.take(), folder, read);
                        self.modules[module].children.insert(name, child);
                        i += 3;
                    }
                }
                Token::Word(word) => {
                    const KEYWORDS: [&str; 8] =
                        ["fn", "struct", "enum", "trait", "type", "const", "static", "union"];
                    let name = match word.as_str() {
                        // `macro_rules! name`
                        "macro_rules" => tokens.get(i + 2),
                        keyword if depth == 0 && KEYWORDS.contains(&keyword) => next,
                        _ => None,
                    };
                    self.modules[module].items.extend(name.and_then(Token::word).map(str::to_owned));
                    is_public = false;
                    let is_member = i > 0 && tokens[i - 1].is('.') && !(i > 1 && tokens[i - 2].is('.'));
                    i += if is_member { 1 } else { self.path(module, &tokens[i..]) };
                }
                token => {
                    match token {
                        Token::Sign('{') => depth += 1,
                        Token::Sign('}') => depth -= 1,
                        _ => {}
                    }
                    is_public = false;
                    i += 1;
                }
            }
        }
    }

    /// Takes in the word or path at the start of `tokens` and returns its number of tokens.
    fn path(&mut self, module: usize, tokens: &[Token]) -> usize {
        let mut segments = Vec::new();
        let mut length = 0;
        while let Some(word) = tokens.get(length).and_then(Token::word) {
            segments.push(word.to_owned());
            length += 1;
            if tokens.get(length) != Some(&Token::PathSep)
                || tokens.get(length + 1).and_then(Token::word).is_none()
            {
                break;
            }
            length += 1;
        }
        self.modules[module].words.insert(segments[0].clone());
        if segments.len() > 1 {
            self.modules[module].paths.push(segments);
        }
        length
    }

    /// Reads the file of `mod name;`.
    fn child_file(
        &mut self,
        parent: usize,
        name: &str,
        path_attribute: Option<String>,
        folder: &Path,
        read: &dyn Fn(&Path) -> Option<String>,
    ) -> usize {
        let beside = self.modules[parent].file.parent().expect("a file is in a folder").to_owned();
        let files = match path_attribute {
            Some(path) => vec![beside.join(path)],
            None => vec![folder.join(format!("{name}.rs")), folder.join(name).join("mod.rs")],
        };
        for file in files {
            if let Some(source) = read(&file) {
                let is_mod = file.file_name().is_some_and(|name| name == "mod.rs");
                let inside = if is_mod {
                    file.parent().expect("in a folder").to_owned()
                } else {
                    file.with_extension("")
                };
                return self.file(file, &source, &inside, Some(parent), read);
            }
        }
        panic!("{}: no file for `mod {name};`", self.modules[parent].file.display());
    }
}

/// Takes a tree of `use` apart into its names.
fn leaves(tree: &[Token], before: &mut Segments, is_public: bool, found: &mut Vec<Import>) {
    let depth = before.len();
    let mut name = None;
    let mut i = 0;
    while i < tree.len() {
        match &tree[i] {
            Token::Sign('{') => {
                let end = after_group(tree, i);
                let (mut start, mut j) = (i + 1, i + 1);
                while j < end {
                    if tree[j].is('{') {
                        j = after_group(tree, j);
                        continue;
                    }
                    if tree[j].is(',') || j == end - 1 {
                        leaves(&tree[start..j], before, is_public, found);
                        start = j + 1;
                    }
                    j += 1;
                }
                before.truncate(depth);
                return;
            }
            Token::Sign('*') => {
                found.push(Import { path: before.clone(), name: None, is_public });
                before.truncate(depth);
                return;
            }
            Token::Word(word) if word == "as" => {
                name = tree.get(i + 1).and_then(Token::word).map(str::to_owned);
                i += 1;
            }
            // `use a::{self}` is `use a`.
            Token::Word(word) if word == "self" && !before.is_empty() => {}
            Token::Word(word) => before.push(word.clone()),
            _ => {}
        }
        i += 1;
    }
    if before.len() > depth || !tree.is_empty() {
        let name = name.or_else(|| before.last().cloned());
        found.push(Import { path: before.clone(), name, is_public });
    }
    before.truncate(depth);
}
