//! How an evaluation likes the moves of an opening: table 6 of paper 001, the Yagura.

use komadai_core::{Move, Position};
use komadai_report::{Cell, Failure, Table};

use super::ranks::Panel;
use crate::watch::shape::{QuietRank, RatedEvaluation};

/// Moves of table 6 with the ranks of the paper's models: parent–child, sibling.
const YAGURA: [(&str, u32, u32); 24] = [
    ("7g7f", 24, 0),
    ("8c8d", 8, 1),
    ("7i6h", 5, 2),
    ("3c3d", 8, 0),
    ("6h7g", 2, 1),
    ("7a6b", 9, 0),
    ("2g2f", 11, 1),
    ("3a4b", 4, 5),
    ("3i4h", 7, 1),
    ("4a3b", 12, 1),
    ("6i7h", 15, 1),
    ("5c5d", 16, 0),
    ("5g5f", 12, 3),
    ("5a4a", 6, 0),
    ("5i6i", 6, 0),
    ("6a5b", 16, 0),
    ("4i5h", 13, 0),
    ("7c7d", 3, 0),
    ("3g3f", 3, 1),
    ("4b3c", 11, 2),
    ("8h7i", 15, 0),
    ("2b3a", 9, 1),
    ("6g6f", 8, 7),
    ("4c4d", 12, 2),
];

/// Rank of each move among the quiet ones, and the move that was liked better.
pub(super) fn table(rated: &[RatedEvaluation]) -> Result<Table, Failure> {
    let heading = ["ply", "move", "quiet moves", "paper parent", "paper sibling"].map(String::from);
    let columns = rated.iter().flat_map(|rated| [rated.name.clone(), format!("{} likes", rated.name)]);
    let mut table = Table::new(heading.into_iter().chain(columns));
    let mut sums = vec![0.0; rated.len()];
    let (mut panel, mut quiet) = (Panel::new(rated), Vec::new());
    let mut pos = Position::startpos();
    for (ply, (word, parent, sibling)) in (1i64..).zip(YAGURA) {
        let mv: Move = word.parse()?;
        let _ = panel.quiet.candidates(&pos, mv, &mut quiet);
        let ranked: Vec<Option<QuietRank>> =
            panel.rated.iter().map(|rated| rated.rank(&pos, &quiet, mv)).collect();
        let mut row = vec![
            Cell::from(ply),
            Cell::from(word),
            Cell::from(quiet.len()),
            Cell::from(i64::from(parent)),
            Cell::from(i64::from(sibling)),
        ];
        for (ranked, sum) in ranked.iter().zip(&mut sums) {
            match ranked {
                Some(one) => {
                    let rank = one.rank.from_zero();
                    *sum += rank;
                    row.push(Cell::real(rank, 1));
                    row.push(Cell::from(if rank == 0.0 { String::new() } else { one.best.to_string() }));
                }
                None => row.extend([Cell::Empty, Cell::Empty]),
            }
        }
        table.push(row);
        pos.do_move(mv);
    }
    let mean = |sum: u32| Cell::real(f64::from(sum) / YAGURA.len() as f64, 1);
    let mut row = vec![Cell::from("mean"), Cell::Empty, Cell::Empty];
    row.push(mean(YAGURA.iter().map(|(_, parent, _)| parent).sum()));
    row.push(mean(YAGURA.iter().map(|(_, _, sibling)| sibling).sum()));
    for sum in sums {
        row.extend([Cell::real(sum / YAGURA.len() as f64, 1), Cell::Empty]);
    }
    table.push(row);
    Ok(table)
}
