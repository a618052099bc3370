//! Paper 003: five treatments of repetitions in mate search, tables 1 and 2 and figures 4 to 6.
//! `cargo run --release --example compare_cycles -- --all --nodes 1000000 --out DIR`

fn main() -> std::process::ExitCode {
    komadai_lab::experiments::experiment("compare-cycles")
}
