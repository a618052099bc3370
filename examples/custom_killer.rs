//! A killer of your own, and what it is worth: copy this file, change the killer.
//!
//! ```sh
//! cargo run --release --example custom_killer
//! ```
fn main() {}
