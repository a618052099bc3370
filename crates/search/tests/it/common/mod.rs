//! What the tests share: a material evaluation, and positions of different kinds.
pub(crate) mod by_hand;
pub(crate) mod fake;
pub(crate) mod memories;
pub(crate) mod plain;

use komadai_core::rng::SplitMix64;
use komadai_core::{ByKind, MateSolver, PieceValues, Position, Tracked, perft, random};
pub(crate) use komadai_eval::Material;
use komadai_search::{
    BrotherBest, DepthPolicy, Engine, ForwardPruning, Futility, HashTable, History, LateMove, Limits,
    MoveMemory, NullMove, Observer, OnProgress, PlainDepth, Report, SearchParts, Searcher,
};

/// Material by the values of paper 001.
pub(crate) const FINE: Material = Material::new(PieceValues::PAIRS_2007);

/// Those values divided by 200, so that there are many ties.
pub(crate) const COARSE: Material = {
    let values = ByKind([0, 2, 2, 2, 4, 4, 3, 0, 3, 3, 3, 3, 5, 6]);
    Material::new(PieceValues { board: values, hand: values })
};

/// The start, an open middle game, two endgames with much in hand, a king hunt, and a position full of drops.
pub(crate) const POSITIONS: [(&str, &str); 6] = [
    ("start", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"),
    ("open", "lnsgk1snl/6gb1/p1pppp2p/6R2/9/1rP6/P2PPPP1P/1BG6/LNS1KGSNL w 3P2p 21"),
    ("siege", "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124"),
    ("hunt", "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"),
    ("rout", "6n1l/2+S1k4/2lp4p/1np1B2b1/3PP4/1N1S3rP/1P2+pPP+p1/1p1G5/3KG2r1 b GSN2L4Pgs2p 1"),
    ("drops", "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1"),
];

/// Those positions with their names.
pub(crate) fn positions() -> [(&'static str, Position); 6] {
    POSITIONS.map(|(name, sfen)| (name, position(sfen)))
}

pub(crate) fn position(sfen: &str) -> Position {
    sfen.parse().unwrap()
}

/// A searcher with parts of any types: many tests use this one, which is compiled once.
pub(crate) type Any<'a> = Searcher<
    SearchParts<
        Material,
        Box<dyn DepthPolicy + 'a>,
        Box<dyn ForwardPruning + 'a>,
        Box<dyn MoveMemory + 'a>,
        Option<HashTable>,
        Option<&'a mut dyn MateSolver>,
        Option<&'a mut dyn Observer>,
    >,
>;

/// With these parts, without a table, a mate solver or an observer.
pub(crate) fn any<'a>(
    eval: Material,
    depth: impl DepthPolicy + 'a,
    pruning: impl ForwardPruning + 'a,
    memory: impl MoveMemory + 'a,
) -> Any<'a> {
    let depth: Box<dyn DepthPolicy> = Box::new(depth);
    let (pruning, memory): (Box<dyn ForwardPruning>, Box<dyn MoveMemory>) =
        (Box::new(pruning), Box::new(memory));
    let searcher = Searcher::new(eval).depth_policy(depth).pruning(pruning).memory(memory);
    searcher.table(None).mate_solver(None).observer(None)
}

/// The same, watched by an observer of any type.
pub(crate) fn watched<'a>(searcher: Any<'a>, observer: &'a mut dyn Observer) -> Any<'a> {
    searcher.observer(Some(observer))
}

/// A searcher with a part in every socket that searches mostly have.
pub(crate) fn full<'a>() -> Any<'a> {
    let pruning = (NullMove::default(), <Futility>::default());
    let memory = (BrotherBest::<2>::default(), History::default());
    any(FINE, LateMove::<PlainDepth>::default(), pruning, memory).table(Some(table()))
}

/// A memory or none, for consultations: one type, so that few searches are compiled.
pub(crate) type Memory = Option<(BrotherBest, History)>;

/// A table of one megabyte.
pub(crate) fn table() -> HashTable {
    HashTable::new(1).unwrap()
}

/// An engine of any type: so ensembles and parallel searchers are compiled once.
pub(crate) type AnyEngine<'a> = Box<dyn Engine + Send + 'a>;

/// An engine that is a function.
struct By<F>(F);

pub(crate) fn by<'a, F>(search: F) -> AnyEngine<'a>
where
    F: FnMut(Tracked, &Limits, OnProgress<'_>) -> Report + Send + 'a,
{
    Box::new(By(search))
}

impl<F: FnMut(Tracked, &Limits, OnProgress<'_>) -> Report> Engine for By<F> {
    fn search_game(&mut self, board: Tracked, limits: &Limits, progress: OnProgress<'_>) -> Report {
        (self.0)(board, limits, progress)
    }

    fn clear(&mut self) {}
}

/// Positions with the depth, up to 4, that plain negamax reaches with at most `leaves` leaves (or 1): those above, so
/// many of random play and of random placement, some ends. Leaves are counted: an estimate from the root's moves is
/// wrong if the root is in check, and then costs minutes.
pub(crate) fn cases(leaves: u64, played: u32, placed: u32) -> Vec<(Position, u32)> {
    let mut rng = SplitMix64::new(2007);
    let mut cases: Vec<Position> = POSITIONS.iter().map(|(_, sfen)| position(sfen)).collect();
    cases.extend((1..=played).map(|n| random::play(&mut rng, n * 160 / played)));
    cases.extend((0..placed).filter_map(|_| random::placement(&mut rng)));
    let ends = [
        // Mate in one, in three, in five; a side that is mated whatever it does.
        "7nl/5B1k1/6Ppp/5+R3/9/9/9/9/9 b P 1",
        "4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1",
        "8k/9/6+P2/9/9/9/9/9/4K4 b GS2r2b3g3s4n4l17p 1",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/4+r4/4K4 b - 1",
        // Only repetition is possible.
        "8k/9/9/9/9/9/9/p8/K8 b - 1",
        "k8/2+R6/9/9/9/9/9/9/8K b - 1",
    ];
    cases.extend(ends.map(position));
    let depth = |pos: &Position| {
        let mut pos = pos.clone();
        (2..=4).take_while(|&depth| perft::perft(&mut pos, depth) <= leaves).last().unwrap_or(1)
    };
    cases.into_iter().map(|pos| (depth(&pos), pos)).map(|(depth, pos)| (pos, depth)).collect()
}
