//! What evaluation costs at every position of a walk: Table 1 of paper 001 \[R5\].
//!
//! ```sh
//! cargo bench --bench evaluate                # a walk of two plies by criterion; positions of games; networks
//! cargo bench --bench evaluate -- --table     # the walk of three plies of Table 1, all evaluations in turn
//! ```
//!
//! The walk is that of the paper: from an ending, all legal moves to a depth of three, some 2.7 million positions. At every
//! position, inner ones included, moves are generated, played with `do_move` and taken back; with an evaluator there is one
//! `Position::change`, one `Evaluator::advance` and one `Evaluator::evaluate` for each. The evaluations take turns, so that
//! whatever else the machine does falls on all of them, and the fastest round of each counts. Cycles are the
//! time × the clock that the system tells; the ratio to material needs no clock.
//!
//! A busy machine does not tell ten per cent from none. Instructions do:
//!
//! ```sh
//! valgrind --tool=callgrind --callgrind-out-file=walk.callgrind --collect-atstart=no \
//!     --toggle-collect='evaluate::walk_with_*' \
//!     "$(ls -t target/release/deps/evaluate-* | grep -v '\.d$' | head -1)" --table --plies 2 --rounds 1
//! callgrind_annotate --inclusive=yes walk.callgrind | grep 'evaluate::walk_with_'
//! ```

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, Throughput};
use komadai::eval::effects::{EffectsModel, KingEffects};
use komadai::eval::network::{HALF, Inputs, Layer, Network, NetworkEvaluator};
use komadai::eval::pair::{Fold, PairEvaluator, PairModel, Symmetry};
use komadai::eval::{Blend, Material, PieceProgress, Sum};
use komadai::rng::SplitMix64;
use komadai::{Change, Evaluator, MoveList, PieceValues, Position, Value, movegen, random};
use komadai_lab::{Games, read_suite};
use komadai_report::{Cell, Table};

/// The ending the walk starts from, of `data/positions/problems.tsv`.
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

/// How many positions there were, and the sum of their values to whoever moved there.
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

fn from_root<E: Evaluator>(eval: &E, plies: usize) -> Walked {
    let mut pos = ending();
    let state = eval.fresh(&pos);
    let mut lists: Vec<MoveList> = (0..plies).map(|_| MoveList::new()).collect();
    let walked = walk(eval, &mut pos, &state, &mut lists);
    assert_eq!(walked.0, COUNTS[plies - 1]);
    walked
}

// Each by a name of its own, for callgrind.
#[inline(never)]
fn walk_with_nothing(plies: usize) -> Walked {
    from_root(&Nothing, plies)
}

#[inline(never)]
fn walk_with_material(plies: usize) -> Walked {
    from_root(&Material::default(), plies)
}

#[inline(never)]
fn walk_with_pairs_i8(eval: &PairEvaluator<i8>, plies: usize) -> Walked {
    from_root(eval, plies)
}

#[inline(never)]
fn walk_with_pairs_i16(eval: &PairEvaluator<i16>, plies: usize) -> Walked {
    from_root(eval, plies)
}

#[inline(never)]
fn walk_with_blend(eval: &PairEvaluator<i16>, plies: usize) -> Walked {
    let ending = Material::default();
    from_root(&Blend { progress: PieceProgress::default(), opening: eval, ending }, plies)
}

/// The evaluations side by side, with the cycles of Table 1.
struct Evaluations {
    small: PairEvaluator<i8>,
    large: PairEvaluator<i16>,
}

const NAMES: [(&str, Option<f64>); 5] = [
    ("none", Some(98.2)),
    ("material", Some(106.3)),
    ("pairs, i8", Some(1_078.4)),
    ("pairs, i16", None),
    ("blend of pairs (i16) and material", None),
];

impl Evaluations {
    /// Weights by chance: what they are makes no difference to the time.
    fn new() -> Evaluations {
        let fold = Fold::new(Symmetry::default());
        let mut rng = SplitMix64::new(2007);
        let weights = (0..fold.len()).map(|_| rng.below(31) as f64 - 15.0);
        let (model, _) = PairModel::from_weights(PieceValues::default(), &fold, 8, weights);
        let (small, clipped) = model.evaluator_i8();
        assert_eq!(clipped, 0);
        Evaluations { small, large: model.evaluator() }
    }

    fn walk(&self, which: usize, plies: usize) -> Walked {
        match which {
            0 => walk_with_nothing(plies),
            1 => walk_with_material(plies),
            2 => walk_with_pairs_i8(&self.small, plies),
            3 => walk_with_pairs_i16(&self.large, plies),
            _ => walk_with_blend(&self.large, plies),
        }
    }
}

fn ending() -> Position {
    let suite =
        read_suite(include_str!("../data/positions/problems.tsv")).expect("a file of this repository");
    suite.iter().find(|entry| entry.name == ENDING).expect("it is there").position()
}

/// The clock of the first processor in GHz, where the system tells it.
fn clock() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("cpu MHz"))?;
    line.split(':').nth(1)?.trim().parse::<f64>().ok().map(|mhz| mhz / 1000.0)
}

fn table(plies: usize, rounds: u32) {
    let evaluations = Evaluations::new();
    let mut fastest = [Duration::MAX; NAMES.len()];
    let mut sums = [0; NAMES.len()];
    for _ in 0..rounds {
        for (which, (fastest, sum)) in fastest.iter_mut().zip(&mut sums).enumerate() {
            let start = Instant::now();
            *sum = black_box(evaluations.walk(which, black_box(plies))).1;
            *fastest = start.elapsed().min(*fastest);
        }
    }
    assert_eq!(sums[2], sums[3], "one byte and two hold the same weights here");
    let clock = clock();
    let ns = fastest.map(|time| time.as_secs_f64() * 1e9 / COUNTS[plies - 1] as f64);
    let told = |found: Option<f64>, decimals| found.map_or("-".into(), |found| Cell::real(found, decimals));
    let table = Table::of(NAMES.iter().zip(ns))
        .column("evaluation", |((name, _), _)| *name)
        .real("ns", 1, |(_, ns)| ns)
        .column("cycles", |(_, ns)| told(clock.map(|ghz| ns * ghz), 1))
        .real("ratio to material", 2, |(_, of)| of / ns[1])
        .column("paper, cycles", |((_, paper), _)| told(*paper, 1))
        .column("paper, ratio", |((_, paper), _)| told(paper.map(|cycles| cycles / 106.3), 2))
        .table();
    let ghz = clock.map_or_else(|| "not told".into(), |ghz| format!("{ghz:.2} GHz"));
    println!(
        "Time for each of {} positions, {plies} plies from {ENDING}; fastest of {rounds} rounds; clock {ghz}\n\n{}",
        COUNTS[plies - 1],
        table.to_text()
    );
}

fn walks(c: &mut Criterion) {
    let evaluations = Evaluations::new();
    let mut group = c.benchmark_group("walk");
    group.throughput(Throughput::Elements(COUNTS[1])).sample_size(20);
    for (which, (name, _)) in NAMES.iter().enumerate() {
        group.bench_function(BenchmarkId::new("2 plies", name), |b| {
            b.iter(|| evaluations.walk(which, black_box(2)));
        });
    }
    group.finish();
}

/// A position and its move in every game of the sample and at every seventh ply: what an evaluation costs where tables are not warm.
fn games(c: &mut Criterion) {
    let games = Games::read(&[]).expect("the built-in sample").games;
    let mut moved = Vec::new();
    for at in games.iter().flat_map(|game| (0..game.moves.len()).step_by(7).map(move |ply| (game, ply))) {
        let (game, ply) = at;
        let before = game.position(ply).expect("a ply of the game");
        let (change, mut after) = (before.change(game.moves[ply]), before.clone());
        after.do_move(game.moves[ply]);
        moved.push((before, change, after));
    }
    // No two neighbours of one game.
    let mut rng = SplitMix64::new(7);
    moved.sort_by_cached_key(|_| rng.below(u64::MAX));
    let mut group = c.benchmark_group("games, one move");
    group.throughput(Throughput::Elements(moved.len() as u64));
    one_move(&mut group, "material", &Material::default(), &moved);
    let effects = EffectsModel::from_weights((0..KingEffects::COUNT).map(|id| id as f64)).evaluator();
    one_move(&mut group, "effects", &effects, &moved);
    let pairs = Evaluations::new().large;
    one_move(&mut group, "pairs, i16", &pairs, &moved);
    one_move(&mut group, "pairs, i16, and effects", &Sum(&pairs, &effects), &moved);
    group.finish();
}

fn one_move<E: Evaluator>(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, eval: &E, moved: &[Moved]) {
    let states: Vec<_> = moved.iter().map(|(before, ..)| eval.fresh(before)).collect();
    let mut child = eval.fresh(&moved[0].0);
    group.bench_function(name, |b| b.iter(|| advance(eval, &states, moved, &mut child)));
}

/// A hundred positions of random games, with the move that leads to each.
fn moved(rng: &mut SplitMix64) -> Vec<Moved> {
    let mut moved = Vec::new();
    while moved.len() < 100 {
        let before = random::play(rng, 2 * moved.len() as u32);
        moved.extend(random::legal_move(rng, &before).map(|mv| {
            let (change, mut after) = (before.change(mv), before.clone());
            after.do_move(mv);
            (before, change, after)
        }));
    }
    moved
}

/// What a search pays for a network at a node with one move before it: for all of it, for the layers behind the accumulators alone, for
/// accumulators alone.
fn networks(c: &mut Criterion) {
    let mut rng = SplitMix64::new(7);
    let moved = moved(&mut rng);
    let mut group = c.benchmark_group("network");
    group.throughput(Throughput::Elements(moved.len() as u64));
    for (inputs, first) in
        [Inputs::KingPiece; 3].into_iter().zip([8, 16, 32]).chain([(Inputs::HalfKingPiece, 32)])
    {
        let mut layer = |from: usize, to: usize| Layer {
            biases: vec![0; to],
            weights: (0..from * to).map(|_| rng.below(61) as i8 - 30).collect(),
        };
        let layers = [layer(2 * HALF, first), layer(first, 32), layer(32, 1)];
        let row = |input| std::array::from_fn(|sum| ((37 * input + 11 * sum) % 97) as i16 - 48);
        let network = Network::from_parts(inputs, [30; HALF], (0..inputs.len()).map(row).collect(), layers);
        let eval = NetworkEvaluator::new(&network.expect("parts that fit"));
        let name = format!("{} 512-{first}-32", inputs.name());
        let states: Vec<_> = moved.iter().map(|(before, ..)| eval.fresh(before)).collect();
        let mut child = eval.fresh(&moved[0].0);
        group.bench_function(BenchmarkId::new("one move", &name), |b| {
            b.iter(|| advance(&eval, &states, &moved, &mut child));
        });
        let children: Vec<_> = states
            .iter()
            .zip(&moved)
            .map(|(state, (_, change, after))| eval.advance(state, after, change))
            .collect();
        group.bench_function(BenchmarkId::new("layers", &name), |b| {
            let value = |(state, (.., after)): (_, &Moved)| eval.evaluate(state, black_box(after)).cp();
            b.iter(|| children.iter().zip(&moved).map(value).sum::<i32>());
        });
        group.bench_function(BenchmarkId::new("accumulators", &name), |b| {
            b.iter(|| {
                for (state, (_, change, after)) in states.iter().zip(&moved) {
                    eval.advance_into(state, after, change, black_box(&mut child));
                }
            });
        });
    }
    group.finish();
}

type Moved = (Position, Change, Position);

fn advance<E: Evaluator>(eval: &E, states: &[E::State], moved: &[Moved], child: &mut E::State) -> i32 {
    let value = |(state, (_, change, after)): (&E::State, &Moved)| {
        eval.advance_into(state, black_box(after), change, child);
        eval.evaluate(child, after).cp()
    };
    states.iter().zip(moved).map(value).sum()
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let number = |name: &str, default: usize| {
        let at = args.iter().position(|arg| arg == name);
        at.and_then(|at| args.get(at + 1)).and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    if args.iter().any(|arg| arg == "--table") {
        return table(number("--plies", 3).clamp(1, COUNTS.len()), number("--rounds", 10).max(1) as u32);
    }
    let mut criterion = Criterion::default().configure_from_args();
    walks(&mut criterion);
    games(&mut criterion);
    networks(&mut criterion);
    criterion.final_summary();
}
