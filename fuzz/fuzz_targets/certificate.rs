//! Certificates: any bytes are read or refused, as a whole file and after the head of a real position. The checksum is made valid, or
//! nothing would pass it.
#![no_main]

use komadai_tsume::checker::{CheckError, Checked, check, check_hisshi};

/// A no-mate (Muso 88): bytes that show a mate have found a hole in the checker.
const SFEN: &[u8] = b"9/9/6Sn1/3+R1g1p1/6P1B/9/5G1Pp/3+B4+p/3Ls1k+r1 b GPg2s3n3l12p";

fn read(payload: &[u8]) -> Result<Checked, CheckError> {
    let checksum = crc32fast::hash(payload).to_le_bytes();
    check(&[payload, &checksum].concat()[..])
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = check_hisshi(&[bytes, &crc32fast::hash(bytes).to_le_bytes()].concat()[..]);
    if let Ok(checked) = read(bytes) {
        assert!(checked.records > 0);
    }
    for claim in [1, 2, 3] {
        let head = [b"KMDC\x01\x00".as_slice(), &[claim, SFEN.len() as u8], SFEN];
        let shown = read(&[&head.concat(), bytes].concat());
        assert!(claim != 1 || shown.is_err());
    }
});
