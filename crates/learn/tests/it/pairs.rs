//! Positions of games against their rows: the fast product against the plain one, threads, folding.

use std::sync::{Arc, LazyLock};

use komadai_core::rng::SplitMix64;
use komadai_core::{Color, Move, Position};
use komadai_eval::pair::{Fold, Pairs, Symmetry};
use komadai_eval::{FeatureId, FeatureSet};
use komadai_learn::pairs::{
    EncodedGame, EncodedGames, Metrics, Model, PairEquations, QuietMoves, Spread, Unknowns, count_slots,
};
use komadai_learn::solve::NormalEquations;

use crate::common;

/// Every relation by itself, and folded: made once, since it takes seconds.
static ALONE: LazyLock<Unknowns> = LazyLock::new(|| every(Symmetry::None));
static FOLDED: LazyLock<Unknowns> = LazyLock::new(|| every(Symmetry::ColorsAndSides));

fn every(symmetry: Symmetry) -> Unknowns {
    Unknowns::select(Arc::new(Fold::new(symmetry)), |_| true)
}

const MODELS: [Model; 2] = [Model::ParentChild, Model::Sibling];

/// Random games that prefer captures: captures, drops, promotions and hands of several pieces all occur.
fn shards(count: u64, plies: usize) -> EncodedGames {
    let mut quiet = QuietMoves::default();
    let takes = |pos: &Position, mv: Move| i32::from(pos.piece_at(mv.to()).is_some());
    let games = (0..count).map(|seed| common::game(seed, plies, takes));
    games.map(|(start, moves)| EncodedGame::from_moves(&mut quiet, &start, &moves).unwrap()).collect()
}

/// Some numbers for the unknowns, of both signs.
fn vector(len: usize) -> Vec<f32> {
    let mut rng = SplitMix64::new(7);
    (0..len).map(|_| rng.unit() as f32 - 0.5).collect()
}

/// An unknown of a row and its value.
type Entry = (FeatureId, f64);

/// The relations after the played move less those of another position: the rows by definition, with their labels.
fn rows(games: &EncodedGames, model: Model, unknowns: &Unknowns, show: &mut dyn FnMut(&[Entry], f64)) {
    let set = unknowns.fold();
    let mut unknown_of = vec![None; set.len()];
    for (unknown, &slot) in (0..).zip(unknowns.slots()) {
        unknown_of[slot as usize] = Some(unknown);
    }
    let mut row = Vec::new();
    for block in 0..games.blocks() {
        games.visit(block, |pos, moves| {
            let after = |&mv: &Move| pos.after([mv]);
            let label = if pos.side_to_move() == Color::Black { 1.0 } else { -1.0 };
            let others = match model {
                Model::ParentChild => vec![pos.clone()],
                Model::Sibling => moves[1..].iter().map(after).collect(),
            };
            for other in others {
                row.clear();
                for (pos, sign) in [(after(&moves[0]), 1.0), (other, -1.0)] {
                    set.visit(&pos, |slot, value| {
                        row.extend(
                            unknown_of[slot as usize].map(|unknown| (unknown, sign * f64::from(value))),
                        );
                    });
                }
                show(&row, label);
            }
        });
    }
}

/// x·p.
fn dot(row: &[Entry], p: &[f32]) -> f64 {
    row.iter().map(|&(feature, x)| x * f64::from(p[feature as usize])).sum()
}

/// q += factor · x.
fn add(q: &mut [f64], factor: f64, row: &[Entry]) {
    for &(feature, x) in row {
        q[feature as usize] += factor * x;
    }
}

fn near(a: &[f64], b: &[f64], tolerance: f64) {
    let size = b.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    let apart = a.iter().zip(b).fold(0.0_f64, |most, (a, b)| most.max((a - b).abs()));
    assert!(size > 1.0 && apart <= tolerance * size, "{apart} apart, {size} at most");
}

#[test]
fn quick_product_is_that_of_the_plain_rows() {
    let shards = shards(2, 30);
    // All unknowns, and only those of frequent slots.
    let counts = count_slots(&shards, FOLDED.fold(), Spread::default(), &mut ()).unwrap();
    let some = Unknowns::select(Arc::clone(FOLDED.fold()), |slot| counts[slot] >= 20);
    assert!(some.len() > 100 && some.len() < FOLDED.len() / 2, "{}", some.len());
    for unknowns in [&*ALONE, &*FOLDED, &some] {
        let p = vector(unknowns.len());
        for model in MODELS {
            let (mut product, mut right, mut count) = (vec![0.0; p.len()], vec![0.0; p.len()], 0);
            rows(&shards, model, unknowns, &mut |row, label| {
                count += 1;
                add(&mut product, dot(row, &p), row);
                add(&mut right, label, row);
            });
            let expected = match model {
                Model::ParentChild => shards.totals().examples,
                Model::Sibling => shards.totals().siblings,
            };
            assert_eq!(count, expected);
            assert!(count > 40, "{count} rows say little");
            let mut equations = PairEquations::new(&shards, unknowns, model, Spread::default(), ());
            let (mut q, mut b) = (vec![0.0; p.len()], vec![0.0; p.len()]);
            equations.multiply(&p, &mut q).unwrap();
            equations.right_hand_side(&mut b).unwrap();
            near(&q, &product, 1e-12);
            near(&b, &right, 1e-12);
        }
    }
}

#[test]
fn threads_do_not_change_a_bit() {
    let shards = shards(72, 12);
    let unknowns = &*FOLDED;
    let p = vector(unknowns.len());
    let product = |lanes, threads| {
        let mut q = vec![0.0; p.len()];
        let spread = Spread { lanes, least: 1, threads };
        PairEquations::new(&shards, unknowns, Model::Sibling, spread, ()).multiply(&p, &mut q).unwrap();
        q
    };
    assert!(shards.blocks() > 8);
    let one = product(8, 1);
    for threads in [3, 40] {
        assert!(product(8, threads).iter().zip(&one).all(|(a, b)| a.to_bits() == b.to_bits()), "{threads}");
    }
    near(&product(3, 2), &one, 1e-12);
}

#[test]
fn relations_are_counted_once_a_position() {
    let shards = shards(20, 12);
    let fold = Fold::new(Symmetry::None);
    let spread = Spread { threads: 2, ..Spread::default() };
    assert!(shards.blocks() > spread.threads);
    let counts = count_slots(&shards, &fold, spread, &mut ()).unwrap();
    let mut plain = vec![0_u64; fold.len()];
    for block in 0..shards.blocks() {
        shards.visit(block, |pos, moves| {
            let mut seen = std::collections::BTreeSet::new();
            Pairs.visit(pos, |feature, _| {
                seen.insert(feature);
            });
            Pairs.visit(&pos.after([moves[0]]), |feature, _| {
                seen.insert(feature);
            });
            for feature in seen {
                plain[feature as usize] += 1;
            }
        });
    }
    assert!(counts == plain);
}

#[test]
fn validation_sees_what_plain_rows_see() {
    let shards = shards(2, 90);
    let unknowns = &*ALONE;
    let weights: Vec<f64> = vector(unknowns.len()).iter().map(|&w| f64::from(w) / 16.0).collect();
    let p: Vec<f32> = weights.iter().map(|&w| w as f32).collect();
    for model in MODELS {
        let metrics = Metrics::of(&shards, model, unknowns, &weights);
        let (mut squares, mut rises, mut count) = (0.0, 0, 0_u64);
        rows(&shards, model, unknowns, &mut |row, label| {
            count += 1;
            squares += (dot(row, &p) - label).powi(2);
            rises += u64::from(dot(row, &p) * label > 0.0);
        });
        let error = squares / count as f64;
        assert!((metrics.error() - error).abs() < 1e-9 * error, "{} {error}", metrics.error());
        if model == Model::ParentChild {
            assert_eq!(metrics.rises, rises);
        } else {
            // A rank is the number of rows of its position with the wrong sign.
            let wrong = count - rises;
            let ranks = metrics.mean_rank() * metrics.positions as f64;
            assert!((ranks - wrong as f64).abs() < 1e-6, "{ranks} {wrong}");
        }
        let nothing = Metrics::of(&shards, model, unknowns, &vec![0.0; weights.len()]);
        assert!((nothing.mean_rank() - nothing.mean_rank_by_material()).abs() < 1e-9);
        assert!((nothing.error() - 1.0).abs() < 1e-12);
    }
}
