//! The tables of the experiment.

use komadai_eval::FeatureSet;
use komadai_eval::reliability::{Describe, Sides, SpreadFeatures, SpreadWeights};

use super::fits::Fit;
use crate::stats::by_game::MeanByGame;
use komadai_report::{Cell, Table};

/// Sets of table 1: the paper's three, and between the first two what a constant tells.
pub(super) const SETS: [SpreadFeatures; 5] = [
    SpreadFeatures::ProgressAlone,
    SpreadFeatures::Constant,
    SpreadFeatures::Progress,
    SpreadFeatures::ProgressParts,
    SpreadFeatures::All,
];
/// Training and development data of the paper's table 1.
const PAPER: [Option<(f64, f64)>; 5] =
    [Some((-7.367, -7.363)), None, None, Some((-7.074, -7.071)), Some((-7.054, -7.053))];

/// A mean with the half width of its interval, which one game does not have.
pub(super) fn with_half(mean: &MeanByGame, decimals: usize) -> Cell {
    let (mean, half) = (mean.mean(), mean.half_width_95());
    if half.is_finite() {
        format!("{mean:.decimals$} ± {half:.decimals$}").into()
    } else {
        format!("{mean:.decimals$}").into()
    }
}

/// Table 1, beside the paper's figures if the form is the paper's.
pub(super) fn sets(fits: &[Fit], is_paper: bool) -> Table {
    let heading = [
        "features",
        "number",
        "training",
        "positions learned from",
        "held out",
        "positions held out",
        "gain over the row above",
        "over the paper's row above",
        "paper: training",
        "development",
    ];
    let mut table = Table::new(heading);
    for (index, (fit, paper)) in fits.iter().zip(PAPER).enumerate() {
        let gain =
            |above: Option<usize>| above.map_or(Cell::Empty, |above| with_half(&fit.gain(&fits[above]), 4));
        let papers = paper.and_then(|_| PAPER[..index].iter().rposition(Option::is_some));
        let [train, develop] =
            paper.filter(|_| is_paper).map_or([Cell::Empty, Cell::Empty], |(train, develop)| {
                [Cell::real(train, 3), Cell::real(develop, 3)]
            });
        table.push([
            fit.form.features.to_string().into(),
            fit.form.features.len().into(),
            Cell::real(fit.train, 4),
            fit.rows.into(),
            with_half(&fit.held_out(), 4),
            fit.held_out().moves().into(),
            gain(index.checked_sub(1)),
            gain(papers),
            train,
            develop,
        ]);
    }
    table
}

/// Links and tails beside the paper's form, which comes first.
pub(super) fn forms(fits: &[Fit]) -> Table {
    let mut table = Table::new([
        "form",
        "training",
        "held out",
        "gain over the first",
        "degrees of freedom",
        "evaluations",
    ]);
    for fit in fits {
        table.push([
            fit.form.name().into(),
            Cell::real(fit.train, 4),
            with_half(&fit.held_out(), 4),
            with_half(&fit.gain(&fits[0]), 4),
            fit.freedom().map(|freedom| Cell::real(freedom, 2)).into(),
            fit.evaluations.into(),
        ]);
    }
    table
}

/// Share of differences within 1, 2 and 3 σ, and as the form expects.
pub(super) fn tails(fits: &[Fit]) -> Table {
    let mut table = Table::new(["form", "1 σ", "expected", "2 σ", "expected", "3 σ", "expected"]);
    for fit in fits {
        let mut row: Vec<Cell> = vec![fit.form.name().into()];
        for sizes in [1.0, 2.0, 3.0] {
            row.push(Cell::real(100.0 * fit.within(sizes), 2));
            row.push(Cell::real(100.0 * fit.expected(sizes), 2));
        }
        table.push(row);
    }
    table
}

/// A row a pair of depths.
pub(super) fn pairs(fits: &[Fit]) -> Table {
    let mut table =
        Table::new(["depths", "positions", "training", "held out", "degrees of freedom", "evaluations"]);
    for fit in fits {
        table.push([
            format!("{} and {}", fit.pair.0, fit.pair.1).into(),
            fit.rows.into(),
            Cell::real(fit.train, 4),
            with_half(&fit.held_out(), 4),
            fit.freedom().map(|freedom| Cell::real(freedom, 2)).into(),
            fit.evaluations.into(),
        ]);
    }
    table
}

/// The features that widen and narrow the spread most, by their factor.
pub(super) fn weights(fit: &Fit, rows: usize) -> Table {
    let mut order: Vec<usize> = (1..fit.weights.weights.len()).collect();
    order.sort_by(|&a, &b| fit.weights.weights[b].total_cmp(&fit.weights.weights[a]));
    let mut table = Table::new(["spread times", "feature"]);
    let narrow = order.iter().rev().take(rows).rev();
    for &feature in order.iter().take(rows).chain(narrow) {
        let factor = f64::from(fit.weights.weights[feature]).exp();
        table.push([Cell::real(factor, 2), fit.form.features.describe(feature as u32).into()]);
    }
    table
}

/// Title of the table of sides.
pub(super) const SIDES: &str =
    "Middle of the differences and width on either side of it, in scales of the position";

/// Middles and widths of the sides of pairs of depths, each with the number of positions that they were learned from.
pub(super) fn sides<'a>(found: impl IntoIterator<Item = (&'a SpreadWeights, usize)>) -> Table {
    let mut table = Table::new(["depths", "positions", "centre", "scale below", "above"]);
    for (SpreadWeights { shallow, deep, sides: Sides { centre, below, above }, .. }, rows) in found {
        let numbers = [centre, below, above].map(|&number| Cell::real(number.into(), 3));
        table.push([format!("{shallow} and {deep}").into(), rows.into()].into_iter().chain(numbers));
    }
    table
}
