//! Another book beside ours: `SFEN<TAB>BLACK_WINS<TAB>WHITE_WINS<TAB>MOVES`, the counts of a move being those of the position
//! after it.

use std::path::Path;

use komadai::lab::{Cell, Failure, InputText, Regression, Table};
use komadai::search::{Book, BookMove};
use komadai::{Color, Move, Position};

/// The book of somebody else.
pub(crate) struct Other {
    pub(crate) name: String,
    positions: Vec<OtherPosition>,
}

struct OtherPosition {
    pos: Position,
    /// `(move, wins of who plays it, decided games)`
    moves: Vec<(Move, u32, u32)>,
}

/// Reads such a book.
pub(crate) fn read(path: &Path) -> Result<Other, Failure> {
    let input = InputText::read(Some(path), "", &[])?;
    let positions = input.lines(position)?;
    let positions = input.at_least_one(positions, "position")?;
    Ok(Other { name: input.name, positions })
}

fn position(line: &str) -> Result<OtherPosition, String> {
    let columns: Vec<&str> = line.split('\t').collect();
    let [sfen, _, _, moves, ..] = columns[..] else {
        return Err(format!(
            "found {} columns, expected SFEN, BLACK_WINS, WHITE_WINS and MOVES",
            columns.len()
        ));
    };
    let pos: Position = format!("{sfen} 1").parse().map_err(|error| format!("{sfen:?}: {error}"))?;
    let moves = moves.split_whitespace().map(|word| one(&pos, word)).collect::<Result<_, _>>()?;
    Ok(OtherPosition { pos, moves })
}

fn one(pos: &Position, word: &str) -> Result<(Move, u32, u32), String> {
    let wrong = || format!("found {word:?}, expected a legal move and its counts, as 7g7f:10:3:2");
    let parts: Vec<&str> = word.split(':').collect();
    let [mv, _, black, white] = parts[..] else { return Err(wrong()) };
    let mv: Move = mv.parse().map_err(|_| wrong())?;
    if !pos.is_legal(mv) {
        return Err(wrong());
    }
    let count = |text: &str| text.parse::<u32>().map_err(|_| wrong());
    let (black, white) = (count(black)?, count(white)?);
    let wins = if pos.side_to_move() == Color::Black { black } else { white };
    Ok((mv, wins, black.checked_add(white).ok_or_else(wrong)?))
}

/// Moves need so many games in both books for their win rates to be compared.
const LEAST_GAMES: u32 = 10;

/// Overlap, agreement on the move that won most, and correlation of win rates.
pub(crate) fn table(book: &Book, other: &Other) -> Table {
    let (mut shared, mut same_best, mut shared_moves) = (0_u32, 0_u32, 0_u32);
    let (mut rates, mut all_rates) = (Vec::new(), Vec::new());
    for theirs in &other.positions {
        let ours = book.moves(&theirs.pos);
        if ours.is_empty() {
            continue;
        }
        shared += 1;
        // Most wins; of equal ones the first.
        let best = theirs.moves.iter().rev().max_by_key(|&&(_, wins, _)| wins);
        same_best += u32::from(best.is_some_and(|&(mv, ..)| book.best(&theirs.pos) == Some(mv)));
        for &(mv, wins, games) in &theirs.moves {
            let Some(BookMove { wins: our_wins, games: our_games, .. }) =
                ours.iter().find(|known| known.mv == mv)
            else {
                continue;
            };
            shared_moves += 1;
            let pair =
                (f64::from(*our_wins) / f64::from(*our_games), f64::from(wins) / f64::from(games.max(1)));
            if games > 0 {
                all_rates.push(pair);
            }
            if games.min(*our_games) >= LEAST_GAMES {
                rates.push(pair);
            }
        }
    }
    let mut table = Table::new(["compared", "count", "share (%)", "correlation"]);
    let percent = |part: u32, whole: usize| Cell::real(f64::from(part) / whole as f64 * 100.0, 1);
    let theirs = other.positions.len();
    table.push([
        "positions of ours, in theirs".into(),
        shared.into(),
        percent(shared, book.len()),
        Cell::Empty,
    ]);
    table.push(["positions of theirs, in ours".into(), shared.into(), percent(shared, theirs), Cell::Empty]);
    table.push([
        "same move won most".into(),
        same_best.into(),
        percent(same_best, shared as usize),
        Cell::Empty,
    ]);
    let row = |name: String, rates: &[(f64, f64)]| {
        [
            name.into(),
            rates.len().into(),
            Cell::Empty,
            Cell::real(Regression::of(rates.iter().copied()).map_or(f64::NAN, |line| line.r), 2),
        ]
    };
    table.push(["moves in both".into(), shared_moves.into(), Cell::Empty, Cell::Empty]);
    table.push(row("win rates of moves in both, 1 game or more".to_owned(), &all_rates));
    table.push(row(format!("win rates of moves in both, {LEAST_GAMES} games or more"), &rates));
    table
}
