//! Measures a df-pn heuristic of your own: copy this file and change the heuristic.
//!
//! ```sh
//! cargo run --release --example custom_dfpn_heuristic
//! cargo run --release --example custom_dfpn_heuristic -- 1000000
//! ```
//!
//! The heuristic is the first thing below: one struct, one `impl`. The practical mates and classical no-mates of
//! `data/tsume` are solved with it and with two built-in ones, within a number of nodes each (the argument). A good heuristic
//! solves more problems, or the same with fewer nodes. It cannot make an answer wrong, since answers rest on decided
//! positions alone.

use std::io::Write;
use std::process::ExitCode;

use komadai::samples;
use komadai::tsume::{DfpnHeuristic, MateNode, Mobility, Numbers, Unit};
use komadai_lab::MateProblem;
use komadai_lab::mate::MateComparison;
use komadai_report::{Failure, Progress, exit_status};

/// [`Mobility`], with an extra weight on the squares that the king can step on.
struct Cage {
    weight: u32,
}

impl DfpnHeuristic for Cage {
    fn initial(&self, at: &MateNode<'_>) -> Numbers {
        if at.is_or() {
            return Mobility.initial(at);
        }
        let king = at.pos.king(!at.attacker);
        let steps = at.pos.legal_moves().into_iter().filter(|mv| mv.from() == king).count();
        Numbers::open(at.answers() + self.weight * steps as u32, 1)
    }
}

fn main() -> ExitCode {
    exit_status("custom_dfpn_heuristic", run())
}

fn run() -> Result<(), Failure> {
    let word = std::env::args_os().nth(1).map(|word| word.to_string_lossy().into_owned());
    let number = |word: String| word.parse().map_err(|_| format!("{word}: expected a number of nodes"));
    let nodes = word.map_or(Ok(20_000), number)?;
    let problems = MateProblem::read_all(&[samples::MATES, samples::NO_MATES].concat())?;
    let mut comparison = MateComparison::new(problems, nodes);
    let progress = Progress::new(3, 0, "heuristics");
    comparison.solve("unit", Unit)?;
    progress.step();
    comparison.solve("mobility", Mobility)?;
    progress.step();
    comparison.solve("cage", Cage { weight: 2 })?;
    progress.step();
    drop(progress);
    Ok(std::io::stdout().write_all(comparison.table().to_text().as_bytes())?)
}
