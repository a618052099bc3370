//! How far a deep value lies from a shallow one: figures 15 to 19 of paper 004 [R17].
//!
//! ```sh
//! cargo run --release --example deep_shallow
//! cargo run --release --example deep_shallow -- --corpus out/corpus.psv --positions 20000 --depth 8 --threads 2
//! ```
//!
//! Positions drawn from games are searched depth by depth (`--samples-out`, made once, resumable). The difference of the values
//! at two depths should be spread about 0 like a normal distribution, more widely the farther apart the depths are and the
//! further the game has come, and less between deeper depths. Values beyond `--limit` are left out, since such games are
//! decided, and mates with them.
//!
//! | file | does |
//! |---|---|
//! | `pairs.rs` | which pairs of depths |
//! | `tables.rs` | spreads by depths and by progress |
//! | `figures.rs` | the same as figures |
//!
//! The exit status is 0, or 2 if options or files cannot be used.

mod figures;
mod pairs;
mod tables;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use komadai_lab::Parts;
use komadai_lab::reliability::{Differences, Sampling, deepest};
use komadai_report::options::Out;
use komadai_report::{COLUMNS, Failure, exit_status};

/// Shows how far deep values of searches lie from shallow ones.
#[derive(Parser)]
#[command(max_term_width = COLUMNS, name = "deep_shallow")]
struct Options {
    #[command(flatten)]
    sampling: Sampling,
    /// Shallow depth of figures 15 and 17 to 19 [default: half of --depth].
    #[arg(long, value_name = "PLIES")]
    shallow: Option<u32>,
    /// Values farther from 0 are left out, in centipawns.
    #[arg(long, value_name = "CP", default_value_t = 3_000, value_parser = clap::value_parser!(i32).range(1..=29_999))]
    limit: i32,
    #[command(flatten)]
    out: Out,
}

fn main() -> ExitCode {
    exit_status("deep_shallow", run(&Options::parse()))
}

fn run(options: &Options) -> Result<(), Failure> {
    let samples = options.sampling.samples(&Parts::new())?;
    let deepest = deepest(&samples);
    let shallow = options.shallow.unwrap_or(deepest / 2);
    if shallow == 0 || shallow >= deepest {
        return Err(format!(
            "--shallow {shallow}: the samples reach depth {deepest}, expected 1 to less than that"
        )
        .into());
    }
    let between = |shallow, deep| Differences::of(&samples, shallow, deep, options.limit);
    let main = between(shallow, deepest);
    let mut report = options.out.report();
    let games = samples.chunk_by(|one, next| one.game == next.game).count();
    let left_out = main.left_out;
    writeln!(
        report,
        "{} positions of {games} games, depths {shallow} and {deepest}: {left_out} left out",
        samples.len()
    )?;
    let rows = tables::by_depths(deepest, shallow, &between);
    report.table("Spread by depths (figures 15 and 16), centipawns", "depths.csv", &rows)?;
    report.table(
        "Spread by progress (figure 19), centipawns",
        "progress.csv",
        &tables::by_progress(&main),
    )?;
    writeln!(report, "{}", tables::slope(&main))?;
    report.table("Cost of a depth", "cost.csv", &tables::cost(&samples, deepest))?;
    let (fixed, apart) = (pairs::fixed(shallow, deepest), pairs::apart(deepest));
    for (file, title, pairs, before) in [
        ("figure-15.svg", "one shallow depth (figure 15)", &fixed, &[][..]),
        ("figure-16.svg", "depths two plies apart (figure 16)", &apart, &fixed),
    ] {
        let title = format!("Deep less shallow values, {title}");
        report.figure(file, &figures::depths(&title, pairs, before, &between))?;
    }
    for (file, range) in [("figure-17.svg", 48..=63), ("figure-18.svg", 112..=127)] {
        if let Some(figure) = figures::histogram(&main, range) {
            report.figure(file, &figure)?;
        }
    }
    report.figure("figure-19.svg", &figures::progress(&main))?;
    Ok(report.finish()?)
}
