//! How often each killer is right [R2]: `komadai-lab killer-effectiveness`.
//!
//! ```sh
//! cargo run --release --example killer_effectiveness
//! ```

fn main() -> std::process::ExitCode {
    komadai_lab::experiments::experiment("killer-effectiveness")
}
