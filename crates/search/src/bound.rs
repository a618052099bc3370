//! Bounds: how a value found with a window relates to the true one.

use komadai_core::Value;

/// How a value found with a window relates to the true one.
///
/// ```
/// use komadai_core::Value;
/// use komadai_search::Bound;
///
/// let (alpha, beta) = (Value::from_cp(-10), Value::from_cp(10));
/// let of = |cp| Bound::of(Value::from_cp(cp), alpha, beta);
/// assert_eq!((of(-10), of(0), of(25)), (Bound::Upper, Bound::Exact, Bound::Lower));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Bound {
    /// The true value is this or less: no move reached alpha.
    Upper = 1,
    /// The true value is this or more: a move reached beta.
    Lower = 2,
    /// The value is exact.
    Exact = 3,
}

impl Bound {
    /// Whether the true value cannot be lower.
    pub const fn is_lower(self) -> bool {
        self as u8 & 2 != 0
    }

    /// Whether the true value cannot be higher.
    pub const fn is_upper(self) -> bool {
        self as u8 & 1 != 0
    }

    /// The kind of bound that a `value` found with this window is.
    pub fn of(value: Value, alpha: Value, beta: Value) -> Bound {
        if value >= beta {
            Bound::Lower
        } else if value > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}
