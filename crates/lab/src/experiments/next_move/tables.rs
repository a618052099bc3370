//! Tables for people, with problems and games apart, and one of all positions for programs.

use komadai_report::{Cell, Plot, Report, Table, words};

use super::{Row, classes};
use crate::stats::bootstrap::median;
use crate::stats::chance::{percent_more, sign_test};

/// Writes both tables.
pub(super) fn write(out: &mut Report, rows: &[Row]) -> std::io::Result<()> {
    let (played, problems): (Vec<_>, Vec<_>) =
        classes(rows).into_iter().partition(|class| of_class(rows, class).any(|row| row.entry.is_played()));
    let mut table = compare(rows, &problems, "solved");
    for (level, without, with) in SOLVED {
        let share = |solved: u32| f64::from(solved) / f64::from(PROBLEMS) * 100.0;
        let difference = format!("{:+.1}", share(with) - share(without)).into();
        let counts = [level.into(), PROBLEMS.into(), with.into(), without.into(), Cell::Empty, Cell::Empty];
        table.push(counts.into_iter().chain([difference, Cell::Empty, Cell::Empty, Cell::Empty]));
    }
    let title = "Problems solved (interval of 95 %, p by McNemar's exact test)";
    out.table(title, "solved.csv", &table)?;
    if !played.is_empty() {
        let title = "Agreement with moves that were played, which nobody has proved to be right";
        out.table(title, "played.csv", &compare(rows, &played, "agree"))?;
    }
    Ok(())
}

pub(super) fn of_class<'a>(rows: &'a [Row], class: &'a str) -> impl Iterator<Item = &'a Row> {
    rows.iter().filter(move |row| row.entry.class == class)
}

/// Both searches on the positions of the classes, one row per class. `does` is the word for being right in the headings.
fn compare(rows: &[Row], classes: &[&str], does: &str) -> Table {
    let count = |class: &str, is: fn(bool, bool) -> bool| {
        of_class(rows, class).filter(|row| is(row.solved[0].right, row.solved[1].right)).count()
    };
    let only_a = |class| count(class, |a, b| a && !b);
    let only_b = |class| count(class, |a, b| b && !a);
    let difference = |class| {
        let right = of_class(rows, class).map(|row| (row.solved[0].right, row.solved[1].right));
        percent_more(&right.collect::<Vec<_>>())
    };
    // The median, since a forced mate is searched to any depth.
    let depth = |class, i: usize| {
        let mut depths: Vec<f64> = of_class(rows, class).map(|row| f64::from(row.solved[i].depth)).collect();
        median(&mut depths)
    };
    Table::of(classes.iter().copied())
        .column("class", |class| if class.is_empty() { "(no class)" } else { class })
        .column("positions", |class| of_class(rows, class).count())
        .column(&format!("a {does}"), |class| count(class, |a, _| a))
        .column(&format!("b {does}"), |class| count(class, |_, b| b))
        .column("only a", only_a)
        .column("only b", only_b)
        .column("a - b (% of positions)", |class| difference(class).map(|found| format!("{found:+.1}")))
        .real("p", 3, |class| sign_test(only_a(class) as u64, only_b(class) as u64))
        .real("median depth of a", 1, |class| depth(class, 0))
        .real("of b", 1, |class| depth(class, 1))
        .table()
}

/// The second number of table 6.2: nodes per second, which a memory must not reduce. It differs from run to run, so no table holds it.
pub(super) fn speed(rows: &[Row]) -> String {
    let of = |i: usize| {
        let nodes: u64 = rows.iter().map(|row| row.solved[i].nodes).sum();
        let seconds: f64 = rows.iter().map(|row| row.solved[i].time.as_secs_f64()).sum();
        nodes as f64 / seconds / 1_000.0
    };
    let [(first_with, first_without), (fourth_with, fourth_without)] = SPEED;
    format!(
        "Speed        a {:.0}, b {:.0} thousand nodes per second of processor time (thesis: {first_with} with Contextbest and \
         {first_without} without, {fourth_with} and {fourth_without})",
        of(0),
        of(1)
    )
}

/// A row for each position and search, for other programs.
pub(super) fn everything(rows: &[Row]) -> Table {
    Table::of(rows.iter().flat_map(|row| [(row, "a", &row.solved[0]), (row, "b", &row.solved[1])]))
        .column("position", |(row, ..)| row.entry.name.as_str())
        .column("class", |(row, ..)| row.entry.class.as_str())
        .column("search", |(_, search, _)| search)
        .column("moves", |(row, ..)| words::usi(&row.entry.moves).join(","))
        .column("best", |(.., solved)| solved.best.map(|mv| mv.to_string()))
        .column("right", |(.., solved)| u8::from(solved.right))
        .column("since_depth", |(.., solved)| solved.since)
        .column("depth", |(.., solved)| solved.depth)
        .column("nodes", |(.., solved)| solved.nodes)
        .table()
}

/// A line for each class and search, which is named by its recipe: the share of positions for which a move of the file is found at an
/// iteration, and kept.
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

/// Problems of each level.
pub(super) const PROBLEMS: u32 = 100;
/// Thousand nodes per second with Contextbest and without: first dan, fourth dan.
pub(super) const SPEED: [(f64, f64); 2] = [(102.0, 105.2), (100.1, 101.4)];
/// Level, solved without, solved with.
pub(super) const SOLVED: [(&str, u32, u32); 2] =
    [("thesis: first dan", 63, 67), ("thesis: fourth dan", 40, 43)];
