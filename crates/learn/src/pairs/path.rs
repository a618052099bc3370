//! What changes from one training position of a game to the next.
//!
//! Positions of a game follow each other: a move or two apart they have all but a few letters in common, and their quiet
//! moves touch the same letters again. What was summed up for a letter at one position is brought up to date at a later one
//! by the few letters that have come and gone, instead of being summed up anew over all forty.

use crate::pairs::table::LETTERS;

/// More changes than this, and summing up anew is as cheap.
pub(super) const MOST_CHANGES: usize = 20;

/// The positions since a game began, by the letters that are there.
#[derive(Clone, Debug)]
pub(super) struct Path {
    /// Letters that came (+) and went (−), with their number, since the start
    changes: Vec<(u16, f32)>,
    /// Where the changes up to each position end
    changes_to: Vec<usize>,
    /// The letters of all positions, one after the other
    letters: Vec<(u16, f32)>,
    /// Where the letters of each position end
    letters_to: Vec<usize>,
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
            letters: Vec::new(),
            letters_to: Vec::new(),
            count: vec![0.0; LETTERS].into_boxed_slice(),
            next: Vec::new(),
        }
    }
}

impl Path {
    /// Looks at the letters of the next position. Whether they follow those of the last one; if not, what was summed up along
    /// the path must be finished before [`Path::step`] begins another.
    pub(super) fn follows(&mut self, letters: &[(u16, f32)]) -> bool {
        self.next.clear();
        let Some(last) = self.changes_to.len().checked_sub(1) else { return false };
        let (old, next) = (at(&self.letters, &self.letters_to, last), &mut self.next);
        for &(letter, count) in letters {
            self.count[usize::from(letter)] = count;
        }
        for &(letter, count) in old {
            let now = &mut self.count[usize::from(letter)];
            *now -= count;
            if *now != 0.0 {
                next.push((letter, *now));
            }
            *now = 0.0;
        }
        for &(letter, _) in letters {
            let new = core::mem::take(&mut self.count[usize::from(letter)]);
            if new != 0.0 {
                next.push((letter, new));
            }
        }
        next.len() <= MOST_CHANGES
    }

    /// Goes on to the position that [`Path::follows`] was asked about last, or begins a path with it.
    pub(super) fn step(&mut self, letters: &[(u16, f32)], follows: bool) {
        if follows {
            self.changes.extend_from_slice(&self.next);
        } else {
            self.changes.clear();
            self.changes_to.clear();
            self.letters.clear();
            self.letters_to.clear();
        }
        self.changes_to.push(self.changes.len());
        self.letters.extend_from_slice(letters);
        self.letters_to.push(self.letters.len());
    }

    /// The number of the position where the path is.
    pub(super) fn now(&self) -> usize {
        self.changes_to.len().saturating_sub(1)
    }

    /// The letters of a position of the path.
    pub(super) fn letters(&self, position: usize) -> &[(u16, f32)] {
        at(&self.letters, &self.letters_to, position)
    }

    /// What has changed since a position of the path, in order.
    pub(super) fn changes_since(&self, position: usize) -> &[(u16, f32)] {
        &self.changes[self.changes_to[position]..]
    }
}

fn at<'a>(all: &'a [(u16, f32)], ends: &[usize], position: usize) -> &'a [(u16, f32)] {
    let start = position.checked_sub(1).map_or(0, |before| ends[before]);
    &all[start..ends[position]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_lead_from_any_position_to_the_last() {
        let mut path = Path::default();
        let positions: [&[(u16, f32)]; 4] = [
            &[(1, 1.0), (2, 2.0), (3, 1.0)],
            &[(1, 1.0), (2, 3.0), (4, 1.0)],
            &[(4, 1.0), (2, 1.0), (9, 2.0)],
            &[(9, 2.0), (1, 1.0)],
        ];
        for (n, letters) in positions.into_iter().enumerate() {
            let follows = path.follows(letters);
            assert_eq!(follows, n > 0);
            path.step(letters, follows);
            assert_eq!((path.now(), path.letters(n)), (n, letters));
        }
        for (from, letters) in positions.into_iter().enumerate() {
            let mut count = [0_i32; 10];
            for &(letter, change) in letters.iter().chain(path.changes_since(from)) {
                count[usize::from(letter)] += change as i32;
            }
            let mut last = [0_i32; 10];
            positions[3].iter().for_each(|&(letter, there)| last[usize::from(letter)] = there as i32);
            assert_eq!(count, last, "{from}");
        }
        let other: Vec<(u16, f32)> = (20..60).map(|letter| (letter, 1.0)).collect();
        assert!(!path.follows(&other));
    }
}
