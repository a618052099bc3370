//! Move generation, playing and taking back, checks, evasions, exchanges: what a search pays for at every node.
//!
//! `cargo bench --bench movegen`. Every figure is checked: a bench that counts wrongly stops.

use std::hint::black_box;

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use komadai::perft::{perft, perft_full};
use komadai::{Checks, MoveList, PieceValues, Position, Tracked, movegen, see};

/// Name, SFEN, number of legal moves, leaves at depth 2.
const POSITIONS: [(&str, &str, usize, u64); 5] = [
    ("startpos", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", 30, 900),
    ("midgame", "lnSgs1gnl/4k4/prp2pp1p/1p1p3p1/2Pg2B2/PP5PP/3PPPP2/1s3G1R1/LN2K1SNL b BP 1", 81, 2_747),
    ("matsuri", "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1", 207, 28_684),
    ("in check", "2k2g2+N/l1G2r3/p+B1+Lp1g2/1pp5p/P1P2p1P1/1P2+b3P/9/L2G2S1R/1NS1K2NL w S6Psnp 1", 1, 121),
    ("most moves", "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", 593, 105_677),
];

fn positions() -> impl Iterator<Item = (&'static str, Position, usize, u64)> {
    POSITIONS.into_iter().map(|(name, sfen, moves, leaves)| {
        (name, sfen.parse().expect("the positions above are valid"), moves, leaves)
    })
}

fn generation(c: &mut Criterion) {
    let mut group = c.benchmark_group("generate");
    for (name, pos, moves, _) in positions() {
        let mut list = MoveList::new();
        group.throughput(Throughput::Elements(moves as u64));
        group.bench_with_input(BenchmarkId::new("legal", name), &pos, |b, pos| {
            b.iter(|| {
                list.clear();
                movegen::legal(black_box(pos), &mut list);
                assert_eq!(list.len(), moves);
            });
        });
        let known = Checks::of(&pos);
        group.bench_with_input(BenchmarkId::new("legal, checks known", name), &pos, |b, pos| {
            b.iter(|| {
                list.clear();
                movegen::legal_with(black_box(pos), &known, &mut list);
                assert_eq!(list.len(), moves);
            });
        });
        let mut counted = |label: &str, fill: fn(&Position, &Checks, &mut MoveList)| {
            list.clear();
            fill(&pos, &known, &mut list);
            group.throughput(Throughput::Elements(list.len().max(1) as u64));
            group.bench_with_input(BenchmarkId::new(label, name), &pos, |b, pos| {
                b.iter(|| {
                    list.clear();
                    fill(black_box(pos), &known, &mut list);
                    black_box(list.len())
                });
            });
        };
        counted("captures", movegen::captures);
        counted("quiets", movegen::quiets);
        counted("evasions", movegen::evasions);
        counted("checks", movegen::checks);
    }
    group.finish();
}

fn playing(c: &mut Criterion) {
    let mut group = c.benchmark_group("play");
    for (name, mut pos, moves, _) in positions() {
        let list = pos.legal_moves();
        group.throughput(Throughput::Elements(moves as u64));
        group.bench_function(BenchmarkId::new("do and undo, bare", name), |b| {
            b.iter(|| {
                for mv in &list {
                    let undo = pos.do_move(black_box(mv));
                    pos.undo_move(mv, undo);
                }
            });
        });
        let mut tracked = Tracked::new(pos.clone());
        group.bench_function(BenchmarkId::new("do and undo, tracked", name), |b| {
            b.iter(|| {
                for mv in &list {
                    tracked.do_move(black_box(mv));
                    tracked.undo();
                }
            });
        });
        group.bench_function(BenchmarkId::new("do on a copy", name), |b| {
            b.iter_batched_ref(
                || pos.clone(),
                |copy| {
                    for mv in &list {
                        let mut next = copy.clone();
                        next.do_move(black_box(mv));
                        black_box(&next);
                    }
                },
                BatchSize::SmallInput,
            );
        });
    }
    group.finish();
}

fn questions(c: &mut Criterion) {
    let values = PieceValues::PAIRS_2007;
    let mut group = c.benchmark_group("ask");
    for (name, pos, moves, _) in positions() {
        let list = pos.legal_moves();
        group.throughput(Throughput::Elements(1));
        group.bench_function(BenchmarkId::new("checks and pins", name), |b| {
            b.iter(|| Checks::of(black_box(&pos)));
        });
        group.bench_function(BenchmarkId::new("mate in one", name), |b| {
            b.iter(|| movegen::mate_in_one(black_box(&pos), &Checks::of(&pos)));
        });
        group.throughput(Throughput::Elements(moves as u64));
        group.bench_function(BenchmarkId::new("exchange (see)", name), |b| {
            b.iter(|| list.iter().map(|&mv| see::see(black_box(&pos), mv, &values)).sum::<i32>());
        });
        group.bench_function(BenchmarkId::new("is_legal", name), |b| {
            b.iter(|| assert!(list.iter().all(|&mv| black_box(&pos).is_legal(mv))));
        });
        group.bench_function(BenchmarkId::new("gives_check", name), |b| {
            b.iter(|| list.iter().filter(|&&mv| black_box(&pos).gives_check(mv)).count());
        });
    }
    group.finish();
}

fn trees(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    for (name, mut pos, _, leaves) in positions() {
        group.throughput(Throughput::Elements(leaves));
        group.bench_function(BenchmarkId::new("bulk", name), |b| {
            b.iter(|| assert_eq!(perft(black_box(&mut pos), 2), leaves));
        });
        group.bench_function(BenchmarkId::new("full", name), |b| {
            b.iter(|| assert_eq!(perft_full(black_box(&mut pos), 2), leaves));
        });
    }
    group.finish();
}

criterion_group!(benches, generation, playing, questions, trees);
criterion_main!(benches);
