//! Whose result the gamble turned: by static value beside the paper, and by what could tell when to gamble.

use std::io::{self, Write};

use komadai_report::{Cell, Interval, Report, Table};

use super::play::{PLIES, Start, Tried};
use crate::stats::chance::sign_test;

/// What the paper found after so many moves.
struct AfterMoves {
    ply: u16,
    /// Those whose games were decided.
    positions: u64,
    /// `[band]`: from loss to win and from win to loss, by the static value for Black.
    bands: [(u64, u64); 6],
}

/// Table 4 of paper 004. After 79 and 119 moves White moves, and section 4.4.2 speaks of White's gambles where values from 1,000 on favour
/// Black: a band of White's values is the one on the other side of 0 here.
const PAPER: [AfterMoves; 2] = [
    AfterMoves {
        ply: PLIES[0],
        positions: 822,
        bands: [(5, 3), (16, 14), (33, 40), (50, 67), (36, 31), (15, 33)],
    },
    AfterMoves { ply: PLIES[1], positions: 312, bands: [(0, 1), (7, 6), (10, 8), (6, 8), (9, 9), (12, 6)] },
];

impl AfterMoves {
    fn all(&self) -> (u64, u64) {
        self.bands.iter().fold((0, 0), |sum, band| (sum.0 + band.0, sum.1 + band.1))
    }
}

/// Lower ends of the paper's bands of values, in centipawns, but for the lowest, which has none.
const BANDS: [f64; 5] = [-1_000.0, -500.0, 0.0, 500.0, 1_000.0];
/// Lower ends of the bands of chances to end above the bar, but for the lowest, which has none; the outermost are the paper's limit.
const CHANCES: [f64; 7] = [0.00135, 0.025, 0.16, 0.5, 0.84, 0.975, 0.99865];
/// The same for what the gamble is ahead of the best move.
const LEADS: [f64; 4] = [0.01, 0.03, 0.1, 0.3];

/// A position with what was found there.
type Found<'a> = (&'a Start, &'a Tried);

/// The band of a number among bands with these lower ends.
fn band(number: f64, ends: &[f64]) -> usize {
    ends.iter().filter(|&&end| end <= number).count()
}

fn band_name(number: usize, ends: &[f64]) -> String {
    match (number.checked_sub(1), ends.get(number)) {
        (None, _) => format!("below {}", ends[0]),
        (Some(low), Some(high)) => format!("{} to {high}", ends[low]),
        (Some(low), None) => format!("from {}", ends[low]),
    }
}

/// What became of some positions.
#[derive(Default)]
struct Counts {
    positions: u64,
    other_move: u64,
    decided: u64,
    /// From loss to win.
    saved: u64,
    /// From win to loss.
    lost: u64,
}

fn count<'a>(found: impl IntoIterator<Item = Found<'a>>) -> Counts {
    let mut counts = Counts::default();
    for (_, tried) in found {
        counts.positions += 1;
        counts.other_move += u64::from(tried.endings.is_some());
        if let Some([before, after]) = tried.won() {
            counts.decided += 1;
            counts.saved += u64::from(after && !before);
            counts.lost += u64::from(before && !after);
        }
    }
    counts
}

const COLUMNS: [&str; 9] =
    ["positions", "other move", "decided", "turned", "saved", "lost", "wins gained, %", "95 %", "p"];

impl Counts {
    /// Wins gained in per cent of the decided positions. The interval is that of the share of saved ones among those that turned,
    /// as the sign test sees them: how many turned is taken as given. `None` if none did.
    fn gained(&self) -> Option<Interval> {
        let turned = self.turned();
        let share = Interval::of_share(self.saved, turned)?;
        Some(share.map(|share| 100.0 * (2.0 * share - 1.0) * turned as f64 / self.decided as f64))
    }

    fn turned(&self) -> u64 {
        self.saved + self.lost
    }

    fn cells(&self) -> [Cell; 9] {
        let gained = self.gained();
        let p = gained.map_or(f64::NAN, |_| sign_test(self.saved, self.lost));
        let none = if self.decided > 0 { 0.0 } else { f64::NAN };
        [
            self.positions.into(),
            self.other_move.into(),
            self.decided.into(),
            self.turned().into(),
            self.saved.into(),
            self.lost.into(),
            Cell::Real(gained.map_or(none, |gained| gained.value), 1),
            gained.map(|gained| Cell::Ends(gained, 1)).into(),
            Cell::Real(p, 3),
        ]
    }
}

/// Writes all tables.
pub(super) fn write(report: &mut Report, starts: &[Start], tried: &[Tried]) -> io::Result<()> {
    let all: Vec<Found<'_>> = starts.iter().zip(tried).collect();
    let Counts { positions, other_move, decided, .. } = count(all.iter().copied());
    writeln!(
        report,
        "\nThe gamble is another move in {other_move} of {positions} positions; both games were decided in {decided} of these.\n\
         Saved: a loss became a win; lost: a win became a loss; turned: both together; wins gained: saved less lost, as a share of the decided."
    )?;
    let title = "Table 4: by the static value for the side that gambles, centipawns";
    report.table(title, "table-4.csv", &table_4(&all))?;
    for paper in &PAPER {
        let (saved, lost) = paper.all();
        let (ply, positions, p) = (paper.ply, paper.positions, sign_test(saved, lost));
        writeln!(
            report,
            "The paper after {ply} moves: {saved} saved and {lost} lost of {positions} positions, p {p:.2}"
        )?;
    }
    let by_value = by("value", &all, &BANDS, |tried| Some(f64::from(tried.best.value)));
    report.table("By the value of the best move, centipawns", "by-value.csv", &by_value)?;
    let by_chance = by("chance", &all, &CHANCES, |tried| Some(tried.best.chance));
    report.table("By the chance of the best move to end above the bar", "by-chance.csv", &by_chance)?;
    let by_lead =
        by("lead", &all, &LEADS, |tried| tried.endings.map(|_| tried.gamble.chance - tried.best.chance));
    report.table("By how much likelier the gamble is than the best move", "by-lead.csv", &by_lead)
}

/// A row a band, for each ply and for all, beside the paper's numbers.
fn table_4(all: &[Found<'_>]) -> Table {
    let mut table =
        Table::new(["ply", "static value"].into_iter().chain(COLUMNS).chain(["paper saved", "paper lost"]))
            .keys(2);
    let mut row = |ply: Cell, name: &str, counts: &Counts, paper: [Cell; 2]| {
        table.push([ply, name.into()].into_iter().chain(counts.cells()).chain(paper));
    };
    let cells = |(saved, lost): (u64, u64)| [saved.into(), lost.into()];
    for paper in &PAPER {
        let of_ply = || all.iter().copied().filter(|(start, _)| start.ply == paper.ply);
        for (number, &of_band) in paper.bands.iter().rev().enumerate() {
            let within = of_ply().filter(|(_, tried)| band(f64::from(tried.static_value), &BANDS) == number);
            row(paper.ply.into(), &band_name(number, &BANDS), &count(within), cells(of_band));
        }
        row(paper.ply.into(), "all", &count(of_ply()), cells(paper.all()));
    }
    row(Cell::Empty, "all", &count(all.iter().copied()), [Cell::Empty, Cell::Empty]);
    table
}

/// A row for each band of a number.
fn by(name: &str, all: &[Found<'_>], ends: &[f64], number: impl Fn(&Tried) -> Option<f64>) -> Table {
    let mut table = Table::new([name].into_iter().chain(COLUMNS));
    for row in 0..=ends.len() {
        let within = all
            .iter()
            .copied()
            .filter(|(_, tried)| number(tried).is_some_and(|number| band(number, ends) == row));
        table.push([Cell::from(band_name(row, ends))].into_iter().chain(count(within).cells()));
    }
    table
}
