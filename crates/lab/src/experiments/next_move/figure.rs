//! How many positions of each class are solved at each depth.

use komadai_report::Plot;

use super::row::{Row, classes};
use super::tables::of_class;

/// A line for each class and search, which are called by their recipes: the share of positions for which a move of the file
/// is found at an iteration, and kept.
pub(super) fn solved_by_depth(rows: &[Row], recipes: [&str; 2]) -> Plot {
    let deepest = rows.iter().flat_map(|row| &row.solved).map(|solved| solved.depth + 1).max().unwrap_or(0);
    let plot =
        Plot::new("Move of the file found and kept").x_axis("iteration", "plies").y_axis("positions", "%");
    classes(rows).into_iter().fold(plot, |plot, class| {
        let count = of_class(rows, class).count() as f64;
        (0..).zip(recipes).fold(plot, |plot, (i, search): (usize, _)| {
            let share = |depth: u32| {
                let solved = |row: &&Row| row.solved[i].since.is_some_and(|since| since <= depth);
                of_class(rows, class).filter(solved).count() as f64 / count * 100.0
            };
            plot.line(
                &format!("{search}: {class}"),
                (1..=deepest).map(|depth| (f64::from(depth), share(depth))),
            )
        })
    })
}
