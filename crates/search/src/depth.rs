//! How much budget is left, in 1/64 of a ply.
//!
//! Papers count depth in fractions: realization probability adds −log2 p for every move \[R3\], late moves cost
//! a little more than a ply. An integer in fixed point adds up exactly, so that a search visits the same nodes
//! on every machine, which a floating-point sum would not promise.

use core::fmt;
use core::ops::{Add, AddAssign, Sub, SubAssign};

/// Remaining budget of a search, in 1/64 of a ply. Zero or less: the node is a leaf.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Depth(i32);

impl Depth {
    /// No budget: quiescence.
    pub const ZERO: Depth = Depth(0);
    /// The cost of an average move.
    pub const PLY: Depth = Depth(Self::UNITS);
    /// Deeper than any search goes; as a threshold it means "never".
    pub const NEVER: Depth = Depth(i32::MAX / 4);
    /// Units in one ply.
    pub const UNITS: i32 = 64;

    /// Whole plies.
    #[inline]
    pub const fn plies(plies: i32) -> Depth {
        Depth(plies.saturating_mul(Self::UNITS))
    }

    /// From 1/64 of a ply.
    #[inline]
    pub const fn from_units(units: i32) -> Depth {
        Depth(units)
    }

    /// In 1/64 of a ply.
    #[inline]
    pub const fn units(self) -> i32 {
        self.0
    }

    /// Whole plies, rounded down.
    #[inline]
    pub const fn whole_plies(self) -> i32 {
        self.0.div_euclid(Self::UNITS)
    }
}

impl Add for Depth {
    type Output = Depth;
    #[inline]
    fn add(self, other: Depth) -> Depth {
        Depth(self.0 + other.0)
    }
}

impl Sub for Depth {
    type Output = Depth;
    #[inline]
    fn sub(self, other: Depth) -> Depth {
        Depth(self.0 - other.0)
    }
}

impl AddAssign for Depth {
    #[inline]
    fn add_assign(&mut self, other: Depth) {
        self.0 += other.0;
    }
}

impl SubAssign for Depth {
    #[inline]
    fn sub_assign(&mut self, other: Depth) {
        self.0 -= other.0;
    }
}

impl fmt::Display for Depth {
    /// Plies with two decimals: `3.25`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2}", f64::from(self.0) / f64::from(Self::UNITS))
    }
}

impl fmt::Debug for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
