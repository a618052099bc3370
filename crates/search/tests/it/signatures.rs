//! Nodes per recipe and position at fixed depth, against `signatures.txt`. The commit that changes that file explains
//! why.

use std::fmt::Write as _;
use std::path::Path;

use crate::common::memories::{memories, softmax};
use crate::common::{Any, FINE, POSITIONS, any, position, table};
use komadai_core::{Position, Value};
use komadai_search::policy::{Bits, ByCategory, CategoryOrder, RealizationProbability};
use komadai_search::{
    BrotherBest, ContextBest, Depth, DepthPolicy, First, Futility, History, LateMove, Likely, Limits,
    MoveMemory, NullMove, NullWindowPass, PassBest, Phases, PlainDepth, PremoveBest,
};

/// Set to anything, this environment variable rewrites the file instead of comparing.
const REWRITE: &str = "KOMADAI_REWRITE_SIGNATURES";

/// Nodes at depth 4 with one memory beside the history, a table, and null moves that leave a ply to search.
fn nodes(pos: &Position, memory: &mut dyn MoveMemory) -> u64 {
    memory.forget();
    let null = NullMove { reduction: Depth::PLY, ..NullMove::default() };
    any(FINE, PlainDepth::default(), null, (memory, History::default()))
        .table(Some(table()))
        .search(pos, &Limits::depth(4))
        .nodes
}

#[test]
fn node_counts_are_those_of_the_committed_file() {
    let mut text = format!(
        "# Nodes at depth 4 (first four lines and null-window pass: 3; by probability and likely killers: 2). {REWRITE}=1 cargo test -p komadai-search rewrites this file.\n"
    );
    let mut line_of = |name: &str, large: bool, search: &mut dyn FnMut(&Position) -> u64| {
        write!(text, "{name:<20}").unwrap();
        for (position_name, sfen) in POSITIONS {
            if !large && ["siege", "rout"].contains(&position_name) {
                continue;
            }
            write!(text, " {position_name} {:<8}", search(&position(sfen))).unwrap();
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    };
    let mut line = |name: &str, search: &mut dyn FnMut(&Position) -> u64| line_of(name, true, search);
    let limits = Limits::depth(4);
    let brothers = BrotherBest::<2>::default;
    let ordered = || (brothers(), History::default());
    let (plies, late) = (PlainDepth::default(), LateMove::<PlainDepth>::default());
    let (null, futility) = (NullMove::default(), <Futility>::default());
    let shallow = Limits::depth(3);
    line("bare", &mut |pos| any(FINE, plies, (), ()).search(pos, &shallow).nodes);
    let nodes_of = |searcher: Any<'_>, pos: &Position, limits: &Limits| {
        searcher.table(Some(table())).search(pos, limits).nodes
    };
    let killers = || (PassBest::default(), History::default());
    line("table", &mut |pos| nodes_of(any(FINE, plies, (), ()), pos, &shallow));
    line("ordered", &mut |pos| nodes_of(any(FINE, plies, (), ordered()), pos, &shallow));
    line("first brothers", &mut |pos| nodes_of(any(FINE, plies, (), First(brothers())), pos, &shallow));
    line("null move", &mut |pos| nodes_of(any(FINE, plies, null, ordered()), pos, &limits));
    line("futility", &mut |pos| nodes_of(any(FINE, plies, futility, ordered()), pos, &limits));
    line("late moves", &mut |pos| nodes_of(any(FINE, late, (), ordered()), pos, &limits));
    line("null-window pass", &mut |pos| {
        nodes_of(any(FINE, plies, NullWindowPass::default(), killers()), pos, &shallow)
    });
    // By probability to depth 2.
    let by_probability = |policy: &dyn DepthPolicy, memory: &mut dyn MoveMemory, pos: &Position| {
        nodes_of(any(FINE, policy, (), memory), pos, &Limits::depth(2))
    };
    line("likely killers", &mut |pos| {
        let inner = (PremoveBest::default(), ContextBest::default());
        let mut killers = Phases::everywhere(Likely { inner, surprise: Bits::ONE });
        by_probability(&RealizationProbability::tacos(), &mut killers, pos)
    });
    line("all", &mut |pos| {
        let all = any(FINE, late, (null, futility), ordered()).aspiration(Value::from_cp(60));
        nodes_of(all, pos, &limits)
    });
    line("categories", &mut |pos| {
        let model = ByCategory::tacos();
        let mut memory = (brothers(), CategoryOrder(&model));
        by_probability(&RealizationProbability::around(&model), &mut memory, pos)
    });
    line("coarse categories", &mut |pos| {
        by_probability(&RealizationProbability::around(ByCategory::coarse()), &mut ordered(), pos)
    });
    line("softmax", &mut |pos| {
        by_probability(&RealizationProbability::around(softmax()), &mut ordered(), pos)
    });
    // Each memory of [R1] instead of the brothers, with passes, without which one of them learns nothing. Where the
    // tree is large, one position tells no more than the others.
    let mut line = |name: &str, search: &mut dyn FnMut(&Position) -> u64| line_of(name, false, search);
    for (name, mut memory) in memories().into_iter().skip(1).take(10) {
        line(name, &mut |pos| nodes(pos, &mut *memory));
    }
    line("in quiescence", &mut |pos| nodes(pos, &mut Phases::everywhere(ContextBest::default())));
    line("near leaves", &mut |pos| {
        let near = Phases { main: false, near_leaf_to: Depth::PLY, quiescence: false, ..Phases::default() };
        nodes(pos, &mut Phases::<ContextBest> { ..near })
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
