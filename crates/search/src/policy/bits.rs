//! [`Bits`]: surprise, −log2 of a probability, in 1/256 bit.
//!
//! Realization probability adds up −log2 of probabilities along a path \[R3\]. The logarithm of a library may differ in
//! its last digit from machine to machine, and with it the rounded cost of a move and the tree. So logarithms and
//! powers are integers here, looked up in tables that the compiler makes with multiplications alone: the same counts
//! give the same costs everywhere.

use core::fmt;
use core::ops::Sub;

/// An amount of surprise, −log2 of a probability, in 1/256 bit.
///
/// ```
/// use komadai_search::policy::Bits;
///
/// assert_eq!(Bits::of_share(1, 8), Bits::from_units(3 * Bits::UNITS));
/// assert_eq!(Bits::of_share(1, 3).to_string(), "1.58");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bits(i32);

/// 2^(1/256).
const STEP: f64 = 1.002_711_275_050_202_5;

/// `[n]`: 2^(63 + n/256), rounded.
static POWERS: [u64; Bits::UNITS as usize] = {
    let mut table = [0; Bits::UNITS as usize];
    let mut power = 1.0;
    let mut n = 0;
    while n < table.len() {
        table[n] = (power * (1u64 << 63) as f64) as u64;
        power *= STEP;
        n += 1;
    }
    table
};

impl Bits {
    /// No surprise: a probability of 1.
    pub const ZERO: Bits = Bits(0);
    /// More than the surprise of any move; stands for a missing probability.
    pub const NEVER: Bits = Bits(i32::MAX);
    /// One bit: a probability of 1/2.
    pub const ONE: Bits = Bits(Self::UNITS);
    /// Units in one bit.
    pub const UNITS: i32 = 256;

    /// So many 1/256 bits.
    #[inline]
    pub const fn from_units(units: i32) -> Bits {
        Bits(units)
    }

    /// The amount in 1/256 bit.
    #[inline]
    pub const fn units(self) -> i32 {
        self.0
    }

    /// −log2 (`part` / `whole`), to 1/256 bit. A part of 0 counts as 1, a part above the whole as the whole.
    pub fn of_share(part: u64, whole: u64) -> Bits {
        Bits((Bits::log2(whole).0 - Bits::log2(part).0).max(0))
    }

    /// log2 of a number, rounded down to 1/256; 0 counts as 1.
    #[inline]
    pub(crate) fn log2(number: u64) -> Bits {
        let number = number.max(1);
        let whole = number.ilog2();
        let mantissa = number << (63 - whole);
        let fraction = POWERS.partition_point(|&power| power <= mantissa).saturating_sub(1);
        Bits(whole as i32 * Self::UNITS + fraction as i32)
    }

    /// 2 to this many bits, rounded down; fewer than 0 bits count as 0, 64 or more as just below 64.
    #[inline]
    pub(crate) fn exp2(self) -> u64 {
        let units = self.0.clamp(0, 64 * Self::UNITS - 1);
        POWERS[(units % Self::UNITS) as usize] >> (63 - units / Self::UNITS)
    }

    /// The amount in bits.
    pub fn to_f64(self) -> f64 {
        f64::from(self.0) / f64::from(Self::UNITS)
    }
}

impl Sub for Bits {
    type Output = Bits;
    #[inline]
    fn sub(self, other: Bits) -> Bits {
        Bits(self.0.saturating_sub(other.0))
    }
}

impl fmt::Display for Bits {
    /// Bits with two decimals: `1.58`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2}", self.to_f64())
    }
}

impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_powers_of_two_are_whole_bits_and_a_sure_move_is_none() {
        for bits in 0..63 {
            assert_eq!(Bits::of_share(1, 1 << bits), Bits::from_units(256 * bits));
            assert_eq!(Bits::of_share(1 << bits, 1 << bits), Bits::ZERO);
        }
        assert_eq!(Bits::of_share(0, 8), Bits::of_share(1, 8));
        assert_eq!(Bits::of_share(9, 8), Bits::ZERO);
        assert_eq!(Bits::of_share(0, 0), Bits::ZERO);
    }

    #[test]
    fn logarithms_are_those_of_the_library_to_a_unit() {
        for number in (1..5_000).chain((1..60).map(|n| (1 << n) + 12_345)) {
            let exact = (number as f64).log2() * 256.0;
            let error = exact - f64::from(Bits::log2(number).units());
            assert!((-0.001..1.001).contains(&error), "{number}: {error}");
        }
        assert_eq!(Bits::log2(u64::MAX).units(), 64 * 256 - 1);
    }

    #[test]
    fn powers_undo_logarithms() {
        for units in (0..64 * 256).step_by(7) {
            let power = Bits::from_units(units).exp2() as f64;
            let exact = 2f64.powf(f64::from(units) / 256.0);
            assert!((power - exact).abs() <= 1.0 + exact * 1e-12, "{units}: {power}, {exact}");
        }
        assert_eq!(Bits::from_units(-5).exp2(), 1);
    }
}
