//! Another book beside ours: positions and moves in both, and their win rates.

use std::collections::HashMap;

use komadai::search::{Book, BookMove};
use komadai::{Move, Position};
use komadai_lab::{ClassedGame, Regression};
use komadai_report::{Cell, Failure, Table};

use crate::chance::{Passages, SharedMove};
use crate::other::Other;

/// Moves need so many games in both books for their win rates to be compared.
const LEAST_GAMES: u32 = 10;

/// A move of both books: `(wins of who plays it, decided games)` in each.
struct Known {
    pos: Position,
    mv: Move,
    ours: (u32, u32),
    theirs: (u32, u32),
}

impl Known {
    fn rates(&self) -> (f64, f64) {
        let rate = |(wins, games): (u32, u32)| f64::from(wins) / f64::from(games.max(1));
        (rate(self.ours), rate(self.theirs))
    }
}

/// Two books side by side.
pub(crate) struct Comparison {
    ours: usize,
    theirs: usize,
    shared: usize,
    same_best: usize,
    moves: Vec<Known>,
}

impl Comparison {
    pub(crate) fn of(book: &Book, other: &Other) -> Result<Comparison, Failure> {
        let (ours, theirs) = (book.len(), other.positions.len());
        let mut found = Comparison { ours, theirs, shared: 0, same_best: 0, moves: Vec::new() };
        for theirs in &other.positions {
            let pos: Position = format!("{} 1", theirs.sfen).parse()?;
            let ours = book.moves(&pos);
            if ours.is_empty() {
                continue;
            }
            found.shared += 1;
            // Most wins; of equal ones the first.
            let best = theirs.moves.iter().rev().max_by_key(|known| known.wins);
            found.same_best += usize::from(best.is_some_and(|best| book.best(&pos) == Some(best.mv)));
            for &BookMove { mv, wins, games } in &theirs.moves {
                if let Some(known) = ours.iter().find(|known| known.mv == mv) {
                    let ours = (known.wins, known.games);
                    found.moves.push(Known { pos: pos.clone(), mv, ours, theirs: (wins, games) });
                }
            }
        }
        Ok(found)
    }

    /// Moves with so many games in both books.
    fn with_games(&self, least: u32) -> impl Iterator<Item = &Known> {
        self.moves.iter().filter(move |known| known.theirs.1.min(known.ours.1) >= least)
    }

    /// Overlap, and agreement on the move that won most.
    pub(crate) fn overlap(&self) -> Table {
        let mut table = Table::new(["compared", "count", "share (%)"]);
        let mut row = |name: &str, part: usize, whole: usize| {
            let share = Cell::real(part as f64 / whole as f64 * 100.0, 1);
            table.push([name.into(), part.into(), share]);
        };
        row("positions of ours, in theirs", self.shared, self.ours);
        row("positions of theirs, in ours", self.shared, self.theirs);
        row("same move won most", self.same_best, self.shared);
        table.push(["moves in both".into(), self.moves.len().into(), Cell::Empty]);
        table
    }

    /// Correlation of win rates, and what it would be if our games had been won as often as theirs. Of a loaded book there
    /// are no games.
    pub(crate) fn win_rates(&self, games: &[ClassedGame], plies: usize) -> Table {
        let rows = [1, LEAST_GAMES].map(|least| {
            let moves: Vec<&Known> = self.with_games(least).collect();
            let plain = Regression::of(moves.iter().map(|known| known.rates()));
            let found = passages(&moves, games, plies).correlations();
            (least, moves.len(), plain.map_or(f64::NAN, |line| line.r), found)
        });
        let two = |number| Cell::real(number, 2);
        Table::of(&rows)
            .column("win rates of moves in both", |(least, ..)| format!("{least} games or more"))
            .column("moves", |(_, moves, ..)| *moves)
            .column("our games", |(.., found)| found.as_ref().map(|of| of.games))
            .real("correlation", 2, |(_, _, plain, _)| *plain)
            .column("from", |(.., found)| found.as_ref().map(|of| two(of.found.low)))
            .column("to", |(.., found)| found.as_ref().map(|of| two(of.found.high)))
            .column("if won as theirs", |(.., found)| found.as_ref().map(|of| two(of.expected.value)))
            .column("from ", |(.., found)| found.as_ref().map(|of| two(of.expected.low)))
            .column("to ", |(.., found)| found.as_ref().map(|of| two(of.expected.high)))
            .table()
    }
}

/// Our games through these moves.
fn passages(moves: &[&Known], games: &[ClassedGame], plies: usize) -> Passages {
    let mut numbers = HashMap::new();
    for (number, known) in moves.iter().enumerate() {
        numbers.insert((known.pos.unnumbered(), known.mv), number);
    }
    let which = |game: &ClassedGame| {
        let (mut pos, mut passed) = (game.start.clone(), Vec::new());
        for &mv in game.moves.iter().take(plies) {
            let number = numbers.get(&(pos.unnumbered(), mv)).copied();
            passed.extend(number.filter(|number| !passed.contains(number)));
            pos.do_move(mv);
        }
        passed
    };
    let shared = |known: &&Known| SharedMove { mover: known.pos.side_to_move(), rate: known.rates().1 };
    Passages::new(moves.iter().map(shared).collect(), games, which)
}
