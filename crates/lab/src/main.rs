//! Every experiment as a subcommand: `komadai-lab self-play --a modern --b modern-null`.

use std::process::ExitCode;

fn main() -> ExitCode {
    komadai_lab::experiments::program()
}
