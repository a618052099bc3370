//! The transposition table: what is stored is found, old entries are replaced first, and threads may share it.

use komadai_core::rng::SplitMix64;
use komadai_core::{Key, Move, Value};
use komadai_search::{Bound, Depth, Entry, HashTable, TranspositionTable, table};

/// An entry of no move.
fn entry(plies: i32) -> Entry {
    let (value, bound) = (Value::from_cp(plies), Bound::Exact);
    Entry { best: None, value, bound, depth: Depth::plies(plies), static_value: None }
}

/// Keys that share the first line of a table, of however many megabytes.
fn same_line() -> impl Iterator<Item = Key> {
    1..
}

#[test]
fn a_table_gives_back_what_it_was_given() {
    let mut hash = HashTable::new(1).unwrap();
    let mv = Some("7g7f".parse().unwrap());
    let (most, unknown) = (Value::MAX_EVAL, Value::MATE_OF_UNKNOWN_LENGTH);
    for (key, value) in (1..).zip([Value::ZERO, -most, most, Value::mate_in(7), Value::mated_in(7), -unknown])
    {
        let static_value = Some(Value::from_cp(-value.cp())).filter(|_| key != 3);
        let key = key << 50 | key;
        let entry =
            Entry { best: mv, value, bound: Bound::Lower, depth: Depth::from_units(77), static_value };
        hash.store(key, entry);
        assert_eq!(hash.probe(key), Some(entry));
        assert!((0..48).all(|bit| hash.probe(key ^ 1 << bit).is_none()), "each of 48 bits is compared");
        hash.store(key, Entry { best: None, static_value: None, ..entry });
        assert_eq!(hash.probe(key), Some(entry), "what is known of the position stays");
        for ply in [0, 3, 20] {
            let inside = value.mate_distance().is_none_or(|plies| plies.abs() > ply as i32);
            assert!(!inside || table::from_node(table::to_node(value, ply), ply) == value);
        }
    }
    assert!(hash.probe(99).is_none());
    hash.clear();
    assert!(hash.probe(1 << 50 | 1).is_none());
}

#[test]
fn the_shallowest_goes_and_each_search_of_age_counts_as_plies() {
    // Three deep entries of an older search and a shallow one of this search fill a line; then comes a fifth.
    let kept = |age_plies, age| {
        let mut table = HashTable::new(1).unwrap().age_plies(age_plies);
        let keys: Vec<Key> = same_line().take(5).collect();
        for (&key, plies) in keys.iter().zip([9, 12, 15]) {
            table.store(key, entry(plies));
        }
        (0..age).for_each(|_| table.new_search());
        table.store(keys[3], entry(3));
        assert_eq!(table.probe(keys[0]), Some(entry(9)));
        table.store(keys[4], entry(6));
        let there = keys.iter().filter_map(|&key| table.probe(key)).map(|entry| entry.value.cp());
        there.collect::<Vec<_>>()
    };
    assert_eq!(kept(8, 0), [9, 12, 15, 6], "in one search the shallowest goes");
    assert_eq!(kept(8, 1), [12, 15, 3, 6], "9 plies of the last search are worth one of this search");
    assert_eq!(kept(5, 1), [9, 12, 15, 6], "9 plies of the last search are worth four");
    assert_eq!(kept(0, 9), [9, 12, 15, 6], "age does not count");
}

#[test]
fn handles_see_begin_and_clear_for_each_other_and_fill_counts_entries_of_this_search() {
    let mut table = HashTable::new(1).unwrap();
    let mut other = table.share();
    same_line().take(4).for_each(|key| other.store(key, entry(3)));
    assert_eq!((table.fill(), other.fill(), table.probe(1)), (Some(4), Some(4), Some(entry(3))));
    table.new_search();
    assert_eq!((table.fill(), other.fill(), other.probe(1)), (Some(0), Some(0), Some(entry(3))));
    table.store(1, entry(1));
    assert_eq!((table.fill(), other.fill()), (Some(1), Some(1)));
    other.new_search();
    assert_eq!((table.fill(), table.probe(1)), (Some(0), Some(entry(1))));
    other.clear();
    assert_eq!((table.fill(), table.probe(1)), (Some(0), None));
    drop(table);
    other.store(8, entry(1));
    assert_eq!(other.probe(8), Some(entry(1)), "the memory stays while there is a handle");
}

/// An entry determined by its key and a number: of 16 for the same position, all differ in every field.
fn of(key: Key, number: u64) -> Entry {
    let mut rng = SplitMix64::new(key ^ number);
    let mut cp = || Value::from_cp(rng.below(20_001) as i32 - 10_000);
    let (value, static_value) = (cp(), Some(cp()));
    let best = Move::from_bits((rng.below(81) << 7 | rng.below(81)) as u16);
    let bound = [Bound::Upper, Bound::Lower, Bound::Exact][rng.below(3) as usize];
    Entry { best, value, bound, depth: Depth::from_units(rng.below(2_000) as i32), static_value }
}

/// Threads write and read few positions as fast as they can: whatever is found is one of the entries that were stored
/// for that position, never halves of two.
#[test]
fn threads_that_write_the_same_lines_never_find_a_mixture() {
    const ROUNDS: u64 = 200_000;
    let mut table = HashTable::new(1).unwrap();
    let hammer = |seed, mut table: HashTable| {
        let mut rng = SplitMix64::new(seed);
        let mut found = 0;
        for _ in 0..ROUNDS {
            // Twelve positions in two lines of four.
            let key = (rng.below(2) << 63) | ((1 + rng.below(6)) * 0x0000_1234_5678_9abd);
            if let Some(entry) = table.probe(key) {
                found += 1;
                let is_stored = |stored: Entry| Entry { best: stored.best.or(entry.best), ..stored } == entry;
                assert!((0..16).any(|number| is_stored(of(key, number))), "{key:x}: {entry:?}");
            }
            table.store(key, of(key, rng.below(16)));
        }
        found
    };
    let found: u64 = std::thread::scope(|scope| {
        let threads = (0..4).map(|seed| (seed, table.share()));
        let threads: Vec<_> = threads.map(|(seed, table)| scope.spawn(move || hammer(seed, table))).collect();
        (0..200).for_each(|_| {
            table.new_search();
            std::thread::yield_now();
        });
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert!(found > ROUNDS, "{found}");
}
