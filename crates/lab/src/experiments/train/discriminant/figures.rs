//! Figures as SVG.

use komadai_report::Plot;

use super::Outcome;

/// Error on the games held out, iteration by iteration: Fig. 1.
pub(super) fn convergence(outcomes: &[Outcome]) -> Plot {
    let mut plot = Plot::new("Convergence of conjugate gradients (paper 001, Fig. 1)")
        .x_axis("iteration", "")
        .y_axis("mean square error on games held out", "");
    for outcome in outcomes {
        let points = outcome
            .iterations
            .iter()
            .filter_map(|iteration| Some((f64::from(iteration.number), iteration.metrics?.error())));
        plot = plot.line(&outcome.name(), points);
    }
    plot
}

/// Points between two marks of the histogram, as in the paper.
const STEP: i32 = 4;

/// How many weights there are of each size: Fig. 2, in steps of four points and without those that are 0.
pub(super) fn histogram(outcomes: &[Outcome]) -> Plot {
    let mut plot = Plot::new("Weights after scaling (paper 001, Fig. 2)")
        .x_axis("weight, in steps of 4", "points")
        .y_axis("weights", "")
        .log_y();
    for outcome in outcomes {
        let units = i32::from(outcome.model.units());
        let mut bins = vec![0_usize; 2 * 128 / STEP as usize];
        for (weight, count) in outcome.model.histogram() {
            let bin = (i32::from(weight) + 128 * units).div_euclid(STEP * units);
            if weight != 0
                && let Some(bin) = usize::try_from(bin).ok().and_then(|bin| bins.get_mut(bin))
            {
                *bin += count;
            }
        }
        let middle = |bin: usize| f64::from(bin as i32 * STEP - 128) + f64::from(STEP) / 2.0;
        let points = bins.into_iter().enumerate().map(|(bin, count)| (middle(bin), count as f64));
        plot = plot.line(&outcome.name(), points.filter(|&(_, count)| count > 0.0));
    }
    plot
}

/// Mean rank of the played move by the number of games learned from.
pub(super) fn curve(points: &[Outcome]) -> Plot {
    let mut plot = Plot::new("What more games bring")
        .x_axis("games learned from", "")
        .log_x()
        .y_axis("mean rank of the played move, games held out", "");
    for of_model in points.chunk_by(|a, b| a.name() == b.name()) {
        let line = of_model.iter().filter_map(|outcome| {
            Some((outcome.totals.games as f64, outcome.iterations.last()?.metrics?.mean_rank()))
        });
        plot = plot.line(&of_model.first().map_or_else(String::new, Outcome::name), line);
    }
    plot
}
