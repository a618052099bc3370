//! The weights of a network, and the checks that their numbers fit.

use komadai_core::files::FileError;

use crate::network::inputs::Inputs;

/// Sums of one view: outputs of the first layer, the transform.
pub const HALF: usize = 256;
/// Most outputs of a hidden layer.
pub const MOST_OUTPUTS: usize = 64;
/// Outputs of a hidden layer are divided by 2 to this power, rounded down, before they are limited to 0 … 127.
pub const SHIFT: u32 = 6;
/// The output of the last layer is divided by this, or another number given to the evaluator, and rounded towards 0 to centipawns.
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
/// H1 and H2 are 1 to [`MOST_OUTPUTS`]; networks in use have 8, 16 and 32. [`NetworkEvaluator`](crate::network::NetworkEvaluator)
/// shows an example.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    inputs: Inputs,
    transform_biases: [i16; HALF],
    transform: Vec<[i16; HALF]>,
    layers: [Layer; 3],
}

komadai_core::debug_by_sizes!(Network { inputs, layers }[transform]);

impl Network {
    /// Makes a network from its weights: the biases of the transform, its weights `[input][sum]`, and three layers.
    ///
    /// # Errors
    ///
    /// [`FileError::Contents`] if the numbers of weights do not fit each other.
    pub fn from_parts(
        inputs: Inputs,
        transform_biases: [i16; HALF],
        transform: Vec<[i16; HALF]>,
        layers: [Layer; 3],
    ) -> Result<Network, FileError> {
        let fit = |what: &str, found, expected| {
            let wrong = || FileError::contents(format!("network: {found} {what}, expected {expected}"));
            if found == expected { Ok(()) } else { Err(wrong()) }
        };
        fit("inputs of the transform", transform.len(), inputs.len())?;
        fit("outputs of layer 3", layers[2].biases.len(), 1)?;
        let mut from = 2 * HALF;
        for (number, layer) in (1..).zip(&layers) {
            let to = layer.biases.len();
            fit(&format!("outputs of layer {number}"), to, to.clamp(1, MOST_OUTPUTS))?;
            fit(&format!("weights of layer {number}"), layer.weights.len(), from * to)?;
            from = to;
        }
        Ok(Network { inputs, transform_biases, transform, layers })
    }

    /// The set of inputs.
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
