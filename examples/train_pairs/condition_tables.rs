//! Tables and figures of models trained under many conditions.

use komadai::learn::pairs::{Hands, Model};
use komadai_lab::MeanByGame;
use komadai_report::{Cell, Plot, Table};

use crate::course::{Condition, Course, Measure, Step};
use crate::options::{Folding, InHand};

/// Iterations that are printed, beside the last.
const SHOWN: [usize; 9] = [1, 2, 3, 5, 10, 20, 30, 36, 40];

/// What tells conditions apart: headings, and cells of one.
const CONDITION: [&str; 4] = ["model", "symmetry", "opening lines", "hands"];

fn cells(condition: Condition) -> [Cell; 4] {
    [
        condition.model.to_string().into(),
        condition.folding.word().into(),
        (if condition.lines { "with" } else { "without" }).into(),
        Hands::from(condition.hands).to_string().into(),
    ]
}

/// A mean and half its interval.
fn mean(of: &MeanByGame, digits: usize) -> [Cell; 2] {
    [Cell::real(of.mean(), digits), Cell::real(of.half_width_95(), digits)]
}

/// Error, rank and rises with their intervals.
fn measures(step: &Step) -> impl Iterator<Item = Cell> {
    let of = |measure, digits| mean(&step.mean(measure), digits);
    of(Measure::Error, 4).into_iter().chain(of(Measure::Rank, 2)).chain(of(Measure::Rises, 1))
}

const MEASURES: [&str; 6] = ["error", "±", "rank, from 0", "± ", "rises (%)", "±  "];

/// Some iterations of all games.
pub(crate) fn by_iteration(courses: &[Course]) -> Table {
    steps(courses, |course, number| {
        let last = course.steps.len().saturating_sub(1);
        course.condition.parts == 1 && (SHOWN.contains(&number) || number == last)
    })
}

/// All iterations of all conditions.
pub(crate) fn all(courses: &[Course]) -> Table {
    steps(courses, |_, _| true)
}

fn steps(courses: &[Course], shown: impl Fn(&Course, usize) -> bool) -> Table {
    let mut table =
        Table::new(CONDITION.into_iter().chain(["games", "iteration"]).chain(MEASURES)).keys(CONDITION.len());
    for course in courses {
        for (number, step) in course.steps.iter().enumerate().filter(|&(number, _)| shown(course, number)) {
            let mut row: Vec<Cell> = cells(course.condition).into();
            row.extend([step.games.into(), number.into()]);
            row.extend(measures(step));
            table.push(row);
        }
    }
    table
}

/// What more games bring.
pub(crate) fn by_games(courses: &[Course]) -> Table {
    let counts = ["games and lines", "rows", "weights", "iteration"];
    let best = ["best iteration", "its rank", "±   "];
    let mut table =
        Table::new(CONDITION.into_iter().chain(counts).chain(MEASURES).chain(best)).keys(CONDITION.len());
    for course in courses {
        let (Some((number, step)), Some((best, lowest))) = (course.at_paper(), course.best()) else {
            continue;
        };
        let mut row: Vec<Cell> = cells(course.condition).into();
        row.extend([step.games.into(), step.rows.into(), step.weights.into(), number.into()]);
        row.extend(measures(step));
        row.push(best.into());
        row.extend(mean(&lowest.mean(Measure::Rank), 2));
        table.push(row);
    }
    table
}

/// One condition less another, game by game.
pub(crate) fn differences(courses: &[Course]) -> Table {
    let columns = ["difference", "rank", "±", "error", "± "];
    let mut table = Table::new(CONDITION.into_iter().chain(columns)).keys(CONDITION.len());
    let find = |condition: Condition| {
        let other = courses.iter().find(|course| course.condition == condition)?;
        other.at_paper().map(|(_, step)| step)
    };
    for course in courses {
        let condition = course.condition;
        let Some((number, step)) = course.at_paper() else { continue };
        let mut against = |name: String, other: Option<&Step>| {
            let Some(other) = other else { return };
            let mut row: Vec<Cell> = cells(condition).into();
            row.push(name.into());
            row.extend(mean(&step.less(other, Measure::Rank), 2));
            row.extend(mean(&step.less(other, Measure::Error), 4));
            table.push(row);
        };
        if condition.parts != 1 {
            continue;
        }
        against(format!("iteration {number} less 2"), course.steps.get(2));
        for parts in [8, 4, 2] {
            let other = find(Condition { parts, ..condition });
            against(format!("all games less 1/{parts}"), other);
        }
        if condition.lines {
            let other = find(Condition { lines: false, ..condition });
            against("with opening lines less without".into(), other);
        }
        if condition.folding != Folding::None {
            let other = find(Condition { folding: Folding::None, ..condition });
            against("shared weights less each by itself".into(), other);
        }
        if condition.hands == InHand::Once {
            let other = find(Condition { hands: InHand::Each, ..condition });
            against("hands once less each".into(), other);
        }
    }
    table
}

/// Figures of one model, with the first way to count hands: rank and error by iteration from the one without weights, rank by games.
pub(crate) fn figures(courses: &[Course], model: Model) -> Vec<(String, Plot)> {
    let hands = courses.first().map(|course| course.condition.hands);
    let drawn = |condition: Condition| condition.model == model && Some(condition.hands) == hands;
    let of_model: Vec<&Course> = courses.iter().filter(|course| drawn(course.condition)).collect();
    let name = |condition: Condition| {
        let weights = match condition.folding {
            Folding::None => "each weight by itself",
            Folding::Colors => "weights shared by colours",
            Folding::ColorsAndSides => "shared weights",
        };
        format!("{weights}, {}", if condition.lines { "games and lines" } else { "games" })
    };
    // A condition looks alike in the figures of all models, whatever else was run.
    let look = |condition: Condition| {
        2 * usize::from(condition.folding != Folding::None) + usize::from(condition.lines)
    };
    let mut figures = Vec::new();
    for (file, title, measure) in [
        ("rank", "rank of the played move, from 0", Measure::Rank),
        ("error", "mean square error", Measure::Error),
    ] {
        let mut plot = Plot::new(&format!("{model}: games held out, by iteration"))
            .x_axis("iteration", "")
            .y_axis(title, "");
        for course in of_model.iter().filter(|course| course.condition.parts == 1) {
            let value = |(number, step): (usize, &Step)| (number as f64, step.mean(measure).mean());
            plot = plot.line(&name(course.condition), course.steps.iter().enumerate().map(value));
            plot = plot.look(look(course.condition));
        }
        figures.push((format!("{file}-by-iteration-{model}.svg"), plot));
    }
    let mut plot = Plot::new(&format!("{model}: games held out, by the part of the games learned from"))
        .x_axis("part of the games", "%")
        .log_x()
        .y_axis("rank of the played move, from 0", "");
    // Without weights all moves are equal.
    if let Some(step) = of_model.first().and_then(|course| course.steps.first()) {
        plot = plot.named_level("before learning", step.mean(Measure::Rank).mean());
    }
    let whole = |course: &Course| Condition { parts: 1, ..course.condition };
    for of_one in of_model.chunk_by(|a, b| whole(a) == whole(b)) {
        let point = |course: &&Course| {
            let (_, step) = course.at_paper()?;
            Some((100.0 / course.condition.parts as f64, step.mean(Measure::Rank).mean()))
        };
        let condition = of_one[0].condition;
        plot = plot.line(&name(condition), of_one.iter().filter_map(point)).look(look(condition));
    }
    figures.push((format!("rank-by-games-{model}.svg"), plot));
    figures
}
