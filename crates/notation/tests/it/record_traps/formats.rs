//! Detection of formats and encodings, records written in `Shift_JIS`, and input that is cut off or too large.

use komadai_core::Position;
use komadai_core::game::Game;
use komadai_notation::encoding::{Encoding, encode_shift_jis};
use komadai_notation::kif;
use komadai_notation::record::{Format, read, write, write_encoded};

use super::{one_game, usi};

#[test]
fn the_bytes_tell_the_encoding_whatever_the_first_line_says() {
    let saying = |encoding: &str| {
        format!("#KIF version=2.0 encoding={encoding}\r\n手合割：平手\n先手：①②髙﨑\r\n   1 ７六歩(77)\r\n")
    };
    let in_shift_jis = encode_shift_jis(&saying("UTF-8")).unwrap();
    for (bytes, encoding) in
        [(saying("Shift_JIS").into_bytes(), Encoding::Utf8), (in_shift_jis, Encoding::ShiftJis)]
    {
        let record = read(&bytes, Some(Format::Kif)).unwrap();
        assert_eq!((record.encoding, record.format), (encoding, Format::Kif));
        let [game] = &record.games[..] else { panic!("{encoding}") };
        assert_eq!((game.black(), usi(game).as_str()), (Some("①②髙﨑"), "7g7f"));
    }
}

#[test]
fn lines_may_end_in_crs_alone() {
    for text in
        ["手合割：平手\n先手：a\n   1 ７六歩(77)\n*a\n   2 投了\n", "V2.2\nN+a\nPI\n+\n+7776FU\n%TORYO\n"]
    {
        let of = |end: &str| read(text.replace('\n', end).as_bytes(), None).unwrap().games;
        assert_eq!((of("\r"), of("\r\n")), (of("\n"), of("\n")), "{text}");
        // DOS ends a file by a control Z.
        assert_eq!(read(format!("{text}\u{1a}").as_bytes(), None).unwrap().games, of("\n"), "{text}");
        assert_eq!(of("\r")[0].black(), Some("a"));
    }
}

#[test]
fn the_content_tells_the_format_whatever_the_file_is_called() {
    let cases = [
        ("position startpos moves 7g7f\n", Format::Usi),
        ("startpos moves 7g7f resign", Format::Usi),
        ("sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 moves 7g7f", Format::Usi),
        ("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n", Format::Sfen),
        ("'a comment\nV2.2\nPI\n+\n+7776FU\n", Format::Csa),
        ("\u{feff}N+a\nPI\n+\n", Format::Csa),
        ("先手：a\n後手：b\n1 ７六歩(77)\n", Format::Kif),
        ("先手：a\n後手：b\n▲７六歩\n", Format::Ki2),
        ("先手：a\n後手：b\n☗７六歩\n", Format::Ki2),
        (" {\"moves\": [{}]}", Format::Jkf),
    ];
    for (text, format) in cases {
        for hint in [None, Some(Format::Csa), Some(Format::Kif), Some(Format::Jkf)] {
            assert_eq!(read(text.as_bytes(), hint).unwrap().format, format, "{text}");
        }
    }
    let headers = "先手：a\n後手：b\n手合割：平手\n";
    assert_eq!(read(headers.as_bytes(), Some(Format::Ki2)).unwrap().format, Format::Ki2);
    assert_eq!(read(headers.as_bytes(), None).unwrap().format, Format::Kif);
    let error = read(b"\nhello\n", None).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 2, column 1: found \"hello\", expected a record in USI, SFEN, CSA, KIF, KI2 or JKF"
    );
    assert!(read(b"", None).is_err());
}

#[test]
fn a_text_cut_off_within_a_character_is_read_up_to_there() {
    let text = "手合割：平手\n   1 ７六歩(77)\n*好手";
    for bytes in [text.into(), encode_shift_jis(text).unwrap()] {
        let record = read(&bytes[..bytes.len() - 1], None).unwrap();
        assert_eq!(record.games[0].nodes[0].comments, ["好"]);
    }
}

#[test]
fn long_and_deep_records_take_linear_time() {
    // Ten thousand variations, each leaving the one before after its first move.
    let mut kif = String::from("1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n4 ４四歩(43)\n5 ９六歩(97)\n");
    let shuffle = ["４八銀(39)", "４二銀(31)", "３九銀(48)", "３一銀(42)"];
    for number in 5..10_005 {
        let mv = |number: usize| format!("{number} {}\n", shuffle[(number - 5) % 4]);
        kif = kif + &format!("変化：{number}手\n") + &mv(number) + &mv(number + 1);
    }
    let record = read(kif.as_bytes(), None).unwrap();
    let game = &record.games[0];
    assert_eq!((game.variations.len(), record.warnings.len()), (10_000, 0));
    assert_eq!(game.variations[9_999].of, Some(9_998));
    assert_eq!(&one_game(&kif::write(game).unwrap()).unwrap(), game);
    let refused = write(game, Format::Jkf).unwrap_err().to_string();
    assert!(refused.starts_with("variations are nested 41 deep, expected at most 40"), "{refused}");
    let nested: String = (0..100_000).map(|_| "{\"moves\":[{\"forks\":[[").collect();
    assert!(read(nested.as_bytes(), None).is_err());
    let marks = "▲".repeat(100_000);
    assert!(read(marks.as_bytes(), Some(Format::Ki2)).is_err());
    let commas = format!("PI\n+\n{}", ",".repeat(300_000));
    assert!(read(commas.as_bytes(), None).is_ok());
    // Every foul is looked up in the text, in games one after the other and in variations, of which the last is read first.
    let foul =
        r#"{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":5},"piece":"FU"}},{"special":"ILLEGAL_MOVE"}"#;
    let games = format!("{{\"moves\":[{{}},{foul}]}}\n").repeat(10_000);
    assert_eq!(read(games.as_bytes(), None).unwrap().games.len(), 10_000);
    let forks = vec![format!("[{foul}]"); 10_000].join(",");
    let forked = format!("{{\"moves\":[{{}},{{\"special\":\"TORYO\",\"forks\":[{forks}]}}]}}");
    assert_eq!(read(forked.as_bytes(), None).unwrap().games[0].variations.len(), 10_000);
}

/// Headers that a format cannot express are still in the record that is read back, at least as comments.
#[test]
fn no_header_is_lost_nor_makes_a_file_that_cannot_be_read() {
    let mut game = Game::new(Position::startpos());
    let headers = [("先手", ""), ("下手", "山田"), ("備考", "一"), ("備考", "二"), ("2024", "x"), ("①", "y")];
    game.headers = headers.map(|(key, value)| (key.to_owned(), value.to_owned())).to_vec();
    assert_eq!(game.black(), Some("山田"));
    for format in [Format::Kif, Format::Ki2, Format::Csa, Format::Jkf] {
        let text = write(&game, format).unwrap();
        let back = read(text.as_bytes(), Some(format)).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(back.games[0].black(), Some("山田"), "{text}");
        let told = format!("{:?}", (&back.games[0].headers, &back.games[0].comments));
        for kept in ["一", "二", "x", "y"] {
            assert!(told.contains(kept), "{kept}: {told}");
        }
    }
    let json: serde_json::Value = serde_json::from_str(&write(&game, Format::Jkf).unwrap()).unwrap();
    assert_eq!(
        (&json["header"]["備考"], &json["moves"][0]["comments"][0]),
        (&"一".into(), &"備考：二".into())
    );
}

#[test]
fn the_start_position_is_no_header() {
    let text = r#"{"header":{"手合割":"平手　　","先手":"A"},"initial":{"preset":"HIRATE"},"moves":[{}]}"#;
    let game = read(text.as_bytes(), None).unwrap().games.remove(0);
    assert_eq!(game.headers, [("先手".to_owned(), "A".to_owned())]);
    let marked = "▲先手：太郎\n△後手：花子\n手合割：香落ち\n△３四歩(33)\n";
    let mut games = read(marked.as_bytes(), Some(Format::Kif)).unwrap().games;
    let names = [("先手".to_owned(), "太郎".to_owned()), ("後手".to_owned(), "花子".to_owned())];
    assert_eq!((games.len(), &games[0].headers[..]), (1, &names[..]));
    assert_eq!(games.remove(0).nodes.len(), 1);
}

/// A game in KIF.
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
    for format in [Format::Usi, Format::Sfen, Format::Jkf] {
        let refused = write_encoded(&game, format, Encoding::ShiftJis).unwrap_err().to_string();
        assert_eq!(refused, format!("expected UTF-8 for {format}; Shift_JIS is for KIF, KI2 and CSA"));
    }
}

#[test]
fn a_character_that_shift_jis_lacks_is_told_with_its_place() {
    let mut game = read(TEXT.as_bytes(), None).unwrap().games.remove(0);
    game.nodes[1].comments.push("速い☗の歩".into());
    let error = write_encoded(&game, Format::Kif, Encoding::ShiftJis).unwrap_err();
    let line = 1 + write(&game, Format::Kif).unwrap().lines().position(|line| line == "*速い☗の歩").unwrap();
    let told =
        format!("line {line}, column 4 of the written text: found '☗', expected a character of Shift_JIS");
    assert_eq!(error.to_string(), told);
    assert!(write_encoded(&game, Format::Kif, Encoding::Utf8).is_ok());
    // A character that it has under another code is written.
    assert_eq!(encode_shift_jis("10時〜12時").unwrap()[4..6], [0x81, 0x60]);
}
