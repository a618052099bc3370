//! Nodes per recipe and position at fixed depth, against `signatures.txt`. A change of that file is explained in the
//! commit that makes it.

use std::fmt::Write as _;
use std::path::Path;

use crate::common::memories::{memories, softmax};
use crate::common::{FINE, POSITIONS, position};
use komadai_core::Value;
use komadai_search::policy::{Bits, ByCategory, CategoryOrder, RealizationProbability};
use komadai_search::{
    BrotherBest, ContextBest, Depth, First, Futility, HashTable, History, LateMove, Likely, Limits,
    MoveMemory, NullMove, NullWindowPass, PassBest, Phases, PlainDepth, PremoveBest, Searcher,
};

/// Set to anything, this environment variable rewrites the file instead of comparing.
const REWRITE: &str = "KOMADAI_REWRITE_SIGNATURES";

/// Nodes at depth 4 with one memory beside the history, a table, and null moves that leave a ply to search.
fn nodes(pos: &komadai_core::Position, memory: &mut dyn MoveMemory) -> u64 {
    memory.forget();
    Searcher::new(FINE)
        .table(HashTable::new(1).expect("a megabyte is there"))
        .memory((memory, History::default()))
        .pruning(NullMove { reduction: Depth::PLY, ..NullMove::default() })
        .search(pos, &Limits::depth(4))
        .nodes
}

#[test]
fn node_counts_are_those_of_the_committed_file() {
    let mut text = format!(
        "# Nodes at depth 4 (first four lines and null-window pass: 3; by probability and likely killers: 2). {REWRITE}=1 cargo test -p komadai-search rewrites this file.\n"
    );
    let mut line = |name: &str, search: &mut dyn FnMut(&komadai_core::Position) -> u64| {
        write!(text, "{name:<20}").unwrap();
        for (position_name, sfen) in POSITIONS {
            write!(text, " {position_name} {:<8}", search(&position(sfen))).unwrap();
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    };
    let limits = Limits::depth(4);
    let table = || HashTable::new(1).unwrap();
    // One search is compiled for all that differ in table, memories and prunings.
    let memories_of = |first: bool, other: bool| {
        let (first, brothers) =
            (first.then(|| First(BrotherBest::default())), other.then(BrotherBest::default));
        (first, brothers, other.then(History::default))
    };
    let bare = || {
        let pruning = (None::<NullMove>, None::<Futility>);
        Searcher::new(FINE).table(None::<HashTable>).memory(memories_of(false, false)).pruning(pruning)
    };
    let with_table = || bare().table(Some(table()));
    let ordered = || with_table().memory(memories_of(false, true));
    line("bare", &mut |pos| bare().search(pos, &Limits::depth(3)).nodes);
    line("table", &mut |pos| with_table().search(pos, &Limits::depth(3)).nodes);
    line("ordered", &mut |pos| ordered().search(pos, &Limits::depth(3)).nodes);
    line("first brothers", &mut |pos| {
        with_table().memory(memories_of(true, false)).search(pos, &Limits::depth(3)).nodes
    });
    let (null, futility) = (Some(NullMove::default()), Some(Futility::default()));
    line("null move", &mut |pos| ordered().pruning((null, None::<Futility>)).search(pos, &limits).nodes);
    line("futility", &mut |pos| ordered().pruning((None::<NullMove>, futility)).search(pos, &limits).nodes);
    let late = || ordered().depth_policy(LateMove::<PlainDepth>::default());
    line("late moves", &mut |pos| late().search(pos, &limits).nodes);
    // Each memory of [R1] in the place of the brothers, with passes, without which one of them learns nothing.
    for (name, mut memory) in memories().into_iter().skip(1).take(10) {
        line(name, &mut |pos| nodes(pos, &mut *memory));
    }
    line("in quiescence", &mut |pos| nodes(pos, &mut Phases::everywhere(ContextBest::default())));
    line("near leaves", &mut |pos| {
        let near = Phases { main: false, near_leaf_to: Depth::PLY, quiescence: false, ..Phases::default() };
        nodes(pos, &mut Phases::<ContextBest> { ..near })
    });
    line("null-window pass", &mut |pos| {
        let search = Searcher::new(FINE).table(table()).memory((PassBest::default(), History::default()));
        search.pruning(NullWindowPass::default()).search(pos, &Limits::depth(3)).nodes
    });
    line("likely killers", &mut |pos| {
        let surprise = Bits::from_units(Bits::UNITS);
        let killers = (PremoveBest::default(), ContextBest::default());
        Searcher::new(FINE)
            .table(table())
            .memory(Phases::everywhere(Likely { inner: killers, surprise }))
            .depth_policy(RealizationProbability::tacos())
            .search(pos, &Limits::depth(2))
            .nodes
    });
    line("all", &mut |pos| {
        let mut all = late().pruning((null, futility)).aspiration(Value::from_cp(60)).unwrap();
        all.search(pos, &limits).nodes
    });
    line("categories", &mut |pos| {
        let model = ByCategory::tacos();
        let memory = (BrotherBest::default(), CategoryOrder(&model));
        let policy = RealizationProbability::new(&model);
        Searcher::new(FINE)
            .table(table())
            .memory(memory)
            .depth_policy(policy)
            .search(pos, &Limits::depth(2))
            .nodes
    });
    line("coarse categories", &mut |pos| {
        let policy = RealizationProbability::new(ByCategory::coarse());
        ordered().depth_policy(policy).search(pos, &Limits::depth(2)).nodes
    });
    line("softmax", &mut |pos| {
        let policy = RealizationProbability::new(softmax());
        ordered().depth_policy(policy).search(pos, &Limits::depth(2)).nodes
    });
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/signatures.txt");
    if std::env::var_os(REWRITE).is_some() {
        std::fs::write(&path, &text).unwrap();
        return;
    }
    let committed = std::fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
    for (now, then) in text.lines().zip(committed.lines()) {
        assert_eq!(now, then, "node counts changed; if that is meant, run with {REWRITE}=1 and say why");
    }
    assert_eq!(text, committed);
}
