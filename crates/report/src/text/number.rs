//! Numbers for people: digits in groups of three, the same in tables, sentences and figures.

/// `1234567` as `1,234,567`.
pub fn grouped(n: i128) -> String {
    let sign = if n < 0 { "-" } else { "" };
    format!("{sign}{}", in_groups(&n.unsigned_abs().to_string()))
}

/// A measured number with this many decimals: `12,345.68`. Not a number (NaN) is `-`.
pub(crate) fn real(x: f64, decimals: usize) -> String {
    if x.is_nan() {
        return "-".to_owned();
    }
    let text = format!("{x:.decimals$}");
    let digits = text.strip_prefix('-').unwrap_or(&text);
    // A number rounded to zero has no sign: 0.0, not -0.0.
    let sign =
        if digits.len() < text.len() && digits.contains(|c| ('1'..='9').contains(&c)) { "-" } else { "" };
    let (whole, rest) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    // `inf` has no digits to group.
    if x.is_finite() { format!("{sign}{}{rest}", in_groups(whole)) } else { text }
}

fn in_groups(digits: &str) -> String {
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_from_the_right_without_decimals_and_signs() {
        for (n, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567")] {
            assert_eq!(grouped(n), text);
        }
        for (x, decimals, text) in [
            (1234.5678, 2, "1,234.57"),
            (-123.4, 0, "-123"),
            (-1_000_000.0, 1, "-1,000,000.0"),
            (0.001, 4, "0.0010"),
            (-0.04, 1, "0.0"),
            (f64::NEG_INFINITY, 1, "-inf"),
            (f64::INFINITY, 1, "inf"),
            (f64::NAN, 1, "-"),
        ] {
            assert_eq!(real(x, decimals), text);
        }
    }
}
