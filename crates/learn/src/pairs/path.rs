//! Changes from one training position of a game to the next.
//!
//! Positions of a game that are a move or two apart have all but a few places in common, and their quiet moves change the same
//! places again. The sum for a place at one position is updated at a later one by the few places that were taken and left, instead
//! of being summed anew over all forty.

use crate::pairs::table::PLACES;

/// With more changes than this, summing anew is as cheap.
pub(super) const MOST_CHANGES: usize = 20;

/// The positions since a game began, by their occupied places.
#[derive(Clone, Debug)]
pub(super) struct Path {
    /// Places that were taken (+) and left (−), with the number of pieces, since the start
    changes: Vec<(u16, f32)>,
    /// Where the changes up to each position end
    changes_to: Vec<usize>,
    /// The places of all positions, one after the other
    places: Vec<(u16, f32)>,
    /// Where the places of each position end
    places_to: Vec<usize>,
    /// `[place]`: buffer for differences, all 0
    count: Box<[f32]>,
    /// Changes to the position that is to follow.
    next: Vec<(u16, f32)>,
}

impl Default for Path {
    fn default() -> Self {
        Path {
            changes: Vec::new(),
            changes_to: Vec::new(),
            places: Vec::new(),
            places_to: Vec::new(),
            count: vec![0.0; PLACES].into_boxed_slice(),
            next: Vec::new(),
        }
    }
}

impl Path {
    /// Compares the places of the next position with those of the last one and returns whether they follow them; if not, sums along
    /// the path must be finished before [`Path::step`] begins another path.
    pub(super) fn follows(&mut self, places: &[(u16, f32)]) -> bool {
        self.next.clear();
        let Some(last) = self.changes_to.len().checked_sub(1) else { return false };
        let (old, next) = (at(&self.places, &self.places_to, last), &mut self.next);
        for &(place, count) in places {
            self.count[usize::from(place)] = count;
        }
        for &(place, count) in old {
            let now = &mut self.count[usize::from(place)];
            *now -= count;
            if *now != 0.0 {
                next.push((place, *now));
            }
            *now = 0.0;
        }
        for &(place, _) in places {
            let new = core::mem::take(&mut self.count[usize::from(place)]);
            if new != 0.0 {
                next.push((place, new));
            }
        }
        next.len() <= MOST_CHANGES
    }

    /// Goes on to the position last given to [`Path::follows`], or begins a path with it.
    pub(super) fn step(&mut self, places: &[(u16, f32)], follows: bool) {
        if follows {
            self.changes.extend_from_slice(&self.next);
        } else {
            self.changes.clear();
            self.changes_to.clear();
            self.places.clear();
            self.places_to.clear();
        }
        self.changes_to.push(self.changes.len());
        self.places.extend_from_slice(places);
        self.places_to.push(self.places.len());
    }

    /// The number of the path's current position.
    pub(super) fn now(&self) -> usize {
        self.changes_to.len().saturating_sub(1)
    }

    /// The places of a position of the path.
    pub(super) fn places(&self, position: usize) -> &[(u16, f32)] {
        at(&self.places, &self.places_to, position)
    }

    /// The changes since a position of the path, in order.
    pub(super) fn changes_since(&self, position: usize) -> &[(u16, f32)] {
        &self.changes[self.changes_to[position]..]
    }
}

fn at<'a>(all: &'a [(u16, f32)], ends: &[usize], position: usize) -> &'a [(u16, f32)] {
    let start = position.checked_sub(1).map_or(0, |before| ends[before]);
    &all[start..ends[position]]
}
