//! Tables for people and programs.

use komadai::lab::{Cell, Table};
use komadai::learn::CategoryCounts;
use komadai::search::policy::Count;

use crate::judge::Score;

/// Wilson's interval of a share, at 95 %.
pub(crate) fn interval(played: u64, of: u64) -> (f64, f64) {
    const Z: f64 = 1.96;
    let (n, p) = (of as f64, played as f64 / of as f64);
    let middle = (p + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let half = Z / (1.0 + Z * Z / n) * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

fn share(count: &Count) -> f64 {
    count.played as f64 / count.positions as f64
}

/// One row a category, for people.
pub(crate) fn categories(counts: &CategoryCounts) -> Table {
    let mut table =
        Table::new(["", "category", "positions", "moves", "played", "p (%)", "95 %", "−log2 p (bits)"]);
    for (n, (name, count)) in counts.rows().enumerate() {
        let (low, high) = interval(count.played, count.positions);
        let between = if count.positions == 0 {
            Cell::Empty
        } else {
            format!("{:.1}–{:.1}", 100.0 * low, 100.0 * high).into()
        };
        table.push([
            (n as i64 + 1).into(),
            name.into(),
            count.positions.into(),
            count.moves.into(),
            count.played.into(),
            Cell::real(100.0 * share(&count), 1),
            between,
            Cell::real(count.surprise().to_f64(), 2),
        ]);
    }
    table
}

/// Probabilities in per cent, one column a class of games.
pub(crate) fn by_class(names: &[String], classes: &[CategoryCounts]) -> Table {
    let heading = ["", "category"].into_iter().map(str::to_owned);
    let mut table = Table::new(heading.chain(names.iter().map(|name| format!("{name} (%)"))));
    let rows: Vec<Vec<(&str, Count)>> = classes.iter().map(|counts| counts.rows().collect()).collect();
    for n in 0..rows.first().map_or(0, Vec::len) {
        let cells = rows.iter().map(|class| Cell::real(100.0 * share(&class[n].1), 1));
        table.push([(n as i64 + 1).into(), rows[0][n].0.into()].into_iter().chain(cells));
    }
    table
}

/// Everything, for programs: one row a class and category.
pub(crate) fn everything(names: &[String], classes: &[CategoryCounts]) -> Table {
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
            let (low, high) = interval(count.played, count.positions);
            table.push([
                class.as_str().into(),
                (n as i64 + 1).into(),
                name.into(),
                count.positions.into(),
                count.moves.into(),
                count.played.into(),
                Cell::real(share(&count), 4),
                Cell::real(low, 4),
                Cell::real(high, 4),
                Cell::real(count.surprise().to_f64(), 4),
            ]);
        }
    }
    table
}

/// One row a model.
pub(crate) fn models(scores: &[(&'static str, Score)]) -> Table {
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
        table.push([
            (*name).into(),
            score.positions.into(),
            Cell::real(score.log_loss(), 3),
            Cell::real(score.log_loss_error(), 3),
            Cell::real(score.rank(), 2),
            Cell::real(score.first(), 1),
            Cell::real(score.price(), 2),
        ]);
    }
    table
}
