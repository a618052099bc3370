//! `{:?}` for types that hold tables, without the tables, and for types whose text says everything.

/// Implements [`Debug`](core::fmt::Debug) for a struct with long lists: it shows some fields as they are, and lists, which may have
/// millions of numbers, by their lengths. Other fields are left out.
///
/// ```
/// struct Trained {
///     passes: u32,
///     weights: Vec<f64>,
/// }
///
/// komadai_core::debug_by_sizes!(Trained { passes } [weights]);
///
/// let trained = Trained { passes: 3, weights: vec![0.5; 1_000_000] };
/// assert_eq!(format!("{trained:?}"), "Trained { passes: 3, weights: 1000000, .. }");
/// ```
///
/// Generic parameters follow the name, without bounds: `debug_by_sizes!(Rows<'a, T> {} [rows])`.
#[macro_export]
macro_rules! debug_by_sizes {
    ($name:ident $(<$($parameter:tt),*>)? { $($plain:ident),* } [$($list:ident),*]) => {
        /// Shows the lengths of lists instead of the lists.
        impl $(<$($parameter),*>)? ::core::fmt::Debug for $name $(<$($parameter),*>)? {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut shown = f.debug_struct(stringify!($name));
                $(shown.field(stringify!($plain), &self.$plain);)*
                $(shown.field(stringify!($list), &self.$list.len());)*
                shown.finish_non_exhaustive()
            }
        }
    };
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
