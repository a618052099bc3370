//! Records in KI2.
#![no_main]

use komadai_notation::record::Format;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| komadai_fuzz::record(bytes, Format::Ki2));
