//! Squares that pieces attack, on an empty or an occupied board.
//!
//! Step pieces have tables made at compile time. Sliders need no table of attacks, only eight rays:
//!
//! * a ray of rising square numbers stops at its lowest blocker: `o ^ (o - 1)` is the mask up to it;
//! * a falling ray of step 8, 9 or 10 has at most one bit in a byte, so `swap_bytes` turns it into a rising one;
//! * a falling ray of step 1 lies within a file and stops at its highest blocker, found by counting zeros.

use crate::bitboard::Bitboard;
use crate::{Color, Piece, PieceKind, Square};

/// Square numbers change by 1, 8, 9 or 10 in a step.
const DOWN: usize = 0;
const LEFT_UP: usize = 1;
const LEFT: usize = 2;
const LEFT_DOWN: usize = 3;
const UP: usize = 4;
const RIGHT_DOWN: usize = 5;
const RIGHT: usize = 6;
const RIGHT_UP: usize = 7;

/// The jumps of Black's knight, which are not directions of lines.
const JUMPS: u32 = 1 << 8 | 1 << 9;

/// `[direction]` (files to the left, ranks down); direction ^ 4 is the opposite one. The last two are the jumps.
const STEP: [(i8, i8); 10] =
    [(0, 1), (1, -1), (1, 0), (1, 1), (0, -1), (-1, 1), (-1, 0), (-1, -1), (1, -2), (-1, -2)];

type BySquare<T> = [T; 128];

/// `[direction][square & 127]`, without the square itself.
static RAY: [BySquare<Bitboard>; 8] = lines().0;
/// `[from & 127][to & 127]`: direction of the line, or 8.
static DIRECTION: BySquare<BySquare<u8>> = lines().1;
/// `[piece byte & 31][square & 127]`: step moves; for horse and dragon only the single steps.
static STEPS: [BySquare<Bitboard>; 32] = steps();

/// The squares of each ray, and the direction from one square to another.
const fn lines() -> ([BySquare<Bitboard>; 8], BySquare<BySquare<u8>>) {
    let (mut rays, mut directions) = ([[Bitboard::EMPTY; 128]; 8], [[8; 128]; 128]);
    let mut direction = 0;
    while direction < 8 {
        let (file, rank) = STEP[direction];
        let mut from = 0;
        while from < 81 {
            let mut at = Square::from_raw(from as u8).offset(file, rank);
            while let Some(square) = at {
                rays[direction][from].0 |= 1 << square.index();
                directions[from][square.index()] = direction as u8;
                at = square.offset(file, rank);
            }
            from += 1;
        }
        direction += 1;
    }
    (rays, directions)
}

/// Squares on the file and the rank of a square, without the square itself.
pub(crate) const fn straight_lines(square: usize) -> u128 {
    RAY[UP][square].0 | RAY[DOWN][square].0 | RAY[LEFT][square].0 | RAY[RIGHT][square].0
}

/// Squares on the diagonals of a square, without the square itself.
pub(crate) const fn diagonals(square: usize) -> u128 {
    RAY[LEFT_UP][square].0 | RAY[RIGHT_DOWN][square].0 | RAY[LEFT_DOWN][square].0 | RAY[RIGHT_UP][square].0
}

#[expect(clippy::large_stack_arrays, reason = "evaluated at compile time only")]
const fn steps() -> [BySquare<Bitboard>; 32] {
    let mut table = [[Bitboard::EMPTY; 128]; 32];
    let mut code = 1;
    while code <= 14 {
        let kind = PieceKind::from_raw(code);
        // Directions as bits of `STEP`, seen by Black.
        let directions: u32 = match kind {
            PieceKind::Pawn => 1 << UP,
            PieceKind::Silver => 1 << UP | 1 << LEFT_UP | 1 << RIGHT_UP | 1 << LEFT_DOWN | 1 << RIGHT_DOWN,
            PieceKind::King => 0xff,
            PieceKind::Horse => 1 << UP | 1 << DOWN | 1 << LEFT | 1 << RIGHT,
            PieceKind::Dragon => 1 << LEFT_UP | 1 << RIGHT_UP | 1 << LEFT_DOWN | 1 << RIGHT_DOWN,
            PieceKind::Gold
            | PieceKind::ProPawn
            | PieceKind::ProLance
            | PieceKind::ProKnight
            | PieceKind::ProSilver => {
                1 << UP | 1 << LEFT_UP | 1 << RIGHT_UP | 1 << LEFT | 1 << RIGHT | 1 << DOWN
            }
            PieceKind::Knight => JUMPS,
            PieceKind::Lance | PieceKind::Bishop | PieceKind::Rook => 0,
        };
        let mut from = 0;
        while from < 81 {
            let mut black: u128 = 0;
            let mut direction = 0;
            while direction < STEP.len() {
                let (file, rank) = STEP[direction];
                if directions >> direction & 1 == 1
                    && let Some(to) = Square::from_raw(from as u8).offset(file, rank)
                {
                    black |= 1 << to.index();
                }
                direction += 1;
            }
            table[code as usize][from] = Bitboard(black);
            // White's steps are Black's on the turned board, where square 80 becomes square 0.
            table[code as usize + 16][80 - from] = Bitboard(black.reverse_bits() >> 47);
            from += 1;
        }
        code += 1;
    }
    table
}

#[inline(always)]
fn ray(direction: usize, from: Square) -> u128 {
    RAY[direction][from.index() & 127].0
}

/// The ray up to and including its first blocker, towards rising numbers.
#[inline(always)]
fn rising(ray: u128, occupied: u128) -> u128 {
    let blockers = occupied & ray;
    (blockers ^ blockers.wrapping_sub(1)) & ray
}

/// The same towards falling numbers, for rays with at most one bit in a byte.
#[inline(always)]
fn falling(ray: u128, occupied: u128) -> u128 {
    let blockers = (occupied & ray).swap_bytes();
    (blockers ^ blockers.wrapping_sub(1)).swap_bytes() & ray
}

/// The same within a file.
#[inline(always)]
fn falling_in_file(ray: u128, occupied: u128) -> u128 {
    // A bit below the ray stands for "no blocker".
    let highest = (occupied & ray | 1).ilog2();
    ray & (u128::MAX << highest)
}

/// Squares a lance of `color` attacks.
#[inline]
pub fn lance(color: Color, from: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(match color {
        Color::Black => falling_in_file(ray(UP, from), occupied.0),
        Color::White => rising(ray(DOWN, from), occupied.0),
    })
}

/// Squares a bishop attacks.
#[inline]
pub fn bishop(from: Square, occupied: Bitboard) -> Bitboard {
    let o = occupied.0;
    Bitboard(
        rising(ray(LEFT_UP, from), o)
            | rising(ray(LEFT_DOWN, from), o)
            | falling(ray(RIGHT_UP, from), o)
            | falling(ray(RIGHT_DOWN, from), o),
    )
}

/// Squares a rook attacks.
#[inline]
pub fn rook(from: Square, occupied: Bitboard) -> Bitboard {
    let o = occupied.0;
    Bitboard(
        rising(ray(DOWN, from), o)
            | rising(ray(LEFT, from), o)
            | falling(ray(RIGHT, from), o)
            | falling_in_file(ray(UP, from), o),
    )
}

/// Step attacks: all attacks of a step piece, the single steps of a horse or dragon, none for lance, bishop and rook.
#[inline]
pub fn steps_of(piece: Piece, from: Square) -> Bitboard {
    STEPS[(piece.raw() & 31) as usize][from.index() & 127]
}

/// [`steps_of`] for tables made at compile time.
pub(crate) const fn steps_table(color: Color, kind: PieceKind, from: Square) -> Bitboard {
    STEPS[kind as usize + 16 * color.index()][from.index()]
}

/// Whether a piece has moves of more than one step in a line.
///
/// Most pieces have none. Testing this first spares them a jump that depends on the kind, which processors predict badly.
#[inline]
pub(crate) const fn slides(piece: Piece) -> bool {
    const SLIDERS: u16 = 1 << PieceKind::Lance as u16
        | 1 << PieceKind::Bishop as u16
        | 1 << PieceKind::Rook as u16
        | 1 << PieceKind::Horse as u16
        | 1 << PieceKind::Dragon as u16;
    SLIDERS >> (piece.raw() & 15) & 1 == 1
}

/// Squares `piece` attacks from `from`, blockers included.
#[inline]
pub fn attacks(piece: Piece, from: Square, occupied: Bitboard) -> Bitboard {
    let steps = steps_of(piece, from);
    if !slides(piece) {
        return steps;
    }
    match piece.kind() {
        PieceKind::Bishop | PieceKind::Horse => bishop(from, occupied) | steps,
        PieceKind::Rook | PieceKind::Dragon => rook(from, occupied) | steps,
        _ => lance(piece.color(), from, occupied),
    }
}

/// Squares from which pieces attack a square when nothing is in between, by the way they move.
///
/// The sets of one square lie together: looking for attackers costs two cache lines instead of a dozen.
#[derive(Clone, Copy)]
#[repr(align(128))]
pub(crate) struct Origins {
    pub(crate) pawn: Bitboard,
    pub(crate) knight: Bitboard,
    pub(crate) silver: Bitboard,
    pub(crate) gold: Bitboard,
    /// One king step away; horse and dragon attack from there as well.
    pub(crate) king: Bitboard,
    pub(crate) lance: Bitboard,
    pub(crate) bishop: Bitboard,
    pub(crate) rook: Bitboard,
}

/// `[color][square & 127]`
static ORIGINS: [BySquare<Origins>; 2] = [origins(Color::Black), origins(Color::White)];

const fn origins(by: Color) -> BySquare<Origins> {
    let mut table = [origins_at(by, 0); 128];
    let mut square = 1;
    while square < 81 {
        table[square] = origins_at(by, square);
        square += 1;
    }
    table
}

const fn origins_at(by: Color, square: usize) -> Origins {
    // A piece attacks a square from the squares that the other side's piece of its kind would attack from it.
    let (other, lance) = match by {
        Color::Black => (16, DOWN),
        Color::White => (0, UP),
    };
    Origins {
        pawn: STEPS[PieceKind::Pawn as usize + other][square],
        knight: STEPS[PieceKind::Knight as usize + other][square],
        silver: STEPS[PieceKind::Silver as usize + other][square],
        gold: STEPS[PieceKind::Gold as usize + other][square],
        king: STEPS[PieceKind::King as usize + other][square],
        lance: RAY[lance][square],
        bishop: Bitboard(diagonals(square)),
        rook: Bitboard(straight_lines(square)),
    }
}

/// Squares from which pieces of `by` attack `square` when nothing is in between.
#[inline]
pub(crate) fn origins_of(by: Color, square: Square) -> &'static Origins {
    &ORIGINS[by.index()][square.index() & 127]
}

/// Whether `from` lies on a line through `centre` and `to` does not lie on the same one.
#[inline]
pub(crate) fn leaves_line(centre: Square, from: Square, to: Square) -> bool {
    let directions = &DIRECTION[centre.index() & 127];
    let (before, after) = (directions[from.index() & 127], directions[to.index() & 127]);
    before < 8 && after != before && after != before ^ 4
}

/// `[piece byte & 31]`: directions of its lines, one bit each.
static LINES: [u16; 32] = {
    let diagonal = 1 << LEFT_UP | 1 << LEFT_DOWN | 1 << RIGHT_UP | 1 << RIGHT_DOWN;
    let straight = 1 << UP | 1 << DOWN | 1 << LEFT | 1 << RIGHT;
    let mut table = [0; 32];
    let mut color = 0;
    while color < 2 {
        table[PieceKind::Lance as usize + 16 * color] = if color == 0 { 1 << UP } else { 1 << DOWN };
        table[PieceKind::Bishop as usize + 16 * color] = diagonal;
        table[PieceKind::Horse as usize + 16 * color] = diagonal;
        table[PieceKind::Rook as usize + 16 * color] = straight;
        table[PieceKind::Dragon as usize + 16 * color] = straight;
        color += 1;
    }
    table
};

/// Whether `piece` on `from` attacks `to` along a line, if nothing stands in between. Single steps do not count.
#[inline]
pub(crate) fn slides_along(piece: Piece, from: Square, to: Square) -> bool {
    LINES[(piece.raw() & 31) as usize] >> DIRECTION[from.index() & 127][to.index() & 127] & 1 == 1
}

/// Squares strictly between two squares of one line; empty if they share no line.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    match DIRECTION[a.index() & 127][b.index() & 127] as usize {
        direction @ 0..8 => Bitboard(ray(direction, a) & ray(direction ^ 4, b)),
        _ => Bitboard::EMPTY,
    }
}

/// The whole line through two squares, both included; empty if they share no line.
#[inline]
pub fn line(a: Square, b: Square) -> Bitboard {
    match DIRECTION[a.index() & 127][b.index() & 127] as usize {
        direction @ 0..8 => Bitboard(ray(direction, a) | ray(direction ^ 4, a)) | Bitboard::of(a),
        _ => Bitboard::EMPTY,
    }
}
