//! Values of positions, from the point of view of the side to move.

use core::fmt;
use core::ops::Neg;

use crate::operators::operators;

/// Value of a position in centipawns (a pawn is 100, as in paper 001), positive when the side to move is better.
///
/// Evaluations are within ±29,999 ([`Value::MAX_EVAL`]). Values beyond them, up to ±32,000 ([`Value::MATE`]), are mates; a shorter mate
/// has the larger value. Mate in `n` plies is `MATE - n`, and ±30,000 ([`Value::MATE_OF_UNKNOWN_LENGTH`]) is a mate of unknown length.
///
/// Sums and differences are not limited, since search windows need this: the largest evaluation plus one is a bound that only mates
/// reach. Pass a sum that should be an evaluation through [`Value::from_cp`].
///
/// ```
/// use komadai_core::Value;
///
/// assert_eq!(Value::from_cp(120).to_string(), "+120");
/// assert_eq!((-Value::from_cp(120)).cp(), -120);
/// assert!(Value::mate_in(3) > Value::mate_in(5) && Value::mate_in(5) > Value::MAX_EVAL);
/// assert_eq!(Value::mate_in(3).mate_distance(), Some(3));
/// let some = Value::MATE_OF_UNKNOWN_LENGTH;
/// assert!(some.is_mate() && some.mate_distance().is_none() && some < Value::mate_in(1_000));
/// // Evaluations never reach the values of mates.
/// assert_eq!(Value::from_cp(1_000_000), Value::MAX_EVAL);
/// let sum = Value::MAX_EVAL + Value::from_cp(1);
/// assert!(sum.is_mate() && Value::from_cp(sum.cp()) == Value::MAX_EVAL);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(i32);

impl Value {
    /// 0, an even position.
    pub const ZERO: Value = Value(0);
    /// 32,000: the side to move has mated.
    pub const MATE: Value = Value(32_000);
    /// 32,001: greater than every value of a position; bound of a full search window.
    pub const INFINITE: Value = Value(32_001);
    /// Longest distance to mate with a value of its own, in plies.
    pub const LONGEST_MATE: u16 = 1_999;
    /// 30,000: the side to move mates in an unknown number of plies, or in more than [`Value::LONGEST_MATE`]. Less than every mate of
    /// known length.
    pub const MATE_OF_UNKNOWN_LENGTH: Value = Value(Self::MATE.0 - Self::LONGEST_MATE as i32 - 1);
    /// 29,999: largest value of an evaluation.
    pub const MAX_EVAL: Value = Value(29_999);

    /// A value from centipawns, limited to ±[`Value::MAX_EVAL`] so that no evaluation is taken for a mate.
    #[inline]
    pub const fn from_cp(cp: i32) -> Value {
        let max = Self::MAX_EVAL.0;
        Value(if cp > max {
            max
        } else if cp < -max {
            -max
        } else {
            cp
        })
    }

    /// The value in centipawns; for a mate, its number near ±32,000.
    #[inline]
    pub const fn cp(self) -> i32 {
        self.0
    }

    /// The value whose [`Value::cp`] is this number, mates included; `None` beyond ±[`Value::INFINITE`].
    ///
    /// ```
    /// use komadai_core::Value;
    ///
    /// for value in [Value::from_cp(-120), Value::mate_in(7), Value::mated_in(0), -Value::MATE_OF_UNKNOWN_LENGTH] {
    ///     assert_eq!(Value::from_number(value.cp()), Some(value));
    /// }
    /// assert_eq!(Value::from_number(32_002), None);
    /// ```
    #[inline]
    pub const fn from_number(number: i32) -> Option<Value> {
        if number.unsigned_abs() <= Self::INFINITE.0.unsigned_abs() { Some(Value(number)) } else { None }
    }

    /// Value of mating in `plies` plies (1 = the next move mates); beyond [`Value::LONGEST_MATE`] the length counts as unknown.
    #[inline]
    pub const fn mate_in(plies: u16) -> Value {
        if plies > Self::LONGEST_MATE {
            Self::MATE_OF_UNKNOWN_LENGTH
        } else {
            Value(Self::MATE.0 - plies as i32)
        }
    }

    /// Value of being mated in `plies` plies (0 = the side to move is mated now).
    #[inline]
    pub const fn mated_in(plies: u16) -> Value {
        Value(-Self::mate_in(plies).0)
    }

    /// Distance to mate in plies if this is a mate of known length: positive if the side to move mates, negative or zero if it is mated.
    /// [`Value::is_mate`] tells whether it is a mate at all.
    pub const fn mate_distance(self) -> Option<i32> {
        if self.0 > Self::MATE_OF_UNKNOWN_LENGTH.0 && self.0 <= Self::MATE.0 {
            Some(Self::MATE.0 - self.0)
        } else if self.0 < -Self::MATE_OF_UNKNOWN_LENGTH.0 && self.0 >= -Self::MATE.0 {
            Some(-Self::MATE.0 - self.0)
        } else {
            None
        }
    }

    /// Whether this is a mate by either side, of known or unknown length.
    #[inline]
    pub const fn is_mate(self) -> bool {
        self.0 > Self::MAX_EVAL.0 || self.0 < -Self::MAX_EVAL.0
    }
}

impl Neg for Value {
    type Output = Value;
    #[inline]
    fn neg(self) -> Value {
        Value(-self.0)
    }
}

operators!(Value: Add add + AddAssign add_assign, Sub sub - SubAssign sub_assign);

impl fmt::Display for Value {
    /// `+123`, `-40`, `mate 5`, `mate -4`; `mate +` and `mate -` if the length is not known.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_distance() {
            Some(plies) => write!(f, "mate {plies}"),
            None if self.is_mate() => f.write_str(if self.0 > 0 { "mate +" } else { "mate -" }),
            None => write!(f, "{:+}", self.0),
        }
    }
}
