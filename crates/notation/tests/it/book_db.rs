//! Books in the `.db` format: what is read, what is refused and where, what comes back after writing.

use std::io::{self, BufReader, Read};

use komadai_core::rng::SplitMix64;
use komadai_core::{Position, random};
use komadai_notation::book_db::{BookEntry, BookReadError, BookReader, EntryMove, sorted, write};

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";
const AFTER: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w -";

/// Reads everything: positions, and faults as text.
fn read(bytes: &[u8]) -> (Vec<BookEntry>, Vec<String>) {
    let (mut entries, mut faults) = (Vec::new(), Vec::new());
    // A small buffer: lines come in pieces.
    for part in BookReader::new(BufReader::with_capacity(7, bytes)) {
        match part {
            Ok(entry) => entries.push(entry),
            Err(fault) => faults.push(fault.to_string()),
        }
    }
    (entries, faults)
}

fn read_whole(text: &str) -> Vec<BookEntry> {
    let (entries, faults) = read(text.as_bytes());
    assert!(faults.is_empty(), "{faults:?}");
    entries
}

/// The moves of the only position, as they are written.
fn moves(entries: &[BookEntry]) -> Vec<String> {
    let [_] = entries else { panic!("{entries:?}") };
    write(entries.to_vec()).lines().skip(2).map(str::to_owned).collect()
}

#[test]
fn what_real_files_hold_is_read() {
    let text = format!(
        "#YANEURAOU-DB2016 1.00\n# NOE:1\n\n// a comment\nsfen {START} 1 # the start\n7g7f 3c3d 35 20 120 more // words\n\
         2g2f NONE -30 18\n  5g5f\t8c8d  +7\n9g9f none none none 4\n1g1f # 3 4\nnone\nresign none 0 0 0\nWIN\n3g3f"
    );
    let entries = read_whole(&text);
    let expected =
        ["7g7f 3c3d 35 20 120", "2g2f none -30 18", "5g5f 8c8d 7", "9g9f none none none 4", "1g1f", "3g3f"];
    assert_eq!(moves(&entries), expected);
    assert_eq!(entries[0].position, Position::startpos());
}

#[test]
fn line_ends_marks_and_encodings_of_comments_do_not_matter() {
    let text = format!("#YANEURAOU-DB2016 1.00\n# \u{5b9a}\u{8de1}\nsfen {START} 1\n7g7f none 0 32 5\n");
    let plain = read_whole(&text);
    assert_eq!(read_whole(&text.replace('\n', "\r\n")), plain);
    assert_eq!(read_whole(&format!("\u{feff}{text}")), plain);
    // 定跡 in Shift_JIS.
    let (before, after) = text.split_once("\u{5b9a}\u{8de1}").unwrap();
    let bytes = [before.as_bytes(), b"\x92\xe8\x90\xd5", after.as_bytes()].concat();
    assert_eq!(read(&bytes), (plain, vec![]));
    // A comment of any length.
    let long = format!("{text}#{}\n2g2f\n", "x".repeat(200_000));
    assert_eq!(moves(&read_whole(&long)).len(), 2);
}

#[test]
fn move_numbers_may_be_missing_zero_or_any() {
    for (number, read_as) in [("", 1), (" 0", 1), (" 1", 1), (" 37", 37)] {
        let entries = read_whole(&format!("#YANEURAOU-DB2016 1.00\nsfen {START}{number}\n7g7f\n"));
        assert_eq!(entries[0].position.move_number(), read_as);
        assert!(entries[0].position.same_position(&Position::startpos()));
    }
}

#[test]
fn a_fault_is_told_with_its_place_and_leaves_out_no_more_than_it_must() {
    let head = format!("#YANEURAOU-DB2016 1.00\nsfen {START} 1\n");
    let good = "2g2f";
    for (line, fault, kept) in [
        ("7g7e none 1 2 3", "1: found \"7g7e none 1 2 3\", expected a move that is legal in lnsg", ""),
        ("hello", "1: found \"hello\", expected a USI move such as 7g7f", ""),
        ("7g7f 7g7f 1 2 3", "6: found \"7g7f 1 2 3\", expected a move that is legal in", "7g7f none 1 2 3"),
        ("7g7f ? 1 2 3", "6: found \"? 1 2 3\", expected a USI move", "7g7f none 1 2 3"),
        ("7g7f none x 2 3", "11: found \"x 2 3\", expected a value in centipawns", "7g7f none none 2 3"),
        ("7g7f none 1 -2 3", "13: found \"-2 3\", expected a depth in plies", "7g7f none 1 none 3"),
        ("7g7f none 1 2 4294967296", "15: found \"4294967296\", expected how often", "7g7f none 1 2"),
    ] {
        let (entries, faults) = read(format!("{head}{line}\n2g2f\n").as_bytes());
        assert_eq!(faults.len(), 1, "{line}: {faults:?}");
        assert!(faults[0].starts_with(&format!("line 3, column {fault}")), "{line}: {}", faults[0]);
        let expected: Vec<&str> = [kept, good].into_iter().filter(|kept| !kept.is_empty()).collect();
        assert_eq!(moves(&entries), expected, "{line}");
    }
    let (entries, faults) = read(format!("{head}2g2f\n2g2f none 9\n").as_bytes());
    assert_eq!((moves(&entries), faults.len()), (vec![good.to_owned()], 1));
    assert!(
        faults[0]
            .starts_with("line 4, column 1: found \"2g2f none 9\", expected each move of a position once")
    );
}

#[test]
fn a_faulty_position_takes_its_moves_with_it_and_no_others() {
    let good = format!("sfen {START} 1\n2g2f\n");
    for (line, fault) in [
        ("sfen lnsgkgsnl/1r5b2/9 b - 1", "20: found \"2/9 b - 1\", expected no more empty squares"),
        (
            "sfen 4k4/9/9/4P4/4P4/9/9/9/4K4 b - 1",
            "6: found \"4k4/9/9/4P4/4P4/9/9/9/4K…\", expected a valid position: Black has two",
        ),
        ("sfen 4k4/9/9/9/9/9/9/9/4K4 b - x", "32: found \"x\", expected the number of the next move"),
        ("sfen", "5: found the end of the line, expected a piece letter"),
    ] {
        let (entries, faults) =
            read(format!("#YANEURAOU-DB2016 1.00\n{line}\n5i5h\nnonsense\n{good}").as_bytes());
        assert_eq!((moves(&entries), faults.len()), (vec!["2g2f".to_owned()], 1), "{line}");
        assert!(faults[0].starts_with(&format!("line 2, column {fault}")), "{line}: {}", faults[0]);
    }
    let long = format!("#YANEURAOU-DB2016 1.00\n{good}sfen {}\n7g7f\n{good}", "9/".repeat(50_000));
    let (entries, faults) = read(long.as_bytes());
    assert_eq!((entries.len(), faults.len()), (2, 1));
    assert!(entries.iter().all(|entry| entry.moves.len() == 1), "{entries:?}");
    assert!(
        faults[0].starts_with("line 4, column 1: ") && faults[0].ends_with("at most 65536 bytes"),
        "{faults:?}"
    );
}

#[test]
fn what_is_no_book_is_called_so() {
    let header = "expected #YANEURAOU-DB2016 1.00";
    let body = format!("sfen {START} 1\n2g2f\n");
    for (bytes, entries, first) in [
        (&b""[..], 0, format!("line 1, column 1: found the end of the line, {header}")),
        (
            b"#YANEURAOU-DB2016 2.00\n",
            0,
            format!("line 1, column 1: found \"#YANEURAOU-DB2016 2.00\", {header}"),
        ),
        (body.as_bytes(), 1, format!("line 1, column 1: found \"sfen lnsgkgsnl/1r5b1/ppp…\", {header}")),
        (
            b"SQLite format 3\0\x10",
            0,
            format!("line 1, column 1: found \"SQLite format 3\\u{{0}}\\u{{10}}\", {header}"),
        ),
        (b"\xff\xfe#\0Y\0", 0, "found text in UTF-16, expected text".to_owned()),
        (b"\x1f\x8b\x08\0", 0, "found a gzip archive, expected text".to_owned()),
        (b"#YANEURAOU-DB2016 1.00\n7g7f\n", 0, "line 2, column 1: found \"7g7f\", expected sfen".to_owned()),
    ] {
        let (read, found) = read(bytes);
        assert_eq!((read.len(), found.len()), (entries, 1), "{found:?}");
        assert!(found[0].starts_with(&first), "{}", found[0]);
    }
    assert_eq!(read(b"#YANEURAOU-DB2016 1.00"), (vec![], vec![]));
}

#[test]
fn a_stream_that_fails_ends_the_book() {
    /// Gives its bytes, then fails forever.
    struct Failing<'a>(&'a [u8]);
    impl Read for Failing<'_> {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() { Err(io::Error::other("the disk is gone")) } else { self.0.read(out) }
        }
    }
    let text = format!("#YANEURAOU-DB2016 1.00\nsfen {START} 1\n7g7f\nsfen {AFTER} 2\n3c3d\n");
    let parts: Vec<_> = BookReader::new(BufReader::new(Failing(text.as_bytes()))).collect();
    assert_eq!(parts.len(), 2);
    assert!(parts[0].is_ok());
    assert!(matches!(&parts[1], Err(BookReadError::Io(error)) if error.to_string() == "the disk is gone"));
}

#[test]
fn positions_are_written_in_the_order_of_their_texts_each_once() {
    let entry = |sfen: &str, mv: &str| BookEntry {
        position: sfen.parse().unwrap(),
        moves: vec![EntryMove { count: Some(3), ..EntryMove::new(mv.parse().unwrap()) }],
    };
    let hand = "4k4/9/9/9/9/9/9/9/4K4 b";
    let entries = vec![
        entry(&format!("{START} 1"), "7g7f"),
        entry(&format!("{hand} P2p 9"), "5i5h"),
        entry(&format!("{AFTER} 4"), "3c3d"),
        entry(&format!("{AFTER} 2"), "8c8d"),
        entry(&format!("{hand} P 9"), "5i4h"),
    ];
    let expected = format!(
        "#YANEURAOU-DB2016 1.00\nsfen {hand} P 9\n5i4h none none none 3\nsfen {hand} P2p 9\n5i5h none none none 3\n\
         sfen {AFTER} 2\n8c8d none none none 3\nsfen {START} 1\n7g7f none none none 3\n"
    );
    assert_eq!(write(entries), expected);
    // The lines are also sorted as whole texts: engines compare either.
    let lines: Vec<&str> = expected.lines().filter(|line| line.starts_with("sfen")).collect();
    assert!(lines.is_sorted());
}

/// A book from a random game.
fn book(rng: &mut SplitMix64) -> Vec<BookEntry> {
    let (mut entries, mut position) = (Vec::new(), Position::startpos());
    for _ in 0..rng.below(60) {
        let Some(next) = random::legal_move(rng, &position) else { break };
        let mut moves: Vec<EntryMove> = Vec::new();
        for _ in 0..rng.below(4) {
            let mv = random::legal_move(rng, &position).expect("the next move is one");
            if moves.iter().all(|known| known.mv != mv) {
                let reply = random::legal_move(rng, &position.after([mv])).filter(|_| rng.below(2) == 0);
                let mut number = |most| (rng.below(2) == 0).then(|| rng.below(most));
                let value = number(60_000).map(|value| value as i32 - 30_000);
                let [depth, count] = [1 << 16, 1 << 32].map(|most| number(most).map(|some| some as u32));
                moves.push(EntryMove { mv, reply, value, depth, count });
            }
        }
        entries.push(BookEntry { position: position.clone(), moves });
        position.do_move(next);
    }
    entries
}

#[test]
fn a_book_comes_back_from_its_text() {
    for seed in 0..256 {
        let entries = book(&mut SplitMix64::new(seed));
        let text = write(entries.clone());
        let (back, faults) = read(text.as_bytes());
        assert!(faults.is_empty(), "seed {seed}: {faults:?}");
        assert_eq!(back, sorted(entries), "seed {seed}");
        assert_eq!(write(back), text, "seed {seed}");
    }
}

#[test]
fn damage_is_never_a_panic_and_what_is_read_can_be_written() {
    for seed in 0..256 {
        let mut rng = SplitMix64::new(seed);
        let mut bytes = write(book(&mut rng)).into_bytes();
        for _ in 0..=rng.below(7) {
            let at = rng.below(bytes.len() as u64) as usize;
            bytes[at] = rng.below(256) as u8;
        }
        let (entries, _) = read(&bytes);
        let (back, faults) = read(write(entries.clone()).as_bytes());
        assert!(faults.is_empty(), "seed {seed}: {faults:?}");
        assert_eq!(back, sorted(entries), "seed {seed}");
    }
}
