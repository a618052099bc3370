//! The bar of a gamble, and when to gamble, as words of a command line.

use std::str::FromStr;

use komadai_core::Value;
use komadai_search::{Bar, When};

/// A value in centipawns that is no mate.
fn value(text: &str) -> Option<Value> {
    let cp: i32 = text.parse().ok()?;
    (cp.abs() <= Value::MAX_EVAL.cp()).then(|| Value::from_cp(cp))
}

pub(super) fn bar(text: &str) -> Result<Bar, String> {
    let bar = match text.strip_prefix("best") {
        Some(more) => value(if more.is_empty() { "0" } else { more }).map(Bar::Best),
        None => value(text).map(Bar::Value),
    };
    bar.ok_or_else(|| "expected centipawns within ±29999, such as 0, or best+300".to_owned())
}

pub(super) fn bar_name(bar: Bar) -> String {
    match bar {
        Bar::Value(value) => value.cp().to_string(),
        Bar::Best(more) => format!("best{:+}", more.cp()),
    }
}

/// A chance, 0 to 1.
fn chance(text: &str) -> Option<f64> {
    f64::from_str(text).ok().filter(|number| (0.0..=1.0).contains(number))
}

/// Two ends, the lower one first.
fn range<T: PartialOrd>(text: &str, read: impl Fn(&str) -> Option<T>) -> Option<(T, T)> {
    let (above, below) = text.split_once("..")?;
    Some((read(above)?, read(below)?)).filter(|(above, below)| above < below)
}

pub(super) fn when(text: &str) -> Result<When, String> {
    let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
    let when = match kind {
        "always" => rest.is_empty().then_some(When::Always),
        "behind" => range(rest, value).map(|(above, below)| When::Behind { above, below }),
        "chance" => range(rest, chance).map(|(above, below)| When::Chance { above, below }),
        "lead" => chance(rest).map(When::Lead),
        _ => None,
    };
    when.ok_or_else(|| "expected always, behind:-1500..-300, chance:0.05..0.3 or lead:0.1".to_owned())
}

pub(super) fn when_name(when: When) -> String {
    match when {
        When::Always => "always".to_owned(),
        When::Behind { above, below } => format!("behind:{}..{}", above.cp(), below.cp()),
        When::Chance { above, below } => format!("chance:{above}..{below}"),
        When::Lead(lead) => format!("lead:{lead}"),
    }
}

pub(super) fn limit(text: &str) -> Result<f64, String> {
    chance(text).filter(|&limit| limit <= 0.5).ok_or_else(|| "expected a chance, 0 to 0.5".to_owned())
}
