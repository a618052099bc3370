//! Any bytes into any reader: a record or an error with a place, never a panic. What is read can be written and reads
//! back the same.
#![cfg(all(feature = "jkf", feature = "shift-jis"))]

use komadai_core::rng::SplitMix64;
use komadai_notation::encoding::encode_shift_jis;
use komadai_notation::record::{Format, read, write};
use komadai_notation::{csa, jkf, ki2, kif, usi_record};
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, Strategy, any, proptest};
use proptest::sample::select;

/// Pieces of records separated by bars; joined at random, they reach deep into every reader.
const WORDS: &str = concat!(
    "\n¦\r\n¦ ¦　¦\t¦,¦/¦\u{feff}¦'¦'*¦'CSA encoding=UTF-8¦V2.2¦V3.0¦N+¦N-¦$EVENT:¦PI¦PI82HI22KA¦",
    "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY¦P+¦P-¦P-00AL¦P+00FU¦+\n¦-\n¦+7776FU¦-3334FU¦+8822UM¦-3122GI¦+0055KA¦",
    "%TORYO¦%¦%+ILLEGAL_ACTION¦T¦T1.5¦手合割：¦平手¦香落ち¦その他¦先手：¦後手の持駒：¦歩十八¦なし¦",
    "|v香v桂v銀v金v玉v金v銀v桂v香|一¦|¦+---------------------------+¦先手番\n¦手数＝3 まで¦",
    "手数----指手---------消費時間--\n¦1 ¦2 ¦３¦７六歩(77)¦３四歩(33)¦２二角成(88)¦同　銀(31)¦",
    "３三角打(00)¦同¦打¦成¦不成¦右¦直¦寄¦( 0:01/00:00:01)¦(0:¦+¦投了¦反則勝ち¦封じ手¦変化：2手\n¦変化：¦",
    "まで3手で¦後手の勝ち¦*¦&¦#¦▲¦△¦☗¦▲７六歩 ¦△３四歩 ¦▲２二角成 ¦△同　銀 ¦position ¦startpos ¦sfen ¦",
    "moves ¦7g7f ¦3c3d ¦8h2b+ ¦3a2b ¦resign¦{\"moves\":[¦{\"move\":{¦}]}¦",
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 ",
);

fn words() -> Vec<&'static str> {
    WORDS.split('¦').collect()
}

fn check(bytes: &[u8]) {
    for hint in
        [None, Some(Format::Kif), Some(Format::Csa), Some(Format::Ki2), Some(Format::Jkf), Some(Format::Usi)]
    {
        match read(bytes, hint) {
            Ok(record) => assert!(!record.games.is_empty()),
            Err(error) => {
                assert!(error.at().line >= 1 && error.at().column >= 1 && !error.to_string().contains('\n'));
            }
        }
    }
    let Ok(text) = core::str::from_utf8(bytes) else { return };
    let games = [
        (Format::Csa, csa::read(text)),
        (Format::Kif, kif::read(text)),
        (Format::Ki2, ki2::read(text)),
        (Format::Jkf, jkf::read(text)),
        (Format::Usi, usi_record::read(text)),
    ];
    for (format, games) in games {
        for game in games.into_iter().flatten() {
            let text = write(&game, format).expect("what was read can be written");
            let back = read(text.as_bytes(), Some(format))
                .unwrap_or_else(|error| panic!("{format}: {error}\n{text}"));
            assert_eq!(back.games.len(), 1, "{format}\n{text}");
            // Written again it is the same text: nothing more is lost.
            assert_eq!(write(&back.games[0], format).as_ref(), Ok(&text), "{format}");
            assert_eq!(back.games[0].moves(), game.moves(), "{format}\n{text}");
            assert_eq!(back.games[0].result(), game.result(), "{format}\n{text}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..200)) {
        check(&bytes);
    }

    #[test]
    fn any_words_of_records_are_read_or_refused(text in vec(select(words()), 0..24).prop_map(|words| words.concat())) {
        check(text.as_bytes());
        if let Ok(bytes) = encode_shift_jis(&text) {
            check(&bytes);
        }
    }
}

/// The files of the repository.
fn files() -> Vec<Vec<u8>> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/records");
    let entries = std::fs::read_dir(folder).expect("the folder of records");
    entries.map(|entry| std::fs::read(entry.expect("an entry").path()).expect("a file")).collect()
}

#[test]
fn real_files_that_were_cut_off_or_damaged_are_read_or_refused() {
    let (files, mut rng) = (files(), SplitMix64::new(27));
    let any = |rng: &mut SplitMix64, bytes: &[u8]| rng.below(bytes.len() as u64 + 1) as usize;
    for _ in 0..750 {
        let mut bytes = files[rng.below(files.len() as u64) as usize].clone();
        bytes.truncate(3_000);
        for _ in 0..=rng.below(4) {
            let at = any(&mut rng, &bytes);
            let end = (at + rng.below(8) as usize).min(bytes.len());
            let other = &files[rng.below(files.len() as u64) as usize];
            let from = any(&mut rng, other);
            let piece = &other[from..(from + rng.below(40) as usize).min(other.len())];
            match rng.below(5) {
                0 => bytes[at..end].fill(rng.next_u64() as u8),
                1 => bytes.truncate(at),
                2 => drop(bytes.splice(at..at, piece.iter().copied())),
                3 => drop(bytes.splice(at..end, *b"99999999999")),
                _ => drop(bytes.splice(at..end, *b"\xff\0")),
            }
        }
        check(&bytes);
    }
}

#[test]
fn archives_and_utf_16_are_called_by_what_they_are() {
    let utf16: Vec<u8> = "\u{feff}# KIF".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (bytes, found) in [
        (&b"\x1f\x8b\x08\0\0"[..], "a gzip archive"),
        (b"PK\x03\x04", "a ZIP archive"),
        (&utf16, "text in UTF-16"),
    ] {
        let error = read(bytes, None).unwrap_err().to_string();
        assert_eq!(error, format!("found {found}, expected text in UTF-8 or Shift_JIS"));
    }
}
