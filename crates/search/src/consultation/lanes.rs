//! One number for each virtual engine, and the few operations on them that a vector-valued search needs.
//!
//! Sixteen bits hold every [`Value`], infinity included, and even the oldest 64-bit processors compare, maximize and
//! subtract with saturation eight such lanes at a time. The compiler turns branch-free loops over a fixed number of
//! lanes into such instructions, without `unsafe` and without a required processor feature.

use komadai_core::Value;

/// A number for each of `N` elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(16))]
pub(crate) struct Lanes<const N: usize>(pub(crate) [i16; N]);

/// A yes (−1, all bits set) or no (0) for each of `N` elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(16))]
pub(crate) struct Mask<const N: usize>([i16; N]);

/// [`Value::INFINITE`] as a lane.
pub(crate) const INFINITE: i16 = Value::INFINITE.cp() as i16;
/// [`Value::MAX_EVAL`] as a lane.
pub(crate) const MAX_EVAL: i16 = Value::MAX_EVAL.cp() as i16;

/// A lane as the value it stands for.
pub(crate) fn value(lane: i16) -> Value {
    let within = lane.clamp(-INFINITE, INFINITE);
    Value::from_number(i32::from(within)).expect("nothing is beyond infinity")
}

impl<const N: usize> Lanes<N> {
    /// The same value for every element.
    pub(crate) fn splat(value: Value) -> Self {
        Lanes([value.cp() as i16; N])
    }

    pub(crate) fn each(mut self, f: impl Fn(i16) -> i16) -> Self {
        for lane in &mut self.0 {
            *lane = f(*lane);
        }
        self
    }

    /// A loop, here and below: from `array::from_fn` the compiler makes a loop over single lanes at N = 16.
    pub(crate) fn with(mut self, other: Self, f: impl Fn(i16, i16) -> i16) -> Self {
        for (lane, other) in self.0.iter_mut().zip(other.0) {
            *lane = f(*lane, other);
        }
        self
    }

    pub(crate) fn max(self, other: Self) -> Self {
        self.with(other, i16::max)
    }

    pub(crate) fn min(self, other: Self) -> Self {
        self.with(other, i16::min)
    }

    /// No lane is ever below −32,767, so that every lane can be negated.
    pub(crate) fn neg(self) -> Self {
        self.each(i16::wrapping_neg)
    }

    pub(crate) fn less(self, other: Self) -> Mask<N> {
        Mask(self.with(other, |a, b| -i16::from(a < b)).0)
    }

    /// The elements that have exactly this number.
    pub(crate) fn is(self, number: i16) -> Mask<N> {
        Mask(self.each(|lane| -i16::from(lane == number)).0)
    }

    /// The largest lane.
    pub(crate) fn highest(self) -> i16 {
        self.0.into_iter().fold(i16::MIN, i16::max)
    }

    /// The smallest lane.
    pub(crate) fn lowest(self) -> i16 {
        self.0.into_iter().fold(i16::MAX, i16::min)
    }
}

impl<const N: usize> Mask<N> {
    pub(crate) fn any(self) -> bool {
        self.0.into_iter().fold(0, |all, lane| all | lane) != 0
    }

    pub(crate) fn and(self, other: Self) -> Self {
        Mask(Lanes(self.0).with(Lanes(other.0), |a, b| a & b).0)
    }

    /// How many say yes.
    pub(crate) fn count(self) -> u32 {
        -i32::from(self.0.into_iter().fold(0, i16::wrapping_add)) as u32
    }

    /// `yes` where the mask is set, `no` elsewhere.
    pub(crate) fn select(self, yes: Lanes<N>, no: Lanes<N>) -> Lanes<N> {
        let chosen = yes.with(Lanes(self.0), |yes, mask| yes & mask);
        chosen.with(no.with(Lanes(self.0), |no, mask| no & !mask), |yes, no| yes | no)
    }

    /// Whether an element says yes.
    pub(crate) fn get(self, i: usize) -> bool {
        self.0[i] != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_survives_a_lane() {
        let mates = (0..=Value::LONGEST_MATE).flat_map(|n| [Value::mate_in(n), Value::mated_in(n)]);
        let ends = [Value::ZERO, Value::MAX_EVAL, Value::INFINITE].into_iter().flat_map(|end| [end, -end]);
        for value in mates.chain(ends) {
            assert_eq!(super::value(Lanes::<1>::splat(value).0[0]), value);
        }
    }

    #[test]
    fn operations_are_those_of_single_numbers() {
        let (a, b) = (Lanes([-32_001, -5, 0, 7, 30_000]), Lanes([32_001, -6, 0, 8, -30_000]));
        assert_eq!(a.max(b).0, [32_001, -5, 0, 8, 30_000]);
        assert_eq!(a.min(b).0, [-32_001, -6, 0, 7, -30_000]);
        assert_eq!(a.neg().0, [32_001, 5, 0, -7, -30_000]);
        let less = a.less(b);
        assert_eq!(core::array::from_fn(|i| less.get(i)), [true, false, false, true, false]);
        assert!(less.any());
        assert_eq!((less.count(), a.is(7).count(), a.is(8).any()), (2, 1, false));
        assert_eq!(less.select(a, b).0, [-32_001, -6, 0, 7, -30_000]);
        assert!(!less.and(b.less(a)).any());
        assert_eq!((a.highest(), a.lowest()), (30_000, -32_001));
    }
}
