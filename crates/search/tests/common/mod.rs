//! What the tests share: a material evaluation, and positions of different temper.
#![allow(dead_code, reason = "each test file uses its part")]

use komadai_core::{Change, Color, Evaluator, PieceValues, Placed, Position, Value};

/// Material by the values of paper 001, divided by `coarse` so that there are many ties.
#[derive(Clone, Copy, Debug)]
pub struct Material {
    pub coarse: i32,
}

pub const FINE: Material = Material { coarse: 1 };
pub const COARSE: Material = Material { coarse: 200 };

fn worth(placed: &Placed) -> i32 {
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
        parent + change.came().iter().map(worth).sum::<i32>() - change.left().iter().map(worth).sum::<i32>()
    }

    #[inline]
    fn evaluate(&self, state: &i32, pos: &Position) -> Value {
        let black = state / self.coarse;
        Value::from_cp(if pos.side_to_move() == Color::Black { black } else { -black })
    }
}

/// Start, middle game, a fight with much in hand, a king hunt, an endgame, and a position full of drops.
pub const POSITIONS: [(&str, &str); 6] = [
    ("start", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"),
    ("middle", "ln1gk2nl/1r2g1sb1/p1ppspppp/1p2p4/9/2PP5/PPS1PPPPP/1BR1G1S2/LN2KG1NL b - 21"),
    ("fight", "l2gk2nl/2s1g1s2/p1npppbpp/6p2/1p5P1/2P1P4/PPSP1PP1P/2G1GS1R1/LN1K3NL b RBPp 41"),
    ("hunt", "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"),
    ("endgame", "ln5nl/2+R1k1g2/p2pppspp/6p2/9/2P6/PP1PPPPPP/2G1K1S2/LN3+r1NL b 2B2GSs2p 61"),
    ("drops", "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1"),
];

pub fn position(sfen: &str) -> Position {
    sfen.parse().unwrap()
}
