//! Figures as SVG.

use komadai::learn::CategoryCounts;
use komadai_report::Plot;

/// Probability of each category, one kind of mark for each class of games.
pub(super) fn categories(names: &[String], classes: &[CategoryCounts]) -> Plot {
    let mut plot = Plot::new("Probability of a category where it has a legal move")
        .x_axis("played", "%")
        .y_axis("category of TACOS", "");
    if let Some(counts) = classes.first() {
        plot = plot.y_names(counts.rows().map(|(name, _)| name));
    }
    for (name, counts) in names.iter().zip(classes) {
        let points = counts.rows().enumerate().filter(|(_, (_, count))| count.positions > 0);
        plot = plot.scatter(
            name,
            points.map(|(n, (_, count))| {
                (100.0 * count.played as f64 / count.positions as f64, n as f64 + 1.0)
            }),
        );
    }
    plot
}

/// Surprise of the played moves, round by round of training.
pub(super) fn training(surprises: &[f64]) -> Plot {
    Plot::new("Softmax: surprise of the played moves while learning")
        .x_axis("round", "")
        .y_axis("mean −log2 p before the step", "bits")
        .line("training games", surprises.iter().enumerate().map(|(n, &bits)| (n as f64 + 1.0, bits)))
}
