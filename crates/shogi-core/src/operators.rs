//! Operators of types that wrap one number, and `{:?}` of those whose text says all.

/// Implements operators of two values, each with the one that assigns: `operators!(Value: Add add + AddAssign add_assign)`.
macro_rules! operators {
    ($type:ident: $($operator:ident $method:ident $sign:tt $assign:ident $assign_method:ident),*) => {$(
        impl core::ops::$operator for $type {
            type Output = $type;
            #[inline]
            fn $method(self, other: $type) -> $type {
                $type(self.0 $sign other.0)
            }
        }

        impl core::ops::$assign for $type {
            #[inline]
            fn $assign_method(&mut self, other: $type) {
                *self = *self $sign other;
            }
        }
    )*};
}

/// Implements `{:?}` as `{}`.
macro_rules! debug_as_display {
    ($($type:ty),*) => {$(
        impl core::fmt::Debug for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                core::fmt::Display::fmt(self, f)
            }
        }
    )*};
}

debug_as_display!(crate::Move, crate::Piece, crate::Square, crate::Value);

pub(crate) use operators;
