//! Bytes to text and back: UTF-8 if the bytes are UTF-8, `Shift_JIS` otherwise.
//!
//! File names and first lines may be wrong (`.kif` files in UTF-8 that say `encoding=Shift_JIS` are common), but the bytes are reliable:
//! Japanese text in `Shift_JIS` is practically never valid UTF-8. A file cut off within a character is read up to that character.

use alloc::borrow::Cow;
#[cfg(feature = "shift-jis")]
use alloc::{format, string::String, vec::Vec};
use core::fmt;
use core::str::FromStr;

#[cfg(feature = "shift-jis")]
use crate::error::WriteError;
use crate::error::{At, RecordError};

/// Encoding of a record file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// UTF-8, with or without a byte order mark.
    #[default]
    Utf8,
    /// `Shift_JIS` as Windows writes it (code page 932); needs the feature `shift-jis`.
    ShiftJis,
}

impl fmt::Display for Encoding {
    /// `UTF-8` or `Shift_JIS`, as in the first line of KIF.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Encoding::Utf8 => "UTF-8",
            Encoding::ShiftJis => "Shift_JIS",
        })
    }
}

/// Error for a text that is not the name of an encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected an encoding: utf-8 or sjis")]
#[non_exhaustive]
pub struct ParseEncodingError;

impl FromStr for Encoding {
    type Err = ParseEncodingError;

    /// From `utf-8` or `sjis`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "utf-8" => Ok(Encoding::Utf8),
            "sjis" => Ok(Encoding::ShiftJis),
            _ => Err(ParseEncodingError),
        }
    }
}

/// First bytes of archives, and of text in another encoding.
const NOT_TEXT: [(&[u8], &str); 4] = [
    (b"\x1f\x8b", "a gzip archive"),
    (b"PK\x03\x04", "a ZIP archive"),
    (b"\xff\xfe", "text in UTF-16"),
    (b"\xfe\xff", "text in UTF-16"),
];

/// First bytes that a UTF-8 file may have.
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The error for a file that begins like an archive or UTF-16.
pub(super) fn not_text(bytes: &[u8]) -> Option<RecordError> {
    let &(_, found) = NOT_TEXT.iter().find(|(begin, _)| bytes.starts_with(begin))?;
    Some(RecordError::NotText { found })
}

/// Decodes a record file in UTF-8 or `Shift_JIS`, without its byte order mark.
///
/// # Errors
///
/// [`RecordError::Text`] at the first wrong byte if the bytes are text in neither encoding, or could be `Shift_JIS` and the feature
/// `shift-jis` is off; [`RecordError::NotText`] if they are an archive or UTF-16.
pub fn decode(bytes: &[u8]) -> Result<(Cow<'_, str>, Encoding), RecordError> {
    if let Some(error) = not_text(bytes) {
        return Err(error);
    }
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    match core::str::from_utf8(bytes) {
        Ok(text) => Ok((Cow::Borrowed(text), Encoding::Utf8)),
        Err(error) => {
            let (valid, rest) = bytes.split_at(error.valid_up_to());
            // The last character is cut off, but earlier ones prove the encoding.
            if error.error_len().is_none()
                && !valid.is_ascii()
                && let Ok(text) = core::str::from_utf8(valid)
            {
                return Ok((Cow::Borrowed(text), Encoding::Utf8));
            }
            shift_jis(bytes).map(|text| (text, Encoding::ShiftJis)).map_err(|error| {
                // Mostly valid UTF-8 with a stray byte: the error points to that byte.
                if valid.is_ascii() { error } else { no_encoding(bytes, bytes.len() - rest.len()) }
            })
        }
    }
}

fn no_encoding(bytes: &[u8], index: usize) -> RecordError {
    RecordError::told(place(bytes, index), "bytes that are neither UTF-8 nor Shift_JIS", "text")
}

/// Line and column of a byte.
fn place(bytes: &[u8], index: usize) -> At {
    let before = &bytes[..index];
    let line = before.split(|&byte| byte == b'\n').count();
    let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
    At { line, column: index - start + 1 }
}

#[cfg(feature = "shift-jis")]
fn shift_jis(bytes: &[u8]) -> Result<Cow<'_, str>, RecordError> {
    let decode = |bytes| encoding_rs::SHIFT_JIS.decode_without_bom_handling_and_without_replacement(bytes);
    if let Some(text) = decode(bytes) {
        return Ok(text);
    }
    // The first half of a character that was cut off.
    if let [rest @ .., 0x81..=0x9f | 0xe0..=0xfc] = bytes
        && let Some(text) = decode(rest)
    {
        return Ok(text);
    }
    let mut decoder = encoding_rs::SHIFT_JIS.new_decoder_without_bom_handling();
    // A byte of Shift_JIS becomes three of UTF-8 at most.
    let mut text = String::with_capacity(3 * bytes.len() + 8);
    let (result, mut read) = decoder.decode_to_string_without_replacement(bytes, &mut text, true);
    if let encoding_rs::DecoderResult::Malformed(length, after) = result {
        read = read.saturating_sub(usize::from(length) + usize::from(after));
    }
    Err(no_encoding(bytes, read))
}

#[cfg(not(feature = "shift-jis"))]
fn shift_jis(bytes: &[u8]) -> Result<Cow<'_, str>, RecordError> {
    let index = core::str::from_utf8(bytes).err().map_or(0, |error| error.valid_up_to());
    let expected = "a build with the feature shift-jis";
    Err(RecordError::told(place(bytes, index), "bytes that are not UTF-8", expected))
}

/// Encodes a text as `Shift_JIS`.
///
/// # Errors
///
/// [`WriteError::NoPlace`] with the place of the first character that `Shift_JIS` does not have, such as `☗` and `☖` (write `▲` and `△`).
#[cfg(feature = "shift-jis")]
pub fn encode_shift_jis(text: &str) -> Result<Vec<u8>, WriteError> {
    // Five characters for which Shift_JIS has these code points, but Microsoft's table, used here, has others.
    let text =
        text.replace('〜', "～").replace('‖', "∥").replace('¢', "￠").replace('£', "￡").replace('¬', "￢");
    let (bytes, _, failed) = encoding_rs::SHIFT_JIS.encode(&text);
    let is_missing = |c: char| encoding_rs::SHIFT_JIS.encode(c.encode_utf8(&mut [0; 4])).2;
    match text.char_indices().find(|&(_, c)| failed && is_missing(c)) {
        None => Ok(bytes.into_owned()),
        Some((index, found)) => {
            let at = At::default().after(&text[..index]);
            let told =
                format!("{at} of the written text: found {found:?}, expected a character of Shift_JIS");
            Err(WriteError::NoPlace(told))
        }
    }
}
