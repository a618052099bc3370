//! USI: records, and the lines that a user interface sends.
#![no_main]

use komadai_notation::record::Format;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    komadai_fuzz::record(bytes, Format::Usi);
    komadai_fuzz::command(bytes);
});
