//! Expansion of sets of squares into moves, eight at a time and without a loop over bits.
//!
//! A step piece has at most eight targets, all within ten numbers of its square. Shifting the set of targets so that the piece comes to a
//! fixed place leaves a window of 21 bits, of which eight matter. Nine bits index a table of packed offsets; adding the piece's square to
//! all eight lanes gives eight moves in one store. No branch depends on the number of targets, so nothing is mispredicted. Drops use the
//! same method with eight neighbouring squares at a time.

use crate::Square;
use crate::bitboard::Bitboard;
use crate::move_list::Writer;

/// `[window of step targets]`: offsets of the targets, packed to the front.
static STEP_OFFSETS: [[u16; 8]; 512] = tables(&STEPS).0;
/// `[window of step targets]`: their number.
static STEP_COUNT: [u8; 512] = tables(&STEPS).1;
/// `[eight neighbouring squares]`: numbers of the set bits, packed to the front.
static BYTE_OFFSETS: [[u16; 8]; 256] = tables(&[0, 1, 2, 3, 4, 5, 6, 7]).0;
/// `[eight neighbouring squares]`: number of set bits.
static BYTE_COUNT: [u8; 256] = tables(&[0, 1, 2, 3, 4, 5, 6, 7]).1;

/// Offsets in the order of the nine index bits; bit 4 stands for no square and is never set.
const STEPS: [i16; 9] = [-10, -9, -8, -1, 0, 1, 8, 9, 10];

/// `[index]`: the offsets of its set bits, eight at most, and their number.
const fn tables<const N: usize>(offset_of_bit: &[i16]) -> ([[u16; 8]; N], [u8; N]) {
    let (mut offsets, mut count) = ([[0; 8]; N], [0; N]);
    let mut index = 0;
    while index < N {
        let mut bit = 0;
        while bit < offset_of_bit.len() {
            if index >> bit & 1 == 1 && count[index] < 8 {
                offsets[index][count[index] as usize] = offset_of_bit[bit] as u16;
                count[index] += 1;
            }
            bit += 1;
        }
        index += 1;
    }
    (offsets, count)
}

/// Eight lanes with `base` added to each.
#[inline(always)]
fn add(base: u16, lanes: &[u16; 8]) -> [u16; 8] {
    let mut sum = *lanes;
    for lane in &mut sum {
        *lane = lane.wrapping_add(base);
    }
    sum
}

/// The nine index bits of [`STEP_OFFSETS`] for the neighbours of `from` in `targets`.
#[inline(always)]
fn window(from: Square, targets: Bitboard) -> usize {
    // Square `from - 10` comes to bit 0; the set has 47 spare bits above, so a shift by ten loses nothing.
    let bits = (targets.0 << 10 >> from.index()) as u64;
    (bits & 7 | bits >> 6 & 0b10_1000 | bits >> 12 & 0b1_1100_0000) as usize
}

/// Moves from `from` to every square of `targets`, all of which are neighbours of it. `flags` is 0 or the
/// promotion bit.
#[inline(always)]
pub(super) fn steps(from: Square, targets: Bitboard, flags: u16, out: &mut Writer<'_>) {
    let index = window(from, targets);
    let base = (from.raw() as u16 * 129) | flags;
    out.push_block(add(base, &STEP_OFFSETS[index]), STEP_COUNT[index] as usize);
}

/// Moves with a fixed origin to every square of a large set, eight squares at a time.
#[inline(always)]
pub(super) fn many<const N: usize>(bases: [u16; N], targets: Bitboard, out: &mut Writer<'_>) {
    let mut rest = targets.0;
    for chunk in 0..11 {
        let byte = rest as u8 as usize;
        rest >>= 8;
        for base in bases {
            out.push_block(add(base + 8 * chunk, &BYTE_OFFSETS[byte]), BYTE_COUNT[byte] as usize);
        }
    }
}
