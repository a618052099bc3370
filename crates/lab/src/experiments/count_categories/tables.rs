//! Tables for people and programs, figures as SVG.

use komadai_report::{Cell, Plot, Table};

use super::counts::Counted;
use crate::stats::rank::ForecastScore;

/// One row per category, for people.
pub(super) fn categories(counts: &Counted) -> Table {
    let rows: Vec<_> = counts.rows().collect();
    Table::of((1_u64..).zip(&rows))
        .column("", |(number, _)| number)
        .column("category", |(_, (name, ..))| *name)
        .column("positions", |(_, (_, count, _))| count.positions)
        .column("moves", |(_, (_, count, _))| count.moves)
        .column("played", |(_, (_, count, _))| count.played)
        .columns(["p (%)", "95 %"], |(_, (.., share))| share.percent_95())
        .real("−log2 p (bits)", 2, |(_, (_, count, _))| count.surprise().to_f64())
        .table()
}

/// Probabilities in per cent, one column per class of games.
pub(super) fn by_class(names: &[String], classes: &[Counted]) -> Table {
    let heading = ["", "category"].into_iter().map(str::to_owned);
    let mut table = Table::new(heading.chain(names.iter().map(|name| format!("{name} (%)"))));
    let rows: Vec<Vec<_>> = classes.iter().map(|counts| counts.rows().collect()).collect();
    for n in 0..rows.first().map_or(0, Vec::len) {
        let cells = rows.iter().map(|class| Cell::Real(100.0 * class[n].2.mean(), 1));
        table.push([(n as i64 + 1).into(), rows[0][n].0.into()].into_iter().chain(cells));
    }
    table
}

/// Everything, for programs: one row per class and category.
pub(super) fn everything(names: &[String], classes: &[Counted]) -> Table {
    let rows = names.iter().zip(classes).flat_map(|(class, counts)| {
        (1_u64..)
            .zip(counts.rows())
            .map(move |(number, (name, count, share))| (class, number, name, count, share))
    });
    Table::of(rows)
        .column("class", |(class, ..)| class.as_str())
        .column("number", |(_, number, ..)| number)
        .column("category", |(_, _, name, ..)| name)
        .column("positions", |(.., count, _)| count.positions)
        .column("moves", |(.., count, _)| count.moves)
        .column("played", |(.., count, _)| count.played)
        .columns(["p", "low", "high"], |(.., share)| {
            let ends = share.share_95().map_or([f64::NAN; 2], |share| [share.low, share.high]);
            [share.mean(), ends[0], ends[1]].map(|number| Cell::Real(number, 4))
        })
        .real("bits", 4, |(.., count, _)| count.surprise().to_f64())
        .table()
}

/// One row per model.
pub(super) fn models(scores: &[(&'static str, ForecastScore)]) -> Table {
    Table::of(scores)
        .column("model", |(name, _)| *name)
        .column("positions", |(_, score)| score.positions)
        .real("log loss (bits)", 3, |(_, score)| score.log_loss.mean())
        .real("± 95 %", 3, |(_, score)| score.log_loss.half_width_95())
        .real("mean rank", 2, |(_, score)| score.rank())
        .real("likeliest (%)", 1, |(_, score)| score.first())
        .real("price (bits)", 2, |(_, score)| score.price())
        .table()
}

/// Probability of each category, one kind of mark for each class of games.
pub(super) fn categories_figure(names: &[String], classes: &[Counted]) -> Plot {
    let mut plot = Plot::new("Probability of a category where it has a legal move")
        .x_axis("played", "%")
        .y_axis("category of TACOS", "");
    if let Some(counts) = classes.first() {
        plot = plot.y_names(counts.rows().map(|(name, ..)| name));
    }
    for (name, counts) in names.iter().zip(classes) {
        let points = counts.rows().enumerate().filter(|(_, (_, count, _))| count.positions > 0);
        let points = points.map(|(n, (.., share))| (100.0 * share.mean(), n as f64 + 1.0));
        plot = plot.scatter(name, points);
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
