//! ProbCut with a learned margin, table 2 of paper 004 [R19]: the subcommand `probcut` of `komadai-lab`.

fn main() -> std::process::ExitCode {
    komadai_lab::experiments::experiment("probcut")
}
