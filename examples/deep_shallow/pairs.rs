//! Which pairs of depths are compared.

/// Pairs of one shallow depth with every second deeper one.
pub(crate) fn fixed(shallow: u32, deepest: u32) -> Vec<(u32, u32)> {
    (shallow + 1..=deepest)
        .filter(|deep| (deepest - deep).is_multiple_of(2))
        .map(|deep| (shallow, deep))
        .collect()
}

/// Pairs of depths two plies apart.
pub(crate) fn apart(deepest: u32) -> Vec<(u32, u32)> {
    (1..deepest.saturating_sub(1)).map(|shallow| (shallow, shallow + 2)).collect()
}
