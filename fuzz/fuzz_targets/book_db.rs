//! Opening books: any bytes are read or refused line by line, and what is read is written and read back.
#![no_main]

use komadai_notation::book_db::{BookEntry, BookReader, sorted, write};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let entries: Vec<BookEntry> = BookReader::new(bytes).filter_map(Result::ok).collect();
    let text = write(entries.clone());
    let back: Result<Vec<BookEntry>, _> = BookReader::new(text.as_bytes()).collect();
    assert_eq!(back.expect("what was written can be read"), sorted(entries), "{text}");
});
