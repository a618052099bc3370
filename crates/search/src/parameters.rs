//! `parameters!`: a struct with the default of each field beside it. `rustfmt` formats nothing inside it.

/// A struct of which each field has its default, as in `pub limit: i32 = 7_000,`.
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
