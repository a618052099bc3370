//! Model files: any bytes are loaded or refused, and what is loaded is written the same. Needs `komadai-eval` with its
//! feature `artifact`.
#![no_main]

use komadai_core::artifact::{Artifact, summary};
use komadai_eval::Material;

const HEADER_LEN: usize = 29;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    load(bytes);
    // The same bytes as a payload under a header that is right, so that the fuzzer gets past the checksum.
    let mut file = b"KMDI\x01\x00material\x01\x00\x01".to_vec();
    file.extend((bytes.len() as u64).to_le_bytes());
    let checksum = crc32(file.iter().chain(bytes));
    file.extend(checksum.to_le_bytes());
    assert_eq!(file.len(), HEADER_LEN);
    file.extend(bytes);
    load(&file);
});

fn load(bytes: &[u8]) {
    let _ = summary(bytes);
    if let Ok((material, provenance)) = Material::from_bytes(bytes) {
        let written = material.to_bytes(&provenance).expect("what was loaded can be written");
        let again = Material::from_bytes(&written).expect("what was written can be loaded");
        assert_eq!(again, (material, provenance));
    }
}

fn crc32<'a>(bytes: impl Iterator<Item = &'a u8>) -> u32 {
    !bytes.fold(u32::MAX, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| sum >> 1 ^ if sum & 1 == 1 { 0xedb8_8320 } else { 0 })
    })
}
