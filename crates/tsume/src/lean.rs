//! What a no-mate leans on.
//!
//! A repetition counts as no mate for the line that repeats. So a no-mate found by search may hold only because
//! some positions stand on the path: it *leans* on them. Nothing is lost by this view and two things are won:
//! a no-mate holds on every path that passes the positions it leans on, and it holds everywhere once those are no mate
//! themselves. The reason: no-mate is a *greatest* fixed point. A set of attacker's positions in which every
//! check has a reply that leads back into the set holds no mate, loops or not; a no-mate that leans on X is such
//! a set but for X.

use crate::path::Depth;

/// Positions a set can name; a no-mate that leans on more is bound to its very path.
pub(crate) const MOST: usize = 4;

/// The positions of the current path that a no-mate leans on, by their depths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lean {
    /// Depths in rising order; 0 for none in the places behind.
    depths: [Depth; MOST],
    /// Least depth of all, also of those that are not named; [`Depth::MAX`] for none.
    least: Depth,
    /// Whether all are named.
    complete: bool,
}

impl Lean {
    /// On nothing: no mate on any path.
    pub(crate) const NOTHING: Lean = Lean { depths: [0; MOST], least: Depth::MAX, complete: true };
    /// Not searched to its end: on something above every position, the root included.
    pub(crate) const HORIZON: Lean = Lean { depths: [0; MOST], least: 0, complete: false };

    /// On one position of the path.
    pub(crate) const fn on(depth: Depth) -> Lean {
        let mut depths = [0; MOST];
        depths[0] = depth;
        Lean { depths, least: depth, complete: true }
    }

    /// On more than can be named; the least of them is at this depth.
    pub(crate) const fn unnamed(least: Depth) -> Lean {
        Lean { depths: [0; MOST], least, complete: false }
    }

    /// Whether the no-mate holds on every path.
    #[inline]
    pub fn is_nothing(self) -> bool {
        self.least == Depth::MAX
    }

    /// Least depth of a position leant on; [`u16::MAX`] for none. The root has depth 1.
    #[inline]
    pub fn least(self) -> u16 {
        self.least
    }

    /// The depths, if there are few enough to name.
    pub(crate) fn named(&self) -> Option<impl Iterator<Item = Depth>> {
        self.complete.then(|| self.depths.into_iter().take_while(|&depth| depth != 0))
    }

    /// On all that either leans on.
    pub(crate) fn and(self, other: Lean) -> Lean {
        if other.is_nothing() || self == other {
            return self;
        }
        if self.is_nothing() {
            return other;
        }
        let mut all = Lean {
            depths: [0; MOST],
            least: self.least.min(other.least),
            complete: self.complete && other.complete,
        };
        let (mut i, mut j) = (0, 0);
        for place in 0..=MOST {
            let at = |depths: &[Depth; MOST], i: usize| depths.get(i).copied().filter(|&depth| depth != 0);
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

    /// What is left for the position at `depth` when its own search is over: leaning on itself is leaning on
    /// nothing.
    pub(crate) fn above(self, depth: Depth) -> Lean {
        if self.least >= depth {
            return Lean::NOTHING;
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

#[cfg(test)]
mod tests {
    use super::*;

    fn named(lean: Lean) -> Option<Vec<Depth>> {
        lean.named().map(Iterator::collect)
    }

    #[test]
    fn union_is_sorted_and_without_doubles() {
        let lean = Lean::on(7).and(Lean::on(3)).and(Lean::on(7)).and(Lean::NOTHING);
        assert_eq!(named(lean), Some(vec![3, 7]));
        assert_eq!(lean.least(), 3);
        assert!(Lean::NOTHING.and(Lean::NOTHING).is_nothing());
    }

    #[test]
    fn too_many_are_not_named_but_the_least_is_known() {
        let lean = (1..=MOST as Depth + 1).rev().fold(Lean::NOTHING, |all, depth| all.and(Lean::on(depth)));
        assert_eq!(named(lean), None);
        assert_eq!(lean.least(), 1);
        assert_eq!(named(lean.and(Lean::on(9))), None);
    }

    #[test]
    fn own_depth_and_below_fall_away() {
        let lean = Lean::on(2).and(Lean::on(5));
        assert_eq!(named(lean.above(5)), Some(vec![2]));
        assert!(lean.above(2).is_nothing());
        assert_eq!(Lean::HORIZON.above(1).least(), 0);
    }
}
