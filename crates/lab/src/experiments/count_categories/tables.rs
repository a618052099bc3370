//! Tables for people and programs, figures as SVG.

use komadai::search::policy::Count;
use komadai_learn::CategoryCounts;
use komadai_report::{Cell, Interval, Plot, Table};

use super::judge::Score;

/// Per cent of the positions in which a move of the category was played, and the ends of the interval.
fn percent(count: &Count) -> [Cell; 2] {
    Cell::estimate(Interval::of_percent(count.played, count.positions), 1)
}

/// One row a category, for people.
pub(super) fn categories(counts: &CategoryCounts) -> Table {
    let mut table =
        Table::new(["", "category", "positions", "moves", "played", "p (%)", "95 %", "−log2 p (bits)"]);
    for (n, (name, count)) in counts.rows().enumerate() {
        let [share, ends] = percent(&count);
        table.push([
            (n as i64 + 1).into(),
            name.into(),
            count.positions.into(),
            count.moves.into(),
            count.played.into(),
            share,
            ends,
            Cell::real(count.surprise().to_f64(), 2),
        ]);
    }
    table
}

/// Probabilities in per cent, one column a class of games.
pub(super) fn by_class(names: &[String], classes: &[CategoryCounts]) -> Table {
    let heading = ["", "category"].into_iter().map(str::to_owned);
    let mut table = Table::new(heading.chain(names.iter().map(|name| format!("{name} (%)"))));
    let rows: Vec<Vec<(&str, Count)>> = classes.iter().map(|counts| counts.rows().collect()).collect();
    for n in 0..rows.first().map_or(0, Vec::len) {
        let cells = rows.iter().map(|class| {
            let [share, _] = percent(&class[n].1);
            share
        });
        table.push([(n as i64 + 1).into(), rows[0][n].0.into()].into_iter().chain(cells));
    }
    table
}

/// Everything, for programs: one row a class and category.
pub(super) fn everything(names: &[String], classes: &[CategoryCounts]) -> Table {
    let mut table = Table::new([
        "class",
        "number",
        "category",
        "positions",
        "moves",
        "played",
        "p",
        "low",
        "high",
        "bits",
    ]);
    for (class, counts) in names.iter().zip(classes) {
        for (n, (name, count)) in counts.rows().enumerate() {
            let share = Interval::of_share(count.played, count.positions);
            table.push([
                class.as_str().into(),
                (n as i64 + 1).into(),
                name.into(),
                count.positions.into(),
                count.moves.into(),
                count.played.into(),
                share.map_or(Cell::Empty, |share| Cell::real(share.value, 4)),
                share.map_or(Cell::Empty, |share| Cell::real(share.low, 4)),
                share.map_or(Cell::Empty, |share| Cell::real(share.high, 4)),
                Cell::real(count.surprise().to_f64(), 4),
            ]);
        }
    }
    table
}

/// One row a model.
pub(super) fn models(scores: &[(&'static str, Score)]) -> Table {
    let mut table = Table::new([
        "model",
        "positions",
        "log loss (bits)",
        "± 95 %",
        "mean rank",
        "likeliest (%)",
        "price (bits)",
    ]);
    for (name, score) in scores {
        let forecast = &score.forecast;
        table.push([
            (*name).into(),
            forecast.positions().into(),
            Cell::real(forecast.log_loss().mean(), 3),
            Cell::real(forecast.log_loss().half_width_95(), 3),
            Cell::real(forecast.rank(), 2),
            Cell::real(forecast.first(), 1),
            Cell::real(score.price(), 2),
        ]);
    }
    table
}

/// Probability of each category, one kind of mark for each class of games.
pub(super) fn categories_figure(names: &[String], classes: &[CategoryCounts]) -> Plot {
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
