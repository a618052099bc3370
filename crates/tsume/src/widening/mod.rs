//! Hash tables that begin small and widen fourfold as they fill, within the memory they were given.
//!
//! A small table stays in the processor's cache, and most problems are solved before it is large. The address space for the largest size
//! is reserved at once and its pages are used as the table widens: entries move to their new places inside the same array, so the memory
//! in use never exceeds what was granted.
//!
//! | file | holds |
//! |---|---|
//! | `places` | single places with linear probing: nothing is lost before the table is full |
//! | `clusters` | clusters of entries, each of which loses its cheapest when it is full |

pub(crate) mod clusters;
pub(crate) mod places;

/// There is no memory for tables of the requested size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no memory for tables of {bytes} bytes")]
#[non_exhaustive]
pub struct TableError {
    /// The requested size.
    pub bytes: usize,
}

/// An empty vector with room for `most` elements, whose memory is not touched.
pub(crate) fn reserved<T>(most: usize) -> Result<Vec<T>, TableError> {
    let mut vector = Vec::new();
    let bytes = most.saturating_mul(size_of::<T>());
    vector.try_reserve_exact(most).map_err(|_| TableError { bytes })?;
    Ok(vector)
}

/// Factor by which each widening multiplies the places.
const FACTOR: usize = 4;

/// The smallest and the largest size of a table: `fewest` times a power of [`FACTOR`] is `most`.
#[derive(Clone, Copy, Debug)]
struct Sizes {
    fewest: usize,
    most: usize,
}

impl Sizes {
    /// At most `granted`, and up to [`FACTOR`] times `about` in the beginning.
    fn new(granted: usize, about: usize) -> Sizes {
        let (mut fewest, mut times) = (granted, 1);
        while fewest >= FACTOR * about {
            fewest /= FACTOR;
            times *= FACTOR;
        }
        Sizes { fewest, most: fewest * times }
    }
}
