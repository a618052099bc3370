//! `serde` for the basic types: moves, squares and positions as their usual texts (USI, SFEN), not as bits.

use alloc::string::String;
use core::str::FromStr;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Color, Move, Position, Square, Value};

macro_rules! as_text {
    ($($type:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                <$type>::from_str(&text).map_err(|e| D::Error::custom(alloc::format!("{text:?}: {e}")))
            }
        }
    )*};
}

as_text!(Color, Move, Square, Position);

impl Serialize for Value {
    /// The number of [`Value::cp`]; mate values are numbers beyond [`Value::MAX_EVAL`].
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i32(self.cp())
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let cp = i32::deserialize(deserializer)?;
        Value::from_number(cp)
            .ok_or_else(|| D::Error::custom(alloc::format!("{cp}: expected a value of a search")))
    }
}
