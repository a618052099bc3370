//! Packed positions and training records: any bytes are read or refused, and what is read is written the same.
#![no_main]

use komadai_core::notation::packed::{HcpePosition, HcpeRecord, PackedPosition, Record, TrainingRecord};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    record::<Record>(bytes);
    record::<HcpeRecord>(bytes);
    let Some(&position) = bytes.first_chunk() else { return };
    // Other writers may order the hands differently, so the position is compared, not the bytes.
    if let Ok(pos) = PackedPosition(position).unpack(1) {
        let packed = PackedPosition::pack(&pos).expect("what was unpacked can be packed");
        assert_eq!(packed.unpack(1), Ok(pos));
    }
    if let Ok(pos) = HcpePosition(position).unpack(1) {
        let packed = HcpePosition::pack(&pos).expect("what was unpacked can be packed");
        assert_eq!(packed.unpack(1), Ok(pos));
    }
});

fn record<R: TrainingRecord>(bytes: &[u8]) {
    if let Ok(record) = R::read(bytes) {
        let mut written = Vec::new();
        record.write(&mut written);
        assert_eq!(written[..R::LEN - 1], bytes[..R::LEN - 1], "only the last byte may differ");
    }
}
