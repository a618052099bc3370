//! Pairs of depths on a command line, and what samples reach.

use komadai_learn::reliability::Sample;

/// Reads a pair of depths, shallow and deep.
///
/// ```
/// use komadai_lab::reliability::read_depths;
///
/// assert_eq!(read_depths("3:6"), Ok((3, 6)));
/// assert!(read_depths("6:3").is_err() && read_depths("0:3").is_err() && read_depths("3").is_err());
/// ```
///
/// # Errors
///
/// What was expected.
pub fn read_depths(text: &str) -> Result<(u32, u32), String> {
    let pair =
        text.split_once(':').and_then(|(shallow, deep)| Some((shallow.parse().ok()?, deep.parse().ok()?)));
    pair.filter(|&(shallow, deep): &(u32, u32)| 0 < shallow && shallow < deep)
        .ok_or_else(|| "expected two depths, the shallow one first, as 3:6".into())
}

/// The largest depth that one of the samples has reached; 0 without any.
pub fn deepest(samples: &[Sample]) -> u32 {
    samples.iter().filter_map(|sample| sample.depths.last()).map(|found| found.depth).max().unwrap_or(0)
}
