//! What the tests share: a material evaluation, and positions of different temper.
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

pub(crate) mod fake;
pub(crate) mod plain;

use komadai_core::{Change, Color, Evaluator, PieceValues, Placed, Position, Value};
use komadai_search::{
    BrotherBest, Futility, HashTable, History, LateMove, NodeCount, NullMove, PlainDepth, SearchParts,
    Searcher,
};

/// Material by the values of paper 001, divided by `coarse` so that there are many ties.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Material {
    pub(crate) coarse: i32,
}

pub(crate) const FINE: Material = Material { coarse: 1 };
pub(crate) const COARSE: Material = Material { coarse: 200 };

fn worth(placed: Placed) -> i32 {
    let values = PieceValues::default();
    let value = values.board[placed.piece.kind()];
    if placed.piece.color() == Color::Black { value } else { -value }
}

impl Evaluator for Material {
    type State = i32;

    fn fresh(&self, pos: &Position) -> i32 {
        let values = PieceValues::default();
        let mut sum = 0;
        for square in pos.occupied() {
            let piece = pos.piece_at(square).unwrap();
            let value = values.board[piece.kind()];
            sum += if piece.color() == Color::Black { value } else { -value };
        }
        for color in Color::ALL {
            for (kind, count) in pos.hand(color).iter() {
                let value = values.hand[kind] * count as i32;
                sum += if color == Color::Black { value } else { -value };
            }
        }
        sum
    }

    #[inline]
    fn advance(&self, parent: &i32, _: &Position, change: &Change) -> i32 {
        parent + change.added().iter().copied().map(worth).sum::<i32>()
            - change.removed().iter().copied().map(worth).sum::<i32>()
    }

    #[inline]
    fn evaluate(&self, state: &i32, pos: &Position) -> Value {
        let black = state / self.coarse;
        Value::from_cp(if pos.side_to_move() == Color::Black { black } else { -black })
    }
}

/// The start, an open middle game, two endgames with much in hand, a king hunt, and a position full of drops.
pub(crate) const POSITIONS: [(&str, &str); 6] = [
    ("start", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"),
    ("open", "lnsgk1snl/6gb1/p1pppp2p/6R2/9/1rP6/P2PPPP1P/1BG6/LNS1KGSNL w 3P2p 21"),
    ("siege", "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124"),
    ("hunt", "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"),
    ("rout", "6n1l/2+S1k4/2lp4p/1np1B2b1/3PP4/1N1S3rP/1P2+pPP+p1/1p1G5/3KG2r1 b GSN2L4Pgs2p 1"),
    ("drops", "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1"),
];

pub(crate) fn position(sfen: &str) -> Position {
    sfen.parse().unwrap()
}

/// A searcher with every socket filled.
pub(crate) type Full = Searcher<
    SearchParts<
        Material,
        LateMove<PlainDepth>,
        (NullMove, Futility),
        (BrotherBest, History),
        HashTable,
        (),
        NodeCount,
    >,
>;

pub(crate) fn full() -> Full {
    Searcher::new(FINE)
        .depth_policy(LateMove::default())
        .pruning((NullMove::default(), Futility::default()))
        .memory((BrotherBest::default(), History::default()))
        .table(HashTable::new(4).unwrap())
        .observer(NodeCount::default())
}
