//! The bar of a gamble, and when to gamble, as words of a command line.

use std::str::FromStr;

use komadai::Value;
use komadai::search::{Bar, When};

/// A value in centipawns that is no mate.
fn value(text: &str) -> Option<Value> {
    let cp: i32 = text.parse().ok()?;
    (cp.abs() <= Value::MAX_EVAL.cp()).then(|| Value::from_cp(cp))
}

pub(crate) fn bar(text: &str) -> Result<Bar, String> {
    let bar = match text.strip_prefix("best") {
        Some(more) => value(if more.is_empty() { "0" } else { more }).map(Bar::Best),
        None => value(text).map(Bar::Value),
    };
    bar.ok_or_else(|| "expected centipawns within ±29999, such as 0, or best+300".to_owned())
}

pub(crate) fn bar_name(bar: Bar) -> String {
    match bar {
        Bar::Value(value) => value.cp().to_string(),
        Bar::Best(more) => format!("best{:+}", more.cp()),
    }
}

fn finite(text: &str) -> Option<f64> {
    f64::from_str(text).ok().filter(|number| number.is_finite())
}

/// Two ends, the lower one first.
fn range<T: PartialOrd>(text: &str, read: impl Fn(&str) -> Option<T>) -> Option<(T, T)> {
    let (above, below) = text.split_once("..")?;
    Some((read(above)?, read(below)?)).filter(|(above, below)| above < below)
}

pub(crate) fn when(text: &str) -> Result<When, String> {
    let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
    let when = match kind {
        "always" => rest.is_empty().then_some(When::Always),
        "behind" => range(rest, value).map(|(above, below)| When::Behind { above, below }),
        "distance" => range(rest, finite).map(|(above, below)| When::Distance { above, below }),
        "lead" => finite(rest).map(When::Lead),
        _ => None,
    };
    when.ok_or_else(|| "expected always, behind:-1500..-300, distance:-2..-0.5 or lead:0.5".to_owned())
}

pub(crate) fn when_name(when: When) -> String {
    match when {
        When::Always => "always".to_owned(),
        When::Behind { above, below } => format!("behind:{}..{}", above.cp(), below.cp()),
        When::Distance { above, below } => format!("distance:{above}..{below}"),
        When::Lead(spreads) => format!("lead:{spreads}"),
    }
}

pub(crate) fn limit(text: &str) -> Result<f64, String> {
    finite(text).filter(|&limit| limit > 0.0).ok_or_else(|| "expected a number of spreads above 0".to_owned())
}
