//! Figures 3.2 and 3.3 of the thesis: the positions where Passbest was most and least effective.

use std::io::Write;

use komadai::notation::diagram::Diagram;
use komadai_report::Report;

use super::paper;
use super::rows::Row;

/// A rate of fewer cases than this is an accident, not a property of the position.
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
pub(super) fn write(report: &mut Report, rows: &[Row]) -> std::io::Result<()> {
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
