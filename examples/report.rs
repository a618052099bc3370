//! The claims of the papers beside what is found here, on one page: `report --out DIR`.

fn main() -> std::process::ExitCode {
    komadai_lab::experiments::experiment("report")
}
