//! Records written in `Shift_JIS`.
#![cfg(all(feature = "shift-jis", feature = "jkf"))]

use komadai_core::notation::encoding::Encoding;
use komadai_core::notation::record::{Format, WriteError, read, write, write_encoded};

const TEXT: &str = "先手：山田\n手合割：平手\n   1 ７六歩(77)\n*角道を開ける\n   2 ３四歩(33)\n   3 投了\n";

#[test]
fn what_is_written_is_read_back_and_the_first_line_names_the_encoding() {
    let game = read(TEXT.as_bytes(), None).unwrap().games.remove(0);
    for format in [Format::Kif, Format::Ki2, Format::Csa] {
        let bytes = write_encoded(&game, format, Encoding::ShiftJis).unwrap();
        let back = read(&bytes, None).unwrap();
        let utf8 = write_encoded(&game, format, Encoding::Utf8).unwrap();
        assert_eq!(utf8, write(&game, format).unwrap().as_bytes());
        assert_eq!((back.format, back.encoding), (format, Encoding::ShiftJis));
        assert_eq!(back.games, read(&utf8, None).unwrap().games);
        let first = bytes.split(|&byte| byte == b'\n').next().unwrap();
        let first = std::str::from_utf8(first).unwrap();
        assert_eq!(first.ends_with("encoding=Shift_JIS"), format != Format::Csa, "{first}");
    }
}

#[test]
fn a_character_that_shift_jis_lacks_is_told_with_its_place() {
    let mut game = read(TEXT.as_bytes(), None).unwrap().games.remove(0);
    game.nodes[1].comments.push("速い☗の歩".into());
    let error = write_encoded(&game, Format::Kif, Encoding::ShiftJis).unwrap_err();
    let WriteError::Character { at, character } = error else { panic!("{error}") };
    let text = write(&game, Format::Kif).unwrap();
    let line = text.lines().nth(at.line - 1).unwrap();
    assert_eq!((line, line.chars().nth(at.column - 1), character), ("*速い☗の歩", Some('☗'), '☗'));
    assert!(write_encoded(&game, Format::Kif, Encoding::Utf8).is_ok());
}

#[test]
fn formats_that_are_always_utf8_stay_so() {
    let game = read(TEXT.as_bytes(), None).unwrap().games.remove(0);
    for format in [Format::Usi, Format::Sfen, Format::Jkf] {
        let refused = write_encoded(&game, format, Encoding::ShiftJis);
        assert_eq!(refused, Err(WriteError::Encoding { format: format.name() }));
    }
}
