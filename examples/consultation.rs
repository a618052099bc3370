//! What voting engines cost and how they vote [R12]: `komadai-lab consultation`.
//!
//! ```sh
//! cargo run --release --example consultation
//! ```

fn main() -> std::process::ExitCode {
    komadai_lab::experiments::experiment("consultation")
}
