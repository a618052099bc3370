//! `forward!`: the methods of a [`DepthPolicy`](super::DepthPolicy) that a policy around another one passes on to it.

/// `forward!(inner: cost iid …)` inside an `impl DepthPolicy` makes the methods named call those of the field `inner`.
macro_rules! forward {
    ($inner:ident: $($method:ident)+) => { $(crate::policy::forward::forward!(@$method $inner);)+ };
    (@cost $inner:ident) => {
        #[inline]
        fn cost(&self, at: &$crate::node::Node<'_>, mv: komadai_core::Move, order: usize) -> $crate::depth::Depth {
            self.$inner.cost(at, mv, order)
        }
    };
    (@research_cost $inner:ident) => {
        #[inline]
        fn research_cost(
            &self,
            at: &$crate::node::Node<'_>,
            mv: komadai_core::Move,
            cost: $crate::depth::Depth,
        ) -> $crate::depth::Depth {
            self.$inner.research_cost(at, mv, cost)
        }
    };
    (@allow_in_quiescence $inner:ident) => {
        #[inline]
        fn allow_in_quiescence(&self, at: &$crate::node::Node<'_>, mv: komadai_core::Move) -> bool {
            self.$inner.allow_in_quiescence(at, mv)
        }
    };
    (@admits_recalled $inner:ident) => {
        #[inline]
        fn admits_recalled(&self, at: &$crate::node::Node<'_>, mv: komadai_core::Move) -> bool {
            self.$inner.admits_recalled(at, mv)
        }
    };
    (@wants_quiets $inner:ident) => {
        #[inline]
        fn wants_quiets(&self, at: &$crate::node::Node<'_>) -> bool {
            self.$inner.wants_quiets(at)
        }
    };
    (@singular_extension $inner:ident) => {
        #[inline]
        fn singular_extension<P: $crate::probe::Probe>(
            &self,
            probe: &mut P,
            mv: komadai_core::Move,
        ) -> $crate::depth::Depth {
            self.$inner.singular_extension(probe, mv)
        }
    };
    (@iid $inner:ident) => {
        #[inline]
        fn iid(&self, at: &$crate::node::Node<'_>) -> Option<$crate::depth::Depth> {
            self.$inner.iid(at)
        }
    };
    (@iir $inner:ident) => {
        #[inline]
        fn iir(&self, at: &$crate::node::Node<'_>) -> $crate::depth::Depth {
            self.$inner.iir(at)
        }
    };
    (@looks_back $inner:ident) => {
        #[inline]
        fn looks_back(&self) -> bool {
            self.$inner.looks_back()
        }
    };
}
pub(crate) use forward;
