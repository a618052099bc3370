//! Clock times as text: `( 0:01/00:00:01)` after a move in KIF, the time for the move and in total; `T12.345` in CSA.

use alloc::format;
use alloc::string::String;
use core::time::Duration;

use komadai_core::Color;
use komadai_core::game::ClockTime;

use crate::cursor::Cursor;
use crate::error::RecordError;

/// Longest time that is read, in seconds: three years, beyond any game and safe to add up.
pub(super) const LONGEST: u64 = 99_999_999;

/// Reads a point and the digits after it as nanoseconds, 0 without a point; digits past the ninth are cut off.
fn take_fraction(cursor: &mut Cursor<'_>) -> u32 {
    if cursor.take(|c| c == '.').is_none() {
        return 0;
    }
    let digits = cursor.take_while(|c| c.is_ascii_digit()).bytes().chain([b'0'; 9]).take(9);
    digits.fold(0, |value, digit| value * 10 + u32::from(digit - b'0'))
}

/// Adds up each player's times where a record does not give totals.
#[derive(Clone, Debug, Default)]
pub(super) struct Totals([Duration; 2]);

impl Totals {
    /// Total time of `mover` with this move.
    pub(super) fn after(&mut self, mover: Color, time: &ClockTime) -> Duration {
        let total = time.total.unwrap_or_else(|| self.0[mover.index()].saturating_add(time.spent));
        self.0[mover.index()] = total;
        total
    }
}

/// `( 0:01/00:00:01)` of KIF, in whole seconds.
pub(super) fn kif(spent: Duration, total: Duration) -> String {
    let (spent, total) = (spent.as_secs(), total.as_secs());
    let (hours, minutes, seconds) = (total / 3600, total / 60 % 60, total % 60);
    format!("({:2}:{:02}/{hours:02}:{minutes:02}:{seconds:02})", spent / 60, spent % 60)
}

/// Reads `( 0:01/00:00:01)`; `None` for other text, such as a bracket without a number.
pub(super) fn take_time(cursor: &mut Cursor<'_>) -> Result<Option<ClockTime>, RecordError> {
    cursor.blanks();
    if cursor.take(|c| c == '(' || c == '（').is_none() {
        return Ok(None);
    }
    cursor.blanks();
    if !cursor.peek().is_some_and(|c| c.is_ascii_digit()) {
        return Ok(None);
    }
    let spent = take_clock(cursor)?;
    cursor.blanks();
    let mut total = None;
    if cursor.take(|c| c == '/').is_some() {
        cursor.blanks();
        if cursor.peek().is_some_and(|c| c.is_ascii_digit()) {
            total = Some(take_clock(cursor)?);
        }
        cursor.blanks();
    }
    if cursor.take(|c| c == ')' || c == '）').is_none() {
        return Err(cursor.error("a clock time such as ( 0:01/00:00:01)"));
    }
    Ok(Some(ClockTime { spent, total }))
}

/// Reads `1:02:03`, `2:03` or `3`, in seconds with a fraction if there is one.
fn take_clock(cursor: &mut Cursor<'_>) -> Result<Duration, RecordError> {
    let here = cursor.clone();
    let error = || here.error("a clock time such as 0:01 or 00:00:01");
    let mut seconds: u64 = 0;
    for part in 0..3 {
        cursor.blanks();
        if cursor.is_at_end() {
            return Err(cursor.error("a clock time such as 0:01 or 00:00:01"));
        }
        let number = cursor.number().ok_or_else(error)?;
        seconds = seconds.saturating_mul(60).saturating_add(u64::from(number));
        if part == 2 || cursor.take(|c| c == ':').is_none() {
            break;
        }
    }
    let nanos = take_fraction(cursor);
    if seconds > LONGEST { Err(error()) } else { Ok(Duration::new(seconds, nanos)) }
}

/// Reads the seconds of a CSA line, to the millisecond.
pub(super) fn take_seconds(cursor: &mut Cursor<'_>) -> Result<Duration, RecordError> {
    let here = cursor.clone();
    let seconds = cursor.number().filter(|&seconds| u64::from(seconds) <= LONGEST);
    let seconds = seconds.ok_or_else(|| here.error("seconds such as 12 or 0.250"))?;
    // Version 3 has milliseconds.
    let nanos = take_fraction(cursor) / 1_000_000 * 1_000_000;
    cursor.blanks();
    if !cursor.is_at_end() {
        return Err(cursor.error("the end of the time"));
    }
    Ok(Duration::new(u64::from(seconds), nanos))
}
