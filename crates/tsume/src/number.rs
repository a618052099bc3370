//! Proof and disproof numbers, with an infinity that no sum of finite numbers reaches.

/// Proof and disproof number of a position: the least number of leaves that must be decided to prove the mate, and to
/// disprove it.
///
/// ```
/// use komadai_tsume::Numbers;
///
/// assert_eq!(Numbers::open(3, 0), Numbers { proof: 3, disproof: 1 });
/// assert_eq!(Numbers::open(Numbers::INFINITE, 7).proof, Numbers::LARGEST);
/// assert!(Numbers::PROVED.is_proved() && !Numbers::UNIT.is_final());
/// ```
///
/// ```text
///             proof      disproof
/// mate        0          INFINITE
/// no mate     INFINITE   0
/// open        1 …        1 …          below INFINITE, both of them
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Numbers {
    /// Proof number: leaves to prove for a mate.
    pub proof: u32,
    /// Disproof number: leaves to disprove for no mate.
    pub disproof: u32,
}

impl Numbers {
    /// Number of a goal that cannot be reached: the proof number of a no-mate, the disproof number of a mate.
    pub const INFINITE: u32 = 1 << 30;
    /// The largest number of an open position; sums saturate here.
    pub const LARGEST: u32 = Self::INFINITE - 1;
    /// Numbers of a leaf about which nothing is known: one leaf, either way.
    pub const UNIT: Numbers = Numbers { proof: 1, disproof: 1 };
    /// Numbers of a mate.
    pub const PROVED: Numbers = Numbers { proof: 0, disproof: Self::INFINITE };
    /// Numbers of a no-mate.
    pub const DISPROVED: Numbers = Numbers { proof: Self::INFINITE, disproof: 0 };

    /// Numbers of an open position, clamped to `1..=LARGEST`.
    #[inline]
    pub fn open(proof: u32, disproof: u32) -> Numbers {
        Numbers { proof: proof.clamp(1, Self::LARGEST), disproof: disproof.clamp(1, Self::LARGEST) }
    }

    /// Whether the mate is proved.
    #[inline]
    pub const fn is_proved(self) -> bool {
        self.proof == 0
    }

    /// Whether the mate is disproved.
    #[inline]
    pub const fn is_disproved(self) -> bool {
        self.disproof == 0
    }

    /// Whether the position is decided, either way.
    #[inline]
    pub const fn is_final(self) -> bool {
        self.is_proved() || self.is_disproved()
    }

    /// φ: the number that the side to move works on. The attacker (`or`) proves, the defender disproves.
    #[inline]
    pub(crate) const fn phi(self, or: bool) -> u32 {
        if or { self.proof } else { self.disproof }
    }

    /// δ: the number that the other side works on.
    #[inline]
    pub(crate) const fn delta(self, or: bool) -> u32 {
        if or { self.disproof } else { self.proof }
    }

    /// The numbers of a node from its φ and δ.
    #[inline]
    pub(crate) const fn of(or: bool, phi: u32, delta: u32) -> Numbers {
        if or { Numbers { proof: phi, disproof: delta } } else { Numbers { proof: delta, disproof: phi } }
    }
}

/// Sum of two numbers: infinite if one is, else at most [`Numbers::LARGEST`].
#[inline]
pub(crate) fn add(a: u32, b: u32) -> u32 {
    if a >= Numbers::INFINITE || b >= Numbers::INFINITE {
        Numbers::INFINITE
    } else {
        (a + b).min(Numbers::LARGEST)
    }
}

/// φ and δ of a node, computed from its children, and what the search needs to descend to the best of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sum {
    pub(crate) phi: u32,
    pub(crate) delta: u32,
    /// Index of the child with the least δ.
    pub(crate) best: usize,
    /// Second least δ of a child.
    pub(crate) second: u32,
    /// Contribution of all other children to δ.
    pub(crate) rest: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_open_numbers_stay_open() {
        assert_eq!(add(Numbers::LARGEST, Numbers::LARGEST), Numbers::LARGEST);
        assert_eq!(add(Numbers::INFINITE, 1), Numbers::INFINITE);
        assert_eq!(add(2, 3), 5);
    }
}
