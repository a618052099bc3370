//! Pairs of pieces from the moves of games, by discriminant analysis: the experiment of paper 001 (`komadai-lab train-discriminant`).

fn main() -> std::process::ExitCode {
    komadai_lab::experiments::experiment("train-discriminant")
}
