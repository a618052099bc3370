//! The check of evaluators accepts every evaluator of this crate, and positions that are equal by symmetry have equal values: some seeds
//! each time, a thousand on demand.

use std::ops::RangeInclusive;

use crate::material::odd_values;
use crate::network::{HALF_KING_PIECE, KING_PIECE};
use crate::positions::{mirrored, positions, turned, worth};
use komadai_core::{ByKind, Evaluator, PieceValues, testing};
use komadai_eval::effects::{EffectsModel, KingEffects};
use komadai_eval::network::NetworkEvaluator;
use komadai_eval::pair::{Fold, PairModel, Symmetry};
use komadai_eval::{Blend, Material, Nearness, PieceProgress, Sum};

/// Values are always symmetric in both players, and in left and right unless a network distinguishes them.
fn accept<E: Evaluator>(seeds: &RangeInclusive<u64>, name: &str, eval: &E) {
    for seed in seeds.clone() {
        testing::assert_advance_equals_fresh(eval, seed, 2);
    }
    let (worth, positions) = (worth(eval), positions(100));
    for pos in &positions {
        assert_eq!(worth(&turned(pos)), worth(pos), "{name}: {pos}");
        if !name.starts_with("Network") {
            assert_eq!(worth(&mirrored(pos)), worth(pos), "{name}: {pos}");
        }
    }
    let level = positions.iter().filter(|pos| worth(pos) == 0).count();
    assert!(level < 30, "{name}: {level} positions are level, so that the signs were not tested");
    println!("{name}: {} seeds accepted", seeds.clone().count());
}

fn every_part(seeds: &RangeInclusive<u64>) {
    let values = ByKind::from_fn(|kind| 300 + 17 * kind.code() as i32);
    let odd = Material::new(PieceValues { board: values, hand: values });
    let material = Material::default();
    accept(seeds, "Material", &material);
    accept(seeds, "Nearness", &Nearness::default());
    accept(seeds, "Sum", &Sum(material, Sum(Material::new(odd_values()), Nearness::default())));
    let (opening, ending) = (material, odd);
    accept(seeds, "Blend", &Blend { progress: PieceProgress::default(), opening, ending });
    let weights = (0..KingEffects::COUNT).map(|id| f64::from(id as u32 * 37 % 201) / 4.0 - 25.0);
    accept(seeds, "EffectsEvaluator", &EffectsModel::from_weights(weights).evaluator());
    let fold = Fold::new(Symmetry::ColorsAndSides);
    let weights = (0..fold.len()).map(|class| f64::from(class as u32 % 201) / 10.0 - 10.0);
    let model = PairModel::from_weights(PieceValues::default(), &fold, 8, weights).0;
    accept(seeds, "PairEvaluator", &model.evaluator());
    accept(seeds, "PairEvaluator of one byte a weight", &model.evaluator_i8().0);
    accept(seeds, "NetworkEvaluator, K-P", &NetworkEvaluator::new(&KING_PIECE));
    accept(seeds, "NetworkEvaluator, HalfKP", &NetworkEvaluator::new(&HALF_KING_PIECE));
}

#[test]
fn every_evaluator_is_accepted() {
    every_part(&(1..=10));
}

#[test]
#[ignore = "minutes: cargo test --release -p komadai-eval --test it every_part:: -- --ignored --nocapture"]
fn every_evaluator_is_accepted_with_a_thousand_seeds() {
    every_part(&(1..=1_000));
}
