//! A folder with files of every kind, and the check that a program has left them as they were.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::child::{Out, run, words};
use crate::example::{folder, program};

/// Files of the repository that programs read.
const FILES: [(&str, &str); 17] = [
    ("game.kif", "data/historic/indatsu-1711.kif"),
    ("branches.kif", "data/records/s35_doh_branch.kifu"),
    ("sjis.kif", "data/records/s27_kif-sjis.kif"),
    ("board.ki2", "data/records/s20_ki2_board.ki2"),
    ("game.csa", "data/records/s05_problem001.csa"),
    ("game.jkf", "data/records/s15_sample02.jkf"),
    ("problem.kif", "data/records/s36_tsume-shogi.kif"),
    ("pairs.kmd", "data/models/pairs.kmd"),
    ("spread.kmd", "data/models/spread.kmd"),
    ("softmax.kmd", "data/models/softmax.kmd"),
    ("tacos.kmd", "data/models/tacos.kmd"),
    ("mate.kmdc", "data/tsume/mate.kmdc"),
    ("lower.kmdc", "data/tsume/lower.kmdc"),
    ("problems.sfen", "data/tsume/issue_regressions.sfen"),
    ("midgame.tsv", "data/positions/midgame.tsv"),
    ("openings.sfen", "data/openings/balanced.sfen"),
    ("perft.epd", "data/perft/perft.epd"),
];

/// Files that the examples make, by the command that makes them.
const MADE: [&[&str]; 8] = [
    &["make_corpus", "--games", "4", "--nodes", "20", "--out", "corpus.psv"],
    &[
        "deep_shallow",
        "--positions",
        "200",
        "--depth",
        "2",
        "--hash-mb",
        "1",
        "--out",
        "o",
        "--samples-out",
        "samples.tsv",
    ],
    &["build_book", "--games", "games.tsv", "--save", "book.kmd", "--least-wins", "1", "--out", "o"],
    &["solve_tsume", "--sfen", "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", "--out", "o"],
    &["solve_hisshi", "--sfen", "9/9/7pk/9/9/9/9/9/9 b 2Gr 1", "--nodes", "3000", "--out", "o"],
    &[
        "train_reliability",
        "--samples",
        "samples.tsv",
        "--pair",
        "1:2",
        "--held-out",
        "50",
        "--iterations",
        "20",
        "--checkpoint",
        "spread.state",
        "--save",
        "small-spread.kmd",
        "--out",
        "o",
    ],
    &[
        "train_pairs",
        "--model",
        "comparison",
        "--games",
        "games.tsv",
        "--passes",
        "1",
        "--every",
        "40",
        "--checkpoint",
        "comparison.state",
        "--out",
        "o",
    ],
    &["make_corpus", "--games", "2", "--nodes", "20", "--seed", "2", "--out", "other.psv"],
];

/// The folder.
pub(crate) struct Sandbox {
    /// Where programs run; everything in it that is not kept is removed after each case.
    pub(crate) here: PathBuf,
    /// For what programs print.
    pub(crate) logs: PathBuf,
    /// The files that must stay as they are, by their paths in `here`.
    kept: BTreeMap<PathBuf, Vec<u8>>,
}

impl Sandbox {
    /// A new folder for one thread of a family.
    pub(crate) fn new(family: &str, thread: usize) -> Sandbox {
        let outside = folder(&format!("abuse-{family}-{thread}"));
        let (here, logs) = (outside.join("here"), outside.join("logs"));
        for folder in [&here, &logs] {
            fs::create_dir(folder).unwrap();
        }
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut kept = BTreeMap::new();
        for (name, from) in FILES {
            kept.insert(PathBuf::from(name), fs::read(root.join(from)).unwrap());
        }
        let games = fs::read_to_string(root.join("data/games/sample.tsv")).unwrap();
        let games: String = games.split_inclusive('\n').step_by(5).collect();
        kept.insert("games.tsv".into(), games.into_bytes());
        kept.insert("empty".into(), Vec::new());
        kept.insert("notes.txt".into(), b"Not of this project, and not to be lost.\n".to_vec());
        kept.insert(
            "bytes.bin".into(),
            (0..4000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect(),
        );
        kept.insert("long-line.txt".into(), b"7g7f ".repeat(100_000));
        // Names that outputs have, or are given for a while.
        for name in
            ["samples.tsv", "next-move.tsv", "game.usi.part", "game.kif", "journal.tsv", "answers.tsv"]
        {
            kept.insert(Path::new("busy").join(name), b"mine\n".to_vec());
        }
        kept.insert("link-target.txt".into(), b"mine\n".to_vec());
        let mut sandbox = Sandbox { here, logs, kept };
        sandbox.write();
        for command in MADE {
            let [name, rest @ ..] = command else { continue };
            let time = Duration::from_secs(100);
            let run =
                run(&program(name), &words(rest), &sandbox.here, &sandbox.logs, Out::Kept, time).unwrap();
            assert_eq!(run.status, Some(0), "{command:?}: {}", run.err);
        }
        for entry in fs::read_dir(&sandbox.here).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                let name = path.file_name().unwrap().into();
                sandbox.kept.insert(name, fs::read(&path).unwrap());
            }
        }
        sandbox.restore();
        sandbox
    }

    /// The bytes of a file that is kept.
    pub(crate) fn bytes(&self, name: &str) -> &[u8] {
        self.kept.get(Path::new(name)).unwrap_or_else(|| panic!("{name}"))
    }

    /// Names of the files in the folder itself.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.kept.keys().filter(|path| path.components().count() == 1).filter_map(|path| path.to_str())
    }

    /// Whether every file is as it was; if not, it is named and everything is written again.
    pub(crate) fn unchanged(&self) -> Result<(), String> {
        let lost = self
            .kept
            .iter()
            .find(|(path, bytes)| fs::read(self.here.join(path)).ok().as_ref() != Some(bytes));
        match lost {
            None => Ok(()),
            Some((path, _)) => {
                self.restore();
                Err(format!("{} was changed or lost", path.display()))
            }
        }
    }

    /// Removes what is not kept.
    pub(crate) fn tidy(&self) {
        for entry in fs::read_dir(&self.here).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(&self.here).unwrap();
            let is_link = path.symlink_metadata().unwrap().is_symlink();
            if path.is_dir() && !is_link && name != Path::new("busy") {
                fs::remove_dir_all(&path).unwrap();
            } else if !path.is_dir() && !is_link && !self.kept.contains_key(name) {
                fs::remove_file(&path).unwrap();
            }
        }
        for entry in fs::read_dir(self.here.join("busy")).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                fs::remove_dir_all(&path).unwrap();
            } else if !self.kept.contains_key(path.strip_prefix(&self.here).unwrap()) {
                fs::remove_file(&path).unwrap();
            }
        }
        fs::create_dir_all(self.here.join("folder")).unwrap();
    }

    fn restore(&self) {
        fs::remove_dir_all(&self.here).unwrap();
        fs::create_dir(&self.here).unwrap();
        self.write();
        for (target, link) in [("link-target.txt", "link"), ("loop", "loop"), ("nowhere/at/all", "dangling")]
        {
            std::os::unix::fs::symlink(target, self.here.join(link)).unwrap();
        }
        fs::create_dir(self.here.join("folder")).unwrap();
    }

    fn write(&self) {
        for (name, bytes) in &self.kept {
            let path = self.here.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
    }
}
