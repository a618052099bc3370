mod common;
use common::*;
use komadai_core::Value;
use komadai_search::*;

#[test]
#[ignore = "speed"]
fn speed() {
    for (name, sfen) in POSITIONS {
        let pos = position(sfen);
        let mut bare = Searcher::new(FINE).observer(NodeCount::default());
        let r = bare.search(&pos, &Limits::nodes(1_000_000));
        println!(
            "{name:8} bare d{} {} {:?} {:.0} knps {:?}",
            r.depth,
            r.nodes,
            r.value,
            r.nodes as f64 / r.elapsed.as_secs_f64() / 1e3,
            bare.seen()
        );
        let mut full = Searcher::new(FINE)
            .table(HashTable::new(16).unwrap())
            .memory((BrotherBest::default(), History::default()))
            .pruning((NullMove::default(), Futility::default()))
            .depth_policy(LateMove::<PlainDepth>::default())
            .observer(NodeCount::default())
            .aspiration(Value::from_cp(60))
            .unwrap();
        let r = full.search(&pos, &Limits::nodes(1_000_000));
        println!(
            "{name:8} full d{} sel{} {} {:?} {:.0} knps {:?} {:?}",
            r.depth,
            r.reached,
            r.nodes,
            r.value,
            r.nodes as f64 / r.elapsed.as_secs_f64() / 1e3,
            full.seen(),
            r.pv
        );
    }
}
