//! Games for training and for judging models, read from tab-separated text, and the split into training and held-out games.
//!
//! A line is `ID<TAB>START<TAB>MOVES<TAB>RESULT`: the start is `startpos` or `sfen …`, moves are in USI, the result is `b`
//! (Black wins), `w`, `d` (draw) or `?`, and may be missing; further columns are not read.
//! Lines that begin with `#` are comments. Games of one kind of player form a class; classes are counted and judged separately and never
//! mixed without saying so.
//!
//! Command-line options: the files of games, the number of positions, the claims searched again per position.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::RangedU64ValueParser as Number;
use komadai_core::files::FileError;
use komadai_core::rng::{SplitMix64, mix};
use komadai_core::{GameResult, Move, Position};
use komadai_report::InputText;

/// The 60 games that come with Komadai, by engines and people, from test files with free licences.
const SAMPLE: &str = komadai::samples::GAMES;

/// Game with the class it is counted under.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassedGame {
    /// Name of the game, as in its file.
    pub id: String,
    /// Number of its class.
    pub class: usize,
    /// The position before the first move.
    pub start: Position,
    /// All moves; they are legal.
    pub moves: Vec<Move>,
    /// Who won.
    pub result: GameResult,
}

impl ClassedGame {
    /// Returns the position after `ply` moves, or `None` if the game is shorter.
    pub fn position(&self, ply: usize) -> Option<Position> {
        Some(self.start.after(self.moves.get(..ply)?.iter().copied()))
    }

    /// Draws a ply uniformly from `plies` and returns it with the position after so many moves; the last position of the game is never
    /// drawn. Returns `None`, without drawing a number, if the game is too short.
    pub fn draw(&self, plies: RangeInclusive<usize>, rng: &mut SplitMix64) -> Option<(usize, Position)> {
        let last = self.moves.len().checked_sub(1)?.min(*plies.end());
        let choices = last.checked_sub(*plies.start())?;
        let ply = plies.start() + rng.below(choices as u64 + 1) as usize;
        Some((ply, self.position(ply)?))
    }

    /// Hash of the moves and a seed.
    fn key(&self, seed: u64) -> u64 {
        self.moves.iter().fold(seed, |key, mv| mix(key ^ u64::from(mv.bits())))
    }
}

/// Games with their classes: the input of training and of measurements on games.
///
/// ```
/// use komadai_lab::Games;
///
/// let games = Games::read(&[])?;
/// let (training, held_out) = games.split(20, 1);
/// assert_eq!(training.len() + held_out.len(), 60);
///
/// let twice = Games::read(&["../../data/games/sample.tsv".into(), "../../data/games/sample.tsv".into()])?;
/// assert_eq!(twice.classes, ["sample", "sample-2"]);
/// # Ok::<(), komadai_core::files::FileError>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Games {
    /// `[class]`: names of the classes.
    pub classes: Vec<String>,
    /// All games, in the order they were read.
    pub games: Vec<ClassedGame>,
}

komadai_core::debug_by_sizes!(Games { classes }[games]);

impl Games {
    /// Reads games from files, one class per file, named after it; without files, reads the built-in sample.
    ///
    /// # Errors
    ///
    /// [`FileError`]: a file that cannot be read, the first line that holds no game, or no game at all.
    pub fn read(files: &[PathBuf]) -> Result<Games, FileError> {
        let mut all = Games::default();
        if files.is_empty() {
            all.add("sample", &InputText::read(None, "the built-in sample", &[SAMPLE])?)?;
        }
        for path in files {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            // Files of the same name get numbers, because classes name files of results.
            let numbered = (2..).map(|number| format!("{stem}-{number}"));
            let is_free = |name: &String| !all.classes.contains(name);
            let class = std::iter::once(stem.to_string()).chain(numbered).find(is_free).expect("one is free");
            all.add(&class, &InputText::read(Some(path), "", &[])?)?;
        }
        if all.games.is_empty() {
            return Err(FileError::contents("no game, expected at least one").of(Games::source(files)));
        }
        Ok(all)
    }

    /// Adds the games of a text as a class.
    ///
    /// # Errors
    ///
    /// [`FileError`]: the first line that holds no game.
    pub fn add(&mut self, class: &str, input: &InputText) -> Result<(), FileError> {
        self.games.extend(input.lines(|line| read_line(line, self.classes.len()))?);
        self.classes.push(class.to_owned());
        Ok(())
    }

    /// Splits into the games to train on and those held out: about `percent` per cent, by a hash of the moves and the seed alone. So a game
    /// that is in two files is on the same side both times.
    pub fn split(&self, percent: u64, seed: u64) -> (Vec<&ClassedGame>, Vec<&ClassedGame>) {
        self.games.iter().partition(|game| SplitMix64::new(game.key(seed)).below(100) >= percent)
    }

    /// Names of the files without folders, or of the built-in sample, for the provenance of a model.
    pub fn source(files: &[PathBuf]) -> String {
        if files.is_empty() {
            return "data/games/sample.tsv".into();
        }
        let name = |path: &PathBuf| {
            path.file_name().unwrap_or(Path::new("?").as_os_str()).to_string_lossy().into_owned()
        };
        files.iter().map(name).collect::<Vec<_>>().join(", ")
    }
}

fn read_line(line: &str, class: usize) -> Result<ClassedGame, String> {
    let mut columns = line.split('\t');
    let (Some(id), Some(start), Some(words)) = (columns.next(), columns.next(), columns.next()) else {
        return Err("expected ID, start and moves, with tabs between them".into());
    };
    let result = match columns.next().map_or("", str::trim) {
        "b" => GameResult::BlackWins,
        "w" => GameResult::WhiteWins,
        "d" => GameResult::Draw,
        "" | "?" => GameResult::Unknown,
        other => return Err(format!("found the result {other:?}, expected b, w, d or ?")),
    };
    let start: Position = match start.strip_prefix("sfen ") {
        Some(sfen) => sfen.parse().map_err(|error| format!("{error}"))?,
        None if start == "startpos" => Position::startpos(),
        None => return Err(format!("start {start:?}, expected \"startpos\" or \"sfen …\"")),
    };
    let read = |(number, word): (usize, &str)| {
        word.parse::<Move>().map_err(|error| format!("move {number}: found {word:?}, {error}"))
    };
    let moves: Vec<Move> = (1..).zip(words.split_whitespace()).map(read).collect::<Result<_, _>>()?;
    // Illegal moves are found here, where the line is known.
    komadai_learn::replay(&start, moves.iter().copied(), |_, _| {}).map_err(|error| error.to_string())?;
    Ok(ClassedGame { id: id.to_owned(), class, start, moves, result })
}

/// `--games FILE`, any number of times.
#[derive(Args, Clone, Debug)]
pub struct GameFiles {
    /// A file of games; may be given several times, each a class of its own [default: data/games/sample.tsv].
    #[arg(long, value_name = "FILE")]
    pub games: Vec<PathBuf>,
}

impl GameFiles {
    /// Format of the files, for the help of a program.
    pub const HELP: &'static str = "Lines of games are ID<TAB>START<TAB>MOVES<TAB>RESULT…: START is \"startpos\" or \"sfen …\", \
         moves are in USI, the result is b, w, d or ? and may be missing; further columns are passed over.";

    /// Reads the games of the files, or the built-in sample.
    ///
    /// # Errors
    ///
    /// Those of [`Games::read`].
    pub fn read(&self) -> Result<Games, FileError> {
        Games::read(&self.games)
    }

    /// Names of the files for the provenance of a model.
    pub fn source(&self) -> String {
        Games::source(&self.games)
    }
}

/// `--positions N`, 1 or more, with its default.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct MostPositions<const DEFAULT: u32> {
    /// Maximum number of positions.
    #[arg(long, value_name = "N", default_value = DEFAULT.to_string(), value_parser = Number::<usize>::new().range(1..=u32::MAX.into()))]
    pub(crate) positions: usize,
}

/// `--claims N`, 1 to 1,000,000.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Claims {
    /// Claims of each pruning, or cuts of each side, to search again, per position.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) claims: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> InputText {
        InputText { name: "file".to_owned(), text: text.to_owned() }
    }

    #[test]
    fn files_are_classes_and_a_game_is_on_one_side_of_the_split() {
        let mut games = Games::default();
        games.add("one", &text("# comment\n\na\tstartpos\t7g7f 3c3d\tb\n")).unwrap();
        games
            .add("two", &text("b\tstartpos\t7g7f 3c3d\nc\tsfen 4k4/9/9/9/9/9/9/9/4K4 b R 1\tR*5e\n"))
            .unwrap();
        assert_eq!(games.classes, ["one", "two"]);
        assert_eq!(games.games.iter().map(|game| game.class).collect::<Vec<_>>(), [0, 1, 1]);
        for seed in 0..50 {
            let (training, _) = games.split(50, seed);
            let same = training.iter().filter(|game| game.moves.len() == 2).count();
            assert!(same == 0 || same == 2);
        }
        assert_eq!(games.split(0, 1).1.len(), 0);
    }

    #[test]
    fn drawn_positions_lie_within_the_plies_and_before_the_last_move() {
        let mut games = Games::default();
        games.add("c", &text("a\tstartpos\t7g7f 3c3d 2g2f 8c8d\tw\tmore\n")).unwrap();
        let game = &games.games[0];
        assert_eq!((game.id.as_str(), game.result), ("a", GameResult::WhiteWins));
        let mut rng = SplitMix64::new(1);
        let mut plies: Vec<usize> = (0..100).filter_map(|_| Some(game.draw(1..=9, &mut rng)?.0)).collect();
        plies.sort_unstable();
        plies.dedup();
        assert_eq!(plies, [1, 2, 3]);
        assert_eq!(game.draw(3..=3, &mut rng), Some((3, game.position(3).unwrap())));
        assert_eq!((game.draw(4..=9, &mut rng), game.position(5)), (None, None));
    }

    #[test]
    fn mistakes_are_told_with_name_and_line() {
        for (line, reason) in [
            ("a startpos 7g7f", "expected ID, start and moves"),
            ("a\tnowhere\t7g7f", "start \"nowhere\""),
            ("a\tsfen 9\t7g7f", "sfen"),
            ("a\tstartpos\t7g7f 7g7f", "move 2, 7g7f: not legal there"),
            ("a\tstartpos\t77", "move 1: found \"77\""),
            ("a\tstartpos\t7g7f\tBLACK", "found the result \"BLACK\", expected b, w, d or ?"),
        ] {
            let error = Games::default().add("c", &text(&format!("# x\n{line}\n"))).unwrap_err().to_string();
            assert!(error.starts_with("file, line 2: ") && error.contains(reason), "{error}");
        }
        let error = Games::read(&[PathBuf::from("/nowhere/games.tsv")]).unwrap_err();
        assert!(error.to_string().starts_with("/nowhere/games.tsv: "), "{error}");
    }
}
