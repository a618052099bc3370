//! Rows against dense vectors, sources against their law.

use komadai_core::notation::packed::{PackedError, PackedPosition, Record, RecordResult};
use komadai_core::rng::SplitMix64;
use komadai_core::{Color, Evaluator, Position};
use komadai_eval::{FeatureSet, Material, PieceCounts, PiecePlaces};
use komadai_learn::{InMemory, RecordRows, Row, RowBuffer, TrainingSource};
use proptest::collection::vec;
use proptest::prelude::{prop_assert, prop_assert_eq, proptest};

/// Positions of random games, each with the material as its value.
fn records(seed: u64, count: usize) -> Vec<Record> {
    let mut rng = SplitMix64::new(seed);
    let material = Material::default();
    let mut records = Vec::new();
    let mut pos = Position::startpos();
    while records.len() < count {
        let moves = pos.legal_moves();
        if moves.is_empty() || pos.move_number() > 200 {
            pos = Position::startpos();
            continue;
        }
        let mv = moves[rng.below(moves.len() as u64) as usize];
        records.push(Record {
            position: PackedPosition::pack(&pos).expect("a game keeps all its pieces"),
            score: material.evaluate(&material.fresh(&pos), &pos).cp() as i16,
            mv: Some(mv),
            ply: pos.move_number(),
            result: RecordResult::Draw,
        });
        let _ = pos.do_move(mv);
    }
    records
}

/// Every row of a shard as plain numbers.
fn replayed<S: TrainingSource>(source: &S, shard: usize) -> Vec<(Vec<(u32, f32)>, f32)> {
    let mut rows = Vec::new();
    source.replay(shard, |row| rows.push((row.entries().collect(), row.label))).expect("good records");
    rows
}

#[test]
fn every_replay_gives_the_same_rows_in_whatever_order_shards_are_asked() {
    let records = records(3, 250);
    let source = RecordRows::new(PiecePlaces, &records, 60);
    assert_eq!(source.shards(), 5);
    let first: Vec<_> = (0..5).map(|shard| replayed(&source, shard)).collect();
    assert_eq!(first.iter().map(Vec::len).collect::<Vec<_>>(), [60, 60, 60, 60, 10]);
    for shard in [4, 0, 3, 1, 2, 0] {
        assert_eq!(replayed(&source, shard), first[shard]);
    }
    assert!(replayed(&source, 5).is_empty());
}

#[test]
fn collected_rows_are_the_rows() {
    let records = records(4, 130);
    let source = RecordRows::new(PieceCounts, &records, 50);
    let kept = InMemory::collect(&source).unwrap();
    assert_eq!((kept.rows(), kept.shards()), (130, 3));
    for shard in 0..4 {
        assert_eq!(replayed(&kept, shard), replayed(&source, shard));
    }
}

#[test]
fn true_piece_values_explain_every_label_of_material() {
    let records = records(5, 300);
    let weights: Vec<f32> = Material::default().values.board.0.iter().map(|&value| value as f32).collect();
    let source = RecordRows::new(PieceCounts, &records, 100);
    let mut unequal = 0;
    for shard in 0..source.shards() {
        source
            .replay(shard, |row| {
                assert!((row.dot(&weights) - f64::from(row.label)).abs() < 1e-6, "{row:?}");
                unequal += usize::from(row.label != 0.0);
            })
            .unwrap();
    }
    assert!(unequal > 100, "{unequal}");
}

#[test]
fn bad_record_is_named_by_its_number() {
    let mut records = records(6, 20);
    records[13].position = PackedPosition([0; 32]);
    let source = RecordRows::new(PieceCounts, &records, 8);
    assert!(source.replay(0, |_| ()).is_ok());
    let error = source.replay(1, |_| ()).unwrap_err();
    assert_eq!(error.index, 13);
    assert!(matches!(error.source, PackedError::KingsMeet(_)), "{error}");
}

#[test]
fn difference_of_a_position_and_itself_says_nothing() {
    let mut buffer = RowBuffer::new();
    let pos = Position::startpos();
    buffer.add(&PiecePlaces, &pos, 1.0);
    buffer.add(&PiecePlaces, &pos, -1.0);
    assert!(buffer.row(1.0).is_empty());
    // After a plain move one piece has left its place and come to another.
    let mut after = pos.clone();
    let _ = after.do_move("7g7f".parse().unwrap());
    buffer.clear();
    buffer.add(&PiecePlaces, &after, 1.0);
    buffer.add(&PiecePlaces, &pos, -1.0);
    let row = buffer.row(1.0);
    let mut values: Vec<f32> = row.entries().map(|(_, value)| value).collect();
    values.sort_by(f32::total_cmp);
    assert_eq!(values, [-1.0, 1.0]);
    assert_eq!(after.side_to_move(), Color::White);
    assert!(row.entries().all(|(feature, _)| (feature as usize) < PiecePlaces.len()));
}

#[test]
fn rows_out_of_order_are_refused() {
    assert!(Row::new(&[1, 2], &[1.0, -1.0], 1.0).is_some());
    assert!(Row::new(&[2, 1], &[1.0, -1.0], 1.0).is_none());
    assert!(Row::new(&[1, 1], &[1.0, -1.0], 1.0).is_none());
    assert!(Row::new(&[1, 2], &[1.0, 0.0], 1.0).is_none());
    assert!(Row::new(&[1, 2], &[1.0], 1.0).is_none());
}

proptest! {
    #[test]
    fn products_are_those_of_the_dense_vector(entries in vec((0u32..20, -3i8..=3), 0..60), factor in -4i8..=4) {
        let mut dense = [0.0f64; 20];
        let mut buffer = RowBuffer::new();
        for &(feature, value) in &entries {
            dense[feature as usize] += f64::from(value);
            buffer.push(feature, f32::from(value));
        }
        let row = buffer.row(1.0);
        let p: Vec<f32> = (0..20u8).map(|i| f32::from(i) - 7.0).collect();
        let product: f64 = dense.iter().zip(&p).map(|(x, &w)| x * f64::from(w)).sum();
        // Small whole numbers, so sums are exact in any order.
        prop_assert!((row.dot(&p) - product).abs() < 1e-12);
        let mut q = vec![1.0; 20];
        row.add_to(&mut q, factor.into());
        for (got, x) in q.iter().zip(dense) {
            prop_assert!((got - 1.0 - f64::from(factor) * x).abs() < 1e-12);
        }
        prop_assert!(row.entries().all(|(feature, _)| dense[feature as usize].abs() > 0.5));
        prop_assert_eq!(row.len(), dense.iter().filter(|x| x.abs() > 0.5).count());
    }
}
