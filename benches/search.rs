//! What sockets cost: a searcher with all of them empty against a search of the same shape written by hand, then one socket filled at a
//! time, then the search `modern`, in nodes per second.
//!
//! ```sh
//! cargo bench --bench search
//! ```
//!
//! Every run asserts its number of nodes, so that speeds are of the same work; with empty sockets, also its value and best line.
//!
//! Times on a busy machine do not show a difference of one per cent. Instructions do: callgrind counts those of one search each, here on
//! the position `open` (`start` and `hunt` in the same way).
//!
//! ```sh
//! valgrind --tool=callgrind --callgrind-out-file=open.callgrind --collect-atstart=no \
//!     --toggle-collect=search::by_hand --toggle-collect=search::by_searcher \
//!     "$(ls -t target/release/deps/search-* | grep -v '\.d$' | head -1)" --bench --test 'empty sockets/open'
//! callgrind_annotate --inclusive=yes open.callgrind | grep -E 'search::by_(hand|searcher)( |$)'
//! ```
//!
//! All three positions: 2,150 million instructions by hand, 2,175 by the searcher, ratio 1.011 (30 November 2026). The rest is for facts of
//! the node that a socket might need, noted at every node and move.

#[path = "../crates/search/tests/it/common/by_hand.rs"]
mod by_hand;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use komadai::eval::Material;
use komadai::search::{
    BrotherBest, Futility, HashTable, History, LateMove, Leaf, Limits, Line, NodeCount, NullMove, PlainDepth,
    SearchParts, Searcher, Sockets, modern,
};
use komadai::{Position, Value};

use by_hand::ByHand;

const POSITIONS: [(&str, &str, u32); 3] = [
    ("start", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", 5),
    ("open", "lnsgk1snl/6gb1/p1pppp2p/6R2/9/1rP6/P2PPPP1P/1BG6/LNS1KGSNL w 3P2p 21", 4),
    ("hunt", "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1", 4),
];

/// What `empty_sockets` compares of both searches.
type Answer = (Value, u64, Line);

#[inline(never)]
fn by_hand(search: &mut ByHand<Material>, pos: &Position, depth: u32) -> Answer {
    let (value, pv) = search.iterate(pos, depth as i32).expect("a search without limits ends with a value");
    (value, search.nodes, pv.into())
}

#[inline(never)]
fn by_searcher(searcher: &mut Searcher<SearchParts<Material>>, pos: &Position, depth: u32) -> Answer {
    let report = searcher.search(pos, &Limits::depth(depth));
    (report.value, report.nodes, report.pv)
}

fn empty_sockets(criterion: &mut Criterion) {
    for (name, sfen, depth) in POSITIONS {
        let pos: Position = sfen.parse().expect("a constant position is valid");
        let mut search = ByHand::new(Material::default(), &pos);
        let mut searcher =
            Searcher::new(Material::default()).depth_policy(PlainDepth::UNIFORM).leaf(Leaf::Static);
        let report = searcher.search(&pos, &Limits::depth(depth));
        let want: Answer = (report.value, report.nodes, report.pv);
        let mut group = criterion.benchmark_group(format!("empty sockets/{name}"));
        group.sample_size(20).throughput(Throughput::Elements(want.1));
        group.bench_function("by hand", |bencher| {
            bencher.iter(|| assert_eq!(by_hand(&mut search, black_box(&pos), depth), want));
        });
        group.bench_function("searcher", |bencher| {
            bencher.iter(|| assert_eq!(by_searcher(&mut searcher, black_box(&pos), depth), want));
        });
        group.finish();
    }
}

/// Times a searcher on one position to one depth, from a cleared state each time.
fn time<S: Sockets>(
    criterion: &mut Criterion,
    group: &str,
    name: &str,
    (sfen, depth): (&str, u32),
    mut searcher: Searcher<S>,
) {
    let pos: Position = sfen.parse().expect("a constant position is valid");
    let limits = Limits::depth(depth);
    let want = searcher.search(&pos, &limits).nodes;
    let mut group = criterion.benchmark_group(group);
    group.sample_size(10).throughput(Throughput::Elements(want));
    group.bench_function(BenchmarkId::new(name, format!("{want} nodes")), |bencher| {
        bencher.iter(|| {
            searcher.clear();
            let report = searcher.search(&pos, &limits);
            assert_eq!(report.nodes, want);
            black_box(report.value)
        });
    });
    group.finish();
}

/// A part in each socket, on the position `open`. The time per node of every part in a whole search is a column of `tune screen`.
fn sockets(criterion: &mut Criterion) {
    fn one<S: Sockets>(criterion: &mut Criterion, name: &str, searcher: Searcher<S>) {
        time(criterion, "sockets, depth 5", name, (POSITIONS[1].1, 5), searcher);
    }
    let new = || Searcher::new(Material::default());
    let table = || HashTable::new(1).expect("a megabyte is there");
    let late_moves = LateMove::<PlainDepth>::default;
    one(criterion, "none", new());
    one(criterion, "observer", new().observer(NodeCount::default()));
    one(criterion, "memory", new().memory(History::default()));
    one(criterion, "table", new().table(table()));
    one(criterion, "pruning", new().pruning(NullMove::default()));
    one(criterion, "depth policy", new().depth_policy(late_moves()));
    let memories = new().memory((BrotherBest::default(), History::default()));
    let all = memories.table(table()).pruning((NullMove::default(), Futility::default()));
    one(criterion, "all", all.depth_policy(late_moves()));
}

/// The search of a present-day engine.
fn whole_searches(criterion: &mut Criterion) {
    for (name, sfen, _) in POSITIONS {
        let searcher = modern(Material::default(), 16).expect("sixteen megabytes are there");
        time(criterion, "modern, depth 10", name, (sfen, 10), searcher);
    }
}

criterion_group!(benches, empty_sockets, sockets, whole_searches);
criterion_main!(benches);
