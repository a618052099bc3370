//! The example `convert` from outside.

use crate::aids::Folder;
use crate::example::{Run, read, repository};
use komadai::notation::packed::{HcpeRecord, Record, RecordResult, TrainingRecord};
use komadai::{Color, Position};

/// A KIF in Shift_JIS and a CSA of the repository, the second a problem of one move.
const KIF: &str = "data/records/s27_kif-sjis.kif";
const CSA: &str = "data/records/s05_problem001.csa";
const CSA_START: &str = "lns5l/9/Sk1s1+rn2/1B1pp1ps1/pG6p/+b5PP1/4P1NKP/+r4+p1LL/1N7 b G2g8p 1";

fn convert(here: &Folder, words: &str) -> Run {
    here.run(&format!("convert {}", words.replace("KIF", KIF).replace("CSA", CSA)))
}

/// A run that writes nothing to standard error.
fn converted(here: &Folder, words: &str) -> String {
    let run = convert(here, words).done();
    assert_eq!(run.err, "");
    run.out
}

#[test]
fn a_summary_says_what_the_table_of_expected_records_says() {
    let expected = read(repository(), "data/records/expected.tsv");
    let out = converted(&Folder::new("convert-summary"), "--summary KIF CSA");
    let lines: Vec<Vec<&str>> = out.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(lines.len(), 2, "{out}");
    for (file, line) in [KIF, CSA].into_iter().zip(&lines) {
        let mut rows = expected.lines().map(|row| row.split('\t').collect::<Vec<_>>());
        let row = rows.find(|row| file.ends_with(row[0])).expect("the table knows the file");
        assert_eq!(line[0], file);
        // The other program names encodings differently, and writes the pieces in hand in another order.
        let encoding = match row[3] {
            "cp932" => "Shift_JIS",
            "utf-8" => "UTF-8",
            other => other,
        };
        assert_eq!(line[1..6], [row[1], row[2], encoding, row[4], row[5]], "{file}");
        for (ours, theirs) in line[6..8].iter().zip(&row[6..8]) {
            assert_eq!(ours.parse::<Position>().unwrap(), theirs.parse().unwrap(), "{file}");
        }
        assert_eq!(line[8..], row[8..9], "{file}");
    }
}

#[test]
fn lines_of_games_are_read_by_the_programs_that_take_games() {
    let here = Folder::new("convert-lines");
    here.file("games.tsv", converted(&here, "KIF CSA --to tsv"));
    let games = komadai_lab::Games::read(&[here.path("games.tsv")]).unwrap().games;
    let [kif, csa] = &games[..] else { panic!("{games:?}") };
    assert_eq!((kif.id.as_str(), csa.id.as_str()), ("s27_kif-sjis-1", "s05_problem001-1"));
    assert_eq!((csa.start.to_string().as_str(), csa.moves.len()), (CSA_START, 1));
    let summary = converted(&here, "--summary KIF");
    let fields: Vec<&str> = summary.trim_end().split('\t').collect();
    assert_eq!([fields[5], fields[8]], [kif.moves.len().to_string(), kif.result.to_string()]);
}

#[test]
fn a_missing_file_costs_a_line_and_the_status_but_not_the_others() {
    let run = convert(&Folder::new("convert-missing"), "no-such-file.kif CSA --to sfen");
    assert_eq!(run.status, 1);
    assert!(run.err.starts_with("no-such-file.kif: ") && run.err.lines().count() == 1, "{}", run.err);
    let last = "lns5l/9/Sk1s1+rn2/GB1pp1ps1/p7p/+b5PP1/4P1NKP/+r4+p1LL/1N7 w G2g8p 2";
    assert!(run.out.trim_end().ends_with(last), "{}", run.out);
}

#[test]
fn nothing_is_written_over_an_input_an_earlier_output_or_a_namesake() {
    let here = Folder::new("convert-over");
    for (from, to) in [(KIF, "game.kif"), (CSA, "game.csa")] {
        std::fs::copy(from, here.path(to)).expect("a file of this test");
    }
    let before = here.read_bytes("game.kif");
    let refused = |words: &str, told: &str| convert(&here, words).refused(&words, told);
    // Into its own folder and format, even with --overwrite; two inputs, one name.
    refused("@game.kif --to kif --out @", "game.kif is one of the files to be read");
    refused("@game.kif --to kif --out @ --overwrite", "game.kif is one of the files to be read");
    refused("@game.kif @game.csa --to usi --out @", "would both become");
    assert_eq!(here.names(""), ["game.csa", "game.kif"]);
    // An output that exists already.
    converted(&here, "@game.kif --to usi --out @");
    let first = here.read("game.usi");
    refused("@game.csa --to usi --out @", "game.usi is there already, expected --overwrite");
    assert_eq!(here.read("game.usi"), first);
    converted(&here, "@game.csa --to usi --out @ --overwrite");
    assert_ne!(here.read("game.usi"), first);
    assert_eq!(here.read_bytes("game.kif"), before);
    assert_eq!(here.names(""), ["game.csa", "game.kif", "game.usi"]);
}

#[cfg(unix)]
#[test]
fn a_name_that_is_not_utf_8_is_kept() {
    use std::os::unix::ffi::OsStrExt;
    let here = Folder::new("convert-bytes");
    let name = |bytes: &[u8]| here.path("").join(std::ffi::OsStr::from_bytes(bytes));
    // Shift_JIS for 棋譜, as archives from elsewhere leave it.
    std::fs::copy(CSA, name(b"\x8a\xfb\x95\x88.csa")).unwrap();
    let status = here.command("convert --to usi --out @").arg(name(b"\x8a\xfb\x95\x88.csa")).status();
    assert!(status.unwrap().success());
    assert!(name(b"\x8a\xfb\x95\x88.usi").exists());
}

/// The reader of a pipe may stop after a line.
#[test]
fn programs_whose_output_nobody_reads_any_more_end_in_peace_and_write_their_files() {
    let here = Folder::new("convert-pipe");
    let experiment = "count-categories --save @tacos.kmd --out @";
    let game = "analyze CSA --nodes 50 --mate-nodes 50 --eval material --out @";
    for line in ["convert KIF CSA --to kif", "convert KIF CSA --summary", "perft 3", experiment, game] {
        let mut command = here.command(&line.replace("KIF", KIF).replace("CSA", CSA));
        let piped = std::process::Stdio::piped;
        let mut child = command.stdout(piped()).stderr(piped()).spawn().expect("the example runs");
        drop(child.stdout.take());
        let ended = child.wait_with_output().expect("it ends");
        let told = String::from_utf8_lossy(&ended.stderr).into_owned();
        // Progress is no complaint.
        let complains =
            told.lines().any(|line| ![" positions", " games"].iter().any(|of| line.ends_with(of)));
        assert!(ended.status.success() && !complains, "{line}: {} {told}", ended.status);
    }
    for file in ["tacos.kmd", "models.csv", "s05_problem001-score.csv", "s05_problem001-score.svg"] {
        assert!(here.has(file), "{file}: {:?}", here.names(""));
    }
}

#[test]
fn sjis_is_written_for_kif_and_refused_where_it_does_not_belong() {
    let here = Folder::new("convert-sjis");
    converted(&here, "KIF --to kif --encoding sjis --out @");
    let summary = |words: &str| -> Vec<String> {
        converted(&here, words).trim_end().split('\t').skip(1).map(String::from).collect()
    };
    let again = summary("--summary @s27_kif-sjis.kif");
    assert_eq!(again, summary("--summary KIF"));
    assert_eq!(again[2], "Shift_JIS");
    let refused = convert(&here, "KIF --to usi --encoding sjis");
    refused.refused(&"usi", "found --to usi, expected kif, ki2, csa or csa3");
    here.file("strange.kif", "手合割：平手\n*☗\n   1 ７六歩(77)\n");
    let refused = convert(&here, "@strange.kif --to csa --encoding sjis");
    assert_eq!((refused.status, refused.out.as_str()), (1, ""));
    assert!(refused.err.contains("column 3 of the written text: found '☗'"), "{}", refused.err);
}

#[test]
fn a_lenient_run_keeps_the_moves_before_a_fault_and_says_where_it_is() {
    let here = Folder::new("convert-lenient");
    // Its third move is illegal.
    let game = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ７六歩(77)\n   4 ８四歩(83)\n";
    here.file("faulty.kif", game);
    let refused = convert(&here, "@faulty.kif --to usi");
    assert_eq!((refused.status, refused.out.as_str()), (1, ""));
    let kept = convert(&here, "@faulty.kif CSA --to usi --lenient");
    assert_eq!(kept.status, 1);
    assert!(kept.err.contains("left out from here to the end of the game: line 4, column 6"), "{}", kept.err);
    assert_eq!(kept.err.lines().count(), 1, "{}", kept.err);
    let lines: Vec<&str> = kept.out.lines().collect();
    assert_eq!(lines[0], "position startpos moves 7g7f 3c3d");
    assert!(lines.len() == 2 && lines[1].ends_with("moves 8e9d"), "{}", kept.out);
}

/// White gives a lance, moves first, sees itself 30 ahead, and loses.
const LANCE: &str = "手合割：香落ち\n   1 ３四歩(33)\n**評価値=-30\n   2 ７六歩(77)\n   3 投了\n";

#[test]
fn packed_records_hold_each_position_and_give_it_back() {
    let here = Folder::new("convert-packed");
    here.file("game.kif", LANCE);
    let start = "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    let after = "lnsgkgsn1/1r5b1/pppppp1pp/6p2/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";
    let mut made = Vec::new();
    // Records of 38 bytes have no ply.
    for (to, size, ply) in [("psv", 40, 2), ("hcpe", 38, 1)] {
        convert(&here, &format!("@game.kif --to {to} --out @")).done();
        let bytes = here.read_bytes(&format!("game.{to}"));
        assert_eq!(bytes.len(), 2 * size);
        let back = convert(&here, &format!("@game.{to} --to sfen")).done();
        assert_eq!(back.out, format!("{start}\n{after} {ply}\n"));

        // Both kings on one square, in the second record; half a record; a format for games.
        let mut wrong = bytes.clone();
        wrong[size..size + 32].fill(0);
        for (content, format, lines, told) in [
            (&wrong[..], "sfen", 1, format!("changed.{to}: record 1: packed position: ")),
            (&bytes[..size + 2], "sfen", 0, format!("bytes, expected a multiple of {size}")),
            (&bytes, "kif", 0, "found packed records, expected --to sfen or npy".to_owned()),
        ] {
            here.file(&format!("changed.{to}"), content);
            let stopped = convert(&here, &format!("@changed.{to} --to {format}"));
            assert_eq!((stopped.status, stopped.out.lines().count()), (1, lines));
            assert!(stopped.err.contains(&told), "{}", stopped.err);
        }
        made.push(bytes);

        // A game without a result is not training data.
        let open = convert(&here, &format!("CSA --to {to}"));
        assert_eq!((open.status, open.out.as_str()), (1, ""));
        assert!(open.err.contains("found no result"), "{}", open.err);
    }
    // White moves first, the score is White's, and Black wins.
    let mv = "3c3d".parse().ok();
    let psv = Record::read(&made[0][..40]).expect("a record");
    assert_eq!((psv.score, psv.ply, psv.mv, psv.result), (30, 1, mv, RecordResult::Loss));
    let hcpe = HcpeRecord::read(&made[1][..38]).expect("a record");
    assert_eq!((hcpe.score, hcpe.mv, hcpe.winner), (30, mv, Some(Color::Black)));
}

#[test]
fn an_array_of_numpy_has_an_element_for_each_position_whatever_it_comes_from() {
    let here = Folder::new("convert-npy");
    here.file("game.kif", LANCE);
    let made = |from: &str, to: &str| {
        converted(&here, &format!("@{from} --to {to} --out @ --overwrite"));
        here.read_bytes(&format!("game.{to}"))
    };
    made("game.kif", "hcpe");
    let [of_game, of_records] = ["game.kif", "game.hcpe"].map(|from| made(from, "npy"));
    let end = of_game.iter().position(|&byte| byte == b'\n').expect("a header") + 1;
    assert!(end % 64 == 0 && of_game.starts_with(b"\x93NUMPY\x01\0") && of_game.len() == end + 2 * 183);
    assert_eq!(u16::from_le_bytes([of_game[8], of_game[9]]) as usize, end - 10);
    let element = &of_game[end..end + 183];
    // Square 5i holds Black's king, 1a no lance; a piece is missing; White's move, ply 1, 30 ahead, lost.
    assert_eq!((element[4 * 9 + 8], element[0], &element[81..95]), (8, 0, &[0; 14][..]));
    assert_eq!((&element[173..175], element[175], &element[176..178]), (&[255, 255][..], 1, &[1, 0][..]));
    assert_eq!(element[180..], [30, 0, 255]);
    // Records of 38 bytes have no ply.
    let mut without = of_game.clone();
    for number in [1, 2] {
        without[end + 183 * number - 7] = 0;
    }
    assert_eq!(without, of_records);
    convert(&here, "@game.kif --to npy").refused(&"npy", "--to npy makes files, expected --out DIR");
}

#[test]
fn csa_3_keeps_milliseconds_and_says_its_encoding_once_a_file() {
    let here = Folder::new("convert-csa3");
    let body = "N+先手\n$TIME:1500+10+0\nPI\n+\n+7776FU\nT12.345\n-3334FU\nT0.050\n%TORYO\n";
    let games = format!("'CSA encoding=UTF-8\nV3.0\n{body}/\n{body}");
    here.file("games.csa", &games);
    assert_eq!(converted(&here, "@games.csa --to csa3"), games);
    // Of several files on the terminal as well.
    assert_eq!(converted(&here, "@games.csa @games.csa --to csa3"), format!("{games}/\n{body}/\n{body}"));
    assert!(converted(&here, "@games.csa --to csa").starts_with("V2.2\n"));

    converted(&here, "@games.csa --to csa3 --encoding sjis --out @sjis");
    let bytes = here.read_bytes("sjis/games.csa");
    assert!(bytes.starts_with(b"'CSA encoding=SHIFT_JIS\nV3.0\nN+\x90\xe6"));
    assert_eq!(converted(&here, "@sjis/games.csa --to csa3"), games);
}
