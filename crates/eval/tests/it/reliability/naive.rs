//! All features of reliability in words, counted by the slow rules of the tests of the core, without the library's attacks.

use std::collections::BTreeMap;

use komadai_core::{Color, Piece, PieceKind, Position, Setup, Square};

use crate::slow_rules::Naive;

const NAMES: [&str; 14] = [
    "pawn",
    "lance",
    "knight",
    "silver",
    "bishop",
    "rook",
    "gold",
    "king",
    "promoted pawn",
    "promoted lance",
    "promoted knight",
    "promoted silver",
    "horse",
    "dragon",
];

/// Files to the left and ranks to the back.
const DIRECTIONS: [(&str, (i8, i8)); 8] = [
    ("front left", (1, -1)),
    ("front", (0, -1)),
    ("front right", (-1, -1)),
    ("left", (1, 0)),
    ("right", (-1, 0)),
    ("back left", (1, 1)),
    ("back", (0, 1)),
    ("back right", (-1, 1)),
];

fn side(color: Color) -> &'static str {
    if color == Color::Black { "own" } else { "other's" }
}

fn name(piece: Piece) -> String {
    format!("{} {}", side(piece.color()), NAMES[piece.kind().index()])
}

/// The pieces of a board, each with its square and the squares that it attacks.
fn pieces(board: &Naive) -> Vec<(Square, Piece, Vec<Square>)> {
    let pieces =
        Square::all().filter_map(|square| board.0.board[square.index()].map(|piece| (square, piece)));
    pieces.map(|(square, piece)| (square, piece, board.reach(piece, square))).collect()
}

/// Words of the features of [`SpreadFeatures::All`](komadai_eval::reliability::SpreadFeatures::All) with the values expected of it.
pub(crate) fn features(pos: &Position) -> BTreeMap<String, i32> {
    let mut found = BTreeMap::new();
    let mut add = |words: String| *found.entry(words).or_default() += 1;
    add("always".into());
    // The side to move is Black from here on.
    let setup = Setup::from(pos);
    let board = Naive(if pos.side_to_move() == Color::Black { setup } else { setup.turned() });
    let all = pieces(&board);
    for (square, piece, _) in &all {
        add(format!("{} on rank {}", name(*piece), square.seen_by(piece.color()).rank()));
        add(format!("{} on file {}", name(*piece), square.file()));
    }
    for color in Color::ALL {
        for (kind, count) in board.0.hands[color.index()].iter() {
            let plural = if count > 1 { "s" } else { "" };
            add(format!("{} hand: {count} {}{plural}", side(color), NAMES[kind.index()]));
        }
    }
    for (king, owner) in all.iter().filter(|it| it.1.kind() == PieceKind::King).map(|it| (it.0, it.1.color()))
    {
        // A piece is pinned if, without it, another piece would attack the king.
        for (square, pinned, _) in all.iter().filter(|it| it.1.color() == owner && it.0 != king) {
            let mut without = board.clone();
            without.0.board[square.index()] = None;
            for (before, after) in all.iter().filter(|it| it.0 != *square).zip(pieces(&without)) {
                if before.1.color() != owner && after.2.contains(&king) && !before.2.contains(&king) {
                    add(format!("{} is pinned", name(*pinned)));
                    add(format!("{} pins", name(before.1)));
                }
            }
        }
        let sign = if owner == Color::Black { 1 } else { -1 };
        for (direction, (left, back)) in DIRECTIONS {
            let Some(square) = king.offset(sign * left, sign * back) else {
                add(format!("{} king, {direction}: off the board", side(owner)));
                continue;
            };
            let content = board.0.board[square.index()].map_or("empty".into(), name);
            add(format!("{} king, {direction}: {content}", side(owner)));
            let attackers = |by: Color| {
                all.iter().filter(|(_, piece, reach)| piece.color() == by && reach.contains(&square)).count()
                    as i32
            };
            let words = match attackers(owner) - attackers(!owner) {
                ..=-3 => "-3 or less".into(),
                3.. => "+3 or more".into(),
                difference => format!("{difference:+}"),
            };
            add(format!("squares around {} king with balance of attacks {words}", side(owner)));
        }
    }
    found
}
