//! How far a deep value lies from a shallow one: figures 15 to 19 of paper 004 \[R17\].
//!
//! ```sh
//! cargo run --release -- deep-shallow
//! cargo run --release -- deep-shallow --corpus out/corpus.psv --positions 20000 --depth 8 --threads 2
//! ```
//!
//! Positions drawn from games are searched depth by depth (`--samples-out`, made once, resumable). The difference of the values
//! at two depths should be spread about 0 like a normal distribution, more widely the farther apart the depths are and the
//! further the game has come, and less between deeper depths.
//!
//! `tables.rs` has the spreads by depths and by progress, `figures.rs` the same as figures.

mod figures;
mod tables;

use std::io::Write;

use clap::Args;

use crate::recipe::Parts;
use crate::reliability::{Differences, Sampling};
use komadai_report::options::Out;
use komadai_report::{Failure, Printed};

/// The depths are those up to the deepest that was searched, and half of it.
#[derive(Args)]
pub(super) struct Options {
    #[command(flatten)]
    sampling: Sampling,
    #[command(flatten)]
    out: Out,
}

pub(super) fn run(options: &Options, parts: &Parts) -> Result<Vec<Printed>, Failure> {
    let (samples, deepest) = options.sampling.samples(parts)?;
    let shallow = deepest / 2;
    if shallow == 0 {
        return Err(format!("the samples reach depth {deepest}, expected 2 or more").into());
    }
    let between = |shallow, deep| Differences::of(&samples, shallow, deep);
    let main = between(shallow, deepest);
    let mut report = options.out.report();
    writeln!(
        report,
        "{} positions of {} games, depths {shallow} and {deepest}: {} left out",
        samples.len(),
        samples.chunk_by(|one, next| one.game == next.game).count(),
        main.left_out
    )?;
    let rows = tables::by_depths(deepest, shallow, &between);
    report.table("Spread by depths (figures 15 and 16), centipawns", "depths.csv", &rows)?;
    let rows = tables::by_progress(&main);
    report.table("Spread by progress (figure 19), centipawns", "progress.csv", &rows)?;
    report.table("The line through these spreads, centipawns", "line.csv", &tables::line(&main))?;
    report.table("Cost of a depth", "cost.csv", &tables::cost(&samples, deepest))?;

    let (fixed, apart) = (tables::fixed(shallow, deepest), tables::apart(deepest));
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
