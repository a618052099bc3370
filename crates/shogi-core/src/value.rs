//! Values of positions, from the point of view of the side to move.

use core::fmt;
use core::ops::{Add, AddAssign, Neg, Sub, SubAssign};

/// A value in hundredths of a pawn (pawn = 100, as in paper 001), positive when the side to move is better.
///
/// Values above [`Value::MAX_EVAL`] up to [`Value::MATE`] are distances to mate, so that a shorter mate is
/// worth more: being able to mate in `n` plies is `MATE - n`.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(i32);

impl Value {
    /// Even.
    pub const ZERO: Value = Value(0);
    /// Mate on the board; never reached by an evaluation.
    pub const MATE: Value = Value(32_000);
    /// Above every value of a position; the window of a root search.
    pub const INFINITE: Value = Value(32_001);
    /// The longest mate that has a value of its own, in plies.
    pub const LONGEST_MATE: u16 = 2_000;
    /// Largest value of an evaluation: 30,000 minus one.
    pub const MAX_EVAL: Value = Value(29_999);

    /// From hundredths of a pawn, held inside ±[`Value::MAX_EVAL`] so that no evaluation looks like a mate.
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

    /// Hundredths of a pawn, or a mate value as a number.
    #[inline]
    pub const fn cp(self) -> i32 {
        self.0
    }

    /// The side to move mates in `plies` (1 = the next move mates).
    #[inline]
    pub const fn mate_in(plies: u16) -> Value {
        let plies = if plies > Self::LONGEST_MATE { Self::LONGEST_MATE } else { plies };
        Value(Self::MATE.0 - plies as i32)
    }

    /// The side to move is mated in `plies` (0 = it is mated now).
    #[inline]
    pub const fn mated_in(plies: u16) -> Value {
        Value(-Self::mate_in(plies).0)
    }

    /// Distance to mate in plies if this is a mate value: positive if the side to move mates, negative or zero
    /// if it is mated.
    pub const fn mate_distance(self) -> Option<i32> {
        if self.0 > Self::MAX_EVAL.0 && self.0 <= Self::MATE.0 {
            Some(Self::MATE.0 - self.0)
        } else if self.0 < -Self::MAX_EVAL.0 && self.0 >= -Self::MATE.0 {
            Some(-Self::MATE.0 - self.0)
        } else {
            None
        }
    }

    /// Whether this is a distance to mate for either side.
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

impl Add for Value {
    type Output = Value;
    #[inline]
    fn add(self, other: Value) -> Value {
        Value(self.0 + other.0)
    }
}

impl Sub for Value {
    type Output = Value;
    #[inline]
    fn sub(self, other: Value) -> Value {
        Value(self.0 - other.0)
    }
}

impl AddAssign for Value {
    #[inline]
    fn add_assign(&mut self, other: Value) {
        self.0 += other.0;
    }
}

impl SubAssign for Value {
    #[inline]
    fn sub_assign(&mut self, other: Value) {
        self.0 -= other.0;
    }
}

impl fmt::Display for Value {
    /// `+123`, `-40`, `mate 5`, `mate -4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_distance() {
            Some(plies) => write!(f, "mate {plies}"),
            None => write!(f, "{:+}", self.0),
        }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
