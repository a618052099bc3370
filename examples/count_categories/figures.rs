//! Figures as SVG.

use komadai::lab::Plot;
use komadai::learn::CategoryCounts;

/// Probability of each category, one line of marks a class of games.
pub(crate) fn categories(names: &[String], classes: &[CategoryCounts]) -> Plot {
    let mut plot = Plot::new("Probability of a category where it has a legal move")
        .x_axis("category of TACOS", "")
        .y_axis("played", "%");
    for (name, counts) in names.iter().zip(classes) {
        let points = counts.rows().enumerate().filter(|(_, (_, count))| count.positions > 0);
        plot = plot.scatter(
            name,
            points.map(|(n, (_, count))| {
                (n as f64 + 1.0, 100.0 * count.played as f64 / count.positions as f64)
            }),
        );
    }
    plot
}

/// Surprise of the played moves, round by round of training.
pub(crate) fn training(surprises: &[f64]) -> Plot {
    Plot::new("Softmax: surprise of the played moves while learning")
        .x_axis("round", "")
        .y_axis("mean −log2 p before the step", "bits")
        .line("training games", surprises.iter().enumerate().map(|(n, &bits)| (n as f64 + 1.0, bits)))
}
