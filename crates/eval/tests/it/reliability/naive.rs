//! All features of reliability in words, counted on a plain board of files and ranks, without the library's attacks.

use std::collections::BTreeMap;

use komadai_core::{PieceKind, Position, Square};

/// Whether it is the side to move's, and its kind.
type Stone = (bool, PieceKind);

/// `[file][rank]` as the side to move sees it; 0 and 10 lie off the board.
struct Board([[Option<Stone>; 11]; 11]);

type Step = (i8, i8);

/// Files to the left and ranks to the back.
const FRONT: [Step; 3] = [(1, -1), (0, -1), (-1, -1)];
const SIDES: [Step; 2] = [(1, 0), (-1, 0)];
const BACK: [Step; 3] = [(1, 1), (0, 1), (-1, 1)];
const DIAGONAL: [Step; 4] = [(1, -1), (-1, -1), (1, 1), (-1, 1)];
const STRAIGHT: [Step; 4] = [(0, -1), (1, 0), (-1, 0), (0, 1)];

/// Single steps and slides of a kind.
fn moves(kind: PieceKind) -> (Vec<Step>, Vec<Step>) {
    use PieceKind::*;
    match kind {
        Pawn => (vec![(0, -1)], vec![]),
        Lance => (vec![], vec![(0, -1)]),
        Knight => (vec![(1, -2), (-1, -2)], vec![]),
        Silver => ([&FRONT[..], &[BACK[0], BACK[2]]].concat(), vec![]),
        Gold | ProPawn | ProLance | ProKnight | ProSilver => {
            ([&FRONT[..], &SIDES, &[BACK[1]]].concat(), vec![])
        }
        King => ([&FRONT[..], &SIDES, &BACK].concat(), vec![]),
        Bishop => (vec![], DIAGONAL.to_vec()),
        Rook => (vec![], STRAIGHT.to_vec()),
        Horse => (STRAIGHT.to_vec(), DIAGONAL.to_vec()),
        Dragon => (DIAGONAL.to_vec(), STRAIGHT.to_vec()),
    }
}

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

fn side(own: bool) -> &'static str {
    if own { "own" } else { "other's" }
}

fn name((own, kind): Stone) -> String {
    format!("{} {}", side(own), NAMES[kind.index()])
}

impl Board {
    fn of(pos: &Position) -> Board {
        let mut board = [[None; 11]; 11];
        let turn = pos.side_to_move() == komadai_core::Color::White;
        for file in 1..=9u8 {
            for rank in 1..=9u8 {
                let piece = pos.piece_at(Square::new(file, rank).expect("a square"));
                let at = if turn { (10 - file, 10 - rank) } else { (file, rank) };
                board[usize::from(at.0)][usize::from(at.1)] =
                    piece.map(|piece| (piece.color() == pos.side_to_move(), piece.kind()));
            }
        }
        Board(board)
    }

    fn inside((file, rank): (i8, i8)) -> bool {
        (1..=9).contains(&file) && (1..=9).contains(&rank)
    }

    fn at(&self, (file, rank): (i8, i8)) -> Option<Stone> {
        self.0[file as usize][rank as usize]
    }

    fn all(&self) -> impl Iterator<Item = ((i8, i8), Stone)> {
        let squares = (1..=9).flat_map(|file| (1..=9).map(move |rank| (file, rank)));
        squares.filter_map(|square| self.at(square).map(|stone| (square, stone)))
    }

    /// The squares from one on in a direction of the owner's, up to the edge.
    fn way((file, rank): (i8, i8), own: bool, (left, back): Step) -> impl Iterator<Item = (i8, i8)> {
        let sign = if own { 1 } else { -1 };
        (1..9)
            .map(move |n| (file + n * sign * left, rank + n * sign * back))
            .take_while(|&at| Self::inside(at))
    }

    fn attacks(&self, from: (i8, i8), (own, kind): Stone, to: (i8, i8)) -> bool {
        let (steps, slides) = moves(kind);
        let stepped = steps.iter().any(|&step| Self::way(from, own, step).next() == Some(to));
        stepped
            || slides.iter().any(|&slide| {
                let mut open = true;
                Self::way(from, own, slide).any(|at| {
                    let reached = open && at == to;
                    open &= self.at(at).is_none();
                    reached
                })
            })
    }

    fn pins(&self, mut each: impl FnMut(Stone, Stone)) {
        for (from, (own, kind)) in self.all() {
            for slide in moves(kind).1 {
                let mut met = Self::way(from, own, slide).filter_map(|at| self.at(at));
                if let (Some(pinned), Some(king)) = (met.next(), met.next())
                    && pinned.0 != own
                    && king == (!own, PieceKind::King)
                {
                    each(pinned, (own, kind));
                }
            }
        }
    }
}

/// Words of [`SpreadFeatures::All`](komadai_eval::reliability::SpreadFeatures::All) with the values that it should give.
pub(crate) fn features(pos: &Position) -> BTreeMap<String, i32> {
    let mut found = BTreeMap::new();
    let mut add = |words: String| *found.entry(words).or_default() += 1;
    let board = Board::of(pos);
    add("always".into());
    for ((file, rank), stone) in board.all() {
        let counted = if stone.0 { rank } else { 10 - rank };
        add(format!("{} on rank {counted}", name(stone)));
        add(format!("{} on file {file}", name(stone)));
    }
    for (own, color) in [(true, pos.side_to_move()), (false, !pos.side_to_move())] {
        for (kind, count) in pos.hand(color).iter() {
            let plural = if count > 1 { "s" } else { "" };
            add(format!("{} hand: {count} {}{plural}", side(own), NAMES[kind.index()]));
        }
    }
    board.pins(|pinned, pinner| {
        add(format!("{} is pinned", name(pinned)));
        add(format!("{} pins", name(pinner)));
    });
    let directions = [
        ("front left", FRONT[0]),
        ("front", FRONT[1]),
        ("front right", FRONT[2]),
        ("left", SIDES[0]),
        ("right", SIDES[1]),
        ("back left", BACK[0]),
        ("back", BACK[1]),
        ("back right", BACK[2]),
    ];
    for (king, (own, _)) in board.all().filter(|&(_, (_, kind))| kind == PieceKind::King) {
        for (direction, step) in directions {
            let Some(square) = Board::way(king, own, step).next() else {
                add(format!("{} king, {direction}: off the board", side(own)));
                continue;
            };
            let content = board.at(square).map_or("empty".into(), name);
            add(format!("{} king, {direction}: {content}", side(own)));
            let attackers = |by| {
                let all = board.all().filter(|&(_, (of, _))| of == by);
                all.filter(|&(from, stone)| board.attacks(from, stone, square)).count() as i32
            };
            let words = match attackers(own) - attackers(!own) {
                ..=-3 => "-3 or less".into(),
                3.. => "+3 or more".into(),
                difference => format!("{difference:+}"),
            };
            add(format!("squares around {} king with balance of attacks {words}", side(own)));
        }
    }
    found
}
