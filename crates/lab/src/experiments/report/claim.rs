//! What a paper claims, as a rule that a printed table decides.
//!
//! A claim names a cell of a table, what the paper says of it as a bar, and the cell with the count of what it is about. The verdict
//! follows from the interval, the bar and the count by one rule ([`Bar::verdict`]); no verdict is written by hand.

use komadai_report::{Failure, Interval, Printed, PrintedTable, grouped};
use serde::{Deserialize, Serialize};

/// A claim of a paper.
#[derive(Deserialize)]
pub(super) struct Claim {
    /// The claim in a sentence: English, Japanese.
    pub(super) says: [&'static str; 2],
    /// The paper's number, with the table or figure that has it: English, Japanese.
    pub(super) paper: [&'static str; 2],
    /// The name of the command whose tables decide it.
    pub(super) command: &'static str,
    pub(super) found: Found,
    pub(super) bar: Bar,
    /// How many cases the number is about, and how many there must be at least.
    pub(super) count: At,
    /// The name of the command whose table has the count, if it is another one: games that a model was learned from, say.
    pub(super) counted: Option<&'static str>,
    pub(super) least: u64,
    /// What cases are called, in the plural: English, Japanese.
    pub(super) of: [&'static str; 2],
}

/// A cell of a table; in `rows.json` three words between brackets.
#[derive(Clone, Deserialize)]
pub(super) struct At {
    /// The CSV file of the table.
    pub(super) file: &'static str,
    /// What the first cells of the row show.
    pub(super) row: Vec<&'static str>,
    /// The heading of the column.
    pub(super) column: &'static str,
}

/// Where our number is.
#[derive(Clone, Deserialize)]
#[serde(rename_all = "lowercase", bound(deserialize = "'de: 'static"))]
pub(super) enum Found {
    /// An estimate, with its interval in the same cell or in the next one.
    Estimate(At),
    /// A number that is counted, not estimated.
    Exact(At),
    /// So many of so many cases, as per cent with the interval of a share.
    Share(At, At),
    /// So many per cent of the cases that [`Claim::count`] counts, with the interval of a share.
    Percent(At),
    /// The first estimate less the second, with the interval of two independent samples: of the same cases it is rather too wide.
    Difference(At, At),
}

/// What the paper says of a number.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Bar {
    Above(f64),
    Below(f64),
    /// Between both ends.
    Within(f64, f64),
}

/// What our numbers say of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Verdict {
    Holds,
    DoesNotHold,
    NotDecidable,
}

impl Verdict {
    /// In words: English, Japanese.
    pub(super) fn words(self) -> [&'static str; 2] {
        match self {
            Verdict::Holds => ["holds here", "ここで成り立つ"],
            Verdict::DoesNotHold => ["does not hold here", "ここでは成り立たない"],
            Verdict::NotDecidable => ["not decidable with this much data", "このデータ量では決められない"],
        }
    }
}

impl Bar {
    /// The rule of all verdicts. A claim holds if the whole interval lies on the claimed side of the bar, and does not if the whole
    /// interval lies on the other. It is not decidable if the interval has the bar inside it, or if there are fewer cases than
    /// `least`.
    pub(super) fn verdict(self, found: Interval, count: u64, least: u64) -> Verdict {
        let Interval { low, high, .. } = found;
        let (holds, fails) = match self {
            Bar::Above(bar) => (low > bar, high < bar),
            Bar::Below(bar) => (high < bar, low > bar),
            Bar::Within(from, to) => (low >= from && high <= to, high < from || low > to),
        };
        match (holds, fails) {
            _ if count < least => Verdict::NotDecidable,
            (true, _) => Verdict::Holds,
            (_, true) => Verdict::DoesNotHold,
            _ => Verdict::NotDecidable,
        }
    }

    /// The bar in words: `above 0.5`; English, Japanese.
    pub(super) fn words(self) -> [String; 2] {
        match self {
            Bar::Above(bar) => [format!("above {bar}"), format!("{bar} より上")],
            Bar::Below(bar) => [format!("below {bar}"), format!("{bar} より下")],
            Bar::Within(from, to) if to <= from => [format!("{from}"), format!("{from}")],
            Bar::Within(from, to) => [format!("{from} to {to}"), format!("{from}〜{to}")],
        }
    }
}

/// A claim beside what was found.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Judged {
    /// Our number as it is shown, with its interval.
    pub(super) ours: String,
    pub(super) count: u64,
    pub(super) verdict: Verdict,
}

impl Claim {
    /// The name of the command whose table has the count.
    pub(super) fn counted(&self) -> &'static str {
        self.counted.unwrap_or(self.command)
    }

    /// Reads the cells of what its command printed, the count of what [`Claim::counted`] did, and applies the rule. An empty cell has no
    /// number: nothing is decided then.
    pub(super) fn judge(&self, printed: &[Printed], counted: &[Printed]) -> Result<Judged, Failure> {
        let named = |error| format!("{}, claim {:?}: {error}", self.command, self.says[0]);
        let count = count(counted, &self.count).map_err(named)?;
        let found = match &self.found {
            Found::Estimate(at) => estimate(printed, at).map_err(named)?,
            Found::Exact(at) => {
                let cell = read(printed, at).map_err(named)?;
                let exact = |value| Interval { value, low: value, high: value };
                cell.number.map(|value| (exact(value), cell.shown))
            }
            Found::Share(hits, of) => {
                let [hits, of] =
                    [self::count(printed, hits).map_err(named)?, self::count(printed, of).map_err(named)?];
                Interval::of_percent(hits, of).map(|share| (share, format!("{share:.1} %")))
            }
            Found::Percent(at) => {
                let percent = read(printed, at).map_err(named)?.number;
                let hits = percent.map(|percent| (percent / 100.0 * count as f64).round() as u64);
                hits.and_then(|hits| Interval::of_percent(hits, count))
                    .map(|share| (share, format!("{share:.1} %")))
            }
            Found::Difference(first, second) => {
                let [first, second] =
                    [estimate(printed, first).map_err(named)?, estimate(printed, second).map_err(named)?];
                first.zip(second).map(|((first, _), (second, _))| {
                    let half = ((first.high - first.low).hypot(second.high - second.low)) / 2.0;
                    let value = first.value - second.value;
                    let found = Interval { value, low: value - half, high: value + half };
                    (found, if half < 1.0 { format!("{found:+.3}") } else { format!("{found:+.1}") })
                })
            }
        };
        let Some((found, ours)) = found else {
            return Ok(Judged { ours: "–".to_owned(), count, verdict: Verdict::NotDecidable });
        };
        let verdict = self.bar.verdict(found, count, self.least);
        // Rounded ends may touch the bar: then so many digits are shown that the reader comes to the same verdict.
        let reads = |text: &str| {
            let (value, ends) = numbers(text);
            let shown = value.zip(ends).map(|(value, (low, high))| Interval { value, low, high });
            shown.is_none_or(|shown| self.bar.verdict(shown, count, self.least) == verdict)
        };
        let exact = (3..=6).map(|digits| format!("{found:.digits$}")).find(|text| reads(text));
        let ours = if reads(&ours) { ours } else { exact.unwrap_or(ours) };
        Ok(Judged { ours, count, verdict })
    }

    /// The count in words: `40 positions`, or `40 positions of 50 needed`.
    pub(super) fn count_words(&self, count: u64, language: usize) -> String {
        let (shown, needed, of) = (grouped(count.into()), grouped(self.least.into()), self.of[language]);
        match (count < self.least, language) {
            (false, _) => format!("{shown} {of}"),
            (true, 0) => format!("{shown} {of} of {needed} needed"),
            (true, _) => format!("{shown} {of}（{needed} 必要）"),
        }
    }
}

/// The tables among what was printed.
pub(super) fn tables(printed: &[Printed]) -> impl Iterator<Item = &PrintedTable> + Clone {
    printed.iter().filter_map(|piece| if let Printed::Table(table) = piece { Some(table) } else { None })
}

/// What a cell shows and what it says.
struct Read {
    shown: String,
    number: Option<f64>,
    ends: Option<(f64, f64)>,
    /// What the cell to the right shows and its interval.
    next: Option<(String, (f64, f64))>,
}

fn read(printed: &[Printed], at: &At) -> Result<Read, String> {
    let table: &PrintedTable =
        tables(printed).find(|table| table.file.as_deref() == Some(at.file)).ok_or_else(|| {
            missing("table", at.file, tables(printed).filter_map(|table| table.file.as_deref()))
        })?;
    let row = table.rows.iter().find(|row| row.iter().zip(&at.row).all(|(cell, key)| cell.shown == *key));
    let keys = table.rows.iter().filter_map(|row| row.first()).map(|cell| cell.shown.as_str());
    let row = row.ok_or_else(|| missing(&format!("row in {}", at.file), &at.row.join(", "), keys))?;
    let column = table.heading.iter().position(|heading| heading == at.column);
    let headings = table.heading.iter().map(String::as_str);
    let column = column.ok_or_else(|| missing(&format!("column in {}", at.file), at.column, headings))?;
    let (number, ends) = numbers(&row[column].exact);
    let is_half = table.heading.get(column + 1).is_some_and(|heading| heading == "±");
    let next = row.get(column + 1).and_then(|cell| match (numbers(&cell.exact), number) {
        ((None, Some(ends)), _) => Some((cell.shown.clone(), ends)),
        ((Some(half), None), Some(value)) if is_half => {
            Some((format!("± {}", cell.shown), (value - half, value + half)))
        }
        _ => None,
    });
    Ok(Read { shown: row[column].shown.clone(), number, ends, next })
}

fn missing<'a>(what: &str, looked_for: &str, there: impl Iterator<Item = &'a str>) -> String {
    let there: Vec<&str> = there.collect();
    format!("found no {what} called {looked_for:?}, expected one of {}", there.join(", "))
}

/// The number of a cell of CSV, and the ends of its interval: `0.5`, `0.4 to 0.6`, `0.5 [0.4, 0.6]`, `0.5 ± 0.1`.
fn numbers(exact: &str) -> (Option<f64>, Option<(f64, f64)>) {
    let number = |text: &str| text.trim().replace(',', "").parse::<f64>().ok();
    let both = |low: &str, high: &str| number(low).zip(number(high));
    if let Some((low, high)) = exact.split_once(" to ") {
        return (None, both(low, high));
    }
    if let Some((value, half)) = exact.split_once(" ± ").and_then(|(a, b)| number(a).zip(number(b))) {
        return (Some(value), Some((value - half, value + half)));
    }
    match exact.trim_end_matches(']').split_once(" [") {
        Some((value, ends)) => (number(value), ends.split_once(", ").and_then(|(low, high)| both(low, high))),
        None => (number(exact), None),
    }
}

fn estimate(printed: &[Printed], at: &At) -> Result<Option<(Interval, String)>, String> {
    let Read { shown, number, ends, next } = read(printed, at)?;
    let found = |value, (low, high)| Interval { value, low, high };
    Ok(match (number, ends, next) {
        (Some(value), Some(ends), _) => Some((found(value, ends), shown)),
        (Some(value), None, Some((beside, ends))) => Some((found(value, ends), format!("{shown} {beside}"))),
        _ => None,
    })
}

/// The estimate in a cell of a table that an experiment printed: its file, the first cell of its row, the heading of its column.
pub(in crate::experiments) fn estimate_in(
    printed: &[Printed],
    [file, row, column]: [&'static str; 3],
) -> Result<Option<Interval>, String> {
    Ok(estimate(printed, &At { file, row: vec![row], column })?.map(|(interval, _)| interval))
}

fn count(printed: &[Printed], at: &At) -> Result<u64, String> {
    let found = read(printed, at)?;
    match found.number {
        Some(count) if count >= 0.0 && count.fract() == 0.0 => Ok(count as u64),
        None if found.shown.is_empty() => Ok(0),
        _ => {
            Err(format!("found {:?} in column {:?} of {}, expected a count", found.shown, at.column, at.file))
        }
    }
}
