//! Games from tab-separated text, and which of them are held apart.
//!
//! A line is `ID<TAB>START<TAB>MOVES<TAB>RESULT…`: `startpos` or `sfen …`, moves in USI; further columns are not read.
//! Lines that begin with `#` are comments.

use std::path::Path;

use komadai::rng::{SplitMix64, mix};
use komadai::{Move, Position};

use crate::Failure;

/// A game, and the class it is counted under.
pub(crate) struct Game {
    /// Number of its class.
    pub(crate) class: usize,
    pub(crate) start: Position,
    pub(crate) moves: Vec<Move>,
}

/// Games, and the names of their classes: one class a file.
pub(crate) struct Games {
    pub(crate) classes: Vec<String>,
    pub(crate) games: Vec<Game>,
}

impl Games {
    /// From files, or the sample of the repository if there are none.
    pub(crate) fn read(files: &[std::path::PathBuf]) -> Result<Games, Failure> {
        let mut all = Games { classes: Vec::new(), games: Vec::new() };
        if files.is_empty() {
            all.add("sample", "the built-in sample", include_str!("../../data/games/sample.tsv"))?;
        }
        for path in files {
            let name = path.display().to_string();
            let text = std::fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
            let class = path.file_stem().unwrap_or_default().to_string_lossy();
            all.add(&class, &name, &text)?;
        }
        if all.games.is_empty() {
            return Err("no game in any file, expected at least one".into());
        }
        Ok(all)
    }

    fn add(&mut self, class: &str, name: &str, text: &str) -> Result<(), Failure> {
        let number = self.classes.iter().position(|known| known == class).unwrap_or(self.classes.len());
        if number == self.classes.len() {
            self.classes.push(class.to_owned());
        }
        for (n, line) in text.lines().enumerate() {
            if line.starts_with('#') || line.trim().is_empty() {
                continue;
            }
            let game = read_line(line, number).map_err(|error| format!("{name}, line {}: {error}", n + 1))?;
            self.games.push(game);
        }
        Ok(())
    }

    /// The games to count, and those held apart: about so many per cent, by chance from the seed and the game alone.
    pub(crate) fn split(&self, percent: u64, seed: u64) -> (Vec<&Game>, Vec<&Game>) {
        self.games.iter().partition(|game| {
            let key = game.moves.iter().fold(seed, |key, mv| mix(key ^ u64::from(mv.bits())));
            SplitMix64::new(key).below(100) >= percent
        })
    }
}

fn read_line(line: &str, class: usize) -> Result<Game, Failure> {
    let mut columns = line.split('\t').skip(1);
    let (Some(start), Some(words)) = (columns.next(), columns.next()) else {
        return Err("expected ID, start and moves, with tabs between them".into());
    };
    let start: Position = match start.strip_prefix("sfen ") {
        Some(sfen) => sfen.parse()?,
        None if start == "startpos" => Position::startpos(),
        None => return Err(format!("start {start:?}, expected \"startpos\" or \"sfen …\"").into()),
    };
    let moves: Vec<Move> = words.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
    // An illegal move is found now, while the line is known.
    komadai::learn::replay(&start, moves.iter().copied(), |_, _| {})?;
    Ok(Game { class, start, moves })
}

/// What a file name says in a model's provenance: no folders.
pub(crate) fn source(files: &[std::path::PathBuf]) -> String {
    if files.is_empty() {
        return "data/games/sample.tsv".into();
    }
    let names = files.iter().map(|path: &std::path::PathBuf| Path::new(path).file_name().unwrap_or_default());
    names.map(|name| name.to_string_lossy().into_owned()).collect::<Vec<_>>().join(", ")
}
