//! The game written back, with what the analysis found as comments.

use std::path::{Path, PathBuf};

use komadai::lab::{self, Failure};
use komadai::notation::evaluations::{self, RecordedScore};
use komadai::notation::record::{self, Format};
use komadai::{Game, Move, Value};

/// A game that is to be written to a new file.
pub(crate) struct Annotated {
    path: PathBuf,
    format: Format,
    game: Game,
}

impl Annotated {
    /// Finds out whether the game can be written there.
    pub(crate) fn new(path: &Path, game: &Game) -> Result<Annotated, Failure> {
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
        lab::check_new_file("--record", path)?;
        record::write(game, format).map_err(|error| format!("--record {}: {error}", path.display()))?;
        Ok(Annotated { path: path.to_owned(), format, game: game.clone() })
    }

    /// Writes the game with the value for Black and the best line of the start position and of each position after a move.
    pub(crate) fn save<'a>(
        self,
        found: impl Iterator<Item = (Value, &'a [Move])>,
        evaluation: &str,
    ) -> Result<PathBuf, Failure> {
        let Annotated { path, format, mut game } = self;
        let version = env!("CARGO_PKG_VERSION");
        game.comments.push(format!("解析：Komadai {version}、評価関数 {evaluation}、評価値は先手から見た値"));
        let (mut pos, mut last) = (game.start.clone(), None);
        for (ply, (value, line)) in found.enumerate() {
            let comments = match ply.checked_sub(1) {
                None => &mut game.comments,
                Some(index) => {
                    let Some(node) = game.nodes.get_mut(index) else { break };
                    let _ = pos.do_move(node.mv);
                    last = Some(node.mv);
                    &mut node.comments
                }
            };
            comments.extend(evaluations::write(RecordedScore::for_black(value), &pos, last, line));
        }
        lab::save_whole(&path, &record::write(&game, format)?)?;
        Ok(path)
    }
}
