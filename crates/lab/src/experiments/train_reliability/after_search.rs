//! What a search has found, in addition to the position: corrections fitted and judged.

use komadai_eval::reliability::{AfterSearch, Expected, ReliabilityModel, SearchFacts, Tail};
use komadai_learn::reliability::{FactRows, Sample, fit_after_search};

use super::tables::{freedom, with_half};
use crate::reliability::LIMIT;
use crate::stats::by_game::MeanByGame;
use komadai_report::{Cell, Failure, Table};

/// Learns the corrections of the first pair of depths from training samples, in at most `iterations` iterations of L-BFGS.
pub(super) fn fit(
    model: &ReliabilityModel,
    training: &[&Sample],
    iterations: u32,
) -> Result<AfterSearch, Failure> {
    let rows = FactRows::of(training.iter().copied(), model, &model.pairs[0], LIMIT);
    Ok(fit_after_search(&rows, iterations)?)
}

/// Held-out games judged by the position alone, with its sides, and with the facts as well.
pub(super) struct Judged {
    games: Vec<u64>,
    /// `[row]`: log-likelihoods, and sizes in scales.
    alone: (Vec<f64>, Vec<f64>),
    found: (Vec<f64>, Vec<f64>),
    /// Tails of both.
    tails: [Tail; 2],
}

impl Judged {
    pub(super) fn of(model: &ReliabilityModel, after: &AfterSearch, held_out: &[&Sample]) -> Judged {
        let pair = &model.pairs[0];
        let rows = FactRows::of(held_out.iter().copied(), model, pair, LIMIT);
        let nothing = AfterSearch { tail: pair.tail, factors: Vec::new(), centres: Vec::new() };
        let of_scale = |about_0: Expected| Expected::by_sides(about_0.below, pair.sides, pair.tail);
        let judge = |expected: Vec<Expected>| -> (Vec<f64>, Vec<f64>) {
            let each = rows.differences().iter().zip(expected);
            each.map(|(&g, expected)| (expected.log_density(g.into()), expected.scales_off(g.into()))).unzip()
        };
        let alone = judge(rows.expected(&nothing).map(of_scale).collect());
        let found = judge(rows.expected(after).collect());
        Judged { games: rows.games().to_vec(), alone, found, tails: [pair.tail, after.tail] }
    }

    /// How much likelier a held-out row is with the facts.
    pub(super) fn gain(&self) -> MeanByGame {
        MeanByGame::of_rows(&self.games, |row| self.found.0[row] - self.alone.0[row])
    }

    pub(super) fn table(&self) -> Table {
        let mut table =
            Table::new(["known", "held out", "gain", "freedom", "1 σ, % (expected)", "2 σ", "3 σ"]);
        let gain = with_half(&self.gain());
        let [of_position, of_search] = self.tails;
        for (name, gain, tail, (likelihoods, sizes)) in [
            ("position", Cell::Empty, of_position, &self.alone),
            ("and what was found", gain, of_search, &self.found),
        ] {
            let held_out = MeanByGame::of_rows(&self.games, |row| likelihoods[row]);
            let mut row: Vec<Cell> = vec![name.into(), with_half(&held_out), gain, freedom(tail)];
            for most in [1.0, 2.0, 3.0] {
                let within = sizes.iter().filter(|&&size| size <= most).count();
                let within = 100.0 * within as f64 / sizes.len().max(1) as f64;
                let expected = 100.0 * (2.0 * tail.at_most(most) - 1.0);
                row.push(format!("{within:.1} ({expected:.1})").into());
            }
            table.push(row);
        }
        table
    }
}

/// Factors of the scale and centres by feature.
pub(super) fn weights(after: &AfterSearch) -> Table {
    let mut table = Table::new(["what the search found", "spread times", "centre, centipawns"]);
    for (feature, (&factor, &centre)) in (0..).zip(after.factors.iter().zip(&after.centres)) {
        let name = SearchFacts::describe(feature);
        table.push([name.into(), Cell::Real(f64::from(factor).exp(), 2), Cell::Real(centre.into(), 0)]);
    }
    table
}

#[cfg(test)]
mod tests {
    use komadai_core::{Move, Position, Value};
    use komadai_eval::reliability::{Link, Sides, SpreadFeatures, SpreadWeights};
    use komadai_search::Iteration;

    use super::*;

    #[test]
    fn what_the_sides_of_a_model_know_is_no_gain_of_a_search() {
        // Differences about −100, as the sides say; after the search the same is said.
        let best: Move = "7g7f".parse().unwrap();
        let sample = |game: u64| {
            let found = |depth, cp| Iteration { depth, value: Value::from_cp(cp), best, nodes: 1 };
            let depths = vec![found(1, 0), found(2, -110 + 10 * (game as i32 % 3))];
            Sample { game, ply: 0, progress: 0, position: Position::startpos(), depths }
        };
        let sides = Sides { centre: -2.0, ..Sides::default() };
        let pair = SpreadWeights { sides, ..SpreadWeights::new(1.0, 2.0, Tail::Normal, vec![50.0]) };
        let model =
            ReliabilityModel { features: SpreadFeatures::Constant, link: Link::Linear, pairs: vec![pair] };
        let scales = |feature: usize| SearchFacts::describe(feature as u32).starts_with("scale");
        let centres = (0..SearchFacts::FEATURES).map(|feature| if scales(feature) { -100.0 } else { 0.0 });
        let after = AfterSearch { tail: Tail::Normal, factors: Vec::new(), centres: centres.collect() };
        let samples: Vec<Sample> = (0..12).map(sample).collect();
        let table = Judged::of(&model, &after, &samples.iter().collect::<Vec<_>>()).table();
        assert_eq!(table.rows()[1][2].shown(), "0.0000 ± 0.0000");
    }
}
