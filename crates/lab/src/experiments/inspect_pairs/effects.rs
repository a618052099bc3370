//! Effects around the kings: the value of each number of own and enemy effects, beside the king and a square further; the cost of an attack
//! and the value of a guard on each square.

use std::io::Write;
use std::path::Path;

use komadai_core::artifact::{Artifact, Provenance};
use komadai_core::{Color, Piece, PieceKind, Position, Setup, Square};
use komadai_eval::effects::{EffectsModel, KingEffects};
use komadai_report::{Cell, Failure, Printed, Report, Table, heat_map};

/// Numbers of effects that are distinguished.
const COUNTS: u8 = 4;

/// Prints and saves the table and the boards.
pub(super) fn run(path: &Path, mut report: Report) -> Result<Vec<Printed>, Failure> {
    let (model, made) = EffectsModel::load(path)?;
    writeln!(report, "{}: {} weights\n{}", path.display(), KingEffects::COUNT, origin(&made))?;
    let title = "Effects on a square near a king, centipawns for its owner, mean over the squares";
    report.table(title, "effects.csv", &table(&model))?;
    let (king, mut setup) = (Square::new(5, 5).ok_or("no square 5e")?, Setup::empty());
    setup.board[king.index()] = Some(Piece::new(Color::Black, PieceKind::King));
    let board = Position::new_irregular(&setup)?;
    for (file, what, before, after) in [
        ("effects-attack.svg", "a first enemy effect against one own", (1, 0), (1, 1)),
        ("effects-guard.svg", "a second own effect against one of the enemy", (1, 1), (2, 1)),
    ] {
        let on = |square: Square| {
            // Files to the left and ranks down.
            let at = (square.file() as i8 - king.file() as i8, square.rank() as i8 - king.rank() as i8);
            let worth = |(own, enemy)| Some(model.weight_cp(KingEffects::feature(at, own, enemy)?));
            Some(worth(after)? - worth(before)?)
        };
        report.file("Board", file, &heat_map(&board, &format!("What {what} is worth, centipawns"), on))?;
    }
    Ok(report.finish()?)
}

/// One row for each ring of squares and number of own effects, one column for each number of enemy effects.
fn table(model: &EffectsModel) -> Table {
    let mut table = Table::new(["squares", "own effects", "enemy 0", "1", "2", "3 or more"]);
    for (name, distance) in [("beside the king", 1), ("one further", 2)] {
        let ring: Vec<(i8, i8)> = (-2..=2_i8)
            .flat_map(|left| (-2..=2_i8).map(move |down| (left, down)))
            .filter(|(left, down)| left.abs().max(down.abs()) == distance)
            .collect();
        for own in 0..COUNTS {
            let mean = |enemy| {
                let weights = ring.iter().filter_map(|&at| KingEffects::feature(at, own, enemy));
                weights.map(|feature| model.weight_cp(feature)).sum::<f64>() / ring.len() as f64
            };
            let [none, one, two, three] = [0, 1, 2, 3].map(|enemy| Cell::Real(mean(enemy), 1));
            let own = if own + 1 < COUNTS { own.to_string() } else { format!("{own} or more") };
            table.push([name.into(), own.into(), none, one, two, three]);
        }
    }
    table
}

/// Origin of a model, in one line.
pub(super) fn origin(made: &Provenance) -> String {
    format!("{} from {} rows of {}: {}", made.made_by, made.rows, made.source, made.parameters)
}
