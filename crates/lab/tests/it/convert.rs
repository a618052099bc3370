//! The example `convert` from outside.

use crate::example::{file, folder, program, repository, run, text};
use komadai::notation::packed::{HcpeRecord, Record, RecordResult, TrainingRecord};
use komadai::{Color, Position};

const KIF: &str = "data/records/s27_kif-sjis.kif";
const CSA: &str = "data/records/s05_problem001.csa";

#[test]
fn a_summary_says_what_the_table_of_expected_records_says() {
    let expected = std::fs::read_to_string(crate::example::repository().join("data/records/expected.tsv"))
        .expect("the table of records");
    let run = run("convert", &["--summary", KIF, CSA]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let lines: Vec<Vec<&str>> = run.out.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(lines.len(), 2, "{}", run.out);
    for (file, line) in [KIF, CSA].into_iter().zip(&lines) {
        let row = expected
            .lines()
            .map(|row| row.split('\t').collect::<Vec<_>>())
            .find(|row| file.ends_with(row[0]))
            .expect("the table knows the file");
        assert_eq!(line[0], file);
        // The other program has other names of encodings, and writes the pieces in hand in another order.
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
fn a_record_is_written_in_the_format_that_was_asked_for() {
    let run = run("convert", &[CSA, "--to", "usi"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let start = "lns5l/9/Sk1s1+rn2/1B1pp1ps1/pG6p/+b5PP1/4P1NKP/+r4+p1LL/1N7 b G2g8p 1";
    assert_eq!(run.out.trim_end(), format!("position sfen {start} moves 8e9d"));
}

#[test]
fn lines_of_games_are_read_by_the_programs_that_take_games() {
    let folder = folder("convert-lines");
    let lines = run("convert", &[KIF, CSA, "--to", "tsv"]).done();
    let games = komadai_lab::Games::read(&[file(&folder, "games.tsv", &lines.out).into()]).unwrap().games;
    let [kif, csa] = &games[..] else { panic!("{}", lines.out) };
    assert_eq!((kif.id.as_str(), csa.id.as_str()), ("s27_kif-sjis-1", "s05_problem001-1"));
    let start = "lns5l/9/Sk1s1+rn2/1B1pp1ps1/pG6p/+b5PP1/4P1NKP/+r4+p1LL/1N7 b G2g8p 1";
    assert_eq!((csa.start.to_string().as_str(), csa.moves.len()), (start, 1));
    let summary = run("convert", &["--summary", KIF]).done();
    let fields: Vec<&str> = summary.out.trim_end().split('\t').collect();
    assert_eq!([fields[5], fields[8]], [kif.moves.len().to_string(), kif.result.to_string()]);
}

#[test]
fn a_missing_file_costs_a_line_and_the_status_but_not_the_others() {
    let run = run("convert", &["no-such-file.kif", CSA, "--to", "sfen"]);
    assert_eq!(run.status, 1);
    assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    assert!(run.err.starts_with("no-such-file.kif: "), "{}", run.err);
    let last = "lns5l/9/Sk1s1+rn2/GB1pp1ps1/p7p/+b5PP1/4P1NKP/+r4+p1LL/1N7 w G2g8p 2";
    assert!(run.out.trim_end().ends_with(last), "{}", run.out);
}

fn names(folder: &std::path::Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder of this test");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn nothing_is_written_over_an_input_an_earlier_output_or_a_namesake() {
    let folder = folder("convert-over");
    let (kif, csa) = (folder.join("game.kif"), folder.join("game.csa"));
    for (from, to) in [(KIF, &kif), (CSA, &csa)] {
        std::fs::copy(from, to).expect("a file of this test");
    }
    let (kif, csa, out) = (text(&kif), text(&csa), text(&folder));
    let before = std::fs::read(kif).expect("a file of this test");
    // Into its own folder and format, even with --overwrite.
    for overwrite in [&[][..], &["--overwrite"]] {
        let refused = run("convert", &[&[kif, "--to", "kif", "--out", out], overwrite].concat());
        assert_eq!(refused.status, 2);
        assert!(refused.err.contains("game.kif is one of the files to be read"), "{}", refused.err);
    }
    // Two inputs, one name.
    let refused = run("convert", &[kif, csa, "--to", "usi", "--out", out]);
    assert_eq!(refused.status, 2);
    assert!(refused.err.contains("would both become"), "{}", refused.err);
    assert_eq!(names(&folder), ["game.csa", "game.kif"]);
    // An output that is there.
    assert_eq!(run("convert", &[kif, "--to", "usi", "--out", out]).status, 0);
    let first = std::fs::read(folder.join("game.usi")).expect("it was written");
    let refused = run("convert", &[csa, "--to", "usi", "--out", out]);
    assert_eq!(refused.status, 2);
    assert!(refused.err.contains("game.usi is there already, expected --overwrite"), "{}", refused.err);
    assert_eq!(std::fs::read(folder.join("game.usi")).expect("it is there"), first);
    assert_eq!(run("convert", &[csa, "--to", "usi", "--out", out, "--overwrite"]).status, 0);
    assert_ne!(std::fs::read(folder.join("game.usi")).expect("it is there"), first);
    assert_eq!(std::fs::read(kif).expect("a file of this test"), before);
    assert_eq!(names(&folder), ["game.csa", "game.kif", "game.usi"]);
}

#[test]
fn out_names_a_folder_and_a_file_there_is_called_one() {
    let folder = folder("convert-out-file");
    let there = folder.join("there");
    std::fs::write(&there, "mine").unwrap();
    let run = run("convert", &[CSA, "--to", "usi", "--out", text(&there)]);
    let told = format!("convert: --out {}: found a file, expected a folder\n", there.display());
    assert_eq!((run.status, run.err), (2, told));
    assert_eq!(std::fs::read_to_string(&there).unwrap(), "mine");
}

#[cfg(unix)]
#[test]
fn a_name_that_is_not_utf_8_is_kept() {
    use std::os::unix::ffi::OsStrExt;
    let folder = folder("convert-bytes");
    let name = |bytes: &[u8]| folder.join(std::ffi::OsStr::from_bytes(bytes));
    // Shift_JIS for 棋譜, as archives from elsewhere leave it.
    std::fs::copy(CSA, name(b"\x8a\xfb\x95\x88.csa")).unwrap();
    let status = std::process::Command::new(program("convert"))
        .arg(name(b"\x8a\xfb\x95\x88.csa"))
        .args(["--to", "usi", "--out", text(&folder)])
        .status();
    assert!(status.unwrap().success());
    assert!(name(b"\x8a\xfb\x95\x88.usi").exists());
}

#[cfg(unix)]
#[test]
fn a_device_without_an_end_is_no_certificate() {
    let run = run("check_certificate", &["/dev/zero"]);
    assert_eq!(run.status, 1, "{}", run.err);
    assert!(run.out.starts_with("/dev/zero\trefused\tbegins with"), "{}", run.out);
}

/// The reader of a pipe may have read enough after a line.
#[test]
fn programs_whose_output_nobody_reads_any_more_end_in_peace() {
    for words in
        [&["convert", KIF, CSA, "--to", "kif"][..], &["convert", KIF, CSA, "--summary"], &["perft", "3"]]
    {
        let mut child = std::process::Command::new(program(words[0]))
            .args(&words[1..])
            .current_dir(repository())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("the example runs");
        drop(child.stdout.take());
        let ended = child.wait_with_output().expect("it ends");
        let told = String::from_utf8_lossy(&ended.stderr).into_owned();
        // Progress is no complaint.
        let complains = told.lines().any(|line| !line.ends_with(" positions"));
        assert!(ended.status.success() && !complains, "{words:?}: {} {told}", ended.status);
    }
}

#[test]
fn sjis_is_written_for_kif_and_refused_where_it_does_not_belong() {
    let folder = folder("convert-sjis");
    let out = text(&folder);
    let done = run("convert", &[KIF, "--to", "kif", "--encoding", "sjis", "--out", out]);
    assert_eq!((done.status, done.err.as_str()), (0, ""));
    let written = folder.join("s27_kif-sjis.kif");
    let again = run("convert", &["--summary", text(&written)]);
    let fields = |line: &str| line.trim_end().split('\t').skip(1).map(String::from).collect::<Vec<_>>();
    assert_eq!(fields(&again.out), fields(&run("convert", &["--summary", KIF]).out));
    assert_eq!(fields(&again.out)[2], "Shift_JIS");
    let bytes = std::fs::read(&written).expect("it was written");
    assert!(bytes.starts_with(b"#KIF version=2.0 encoding=Shift_JIS\n"));

    let refused = run("convert", &[KIF, "--to", "usi", "--encoding", "sjis"]);
    assert_eq!(refused.status, 2);
    assert!(refused.err.contains("found --to usi, expected kif, ki2, csa or csa3"), "{}", refused.err);

    let strange = file(&folder, "strange.kif", "手合割：平手\n*☗\n   1 ７六歩(77)\n");
    let refused = run("convert", &[&strange, "--to", "csa", "--encoding", "sjis"]);
    assert_eq!((refused.status, refused.out.as_str()), (1, ""));
    assert!(refused.err.contains("column 3 of the written text: found '☗'"), "{}", refused.err);
}

#[test]
fn a_lenient_run_keeps_the_moves_before_a_fault_and_says_where_it_is() {
    // Its third move is illegal.
    let game = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ７六歩(77)\n   4 ８四歩(83)\n";
    let faulty = file(&folder("convert-lenient"), "faulty.kif", game);
    let refused = run("convert", &[&faulty, "--to", "usi"]);
    assert_eq!((refused.status, refused.out.as_str()), (1, ""));
    let kept = run("convert", &[&faulty, CSA, "--to", "usi", "--lenient"]);
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
    let folder = folder("convert-packed");
    let game = file(&folder, "game.kif", LANCE);
    let start = "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    let after = "lnsgkgsn1/1r5b1/pppppp1pp/6p2/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";
    let mut made = Vec::new();
    // Records of 38 bytes know no ply.
    for (to, size, ply) in [("psv", 40, 2), ("hcpe", 38, 1)] {
        run("convert", &[&game, "--to", to, "--out", text(&folder)]).done();
        let packed = folder.join(format!("game.{to}"));
        let bytes = std::fs::read(&packed).expect("it was written");
        assert_eq!(bytes.len(), 2 * size);
        let back = run("convert", &[text(&packed), "--to", "sfen"]).done();
        let lines: Vec<&str> = back.out.lines().collect();
        assert_eq!(lines, [start, &format!("{after} {ply}")]);

        // Both kings on one square, in the second record; half a record.
        let broken = folder.join(format!("broken.{to}"));
        let mut wrong = bytes.clone();
        wrong[size..size + 32].fill(0);
        std::fs::write(&broken, &wrong).expect("a file of this test");
        let stopped = run("convert", &[text(&broken), "--to", "sfen"]);
        assert_eq!((stopped.status, stopped.out.lines().count()), (1, 1));
        assert!(
            stopped.err.contains(&format!("broken.{to}: record 1: packed position: ")),
            "{}",
            stopped.err
        );
        std::fs::write(&broken, &bytes[..size + 2]).expect("a file of this test");
        let stopped = run("convert", &[text(&broken), "--to", "sfen"]);
        assert_eq!((stopped.status, stopped.out.as_str()), (1, ""));
        assert!(stopped.err.contains(&format!("bytes, expected a multiple of {size}")), "{}", stopped.err);
        let wrong = run("convert", &[text(&packed), "--to", "kif"]);
        assert_eq!(wrong.status, 1);
        assert!(wrong.err.contains("found packed records, expected --to sfen or npy"), "{}", wrong.err);
        made.push(bytes);
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
    let folder = folder("convert-npy");
    let game = file(&folder, "game.kif", LANCE);
    let mut arrays = Vec::new();
    for (from, to) in [("game.kif", "hcpe"), ("game.kif", "npy"), ("game.hcpe", "npy")] {
        let words = ["--to", to, "--out", text(&folder), "--overwrite"];
        let done = run("convert", &[&[text(&folder.join(from))], &words[..]].concat());
        assert_eq!((done.status, done.err.as_str()), (0, ""));
        arrays.push(std::fs::read(folder.join(format!("game.{to}"))).expect("it was written"));
    }
    let [_, of_game, of_records] = &arrays[..] else { panic!("three runs") };
    let end = of_game.iter().position(|&byte| byte == b'\n').expect("a header") + 1;
    assert!(end % 64 == 0 && of_game.starts_with(b"\x93NUMPY\x01\0") && of_game.len() == end + 2 * 183);
    assert_eq!(u16::from_le_bytes([of_game[8], of_game[9]]) as usize, end - 10);
    let element = &of_game[end..end + 183];
    // Square 5i holds Black's king, 1a no lance; a piece is missing; White's move, ply 1, 30 ahead, lost.
    assert_eq!((element[4 * 9 + 8], element[0], &element[81..95]), (8, 0, &[0; 14][..]));
    assert_eq!((&element[173..175], element[175], &element[176..178]), (&[255, 255][..], 1, &[1, 0][..]));
    assert_eq!(element[180..], [30, 0, 255]);
    // Records of 38 bytes know no ply.
    let mut without = of_game.clone();
    for number in [1, 2] {
        without[end + 183 * number - 7] = 0;
    }
    assert_eq!(without, *of_records);
    let refused = run("convert", &[&game, "--to", "npy"]);
    refused.refused(&"npy", "--to npy makes files, expected --out DIR");
}

#[test]
fn csa_3_keeps_milliseconds_and_says_its_encoding_once_a_file() {
    let folder = folder("convert-csa3");
    let file = folder.join("games.csa");
    let body = "N+先手\n$TIME:1500+10+0\nPI\n+\n+7776FU\nT12.345\n-3334FU\nT0.050\n%TORYO\n";
    let games = format!("'CSA encoding=UTF-8\nV3.0\n{body}/\n{body}");
    std::fs::write(&file, &games).expect("a file of this test");
    let again = run("convert", &[text(&file), "--to", "csa3"]);
    assert_eq!((again.status, again.err.as_str()), (0, ""));
    assert_eq!(again.out, games);
    let older = run("convert", &[text(&file), "--to", "csa"]);
    assert!(older.out.starts_with("V2.2\n"), "{}", older.out);

    let out = folder.join("sjis");
    let words = [text(&file), "--to", "csa3", "--encoding", "sjis", "--out", text(&out)];
    assert_eq!(run("convert", &words).status, 0);
    let bytes = std::fs::read(out.join("games.csa")).expect("it was written");
    assert!(bytes.starts_with(b"'CSA encoding=SHIFT_JIS\nV3.0\nN+\x90\xe6"));
    let read = run("convert", &[text(&out.join("games.csa")), "--to", "csa3"]);
    assert_eq!(read.out, games);
}

#[test]
fn a_game_without_a_result_is_no_training_data() {
    let run = run("convert", &[CSA, "--to", "psv"]);
    assert_eq!((run.status, run.out.as_str()), (1, ""));
    assert!(run.err.contains("found no result"), "{}", run.err);
}
