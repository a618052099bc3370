//! What a search has found, beside the position: corrections fitted and judged.

use komadai::eval::reliability::{AfterSearch, Expected, ReliabilityModel, SearchFacts, SpreadWeights, Tail};
use komadai::learn::reliability::{FactRows, Sample, fit_after_search};
use komadai_report::{Cell, Failure, Table};

use crate::fits::mean_by_game;
use crate::tables::with_half;

/// Values farther from 0 are left out, and iterations of L-BFGS at most.
#[derive(Clone, Copy)]
pub(crate) struct Bounds {
    pub(crate) limit: i32,
    pub(crate) iterations: u32,
}

/// Learns the corrections of a pair of depths from training samples.
pub(crate) fn fit(
    model: &ReliabilityModel,
    pair: &SpreadWeights,
    training: &[&Sample],
    bounds: Bounds,
) -> Result<AfterSearch, Failure> {
    let rows = FactRows::of(training.iter().copied(), model, pair, bounds.limit);
    Ok(fit_after_search(&rows, bounds.iterations)?)
}

/// Log-likelihoods and sizes in scales of rows.
struct Judged {
    likelihoods: Vec<f64>,
    sizes: Vec<f64>,
}

fn judge(rows: &FactRows, expected: impl Iterator<Item = Expected>) -> Judged {
    let each = rows
        .differences()
        .iter()
        .zip(expected)
        .map(|(g, expected)| (expected.log_density(*g), expected.scales_off(*g)));
    let (likelihoods, sizes) = each.unzip();
    Judged { likelihoods, sizes }
}

fn mean(rows: &FactRows, number: impl Fn(usize) -> f64) -> Cell {
    with_half(mean_by_game(rows.games(), number), 4)
}

/// The position alone and the facts beside it, on held-out games.
pub(crate) fn table(
    model: &ReliabilityModel,
    pair: &SpreadWeights,
    after: &AfterSearch,
    held_out: &[&Sample],
    limit: i32,
) -> Table {
    let mut table = Table::new(["known", "held out", "gain", "freedom", "1 σ, % (expected)", "2 σ", "3 σ"]);
    let rows = FactRows::of(held_out.iter().copied(), model, pair, limit);
    let nothing = AfterSearch {
        tail: pair.tail,
        factors: vec![0.0; SearchFacts::FEATURES],
        centres: vec![0.0; SearchFacts::FEATURES],
    };
    let alone = judge(&rows, rows.expected(&nothing));
    for (name, weights) in [("position", &nothing), ("and what was found", after)] {
        let judged = judge(&rows, rows.expected(weights));
        let mut row: Vec<Cell> = vec![name.into(), mean(&rows, |row| judged.likelihoods[row])];
        let gain = mean(&rows, |row| judged.likelihoods[row] - alone.likelihoods[row]);
        row.push(if name == "position" { Cell::Empty } else { gain });
        row.push(match weights.tail {
            Tail::StudentT { freedom } => Cell::real(freedom, 2),
            Tail::Normal => Cell::Empty,
        });
        for sizes in [1.0, 2.0, 3.0] {
            let within = judged.sizes.iter().filter(|&&size| size <= sizes).count();
            let within = 100.0 * within as f64 / judged.sizes.len().max(1) as f64;
            let expected = 100.0 * (2.0 * weights.tail.at_most(sizes) - 1.0);
            row.push(format!("{within:.1} ({expected:.1})").into());
        }
        table.push(row);
    }
    table
}

/// Factors of the scale and centres by feature.
pub(crate) fn weights(after: &AfterSearch) -> Table {
    let mut table = Table::new(["what the search found", "spread times", "centre, centipawns"]);
    for (feature, (&factor, &centre)) in (0..).zip(after.factors.iter().zip(&after.centres)) {
        let name = SearchFacts::describe(feature);
        table.push([name.into(), Cell::real(f64::from(factor).exp(), 2), Cell::real(centre.into(), 0)]);
    }
    table
}
