//! Figures 4, 5 and 6 of the paper.

use komadai_report::{Plot, Report};

use super::measure::{Row, TREATMENTS, name};
use super::paper;
use super::tables::{overhead, solved_by_both};
use crate::Label;
use crate::mate::CycleTreatment;

/// Draws all figures. One without points is left out, since no problem is of its kind.
pub(super) fn write(report: &mut Report, rows: &[Row]) -> std::io::Result<()> {
    let title = "Fig. 4: nodes on mates that both solve";
    report.figure("fig4-nodes.svg", &nodes(rows, Label::Mate, title))?;
    let title = "Nodes on no-mates that both solve";
    report.figure("fig4-nodes-no-mates.svg", &nodes(rows, Label::NoMate, title))?;
    let title = "Fig. 5: proof trees made anew";
    let plot = overheads(rows, Label::Mate, title, paper::PROOF_OVERHEAD);
    report.figure("fig5-proof-overhead.svg", &plot)?;
    let title = "Fig. 6: disproof trees made anew";
    let plot = overheads(rows, Label::NoMate, title, paper::DISPROOF_OVERHEAD);
    report.figure("fig6-disproof-overhead.svg", &plot)
}

/// Nodes on problems of a label, twin on the x axis, the others on the y axis. A treatment has the same look in all figures.
fn nodes(rows: &[Row], label: Label, title: &str) -> Plot {
    let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
    let plot = Plot::new(title).log_x().log_y();
    let plot = plot.x_axis("twin", "nodes").y_axis("other treatments", "nodes");
    let others = (0..).zip(TREATMENTS).filter(|&(_, treatment)| treatment != CycleTreatment::Twin);
    let plot = others.fold(plot, |plot, (look, treatment)| {
        let points: Vec<(f64, f64)> = solved_by_both(rows, treatment, label).collect();
        for &(twin, _) in &points {
            (least, most) = (least.min(twin), most.max(twin));
        }
        plot.scatter(&name(treatment), points).look(look)
    });
    plot.line("as many as twin", [(least, least), (most, most)]).look(TREATMENTS.len())
}

/// Nodes on the x axis, the extra cost of the tree on the y axis.
fn overheads(rows: &[Row], label: Label, title: &str, of_paper: f64) -> Plot {
    let plot = Plot::new(title).log_x().x_axis("search", "nodes").y_axis("overhead", "% of the search");
    let plot = TREATMENTS
        .into_iter()
        .fold(plot, |plot, treatment| plot.scatter(&name(treatment), overhead(rows, treatment, label)));
    plot.named_level("mean of the paper", of_paper)
}
