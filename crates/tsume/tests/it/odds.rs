//! The fit behind the weights of `Odds`: leaves of searches, labelled by the solver, and a logistic regression.
//!
//! Guesses are asked for at leaves, so leaves are what is learned from: a recorder in the socket of heuristics keeps some
//! of those that a search guided by `Mobility` asks about, each after a check. Whether the check mates is found out
//! afterwards, by solving the position after every reply. Positions nobody could decide are dropped, which leans the
//! sample to what is easy; they are counted.

use std::sync::Mutex;

use crate::common::parts::with;
use crate::common::{MATES, NEXTMOVES, Problem, problems};
use crate::node::after_every_reply;
use komadai_core::Position;
use komadai_core::rng::SplitMix64;
use komadai_tsume::{DependenceTable, DfpnHeuristic, MateNode, Mobility, Numbers, Odds};

const FEATURES: usize = 5;
type Leaf = (Position, [f32; FEATURES]);

/// A position after a check, as the regression sees it.
#[derive(Clone, Copy, Debug)]
struct Example {
    features: [f32; FEATURES],
    mate: bool,
}

/// A random sample of the leaves after a check that one search asks about; every leaf is as likely to be kept.
struct Recorder {
    most: usize,
    /// Random numbers, leaves asked about, and those kept.
    kept: Mutex<(SplitMix64, u64, Vec<Leaf>)>,
}

impl DfpnHeuristic for Recorder {
    fn initial(&self, at: &MateNode<'_>) -> Numbers {
        if !at.is_or() {
            let (rng, asked, leaves) = &mut *self.kept.lock().expect("no panic before");
            *asked += 1;
            let leaf = (at.pos.clone(), Odds::features(at));
            if leaves.len() < self.most {
                leaves.push(leaf);
            } else if let Some(old) = leaves.get_mut(rng.below(*asked) as usize) {
                *old = leaf;
            }
        }
        Mobility.initial(at)
    }
}

/// How many leaves, and how hard to look.
#[derive(Clone, Copy, Debug)]
struct Effort {
    /// Nodes of the search whose leaves are recorded.
    search: u64,
    /// Leaves kept a problem.
    leaves: usize,
    /// Nodes to solve the position after one reply.
    label: u64,
}

/// Examples from one problem, and the number of leaves that stayed unknown.
fn examples(problem: &Problem, effort: Effort, seed: u64) -> (Vec<Example>, usize) {
    let kept = Mutex::new((SplitMix64::new(seed), 0, Vec::new()));
    let recorder = Recorder { most: effort.leaves, kept };
    let build = |heuristic, nodes| {
        let builder = with(heuristic, DependenceTable::default()).hash_mb(16).show_no_mates(false);
        builder.nodes(nodes).build().expect("there is memory")
    };
    let _ = build(&recorder, effort.search).solve(&mut problem.pos.clone());
    let mut judge = build(&Mobility, effort.label);
    let leaves = std::mem::take(&mut recorder.kept.lock().expect("no panic before").2);
    let all = leaves.len();
    let mut is_mated = |mut pos| after_every_reply(&mut pos, |pos| judge.solve(pos).verdict.mates());
    let known: Vec<Example> = leaves
        .into_iter()
        .filter_map(|(pos, features)| Some(Example { features, mate: is_mated(pos)? }))
        .collect();
    let unknown = all - known.len();
    (known, unknown)
}

/// Examples to learn from and held out, and how many stayed unknown. Every second problem teaches, the others test: leaves of one
/// problem are too much alike to stand on both sides.
fn sample(set: &[Problem], effort: Effort, seed: u64) -> (Vec<Example>, Vec<Example>, usize) {
    let (mut taught, mut held, mut all_unknown) = (Vec::new(), Vec::new(), 0);
    for (i, problem) in set.iter().enumerate() {
        let (known, unknown) = examples(problem, effort, seed + i as u64);
        if i % 2 == 0 { &mut taught } else { &mut held }.extend(known);
        all_unknown += unknown;
    }
    (taught, held, all_unknown)
}

/// The weights of least log loss, by Newton's steps. A ridge of a thousandth of an example holds back weights that the sample says
/// nothing about.
fn fit(examples: &[Example]) -> Odds {
    let mut weights = [0.0f64; FEATURES];
    for _ in 0..30 {
        // The system: second derivatives, and the slope in the last column.
        let mut rows = [[0.0f64; FEATURES + 1]; FEATURES];
        for (i, row) in rows.iter_mut().enumerate() {
            row[i] = 1e-3;
            row[FEATURES] = -1e-3 * weights[i];
        }
        for example in examples {
            let x = example.features.map(f64::from);
            let log_odds: f64 = weights.iter().zip(x).map(|(w, x)| w * x).sum();
            let p = 1.0 / (1.0 + (-log_odds).exp());
            let error = f64::from(u8::from(example.mate)) - p;
            for (i, row) in rows.iter_mut().enumerate() {
                for (cell, xj) in row.iter_mut().zip(x) {
                    *cell += p * (1.0 - p) * x[i] * xj;
                }
                row[FEATURES] += error * x[i];
            }
        }
        // By elimination: a positive definite matrix needs no pivots.
        for i in 0..FEATURES {
            let pivot = rows[i];
            for (_, row) in rows.iter_mut().enumerate().filter(|(j, _)| *j != i) {
                let factor = row[i] / pivot[i];
                row.iter_mut().zip(pivot).for_each(|(cell, above)| *cell -= factor * above);
            }
        }
        weights.iter_mut().enumerate().for_each(|(i, weight)| *weight += rows[i][FEATURES] / rows[i][i]);
    }
    Odds { weights: weights.map(|weight| weight as f32) }
}

/// Mean of −ln P(what is true), in nats.
fn loss(odds: &Odds, examples: &[Example]) -> f64 {
    let of = |example: &Example| {
        let against = f64::from(odds.log_odds(&example.features)) * if example.mate { -1.0 } else { 1.0 };
        // ln(1 + eˣ), without overflow.
        against.max(0.0) + (-against.abs()).exp().ln_1p()
    };
    examples.iter().map(of).sum::<f64>() / examples.len() as f64
}

/// Share of mates.
fn rate(examples: &[Example]) -> f64 {
    examples.iter().filter(|example| example.mate).count() as f64 / examples.len() as f64
}

/// Loss of someone who knows the share of mates among `taught` alone.
fn loss_of_base_rate(taught: &[Example], held: &[Example]) -> f64 {
    let p = rate(taught);
    loss(&Odds { weights: [(p / (1.0 - p)).ln() as f32, 0.0, 0.0, 0.0, 0.0] }, held)
}

/// Share of the pairs of a mate and a no-mate that the log odds put in order; a half by chance.
fn order(odds: &Odds, examples: &[Example]) -> f64 {
    let of = |mate: bool| {
        let those = examples.iter().filter(move |example| example.mate == mate);
        those.map(|example| odds.log_odds(&example.features)).collect::<Vec<_>>()
    };
    let (mates, others) = (of(true), of(false));
    let half_points = |mate: f32, other: f32| u64::from(mate > other) + u64::from(mate >= other);
    let points: u64 =
        mates.iter().flat_map(|&mate| others.iter().map(move |&other| half_points(mate, other))).sum();
    points as f64 / (2 * mates.len() * others.len()) as f64
}

#[test]
fn a_fit_to_some_problems_tells_leaves_of_others_apart() {
    let set: Vec<Problem> = problems(MATES).into_iter().step_by(5).collect();
    let (taught, held, _) = sample(&set, Effort { search: 500, leaves: 40, label: 300 }, 1);
    assert!(taught.len() > 100 && held.len() > 100, "{} and {} examples", taught.len(), held.len());
    let (fitted, base) = (loss(&fit(&taught), &held), loss_of_base_rate(&taught, &held));
    assert!(fitted < 0.9 * base, "{fitted} against {base}");
    let in_order = order(&Odds::default(), &held);
    assert!(in_order > 0.6, "the weights of the source put {in_order} of the pairs in order");
}

#[test]
#[ignore = "minutes: cargo test --release -p komadai-tsume --test it odds -- --ignored --nocapture"]
fn weights_of_odds() {
    let set = [problems(MATES), problems(NEXTMOVES)].concat();
    let effort = Effort { search: 20_000, leaves: 100, label: 5_000 };
    println!("{} problems, {effort:?}, seed 1", set.len());
    let (taught, held, unknown) = sample(&set, effort, 1);
    let all = [taught.clone(), held.clone()].concat();
    println!("{} examples, {:.3} of them mate; {unknown} unknown", all.len(), rate(&all));
    let (half, whole) = (fit(&taught), fit(&all));
    println!("on the half held out, {} examples:       log loss  pairs in order", held.len());
    println!("  base rate of the other half                {:.4}", loss_of_base_rate(&taught, &held));
    for (name, odds) in [("fitted to the other half", &half), ("of the source", &Odds::default())] {
        println!("  weights {name:26}         {:.4}  {:.4}", loss(odds, &held), order(odds, &held));
    }
    println!("one, replies, interpositions, attackers, defenders:");
    println!("  fitted to the half  {:.2?}", half.weights);
    println!("  fitted to all       {:.2?}", whole.weights);
    println!("  the same times four {:.2?}", whole.weights.map(|weight| 4.0 * weight));
    println!("  source              {:.2?}", Odds::default().weights);
    assert!(loss(&half, &held) < loss_of_base_rate(&taught, &held));
}
