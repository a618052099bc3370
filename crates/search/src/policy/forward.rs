//! `forward!`: the methods of a [`DepthPolicy`](super::DepthPolicy) that a policy around another one passes on to it.

/// `forward!(cost iid … in self { policy => policy.inner })` inside an `impl DepthPolicy` makes the methods named call those of
/// the expression.
macro_rules! forward {
    ($($method:ident),+ in $self:ident $arms:tt) => {
        $($crate::policy::forward::forward!(@$method $self $arms);)+
    };
    (@cost $self:ident { $pattern:pat => $part:expr }) => {
        #[inline]
        fn cost(&$self, at: &$crate::node::Node<'_>, mv: komadai_core::Move, order: usize) -> $crate::depth::Depth {
            match $self { $pattern => $part.cost(at, mv, order) }
        }
    };
    (@research_cost $self:ident { $pattern:pat => $part:expr }) => {
        #[inline]
        fn research_cost(&$self, at: &$crate::node::Node<'_>, mv: komadai_core::Move, cost: $crate::depth::Depth) -> $crate::depth::Depth {
            match $self { $pattern => $part.research_cost(at, mv, cost) }
        }
    };
    (@allow_in_quiescence $self:ident { $pattern:pat => $part:expr }) => {
        #[inline]
        fn allow_in_quiescence(&$self, at: &$crate::node::Node<'_>, mv: komadai_core::Move) -> bool {
            match $self { $pattern => $part.allow_in_quiescence(at, mv) }
        }
    };
    (@admits_recalled $self:ident { $pattern:pat => $part:expr }) => {
        #[inline]
        fn admits_recalled(&$self, at: &$crate::node::Node<'_>, mv: komadai_core::Move) -> bool {
            match $self { $pattern => $part.admits_recalled(at, mv) }
        }
    };
    (@wants_quiets $self:ident { $pattern:pat => $part:expr }) => {
        #[inline]
        fn wants_quiets(&$self, at: &$crate::node::Node<'_>) -> bool {
            match $self { $pattern => $part.wants_quiets(at) }
        }
    };
    (@singular_extension $self:ident { $pattern:pat => $part:expr }) => {
        #[inline]
        fn singular_extension<Q: $crate::engine::probe::Probe>(&$self, probe: &mut Q, mv: komadai_core::Move) -> $crate::depth::Depth {
            match $self { $pattern => $part.singular_extension(probe, mv) }
        }
    };
    (@iid $self:ident { $pattern:pat => $part:expr }) => {
        #[inline]
        fn iid(&$self, at: &$crate::node::Node<'_>) -> Option<$crate::depth::Depth> {
            match $self { $pattern => $part.iid(at) }
        }
    };
    (@iir $self:ident { $pattern:pat => $part:expr }) => {
        #[inline]
        fn iir(&$self, at: &$crate::node::Node<'_>) -> $crate::depth::Depth {
            match $self { $pattern => $part.iir(at) }
        }
    };
}
pub(crate) use forward;
