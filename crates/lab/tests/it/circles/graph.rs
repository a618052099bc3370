//! Which file of a crate imports which, and the groups of files that import each other.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};

use super::modules::{Crate, Import, Module};

/// The names that one file takes from another: `[(from, to)]`.
type Edges = BTreeMap<(PathBuf, PathBuf), BTreeSet<String>>;

/// Files that all reach each other by imports.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Circle {
    pub files: Vec<PathBuf>,
    /// The imports between them.
    pub edges: Edges,
}

impl fmt::Display for Circle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "circle of {} files:", self.files.len())?;
        for ((from, to), names) in &self.edges {
            let names: Vec<_> = names.iter().map(String::as_str).collect();
            writeln!(f, "    {} -> {}: {}", from.display(), to.display(), names.join(", "))?;
        }
        Ok(())
    }
}

/// The circles of the crate whose root file is `root`. `read` gives the text of a file that exists.
pub(super) fn circles(root: &Path, read: &dyn Fn(&Path) -> Option<String>) -> Vec<Circle> {
    let edges = Crate::read(root, read).edges();
    let mut next = BTreeMap::<_, Vec<_>>::new();
    for (from, to) in edges.keys() {
        next.entry(from).or_default().push(to);
    }
    let reached = |from: &PathBuf| {
        let (mut seen, mut waiting) = (BTreeSet::new(), vec![from]);
        while let Some(file) = waiting.pop() {
            for &to in next.get(file).into_iter().flatten() {
                if seen.insert(to) {
                    waiting.push(to);
                }
            }
        }
        seen
    };
    let reach: BTreeMap<_, _> = next.keys().map(|&file| (file, reached(file))).collect();
    let reaches = |a: &PathBuf, b: &PathBuf| reach.get(a).is_some_and(|seen| seen.contains(b));
    let mut found = Vec::new();
    for &file in next.keys().filter(|&&file| reaches(file, file)) {
        let together = |other: &PathBuf| reaches(file, other) && reaches(other, file);
        let files: Vec<_> = next.keys().filter(|&&other| together(other)).map(|&file| file.clone()).collect();
        if files[0] == *file {
            let inside = edges.iter().filter(|((from, to), _)| together(from) && together(to));
            found.push(Circle {
                files,
                edges: inside.map(|(edge, names)| (edge.clone(), names.clone())).collect(),
            });
        }
    }
    found
}

/// What a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Module(usize),
    /// An item that stands in this module.
    Item(usize),
}

impl Crate {
    /// All imports between files. What a module re-exports without using it is none, if it has
    /// child modules (`lib.rs`, `mod.rs`).
    fn edges(&self) -> Edges {
        let mut edges = Edges::new();
        for (index, module) in self.modules.iter().enumerate() {
            for import in &module.imports {
                for (target, name) in self.used(index, module, import) {
                    self.add_edge(&mut edges, module, target, &name);
                }
            }
            for path in &module.paths {
                for target in self.resolve(index, path, &mut Vec::new()) {
                    self.add_edge(&mut edges, module, target, shown(path));
                }
            }
        }
        edges
    }

    fn add_edge(&self, edges: &mut Edges, from: &Module, to: Target, name: &str) {
        // A module as such is no import; the paths that go through it are.
        let Target::Item(to) = to else { return };
        let to = &self.modules[to].file;
        if *to != from.file {
            edges.entry((from.file.clone(), to.clone())).or_default().insert(name.to_owned());
        }
    }

    /// What a `use` means for the file it stands in, with the names.
    fn used(&self, index: usize, module: &Module, import: &Import) -> Vec<(Target, String)> {
        let mut visited = Vec::new();
        let Some(name) = &import.name else {
            // Of a glob, what the file names.
            let modules = self.resolve(index, &import.path, &mut visited);
            let used = modules.into_iter().flat_map(|target| match target {
                Target::Module(from) if !(import.is_public && module.hands_on()) => {
                    module.words.iter().map(|word| (from, word)).collect()
                }
                _ => Vec::new(),
            });
            return used
                .flat_map(|(from, word)| {
                    self.member(from, word, true, &mut Vec::new()).into_iter().map(move |t| (t, word.clone()))
                })
                .collect();
        };
        if import.is_public && module.hands_on() && !module.words.contains(name) {
            return Vec::new();
        }
        let name = shown(&import.path).to_owned();
        self.resolve(index, &import.path, &mut visited)
            .into_iter()
            .map(|target| (target, name.clone()))
            .collect()
    }

    /// Follows a path from a module to items, through re-exports. Nothing if it leads out of the crate.
    fn resolve(&self, from: usize, path: &[String], visited: &mut Vec<(usize, String)>) -> Vec<Target> {
        let mut modules = vec![from];
        for (position, segment) in path.iter().enumerate() {
            let is_last = position + 1 == path.len();
            let parent = |module: usize| self.modules[module].parent.unwrap_or(module);
            let targets: Vec<_> = match segment.as_str() {
                "crate" => vec![Target::Module(0)],
                "self" => modules.into_iter().map(Target::Module).collect(),
                "super" => modules.into_iter().map(|module| Target::Module(parent(module))).collect(),
                name => {
                    let mut targets = Vec::new();
                    for &module in &modules {
                        let members = self.member(module, name, is_last, visited);
                        // An item that a macro writes stands where it is asked for.
                        let by_macro = members.is_empty() && position > 0 && !self.leads_out(module, name);
                        targets.extend(if by_macro { vec![Target::Item(module)] } else { members });
                    }
                    targets
                }
            };
            // A variant or an associated item stands where its type stands.
            if is_last || targets.iter().any(|target| matches!(target, Target::Item(_))) {
                return targets;
            }
            modules = targets
                .iter()
                .map(|target| match *target {
                    Target::Module(m) | Target::Item(m) => m,
                })
                .collect();
        }
        modules.into_iter().map(Target::Module).collect()
    }

    /// What a name means in a module: an item or a child module of it, or what it imports under that name.
    fn member(
        &self,
        module: usize,
        name: &str,
        is_last: bool,
        visited: &mut Vec<(usize, String)>,
    ) -> Vec<Target> {
        let here = &self.modules[module];
        let child = here.children.get(name).map(|&child| Target::Module(child));
        if let Some(child) = child
            && !is_last
        {
            return vec![child];
        }
        if here.items.contains(name) {
            return [Some(Target::Item(module)), child].into_iter().flatten().collect();
        }
        let mut found: Vec<_> = child.into_iter().collect();
        let key = (module, name.to_owned());
        if visited.contains(&key) {
            return found;
        }
        visited.push(key);
        for import in &here.imports {
            if import.name.as_deref() == Some(name) {
                found.extend(self.resolve(module, &import.path, visited));
            }
        }
        if found.is_empty() {
            for import in here.imports.iter().filter(|import| import.name.is_none()) {
                for target in self.resolve(module, &import.path, visited) {
                    if let Target::Module(from) = target {
                        found.extend(self.member(from, name, is_last, visited));
                    }
                }
            }
        }
        visited.pop();
        found
    }

    /// Whether a module has a name from another crate.
    fn leads_out(&self, module: usize, name: &str) -> bool {
        let imports = &self.modules[module].imports;
        imports.iter().any(|import| import.name.as_deref().is_none_or(|imported| imported == name))
    }
}

/// The name by which a path is reported: the type in it, not its constructor or variant.
fn shown(path: &[String]) -> &str {
    let is_type = |segment: &&String| segment.starts_with(char::is_uppercase);
    path.iter().find(is_type).or(path.last()).map_or("", String::as_str)
}

impl Module {
    /// Whether its `pub use` lines are a list of what its child modules offer.
    fn hands_on(&self) -> bool {
        !self.children.is_empty()
    }
}
