//! Bins of like predicted spread, with the spread that was found and its interval by games.

use komadai_eval::reliability::{Expected, Tail};
use komadai_learn::reliability::{CalibrationBin, calibration_bins};

use crate::stats::bootstrap::Bootstrap;
use komadai_report::{Cell, Interval, Plot, Table};

/// Resamplings of the games of a bin.
const RESAMPLES: u32 = 400;

/// A bin of positions.
pub(super) struct Bin {
    predicted: f64,
    /// Standard deviation of the predictions: the paper's error bars.
    width: f64,
    found: Interval,
    deviation: f64,
    positions: usize,
}

impl Bin {
    fn holds(&self) -> bool {
        (self.found.low..=self.found.high).contains(&self.predicted)
    }
}

/// Half the width of the interval about 0 that holds as many differences as a standard deviation of normal ones, 68 %.
fn half_width(games: &[&[f64]]) -> f64 {
    let mut sizes = games.concat();
    let share = 2.0 * Tail::Normal.at_most(1.0) - 1.0;
    let place = ((sizes.len() as f64 * share) as usize).min(sizes.len() - 1);
    *sizes.select_nth_unstable_by(place, f64::total_cmp).1
}

/// The bins of rows by their predicted spreads, with the differences less their predicted centres.
pub(super) fn of(expected: &[Expected], differences: &[f64], of_games: &[u64], bins: usize) -> Vec<Bin> {
    let predicted: Vec<f64> = expected.iter().map(Expected::spread).collect();
    let centred: Vec<f64> =
        differences.iter().zip(expected).map(|(found, expected)| found - expected.centre).collect();
    let bootstrap = Bootstrap { resamples: RESAMPLES, ..Bootstrap::default() };
    let bin = |bin: CalibrationBin| {
        let mut members = bin.rows.clone();
        members.sort_by_key(|&row| of_games[row]);
        let games: Vec<Vec<f64>> = members
            .chunk_by(|&one, &next| of_games[one] == of_games[next])
            .map(|game| game.iter().map(|&row| centred[row].abs()).collect())
            .collect();
        let games: Vec<&[f64]> = games.iter().map(Vec::as_slice).collect();
        let found = bootstrap.interval(&games, |games| half_width(games)).expect("a bin has rows");
        Bin {
            predicted: bin.predicted,
            width: bin.width,
            found,
            deviation: bin.found(&centred),
            positions: bin.rows.len(),
        }
    };
    calibration_bins(&predicted, bins).into_iter().map(bin).collect()
}

pub(super) fn table(bins: &[Bin]) -> Table {
    let heading = ["positions", "predicted", "±", "found", "95 %", "holds", "standard deviation"];
    let mut table = Table::new(heading);
    for bin in bins {
        table.push([
            bin.positions.into(),
            Cell::real(bin.predicted, 0),
            Cell::real(bin.width, 0),
            Cell::real(bin.found.value, 0),
            Cell::ends(bin.found, 0),
            if bin.holds() { "yes" } else { "no" }.into(),
            Cell::real(bin.deviation, 0),
        ]);
    }
    table
}

/// How many bins hold what was predicted, and how far off predictions are, whichever way.
pub(super) fn summary(bins: &[Bin]) -> Table {
    let holds = bins.iter().filter(|bin| bin.holds()).count();
    let off = bins.iter().map(|bin| (bin.predicted / bin.found.value.max(1.0)).ln().abs()).sum::<f64>();
    let off = 100.0 * ((off / bins.len().max(1) as f64).exp() - 1.0);
    let positions: usize = bins.iter().map(|bin| bin.positions).sum();
    let mut table =
        Table::new(["positions", "bins", "hold the prediction in their 95 %", "off in the mean, %"]);
    table.push([positions.into(), bins.len().into(), holds.into(), Cell::real(off, 1)]);
    table
}

pub(super) fn figure(bins: &[Bin]) -> Plot {
    let mut plot = Plot::new("Predicted and found spread")
        .x_axis("predicted spread", "centipawns")
        .y_axis("found spread", "centipawns");
    let most = bins.iter().map(|bin| bin.predicted.max(bin.found.value)).fold(0.0, f64::max);
    plot = plot.line("predicted = found", [(0.0, 0.0), (most, most)]);
    plot = plot.scatter("bins", bins.iter().map(|bin| (bin.predicted, bin.found.value)));
    // Broken lines: the 95 % interval of each bin.
    let bars = bins.iter().flat_map(|bin| {
        [(bin.predicted, bin.found.low), (bin.predicted, bin.found.high), (f64::NAN, f64::NAN)]
    });
    plot.line("95 % by games", bars)
}
