//! `make-corpus` from outside: the same bytes on any number of threads and after any number of kills; how it
//! refuses.

use std::path::Path;

use crate::aids::{lab, lab_killed};
use crate::example::{folder, text};
use komadai::artifact::{Artifact, Provenance};
use komadai::eval::pair::{Fold, PairModel, Symmetry};
use komadai::{PieceKind, PieceValues};
use komadai_learn::corpus::{games, read_records};

fn journal(path: &Path) -> String {
    std::fs::read_to_string(format!("{}.journal", path.display())).expect("a journal beside the records")
}

/// Four blocks of games that take a moment.
fn words<'a>(path: &'a Path, threads: &'a str) -> Vec<&'a str> {
    let words = ["make-corpus", "--games", "60", "--nodes", "40", "--seed", "7", "--move-limit", "90"];
    [&words[..], &["--threads", threads, "--out", text(path)]].concat()
}

#[test]
fn records_are_the_same_on_any_number_of_threads_and_say_what_they_are() {
    let folder = folder("corpus-threads");
    let (one, two) = (folder.join("one.psv"), folder.join("two.psv"));
    let first = lab(&words(&one, "1"));
    let second = lab(&words(&two, "3"));
    assert_eq!((first.status, second.status), (0, 0), "{}{}", first.err, second.err);
    assert_eq!(std::fs::read(&one).unwrap(), std::fs::read(&two).unwrap());
    assert_eq!(journal(&one), journal(&two));

    let records = read_records(&one).unwrap();
    assert!(records.len() > 1_000, "{}", records.len());
    for record in &records {
        let pos = record.position.unpack(record.ply).unwrap();
        assert!(!pos.in_check() && record.mv.is_some_and(|mv| pos.is_legal(mv)), "{pos}");
    }
    // Games stand behind one another; few begin later than the one before ended.
    let told = games(&records).count();
    let kept =
        first.out.lines().find_map(|line| line.trim().strip_prefix("kept")).expect("a line of the table");
    let kept: usize = kept.trim().parse().expect("a number");
    assert!(told <= kept && 10 * told >= 9 * kept, "{told} of {kept}");
}

#[test]
fn killed_again_and_again_it_ends_with_the_same_bytes() {
    let folder = folder("corpus-killed");
    let (whole, broken) = (folder.join("whole.psv"), folder.join("broken.psv"));
    lab(&words(&whole, "1")).done();
    let len = || std::fs::metadata(&broken).map_or(0, |data| data.len());
    let mut kills = 0;
    for _ in 0..3 {
        let before = len();
        // Until another block has been written; then at once, in the middle of the next.
        kills += usize::from(lab_killed(&words(&broken, "2"), || len() > before));
        // As if the disk had got half a record, and half a line, more than was vouched for.
        let torn = |path: &str, bytes: &[u8]| {
            let mut all = std::fs::read(path).unwrap();
            all.extend_from_slice(bytes);
            std::fs::write(path, all).unwrap();
        };
        torn(text(&broken), &[1; 20]);
        torn(&format!("{}.journal", broken.display()), b"99\t1");
    }
    assert!(kills > 0, "no run was long enough to be killed");
    let last = lab(&words(&broken, "2")).done();
    assert!(last.err.contains("of 60 games are played already"), "{}", last.err);
    assert_eq!(std::fs::read(&broken).unwrap(), std::fs::read(&whole).unwrap());
    assert_eq!(journal(&broken), journal(&whole));
}

#[test]
fn longer_is_the_same_as_long_from_the_beginning() {
    let folder = folder("corpus-longer");
    let (grown, whole) = (folder.join("grown.psv"), folder.join("whole.psv"));
    let play = |path: &Path, games: &str| {
        lab(&["make-corpus", "--nodes", "30", "--games", games, "--out", text(path)])
    };
    // 16 games a block: the second block is full only in the longer corpus.
    play(&grown, "20").done();
    let short = std::fs::read(&grown).unwrap();
    play(&grown, "40").done();
    play(&whole, "40").done();
    let long = std::fs::read(&whole).unwrap();
    assert!(long.len() > short.len() && long.starts_with(&short));
    assert_eq!(std::fs::read(&grown).unwrap(), long);
    let shorter = play(&grown, "16");
    assert!(shorter.status == 2 && shorter.err.contains("expected 16 at most"), "{}", shorter.err);
    assert_eq!(std::fs::read(&grown).unwrap(), long, "what was refused was not touched");
}

#[test]
fn a_model_of_pairs_plays_and_its_corpus_is_not_continued_by_another() {
    let folder = folder("corpus-model");
    let mut values = PieceValues::default();
    let model = |values: PieceValues, name: &str| {
        let (model, _) = PairModel::from_weights(values, &Fold::new(Symmetry::Colors), 1, []);
        let path = folder.join(name);
        model.save(&Provenance::default(), &path).unwrap();
        path
    };
    let one = model(values, "one.kmd");
    values.board[PieceKind::Pawn] = 130;
    let other = model(values, "other.kmd");
    let out = folder.join("pairs.psv");
    let play = |model: &Path| {
        lab(&["make-corpus", "--games", "16", "--nodes", "20", "--eval", text(model), "--out", text(&out)])
    };
    play(&one).done();
    assert!(read_records(&out).unwrap().len() > 100);
    let second = play(&other);
    assert!(second.status == 2 && second.err.contains("found the corpus run"), "{}", second.err);
}

#[test]
fn a_corpus_of_another_run_or_a_changed_one_is_refused_and_left_alone() {
    let out = folder("corpus-wrong").join("a.psv");
    let play = |more: &[&str]| {
        let words = ["make-corpus", "--games", "16", "--nodes", "20", "--out", text(&out)];
        lab(&[&words, more].concat())
    };
    play(&[]).done();
    let records = std::fs::read(&out).unwrap();
    let mut changed = records.clone();
    changed[50] ^= 1;
    for (bytes, more, explanation) in [
        (&records[..], &["--seed", "2"] as &[&str], "found the corpus run"),
        (&records, &["--move-limit", "100"], "256 plies at most"),
        (&changed, &[], "block 0: checksum"),
        (&records[40..], &[], "expected at least the"),
    ] {
        std::fs::write(&out, bytes).unwrap();
        play(more).refused(&explanation, explanation);
        assert_eq!(std::fs::read(&out).unwrap(), bytes);
    }
}
