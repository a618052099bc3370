//! The figures of the thesis: 3.1, 3.4 and 3.5, and 3.2 and 3.3, the positions where Passbest was most and least effective.

use std::io::Write;

use komadai::notation::diagram::Diagram;
use komadai_recipe::watch::effectiveness::Tally;
use komadai_recipe::watch::killers::{DEPTHS, KINDS, KillerMeasurement};
use komadai_report::{Plot, Report};

use super::paper;
use super::rows::{Row, compared, killers, rate};
use super::tables::{at_depth, effective, rates};
use crate::stats::regression::Regression;

/// Draws all figures.
pub(super) fn write(report: &mut Report, rows: &[Row]) -> std::io::Result<()> {
    for killer in killers() {
        let name = format!("fig31-{}.svg", killer.to_lowercase().replace(' ', "-"));
        report.figure(&name, &progress(rows, killer))?;
    }
    let spent = depths(rows, "Fig. 3.4: rate by depth from the root", |of| &of.by_spent);
    report.figure("fig34-depth-from-root.svg", &spent)?;
    report.figure("fig34-depth-left.svg", &depths(rows, "Rate by depth left", |of| &of.by_left))?;
    let shares: Vec<_> = compared().map(|(killer, _)| (killer, effective(rows, killer))).collect();
    report.figure("fig35-kinds.svg", &Plot::shares("Fig. 3.5: kinds of effective moves", KINDS, &shares))
}

/// A point for each position, the line through them, and the thesis's rate.
fn progress(rows: &[Row], killer: &str) -> Plot {
    let title = format!("Fig. 3.1: rate of {killer} by progress");
    let thesis = format!("{}, the thesis", paper::RATE);
    let plot = Plot::new(&title).x_axis("progress of the game", "0 to 127").y_axis("rate", "");
    let plot = plot.scatter("one position", rates(rows, killer)).named_level(&thesis, paper::RATE);
    let Some(line) = Regression::of(rates(rows, killer)) else { return plot };
    let ends = rates(rows, killer).map(|point| point.0);
    let (first, last) = ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)));
    plot.line(&line.legend(), [first, last].map(|x| (x, line.at(x))))
}

fn depths(rows: &[Row], title: &str, by: fn(&KillerMeasurement) -> &[Tally]) -> Plot {
    let plot = Plot::new(title).x_axis("depth", "bits of −log2 p").y_axis("rate", "");
    killers().fold(plot, |plot, killer| {
        let points = (0..DEPTHS).filter_map(|depth| {
            at_depth(rows, killer, depth, by, rate).map(|rate| (depth as f64, rate.value))
        });
        plot.line(killer, points.collect::<Vec<_>>())
    })
}

/// A rate from fewer cases than this is chance, not a property of the position.
const LEAST_CASES: u64 = 100;

/// The positions of the highest and the lowest rate, if there are two.
fn extremes(rows: &[Row]) -> Option<[(&Row, f64); 2]> {
    let rate = |row: &Row| row.of(paper::SHOWN).all.rate();
    let told = || rows.iter().filter(|row| row.of(paper::SHOWN).all.legal >= LEAST_CASES);
    let high = told().max_by(|a, b| rate(a).total_cmp(&rate(b)))?;
    let low = told().min_by(|a, b| rate(a).total_cmp(&rate(b)))?;
    (high.sample.name != low.sample.name).then(|| [(high, rate(high)), (low, rate(low))])
}

/// Both boards as text and as pictures.
pub(super) fn boards(report: &mut Report, rows: &[Row]) -> std::io::Result<()> {
    let Some(extremes) = extremes(rows) else {
        return writeln!(
            report,
            "\nPassbest was never legal {LEAST_CASES} times in two positions: give more --nodes"
        );
    };
    let of_paper = [("most", "3.2", paper::PASS.0), ("least", "3.3", paper::PASS.1)];
    for ((row, rate), (word, figure, paper)) in extremes.into_iter().zip(of_paper) {
        let (name, diagram) = (&row.sample.name, Diagram::of(&row.sample.pos));
        writeln!(
            report,
            "\nPassbest was {word} effective in {name}: {rate:.2} (fig. {figure}, paper: {paper})"
        )?;
        write!(report, "{}", diagram.kanji())?;
        let file = format!("fig{}-{word}-effective.svg", figure.replace('.', ""));
        report.file("Figure", &file, &diagram.caption(&format!("Passbest, rate {rate:.2}: {name}")).svg())?;
    }
    Ok(())
}
