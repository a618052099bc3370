//! What sockets cost: a searcher with all of them empty against a search of the same shape written by hand, then one
//! socket filled at a time, in nodes a second.
//!
//! ```sh
//! cargo bench --bench search
//! ```
//!
//! Every run asserts its number of nodes, so that speeds compare the same work.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use komadai::eval::Material;
use komadai::search::{
    BrotherBest, DepthPolicy, ForwardPruning, Futility, HashTable, History, LateMove, Leaf, Limits,
    MoveMemory, NodeCount, NullMove, Observer, PlainDepth, Searcher, TranspositionTable,
};
use komadai::{
    Bitboard, Evaluator, MateSolver, Move, MoveList, PieceKind, PieceValues, Position, Tracked, Value,
    attacks, movegen, see,
};

const POSITIONS: [(&str, &str, u32); 3] = [
    ("start", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", 5),
    ("open", "lnsgk1snl/6gb1/p1pppp2p/6R2/9/1rP6/P2PPPP1P/1BG6/LNS1KGSNL w 3P2p 21", 4),
    ("hunt", "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1", 4),
];

/// Alpha-beta with evaluated leaves, one ply a move, no table, no memory: what `Searcher` is with empty sockets, and
/// nothing more general than that.
struct ByHand {
    eval: Material,
    values: PieceValues,
    board: Tracked,
    /// `[ply]`
    states: Vec<<Material as Evaluator>::State>,
    /// `[ply]`: moves as sorted keys, and tactical moves that lose.
    buffers: Vec<(Vec<u64>, Vec<Move>)>,
    list: MoveList,
    nodes: u64,
}

impl ByHand {
    fn new(pos: &Position) -> ByHand {
        let eval = Material::default();
        let state = eval.fresh(pos);
        ByHand {
            eval,
            values: PieceValues::default(),
            board: Tracked::new(pos.clone()),
            states: vec![state; 64],
            buffers: (0..64).map(|_| (Vec::with_capacity(593), Vec::with_capacity(64))).collect(),
            list: MoveList::new(),
            nodes: 0,
        }
    }

    fn iterate(&mut self, depth: i32) -> Value {
        let mut moves: Vec<Move> = self.board.position().legal_moves().into_iter().collect();
        let mut alpha = -Value::INFINITE;
        for depth in 1..=depth {
            let mut best = 0;
            alpha = -Value::INFINITE;
            for (i, &mv) in moves.iter().enumerate() {
                let value = self.try_move(mv, depth, 0, i == 0, alpha, Value::INFINITE);
                if value > alpha {
                    (alpha, best) = (value, i);
                }
            }
            moves[..=best].rotate_right(1);
        }
        alpha
    }

    fn try_move(
        &mut self,
        mv: Move,
        depth: i32,
        ply: usize,
        first: bool,
        alpha: Value,
        beta: Value,
    ) -> Value {
        let next = alpha + Value::from_cp(1);
        self.nodes += 1;
        let change = self.board.position().change(mv);
        self.board.do_move(mv);
        self.states[ply + 1] = self.eval.advance(&self.states[ply], self.board.position(), &change);
        let top = if first { beta } else { next };
        let mut value = -self.search(depth - 1, ply + 1, -top, -alpha);
        if value > alpha && value < beta && top < beta {
            value = -self.search(depth - 1, ply + 1, -beta, -alpha);
        }
        self.board.undo();
        value
    }

    fn search(&mut self, depth: i32, ply: usize, alpha: Value, beta: Value) -> Value {
        if let Some(repetition) = self.board.repetition()
            && (repetition.since <= ply || repetition.count >= 4)
        {
            return match repetition.perpetual {
                None => Value::ZERO,
                Some(checker) if checker == self.board.position().side_to_move() => -Value::MAX_EVAL,
                Some(_) => Value::MAX_EVAL,
            };
        }
        let mut alpha = alpha.max(Value::mated_in(ply as u16));
        let beta = beta.min(Value::mate_in(ply as u16 + 1));
        if alpha >= beta {
            return alpha;
        }
        if depth <= 0 {
            return self.eval.evaluate(&self.states[ply], self.board.position());
        }
        let mut best = -Value::INFINITE;
        if self.board.in_check() {
            self.list.clear();
            self.board.legal_moves(&mut self.list);
            self.sort(
                ply,
                |pos, values, mv| {
                    if pos.piece_at(mv.to()).is_some() { 1 << 30 | gain(pos, values, mv) } else { 0 }
                },
            );
            if self.buffers[ply].0.is_empty() {
                return Value::mated_in(ply as u16);
            }
            self.try_all(depth, ply, &mut alpha, beta, &mut best, false);
            return best;
        }
        self.list.clear();
        movegen::captures(self.board.position(), self.board.checks(), &mut self.list);
        self.add_promotions();
        self.sort(ply, gain);
        self.buffers[ply].1.clear();
        if self.try_all(depth, ply, &mut alpha, beta, &mut best, true) {
            return best;
        }
        self.list.clear();
        movegen::quiets(self.board.position(), self.board.checks(), &mut self.list);
        let (pos, values) = (self.board.position(), &self.values);
        self.list.retain(|mv| promotion(pos, values, mv) < 200);
        self.sort(ply, |_, _, _| 0);
        if self.try_all(depth, ply, &mut alpha, beta, &mut best, false) {
            return best;
        }
        for i in 0..self.buffers[ply].1.len() {
            let mv = self.buffers[ply].1[i];
            if self.take(mv, depth, ply, &mut alpha, beta, &mut best) {
                return best;
            }
        }
        if best == -Value::INFINITE { Value::mated_in(ply as u16) } else { best }
    }

    /// Tries the sorted moves of a ply; losing ones are put off if `sift`. Whether one of them cut.
    fn try_all(
        &mut self,
        depth: i32,
        ply: usize,
        alpha: &mut Value,
        beta: Value,
        best: &mut Value,
        sift: bool,
    ) -> bool {
        for i in 0..self.buffers[ply].0.len() {
            let Some(mv) = Move::from_bits(self.buffers[ply].0[i] as u16) else { continue };
            if sift && see::see(self.board.position(), mv, &self.values) < 0 {
                self.buffers[ply].1.push(mv);
                continue;
            }
            if self.take(mv, depth, ply, alpha, beta, best) {
                return true;
            }
        }
        false
    }

    fn take(
        &mut self,
        mv: Move,
        depth: i32,
        ply: usize,
        alpha: &mut Value,
        beta: Value,
        best: &mut Value,
    ) -> bool {
        let value = self.try_move(mv, depth, ply, *best == -Value::INFINITE, *alpha, beta);
        *best = (*best).max(value);
        *alpha = (*alpha).max(value);
        *alpha >= beta
    }

    fn add_promotions(&mut self) {
        let (pos, checks) = (self.board.position(), self.board.checks());
        let us = pos.side_to_move();
        let (zone, empty) = (Bitboard::far_ranks(us, 3), !pos.occupied());
        for kind in PieceKind::HAND {
            if self.values.promotion(kind) < 200 {
                continue;
            }
            for from in pos.of(us, kind) {
                let Some(piece) = pos.piece_at(from) else { continue };
                let reach = if zone.contains(from) { empty } else { empty & zone };
                for to in attacks::attacks(piece, from, pos.occupied()) & reach {
                    let mv = Move::promoting(from, to);
                    if !checks.pinned.contains(from) || pos.is_legal(mv) {
                        self.list.push(mv);
                    }
                }
            }
        }
    }

    fn sort(&mut self, ply: usize, score: impl Fn(&Position, &PieceValues, Move) -> i32) {
        let keys = &mut self.buffers[ply].0;
        keys.clear();
        for (order, mv) in self.list.into_iter().enumerate() {
            let score = (score(self.board.position(), &self.values, mv) + (1 << 29)) as u64;
            keys.push(score << 32 | (u64::from(u16::MAX) - order as u64) << 16 | u64::from(mv.bits()));
        }
        keys.sort_unstable_by(|a, b| b.cmp(a));
    }
}

fn promotion(pos: &Position, values: &PieceValues, mv: Move) -> i32 {
    match mv.from().and_then(|from| pos.piece_at(from)) {
        Some(piece) if mv.is_promotion() => values.promotion(piece.kind()),
        _ => 0,
    }
}

fn gain(pos: &Position, values: &PieceValues, mv: Move) -> i32 {
    let won = pos.piece_at(mv.to()).map_or(0, |piece| values.exchange(piece.kind()));
    let mover = mv.from().and_then(|from| pos.piece_at(from)).map_or(0, |piece| values.board[piece.kind()]);
    won + promotion(pos, values, mv) - mover / 16
}

fn empty_sockets(criterion: &mut Criterion) {
    for (name, sfen, depth) in POSITIONS {
        let pos: Position = sfen.parse().expect("a constant position is valid");
        let limits = Limits::depth(depth);
        let searcher =
            || Searcher::new(Material::default()).depth_policy(PlainDepth::UNIFORM).leaf(Leaf::Static);
        let want = searcher().search(&pos, &limits);
        let mut group = criterion.benchmark_group(format!("empty sockets/{name}"));
        group.sample_size(20).throughput(Throughput::Elements(want.nodes));
        group.bench_function("by hand", |bencher| {
            bencher.iter(|| {
                let mut search = ByHand::new(&pos);
                let value = search.iterate(depth as i32);
                assert_eq!((value, search.nodes), (want.value, want.nodes));
                black_box(value)
            });
        });
        group.bench_function("searcher", |bencher| {
            let mut searcher = searcher();
            bencher.iter(|| {
                let report = searcher.search(&pos, &limits);
                assert_eq!(report.nodes, want.nodes);
                black_box(report.value)
            });
        });
        group.finish();
    }
}

/// Times one recipe on one position, from a cleared state each time.
fn recipe<D, P, K, T, M, O>(
    criterion: &mut Criterion,
    name: &str,
    mut make: impl FnMut() -> Searcher<Material, D, P, K, T, M, O>,
) where
    D: DepthPolicy,
    P: ForwardPruning,
    K: MoveMemory,
    T: TranspositionTable,
    M: MateSolver,
    O: Observer,
{
    let (_, sfen, _) = POSITIONS[1];
    let pos: Position = sfen.parse().expect("a constant position is valid");
    let limits = Limits::depth(5);
    let mut searcher = make();
    let want = searcher.search(&pos, &limits).nodes;
    let mut group = criterion.benchmark_group("sockets, depth 5");
    group.sample_size(10).throughput(Throughput::Elements(want));
    group.bench_function(BenchmarkId::new(name, format!("{want} nodes")), |bencher| {
        bencher.iter(|| {
            searcher.clear();
            let report = searcher.search(&pos, &limits);
            assert_eq!(report.nodes, want);
            black_box(report.value)
        });
    });
    group.finish();
}

fn sockets(criterion: &mut Criterion) {
    let new = || Searcher::new(Material::default());
    let table = || HashTable::new(1).expect("a megabyte is there");
    recipe(criterion, "none", new);
    recipe(criterion, "observer", || new().observer(NodeCount::default()));
    recipe(criterion, "brothers", || new().memory(BrotherBest::default()));
    recipe(criterion, "history", || new().memory(History::default()));
    recipe(criterion, "table", || new().table(table()));
    recipe(criterion, "null move", || new().pruning(NullMove::default()));
    recipe(criterion, "futility", || new().pruning(Futility::default()));
    recipe(criterion, "late moves", || new().depth_policy(LateMove::<PlainDepth>::default()));
    recipe(criterion, "all", || {
        new()
            .memory((BrotherBest::default(), History::default()))
            .table(table())
            .pruning((NullMove::default(), Futility::default()))
            .depth_policy(LateMove::<PlainDepth>::default())
    });
}

criterion_group!(benches, empty_sockets, sockets);
criterion_main!(benches);
