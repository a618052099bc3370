//! What every input must satisfy: it is read, or refused at a place, and never panics; what was read can be written, reads back, and is
//! then written the same.

use komadai_core::Position;
use komadai_core::notation::sfen;
use komadai_core::notation::usi::{Command, GameLine, Go};
use komadai_notation::record::{Format, read, write};

/// A position in SFEN.
pub fn sfen(bytes: &[u8]) {
    let Ok(text) = core::str::from_utf8(bytes) else { return };
    if let Ok(setup) = sfen::setup(text) {
        let mut written = String::new();
        sfen::write(&setup, &mut written).expect("a string takes any text");
        assert_eq!(sfen::setup(&written).as_ref(), Ok(&setup), "{written}");
    }
    if let Ok(position) = text.parse::<Position>() {
        assert_eq!(position.to_string().parse::<Position>().as_ref(), Ok(&position));
        assert_eq!(position, position.refreshed());
    }
}

/// A record; `format` settles what the content leaves open.
pub fn record(bytes: &[u8], format: Format) {
    let record = match read(bytes, Some(format)) {
        Ok(record) => record,
        Err(error) => {
            assert!(error.at().line > 0 && error.at().column > 0, "{error}");
            return;
        }
    };
    for game in &record.games {
        // In its own format and in another: every writer must accept what one reader accepts.
        for format in [record.format, format] {
            let text = match write(game, format) {
                Ok(text) => text,
                Err(error) => {
                    assert_eq!(format, Format::Jkf, "{error}");
                    continue;
                }
            };
            let back = read(text.as_bytes(), Some(format))
                .unwrap_or_else(|error| panic!("{format}: {error}\n{text}"));
            assert!(back.warnings.is_empty(), "{format}: {:?}\n{text}", back.warnings);
            assert_eq!(back.games.len(), 1, "{format}\n{text}");
            let back = &back.games[0];
            if format != Format::Sfen {
                assert_eq!(back.moves(), game.moves(), "{format}\n{text}");
                let has_variations = matches!(format, Format::Kif | Format::Ki2 | Format::Jkf);
                assert_eq!(back.variations.len(), if has_variations { game.variations.len() } else { 0 });
            }
            assert_eq!(write(back, format).as_ref(), Ok(&text), "{format}");
        }
    }
}

/// Lines of the USI protocol.
pub fn command(bytes: &[u8]) {
    let Ok(text) = core::str::from_utf8(bytes) else { return };
    for line in text.lines() {
        let _ = (Command::parse(line), Go::parse(line));
        if let Ok(game) = GameLine::parse(line) {
            assert_eq!(GameLine::parse(&game.to_string()).as_ref(), Ok(&game));
        }
    }
}
