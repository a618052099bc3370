//! The tables of the experiment.

use komadai_eval::FeatureSet;
use komadai_eval::reliability::{Sides, SpreadWeights, Tail};

use super::fits::Fit;
use crate::stats::by_game::MeanByGame;
use komadai_report::{Cell, Table};

/// Training and development data of the paper's table 1, for each of `SpreadFeatures::ALL`: the paper has three of them; a constant alone,
/// and progress with a constant, are ours.
const PAPER: [Option<(f64, f64)>; 5] =
    [Some((-7.367, -7.363)), None, None, Some((-7.074, -7.071)), Some((-7.054, -7.053))];

/// A mean with the half width of its interval, which one game does not have.
pub(super) fn with_half(mean: &MeanByGame) -> Cell {
    let (mean, half) = (mean.mean(), mean.half_width_95());
    let half = if half.is_finite() { format!(" ± {half:.4}") } else { String::new() };
    format!("{mean:.4}{half}").into()
}

/// Degrees of freedom of Student's t, which a normal distribution does not have.
pub(super) fn freedom(tail: Tail) -> Cell {
    match tail {
        Tail::Normal => Cell::Empty,
        Tail::StudentT { freedom } => Cell::Real(freedom, 2),
    }
}

/// Table 1, beside the paper's figures if the form is the paper's.
pub(super) fn sets(fits: &[Fit], is_paper: bool) -> Table {
    let paper = |index: usize| PAPER[index].filter(|_| is_paper);
    let papers_above = |index: usize| PAPER[index].and(PAPER[..index].iter().rposition(Option::is_some));
    Table::of(fits.iter().enumerate())
        .column("features", |(_, fit)| fit.form.features.to_string())
        .column("number", |(_, fit)| fit.form.features.len())
        .real("training", 4, |(_, fit)| fit.train)
        .column("positions learned from", |(_, fit)| fit.rows)
        .column("held out", |(_, fit)| with_half(&fit.held_out()))
        .column("positions held out", |(_, fit)| fit.held_out().moves())
        .column("gain over the row above", |(index, fit)| {
            index.checked_sub(1).map(|above| with_half(&fit.gain(&fits[above])))
        })
        .column("over the paper's row above", |(index, fit)| {
            papers_above(index).map(|above| with_half(&fit.gain(&fits[above])))
        })
        .column("paper: training", |(index, _)| paper(index).map(|(train, _)| Cell::Real(train, 3)))
        .column("development", |(index, _)| paper(index).map(|(_, develop)| Cell::Real(develop, 3)))
        .table()
}

/// Links and tails beside the paper's form, which comes first.
pub(super) fn forms(fits: &[Fit]) -> Table {
    Table::of(fits)
        .column("form", |fit| fit.form.name())
        .real("training", 4, |fit| fit.train)
        .column("held out", |fit| with_half(&fit.held_out()))
        .column("gain over the first", |fit| with_half(&fit.gain(&fits[0])))
        .column("degrees of freedom", |fit| freedom(fit.weights.tail))
        .column("evaluations", |fit| fit.evaluations)
        .table()
}

/// Share of differences within 1, 2 and 3 σ, and as the form expects.
pub(super) fn tails(fits: &[Fit]) -> Table {
    let headings = ["1 σ", "expected", "2 σ", "expected", "3 σ", "expected"];
    Table::of(fits)
        .column("form", |fit| fit.form.name())
        .columns(headings, |fit| {
            let shares =
                [1.0, 2.0, 3.0].into_iter().flat_map(|sizes| [fit.within(sizes), fit.expected(sizes)]);
            shares.map(|share| Cell::Real(100.0 * share, 2))
        })
        .table()
}

/// One row per pair of depths.
pub(super) fn pairs(fits: &[Fit]) -> Table {
    Table::of(fits)
        .column("depths", |fit| format!("{} and {}", fit.pair.0, fit.pair.1))
        .column("positions", |fit| fit.rows)
        .real("training", 4, |fit| fit.train)
        .column("held out", |fit| with_half(&fit.held_out()))
        .column("degrees of freedom", |fit| freedom(fit.weights.tail))
        .column("evaluations", |fit| fit.evaluations)
        .table()
}

/// The features that widen and narrow the spread most, by their factor.
pub(super) fn weights(fit: &Fit, rows: usize) -> Table {
    let mut order: Vec<usize> = (1..fit.weights.weights.len()).collect();
    order.sort_by(|&a, &b| fit.weights.weights[b].total_cmp(&fit.weights.weights[a]));
    let mut table = Table::new(["spread times", "feature"]);
    let narrow = order.iter().rev().take(rows).rev();
    for &feature in order.iter().take(rows).chain(narrow) {
        let factor = f64::from(fit.weights.weights[feature]).exp();
        table.push([Cell::Real(factor, 2), fit.form.features.describe(feature as u32).into()]);
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
        let numbers = [centre, below, above].map(|&number| Cell::Real(number.into(), 3));
        table.push([format!("{shallow} and {deep}").into(), rows.into()].into_iter().chain(numbers));
    }
    table
}
