//! Figures 4, 5 and 6 of the paper.

use komadai::lab::mate::CycleTreatment;
use komadai::lab::{Label, Plot, Report};

use crate::measure::{Row, TREATMENTS, name};
use crate::paper;
use crate::tables::{overhead, solved_by_both};

/// Draws all figures. One without a single point is left out: it has no problem of its kind.
pub(crate) fn write(report: &mut Report, rows: &[Row]) -> std::io::Result<()> {
    let title = "Fig. 4: nodes on mates that both solve";
    report.figure("fig4-nodes.svg", &nodes(rows, Label::Mate, title))?;
    let title = "Nodes on no-mates that both solve";
    report.figure("fig4-nodes-no-mates.svg", &nodes(rows, Label::NoMate, title))?;
    let title = "Fig. 5: proof trees made anew (dashed: mean of the paper)";
    let plot = overheads(rows, Label::Mate, title, paper::PROOF_OVERHEAD);
    report.figure("fig5-proof-overhead.svg", &plot)?;
    let title = "Fig. 6: disproof trees made anew (dashed: mean of the paper)";
    let plot = overheads(rows, Label::NoMate, title, paper::DISPROOF_OVERHEAD);
    report.figure("fig6-disproof-overhead.svg", &plot)
}

/// Nodes on problems of a label, twin to the right, the others upwards.
fn nodes(rows: &[Row], label: Label, title: &str) -> Plot {
    let others = TREATMENTS.into_iter().filter(|&treatment| treatment != CycleTreatment::Twin);
    let layers: Vec<(CycleTreatment, Vec<(f64, f64)>)> =
        others.map(|treatment| (treatment, solved_by_both(rows, treatment, label).collect())).collect();
    let all = || layers.iter().flat_map(|(_, points)| points).map(|point| point.0);
    let (least, most) = (all().fold(f64::INFINITY, f64::min), all().fold(0.0, f64::max));
    let plot = Plot::new(title).log_x().log_y();
    let plot = plot.x_axis("twin", "nodes").y_axis("other treatments", "nodes");
    let plot =
        layers.into_iter().fold(plot, |plot, (treatment, points)| plot.scatter(name(treatment), points));
    plot.line("as many as twin", [(least, least), (most, most)])
}

/// Nodes to the right, what the tree cost on top upwards.
fn overheads(rows: &[Row], label: Label, title: &str, of_paper: f64) -> Plot {
    let plot = Plot::new(title).log_x().x_axis("search", "nodes").y_axis("overhead", "% of the search");
    let plot = TREATMENTS
        .into_iter()
        .fold(plot, |plot, treatment| plot.scatter(name(treatment), overhead(rows, treatment, label)));
    plot.level(of_paper)
}
