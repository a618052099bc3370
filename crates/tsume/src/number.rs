//! Proof and disproof numbers, with an infinity that sums never reach by accident.

/// How hard a position is: the least number of leaves that must be proved to prove the mate, and to disprove it.
///
/// ```text
///             proof      disproof
/// mate        0          INFINITE
/// no mate     INFINITE   0
/// open        1 …        1 …          below INFINITE, both of them
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Numbers {
    /// Leaves to prove for a mate.
    pub proof: u32,
    /// Leaves to disprove for no mate.
    pub disproof: u32,
}

impl Numbers {
    /// The number of what cannot be done.
    pub const INFINITE: u32 = 1 << 30;
    /// The largest number of an open position; sums stop here.
    pub const LARGEST: u32 = Self::INFINITE - 1;
    /// A leaf nobody knows anything about: one leaf, either way.
    pub const UNIT: Numbers = Numbers { proof: 1, disproof: 1 };
    /// A mate.
    pub const PROVED: Numbers = Numbers { proof: 0, disproof: Self::INFINITE };
    /// No mate.
    pub const DISPROVED: Numbers = Numbers { proof: Self::INFINITE, disproof: 0 };

    /// Numbers of an open position, held inside `1..=LARGEST`.
    #[inline]
    pub const fn open(proof: u32, disproof: u32) -> Numbers {
        Numbers { proof: clamp(proof), disproof: clamp(disproof) }
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

    /// Whether either is.
    #[inline]
    pub const fn is_final(self) -> bool {
        self.is_proved() || self.is_disproved()
    }

    /// φ: what the side to move works on. The attacker (`or`) proves, the defender disproves.
    #[inline]
    pub(crate) const fn phi(self, or: bool) -> u32 {
        if or { self.proof } else { self.disproof }
    }

    /// δ: what the other side works on.
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

const fn clamp(number: u32) -> u32 {
    if number == 0 {
        1
    } else if number > Numbers::LARGEST {
        Numbers::LARGEST
    } else {
        number
    }
}

/// Sum of two numbers: infinite if one is, else at most [`Numbers::LARGEST`].
#[inline]
pub(crate) const fn add(a: u32, b: u32) -> u32 {
    if a >= Numbers::INFINITE || b >= Numbers::INFINITE {
        Numbers::INFINITE
    } else if a + b > Numbers::LARGEST {
        Numbers::LARGEST
    } else {
        a + b
    }
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

    #[test]
    fn open_numbers_never_look_final() {
        for (proof, disproof) in [(0, 0), (u32::MAX, 0), (0, u32::MAX), (Numbers::INFINITE, 7)] {
            assert!(!Numbers::open(proof, disproof).is_final(), "{proof} {disproof}");
        }
    }

    #[test]
    fn phi_and_delta_are_the_numbers_of_the_mover() {
        let numbers = Numbers::open(3, 5);
        for or in [true, false] {
            assert_eq!(Numbers::of(or, numbers.phi(or), numbers.delta(or)), numbers);
        }
        assert_eq!((numbers.phi(true), numbers.phi(false)), (3, 5));
    }
}
