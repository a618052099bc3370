//! Does a predicted spread hold? Figures 21 and 22 of paper 004 \[R18\].
//!
//! ```sh
//! cargo run --release -- calibration
//! cargo run --release -- calibration --samples out/samples.tsv --model out/spread.kmd --pair 2:6 --held-out 20
//! ```
//!
//! Positions of games that the model was not trained on are sorted by their predicted spread and divided into bins of equal size; in each
//! bin the differences of deep and shallow values should be spread as predicted. The spread of a bin is half the width of the interval that
//! holds 68 % of the differences, as in the model; for normal differences it is the standard deviation, which is shown beside it.
//!
//! A bin holds its prediction if its spread lies where 95 % of such bins would lie if every predicted spread were right: the differences,
//! each as a multiple of its predicted spread, are drawn anew for the positions of the bin. An interval of the bin's own differences would
//! be too narrow: few positions of a distribution with heavy tails seldom show the tail.
//!
//! Then the risk of a margin of 1, 2 or 3 spreads, by side: how often the deeper value lies farther below, and a cut above beta is wrong,
//! and how often farther above, and one below alpha is wrong. If the model is right, both sides are as foretold.
//!
//! The split by games is that of `train-reliability`: give the same `--held-out` and `--seed`, or samples of other games and
//! `--held-out 100`.

use std::io::Write;

use clap::Args;
use komadai_core::rng::SplitMix64;
use komadai_eval::reliability::{Expected, Tail};
use komadai_recipe::Parts;
use komadai_report::options::{HeldOut, Out};
use komadai_report::{Cell, Failure, Interval, Plot, Printed, Table};

use crate::reliability::{LIMIT, Sampling, SpreadModel, read_depths, split_by_game};
use crate::stats::by_game::MeanByGame;

/// A share is judged only if at least so many differences, of two games or more, are foretold beyond an end.
const FEWEST: f64 = 20.0;

/// Fewer positions are not judged: drawn anew, so few differences do not show how far spreads scatter.
const FEWEST_POSITIONS: usize = 32;

/// Samples, the model, and how it is judged.
#[derive(Args)]
pub(super) struct Options {
    #[command(flatten)]
    sampling: Sampling,
    #[command(flatten)]
    model: SpreadModel,
    /// The depths, shallow:deep [default: half of --depth and --depth].
    #[arg(long, value_name = "S:D", value_parser = read_depths)]
    pair: Option<(u32, u32)>,
    /// Number of bins; the paper has 128.
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..))]
    bins: u16,
    #[command(flatten)]
    held_out: HeldOut<100, 1, 100>,
    /// Uses only the position, not what the shallow search found.
    #[arg(long)]
    position_alone: bool,
    #[command(flatten)]
    out: Out,
}

pub(super) fn run(options: &Options, parts: &Parts) -> Result<Vec<Printed>, Failure> {
    let model = options.model.load()?;
    options.out.check()?;
    let (samples, deepest) = options.sampling.samples(parts)?;
    let (shallow, deep) = options.pair.unwrap_or((deepest / 2, deepest));
    let depths = (shallow as f32, deep as f32);
    let (_, held_out) = split_by_game(&samples, options.held_out.held_out, options.sampling.seed.seed);
    let weights = model.nearest(depths.0, depths.1).ok_or("the model has no pair of depths")?;
    let (mut expected, mut differences, mut games) = (Vec::new(), Vec::new(), Vec::new());
    for sample in &held_out {
        let Some(difference) = sample.difference(shallow, deep, LIMIT) else { continue };
        let facts = sample.facts(shallow).filter(|_| !options.position_alone);
        expected.extend(match facts {
            Some(facts) => model.after_search(&sample.position, depths.0, depths.1, &facts),
            None => model.expected(&sample.position, depths.0, depths.1),
        });
        differences.push(f64::from(difference));
        games.push(sample.game);
    }
    if games.len() < FEWEST_POSITIONS {
        let found = format!("{} samples, expected at least {FEWEST_POSITIONS}", games.len());
        return Err(format!("depths {shallow} and {deep}: {found}").into());
    }
    let predicted: Vec<f64> = expected.iter().map(Expected::spread).collect();
    let centred: Vec<f64> =
        differences.iter().zip(&expected).map(|(found, expected)| found - expected.centre).collect();
    let found = bins(&predicted, &centred, &games, options.bins.into(), half_width);
    let mut report = options.out.report();
    let (positions, left_out, features) = (games.len(), held_out.len() - games.len(), model.features);
    let of_model = format!("model of {} and {} by {features}", weights.shallow, weights.deep);
    writeln!(report, "depths {shallow} and {deep}, {of_model}: {positions} positions, {left_out} left out")?;
    report.table("Predicted and found spread, centipawns", "calibration.csv", &table(&found))?;
    let mut off = Table::new(SUMMARY);
    off.push(summary(&found));
    report.table("How far predictions are off", "bins.csv", &off)?;
    let title =
        "Risk of a margin by side of the window, of all positions and by quarters of their predicted spread";
    report.table(title, "risk.csv", &risk(&predicted, &expected, &differences, &games))?;
    report.figure("calibration.svg", &figure("spread", &found))?;
    Ok(report.finish()?)
}

/// The positions of the rows of [`risk`]: all, and by quarters of the predicted spread. If one tail for all positions does not fit the
/// quarters alike, a tail by features would fit better.
const QUARTERS: [&str; 5] = ["any", "lowest quarter", "second", "third", "highest quarter"];

/// Rows for 1, 2 and 3 spreads: how often a difference lies beyond so many on either side. A margin that wide is wrong above beta if the
/// deeper value falls beyond the lower end, and below alpha if it rises beyond the upper one.
fn risk(predicted: &[f64], expected: &[Expected], differences: &[f64], games: &[u64]) -> Table {
    let mut table = Table::new([
        "predicted spread",
        "spreads",
        "positions",
        "foretold, %",
        "above beta, %",
        "95 %",
        "below alpha, %",
        "95 %",
        "both as foretold",
    ])
    .keys(2);
    let quarters = equal_bins(predicted, 4);
    let all = std::iter::once((0..games.len()).collect::<Vec<usize>>());
    for (name, mut rows) in QUARTERS.into_iter().zip(all.chain(quarters)) {
        rows.sort_by_key(|&row| games[row]);
        let games: Vec<u64> = rows.iter().map(|&row| games[row]).collect();
        let percent = |hit: &dyn Fn(usize) -> bool| {
            let share = MeanByGame::of_rows(&games, |place| f64::from(hit(rows[place])));
            share.share_95().map(|share| share.map(|share| 100.0 * share))
        };
        for spreads in [1.0, 2.0, 3.0] {
            let each = rows.iter().map(|&row| expected[row].tail.beyond(spreads));
            let foretold = 100.0 * each.sum::<f64>() / rows.len() as f64;
            let high = percent(&|row| differences[row] < expected[row].ends(spreads).0);
            let low = percent(&|row| differences[row] > expected[row].ends(spreads).1);
            let holds = |side: Interval| (side.low..=side.high).contains(&foretold);
            let verdict = match high.zip(low) {
                Some((high, low)) if foretold / 100.0 * (rows.len() as f64) >= FEWEST => {
                    if holds(high) && holds(low) { "yes" } else { "no" }
                }
                _ => "too few to say",
            };
            let first = [name.into(), Cell::Real(spreads, 0), rows.len().into(), Cell::Real(foretold, 2)];
            let sides = [Cell::estimate(high, 2), Cell::estimate(low, 2)].concat();
            table.push(first.into_iter().chain(sides).chain([verdict.into()]));
        }
    }
    table
}

/// How often the differences of a bin are drawn anew.
const DRAWS: usize = 1_000;

/// A bin of positions.
pub(super) struct Bin {
    predicted: f64,
    /// Standard deviation of the predictions: the paper's error bars.
    width: f64,
    found: f64,
    /// Where 95 % of such bins would lie if every predicted spread were right; its middle is the median.
    foretold: Interval,
    deviation: f64,
    positions: usize,
}

impl Bin {
    /// Whether the spread found agrees with the prediction.
    fn holds(&self) -> bool {
        (self.foretold.low..=self.foretold.high).contains(&self.found)
    }
}

/// Half the width of the interval about 0 that holds 68 % of the differences, as a standard deviation does of normal ones.
fn half_width(sizes: &mut [f64]) -> f64 {
    let share = 2.0 * Tail::Normal.at_most(1.0) - 1.0;
    let place = ((sizes.len() as f64 * share) as usize).min(sizes.len() - 1);
    *sizes.select_nth_unstable_by(place, f64::total_cmp).1
}

/// The standard deviation about 0.
pub(super) fn deviation(sizes: &mut [f64]) -> f64 {
    (sizes.iter().map(|size| size * size).sum::<f64>() / sizes.len().max(1) as f64).sqrt()
}

/// Bins of rows by predicted spread, each with the measure of the sizes of its differences, taken from the predicted centres. When
/// differences are drawn anew, the positions of a game get neighbouring differences of one game, since these may be alike.
pub(super) fn bins(
    predicted: &[f64],
    differences: &[f64],
    of_games: &[u64],
    bins: usize,
    measure: fn(&mut [f64]) -> f64,
) -> Vec<Bin> {
    let mut by_game: Vec<usize> = (0..of_games.len()).collect();
    by_game.sort_by_key(|&row| of_games[row]);
    // As multiples of the predicted spread, scaled to measure 1.
    let mut relative: Vec<f64> = by_game.iter().map(|&row| differences[row].abs() / predicted[row]).collect();
    let unit = measure(&mut relative.clone());
    for size in &mut relative {
        *size /= unit;
    }
    let mut rng = SplitMix64::new(1);
    let bin = |rows: Vec<usize>| {
        let n = rows.len() as f64;
        let mean = rows.iter().map(|&row| predicted[row]).sum::<f64>() / n;
        let square = rows.iter().map(|&row| (predicted[row] - mean).powi(2)).sum::<f64>() / n;
        let sizes = |rows: &[usize]| -> Vec<f64> { rows.iter().map(|&row| differences[row].abs()).collect() };
        let mut members = rows.clone();
        members.sort_by_key(|&row| of_games[row]);
        let mut draw = |_| {
            let mut drawn = Vec::with_capacity(members.len());
            for game in members.chunk_by(|&one, &next| of_games[one] == of_games[next]) {
                let from = rng.below(relative.len() as u64) as usize;
                let sizes = relative[from..].iter().chain(&relative);
                drawn.extend(game.iter().zip(sizes).map(|(&row, size)| predicted[row] * size));
            }
            measure(&mut drawn)
        };
        let mut drawn: Vec<f64> = (0..DRAWS).map(&mut draw).collect();
        drawn.sort_by(f64::total_cmp);
        let [low, value, high] = [DRAWS / 40, DRAWS / 2, DRAWS - 1 - DRAWS / 40].map(|place| drawn[place]);
        let foretold = Interval { value, low, high };
        let found = measure(&mut sizes(&members));
        let deviation = deviation(&mut sizes(&rows));
        Bin { predicted: mean, width: square.sqrt(), found, foretold, deviation, positions: rows.len() }
    };
    equal_bins(predicted, bins).map(bin).collect()
}

/// Rows in bins of equal size, by predicted spread; the paper has 128 bins. Fewer if there are fewer rows; there is at least one row.
fn equal_bins(predicted: &[f64], bins: usize) -> impl Iterator<Item = Vec<usize>> {
    let mut order: Vec<usize> = (0..predicted.len()).collect();
    order.sort_by(|&a, &b| predicted[a].total_cmp(&predicted[b]));
    let bins = bins.min(order.len());
    (0..bins).map(move |bin| order[bin * order.len() / bins..(bin + 1) * order.len() / bins].to_vec())
}

fn table(bins: &[Bin]) -> Table {
    Table::of(bins)
        .column("positions", |bin| bin.positions)
        .real("predicted", 0, |bin| bin.predicted)
        .real("±", 0, |bin| bin.width)
        .real("found", 0, |bin| bin.found)
        .column("95 % if right", |bin| Cell::Ends(bin.foretold, 0))
        .column("holds", |bin| if bin.holds() { "yes" } else { "no" })
        .real("standard deviation", 0, |bin| bin.deviation)
        .table()
}

/// Headings of [`summary`].
pub(super) const SUMMARY: [&str; 4] = ["positions", "bins", "hold the prediction", "off in the mean, %"];

/// How many bins hold their prediction (95 % would if all predictions were right), and how far off they are in either direction.
pub(super) fn summary(bins: &[Bin]) -> [Cell; 4] {
    let holds = bins.iter().filter(|bin| bin.holds()).count();
    let off = bins.iter().map(|bin| (bin.predicted / bin.found.max(1.0)).ln().abs()).sum::<f64>();
    let off = 100.0 * ((off / bins.len().max(1) as f64).exp() - 1.0);
    let positions: usize = bins.iter().map(|bin| bin.positions).sum();
    [positions.into(), bins.len().into(), holds.into(), Cell::Real(off, 1)]
}

/// Figure of the bins: what was predicted of this measure of the differences, and what was found.
pub(super) fn figure(measure: &str, bins: &[Bin]) -> Plot {
    let mut plot = Plot::new(&format!("Predicted and found {measure}"))
        .x_axis(&format!("predicted {measure}"), "centipawns")
        .y_axis(&format!("found {measure}"), "centipawns");
    let most = bins.iter().map(|bin| bin.predicted.max(bin.found)).fold(0.0, f64::max);
    plot = plot.line("predicted = found", [(0.0, 0.0), (most, most)]);
    plot = plot.scatter("bins", bins.iter().map(|bin| (bin.predicted, bin.found)));
    // Broken lines: where 95 % of such bins would lie.
    let bars = bins.iter().flat_map(|bin| {
        [(bin.predicted, bin.foretold.low), (bin.predicted, bin.foretold.high), (f64::NAN, f64::NAN)]
    });
    plot.line("95 % if predictions are right", bars)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_have_equal_numbers_of_the_rows_by_what_is_predicted() {
        assert!(equal_bins(&[300.0, 100.0, 120.0, 280.0], 2).eq([[1, 2], [3, 0]]));
        assert!(equal_bins(&[2.0, 1.0], 9).eq([[1], [0]]));
    }

    #[test]
    fn risks_are_judged_by_games_however_many_positions_they_have() {
        let verdict = |positions: u64, games: u64, difference: fn(u64) -> f64| {
            let expected = vec![Expected::symmetric(0.0, 100.0, Tail::Normal); positions as usize];
            let differences: Vec<f64> = (0..positions).map(difference).collect();
            let games: Vec<u64> = (0..positions).map(|row| row * games / positions).collect();
            let predicted = vec![100.0; positions as usize];
            risk(&predicted, &expected, &differences, &games).rows()[0].last().unwrap().shown()
        };
        // 63 of 400 are foretold beyond one spread on either side: 67 lie below, none above.
        let below = |row| if row % 6 == 0 { -150.0 } else { 0.0 };
        assert_eq!([1, 40].map(|games| verdict(400, games, below)), ["too few to say", "no"]);
        // In each of three games one position in six lies beyond one spread on either side, exactly as foretold, by chance.
        let alike = |row| [-150.0, 0.0, 0.0, 150.0, 0.0, 0.0][row as usize % 6];
        assert_eq!(verdict(180, 3, alike), "yes");
    }

    #[test]
    fn right_predictions_hold_in_95_bins_of_100_and_wrong_ones_do_not() {
        // Differences with the tail of Student's t of four degrees of freedom (Bailey, Mathematics of Computation 62, 1994).
        let mut rng = SplitMix64::new(7);
        let mut student = || {
            let (size, angle) = (1.0 - rng.unit(), std::f64::consts::TAU * rng.unit());
            (4.0 * (size.powf(-0.5) - 1.0)).sqrt() * angle.cos()
        };
        let spread = |row: usize| 50.0 + row as f64 * 0.15;
        let differences: Vec<f64> = (0..1_200).map(|row| spread(row) * student()).collect();
        let games: Vec<u64> = (0..1_200).map(|row| row % 200).collect();
        let holding = |predicted: &dyn Fn(f64) -> f64, measure| {
            let predicted: Vec<f64> = (0..1_200).map(|row| predicted(spread(row))).collect();
            let found = bins(&predicted, &differences, &games, 40, measure);
            found.iter().filter(|bin| bin.holds()).count()
        };
        let width = Tail::StudentT { freedom: 4.0 }.width();
        for (of_scale, measure) in [(width, half_width as fn(&mut [f64]) -> f64), (2.0_f64.sqrt(), deviation)]
        {
            let right = holding(&|spread| of_scale * spread, measure);
            assert!((34..=40).contains(&right), "{right}");
        }
        let wrong = holding(&|_| width * 140.0, half_width);
        assert!(wrong < 27, "{wrong}");
    }
}
