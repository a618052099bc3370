//! `{:?}` for types whose text says everything.

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
