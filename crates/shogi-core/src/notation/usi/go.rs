//! `go …`: how long to think. Programs leave out whatever they do not use, so every part may be missing.

use alloc::vec::Vec;
use core::time::Duration;

use super::{UsiError, Words};
use crate::Move;

/// The clock as the user reports it. Missing parts are zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Time left, `[color]`.
    pub left: [Duration; 2],
    /// Time added for each move, `[color]`: unlike byoyomi, it can differ between the players.
    pub increment: [Duration; 2],
    /// Time for each move once the main time is used up.
    pub byoyomi: Duration,
}

impl Clock {
    /// Whether any time was given at all.
    pub fn is_set(&self) -> bool {
        *self != Clock::default()
    }
}

/// How long to look for a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MateTime {
    /// Until `stop`.
    Infinite,
    /// At most this long.
    Within(Duration),
}

/// Arguments of the command `go`: time, nodes, depth, mate, moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Search on the opponent's time: no answer before `stop` or `ponderhit`.
    pub ponder: bool,
    /// No answer before `stop`.
    pub infinite: bool,
    /// The clock.
    pub clock: Clock,
    /// Exactly this time for the move.
    pub movetime: Option<Duration>,
    /// Limit in nodes.
    pub nodes: Option<u64>,
    /// Limit in plies.
    pub depth: Option<u32>,
    /// Look for a mate, to be answered by `checkmate` and nothing else.
    pub mate: Option<MateTime>,
    /// The root moves to search (`searchmoves`); all if empty.
    pub search_moves: Vec<Move>,
}

/// The words that may follow `go`.
const WORDS: &str = "ponder infinite btime wtime binc winc byoyomi movetime nodes depth mate searchmoves";

fn is_word(word: &str) -> bool {
    WORDS.split(' ').any(|other| other == word)
}

impl Go {
    /// Reads the line, with or without the word `go`. Negative times, which programs send for a clock that has run out, count as zero.
    ///
    /// # Errors
    ///
    /// [`UsiError::Word`] at a word outside the protocol, at a number that is missing or has more than 64 bits, or at a word after
    /// `searchmoves` that is neither a move nor a word of `go`.
    pub fn parse(line: &str) -> Result<Go, UsiError> {
        let mut words = Words::new(line);
        words.take("go");
        Go::from_words(words)
    }

    /// Reads what it can of the line; skips words that [`Go::parse`] refuses.
    ///
    /// ```
    /// use komadai_core::notation::usi::Go;
    ///
    /// let go = Go::readable("go infinite depth x nodes 100");
    /// assert_eq!((go.infinite, go.depth, go.nodes), (true, None, Some(100)));
    /// assert_eq!(Go::readable("go searchmoves 7g7f x 2g2f nodes 9").search_moves.len(), 2);
    /// ```
    pub fn readable(line: &str) -> Go {
        let (mut words, mut go) = (Words::new(line), Go::default());
        words.take("go");
        let has_moves = line.split_ascii_whitespace().any(|word| word == "searchmoves");
        while go.read(&mut words).is_err() {
            words.next();
            // Moves occur only after `searchmoves`.
            while has_moves && let Some(mv) = words.peek().and_then(|word| word.parse().ok()) {
                go.search_moves.push(mv);
                words.next();
            }
        }
        go
    }

    pub(super) fn from_words(mut words: Words<'_>) -> Result<Go, UsiError> {
        let mut go = Go::default();
        go.read(&mut words).map(|()| go)
    }

    /// Reads words up to the first that cannot be read, which stays in `words`.
    fn read(&mut self, words: &mut Words<'_>) -> Result<(), UsiError> {
        while let Some(word) = words.peek() {
            if !is_word(word) {
                return Err(words.error("a word of go, such as btime, nodes or searchmoves"));
            }
            words.next();
            match word {
                "ponder" => self.ponder = true,
                "infinite" => self.infinite = true,
                "btime" => self.clock.left[0] = millis(words)?,
                "wtime" => self.clock.left[1] = millis(words)?,
                "binc" => self.clock.increment[0] = millis(words)?,
                "winc" => self.clock.increment[1] = millis(words)?,
                "byoyomi" => self.clock.byoyomi = millis(words)?,
                "movetime" => self.movetime = Some(millis(words)?),
                "nodes" => self.nodes = Some(number(words, "a number of nodes")?),
                "depth" => self.depth = Some(number(words, "a depth in plies")?.min(1000) as u32),
                "searchmoves" => {
                    while let Some(word) = words.peek().filter(|word| !is_word(word)) {
                        let mv = word.parse().map_err(|_| words.error("a USI move such as 7g7f"))?;
                        self.search_moves.push(mv);
                        words.next();
                    }
                }
                _ => {
                    self.mate = Some(if words.take("infinite") || words.peek().is_none() {
                        MateTime::Infinite
                    } else {
                        MateTime::Within(millis(words)?)
                    });
                }
            }
        }
        Ok(())
    }
}

/// Longest time, in milliseconds (some 11 days); longer times are shortened to it.
const LONGEST: u64 = 1_000_000_000;

fn millis(words: &mut Words<'_>) -> Result<Duration, UsiError> {
    let word = words.peek().unwrap_or_default();
    let (digits, negative) = match word.strip_prefix('-') {
        Some(digits) => (digits, true),
        None => (word, false),
    };
    let value = parse_number(digits).ok_or_else(|| words.error("a time in milliseconds"))?;
    words.next();
    Ok(Duration::from_millis(if negative { 0 } else { value.min(LONGEST) }))
}

fn number(words: &mut Words<'_>, expected: &'static str) -> Result<u64, UsiError> {
    let value = words.peek().and_then(parse_number).ok_or_else(|| words.error(expected))?;
    words.next();
    Ok(value)
}

/// A 64-bit number from digits only, without a sign.
fn parse_number(word: &str) -> Option<u64> {
    word.parse().ok().filter(|_| word.bytes().all(|byte| byte.is_ascii_digit()))
}
