//! [`Slot`]: an entry in sixteen bytes, which several threads may read and write at the same time without a lock.

use komadai_core::{Key, Move, Value};

use super::contract::Entry;
use crate::bound::Bound;
use crate::depth::Depth;

/// Two words: the contents of the entry, and its position.
///
/// ```text
/// data   bits  0–15 move   16–31 value   32–47 depth, 1/64 ply   48–49 bound (0: empty)   56–63 generation
/// check  bits  0–15 static value   16–63 the lower 48 bits of the key; all of it xor data × MIX
/// ```
///
/// The words are read and written one by one. If another thread writes in between, a reader gets the check of one entry
/// with the data of another; since the check contains the data, such a pair belongs to no position, and the reader
/// finds nothing. (R. Hyatt and T. Mann: A lock-less transposition-table implementation for parallel search. ICGA
/// Journal 25(1), 2002.) They xor key and data unchanged; here the data are multiplied first, so that data that differ
/// only in the low bits, where the static value is, change the bits of the key as well.
#[derive(Clone, Copy, Default)]
pub(super) struct Slot {
    pub(super) check: u64,
    pub(super) data: u64,
}

impl Slot {
    /// 2⁶⁴ / φ, odd: multiples of it are spread evenly (Knuth: The Art of Computer Programming, vol. 3, 6.4).
    const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
    /// The bits of the bound.
    const BOUND: u64 = 3 << 48;
    /// The static value of an entry that has none.
    const NO_STATIC_VALUE: u16 = i16::MIN as u16;
    /// Bits of the check before those of the key.
    const STATIC_BITS: u32 = u16::BITS;

    #[inline]
    pub(super) fn new(key: Key, entry: Entry, generation: u8) -> Slot {
        let depth = entry.depth.units().clamp(0, i32::from(i16::MAX)) as u16;
        let data = u64::from(entry.best.map_or(0, Move::bits))
            | u64::from(entry.value.cp() as i16 as u16) << 16
            | u64::from(depth) << 32
            | (entry.bound as u64) << 48
            | u64::from(generation) << 56;
        let static_value = entry.static_value.map_or(Self::NO_STATIC_VALUE, |value| value.cp() as i16 as u16);
        Slot {
            check: (key << Self::STATIC_BITS | u64::from(static_value)) ^ data.wrapping_mul(Self::MIX),
            data,
        }
    }

    /// The lower bits of the key and the static value, if the two words belong together.
    #[inline]
    fn opened(self) -> u64 {
        self.check ^ self.data.wrapping_mul(Self::MIX)
    }

    /// Whether this is the entry of a position, or empty.
    #[inline]
    pub(super) fn is_of(self, key: Key) -> bool {
        self.opened() >> Self::STATIC_BITS == key << Self::STATIC_BITS >> Self::STATIC_BITS
    }

    /// The entry, if there is one; its position is the one that [`Slot::is_of`] accepts.
    #[inline]
    pub(super) fn entry(self) -> Option<Entry> {
        let bound = match self.data >> 48 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        let value = Value::from_number(i32::from((self.data >> 16) as u16 as i16))?;
        let static_value = match self.opened() as u16 {
            Self::NO_STATIC_VALUE => None,
            cp => Some(Value::from_cp(i32::from(cp as i16))),
        };
        Some(Entry {
            best: Move::from_bits(self.data as u16),
            value,
            bound,
            depth: self.depth(),
            static_value,
        })
    }

    #[inline]
    pub(super) fn depth(self) -> Depth {
        Depth::from_units((self.data >> 32) as u16 as i32)
    }

    #[inline]
    pub(super) fn generation(self) -> u8 {
        (self.data >> 56) as u8
    }

    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.data & Self::BOUND == 0
    }
}

#[cfg(test)]
mod tests {
    use komadai_core::rng::SplitMix64;

    use super::*;

    /// A random entry.
    fn drawn(rng: &mut SplitMix64) -> Entry {
        let mut cp = || Value::from_cp(rng.below(2_001) as i32 - 1_000);
        let (value, static_value) = (cp(), cp());
        Entry {
            best: Move::from_bits((rng.next_u64() as u16) & 0x1fff).filter(|_| rng.below(4) > 0),
            value,
            bound: [Bound::Upper, Bound::Lower, Bound::Exact][rng.below(3) as usize],
            depth: Depth::from_units(rng.below(2_000) as i32),
            static_value: Some(static_value).filter(|_| rng.below(4) > 0),
        }
    }

    /// Two writers of one position differ in little: in the move, the value or the depth alone. Their halves must not
    /// be taken for an entry, since the static value would come out of the difference.
    #[test]
    fn an_entry_comes_back_whole_and_halves_of_two_are_none() {
        let mut rng = SplitMix64::new(2);
        for _ in 0..10_000 {
            let (key, one, generation) = (rng.next_u64(), drawn(&mut rng), rng.next_u64() as u8);
            let slot = Slot::new(key, one, generation);
            assert_eq!((slot.entry(), slot.generation()), (Some(one), generation));
            let other = drawn(&mut rng);
            for two in [
                Entry { best: other.best, ..one },
                Entry { value: other.value, ..one },
                Entry { depth: other.depth, ..one },
                Entry { bound: other.bound, ..one },
                other,
            ] {
                let (a, b) = (Slot::new(key, one, 3), Slot::new(key, two, 3));
                let torn = Slot { check: a.check, data: b.data };
                assert_eq!(torn.is_of(key), a.data == b.data, "{one:?} {two:?}");
            }
        }
    }
}
