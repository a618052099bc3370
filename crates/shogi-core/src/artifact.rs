//! Model files: a container with checksum and provenance for trained weights, counts and books.
//!
//! ```text
//! bytes  0 …  3   magic "KMDI"
//!        4 …  5   container version, u16
//!        6 … 13   kind of model, 8 bytes
//!       14 … 15   version of the model's layout, u16
//!       16        codec of the payload, u8
//!       17 … 24   length of the payload, u64
//!       25 … 28   CRC-32 of everything before and behind it, u32
//!       29 …      payload: (Provenance, model)
//! ```
//!
//! Numbers are little-endian. The payload is decoded only after magic, versions, kind, codec, length and checksum are found right. A
//! false length in the payload takes at most 8 MiB of memory, 128 MiB if the payload has more than 512 KiB, 1 GiB if it has more than 8
//! MiB. The model then checks its own values ([`Artifact::validate`]).
//!
//! `serde` writes the payload through one codec, bincode 2. Development of bincode has ended, so only this file uses it; the codec byte
//! allows another codec.

use std::format;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::string::String;
use std::vec::Vec;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::files::{FileError, write_whole};

const MAGIC: [u8; 4] = *b"KMDI";
/// Version of the header; changing it changes every file.
const CONTAINER: u16 = 1;
const HEADER_LEN: usize = 29;
/// bincode 2, standard configuration, little-endian.
const CODEC_BINCODE: u8 = 1;
/// Largest payload; a model of all pairs of pieces (paper 001) takes some 20 MB. The decoder's limit, checked on save as well.
const MOST: usize = 1 << 30;
/// Payloads up to these sizes are decoded under a limit of 16 times as much, which is always enough: a number takes at least one byte in
/// the file and at most 16 in memory.
const SMALL: usize = 1 << 19;
const MEDIUM: usize = 16 * SMALL;

/// Model that is saved to and loaded from a model file.
///
/// The layout of the model (its `serde` form) must not change within a version: raise [`Artifact::VERSION`], and keep a small file of the
/// old version in a test. `serde` attributes that leave fields out (`skip`, `flatten`, `tag`, `untagged`) do not work with this codec.
pub trait Artifact: Serialize + DeserializeOwned {
    /// Kind of the model in 8 bytes, padded with zeros: `*b"material"`.
    const KIND: [u8; 8];
    /// Version of the layout, from 1.
    const VERSION: u16;
    /// What the model is, with its article, for the error when a wrong file is passed: "an opening book".
    const WHAT: &'static str = "a model";

    /// Checks the model's values; called after loading and before saving.
    ///
    /// # Errors
    ///
    /// A description of what is wrong.
    fn validate(&self) -> Result<(), String>;

    /// The bytes of a model file.
    ///
    /// # Errors
    ///
    /// [`FileError::Contents`] for a model that could not be loaded again.
    fn to_bytes(&self, provenance: &Provenance) -> Result<Vec<u8>, FileError> {
        valid(self)?;
        let payload = bincode::serde::encode_to_vec((provenance, self), codec()).map_err(|error| {
            FileError::contents(format!("model of kind {:?} cannot be written: {error}", text(Self::KIND)))
        })?;
        let payload_len = payload.len() as u64;
        let mut header = Header { kind: Self::KIND, version: Self::VERSION, payload_len, checksum: 0 };
        // The codec does not apply its limit when writing.
        check_length(&header, payload_len)?;
        header.checksum = header.checksum_with(&payload);
        Ok([&header.to_bytes()[..], &payload].concat())
    }

    /// A model and its provenance from the bytes of a file.
    ///
    /// # Errors
    ///
    /// [`FileError::Contents`].
    fn from_bytes(bytes: &[u8]) -> Result<(Self, Provenance), FileError> {
        let (header, payload) = split(bytes)?;
        header.expect::<Self>()?;
        check(&header, payload)?;
        let ((provenance, model), used): ((Provenance, Self), usize) = contents(&header, payload)?;
        if used != payload.len() {
            let reason = format!("they end after {used} of {} bytes", payload.len());
            return Err(header.payload_error(&reason));
        }
        valid(&model)?;
        Ok((model, provenance))
    }

    /// Saves the model under a temporary name in the same folder, flushes it to the disk and renames it, so a reader finds the old file
    /// or the whole new one.
    ///
    /// # Errors
    ///
    /// [`FileError`], including those of [`Artifact::to_bytes`].
    fn save(&self, provenance: &Provenance, path: impl AsRef<Path>) -> Result<(), FileError> {
        let path = path.as_ref();
        let bytes = self.to_bytes(provenance).map_err(|error| error.of(path.display()))?;
        write_whole(path, |file| file.write_all(&bytes)).map_err(|source| refused(path, source))
    }

    /// Loads a model with its provenance.
    ///
    /// # Errors
    ///
    /// [`FileError`].
    fn load(path: impl AsRef<Path>) -> Result<(Self, Provenance), FileError> {
        let path = path.as_ref();
        read(path, Header::expect::<Self>)
            .and_then(|bytes| Self::from_bytes(&bytes))
            .map_err(|error| error.of(path.display()))
    }
}

/// Origin of a model: program, data, parameters and seed, so that it can be reproduced.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// Program and version, or person.
    pub made_by: String,
    /// The data: games, positions, a paper.
    pub source: String,
    /// Number of rows or positions used.
    pub rows: u64,
    /// Settings with which it was made.
    pub parameters: String,
    /// Seed of all randomness.
    pub seed: u64,
    /// Anything else.
    pub note: String,
}

/// Header and provenance of a model file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Kind of model, without padding; other bytes than visible ASCII are shown as `?`.
    pub kind: String,
    /// Version of the layout.
    pub version: u16,
    /// Bytes of the payload.
    pub payload_len: u64,
    /// Origin of the model.
    pub provenance: Provenance,
}

/// The header's fields after the magic and the container version.
struct Header {
    kind: [u8; 8],
    version: u16,
    payload_len: u64,
    checksum: u32,
}

impl Header {
    fn to_bytes(&self) -> [u8; HEADER_LEN] {
        let mut bytes = [0; HEADER_LEN];
        bytes[..4].copy_from_slice(&MAGIC);
        bytes[4..6].copy_from_slice(&CONTAINER.to_le_bytes());
        bytes[6..14].copy_from_slice(&self.kind);
        bytes[14..16].copy_from_slice(&self.version.to_le_bytes());
        bytes[16] = CODEC_BINCODE;
        bytes[17..25].copy_from_slice(&self.payload_len.to_le_bytes());
        bytes[25..29].copy_from_slice(&self.checksum.to_le_bytes());
        bytes
    }

    fn read(bytes: &[u8; HEADER_LEN]) -> Result<Header, FileError> {
        fn part<const N: usize>(bytes: &[u8; HEADER_LEN], at: usize) -> [u8; N] {
            core::array::from_fn(|i| bytes[at + i])
        }
        let magic: [u8; 4] = part(bytes, 0);
        if magic != MAGIC {
            let found = magic.escape_ascii();
            return Err(FileError::contents(format!(
                "begins with \"{found}\", expected a model file, which begins with \"KMDI\""
            )));
        }
        let container = u16::from_le_bytes(part(bytes, 4));
        if container != CONTAINER {
            return Err(of_other_program(&format!(
                "model file of container version {container}, expected 1"
            )));
        }
        if bytes[16] != CODEC_BINCODE {
            return Err(of_other_program(&format!("model file: codec {}, expected 1", bytes[16])));
        }
        Ok(Header {
            kind: part(bytes, 6),
            version: u16::from_le_bytes(part(bytes, 14)),
            payload_len: u64::from_le_bytes(part(bytes, 17)),
            checksum: u32::from_le_bytes(part(bytes, 25)),
        })
    }

    /// CRC-32 of the header up to the checksum, and of the payload.
    fn checksum_with(&self, payload: &[u8]) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&self.to_bytes()[..HEADER_LEN - 4]);
        hasher.update(payload);
        hasher.finalize()
    }

    fn payload_error(&self, reason: &str) -> FileError {
        let (kind, version) = (text(self.kind), self.version);
        FileError::contents(format!(
            "model file of kind {kind:?}, version {version}: undamaged, but its contents are of another model: {reason}; \
             {OTHER_PROGRAM}"
        ))
    }

    fn expect<M: Artifact>(&self) -> Result<(), FileError> {
        if self.kind != M::KIND {
            let (found, expected, what) = (text(self.kind), text(M::KIND), M::WHAT);
            return Err(FileError::contents(format!(
                "model file of kind {found:?}, expected kind {expected:?}, {what}"
            )));
        }
        if self.version != M::VERSION {
            let (kind, found, expected) = (text(self.kind), self.version, M::VERSION);
            return Err(of_other_program(&format!(
                "model file of kind {kind:?}: version {found}, expected {expected}"
            )));
        }
        Ok(())
    }
}

fn refused(path: &Path, source: io::Error) -> FileError {
    FileError::system(format!("model file {}", path.display()), source)
}

/// Advice for a file whose layout this build does not know.
const OTHER_PROGRAM: &str = "it was written by another version of the program; use that version, or make the file again with this one";

fn of_other_program(reason: &str) -> FileError {
    FileError::contents(format!("{reason}: {OTHER_PROGRAM}"))
}

/// Decodes the beginning of a payload; returns also how many bytes it used.
fn contents<T: DeserializeOwned>(header: &Header, payload: &[u8]) -> Result<(T, usize), FileError> {
    // The codec allocates memory for a text, up to its limit, before it checks that the text is there.
    let decoded = if payload.len() <= SMALL {
        bincode::serde::decode_from_slice(payload, codec().with_limit::<{ 16 * SMALL }>())
    } else if payload.len() <= MEDIUM {
        bincode::serde::decode_from_slice(payload, codec().with_limit::<{ 16 * MEDIUM }>())
    } else {
        bincode::serde::decode_from_slice(payload, codec().with_limit::<MOST>())
    };
    decoded.map_err(|error| header.payload_error(in_words(&error)))
}

/// What is wrong with the contents, without the codec's jargon.
fn in_words(error: &bincode::error::DecodeError) -> &'static str {
    use bincode::error::DecodeError;
    match error {
        DecodeError::UnexpectedEnd { .. } => "they end within the model",
        DecodeError::LimitExceeded | DecodeError::OutsideUsizeRange(_) => {
            "found a length beyond the end of the file, expected one within it"
        }
        DecodeError::Utf8 { .. } | DecodeError::InvalidCharEncoding(_) => {
            "found bytes that are no text where a name or note is expected"
        }
        DecodeError::InvalidBooleanValue(_) => "found another number where 0 or 1 is expected (a yes or no)",
        DecodeError::UnexpectedVariant { .. } => "found an unknown variant",
        _ => "found bytes that are no number where a number is expected",
    }
}

/// A kind as readable text.
fn text(kind: [u8; 8]) -> String {
    let end = kind.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    kind[..end].iter().map(|&byte| if byte.is_ascii_graphic() { byte as char } else { '?' }).collect()
}

fn codec() -> bincode::config::Configuration {
    bincode::config::standard()
}

fn valid<M: Artifact>(model: &M) -> Result<(), FileError> {
    model
        .validate()
        .map_err(|reason| FileError::contents(format!("model of kind {:?}: {reason}", text(M::KIND))))
}

/// Header and provenance of the bytes of a model file of any kind.
///
/// # Errors
///
/// [`FileError::Contents`].
pub fn summary(bytes: &[u8]) -> Result<Summary, FileError> {
    let (header, payload) = split(bytes)?;
    check(&header, payload)?;
    let (provenance, _): (Provenance, usize) = contents(&header, payload)?;
    Ok(Summary {
        kind: text(header.kind),
        version: header.version,
        payload_len: header.payload_len,
        provenance,
    })
}

fn split(bytes: &[u8]) -> Result<(Header, &[u8]), FileError> {
    let (header, payload) = bytes.split_first_chunk().ok_or_else(|| {
        let found = bytes.len();
        FileError::contents(format!(
            "{found} bytes, expected a model file, which has a header of {HEADER_LEN}"
        ))
    })?;
    Ok((Header::read(header)?, payload))
}

fn check(header: &Header, payload: &[u8]) -> Result<(), FileError> {
    check_length(header, payload.len() as u64)?;
    let found = header.checksum_with(payload);
    if found != header.checksum {
        let (kind, said) = (text(header.kind), header.checksum);
        return Err(FileError::contents(format!(
            "model file of kind {kind:?}: checksum {found:08x}, expected {said:08x}: \
             the file has changed since it was written, copy it again"
        )));
    }
    Ok(())
}

fn check_length(header: &Header, found: u64) -> Result<(), FileError> {
    if header.payload_len != found {
        let (kind, said) = (text(header.kind), header.payload_len);
        let what = format!("model file of kind {kind:?}: {found} bytes after the header");
        return Err(FileError::length(what, found, said));
    }
    if found > MOST as u64 {
        return Err(FileError::contents(format!(
            "model file: {found} bytes of contents, expected at most 2^30"
        )));
    }
    Ok(())
}

/// Header and provenance of a model file of any kind.
///
/// # Errors
///
/// [`FileError`].
pub fn inspect(path: impl AsRef<Path>) -> Result<Summary, FileError> {
    let path = path.as_ref();
    read(path, |_| Ok(())).and_then(|bytes| summary(&bytes)).map_err(|error| error.of(path.display()))
}

/// Reads the whole file after checking its header and its length.
fn read(path: &Path, expect: impl FnOnce(&Header) -> Result<(), FileError>) -> Result<Vec<u8>, FileError> {
    let io = |source| refused(path, source);
    let mut file = File::open(path).map_err(io)?;
    let len = file.metadata().map_err(io)?.len();
    let mut bytes = Vec::new();
    Read::by_ref(&mut file).take(HEADER_LEN as u64).read_to_end(&mut bytes).map_err(io)?;
    let (header, _) = split(&bytes)?;
    expect(&header)?;
    check_length(&header, len.saturating_sub(HEADER_LEN as u64))?;
    // If the file grows meanwhile, only the length in its header is read, plus one byte that reveals it.
    file.take(header.payload_len + 1).read_to_end(&mut bytes).map_err(io)?;
    Ok(bytes)
}
