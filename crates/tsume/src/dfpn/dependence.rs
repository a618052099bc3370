//! Dependence: the positions of the path that a no-mate rests on.
//!
//! A repetition counts as no mate for the line that repeats. So a no-mate may be true only because some positions stand on the path: it
//! *depends* on them. Recording them has two uses. The no-mate holds on every path that passes those positions, and on every path once
//! they are proved no mates themselves. The reason: no-mate is a *greatest* fixed point. A set of attacker's positions in which every
//! check has a reply back into the set contains no mate, loops or not; a no-mate that depends on X is such a set without X.

use super::path::Depth;

/// The positions of the current path that a no-mate depends on, by their depths (the root has depth 1).
///
/// ```
/// use komadai_tsume::Dependence;
///
/// let both = Dependence::on(7).union(Dependence::on(3)).union(Dependence::on(7)).union(Dependence::NONE);
/// assert_eq!(both.depths().map(Iterator::collect), Some(vec![3, 7]));
/// assert_eq!(both.least(), 3);
/// assert!(Dependence::NONE.is_none());
/// // Too many are not named, but the least is known.
/// let many = (1..=Dependence::MOST as u16 + 1).rev().map(Dependence::on).fold(both, Dependence::union);
/// assert!(many.depths().is_none() && many.union(Dependence::on(9)).depths().is_none());
/// assert_eq!(many.least(), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dependence {
    /// Depths in rising order, then zeros.
    depths: [Depth; Dependence::MOST],
    /// Least depth of all, named or not; [`Depth::MAX`] for none.
    least: Depth,
    /// Whether `depths` names all of them.
    complete: bool,
}

impl Dependence {
    /// Maximum number of positions recorded one by one; of more, only the least depth is known.
    pub const MOST: usize = 4;

    /// No dependence: no mate on any path.
    pub const NONE: Dependence = Dependence { depths: [0; Self::MOST], least: Depth::MAX, complete: true };

    /// Dependence of a line that was cut off at the longest length allowed: on something above the root. It holds on no
    /// path.
    pub(crate) const HORIZON: Dependence = Dependence::unnamed(0);

    /// Dependence on one position of the path, the root being 1. Depth 0 stands above the root: such a no-mate was cut off,
    /// not shown.
    pub const fn on(depth: u16) -> Dependence {
        let mut depths = [0; Self::MOST];
        depths[0] = depth;
        Dependence { depths, least: depth, complete: depth != 0 }
    }

    /// Dependence on positions that are not recorded, of which the highest has depth `least`.
    pub const fn unnamed(least: u16) -> Dependence {
        Dependence { depths: [0; Self::MOST], least, complete: false }
    }

    /// Whether the no-mate holds on every path.
    #[inline]
    pub const fn is_none(self) -> bool {
        self.least == Depth::MAX
    }

    /// Least depth of a position it depends on; [`u16::MAX`] for none, 0 for a line that was cut off.
    #[inline]
    pub const fn least(self) -> u16 {
        self.least
    }

    /// The depths in rising order; `None` if they are too many to be recorded.
    pub fn depths(&self) -> Option<impl Iterator<Item = u16>> {
        self.complete.then(|| self.depths.into_iter().take_while(|&depth| depth != 0))
    }

    /// Dependence on everything that either depends on.
    pub fn union(self, other: Dependence) -> Dependence {
        if other.is_none() || self == other {
            return self;
        }
        if self.is_none() {
            return other;
        }
        let mut all = Dependence {
            depths: [0; Self::MOST],
            least: self.least.min(other.least),
            complete: self.complete && other.complete,
        };
        let (mut i, mut j) = (0, 0);
        for place in 0..=Self::MOST {
            let at = |depths: &[Depth; Dependence::MOST], i: usize| {
                depths.get(i).copied().filter(|&depth| depth != 0)
            };
            let (a, b) = (at(&self.depths, i), at(&other.depths, j));
            let next = match (a, b) {
                (Some(a), Some(b)) => a.min(b),
                (Some(a), None) => a,
                (None, Some(b)) => b,
                (None, None) => break,
            };
            i += usize::from(a == Some(next));
            j += usize::from(b == Some(next));
            match all.depths.get_mut(place) {
                Some(depth) => *depth = next,
                None => all.complete = false,
            }
        }
        all
    }

    /// The part that remains when the search of the position at `depth` is over. A position that depends on itself, or on
    /// what lies below it, does not depend on its path.
    pub(crate) fn above(self, depth: Depth) -> Dependence {
        if self.least >= depth {
            return Dependence::NONE;
        }
        let mut rest = self;
        for named in &mut rest.depths {
            if *named >= depth {
                *named = 0;
            }
        }
        rest
    }
}
