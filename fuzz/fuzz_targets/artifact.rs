//! Model files: any bytes are loaded or refused, and what is loaded is written the same. Needs `komadai-eval` with its
//! feature `artifact`.
#![no_main]

use komadai_core::artifact::{Artifact, summary};
use komadai_eval::Material;
use komadai_eval::pair::PairModel;
use komadai_eval::reliability::ReliabilityModel;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = summary(bytes);
    load::<Material>(bytes);
    load::<PairModel>(bytes);
    load::<ReliabilityModel>(bytes);
});

/// Loads the bytes, and the same bytes as a payload after a valid header, so that the fuzzer gets past the checksum.
fn load<A: Artifact>(bytes: &[u8]) {
    let mut file = b"KMDI\x01\x00".to_vec();
    file.extend(A::KIND);
    file.extend(A::VERSION.to_le_bytes());
    file.push(1);
    file.extend((bytes.len() as u64).to_le_bytes());
    let checksum = crc32fast::hash(&[&file, bytes].concat());
    file.extend(checksum.to_le_bytes());
    file.extend(bytes);
    for bytes in [bytes, &file] {
        if let Ok((model, provenance)) = A::from_bytes(bytes) {
            let written = model.to_bytes(&provenance).expect("what was loaded can be written");
            let (again, _) = A::from_bytes(&written).expect("what was written can be loaded");
            assert_eq!(again.to_bytes(&provenance).expect("as before"), written);
        }
    }
}
