//! Figures 4, 5 and 6 of the paper.

use komadai::lab::{Label, Plot, PlotError};

use crate::measure::{TREATMENTS, Treatment};
use crate::tables::{mates_of_both, overhead};
use crate::{Row, paper};

/// Names of files and what is in them. A figure without a single point is left away: it has no problem of its kind.
pub(crate) fn all(rows: &[Row]) -> Result<Vec<(&'static str, String)>, PlotError> {
    let figures = [
        ("fig4-nodes.svg", nodes(rows)),
        (
            "fig5-proof-overhead.svg",
            overheads(
                rows,
                Label::Mate,
                "Fig. 5: proof trees made anew (dashed: mean of the paper)",
                paper::PROOF_OVERHEAD,
            ),
        ),
        (
            "fig6-disproof-overhead.svg",
            overheads(
                rows,
                Label::NoMate,
                "Fig. 6: disproof trees made anew (dashed: mean of the paper)",
                paper::DISPROOF_OVERHEAD,
            ),
        ),
    ];
    let mut drawn = Vec::new();
    for (name, plot) in figures {
        match plot.to_svg() {
            Ok(svg) => drawn.push((name, svg)),
            Err(PlotError::Empty(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(drawn)
}

/// Nodes on mates, twin to the right, the others upwards.
fn nodes(rows: &[Row]) -> Plot {
    let others = TREATMENTS.into_iter().filter(|&treatment| treatment != Treatment::Twin);
    let layers: Vec<(Treatment, Vec<(f64, f64)>)> =
        others.map(|treatment| (treatment, mates_of_both(rows, treatment).collect())).collect();
    let all = || layers.iter().flat_map(|(_, points)| points).map(|point| point.0);
    let (least, most) = (all().fold(f64::INFINITY, f64::min), all().fold(0.0, f64::max));
    let plot = Plot::new("Fig. 4: nodes on mates that both solve").log_x().log_y();
    let plot = plot.x_axis("twin", "nodes").y_axis("other treatments", "nodes");
    let plot =
        layers.into_iter().fold(plot, |plot, (treatment, points)| plot.scatter(treatment.name(), points));
    plot.line("as many as twin", [(least, least), (most, most)])
}

/// Nodes to the right, what the tree cost on top upwards.
fn overheads(rows: &[Row], label: Label, title: &str, of_paper: f64) -> Plot {
    let plot = Plot::new(title).log_x().x_axis("search", "nodes").y_axis("overhead", "% of the search");
    let plot = TREATMENTS
        .into_iter()
        .fold(plot, |plot, treatment| plot.scatter(treatment.name(), overhead(rows, treatment, label)));
    plot.level(of_paper)
}
