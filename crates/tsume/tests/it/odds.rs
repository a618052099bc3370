//! The fit behind the weights of `Odds`: leaves of searches, labelled by the solver, and a logistic regression.
//!
//! Guesses are asked for at leaves, so leaves are what is learned from: a recorder in the socket of heuristics keeps some
//! of those that a search guided by `Mobility` asks about, each after a check. Whether the check mates is found out
//! afterwards, by solving the position after every reply. Positions nobody could decide are dropped, which leans the
//! sample to what is easy; they are counted.

use std::cell::RefCell;

use crate::common::{Problem, problems};
use komadai_core::Position;
use komadai_core::rng::SplitMix64;
use komadai_tsume::{DfpnHeuristic, MateNode, Mobility, Numbers, Odds, Solver, Verdict};

const FEATURES: usize = 5;
type Features = [f32; FEATURES];

/// A position after a check, as the regression sees it.
#[derive(Clone, Copy, Debug)]
struct Example {
    features: Features,
    mate: bool,
}

/// A random sample of the leaves after a check that one search asks about; every leaf is as likely to be kept.
struct Recorder {
    most: usize,
    kept: RefCell<Kept>,
}

struct Kept {
    rng: SplitMix64,
    /// Leaves asked about.
    asked: u64,
    leaves: Vec<(Position, Features)>,
}

impl Recorder {
    fn new(seed: u64, most: usize) -> Self {
        Recorder {
            most,
            kept: RefCell::new(Kept { rng: SplitMix64::new(seed), asked: 0, leaves: Vec::new() }),
        }
    }
}

impl DfpnHeuristic for Recorder {
    fn initial(&self, at: &MateNode<'_>) -> Numbers {
        if !at.is_or() {
            let Kept { rng, asked, leaves } = &mut *self.kept.borrow_mut();
            *asked += 1;
            let leaf = || (at.pos.clone(), Odds::features(at));
            if leaves.len() < self.most {
                leaves.push(leaf());
            } else {
                let place = rng.below(*asked) as usize;
                if let Some(old) = leaves.get_mut(place) {
                    *old = leaf();
                }
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
    let recorder = Recorder::new(seed, effort.leaves);
    let _ = Solver::builder()
        .hash_mb(8)
        .nodes(effort.search)
        .show_no_mates(false)
        .heuristic(&recorder as &dyn DfpnHeuristic)
        .build()
        .expect("there is memory")
        .solve(&mut problem.pos.clone());
    let mut judge = Solver::builder()
        .hash_mb(16)
        .nodes(effort.label)
        .show_no_mates(false)
        .heuristic(&Mobility as &dyn DfpnHeuristic)
        .build()
        .expect("there is memory");
    let leaves = recorder.kept.into_inner().leaves;
    let all = leaves.len();
    let known: Vec<Example> = leaves
        .into_iter()
        .filter_map(|(mut pos, features)| Some(Example { features, mate: is_mated(&mut judge, &mut pos)? }))
        .collect();
    let unknown = all - known.len();
    (known, unknown)
}

/// Whether every reply is answered by a mate; `None` if that stayed unknown.
fn is_mated(judge: &mut Solver<&dyn DfpnHeuristic>, pos: &mut Position) -> Option<bool> {
    let mut answer = Some(true);
    for reply in &pos.legal_moves() {
        let undo = pos.do_move(reply);
        let verdict = judge.solve(pos).verdict;
        pos.undo_move(reply, undo);
        match verdict {
            Verdict::Mate { .. } => {}
            Verdict::NoMate => return Some(false),
            Verdict::Unknown => answer = None,
        }
    }
    answer
}

/// Every second problem teaches, the others test: leaves of one problem are too much alike to stand on both sides.
struct Sample {
    taught: Vec<Example>,
    held: Vec<Example>,
    unknown: usize,
}

fn sample(set: &[Problem], effort: Effort, seed: u64) -> Sample {
    let mut sample = Sample { taught: Vec::new(), held: Vec::new(), unknown: 0 };
    for (i, problem) in set.iter().enumerate() {
        let (known, unknown) = examples(problem, effort, seed + i as u64);
        let side = if i % 2 == 0 { &mut sample.taught } else { &mut sample.held };
        side.extend(known);
        sample.unknown += unknown;
    }
    sample
}

/// The weights of least log loss, by Newton's steps.
///
/// A ridge of a thousandth of an example holds back weights that the sample says nothing about.
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
        for (weight, step) in weights.iter_mut().zip(solve(rows)) {
            *weight += step;
        }
    }
    Odds { weights: weights.map(|weight| weight as f32) }
}

/// A system of linear equations with a positive definite matrix: elimination needs no pivots.
fn solve(mut rows: [[f64; FEATURES + 1]; FEATURES]) -> [f64; FEATURES] {
    for i in 0..FEATURES {
        let pivot = rows[i];
        for (j, row) in rows.iter_mut().enumerate() {
            if j != i {
                let factor = row[i] / pivot[i];
                for (cell, above) in row.iter_mut().zip(pivot) {
                    *cell -= factor * above;
                }
            }
        }
    }
    std::array::from_fn(|i| rows[i][FEATURES] / rows[i][i])
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

const MATES: &str = include_str!("../../../../data/tsume/mates.sfen");
const NEXTMOVES: &str = include_str!("../../../../data/tsume/nextmoves.sfen");

#[test]
fn a_fit_finds_the_weights_that_made_the_examples() {
    let made = Odds { weights: [1.0, -1.5, 0.5, 2.0, -1.0] };
    let mut rng = SplitMix64::new(5);
    let examples: Vec<Example> = (0..20_000)
        .map(|_| {
            let mut some = |most| rng.below(most) as f32;
            let features = [1.0, some(6), some(4), some(4), some(4)];
            let p = 1.0 / (1.0 + f64::from(-made.log_odds(&features)).exp());
            Example { features, mate: rng.unit() < p }
        })
        .collect();
    for (found, made) in fit(&examples).weights.iter().zip(made.weights) {
        assert!((found - made).abs() < 0.15, "{found} for {made}");
    }
}

#[test]
fn a_fit_to_some_problems_tells_leaves_of_others_apart() {
    let set: Vec<Problem> = problems(MATES).into_iter().step_by(5).collect();
    let Sample { taught, held, .. } = sample(&set, Effort { search: 500, leaves: 40, label: 300 }, 1);
    assert!(taught.len() > 100 && held.len() > 100, "{} and {} examples", taught.len(), held.len());
    let (fitted, base) = (loss(&fit(&taught), &held), loss_of_base_rate(&taught, &held));
    assert!(fitted < 0.9 * base, "{fitted} against {base}");
    let in_order = order(&Odds::default(), &held);
    assert!(in_order > 0.6, "the weights of the source put {in_order} of the pairs in order");
}

#[test]
#[ignore = "minutes: [KOMADAI_TSUME=FOLDER KOMADAI_FILES=a,b] cargo test --release -p komadai-tsume --test it odds -- --ignored --nocapture"]
fn weights_of_odds() {
    let set: Vec<Problem> = match std::env::var("KOMADAI_TSUME") {
        Err(_) => [problems(MATES), problems(NEXTMOVES)].concat(),
        Ok(folder) => {
            let files = std::env::var("KOMADAI_FILES").unwrap_or_else(|_| "zuko,mate11".to_owned());
            files
                .split(',')
                .flat_map(|file| {
                    let path = format!("{folder}/{file}.sfen");
                    let text = std::fs::read_to_string(&path);
                    problems(&text.unwrap_or_else(|error| panic!("{path}: {error}"))).into_iter().take(200)
                })
                .collect()
        }
    };
    let effort = Effort { search: 20_000, leaves: 100, label: 5_000 };
    let seed = 1;
    println!("{} problems, {effort:?}, seed {seed}", set.len());
    let Sample { taught, held, unknown } = sample(&set, effort, seed);
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
