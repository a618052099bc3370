//! `parameters!`: a struct with the default of each field beside it. `rustfmt` formats nothing inside it. `with!`:
//! changes parameters of types with tables, whose private fields leave `..Default::default()` to this crate.

/// A struct with a default for each field, as in `pub limit: i32 = 7_000,`.
macro_rules! parameters {
    ($(#[$about:meta])* $of:vis struct $name:ident {
        $($(#[$meaning:meta])* $is:vis $field:ident: $type:ty = $default:expr,)+
    }) => {
        $(#[$about])*
        $of struct $name {
            $($(#[$meaning])* $is $field: $type,)+
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default,)+ }
            }
        }
    };
}
pub(crate) use parameters;

/// The method `with` of types that keep tables beside their parameters.
macro_rules! with {
    ($name:ident) => {
        impl $name {
            /// The default, empty, with parameters changed as in `with(|new| new.FIELD = 5)`.
            #[must_use]
            pub fn with(change: impl FnOnce(&mut Self)) -> Self {
                let mut new = Self::default();
                change(&mut new);
                new
            }
        }
    };
}
pub(crate) use with;
