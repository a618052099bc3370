//! JKF as data: the shapes that `json-kifu-format` publishes, word for word.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Number;

/// A whole file; while it is read, the parts that may be wrong are text with a place.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct File<I = Initial, T = Item> {
    #[serde(default)]
    pub(super) header: Pairs,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) initial: Option<I>,
    pub(super) moves: Vec<T>,
}

/// Start position.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Initial<P = String, D = Data> {
    pub(super) preset: P,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) data: Option<D>,
}

/// A start position that has no name.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(super) struct Data {
    pub(super) color: u8,
    /// `[file - 1][rank - 1]`
    pub(super) board: Vec<Vec<Cell>>,
    /// `[color]`
    pub(super) hands: Vec<BTreeMap<String, u32>>,
}

/// A square; empty if both are missing.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub(super) struct Cell {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) color: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) kind: Option<String>,
}

/// A node of the record.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Item<M = Moved, T = Time, S = String> {
    #[serde(default, deserialize_with = "or_empty", skip_serializing_if = "Vec::is_empty")]
    pub(super) comments: Vec<String>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub(super) mv: Option<M>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) time: Option<T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) special: Option<S>,
    #[serde(default = "Vec::new", deserialize_with = "or_empty", skip_serializing_if = "Vec::is_empty")]
    pub(super) forks: Vec<Vec<Self>>,
}

/// A list, or `null` for an empty one.
fn or_empty<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

impl Item {
    /// An item with comments only.
    pub(super) fn of(comments: &[String]) -> Item {
        Item { comments: comments.to_vec(), mv: None, time: None, special: None, forks: Vec::new() }
    }
}

/// A move.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Moved {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) color: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) from: Option<Place>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) to: Option<Place>,
    pub(super) piece: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) same: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) promote: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) capture: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) relative: Option<String>,
}

/// A square.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub(super) struct Place {
    pub(super) x: u8,
    pub(super) y: u8,
}

/// Clock times.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Time {
    pub(super) now: Clock,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) total: Option<Clock>,
}

/// Hours, minutes, seconds.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Clock {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) h: Option<Number>,
    pub(super) m: Number,
    pub(super) s: Number,
}

/// An object of strings that keeps the order of the file.
#[derive(Debug, Default)]
pub(super) struct Pairs(pub(super) Vec<(String, String)>);

impl Serialize for Pairs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Pairs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Pairs;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of strings")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

/// Letters of `relative` and their words.
pub(super) const RELATIVE: [(char, char); 7] =
    [('L', '左'), ('C', '直'), ('R', '右'), ('U', '上'), ('M', '寄'), ('D', '引'), ('H', '打')];
