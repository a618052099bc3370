//! Clock times as text: seconds with a fraction, hours, minutes and seconds.

use alloc::format;
use alloc::string::String;
use core::time::Duration;

use crate::Color;
use crate::game::ClockTime;

/// Longest time that is read, in seconds: three years, beyond any game and safe to add up.
pub(super) const LONGEST: u64 = 99_999_999;

/// Nanoseconds from the digits after the point; digits past the ninth are cut off.
pub(super) fn fraction(digits: &str) -> u32 {
    digits
        .bytes()
        .chain([b'0'; 9])
        .take(9)
        .fold(0, |value, digit| value * 10 + u32::from(digit.wrapping_sub(b'0')))
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

/// `( 0:01/00:00:01)` of KIF, whole seconds.
pub(super) fn kif(spent: Duration, total: Duration) -> String {
    let (spent, total) = (spent.as_secs(), total.as_secs());
    let (hours, minutes, seconds) = (total / 3600, total / 60 % 60, total % 60);
    format!("({:2}:{:02}/{hours:02}:{minutes:02}:{seconds:02})", spent / 60, spent % 60)
}
