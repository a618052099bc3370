//! From JSON to games.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::time::Duration;

use serde_json::Number;

use super::data::{Clock, Data, File, Initial, Item, Moved, RELATIVE, Time};
use super::place::{Source, Step, with};
use crate::game::{ClockTime, Game, GameBuilder};
use crate::notation::builder::RecordBuilder;
use crate::notation::clock;
use crate::notation::csa::words::{end_kind, kind_of};
use crate::notation::error::{At, Faults, RecordError};
use crate::notation::kif::Written;
use crate::notation::kif::start::Handicap;
use crate::{Color, Move, Piece, Position, Setup, Square};

/// Limit of reported errors in variations; each has to be looked up in the text.
const MOST_WARNINGS: usize = 100;

/// The only game of a text.
pub(super) fn read_one(text: &str) -> Result<Game, RecordError> {
    let mut files = files(text);
    let (file, source) = files.next().unwrap_or_else(|| Err(no_game()))?;
    if let Some(second) = files.next() {
        let (_, second) = second?;
        return Err(RecordError::text(second.locate(&[]), "a second game", "one game"));
    }
    game(file, source, &mut Faults::strict()).map(|(game, _)| game)
}

/// All games of a text.
pub(super) fn read(text: &str, faults: &mut Faults) -> Result<(Vec<Game>, Vec<RecordError>), RecordError> {
    let (mut games, mut warnings) = (Vec::new(), Vec::new());
    for file in files(text) {
        match file.and_then(|(file, source)| game(file, source, faults)) {
            Ok((game, of_game)) => {
                games.push(game);
                warnings.extend(of_game);
            }
            Err(fault) => faults.note(fault)?,
        }
    }
    if games.is_empty() && faults.is_empty() {
        return Err(no_game());
    }
    Ok((games, warnings))
}

fn no_game() -> RecordError {
    RecordError::text(At { line: 1, column: 1 }, "", "JSON Kifu Format")
}

/// The JSON values of a text, up to the first that is none, and where each stands.
fn files(text: &str) -> impl Iterator<Item = Result<(File, Source<'_>), RecordError>> {
    let mut files = serde_json::Deserializer::from_str(text).into_iter::<File>();
    core::iter::from_fn(move || {
        let source = Source { text, begin: files.byte_offset() };
        let file = files.next()?;
        Some(file.map(|file| (file, source)).map_err(|error| json_error(text, &error)))
    })
}

fn json_error(text: &str, error: &serde_json::Error) -> RecordError {
    let at = At { line: error.line().max(1), column: error.column().max(1) };
    let found = text
        .lines()
        .nth(at.line - 1)
        .map_or(Cow::Borrowed(""), |line| Cow::Owned(line.chars().skip(at.column - 1).collect::<String>()));
    // The message of the JSON reader without its own line and column.
    let message = format!("{error}");
    let message = message.split(" at line ").next().unwrap_or_default();
    RecordError::text(at, &found, format!("JSON Kifu Format ({message})"))
}

fn game(
    file: File,
    source: Source<'_>,
    faults: &mut Faults,
) -> Result<(Game, Vec<RecordError>), RecordError> {
    let start = start_position(file.initial.as_ref(), source)?;
    let mut builder = GameBuilder::new(start);
    for (key, value) in file.header.0 {
        builder.header(key, value);
    }
    let mut reader = Reader { record: RecordBuilder::new(builder), source, warnings: Vec::new() };
    let path = [Step::Key("moves")];
    reader.line(&file.moves, &path).or_else(|fault| faults.note(fault))?;
    reader.record.close().or_else(|fault| faults.note(fault))?;
    reader.forks(&file.moves, 0, &path);
    Ok((reader.record.builder.finish(), reader.warnings))
}

struct Reader<'a> {
    record: RecordBuilder,
    source: Source<'a>,
    warnings: Vec<RecordError>,
}

impl Reader<'_> {
    /// Plays the moves of a line.
    fn line(&mut self, items: &[Item], path: &[Step]) -> Result<(), RecordError> {
        for (index, item) in items.iter().enumerate() {
            self.item(item, &with(path, &[Step::Index(index)]))?;
        }
        Ok(())
    }

    fn item(&mut self, item: &Item, path: &[Step]) -> Result<(), RecordError> {
        let here = |key| self.source.locate(&with(path, &[Step::Key(key)]));
        if let Some(moved) = &item.mv {
            self.record.refuse_illegal_move()?;
            if self.record.builder.ended() {
                return Err(RecordError::text(here("move"), "a move", "no move after the special word"));
            }
            let pos = self.record.builder.position();
            let found = moved.to.map_or(String::from("same"), |to| format!("{}, {}", to.x, to.y));
            let found = format!("{} to {found}", moved.piece);
            let mv = meant(moved, pos, self.record.builder.last_move())
                .map_err(|expected| RecordError::text(here("move"), &found, expected))?;
            if pos.is_legal(mv) {
                self.record.play(mv, At { line: 1, column: 1 }, "")?;
            } else {
                // Looked up only when it is needed.
                let at = here("move");
                self.record.play(mv, at, &format!("{mv}"))?;
            }
        }
        if let Some(word) = &item.special {
            if self.record.builder.ended() {
                return Err(RecordError::text(here("special"), word, "one special word a line"));
            }
            let kind = end_kind(word, self.record.builder.position().side_to_move());
            self.record.end(kind)?;
        }
        if let (Some(time), true) = (&item.time, item.mv.is_some() || item.special.is_some()) {
            let time = clock_time(time)
                .ok_or_else(|| RecordError::text(here("time"), "a time", "seconds from 0 to 99999999"))?;
            self.record.time(time);
        }
        for comment in &item.comments {
            self.record.comment(comment);
        }
        Ok(())
    }

    /// Reads the variations of a line that begins after `ply` moves, the last one first.
    ///
    /// Recursion is bounded: the JSON reader refuses deep nesting.
    fn forks(&mut self, items: &[Item], ply: usize, path: &[Step]) {
        let moves_before = |index: usize| items[..index].iter().filter(|item| item.mv.is_some()).count();
        let mut before = ply + moves_before(items.len());
        for (index, item) in items.iter().enumerate().rev() {
            before -= usize::from(item.mv.is_some());
            for (number, fork) in item.forks.iter().enumerate() {
                // A line that broke off has no place for the forks of what is missing.
                if self.record.builder.branch(before).is_err() {
                    continue;
                }
                let path = with(path, &[Step::Index(index), Step::Key("forks"), Step::Index(number)]);
                self.fork(fork, &path);
                self.forks(fork, before, &path);
            }
        }
    }

    fn fork(&mut self, items: &[Item], path: &[Step]) {
        for (index, item) in items.iter().enumerate() {
            let result = self.item(item, &with(path, &[Step::Index(index)]));
            let result =
                result.and_then(|()| if index + 1 == items.len() { self.record.close() } else { Ok(()) });
            if let Err(error) = result {
                if self.warnings.len() < MOST_WARNINGS {
                    self.warnings.push(error);
                }
                for rest in &items[index..] {
                    self.record.builder.comment(serde_json::to_string(rest).unwrap_or_default());
                }
                return;
            }
        }
    }
}

/// The move that is meant, or what should have been there.
fn meant(moved: &Moved, pos: &Position, last: Option<Move>) -> Result<Move, String> {
    let side = pos.side_to_move();
    if moved.color.is_some_and(|color| usize::from(color) != side.index()) {
        return Err(format!("a move of color {}", side.index()));
    }
    let to = match (moved.to, moved.same, last) {
        (Some(to), _, _) => Square::new(to.x, to.y).ok_or("a target from 1, 1 to 9, 9")?,
        (None, Some(true), Some(last)) => last.to(),
        (None, _, _) => return Err(String::from("a target, or \"same\" after another move")),
    };
    let kind = kind_of(&moved.piece).ok_or("a piece such as FU")?;
    let mut written = Written::new(to, kind);
    written.set_promotion(moved.promote);
    if let Some(from) = moved.from {
        written.set_origin(Some(Square::new(from.x, from.y).ok_or("an origin from 1, 1 to 9, 9")?));
        return written.resolve(pos);
    }
    for letter in moved.relative.iter().flat_map(|words| words.chars()) {
        let word = RELATIVE.iter().find(|(relative, _)| *relative == letter).map(|(_, word)| *word);
        if !word.is_some_and(|word| written.word(word)) {
            return Err(String::from("relative words of L C R U M D H"));
        }
    }
    written.resolve(pos)
}

fn clock_time(time: &Time) -> Option<ClockTime> {
    let total = match &time.total {
        Some(total) => Some(duration(total)?),
        None => None,
    };
    Some(ClockTime { spent: duration(&time.now)?, total })
}

fn duration(clock: &Clock) -> Option<Duration> {
    let number = |number: &Number| number.as_f64();
    let hours = clock.h.as_ref().map_or(Some(0.0), number)?;
    let seconds = hours * 3600.0 + number(&clock.m)? * 60.0 + number(&clock.s)?;
    let duration = Duration::try_from_secs_f64(seconds).ok()?;
    (duration.as_secs() <= clock::LONGEST).then_some(duration)
}

fn start_position(initial: Option<&Initial>, source: Source<'_>) -> Result<Position, RecordError> {
    let Some(initial) = initial else { return Ok(Position::startpos()) };
    let here = |key| source.locate(&[Step::Key("initial"), Step::Key(key)]);
    let setup = match (&initial.data, initial.preset.as_str()) {
        (Some(data), "OTHER") => arrangement(data)
            .map_err(|expected| RecordError::text(here("data"), "an arrangement", expected))?,
        (None, "OTHER") => {
            return Err(RecordError::text(
                here("preset"),
                "OTHER without data",
                "the data of the start position",
            ));
        }
        (_, preset) => Handicap::from_preset(preset)
            .ok_or_else(|| RecordError::text(here("preset"), preset, "a preset such as HIRATE, KY or OTHER"))?
            .setup(),
    };
    Position::new_irregular(&setup).map_err(|error| RecordError::Start { at: here("data"), error })
}

fn arrangement(data: &Data) -> Result<Setup, &'static str> {
    let mut setup = Setup::empty();
    let color = |number: u8| match number {
        0 => Ok(Color::Black),
        1 => Ok(Color::White),
        _ => Err("a color 0 or 1"),
    };
    setup.side_to_move = color(data.color)?;
    if data.board.len() != 9 || data.board.iter().any(|file| file.len() != 9) {
        return Err("nine files of nine squares");
    }
    for square in Square::all() {
        let cell = &data.board[square.file() as usize - 1][square.rank() as usize - 1];
        let (number, kind) = match (cell.color, &cell.kind) {
            (Some(number), Some(kind)) => (number, kind_of(kind).ok_or("pieces such as FU")?),
            (None, None) => continue,
            _ => return Err("a color and a kind for each piece"),
        };
        setup.board[square.index()] = Some(Piece::new(color(number)?, kind));
    }
    if data.hands.len() > 2 {
        return Err("the hands of two players");
    }
    for (owner, hand) in setup.hands.iter_mut().zip(&data.hands) {
        for (name, &count) in hand {
            let kind = kind_of(name)
                .filter(|kind| kind.in_hand() == Some(*kind))
                .ok_or("pieces in hand such as FU")?;
            *owner = owner.with(kind, count).ok_or("no more pieces in hand than a set has")?;
        }
    }
    Ok(setup)
}
