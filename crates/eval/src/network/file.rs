//! Networks in files: `nn.bin`, in the form that shogi engines share.
//!
//! ```text
//! u32 version 0x7af32f16
//! u32 hash of all
//! u32 length of the architecture string, and the string
//! u32 hash of the transform     i16 biases [256]      i16 weights [input][256]
//! u32 hash of the layers
//!                               i32 biases [H1]       i8 weights [H1][512]
//!                               i32 biases [H2]       i8 weights [H2][H1, filled up with zeros to a multiple of 32]
//!                               i32 bias              i8 weights [H2, likewise]
//! ```
//!
//! Numbers are little-endian. Hashes are computed from the architecture, not from the weights: each kind of input and of layer has
//! its constant. Bytes in the place of the filled-up zeros belong to no input and are skipped.

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

use komadai_core::files::{FileError, write_whole};

use crate::network::inputs::Inputs;
use crate::network::model::{HALF, Layer, MOST_OUTPUTS, Network, architecture};

/// At most so many bytes of an architecture string are read.
const LONGEST_STRING: usize = 1 << 12;
/// Weights of a row are filled up to a multiple of this.
const ROW: usize = 32;

impl Network {
    /// Version of the form, the first four bytes of a file.
    pub const VERSION: u32 = 0x7AF3_2F16;

    /// Reads a network from the bytes of a file.
    ///
    /// # Errors
    ///
    /// [`FileError::Contents`]. A network of another architecture is refused, and the error names it.
    pub fn read(bytes: &[u8]) -> Result<Network, FileError> {
        let mut rest = Bytes { rest: bytes, found: bytes.len() };
        let version = rest.u32()?;
        if version != Network::VERSION {
            let expected = "version 0x7af32f16 of a network (nn.bin)";
            return Err(FileError::contents(format!("begins with {version:#010x}, expected {expected}")));
        }
        let hash = rest.u32()?;
        let (inputs, hidden) = known(&rest.string()?)?;
        let (hash_of_transform, hash_of_layers) = (transform_hash(inputs), layers_hash(hidden));
        let fit = |part, found: u32, expected| {
            let told =
                format!("{part} has hash {found:#010x}, expected {expected:#010x} for its architecture");
            if found == expected { Ok(()) } else { Err(FileError::contents(told)) }
        };
        fit("the network", hash, hash_of_transform ^ hash_of_layers)?;
        // From here on the length is known, so nothing is allocated for a file that is too short.
        let expected = file_len(inputs, hidden);
        if bytes.len() != expected {
            return Err(wrong_length(bytes.len(), expected));
        }
        fit("the transform", rest.u32()?, hash_of_transform)?;
        let biases = rest.sums()?;
        let transform = (0..inputs.len()).map(|_| rest.sums()).collect::<Result<_, _>>()?;
        fit("the layers", rest.u32()?, hash_of_layers)?;
        let [first, second, last] = shapes(hidden);
        let layers = [rest.layer(first)?, rest.layer(second)?, rest.layer(last)?];
        Network::from_parts(inputs, biases, transform, layers)
    }

    /// The bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (inputs, hidden) = (self.inputs(), self.hidden());
        let mut bytes = Vec::with_capacity(file_len(inputs, hidden));
        let put = |bytes: &mut Vec<u8>, number: u32| bytes.extend(number.to_le_bytes());
        put(&mut bytes, Network::VERSION);
        put(&mut bytes, transform_hash(inputs) ^ layers_hash(hidden));
        let string = self.architecture();
        put(&mut bytes, string.len() as u32);
        bytes.extend(string.bytes());
        put(&mut bytes, transform_hash(inputs));
        for row in std::iter::once(self.transform_biases()).chain(self.transform()) {
            bytes.extend(row.iter().flat_map(|weight| weight.to_le_bytes()));
        }
        put(&mut bytes, layers_hash(hidden));
        for (layer, (from, _)) in self.layers().iter().zip(shapes(hidden)) {
            bytes.extend(layer.biases.iter().flat_map(|bias| bias.to_le_bytes()));
            for row in layer.weights.chunks_exact(from) {
                bytes.extend(row.iter().map(|&weight| weight as u8));
                bytes.resize(bytes.len() + from.next_multiple_of(ROW) - from, 0);
            }
        }
        bytes
    }

    /// Loads a network from a file.
    ///
    /// # Errors
    ///
    /// [`FileError`], with the name of the file.
    pub fn load(path: impl AsRef<Path>) -> Result<Network, FileError> {
        let path = path.as_ref();
        let io = |source| FileError::system(named(path), source);
        let most = file_len(Inputs::HalfKingPiece, [MOST_OUTPUTS; 2]) + LONGEST_STRING;
        let mut bytes = Vec::new();
        File::open(path).map_err(io)?.take(most as u64).read_to_end(&mut bytes).map_err(io)?;
        Network::read(&bytes).map_err(|error| error.of(named(path)))
    }

    /// Saves the network; a reader finds either the old file or the whole new one.
    ///
    /// # Errors
    ///
    /// [`FileError::System`].
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), FileError> {
        let path = path.as_ref();
        let written = write_whole(path, |file| file.write_all(&self.to_bytes()));
        written.map_err(|source| FileError::system(named(path), source))
    }
}

/// A file, as errors name it.
fn named(path: &Path) -> String {
    format!("network {}", path.display())
}

fn wrong_length(found: usize, expected: usize) -> FileError {
    FileError::length(format!("network of {found} bytes"), found as u64, expected as u64)
}

/// Inputs and outputs of each layer.
fn shapes([first, second]: [usize; 2]) -> [(usize, usize); 3] {
    [(2 * HALF, first), (first, second), (second, 1)]
}

/// Bytes of a file.
fn file_len(inputs: Inputs, hidden: [usize; 2]) -> usize {
    let layers = shapes(hidden).map(|(from, to)| to * (4 + from.next_multiple_of(ROW)));
    let head = 12 + architecture(inputs, hidden).len();
    head + 4 + 2 * HALF * (1 + inputs.len()) + 4 + layers.iter().sum::<usize>()
}

/// Hash of the transform: the constant of the inputs, and the number of its outputs.
fn transform_hash(inputs: Inputs) -> u32 {
    let inputs = match inputs {
        // The constants of K and of P, combined.
        Inputs::KingPiece => 0xD3CE_E169 ^ 0x764C_FB4B_u32.rotate_left(1),
        Inputs::HalfKingPiece => 0x5D69_D5B8,
    };
    inputs ^ (2 * HALF) as u32
}

/// Hash of the layers: each layer changes the hash of the layer before.
fn layers_hash(hidden: [usize; 2]) -> u32 {
    let affine =
        |before: u32, outputs: usize| 0xCC03_DAE4_u32.wrapping_add(outputs as u32) ^ before.rotate_right(1);
    let clipped = |before: u32| before.wrapping_add(0x538D_24C7);
    let slice = 0xEC42_E90D ^ (2 * HALF) as u32;
    let second = hidden.iter().fold(slice, |before, &outputs| clipped(affine(before, outputs)));
    affine(second, 1)
}

/// The inputs and hidden layers that an architecture string names, if such networks can be read.
fn known(string: &str) -> Result<(Inputs, [usize; 2]), FileError> {
    // The numbers in front of "<-" are the outputs of the layers, last layer first.
    let outputs = |at: usize| {
        let before = string.split("<-").nth(at)?;
        before.rsplit('[').next()?.parse().ok().filter(|outputs| (1..=MOST_OUTPUTS).contains(outputs))
    };
    let hidden = outputs(1).zip(outputs(2));
    let named = |&(inputs, hidden): &(Inputs, [usize; 2])| architecture(inputs, hidden) == string;
    let candidates = [Inputs::KingPiece, Inputs::HalfKingPiece].into_iter();
    hidden
        .and_then(|(second, first)| candidates.map(|inputs| (inputs, [first, second])).find(named))
        .ok_or_else(|| {
            let known = architecture(Inputs::KingPiece, [32, 32]);
            let expected = "K+P or HalfKP(Friend) to 256x2 sums, with hidden layers of 1 to 64 outputs";
            FileError::contents(format!(
                "network of architecture {string:?}, expected {expected}: \"{known}\""
            ))
        })
}

/// Bytes of a file that are not read yet.
struct Bytes<'a> {
    rest: &'a [u8],
    /// All bytes of the file.
    found: usize,
}

impl<'a> Bytes<'a> {
    fn take(&mut self, len: usize) -> Result<&'a [u8], FileError> {
        let expected = self.found - self.rest.len() + len;
        let too_short = || wrong_length(self.found, expected);
        let (taken, rest) = self.rest.split_at_checked(len).ok_or_else(too_short)?;
        self.rest = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], FileError> {
        Ok(*self.take(N)?.first_chunk().expect("as many as asked for"))
    }

    fn u32(&mut self) -> Result<u32, FileError> {
        self.array().map(u32::from_le_bytes)
    }

    /// The architecture string; bytes that are not UTF-8 are replaced.
    fn string(&mut self) -> Result<String, FileError> {
        let len = self.u32()? as usize;
        let taken = self.take(len.min(LONGEST_STRING))?;
        Ok(String::from_utf8_lossy(taken).into_owned())
    }

    fn sums(&mut self) -> Result<[i16; HALF], FileError> {
        let bytes: [u8; 2 * HALF] = self.array()?;
        Ok(std::array::from_fn(|sum| i16::from_le_bytes([bytes[2 * sum], bytes[2 * sum + 1]])))
    }

    fn layer(&mut self, (from, to): (usize, usize)) -> Result<Layer, FileError> {
        let biases = (0..to).map(|_| self.array().map(i32::from_le_bytes)).collect::<Result<_, _>>()?;
        let mut weights = Vec::with_capacity(from * to);
        for _ in 0..to {
            weights.extend(self.take(from.next_multiple_of(ROW))?[..from].iter().map(|&byte| byte as i8));
        }
        Ok(Layer { biases, weights })
    }
}
