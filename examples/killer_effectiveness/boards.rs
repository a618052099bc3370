//! Figures 3.2 and 3.3 of the thesis: the positions where Passbest was most and least effective.

use std::io::Write;

use komadai::notation::diagram::Diagram;

use crate::measure::Killer;
use crate::{Row, paper};

/// A rate of fewer cases than this is an accident, not a property of the position.
const LEAST_CASES: u64 = 100;

/// The positions of the highest and the lowest rate, if there are two.
fn extremes(rows: &[Row]) -> Option<[(&Row, f64); 2]> {
    let rate = |row: &Row| row.of(Killer::Pass).all.rate();
    let told = || rows.iter().filter(|row| row.of(Killer::Pass).all.legal >= LEAST_CASES);
    let high = told().max_by(|a, b| rate(a).total_cmp(&rate(b)))?;
    let low = told().min_by(|a, b| rate(a).total_cmp(&rate(b)))?;
    (high.sample.name != low.sample.name).then(|| [(high, rate(high)), (low, rate(low))])
}

pub(crate) fn write(out: &mut impl Write, rows: &[Row]) -> std::io::Result<()> {
    let Some(extremes) = extremes(rows) else {
        return writeln!(
            out,
            "\nPassbest was never legal {LEAST_CASES} times in two positions: give more --nodes"
        );
    };
    let of_paper = [("most", "3.2", paper::PASS.0), ("least", "3.3", paper::PASS.1)];
    for ((row, rate), (word, figure, paper)) in extremes.into_iter().zip(of_paper) {
        let name = &row.sample.name;
        writeln!(
            out,
            "\nPassbest was {word} effective in {name}: {rate:.2} (fig. {figure}, paper: {paper})"
        )?;
        write!(out, "{}", Diagram::of(&row.sample.pos).kanji())?;
    }
    Ok(())
}

pub(crate) fn pictures(rows: &[Row]) -> Vec<(&'static str, String)> {
    let names = ["fig32-most-effective.svg", "fig33-least-effective.svg"];
    let pictures = extremes(rows).into_iter().flatten().zip(names);
    pictures
        .map(|((row, rate), name)| {
            let caption = format!("Passbest, rate {rate:.2}: {}", row.sample.name);
            (name, Diagram::of(&row.sample.pos).caption(&caption).svg())
        })
        .collect()
}
