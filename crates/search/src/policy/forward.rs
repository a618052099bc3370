//! What policies around another [`DepthPolicy`](super::DepthPolicy) share: `around!` defines one by its parameters,
//! `forward_policy!` forwards methods to the inner policy.

/// Defines a policy around another one, or around a model, by its parameters and their defaults. `rustfmt` formats nothing inside it.
macro_rules! around {
    ($(#[$about:meta])* pub struct $name:ident<$of:ident> {
        $(#[$inside:meta])* pub $inner:ident: $same:ident,
        $($(#[$meaning:meta])* pub $parameter:ident: $type:ty = $default:expr,)+
    }) => {
        $(#[$about])*
        pub struct $name<$of> {
            $(#[$inside])* pub $inner: $same,
            $($(#[$meaning])* pub $parameter: $type,)+
        }

        impl<$of> $name<$of> {
            /// Wraps this one with the default parameters.
            pub fn around($inner: $of) -> Self {
                Self { $inner, $($parameter: $default,)+ }
            }
        }

        impl $name<()> {
            /// Wraps this one with these parameters.
            pub fn wrap<$of>(self, $inner: $of) -> $name<$of> {
                $name { $inner, $($parameter: self.$parameter,)+ }
            }
        }

        impl<$of: Default> Default for $name<$of> {
            fn default() -> Self {
                Self::around($of::default())
            }
        }
    };
}
pub(crate) use around;

/// `forward_policy!(cost, iid … in self { policy => policy.inner })` inside an `impl DepthPolicy` forwards the named
/// methods to the expression.
macro_rules! forward_policy {
    ($($method:ident),+ in $self:ident $parts:tt) => {
        $($crate::policy::forward::forward_policy!(@$method $self $parts);)+
    };
    (@cost $self:ident $parts:tt) => {
        $crate::forward::forward!($self $parts
            fn cost(&$self, at: &$crate::node::Node<'_>, mv: komadai_core::Move, order: usize) -> $crate::depth::Depth;);
    };
    (@research_cost $self:ident $parts:tt) => {
        $crate::forward::forward!($self $parts
            fn research_cost(&$self, at: &$crate::node::Node<'_>, mv: komadai_core::Move, cost: $crate::depth::Depth) -> $crate::depth::Depth;);
    };
    (@singular_extension $self:ident $parts:tt) => {
        $crate::forward::forward!($self $parts
            fn singular_extension(&$self, probe: &mut dyn $crate::engine::probe::Probe, mv: komadai_core::Move) -> $crate::depth::Depth;);
    };
    (@wants_quiets $self:ident $parts:tt) => {
        $crate::forward::forward!($self $parts fn wants_quiets(&$self, at: &$crate::node::Node<'_>) -> bool;);
    };
    (@iid $self:ident $parts:tt) => {
        $crate::forward::forward!($self $parts fn iid(&$self, at: &$crate::node::Node<'_>) -> Option<$crate::depth::Depth>;);
    };
    (@iir $self:ident $parts:tt) => {
        $crate::forward::forward!($self $parts fn iir(&$self, at: &$crate::node::Node<'_>) -> $crate::depth::Depth;);
    };
    (@$admits:ident $self:ident $parts:tt) => {
        $crate::forward::forward!($self $parts fn $admits(&$self, at: &$crate::node::Node<'_>, mv: komadai_core::Move) -> bool;);
    };
}
pub(crate) use forward_policy;
