//! What evaluation costs at every position of a walk: Table 1 of paper 001 \[R5\].
//!
//! ```sh
//! cargo bench --bench evaluate                # one move in positions of games, networks in their parts: by criterion
//! cargo bench --bench evaluate -- --table     # the walk of three plies of Table 1, all evaluations in turn
//! ```
//!
//! The walk is that of the paper: from an ending, all legal moves to a depth of three, some 2.7 million positions. At every position, inner
//! ones included, moves are generated, played with `do_move` and taken back; with an evaluator there is one `Position::change`, one
//! `Evaluator::advance` and one `Evaluator::evaluate` for each. The evaluations take turns, so that other work of the machine affects all
//! of them, and the fastest round of each counts. Cycles are the time × the clock that the system reports; the ratio to material needs no clock.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput};
use komadai::eval::effects::{EffectsModel, KingEffects};
use komadai::eval::network::{HALF, Inputs, Layer, Network, NetworkEvaluator};
use komadai::eval::pair::{Fold, PairModel, Symmetry};
use komadai::eval::{Blend, Material, PieceProgress, Sum};
use komadai::rng::SplitMix64;
use komadai::{Change, Evaluator, MoveList, PieceValues, Position, Value, movegen};
use komadai_lab::{Games, read_suite};
use komadai_report::{Cell, Table};

/// The ending from which the walk starts, in `data/positions/problems.tsv`.
const ENDING: &str = "problem007";
/// Positions of the walk, `[plies − 1]`.
const COUNTS: [u64; 3] = [134, 23_426, 2_668_417];

/// No evaluation: the walk by itself.
struct Nothing;

impl Evaluator for Nothing {
    type State = ();

    fn fresh(&self, _: &Position) {}

    #[inline]
    fn advance(&self, (): &(), _: &Position, _: &Change) {}

    #[inline]
    fn evaluate(&self, (): &(), _: &Position) -> Value {
        Value::ZERO
    }
}

/// The number of positions, and the sum of their values for the side to move.
type Walked = (u64, i64);

fn walk<E: Evaluator>(eval: &E, pos: &mut Position, state: &E::State, lists: &mut [MoveList]) -> Walked {
    let Some((list, deeper)) = lists.split_first_mut() else { return (0, 0) };
    list.clear();
    movegen::legal(pos, list);
    let (mut count, mut sum) = (0, 0);
    for &mv in list.iter() {
        let change = pos.change(mv);
        let undo = pos.do_move(mv);
        let after = eval.advance(state, pos, &change);
        count += 1;
        sum += i64::from(eval.evaluate(&after, pos).cp());
        let below = walk(eval, pos, &after, deeper);
        count += below.0;
        sum += below.1;
        pos.undo_move(mv, undo);
    }
    (count, sum)
}

#[inline(never)]
fn walk_from_root<E: Evaluator>(eval: &E, plies: usize) -> Walked {
    let mut pos = ending();
    let state = eval.fresh(&pos);
    let mut lists: Vec<MoveList> = (0..plies).map(|_| MoveList::new()).collect();
    let walked = walk(eval, &mut pos, &state, &mut lists);
    assert_eq!(walked.0, COUNTS[plies - 1]);
    walked
}

/// An evaluation: its name, its cycles in Table 1, and its walk of a number of plies.
struct Row {
    name: &'static str,
    paper: Option<f64>,
    walk: Box<dyn Fn(usize) -> Walked>,
}

impl Row {
    fn new(name: &'static str, paper: Option<f64>, walk: impl Fn(usize) -> Walked + 'static) -> Row {
        Row { name, paper, walk: Box::new(walk) }
    }
}

/// Random weights of pairs: their values make no difference to the time.
fn pairs() -> PairModel {
    let fold = Fold::new(Symmetry::default());
    let mut rng = SplitMix64::new(2007);
    let weights = (0..fold.len()).map(|_| rng.below(31) as f64 - 15.0);
    PairModel::from_weights(PieceValues::default(), &fold, 8, weights).0
}

fn rows() -> [Row; 5] {
    let ((small, clipped), large) = (pairs().evaluator_i8(), Arc::new(pairs().evaluator()));
    assert_eq!(clipped, 0);
    let (progress, opening, ending) = (PieceProgress::default(), Arc::clone(&large), Material::default());
    let blend = Blend { progress, opening, ending };
    [
        Row::new("none", Some(98.2), |plies| walk_from_root(&Nothing, plies)),
        Row::new("material", Some(106.3), |plies| walk_from_root(&Material::default(), plies)),
        Row::new("pairs, i8", Some(1_078.4), move |plies| walk_from_root(&small, plies)),
        Row::new("pairs, i16", None, move |plies| walk_from_root(&large, plies)),
        Row::new("blend of pairs (i16) and material", None, move |plies| walk_from_root(&blend, plies)),
    ]
}

fn ending() -> Position {
    let suite =
        read_suite(include_str!("../data/positions/problems.tsv")).expect("a file of this repository");
    suite.iter().find(|entry| entry.name == ENDING).expect("it is there").position()
}

/// The clock of the first processor in GHz, if the system reports it.
fn clock() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("cpu MHz"))?;
    line.split(':').nth(1)?.trim().parse::<f64>().ok().map(|mhz| mhz / 1000.0)
}

fn table(rows: &[Row], plies: usize, rounds: u32) {
    let mut fastest = vec![Duration::MAX; rows.len()];
    let mut sums = vec![0; rows.len()];
    for _ in 0..rounds {
        for (row, (fastest, sum)) in rows.iter().zip(fastest.iter_mut().zip(&mut sums)) {
            let start = Instant::now();
            *sum = black_box((row.walk)(black_box(plies))).1;
            *fastest = start.elapsed().min(*fastest);
        }
    }
    assert_eq!(sums[2], sums[3], "one byte and two hold the same weights here");
    let clock = clock();
    let ns = |time: &Duration| time.as_secs_f64() * 1e9 / COUNTS[plies - 1] as f64;
    let ns: Vec<f64> = fastest.iter().map(ns).collect();
    let told = |found: Option<f64>, decimals| found.map_or("-".into(), |found| Cell::Real(found, decimals));
    let table = Table::of(rows.iter().zip(ns.iter().copied()))
        .column("evaluation", |(row, _)| row.name)
        .real("ns", 1, |(_, ns)| ns)
        .column("cycles", |(_, ns)| told(clock.map(|ghz| ns * ghz), 1))
        .real("ratio to material", 2, |(_, of)| of / ns[1])
        .column("paper, cycles", |(row, _)| told(row.paper, 1))
        .column("paper, ratio", |(row, _)| told(row.paper.map(|cycles| cycles / 106.3), 2))
        .table();
    let ghz = clock.map_or_else(|| "not told".into(), |ghz| format!("{ghz:.2} GHz"));
    println!(
        "Time for each of {} positions, {plies} plies from {ENDING}; fastest of {rounds} rounds; clock {ghz}\n\n{}",
        COUNTS[plies - 1],
        table.to_text()
    );
}

/// A position, what a move changes, and the position after it.
type Moved = (Position, Change, Position);

/// Every game of the sample at every seventh ply, so that tables are not warm.
fn moved() -> Vec<Moved> {
    let games = Games::read(&[]).expect("the built-in sample").games;
    let mut moved = Vec::new();
    for (game, ply) in
        games.iter().flat_map(|game| (0..game.moves.len()).step_by(7).map(move |ply| (game, ply)))
    {
        let before = game.position(ply).expect("a ply of the game");
        let (change, mut after) = (before.change(game.moves[ply]), before.clone());
        after.do_move(game.moves[ply]);
        moved.push((before, change, after));
    }
    // Shuffled, so that neighbours are not of one game.
    let mut rng = SplitMix64::new(7);
    moved.sort_by_cached_key(|_| rng.below(u64::MAX));
    moved
}

/// A network of random weights.
fn network(inputs: Inputs, first: usize) -> NetworkEvaluator {
    let mut rng = SplitMix64::new(7);
    let mut layer = |from: usize, to: usize| Layer {
        biases: vec![0; to],
        weights: (0..from * to).map(|_| rng.below(61) as i8 - 30).collect(),
    };
    let layers = [layer(2 * HALF, first), layer(first, 32), layer(32, 1)];
    let row = |input| std::array::from_fn(|sum| ((37 * input + 11 * sum) % 97) as i16 - 48);
    let network = Network::from_parts(inputs, [30; HALF], (0..inputs.len()).map(row).collect(), layers);
    NetworkEvaluator::new(&network.expect("parts that fit"))
}

/// What a search pays for the evaluation of a node after one move; for a network, also for the accumulators alone and for the layers after
/// them alone.
fn one_move(c: &mut Criterion) {
    let moved = moved();
    let mut group = c.benchmark_group("one move");
    group.throughput(Throughput::Elements(moved.len() as u64));
    let (pairs, effects) =
        (pairs().evaluator(), EffectsModel::from_weights((0..KingEffects::COUNT).map(|id| id as f64)));
    let effects = effects.evaluator();
    advance(&mut group, "material", &Material::default(), &moved);
    advance(&mut group, "effects", &effects, &moved);
    advance(&mut group, "pairs, i16", &pairs, &moved);
    advance(&mut group, "pairs, i16, and effects", &Sum(&pairs, &effects), &moved);
    for (inputs, first) in
        [Inputs::KingPiece; 3].into_iter().zip([8, 16, 32]).chain([(Inputs::HalfKingPiece, 32)])
    {
        let eval = network(inputs, first);
        let name = format!("network {} 512-{first}-32", inputs.name());
        let (states, mut child) = advance(&mut group, &name, &eval, &moved);
        let children =
            states.iter().zip(&moved).map(|(state, (_, change, after))| eval.advance(state, after, change));
        let children: Vec<_> = children.collect();
        group.bench_function(format!("{name}, layers"), |b| {
            let value = |(state, (.., after)): (_, &Moved)| eval.evaluate(state, black_box(after)).cp();
            b.iter(|| children.iter().zip(&moved).map(value).sum::<i32>());
        });
        group.bench_function(format!("{name}, accumulators"), |b| {
            b.iter(|| {
                for (state, (_, change, after)) in states.iter().zip(&moved) {
                    eval.advance_into(state, after, change, black_box(&mut child));
                }
            });
        });
    }
    group.finish();
}

/// Times the move and the value of every position; returns the states before, and one to overwrite.
fn advance<E: Evaluator>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    eval: &E,
    moved: &[Moved],
) -> (Vec<E::State>, E::State) {
    let states: Vec<_> = moved.iter().map(|(before, ..)| eval.fresh(before)).collect();
    let mut child = eval.fresh(&moved[0].0);
    group.bench_function(name, |b| {
        let mut value = |(state, (_, change, after)): (&E::State, &Moved)| {
            eval.advance_into(state, black_box(after), change, &mut child);
            eval.evaluate(&child, after).cp()
        };
        b.iter(|| states.iter().zip(moved).map(&mut value).sum::<i32>());
    });
    (states, child)
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let number = |name: &str, default: usize| {
        let at = args.iter().position(|arg| arg == name);
        at.and_then(|at| args.get(at + 1)).and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    if args.iter().any(|arg| arg == "--table") {
        let plies = number("--plies", 3).clamp(1, COUNTS.len());
        return table(&rows(), plies, number("--rounds", 10).max(1) as u32);
    }
    let mut criterion = Criterion::default().configure_from_args();
    one_move(&mut criterion);
    criterion.final_summary();
}
