//! Move generation, playing and taking back, checks, exchanges: what a search pays for at every node.
//!
//! `cargo bench --bench movegen`. Counts of moves are checked: a bench that counts wrongly stops. Whole trees of moves are timed in
//! `compare/board-peers`.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use komadai::{Checks, MoveList, PieceValues, Position, Tracked, movegen, see};

/// Name, SFEN, number of legal moves.
const POSITIONS: [(&str, &str, usize); 5] = [
    ("startpos", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", 30),
    ("midgame", "lnSgs1gnl/4k4/prp2pp1p/1p1p3p1/2Pg2B2/PP5PP/3PPPP2/1s3G1R1/LN2K1SNL b BP 1", 81),
    ("matsuri", "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1", 207),
    ("in check", "2k2g2+N/l1G2r3/p+B1+Lp1g2/1pp5p/P1P2p1P1/1P2+b3P/9/L2G2S1R/1NS1K2NL w S6Psnp 1", 1),
    ("most moves", "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", 593),
];

fn positions() -> impl Iterator<Item = (&'static str, Position, usize)> {
    let read = |sfen: &str| sfen.parse().expect("the positions above are valid");
    POSITIONS.into_iter().map(move |(name, sfen, moves)| (name, read(sfen), moves))
}

fn generation(c: &mut Criterion) {
    let mut group = c.benchmark_group("generate");
    for (name, pos, moves) in positions() {
        let (known, mut list) = (Checks::of(&pos), MoveList::new());
        assert_eq!(pos.legal_moves().len(), moves);
        let mut time = |label: &str, fill: fn(&Position, &Checks, &mut MoveList)| {
            list.clear();
            fill(&pos, &known, &mut list);
            let found = list.len();
            group.throughput(Throughput::Elements(found.max(1) as u64));
            group.bench_function(BenchmarkId::new(label, name), |b| {
                b.iter(|| {
                    list.clear();
                    fill(black_box(&pos), &known, &mut list);
                    assert_eq!(list.len(), found);
                });
            });
        };
        time("legal", |pos, _, list| movegen::legal(pos, list));
        time("legal, checks known", movegen::legal_with);
        time("captures", movegen::captures);
        time("quiets", movegen::quiets);
        time("checks", movegen::checks);
    }
    group.finish();
}

fn playing(c: &mut Criterion) {
    let mut group = c.benchmark_group("play");
    for (name, mut pos, moves) in positions() {
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
    }
    group.finish();
}

fn questions(c: &mut Criterion) {
    let values = PieceValues::PAIRS_2007;
    let mut group = c.benchmark_group("ask");
    for (name, pos, moves) in positions() {
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

criterion_group!(benches, generation, playing, questions);
criterion_main!(benches);
