mod common;
use common::*;
use komadai_search::*;
use komadai_core::Value;

#[test]
#[ignore = "speed"]
fn speed() {
    for max_plies in [4, 8, 16] { for evasion_plies in [0, 1, 2, 4] {
    print!("max {max_plies} evasions {evasion_plies}: ");
    for (name, sfen) in &POSITIONS[1..5] {
        let pos = position(sfen);
        let mut full = Searcher::new(FINE).table(HashTable::new(16).unwrap()).memory((BrotherBest::default(), History::default()))
            .pruning((NullMove::default(), Futility::default())).depth_policy(LateMove::<PlainDepth>::default()).observer(NodeCount::default())
            .leaf(Leaf::Quiescence(Quiescence { max_plies, evasion_plies }))
            .aspiration(Value::from_cp(60)).unwrap();
        for d in [5] {
            let r = full.search(&pos, &Limits::depth(d));
            print!("{name:8} d{} {:8} q{}% v{:?}; ", r.depth, r.nodes, full.seen().quiescence*100/r.nodes, r.value);
        }
    }
    println!();
    }}
}
