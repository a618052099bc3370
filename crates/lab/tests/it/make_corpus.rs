//! `make-corpus` from outside: the same bytes on any number of threads and after any number of kills; how it
//! refuses.

use crate::aids::{Folder, number, words_of};
use crate::example::Run;
use komadai::artifact::{Artifact, Provenance};
use komadai::eval::pair::{Fold, PairModel, Symmetry};
use komadai::{PieceKind, PieceValues};
use komadai_learn::corpus::{games, read_records};

/// A file of records and its journal.
fn both(here: &Folder, file: &str) -> [Vec<u8>; 2] {
    [here.read_bytes(file), here.read_bytes(&format!("{file}.journal"))]
}

/// Four blocks of games that take a moment.
const BLOCKS: &str = "make-corpus --games 60 --nodes 40 --seed 7 --move-limit 90";

#[test]
fn killed_again_and_again_it_ends_with_the_same_records_on_any_number_of_threads() {
    let here = Folder::new("corpus-killed");
    let whole = here.run(&format!("{BLOCKS} --out @whole.psv")).done();
    assert_eq!(here.run(&format!("{BLOCKS} --out @whole.psv --quiet")).done().out, "");
    let on_two_threads = format!("{BLOCKS} --threads 2 --out @broken.psv");
    let len = || std::fs::metadata(here.path("broken.psv")).map_or(0, |data| data.len());
    let mut kills = 0;
    for _ in 0..3 {
        let before = len();
        // Until another block has been written; then at once, in the middle of the next.
        kills += usize::from(here.kill(&on_two_threads, || len() > before));
        // As if the disk held half a record, and half a line, more than was vouched for.
        for (file, torn) in [("broken.psv", &[1; 20][..]), ("broken.psv.journal", b"99\t1")] {
            here.file(file, [&here.read_bytes(file), torn].concat());
        }
    }
    assert!(kills > 0, "no run was long enough to be killed");
    let last = here.run(&on_two_threads).done();
    assert!(last.err.contains("of 60 games are played already"), "{}", last.err);
    assert!(both(&here, "broken.psv") == both(&here, "whole.psv"));

    let records = read_records(&here.path("whole.psv")).unwrap();
    assert!(records.len() > 1_000, "{}", records.len());
    // Games stand behind one another; few begin later than the one before ended.
    let (told, kept) = (games(&records).count() as f64, number(words_of(&whole.out, "kept")[1]));
    assert!(told <= kept && 10.0 * told >= 9.0 * kept, "{told} of {kept}");
}

#[test]
fn longer_is_the_same_as_long_from_the_beginning() {
    let here = Folder::new("corpus-longer");
    let play = |file: &str, games: u32| {
        here.run(&format!("make-corpus --nodes 30 --games {games} --out @{file}")).done();
        here.read_bytes(file)
    };
    // 16 games per block: the second block is full only in the longer corpus.
    let short = play("grown.psv", 20);
    let long = play("grown.psv", 40);
    assert!(long.len() > short.len() && long.starts_with(&short) && long == play("whole.psv", 40));
    here.run("make-corpus --nodes 30 --games 16 --out @grown.psv")
        .refused(&16, "found 16 games in block 1, expected at most 0 of 16 in all");
    assert!(here.read_bytes("grown.psv") == long, "what was refused was not touched");
}

#[test]
fn a_model_of_pairs_plays_and_a_corpus_of_another_run_or_a_changed_one_is_refused_and_left_alone() {
    let here = Folder::new("corpus-wrong");
    let mut values = PieceValues::default();
    for (name, pawn) in [("one.kmd", values.board[PieceKind::Pawn]), ("other.kmd", 130)] {
        values.board[PieceKind::Pawn] = pawn;
        let (model, _) = PairModel::from_weights(values, &Fold::new(Symmetry::Colors), 1, []);
        model.save(&Provenance::default(), here.path(name)).unwrap();
    }
    let play = |model: &str, more: &str| -> Run {
        here.run(&format!("make-corpus --games 16 --nodes 20 --eval @{model}.kmd --out @a.psv {more}"))
    };
    play("one", "").done();
    assert!(read_records(&here.path("a.psv")).unwrap().len() > 100);
    let records = here.read_bytes("a.psv");
    let mut changed = records.clone();
    changed[50] ^= 1;
    for (bytes, model, more, explanation) in [
        (&records[..], "other", "", "found the corpus run"),
        (&records, "one", "--seed 2", "found the corpus run"),
        (&records, "one", "--move-limit 100", "256 plies at most"),
        (&changed, "one", "", "block 0: checksum"),
        (&records[40..], "one", "", "expected at least the"),
    ] {
        here.file("a.psv", bytes);
        play(model, more).refused(&explanation, explanation);
        assert_eq!(here.read_bytes("a.psv"), bytes);
    }
}
