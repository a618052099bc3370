//! Operators of types that wrap one number.

/// Implements binary operators, each with its assigning form: `operators!(Value: Add add + AddAssign add_assign)`.
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

pub(crate) use operators;
