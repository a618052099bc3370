//! One layer of a figure: a line, points or bars, drawn on a chart.

use plotters::chart::ChartContext;
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::types::RangedCoordf64;
use plotters::element::{Circle, Cross, PathElement, Polygon, Rectangle, TriangleMarker};
use plotters::prelude::DrawingBackend;
use plotters::series::LineSeries;
use plotters::style::{Color as _, RGBColor};

use super::axis::{Axis, place};

/// Eight colours that people with any kind of colour vision tell apart (Okabe and Ito, "Color Universal Design",
/// 2008), the darkest first. Layers take them in order.
const PALETTE: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
    RGBColor(240, 228, 66),
];

#[derive(Clone, Debug)]
pub(super) enum Shape {
    Line,
    Points,
    /// An area between two lines: points in turns of the lower and the upper one.
    Band,
    /// Bars from `x` to `x + width`.
    Bars {
        width: f64,
    },
}

#[derive(Clone, Debug)]
pub(super) struct Layer {
    pub(super) name: String,
    pub(super) shape: Shape,
    pub(super) points: Vec<(f64, f64)>,
}

type Chart<'a, B> = ChartContext<'a, B, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

impl Layer {
    /// Draws the layer in the colour of its number. `floor` is the least place on the axis upwards.
    pub(super) fn draw<'a, B: DrawingBackend + 'a>(
        &self,
        chart: &mut Chart<'a, B>,
        axes: &[Axis; 2],
        floor: f64,
        number: usize,
    ) -> Result<(), Box<dyn std::error::Error>>
    where
        B::ErrorType: 'static,
    {
        let colour = PALETTE[number % PALETTE.len()];
        let places: Vec<_> = self.points.iter().map(|&point| place(axes, point)).collect();
        let points = places.iter().copied().flatten();
        match self.shape {
            Shape::Line => {
                for piece in places.split(Option::is_none).filter(|piece| !piece.is_empty()) {
                    let piece = piece.iter().copied().flatten();
                    chart.draw_series(LineSeries::new(piece, colour.stroke_width(2)))?;
                }
                // An empty series carries the name, so that a line of several pieces is named once.
                chart
                    .draw_series(std::iter::empty::<PathElement<(f64, f64)>>())?
                    .label(&self.name)
                    .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(3)));
            }
            Shape::Band => {
                for piece in places.chunks(2).collect::<Vec<_>>().split(|ends| ends.contains(&None)) {
                    let end = |end: usize| piece.iter().filter_map(move |ends| *ends.get(end)?);
                    let edge: Vec<_> = end(0).chain(end(1).rev()).collect();
                    chart.draw_series(
                        (edge.len() > 2).then(|| Polygon::new(edge, colour.mix(0.22).filled())),
                    )?;
                }
                chart.draw_series(std::iter::empty::<PathElement<(f64, f64)>>())?.label(&self.name).legend(
                    move |(x, y)| Rectangle::new([(x, y - 5), (x + 18, y + 5)], colour.mix(0.22).filled()),
                );
            }
            Shape::Points => {
                let style = colour.mix(0.75);
                // The legend shows the mark itself, so that the figure can be read in black and white.
                match number % 3 {
                    0 => chart
                        .draw_series(points.map(|p| Circle::new(p, 3, style.filled())))?
                        .label(&self.name)
                        .legend(move |(x, y)| Circle::new((x + 9, y), 4, colour.filled())),
                    1 => chart
                        .draw_series(points.map(|p| TriangleMarker::new(p, 4, style.filled())))?
                        .label(&self.name)
                        .legend(move |(x, y)| TriangleMarker::new((x + 9, y), 5, colour.filled())),
                    _ => chart
                        .draw_series(points.map(|p| Cross::new(p, 4, style.stroke_width(2))))?
                        .label(&self.name)
                        .legend(move |(x, y)| Cross::new((x + 9, y), 5, colour.stroke_width(2))),
                };
            }
            Shape::Bars { width } => {
                let style = colour.mix(0.7).filled();
                let ground = if axes[1].logarithmic { floor } else { 0.0 };
                let bars = self.points.iter().filter_map(|&(x, n)| {
                    let ((left, top), (right, _)) = (place(axes, (x, n))?, place(axes, (x + width, n))?);
                    Some(Rectangle::new([(left, ground), (right, top)], style))
                });
                chart
                    .draw_series(bars)?
                    .label(&self.name)
                    .legend(move |(x, y)| Rectangle::new([(x, y - 4), (x + 18, y + 4)], colour.filled()));
            }
        }
        Ok(())
    }
}
