//! Rank of a played move among the other moves of its position.

/// Rank of one move among all, by a number of each: how many are better, how many equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveRank {
    /// Moves with a higher number.
    pub(crate) better: usize,
    /// Moves with the same number, bit by bit; the move itself is one of them.
    pub(crate) equal: usize,
}

impl MoveRank {
    /// Rank of the move at the place `played` of the list.
    ///
    /// # Panics
    ///
    /// If there is no such place.
    pub(crate) fn of(numbers: &[f64], played: usize) -> MoveRank {
        let own = numbers[played];
        MoveRank {
            better: numbers.iter().filter(|&&number| number > own).count(),
            equal: numbers.iter().filter(|number| number.to_bits() == own.to_bits()).count(),
        }
    }

    /// The rank, the best being 0; equal moves share the middle of their places, so that numbers which are all alike give the
    /// middle rank.
    #[expect(clippy::wrong_self_convention, reason = "the rank counts from zero")]
    pub(crate) fn from_zero(self) -> f64 {
        self.better as f64 + (self.equal as f64 - 1.0) / 2.0
    }

    /// Share of the move in the first place: 1 / n if it is one of n best, else 0.
    pub(crate) fn first(self) -> f64 {
        if self.better == 0 { 1.0 / self.equal as f64 } else { 0.0 }
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "numbers of few binary places are exact")]
mod tests {
    use super::*;

    #[test]
    fn ranks_of_all_moves_add_up_to_those_without_ties() {
        let numbers = [3.0, 1.0, 3.0, 2.0, 1.0];
        let ranks: f64 = (0..5).map(|played| MoveRank::of(&numbers, played).from_zero()).sum();
        assert_eq!(ranks, 10.0);
        let firsts: f64 = (0..5).map(|played| MoveRank::of(&numbers, played).first()).sum();
        assert_eq!(firsts, 1.0);
    }
}
