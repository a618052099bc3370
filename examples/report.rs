//! The claims of the papers beside what is found here, on one page: `report --out DIR`.

use std::process::ExitCode;

fn main() -> ExitCode {
    komadai_lab::experiments::experiment("report")
}
