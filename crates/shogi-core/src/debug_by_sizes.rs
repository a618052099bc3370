//! `{:?}` of what holds tables, without the tables.

/// Implements [`Debug`](core::fmt::Debug) for a struct with long lists: some fields as they are, and the lengths of lists in place
/// of the lists, of which there may be millions of numbers. Other fields are left away.
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
/// Parameters of the type stand behind its name, without bounds: `debug_by_sizes!(Rows<'a, T> {} [rows])`.
#[macro_export]
macro_rules! debug_by_sizes {
    ($name:ident $(<$($parameter:tt),*>)? { $($plain:ident),* } [$($list:ident),*]) => {
        /// With the lengths of lists in place of the lists.
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
