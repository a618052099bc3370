//! Clock times as KIF writes them behind a move: `( 0:01/00:00:01)`, spent on the move and in all.

use core::time::Duration;

use super::clock;
use super::cursor::Cursor;
use super::error::RecordError;
use crate::game::ClockTime;

/// Reads `( 0:01/00:00:01)`; other text is left alone.
pub(super) fn take_time(cursor: &mut Cursor<'_>) -> Result<Option<ClockTime>, RecordError> {
    cursor.blanks();
    if cursor.take(|c| c == '(' || c == '（').is_none() {
        return Ok(None);
    }
    cursor.blanks();
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
    let mut nanos = 0;
    if cursor.take(|c| c == '.').is_some() {
        let digits = cursor.take_while(|c| c.is_ascii_digit());
        nanos = clock::fraction(digits);
    }
    if seconds > clock::LONGEST {
        return Err(error());
    }
    Ok(Duration::new(seconds, nanos))
}
