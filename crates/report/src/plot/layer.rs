//! One layer of a figure: a line, points, an area or boxes, and its sample in the legend.

use plotters::chart::ChartContext;
use plotters::coord::cartesian::Cartesian2d;
use plotters::element::{
    Circle, Cross, DashedPathElement, DynElement, IntoDynElement as _, PathElement, Polygon, Rectangle, Text,
    TriangleMarker,
};
use plotters::prelude::SVGBackend;
use plotters::series::{DashedLineSeries, LineSeries};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{BLACK, Color as _, IntoFont as _, RGBColor, ShapeStyle, TextStyle, WHITE};

use crate::plot::axis::{Axis, Ticked, place};

/// Seven colours that people with any kind of colour vision can tell apart (Okabe and Ito, "Color Universal Design", 2008) and that stand
/// out on white. Layers take them in order, then from the first again.
const PALETTE: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
];
/// Dash and gap, for three lines each; the first three are solid. With the colours, 14 lines look different.
const DASHES: [Option<(u32, u32)>; 4] = [None, Some((9, 5)), Some((3, 4)), Some((16, 4))];
/// Number of colours on which numbers are readable, and strengths of the boxes that take them again: 24 look different.
const BOX_COLOURS: usize = 6;
const BOX_STRENGTHS: [f64; 4] = [0.8, 0.5, 0.28, 0.12];
/// Per cent of a row that a box needs to have room for a number.
const ROOM: f64 = 2.5;
/// Width of a sample in the legend.
pub(crate) const SAMPLE: i32 = 26;

#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape {
    Line,
    Points,
    /// An area between two lines: points of the lower and the upper one in turn.
    Band,
    /// Boxes, each given by two points, its corners.
    Boxes,
    /// The same for a part of several rows, with the number of the layer, from 1.
    Part,
}

#[derive(Clone, Debug)]
pub(crate) struct Layer {
    pub(crate) name: String,
    pub(crate) shape: Shape,
    pub(crate) points: Vec<(f64, f64)>,
    /// The number of its colour, dash and mark.
    pub(crate) look: usize,
}

pub(crate) type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<Ticked, Ticked>>;
pub(crate) type Drawn = Result<(), Box<dyn std::error::Error>>;

impl Layer {
    fn line_style(&self) -> ShapeStyle {
        PALETTE[self.look % PALETTE.len()].stroke_width(2)
    }

    fn fill(&self) -> ShapeStyle {
        if matches!(self.shape, Shape::Band) {
            return PALETTE[self.look % PALETTE.len()].mix(0.22).filled();
        }
        let strength = BOX_STRENGTHS[self.look / BOX_COLOURS % BOX_STRENGTHS.len()];
        PALETTE[self.look % BOX_COLOURS].mix(strength).filled()
    }

    /// Places on both axes of the pieces that are drawn (points, or pairs of them); `None` for a piece without a place.
    fn pieces(&self, axes: &[Axis; 2]) -> Vec<Option<Vec<(f64, f64)>>> {
        let size = if matches!(self.shape, Shape::Line | Shape::Points) { 1 } else { 2 };
        let piece = |points: &[(f64, f64)]| points.iter().map(|&point| place(axes, point)).collect();
        self.points.chunks(size).map(piece).collect()
    }

    /// The places where the layer draws something.
    pub(crate) fn places(&self, axes: &[Axis; 2]) -> impl Iterator<Item = (f64, f64)> {
        self.pieces(axes).into_iter().flatten().flatten()
    }

    pub(crate) fn draw(&self, chart: &mut Chart<'_, '_>, axes: &[Axis; 2]) -> Drawn {
        let pieces = self.pieces(axes);
        // Pieces next to each other without a gap.
        let runs = pieces.split(Option::is_none).filter(|run| !run.is_empty());
        let runs = runs.map(|run| run.iter().flatten().flatten().copied().collect::<Vec<_>>());
        match self.shape {
            Shape::Line => {
                for run in runs {
                    // A point without a neighbour would not be visible.
                    let dot = if run.len() == 1 { 4 } else { 0 };
                    match DASHES[self.look / 3 % DASHES.len()] {
                        Some((dash, gap)) if dot == 0 => {
                            chart.draw_series(DashedLineSeries::new(run, dash, gap, self.line_style()))?
                        }
                        _ => chart.draw_series(LineSeries::new(run, self.line_style()).point_size(dot))?,
                    };
                }
            }
            Shape::Points => {
                chart.draw_series(runs.flatten().map(|at| self.mark(at)))?;
            }
            Shape::Band => {
                for run in runs {
                    let end = |end: usize| run.iter().skip(end).step_by(2).copied();
                    let edge: Vec<_> = end(0).chain(end(1).collect::<Vec<_>>().into_iter().rev()).collect();
                    // The interval of a lone point is a line.
                    if edge.len() == 2 {
                        chart.draw_series(LineSeries::new(edge, self.line_style()))?;
                    } else {
                        chart.draw_series((edge.len() > 2).then(|| Polygon::new(edge, self.fill())))?;
                    }
                }
            }
            Shape::Boxes | Shape::Part => {
                let boxes: Vec<_> = pieces.iter().flatten().map(|corners| [corners[0], corners[1]]).collect();
                chart.draw_series(boxes.iter().map(|&corners| Rectangle::new(corners, self.fill())))?;
                chart.draw_series(boxes.iter().map(|&corners| Rectangle::new(corners, WHITE)))?;
                let numbered = boxes.iter().filter(|[from, to]| to.0 - from.0 >= ROOM);
                let numbered = numbered.filter(|_| matches!(self.shape, Shape::Part));
                let style = TextStyle::from(("sans-serif", 14).into_font()).color(&BLACK);
                let style = style.pos(Pos::new(HPos::Center, VPos::Center));
                chart.draw_series(numbered.map(|[from, to]| {
                    let middle = (f64::midpoint(from.0, to.0), f64::midpoint(from.1, to.1));
                    Text::new((self.look + 1).to_string(), middle, style.clone())
                }))?;
            }
        }
        Ok(())
    }

    /// The sample of the layer in the legend, to the right of a place.
    pub(crate) fn sample<'b>(&self, (x, y): (i32, i32)) -> DynElement<'static, SVGBackend<'b>, (i32, i32)> {
        match self.shape {
            Shape::Points => self.mark((x + SAMPLE / 2, y)),
            Shape::Line => dashes((x, y), DASHES[self.look / 3 % DASHES.len()], self.line_style()),
            _ => Rectangle::new([(x, y - 6), (x + SAMPLE, y + 6)], self.fill()).into_dyn(),
        }
    }

    /// The mark of a layer of points; three marks and seven colours together make 21 layers different.
    fn mark<'b, C: Clone + 'static>(&self, at: C) -> DynElement<'static, SVGBackend<'b>, C> {
        let style = PALETTE[self.look % PALETTE.len()].mix(0.8);
        match self.look % 3 {
            0 => Circle::new(at, 4, style.filled()).into_dyn(),
            1 => TriangleMarker::new(at, 5, style.filled()).into_dyn(),
            _ => Cross::new(at, 4, style.stroke_width(2)).into_dyn(),
        }
    }
}

/// A line to the right of a place, as long as a sample.
pub(crate) fn dashes<'b>(
    (x, y): (i32, i32),
    dash: Option<(u32, u32)>,
    style: ShapeStyle,
) -> DynElement<'static, SVGBackend<'b>, (i32, i32)> {
    let ends = [(x, y), (x + SAMPLE, y)];
    match dash {
        None => PathElement::new(ends, style).into_dyn(),
        Some((dash, gap)) => DashedPathElement::new(ends, dash, gap, style).into_dyn(),
    }
}
