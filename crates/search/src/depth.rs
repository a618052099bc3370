//! [`Depth`]: the remaining budget of a search, in 1/64 ply.
//!
//! Papers count depth in fractions of a ply: realization probability adds −log2 p for every move \[R3\], late moves
//! cost a little more than a ply. A fixed-point integer adds up exactly, so that a search visits the same nodes on
//! every machine, which a floating-point sum would not guarantee.

use core::fmt;
use core::ops::{Add, Sub};

/// Remaining budget of a search, or the cost of a move, in 1/64 ply. A node with a budget of zero or less is a leaf.
///
/// ```
/// use komadai_search::Depth;
///
/// let budget = Depth::plies(3) - Depth::from_units(48);
/// assert_eq!((budget.to_string().as_str(), budget.units(), budget.whole_plies()), ("2.25", 144, 2));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Depth(i32);

impl Depth {
    /// No budget: quiescence.
    pub const ZERO: Depth = Depth(0);
    /// One ply: the cost of an average move.
    pub const PLY: Depth = Depth(Self::UNITS);
    /// More than any budget: as a threshold it switches a heuristic off.
    pub const NEVER: Depth = Depth(i32::MAX / 4);
    /// Units in one ply.
    pub const UNITS: i32 = 64;

    /// A depth of so many plies.
    pub const fn plies(plies: i32) -> Depth {
        Depth(plies.saturating_mul(Self::UNITS))
    }

    /// A depth of so many 1/64 plies.
    pub const fn from_units(units: i32) -> Depth {
        Depth(units)
    }

    /// The depth in 1/64 ply.
    pub const fn units(self) -> i32 {
        self.0
    }

    /// The depth in plies, rounded down.
    pub const fn whole_plies(self) -> i32 {
        self.0.div_euclid(Self::UNITS)
    }
}

impl Add for Depth {
    type Output = Depth;
    fn add(self, other: Depth) -> Depth {
        Depth(self.0 + other.0)
    }
}

impl Sub for Depth {
    type Output = Depth;
    fn sub(self, other: Depth) -> Depth {
        Depth(self.0 - other.0)
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
