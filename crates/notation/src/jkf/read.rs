//! Reading of games from JSON.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::Cell;
use core::time::Duration;

use komadai_core::game::{ClockTime, Game, GameBuilder};
use komadai_core::{Color, Move, Piece, Position, Setup, Square};
use serde::de::DeserializeOwned;
use serde_json::Number;
use serde_json::value::RawValue;

use super::data::{Clock, Data, File, Initial, Item, Moved, RELATIVE, Time};
use crate::builder::RecordBuilder;
use crate::clock;
use crate::csa::words::kind_of;
use crate::error::{At, Faults, RecordError};
use crate::final_words::CSA;
use crate::kif::Written;
use crate::kif::start::Handicap;

/// A file, a start position and a node as they are read.
type RawFile<'a> = File<RawInitial<'a>, RawItem<'a>>;
type RawInitial<'a> = Initial<&'a RawValue, &'a RawValue>;
type RawItem<'a> = Item<&'a RawValue, &'a RawValue, &'a RawValue>;

/// Limit of reported errors in the variations of a game.
const MOST_WARNINGS: usize = 100;

/// Reads games in JSON Kifu Format, one after the other.
///
/// # Errors
///
/// [`RecordError`] with the line and column of the JSON value that is wrong. Wrong parts of variations are kept as comments.
pub fn read(text: &str) -> Result<Vec<Game>, RecordError> {
    read_noting(text, &mut Faults::strict())
}

/// Reads games, one after the other, and notes errors in their variations. A game of which nothing can be read is left out if faults are
/// noted.
pub(crate) fn read_noting(text: &str, faults: &mut Faults) -> Result<Vec<Game>, RecordError> {
    let (mut games, places) = (Vec::new(), Places::new(text));
    // The JSON values of the text, up to the first invalid one.
    for file in serde_json::Deserializer::from_str(text).into_iter::<RawFile<'_>>() {
        match file.map_err(|error| json_error(text, &error)).and_then(|file| game(file, &places, faults)) {
            Ok(game) => games.push(game),
            Err(fault) => faults.note(fault)?,
        }
    }
    if games.is_empty() && faults.noted.is_empty() {
        return Err(RecordError::text(At::default(), "", "JSON Kifu Format"));
    }
    Ok(games)
}

/// The error of the JSON reader, which counts columns in bytes, at its place in the text.
fn json_error(text: &str, error: &serde_json::Error) -> RecordError {
    let line = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum::<usize>();
    let byte = line + error.column().saturating_sub(1);
    let start = (0..=byte).rev().find(|&start| text.is_char_boundary(start)).unwrap_or_default();
    let at = At::default().after(&text[..start]);
    RecordError::text(at, text[start..].lines().next().unwrap_or_default(), expected(error))
}

/// The message of the JSON reader without its own line and column.
fn expected(error: &serde_json::Error) -> String {
    let message = format!("{error}");
    format!("JSON Kifu Format ({})", message.split(" at line ").next().unwrap_or_default())
}

/// A text, and the last place in it that was looked up: the next one, often near, is counted from there.
struct Places<'a> {
    text: &'a str,
    last: Cell<(usize, At)>,
}

impl<'a> Places<'a> {
    fn new(text: &'a str) -> Places<'a> {
        Places { text, last: Cell::new((0, At::default())) }
    }

    /// The place of a part of the text.
    fn of(&self, part: &RawValue) -> At {
        let byte = part.get().as_ptr().addr() - self.text.as_ptr().addr();
        let (from, at) = self.last.get();
        let at =
            if byte < from { at.before(self.text, byte, from) } else { at.after(&self.text[from..byte]) };
        self.last.set((byte, at));
        at
    }

    /// Reads a part of the text.
    fn parse<T: DeserializeOwned>(&self, part: &RawValue) -> Result<T, RecordError> {
        serde_json::from_str(part.get()).map_err(|error| self.error(part, part.get(), expected(&error)))
    }

    /// An error at a part of the text.
    fn error(&self, part: &RawValue, found: &str, expected: impl Into<Cow<'static, str>>) -> RecordError {
        RecordError::text(self.of(part), found, expected)
    }
}

fn game(file: RawFile<'_>, places: &Places<'_>, faults: &mut Faults) -> Result<Game, RecordError> {
    let has_start = file.initial.is_some();
    let start =
        file.initial.map_or_else(|| Ok(Position::startpos()), |initial| start_position(&initial, places))?;
    let mut builder = GameBuilder::new(start);
    for (key, value) in file.header.0 {
        // json-kifu-format keeps the handicap of KIF beside the start position.
        if key != "手合割" || !has_start && value.trim() != "平手" {
            builder.header(key, value);
        }
    }
    let most_warnings = faults.warnings.len() + MOST_WARNINGS;
    let mut reader = Reader { record: RecordBuilder::new(builder), places, faults, most_warnings };
    let main = file.moves.iter().try_for_each(|item| reader.item(item));
    main.and_then(|()| reader.record.close()).or_else(|fault| reader.faults.note(fault))?;
    reader.forks(&file.moves, 0);
    Ok(reader.record.builder.finish())
}

struct Reader<'a> {
    record: RecordBuilder,
    places: &'a Places<'a>,
    faults: &'a mut Faults,
    /// Most warnings of the file up to and including this game.
    most_warnings: usize,
}

impl Reader<'_> {
    fn item(&mut self, item: &RawItem<'_>) -> Result<(), RecordError> {
        if let Some(part) = item.mv {
            self.record.refuse_illegal_move()?;
            if self.record.builder.ended() {
                return Err(self.places.error(part, "a move", "no move after the special word"));
            }
            let (moved, pos): (Moved, _) = (self.places.parse(part)?, self.record.builder.position());
            let mv = meant(&moved, pos, self.record.builder.last_move()).map_err(|expected| {
                let found = moved.to.map_or(String::from("same"), |to| format!("{}, {}", to.x, to.y));
                self.places.error(part, &format!("{} to {found}", moved.piece), expected)
            })?;
            // Looked up only when it is needed.
            let at = if pos.is_legal(mv) { At::default() } else { self.places.of(part) };
            self.record.play(mv, at, &format!("{mv}"))?;
        }
        if let Some(part) = item.special {
            let word: String = self.places.parse(part)?;
            if self.record.builder.ended() {
                return Err(self.places.error(part, &word, "one special word a line"));
            }
            self.record.end_by(&CSA, &word)?;
        }
        if let (Some(part), true) = (item.time, item.mv.is_some() || item.special.is_some()) {
            let time = clock_time(&self.places.parse(part)?);
            let error = || self.places.error(part, "a time", "seconds from 0 to 99999999");
            self.record.time(time.ok_or_else(error)?);
        }
        for comment in &item.comments {
            self.record.comment(comment);
        }
        Ok(())
    }

    /// Reads the variations of a line that begins after `ply` moves, the last one first.
    ///
    /// Recursion is bounded: the JSON reader refuses deep nesting.
    fn forks(&mut self, items: &[RawItem<'_>], ply: usize) {
        let mut before = ply + items.iter().filter(|item| item.mv.is_some()).count();
        for item in items.iter().rev() {
            before -= usize::from(item.mv.is_some());
            for fork in &item.forks {
                // A line that broke off has no place for the forks of its missing moves.
                if self.record.builder.branch(before).is_ok() {
                    self.fork(fork);
                    self.forks(fork, before);
                }
            }
        }
    }

    fn fork(&mut self, items: &[RawItem<'_>]) {
        for (index, item) in items.iter().enumerate() {
            let result = self.item(item);
            let result =
                result.and_then(|()| if index + 1 == items.len() { self.record.close() } else { Ok(()) });
            if let Err(error) = result {
                if self.faults.warnings.len() < self.most_warnings {
                    self.faults.warnings.push(error);
                }
                for rest in &items[index..] {
                    let rest = serde_json::to_string(rest).unwrap_or_default();
                    self.record.builder.comment(rest.replace(['\n', '\r'], " "));
                }
                return;
            }
        }
    }
}

/// The move that is meant, or what was expected instead.
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
    written.promotes = moved.promote;
    if let Some(from) = moved.from {
        written.from = Some(Square::new(from.x, from.y).ok_or("an origin from 1, 1 to 9, 9")?);
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

fn start_position(initial: &RawInitial<'_>, places: &Places<'_>) -> Result<Position, RecordError> {
    let preset: String = places.parse(initial.preset)?;
    let part = initial.data.unwrap_or(initial.preset);
    let error = |found: &str, expected: &'static str| places.error(part, found, expected);
    let setup = match (initial.data, preset.as_str()) {
        (Some(data), "OTHER") => {
            arrangement(&places.parse(data)?).map_err(|expected| error("an arrangement", expected))?
        }
        (None, "OTHER") => return Err(error("OTHER without data", "the data of the start position")),
        (_, preset) => {
            let handicap = Handicap::from_preset(preset);
            handicap.ok_or_else(|| error(preset, "a preset such as HIRATE, KY or OTHER"))?.setup()
        }
    };
    Position::new_irregular(&setup).map_err(|error| RecordError::Start { at: places.of(part), error })
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
        for (name, &count) in hand.iter().filter(|(_, count)| **count > 0) {
            let kind = kind_of(name)
                .filter(|kind| kind.in_hand() == Some(*kind))
                .ok_or("pieces in hand such as FU")?;
            *owner = owner.with(kind, count).ok_or("no more pieces in hand than a set has")?;
        }
    }
    Ok(setup)
}
