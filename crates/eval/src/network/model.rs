//! The weights of a network, and what can be wrong with them.

use std::io;
use std::path::{Path, PathBuf};

use crate::network::inputs::Inputs;

/// Sums of one view: outputs of the first layer, the transform.
pub const HALF: usize = 256;
/// Most outputs of a hidden layer.
pub const MOST_OUTPUTS: usize = 64;
/// Outputs of a hidden layer are divided by 2 to this power, rounded down, before they are limited to 0 … 127.
pub const SHIFT: u32 = 6;
/// The output of the last layer is a centipawn times this; it is divided with the rest cut off.
pub const FV_SCALE: i32 = 16;

/// Layer of a network whose outputs are `bias + Σ weight · input`.
#[derive(Clone, PartialEq, Eq)]
pub struct Layer {
    /// `[output]`
    pub biases: Vec<i32>,
    /// `[output][input]`
    pub weights: Vec<i8>,
}

komadai_core::debug_by_sizes!(Layer {} [biases, weights]);

/// Network of integers: a transform of inputs to two times 256 sums, and three layers of 512 → H1 → H2 → 1.
///
/// H1 and H2 are 1 to [`MOST_OUTPUTS`]; those of the field are 8, 16 and 32.
///
/// ```
/// use komadai_eval::network::{HALF, Inputs, Layer, Network};
///
/// let inputs = Inputs::KingPiece;
/// let layer = |from: usize, to: usize| Layer { biases: vec![0; to], weights: vec![1; from * to] };
/// let layers = [layer(2 * HALF, 8), layer(8, 32), layer(32, 1)];
/// let network = Network::from_parts(inputs, [5; HALF], vec![[1; HALF]; inputs.len()], layers)?;
/// assert_eq!(network.architecture().chars().take(31).collect::<String>(), "Features=K+P[1710->256x2],Netwo");
/// # Ok::<(), komadai_eval::network::NetworkError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    inputs: Inputs,
    transform_biases: [i16; HALF],
    transform: Vec<[i16; HALF]>,
    layers: [Layer; 3],
}

komadai_core::debug_by_sizes!(Network { inputs, layers }[transform]);

impl Network {
    /// A network of its weights: the biases of the transform, its weights `[input][sum]`, and three layers.
    ///
    /// # Errors
    ///
    /// [`NetworkError::Parts`] where the numbers of weights do not fit each other.
    pub fn from_parts(
        inputs: Inputs,
        transform_biases: [i16; HALF],
        transform: Vec<[i16; HALF]>,
        layers: [Layer; 3],
    ) -> Result<Network, NetworkError> {
        let fit = |what, found, expected| {
            if found == expected { Ok(()) } else { Err(NetworkError::Parts { what, found, expected }) }
        };
        fit("inputs of the transform", transform.len(), inputs.len())?;
        fit("outputs of layer 3", layers[2].biases.len(), 1)?;
        let mut from = 2 * HALF;
        for (layer, names) in layers.iter().zip([
            ("outputs of layer 1", "weights of layer 1"),
            ("outputs of layer 2", "weights of layer 2"),
            ("outputs of layer 3", "weights of layer 3"),
        ]) {
            let to = layer.biases.len();
            fit(names.0, to, to.clamp(1, MOST_OUTPUTS))?;
            fit(names.1, layer.weights.len(), from * to)?;
            from = to;
        }
        Ok(Network { inputs, transform_biases, transform, layers })
    }

    /// Its set of inputs.
    pub fn inputs(&self) -> Inputs {
        self.inputs
    }

    /// Biases of the transform, `[sum]`.
    pub fn transform_biases(&self) -> &[i16; HALF] {
        &self.transform_biases
    }

    /// Weights of the transform, `[input][sum]`.
    pub fn transform(&self) -> &[[i16; HALF]] {
        &self.transform
    }

    /// The three layers behind the transform.
    pub fn layers(&self) -> &[Layer; 3] {
        &self.layers
    }

    /// Outputs of the two hidden layers, H1 and H2.
    pub fn hidden(&self) -> [usize; 2] {
        [self.layers[0].biases.len(), self.layers[1].biases.len()]
    }

    /// The architecture as files of networks name it.
    pub fn architecture(&self) -> String {
        architecture(self.inputs, self.hidden())
    }
}

/// Architecture string of a network with these inputs and outputs of hidden layers.
pub(super) fn architecture(inputs: Inputs, [first, second]: [usize; 2]) -> String {
    let (name, count) = (inputs.name(), inputs.len());
    format!(
        "Features={name}[{count}->256x2],Network=AffineTransform[1<-{second}](ClippedReLU[{second}]\
         (AffineTransform[{second}<-{first}](ClippedReLU[{first}](AffineTransform[{first}<-512](InputSlice[512(0:512)])))))"
    )
}

/// Error in making, loading or saving a network.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// Weights that are no network.
    #[error("network: {found} {what}, expected {expected}")]
    Parts {
        /// What was counted.
        what: &'static str,
        /// Their number.
        found: usize,
        /// The number that fits the rest, or that is next to `found`.
        expected: usize,
    },
    /// The file system.
    #[error("network {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// What is wrong with a file that was read.
    #[error("network {}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Any other error than those of the file system.
        source: Box<NetworkError>,
    },
    /// Another kind of file.
    #[error("begins with {0:#010x}, expected version 0x7af32f16 of a network (nn.bin)")]
    Version(u32),
    /// A network of an architecture that this crate does not know.
    #[error(
        "network of architecture {0:?}, expected K+P or HalfKP(Friend) to 256x2 sums, with hidden layers of 1 to 64 outputs: \
         \"{known}\"",
        known = architecture(Inputs::KingPiece, [32, 32])
    )]
    Architecture(String),
    /// A part whose hash is not that of its architecture.
    #[error("{part} has hash {found:#010x}, expected {expected:#010x} for its architecture")]
    Hash {
        /// Part of the file.
        part: &'static str,
        /// In the file.
        found: u32,
        /// By the architecture string.
        expected: u32,
    },
    /// The file is longer or shorter than its architecture says.
    #[error(
        "network of {found} bytes, expected {expected}: {}",
        if found < expected { "the file was cut short, copy it again" } else { "something was added to it, copy it again" }
    )]
    Length {
        /// Bytes of the file; of a longer one, no more than this were read.
        found: usize,
        /// By its architecture.
        expected: usize,
    },
}

impl NetworkError {
    /// The same with the file it is about.
    pub(super) fn of(self, path: &Path) -> NetworkError {
        NetworkError::File { path: path.to_path_buf(), source: Box::new(self) }
    }
}
