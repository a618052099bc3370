//! What a search has found, beside the position: corrections fitted and judged.

use komadai_eval::reliability::{AfterSearch, ReliabilityModel, SearchFacts, Tail};
use komadai_learn::reliability::{FactRows, Sample, fit_after_search};

use super::tables::with_half;
use crate::reliability::LIMIT;
use crate::stats::by_game::MeanByGame;
use komadai_report::{Cell, Failure, Table};

/// Learns the corrections of the first pair of depths from training samples, in so many iterations of L-BFGS at most.
pub(super) fn fit(
    model: &ReliabilityModel,
    training: &[&Sample],
    iterations: u32,
) -> Result<AfterSearch, Failure> {
    let rows = FactRows::of(training.iter().copied(), model, &model.pairs[0], LIMIT);
    Ok(fit_after_search(&rows, iterations)?)
}

/// The position alone and the facts beside it, on held-out games.
pub(super) fn table(model: &ReliabilityModel, after: &AfterSearch, held_out: &[&Sample]) -> Table {
    let mut table = Table::new(["known", "held out", "gain", "freedom", "1 σ, % (expected)", "2 σ", "3 σ"]);
    let pair = &model.pairs[0];
    let rows = FactRows::of(held_out.iter().copied(), model, pair, LIMIT);
    let nothing = AfterSearch {
        tail: pair.tail,
        factors: vec![0.0; SearchFacts::FEATURES],
        centres: vec![0.0; SearchFacts::FEATURES],
    };
    // Log-likelihoods and sizes in scales, a row each.
    let judge = |weights: &AfterSearch| -> (Vec<f64>, Vec<f64>) {
        let each = rows.differences().iter().zip(rows.expected(weights));
        each.map(|(&g, expected)| (expected.log_density(g.into()), expected.scales_off(g.into()))).unzip()
    };
    let mean = |number: &dyn Fn(usize) -> f64| with_half(&MeanByGame::of_rows(rows.games(), number), 4);
    let (alone, _) = judge(&nothing);
    for (name, weights) in [("position", &nothing), ("and what was found", after)] {
        let (likelihoods, sizes) = judge(weights);
        let gain = mean(&|row| likelihoods[row] - alone[row]);
        let mut row: Vec<Cell> = vec![name.into(), mean(&|row| likelihoods[row])];
        row.push(if name == "position" { Cell::Empty } else { gain });
        row.push(match weights.tail {
            Tail::StudentT { freedom } => Cell::real(freedom, 2),
            Tail::Normal => Cell::Empty,
        });
        for most in [1.0, 2.0, 3.0] {
            let within = sizes.iter().filter(|&&size| size <= most).count();
            let within = 100.0 * within as f64 / sizes.len().max(1) as f64;
            let expected = 100.0 * (2.0 * weights.tail.at_most(most) - 1.0);
            row.push(format!("{within:.1} ({expected:.1})").into());
        }
        table.push(row);
    }
    table
}

/// Factors of the scale and centres by feature.
pub(super) fn weights(after: &AfterSearch) -> Table {
    let mut table = Table::new(["what the search found", "spread times", "centre, centipawns"]);
    for (feature, (&factor, &centre)) in (0..).zip(after.factors.iter().zip(&after.centres)) {
        let name = SearchFacts::describe(feature);
        table.push([name.into(), Cell::real(f64::from(factor).exp(), 2), Cell::real(centre.into(), 0)]);
    }
    table
}
