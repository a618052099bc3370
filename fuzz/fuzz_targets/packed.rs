//! Packed positions and training records: any bytes are read or refused, and what is read is written the same.
#![no_main]

use komadai_core::notation::packed::{
    HcpePosition, HcpeRecord, PackedPosition, Record, pack_hcpe_move, pack_move, unpack_hcpe_move,
    unpack_move,
};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(record) = Record::from_bytes(bytes) {
        let written = record.to_bytes();
        assert_eq!(written[..39], bytes[..39], "only the padding may differ");
        assert_eq!(unpack_move(pack_move(record.mv)), Ok(record.mv));
    }
    if let Ok(record) = HcpeRecord::from_bytes(bytes) {
        let written = record.to_bytes();
        assert_eq!(written[..37], bytes[..37], "only the padding may differ");
        assert_eq!(unpack_hcpe_move(pack_hcpe_move(record.mv)), Ok(record.mv));
    }
    let Some(&position) = bytes.first_chunk() else { return };
    // Other writers may order the hands otherwise, so the position is compared, not the bytes.
    if let Ok(pos) = PackedPosition(position).unpack(1) {
        let packed = PackedPosition::pack(&pos).expect("what was unpacked can be packed");
        assert_eq!(packed.unpack(1), Ok(pos));
    }
    if let Ok(pos) = HcpePosition(position).unpack(1) {
        let packed = HcpePosition::pack(&pos).expect("what was unpacked can be packed");
        assert_eq!(packed.unpack(1), Ok(pos));
    }
});
