//! Files and folders of mate problems: lists of positions, and records in KIF, KI2, CSA, JKF or USI.
//!
//! | file | problems |
//! |---|---|
//! | list, one problem per line | [`MateProblem::read_all`] |
//! | record | the position before the first move of each game; its moves, if they mate, are the recorded solution |
//! | folder | the problems of its files, sorted by name; files with other extensions are skipped, and those that cannot be read are named |
//! | `-` | standard input, which may be any of the files above |
//!
//! The content decides the kind of a file, and the extension where the content does not. The attacker needs no king, and the defender may
//! hold all remaining pieces (`後手の持駒：残り全部`, `P-00AL`). The length of a recorded solution is the traditional one, as solutions are printed
//! without futile interpositions (無駄合).
//!
//! The problem of a record is named after its file, `005.kif`, and the second of several `005.kif:2`; a problem of a list in a folder is
//! named by the file and its own name, `easy.sfen:3`.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use clap::Args;
use komadai_core::files::FileError;
use komadai_core::{Color, Game, Move, Position, Setup};
use komadai_notation::encoding;
use komadai_notation::record::{self, Format};
use komadai_report::{InputText, read_to_end, read_whole};
use komadai_tsume::LengthRule;

use crate::data::problem::{Label, MateProblem};

/// Extensions of the files that are read from a folder.
const EXTENSIONS: [&str; 9] = ["sfen", "kif", "kifu", "ki2", "ki2u", "csa", "jkf", "json", "usi"];

/// `--sfen SFEN` or `--file FILE|DIR|-`.
#[derive(Args, Clone, Debug)]
pub struct ProblemSource {
    /// One problem.
    #[arg(long, value_name = "SFEN", conflicts_with = "file")]
    sfen: Option<String>,
    /// A file of problems (SFEN lines, KIF, KI2, CSA, JKF or USI), a folder of such files, or - for standard input.
    #[arg(long, value_name = "FILE|DIR|-")]
    file: Option<PathBuf>,
}

impl ProblemSource {
    /// Reads the problems of the file or folder (`-` is standard input); else of the text of `--sfen`, which may hold whatever a file may;
    /// else of the built-in lists, joined.
    ///
    /// # Errors
    ///
    /// [`FileError`], as [`MateProblems::read_path`].
    pub fn read(&self, built_in: &[&str]) -> Result<MateProblems, FileError> {
        match (&self.file, &self.sfen) {
            (Some(path), _) => MateProblems::read_path(path),
            (None, Some(text)) => {
                MateProblems::of(read_bytes("--sfen", "1", "", text.as_bytes(), None)?, Vec::new(), "--sfen")
            }
            (None, None) => {
                let input = InputText::read(None, "the built-in problems", built_in)?;
                MateProblems::of(input.parse(MateProblem::read_all)?, Vec::new(), &input.name)
            }
        }
    }
}

/// Mate problems that a program is given to solve.
#[derive(Debug)]
pub struct MateProblems {
    /// The problems, at least one, each with a unique name.
    pub problems: Vec<MateProblem>,
    /// Errors of the files of a folder that could not be read, each named; the problems are from the others.
    pub refused: Vec<FileError>,
}

impl MateProblems {
    /// Reads the problems of a file, of standard input (`-`), or of the files of a folder.
    ///
    /// ```
    /// use komadai_lab::MateProblems;
    ///
    /// let problems = MateProblems::read_path("../../data/tsume/zuko_muso.sfen".as_ref())?.problems;
    /// assert_eq!((problems.len(), problems[0].plies), (40, Some(73)));
    /// # Ok::<(), komadai_core::files::FileError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`FileError`]: a file that cannot be read, or a folder in which none can; no problem; two problems of the same name.
    pub fn read_path(path: &Path) -> Result<MateProblems, FileError> {
        let name = path.display().to_string();
        if !path.is_dir() {
            return MateProblems::of(read_file(path, "")?, Vec::new(), &name);
        }
        let (mut problems, mut refused) = (Vec::new(), Vec::new());
        for file in files_of(path)? {
            match read_file(&file, &format!("{}:", name_of(&file))) {
                Ok(of_file) => problems.extend(of_file),
                Err(error) => refused.push(error),
            }
        }
        let mut seen = HashSet::new();
        if let Some(MateProblem { name: other, .. }) = problems.iter().find(|of| !seen.insert(&of.name)) {
            let two = format!("{name}, two problems are named {other:?}, expected other names");
            return Err(FileError::contents(two));
        }
        MateProblems::of(problems, refused, &name)
    }

    /// Without problems, the first error of a file is returned, or else one that says so.
    fn of(
        problems: Vec<MateProblem>,
        mut refused: Vec<FileError>,
        name: &str,
    ) -> Result<MateProblems, FileError> {
        if problems.is_empty() {
            let none = || FileError::contents("no problem, expected at least one").of(name);
            return Err(if refused.is_empty() { none() } else { refused.swap_remove(0) });
        }
        Ok(MateProblems { problems, refused })
    }
}

/// The files of a folder that may hold problems, sorted by name.
fn files_of(folder: &Path) -> Result<Vec<PathBuf>, FileError> {
    let failed = |source| FileError::system(folder.display(), source);
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if EXTENSIONS.contains(&extension_of(&path).as_str()) && path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    if files.is_empty() {
        let kinds = ".sfen, .kif, .kifu, .ki2, .csa, .jkf, .json or .usi";
        let none = format!("no file of problems ({kinds}), expected at least one");
        return Err(FileError::contents(none).of(folder.display()));
    }
    Ok(files)
}

fn extension_of(path: &Path) -> String {
    path.extension().map(|extension| extension.to_string_lossy().to_lowercase()).unwrap_or_default()
}

fn name_of(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The problems of a file; those of a list get `list` in front of their names.
fn read_file(path: &Path, list: &str) -> Result<Vec<MateProblem>, FileError> {
    let failed = |source| FileError::system(path.display(), source);
    if path.as_os_str() == "-" {
        let bytes = read_to_end(std::io::stdin().lock()).map_err(failed)?;
        return read_bytes("standard input", "stdin", list, &bytes, None);
    }
    let bytes = read_whole(path).map_err(failed)?;
    let hint = Format::from_extension(&extension_of(path)).filter(|&format| format != Format::Sfen);
    read_bytes(&path.display().to_string(), &name_of(path), list, &bytes, hint)
}

/// Problems of an input that errors call `input`; that of a record is named `record`, those of a list get `list` in front of their names.
fn read_bytes(
    input: &str,
    record: &str,
    list: &str,
    bytes: &[u8],
    hint: Option<Format>,
) -> Result<Vec<MateProblem>, FileError> {
    let wrong = |reason: String| FileError::contents(format!("{input}, {reason}"));
    if let Some(found) = other_kind(bytes) {
        return Err(wrong(format!(
            "found {found}, expected mate problems: SFEN lines, KIF, KI2, CSA, JKF or USI"
        )));
    }
    let told = encoding::decode(bytes).ok().and_then(|(text, _)| record::detect(&text, hint).ok());
    // A list may begin with anything, so the input is tried as a list unless it can only be a record.
    let read_list = || -> Result<Vec<MateProblem>, FileError> {
        let mut problems =
            InputText::from_bytes(input.to_owned(), bytes.to_vec())?.parse(MateProblem::read_all)?;
        for problem in &mut problems {
            problem.name.insert_str(0, list);
        }
        Ok(problems)
    };
    let as_list = (hint.is_none() || told == Some(Format::Sfen)).then(read_list);
    match (as_list, told) {
        (Some(Ok(problems)), _) => Ok(problems),
        (Some(Err(error)), None | Some(Format::Sfen)) => Err(error),
        _ => {
            let read = record::read(bytes, hint).map_err(|error| wrong(error.to_string()))?;
            let problems = of_record(record, &read.games);
            problems.map_err(|reason| wrong(format!("{}: {reason}", read.format.name().to_uppercase())))
        }
    }
}

/// Kind of a file that certainly holds no problems, in words.
fn other_kind(bytes: &[u8]) -> Option<&'static str> {
    let kinds: [(&[u8], &str); 7] = [
        (b"KMDC", "a certificate (see check_certificate)"),
        (b"\x89PNG", "a PNG picture"),
        (b"\xff\xd8\xff", "a JPEG picture"),
        (b"%PDF", "a PDF document"),
        (b"PK\x03\x04", "a ZIP archive"),
        (b"\x1f\x8b", "a gzip archive"),
        (b"<!DOCTYPE", "an HTML page"),
    ];
    let known = kinds.iter().find(|(magic, _)| bytes.starts_with(magic)).map(|&(_, name)| name);
    known.or_else(|| bytes.contains(&0).then_some("a binary file"))
}

fn of_record(file: &str, games: &[Game]) -> Result<Vec<MateProblem>, String> {
    let mut problems = Vec::new();
    for (number, game) in (1..).zip(games) {
        let of = |reason: String| if games.len() > 1 { format!("game {number}: {reason}") } else { reason };
        let name = if number > 1 { format!("{file}:{number}") } else { file.to_owned() };
        problems.push(of_game(name, game).map_err(of)?);
    }
    Ok(problems)
}

fn of_game(name: String, game: &Game) -> Result<MateProblem, String> {
    if game.is_even() {
        return Err(
            "found a game from the start position, expected the position of a mate problem".to_owned()
        );
    }
    let pos = game.start.clone();
    // As in lists: a record may begin with two pawns on a file, a mate problem may not.
    Setup::from(&pos).check_regular().map_err(|error| error.to_string())?;
    let defender = !pos.side_to_move();
    if pos.king(defender).is_none() {
        let defender = if defender == Color::Black { "Black" } else { "White" };
        return Err(format!(
            "found no king of {defender}, expected the king of the side that is to be mated"
        ));
    }
    let moves = game.moves();
    let solved = is_solution(&pos, &moves);
    let label = if solved { Label::Mate } else { Label::Unknown };
    let plies = u32::try_from(moves.len()).ok().filter(|_| solved);
    Ok(MateProblem { name, pos, label, plies, counting: LengthRule::Traditional })
}

/// Whether every move of the attacker gives check and the last leaves no reply but drops, which may be futile.
fn is_solution(pos: &Position, moves: &[Move]) -> bool {
    let mut at = pos.clone();
    for (ply, &mv) in moves.iter().enumerate() {
        if ply % 2 == 0 && !at.gives_check(mv) {
            return false;
        }
        at.do_move(mv);
    }
    moves.len() % 2 == 1 && at.legal_moves().iter().all(|mv| mv.is_drop())
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIF: &str = "# ---- 柿木将棋 ----\n手数：3\n手合割：詰将棋\n後手の持駒：残り全部\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n\
        +---------------------------+\n| ・ ・ ・ ・ ・ ・ ・ ・v玉|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n\
        | ・ ・ ・ ・ ・ ・ ・ 歩 ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：金　銀\n";
    const SFEN: &str = "8k/9/7P1/9/9/9/9/9/9 b GS2r2b3g3s4n4l17p 1";

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("komadai-problems-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn records_of_all_forms_give_the_position_and_its_length_if_they_mate() {
        let folder = folder("forms");
        let csa = "V2.2\nP-11OU\nP+23FU00KI00GI\nP-00AL\n+\n+0022KI\n%TSUMI\n";
        for (name, text, solved) in [
            ("a.kif", format!("{KIF}手数----指手---------消費時間--\n   1 ２二金打\n"), true),
            // Moves that do not mate are no solution.
            ("b.kif", format!("{KIF}   1 １二銀打\n"), false),
            ("c.csa", csa.to_owned(), true),
            // The content decides.
            ("d.sfen", KIF.to_owned(), false),
            ("e.usi", format!("sfen {SFEN} moves G*2b\n"), true),
        ] {
            std::fs::write(folder.join(name), text).unwrap();
            let (name, pos, counting) = (name.to_owned(), SFEN.parse().unwrap(), LengthRule::Traditional);
            let (label, plies) = if solved { (Label::Mate, Some(1)) } else { (Label::Unknown, None) };
            let problems = MateProblems::read_path(&folder.join(&name)).unwrap().problems;
            assert_eq!(problems, [MateProblem { name, pos, label, plies, counting }]);
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn wrong_files_are_called_by_what_they_are() {
        let folder = folder("wrong");
        let wrong: [(&str, &[u8], &str); 8] = [
            ("a.kif", b"KMDC\x01\x00", "found a certificate (see check_certificate), expected mate"),
            ("b.sfen", b"\x89PNG\r\n", "found a PNG picture, expected mate problems"),
            ("c.csa", b"V2.2\nPI\n+\n+7776FU\n", "CSA: found a game from the start position"),
            ("d.csa", b"V2.2\nP+59OU00KI\n+\n", "CSA: found no king of White, expected the king"),
            ("h.csa", b"P-11OU\nP+13FU15FU00KI\n+\n", "CSA: Black has two unpromoted pawns on file 1"),
            ("e.kif", "後手の持駒：残り全部\n先手の持駒：残り全部\n".as_bytes(), "line 2, column 7"),
            ("f.json", b"{ \"moves\": 3 }", "line 1, column "),
            ("g.sfen", b"head\t4k4/9 b - 1\n", "line 1, column 11"),
        ];
        for (name, bytes, expected) in wrong {
            let path = folder.join(name);
            std::fs::write(&path, bytes).unwrap();
            let error = MateProblems::read_path(&path).unwrap_err().to_string();
            assert!(error.contains(expected) && error.contains(name), "{error}");
        }
        let folder = self::folder("wrong");
        let error = MateProblems::read_path(&folder).unwrap_err().to_string();
        assert!(error.contains("no file of problems (.sfen"), "{error}");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
