//! The table of a consultation: two bounds an element for each position.
//!
//! Paper 002 lists a table among the parts of its search, but does not say how it works when values are vectors. Here
//! an entry keeps, for each element, the least and the most that its value can be. A new visit asks only for the
//! elements that the entry leaves open; its findings are added to what is known at the same depth, so that different
//! visits may settle different elements.

use komadai_core::{Key, Move};

use super::lanes::{INFINITE, Lanes, MAX_EVAL};
use crate::depth::Depth;
use crate::table::{TableError, table_bytes};

/// Lower and upper bounds of a position, for each element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds<const N: usize> {
    /// Lower bounds: no element's value is lower.
    pub(crate) least: Lanes<N>,
    /// Upper bounds: no element's value is higher.
    pub(crate) most: Lanes<N>,
}

impl<const N: usize> Bounds<N> {
    /// Nothing known.
    pub(crate) const UNKNOWN: Self = Bounds { least: Lanes([-INFINITE; N]), most: Lanes([INFINITE; N]) };

    /// Both at once. Where they contradict each other, as two visits on different paths can, the newer counts.
    pub(crate) fn and_newer(self, newer: Self) -> Self {
        let (least, most) = (self.least.max(newer.least), self.most.min(newer.most));
        let torn = most.less(least);
        Bounds { least: torn.select(newer.least, least), most: torn.select(newer.most, most) }
    }

    /// With mates `by` plies nearer. The table counts them from the node, the search from the root: see
    /// [`crate::table::to_node`].
    fn nearer(self, by: i16) -> Self {
        let moved = |lane: i16| {
            let size = lane.abs();
            if size <= MAX_EVAL || size == INFINITE {
                lane
            } else {
                (size + by).clamp(MAX_EVAL + 1, INFINITE - 1) * lane.signum()
            }
        };
        Bounds { least: self.least.each(moved), most: self.most.each(moved) }
    }
}

#[derive(Clone, Copy)]
struct Slot<const N: usize> {
    key: Key,
    bounds: Bounds<N>,
    best: Option<Move>,
    /// In 1/64 ply; negative: empty.
    depth: i16,
    generation: u8,
}

/// Slots that share an index.
const WAYS: usize = 2;

/// A table of fixed size, two slots to an index: the shallower and older one is replaced first.
pub(crate) struct BoundsTable<const N: usize> {
    /// `[index of key][way]`
    lines: Vec<[Slot<N>; WAYS]>,
    generation: u8,
}

impl<const N: usize> BoundsTable<N> {
    const EMPTY: Slot<N> =
        Slot { key: 0, bounds: Bounds::UNKNOWN, best: None, depth: i16::MIN, generation: 0 };

    /// An empty table of so many megabytes.
    pub(crate) fn new(megabytes: usize) -> Result<Self, TableError> {
        let count = table_bytes(megabytes)? / size_of::<[Slot<N>; WAYS]>();
        let mut lines = Vec::new();
        lines.try_reserve_exact(count).map_err(|_| TableError::Memory(megabytes))?;
        lines.resize(count, [Self::EMPTY; WAYS]);
        Ok(BoundsTable { lines, generation: 0 })
    }

    pub(crate) fn new_search(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    pub(crate) fn clear(&mut self) {
        self.lines.fill([Self::EMPTY; WAYS]);
        self.generation = 0;
    }

    /// The move to begin with, and the bounds known at this depth: those found by a search to it or, unless `exact`, to
    /// a greater one.
    pub(crate) fn probe(&self, key: Key, ply: usize, depth: Depth, exact: bool) -> (Option<Move>, Bounds<N>) {
        let Some(slot) = self.lines[self.index(key)].iter().find(|slot| slot.key == key && slot.depth >= 0)
        else {
            return (None, Bounds::UNKNOWN);
        };
        let known = units(depth);
        let counts = slot.depth == known || slot.depth > known && !exact;
        (slot.best, if counts { slot.bounds.nearer(-(ply as i16)) } else { Bounds::UNKNOWN })
    }

    /// Stores what is known of a position at a depth.
    pub(crate) fn store(
        &mut self,
        key: Key,
        ply: usize,
        depth: Depth,
        best: Option<Move>,
        bounds: Bounds<N>,
    ) {
        let generation = self.generation;
        let index = self.index(key);
        let line = &mut self.lines[index];
        let worth = |slot: &Slot<N>| {
            let age = i32::from(generation.wrapping_sub(slot.generation));
            i32::from(slot.depth) - age * 8 * Depth::UNITS
        };
        let way = line
            .iter()
            .position(|slot| slot.key == key)
            .or_else(|| (0..WAYS).min_by_key(|&way| worth(&line[way])));
        let Some(slot) = way.and_then(|way| line.get_mut(way)) else { return };
        let best = best.or(slot.best.filter(|_| slot.key == key));
        *slot = Slot { key, bounds: bounds.nearer(ply as i16), best, depth: units(depth), generation };
    }

    /// How full it is with entries of this search, per mille, from a sample of the first thousand slots.
    pub(crate) fn fill(&self) -> u16 {
        let sample = self.lines.iter().flatten().take(1000);
        sample.filter(|slot| slot.depth >= 0 && slot.generation == self.generation).count() as u16
    }

    #[inline]
    fn index(&self, key: Key) -> usize {
        ((u128::from(key) * self.lines.len() as u128) >> 64) as usize
    }
}

fn units(depth: Depth) -> i16 {
    depth.units().clamp(0, i16::MAX.into()) as i16
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_core::Value;

    #[test]
    fn two_visits_settle_more_than_one_and_a_contradiction_is_won_by_the_newer() {
        let old = Bounds { least: Lanes([5, -INFINITE, 7, 9]), most: Lanes([INFINITE, 3, 7, 9]) };
        let new = Bounds { least: Lanes([-INFINITE, 3, 7, -4]), most: Lanes([8, INFINITE, 7, -4]) };
        let both = old.and_newer(new);
        assert_eq!((both.least.0, both.most.0), ([5, 3, 7, -4], [8, 3, 7, -4]));
    }

    #[test]
    fn mates_are_kept_as_seen_from_the_node() {
        let mut table = BoundsTable::<2>::new(1).unwrap();
        let bounds = Bounds {
            least: Lanes([Value::mate_in(7).cp() as i16, -INFINITE]),
            most: Lanes([INFINITE, Value::mated_in(8).cp() as i16]),
        };
        table.store(99, 4, Depth::PLY, None, bounds);
        let (_, seen) = table.probe(99, 6, Depth::PLY, true);
        assert_eq!(i32::from(seen.least.0[0]), Value::mate_in(9).cp());
        assert_eq!(i32::from(seen.most.0[1]), Value::mated_in(10).cp());
        assert_eq!((seen.least.0[1], seen.most.0[0]), (-INFINITE, INFINITE));
    }

    #[test]
    fn deeper_entries_count_unless_the_depth_must_be_exact_and_moves_count_always() {
        let mut table = BoundsTable::<1>::new(1).unwrap();
        let best: Move = "7g7f".parse().unwrap();
        let value = Lanes::splat(Value::from_cp(12));
        let known = Bounds { least: value, most: value };
        table.store(1, 0, Depth::plies(3), Some(best), known);
        assert_eq!(table.probe(1, 0, Depth::plies(2), false), (Some(best), known));
        assert_eq!(table.probe(1, 0, Depth::plies(2), true), (Some(best), Bounds::UNKNOWN));
        assert_eq!(table.probe(1, 0, Depth::plies(4), false), (Some(best), Bounds::UNKNOWN));
        assert_eq!(table.probe(2, 0, Depth::plies(2), false), (None, Bounds::UNKNOWN));
        // A visit without a best move leaves the old one.
        table.store(1, 0, Depth::plies(4), None, Bounds::UNKNOWN);
        assert_eq!(table.probe(1, 0, Depth::plies(4), true).0, Some(best));
    }
}
