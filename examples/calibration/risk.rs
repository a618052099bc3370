//! How often a difference lies beyond so many spreads on either side: the risk of a margin by side of the window.

use komadai::eval::reliability::Expected;
use komadai_lab::MeanByGame;
use komadai_report::{Cell, Interval, Table};

/// Fewest differences that must be foretold beyond an end before a share is judged.
const FEWEST: f64 = 20.0;

/// Share of rows with a number, with its interval by games; rows of a game stand together.
fn share(games: &[u64], hit: impl Fn(usize) -> bool) -> Option<Interval> {
    let (mut mean, mut row) = (MeanByGame::default(), 0);
    for game in games.chunk_by(|one, next| one == next) {
        let hits = (row..row + game.len()).filter(|&row| hit(row)).count();
        mean.push(game.len() as u64, hits as f64);
        row += game.len();
    }
    let (value, half) = (mean.mean(), mean.half_width_95());
    half.is_finite().then_some(Interval { value, low: (value - half).max(0.0), high: value + half })
}

/// A row for 1, 2 and 3 spreads. A margin that wide is wrong above beta if the deeper value falls beyond the lower end, and below alpha
/// if it rises beyond the upper one.
pub(crate) fn table(expected: &[Expected], differences: &[f64], games: &[u64]) -> Table {
    let heading =
        ["spreads", "foretold, %", "above beta, %", "95 %", "below alpha, %", "95 %", "both as foretold"];
    let mut table = Table::new(heading);
    for spreads in [1.0, 2.0, 3.0] {
        let each = expected.iter().map(|expected| expected.tail.beyond(spreads));
        let foretold = each.sum::<f64>() / expected.len().max(1) as f64;
        let high = share(games, |row| differences[row] < expected[row].ends(spreads).0);
        let low = share(games, |row| differences[row] > expected[row].ends(spreads).1);
        let sides = [high, low];
        let holds = |side: &Interval| (side.low..=side.high).contains(&foretold);
        let verdict = if foretold * (expected.len() as f64) < FEWEST {
            "too few to say"
        } else if sides.iter().flatten().filter(|side| holds(side)).count() == 2 {
            "yes"
        } else {
            "no"
        };
        let cells = sides.into_iter().flat_map(|side| {
            let percent = side.map(|side| side.map(|share| 100.0 * share));
            [
                percent.map_or(Cell::Empty, |side| Cell::real(side.value, 2)),
                percent.map_or(Cell::Empty, |side| Cell::ends(side, 2)),
            ]
        });
        let first = [Cell::real(spreads, 0), Cell::real(100.0 * foretold, 2)];
        table.push(first.into_iter().chain(cells).chain([verdict.into()]));
    }
    table
}
