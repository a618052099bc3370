//! A script of abuse: what strangers, broken programs and broken files do to the project, a thousand cases a family.
//!
//! ```sh
//! cargo build --profile test --examples
//! cargo test -p komadai --test abuse -- --ignored --nocapture --test-threads 1
//! ```
//!
//! | family | abused | what must hold |
//! |---|---|---|
//! | `usi` | sessions of `usi_engine`: limits, options, positions, bytes, ends | one answer to each `go`, legal on its board |
//! | `records` | record files in all formats, read in-process and by `convert` | what is read can be written and read again |
//! | `models` | model files, journals, corpora, certificates | refused or read; no memory for a number in a file |
//! | `options` | options, files and outputs of every example | status 0, or a message that names what is wrong |
//!
//! In all: no panic, no abort, no case without end, no earlier file changed.
//!
//! `KOMADAI_ABUSE_CASES` (1000), `KOMADAI_ABUSE_SEED` (1) and `KOMADAI_ABUSE_THREADS` (2) change the run;
//! `KOMADAI_ABUSE_ONLY=17` repeats one case. A case depends on seed and number alone.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test ends where it cannot go on")]

mod cases;
mod child;
mod damage;
#[allow(dead_code, reason = "the other test program needs more of it")]
#[path = "../it/example/mod.rs"]
mod example;
mod models;
mod options;
#[allow(unreachable_pub, reason = "a library for the fuzzer")]
#[path = "../../fuzz/src/lib.rs"]
mod properties;
mod records;
mod sandbox;
mod usi;
