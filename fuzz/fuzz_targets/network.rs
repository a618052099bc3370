//! Networks in files: any bytes are read or refused, and what is read is written the same.
#![no_main]

use komadai_eval::network::{HALF, Inputs, Layer, Network};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    read(bytes);
    // The same bytes somewhere in a valid file, so that the fuzzer gets past architecture and length.
    if let [first, second, at @ .., _] = bytes {
        let layer = |from: usize, to: usize| Layer { biases: vec![0; to], weights: vec![0; from * to] };
        let [first, second] = [first, second].map(|width| usize::from(width % 64) + 1);
        let layers = [layer(2 * HALF, first), layer(first, second), layer(second, 1)];
        let transform = vec![[0; HALF]; Inputs::KingPiece.len()];
        let network =
            Network::from_parts(Inputs::KingPiece, [0; HALF], transform, layers).expect("parts that fit");
        let mut file = network.to_bytes();
        let start = bytes.iter().fold(0, |sum, &byte| 31 * sum % file.len() + usize::from(byte)) % file.len();
        file.iter_mut().skip(start).zip(at).for_each(|(byte, &new)| *byte = new);
        read(&file);
    }
});

fn read(bytes: &[u8]) {
    if let Ok(network) = Network::read(bytes) {
        let written = network.to_bytes();
        let again = Network::read(&written).expect("what was written can be read");
        assert!(again == network && again.to_bytes() == written);
    }
}
