//! Headers of CSA, `$NAME:value`: their names in KIF, and what version 3 writes differently.
//!
//! Time limits are `$TIME_LIMIT:HH:MM+SS` in version 2 (hours and minutes, byoyomi in seconds), and `$TIME:initial+byoyomi+increment` in
//! version 3, all in seconds. A game keeps the text of its record; a writer turns one form into the other if that loses nothing.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::Version;

/// Headers with a name in CSA and one in KIF. The last five are those of version 3.
const NAMES: [(&str, &str); 12] = [
    ("EVENT", "棋戦"),
    ("SITE", "場所"),
    ("START_TIME", "開始日時"),
    ("END_TIME", "終了日時"),
    (TIME_LIMIT, "持ち時間"),
    ("OPENING", "戦型"),
    (NOTE, "備考"),
    (TIME, "持ち時間"),
    ("TIME+", "先手持ち時間"),
    ("TIME-", "後手持ち時間"),
    ("MAX_MOVES", "最大手数"),
    ("JISHOGI", "持将棋"),
];

const TIME_LIMIT: &str = "TIME_LIMIT";
const TIME: &str = "TIME";
const NOTE: &str = "NOTE";

/// Key and value of a header from its name and value in a file of `version`; unknown names are kept.
pub(super) fn from_csa(name: &str, value: &str, version: Version) -> (String, String) {
    let key = NAMES.iter().find(|(csa, _)| *csa == name).map_or(name, |(_, kif)| kif);
    let value = if name == NOTE && version == Version::V3_0 { unescaped(value) } else { value.to_string() };
    (key.to_string(), value)
}

/// Name and value in a file of `version` from the key and value of a header.
pub(super) fn to_csa<'a>(key: &'a str, value: &str, version: Version) -> (&'a str, String) {
    let name = NAMES.iter().find(|(_, kif)| *kif == key).map_or(key, |(csa, _)| csa);
    match (name, version) {
        (NOTE, Version::V3_0) => (NOTE, value.replace('\\', "\\\\").replace('\n', "\\n")),
        (TIME_LIMIT | TIME, version) => {
            let turned = match version {
                Version::V3_0 => limit_in_seconds(value).map(|limit| (TIME, limit)),
                Version::V2_2 => limit_in_minutes(value).map(|limit| (TIME_LIMIT, limit)),
            };
            let name = if is_in_seconds(value) { TIME } else { TIME_LIMIT };
            turned.unwrap_or_else(|| (name, value.to_string()))
        }
        _ => (name, value.to_string()),
    }
}

/// `HH:MM+SS` as `initial+byoyomi+0`.
fn limit_in_seconds(value: &str) -> Option<String> {
    let (time, byoyomi) = value.split_once('+')?;
    let (hours, minutes) = time.split_once(':')?;
    let (hours, minutes, byoyomi) = (whole(hours)?, whole(minutes)?, whole(byoyomi)?);
    Some(format!("{}+{byoyomi}+0", hours * 3600 + minutes * 60))
}

/// `initial+byoyomi+0` as `HH:MM+SS`, if the initial time is whole minutes and the byoyomi whole seconds.
fn limit_in_minutes(value: &str) -> Option<String> {
    let mut parts = value.split('+');
    let (initial, byoyomi, increment) = (whole(parts.next()?)?, whole(parts.next()?)?, whole(parts.next()?)?);
    (parts.next().is_none() && initial % 60 == 0 && increment == 0)
        .then(|| format!("{:02}:{:02}+{byoyomi:02}", initial / 3600, initial / 60 % 60))
}

/// Whether a time limit has the form of version 3, `initial+byoyomi+increment` with or without fractions.
fn is_in_seconds(value: &str) -> bool {
    let is_seconds = |part: &str| {
        let (seconds, fraction) = part.split_once('.').unwrap_or((part, ""));
        whole(seconds).is_some() && fraction.bytes().all(|c| c.is_ascii_digit())
    };
    value.split('+').count() == 3 && value.split('+').all(is_seconds)
}

/// A number of digits only, short enough to multiply without overflow.
fn whole(text: &str) -> Option<u64> {
    if text.is_empty() || text.len() > 9 || !text.bytes().all(|c| c.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}

/// A note as it was before `\` became `\\` and a line end `\n`.
fn unescaped(value: &str) -> String {
    let parts: Vec<String> = value.split("\\\\").map(|part| part.replace("\\n", "\n")).collect();
    parts.join("\\")
}
