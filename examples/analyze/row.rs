//! The findings for a position of a game, and the game written back with them as comments, position by position, so that a run that is
//! broken off leaves what it had found.

use std::path::{Path, PathBuf};

use komadai::analysis::Finding;
use komadai::notation::encoding::Encoding;
use komadai::notation::evaluations::{self, RecordedScore};
use komadai::notation::record::{self, Format, WriteError};
use komadai::{Color, Game, Move, Trust, Value};
use komadai_report::Failure;
use serde::{Deserialize, Serialize};

/// The findings for a position of the game.
#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    /// Its value for Black; `None` if no move was searched to its end, or another engine reports no value.
    pub(crate) score: Option<Value>,
    /// The best move of the side to move.
    pub(crate) best: Option<Move>,
    /// The line that begins with it.
    pub(crate) line: Vec<Move>,
    /// The ends between which the value of a deeper search lies in two of three cases, in centipawns for Black.
    pub(crate) trusted: Option<(i32, i32)>,
}

impl Row {
    /// The findings for a position with this side to move.
    pub(crate) fn new(to_move: Color, finding: &Finding, trust: Option<Trust>) -> Row {
        let black = to_move == Color::Black;
        // Once a mate is proved, the score no longer matters.
        let trust = trust.filter(|_| !finding.value.is_mate());
        Row {
            score: finding.known_value().map(|value| if black { value } else { -value }),
            best: finding.best,
            line: finding.line().to_vec(),
            trusted: trust.map(
                |Trust { interval: (low, high), .. }| {
                    if black { (low, high) } else { (-high, -low) }
                },
            ),
        }
    }
}

/// A game that is to be written to a new file.
pub(crate) struct Annotated {
    path: PathBuf,
    format: Format,
    encoding: Encoding,
    game: Game,
    /// The name of the evaluation.
    evaluation: String,
}

impl Annotated {
    /// Checks that the game can be written there: to a new file, or to the one that a run with these first rows left when it was broken off.
    pub(crate) fn new(
        path: &Path,
        encoding: Encoding,
        game: &Game,
        evaluation: String,
        known: &[Row],
    ) -> Result<Annotated, Failure> {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or("");
        let format = match Format::from_extension(extension) {
            // These two have no place for comments.
            None | Some(Format::Usi | Format::Sfen) => {
                let path = path.display();
                let found = format!("found the extension {extension:?}, expected kif, ki2, csa or jkf");
                return Err(format!("--record {path}: {found}").into());
            }
            Some(format) => format,
        };
        let annotated = Annotated { path: path.to_owned(), format, encoding, game: game.clone(), evaluation };
        if !annotated.is_left_by(known) {
            komadai_report::check_new_file("--record", path)?;
        }
        komadai_report::check_file("--record", path)?;
        annotated.text(known).map_err(|error| format!("--record {}: {error}", path.display()))?;
        Ok(annotated)
    }

    /// Whether the file was written by a run that was broken off after these rows, or before it had written the last of them.
    fn is_left_by(&self, known: &[Row]) -> bool {
        let Ok(there) = std::fs::read(&self.path) else { return false };
        let is = |rows: usize| rows > 0 && self.text(&known[..rows]).is_ok_and(|text| text == there);
        is(known.len()) || is(known.len().saturating_sub(1))
    }

    /// The game with the value for Black and the best line of the start position and of each position after a move.
    fn text(&self, rows: &[Row]) -> Result<Vec<u8>, WriteError> {
        let mut game = self.game.clone();
        let (version, evaluation) = (env!("CARGO_PKG_VERSION"), &self.evaluation);
        game.comments.push(format!("解析：Komadai {version}、評価関数 {evaluation}、評価値は先手から見た値"));
        let (mut pos, mut last) = (game.start.clone(), None);
        for (ply, row) in rows.iter().enumerate() {
            let comments = match ply.checked_sub(1) {
                None => &mut game.comments,
                Some(index) => {
                    let Some(node) = game.nodes.get_mut(index) else { break };
                    pos.do_move(node.mv);
                    last = Some(node.mv);
                    &mut node.comments
                }
            };
            if let Some(score) = row.score {
                comments.extend(evaluations::write(RecordedScore::for_black(score), &pos, last, &row.line));
            }
        }
        record::write_encoded(&game, self.format, self.encoding)
    }

    /// Writes the game with the rows so far.
    pub(crate) fn save(&self, rows: &[Row]) -> Result<&Path, Failure> {
        komadai_report::save_whole(&self.path, self.text(rows)?)?;
        Ok(&self.path)
    }
}
