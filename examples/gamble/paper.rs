//! Table 4 of paper 004.

/// Lower ends of the paper's bands of values, in centipawns, but for the lowest, which has none.
pub(crate) const BANDS: [i32; 5] = [-1_000, -500, 0, 500, 1_000];

/// Positions whose result the gamble turned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Turned {
    /// From loss to win.
    pub(crate) saved: u64,
    /// From win to loss.
    pub(crate) lost: u64,
}

/// What the paper found after so many moves.
struct AfterMoves {
    ply: u16,
    /// Those whose games were decided.
    positions: u64,
    /// `[band]`: from loss to win and from win to loss, by the static value for Black.
    bands: [(u64, u64); 6],
}

const TABLE_4: [AfterMoves; 2] = [
    AfterMoves { ply: 79, positions: 822, bands: [(5, 3), (16, 14), (33, 40), (50, 67), (36, 31), (15, 33)] },
    AfterMoves { ply: 119, positions: 312, bands: [(0, 1), (7, 6), (10, 8), (6, 8), (9, 9), (12, 6)] },
];

/// The paper's numbers after so many moves, by the static value for the side that gambles; `None` for other plies.
///
/// After 79 and 119 moves White moves, and section 4.4.2 speaks of White's gambles where values from 1,000 on favour Black: a
/// band of White's values is the one on the other side of 0 in the paper's table.
pub(crate) fn turned(ply: u16, band: usize) -> Option<Turned> {
    let row = TABLE_4.iter().find(|row| row.ply == ply)?;
    let &(saved, lost) = row.bands.iter().rev().nth(band)?;
    Some(Turned { saved, lost })
}

/// The number of positions after so many moves, and all bands.
pub(crate) fn total(ply: u16) -> Option<(u64, Turned)> {
    let row = TABLE_4.iter().find(|row| row.ply == ply)?;
    let sum =
        |sum: Turned, &(saved, lost): &(u64, u64)| Turned { saved: sum.saved + saved, lost: sum.lost + lost };
    Some((row.positions, row.bands.iter().fold(Turned::default(), sum)))
}
