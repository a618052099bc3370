//! Real record files compared with what other programs read in them.
#![cfg(feature = "shift-jis")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use komadai_core::Position;
use komadai_notation::encoding::Encoding;
use komadai_notation::record::{Format, RecordError, read};

/// Compares every file of a folder with its `expected.tsv`; returns the numbers of files read and refused.
fn check_folder(folder: &Path) -> (usize, usize) {
    let table = fs::read_to_string(folder.join("expected.tsv")).expect("the folder has its expected.tsv");
    let mut lines = table.lines();
    let header = lines.next().expect("a line of column names").trim_start_matches('#');
    let columns: BTreeMap<&str, usize> = header.split('\t').enumerate().map(|(i, name)| (name, i)).collect();
    let (mut ok, mut refused) = (0, 0);
    for line in lines {
        let fields: Vec<&str> = line.split('\t').collect();
        let field = |name: &str| fields.get(columns[name]).copied().unwrap_or("");
        let file = field("FILE");
        let extension = Path::new(file).extension().and_then(|extension| extension.to_str()).unwrap_or("");
        if extension == "jkf" && !cfg!(feature = "jkf") {
            continue;
        }
        let bytes = fs::read(folder.join(file)).expect("the file of the table");
        let record = read(&bytes, Format::from_extension(extension));
        if field("STATUS") == "not_read" {
            // The other program refused the file: a problem without a king must be read unless its diagram breaks
            // further rules (9fu.kif has nine pawns on a file), anything else may be refused at a place in the file.
            match &record {
                Ok(_) => ok += 1,
                Err(error) => {
                    let no_king = field("REASON").contains("no king");
                    assert!(!no_king || matches!(error, RecordError::Start { .. }), "{file}: {error}");
                    assert!(error.at().column > 0, "{file}: {error}");
                    refused += 1;
                }
            }
            let outcome = record.map(|record| (record.games[0].nodes.len(), record.games[0].result()));
            println!("{file}: {:?}", outcome.map_err(|error| error.to_string()));
            continue;
        }
        let record = record.unwrap_or_else(|error| panic!("{file}: {error}"));
        ok += 1;
        assert_eq!(record.format.name(), field("FORMAT"), "{file}");
        let encoding = if field("ENCODING") == "cp932" { Encoding::ShiftJis } else { Encoding::Utf8 };
        assert_eq!(record.encoding, encoding, "{file}");
        let game = &record.games[field("GAME").parse::<usize>().expect("a number")];
        // Compared as positions: the other program has an order of hands of its own.
        let sfen = |name: &str| field(name).parse::<Position>().expect("an SFEN");
        assert_eq!(game.start, sfen("START_SFEN"), "{file}: start");
        let moves: Vec<String> = game.moves().iter().map(ToString::to_string).collect();
        assert_eq!(moves.join(" "), field("USI"), "{file}: moves");
        assert_eq!(game.nodes.len().to_string(), field("MOVES"), "{file}: number of moves");
        assert_eq!(game.final_position(), sfen("FINAL_SFEN"), "{file}: final position");
        assert_eq!(game.result().to_string(), field("RESULT"), "{file}: result");
    }
    (ok, refused)
}

/// The files of the repository, or of the folder that `KOMADAI_RECORDS` names.
#[test]
fn real_files_are_read_as_other_programs_read_them() {
    let samples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/records").to_owned();
    let (ok, refused) = check_folder(Path::new(&std::env::var("KOMADAI_RECORDS").unwrap_or(samples)));
    println!("{ok} read, {refused} refused");
    assert!(ok >= 12);
}
