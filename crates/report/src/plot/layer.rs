//! One layer of a figure: a line, points, an area or bars, and the sample of it in the legend.

use plotters::chart::ChartContext;
use plotters::coord::Shift;
use plotters::coord::cartesian::Cartesian2d;
use plotters::drawing::DrawingArea;
use plotters::element::{Circle, Cross, PathElement, Polygon, Rectangle, TriangleMarker};
use plotters::prelude::SVGBackend;
use plotters::series::{DashedLineSeries, LineSeries};
use plotters::style::{Color as _, RGBColor};

use crate::plot::axis::{Axis, Ticked, place};

/// Seven colours that people with any kind of colour vision tell apart (Okabe and Ito, "Color Universal Design",
/// 2008), those that stand out on white. Layers take them in order; further ones take them again, with dashes.
pub(crate) const PALETTE: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
];
/// Lengths of dash and gap of the lines that take the colours again.
const DASHES: [(u32, u32); 3] = [(9, 5), (3, 4), (16, 4)];
/// Marks on a line, where lines have any.
const MARKS: usize = 20;

#[derive(Clone, Debug)]
pub(crate) enum Shape {
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
pub(crate) struct Layer {
    pub(crate) name: String,
    pub(crate) shape: Shape,
    pub(crate) points: Vec<(f64, f64)>,
    /// The number of its look, if that is not its place among the layers.
    pub(crate) look: Option<usize>,
}

/// How a layer is told from the others: its number among them, and whether lines bear marks besides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    pub(crate) number: usize,
    pub(crate) marked: bool,
}

impl Look {
    fn colour(self) -> RGBColor {
        PALETTE[self.number % PALETTE.len()]
    }

    fn dash(self) -> Option<(u32, u32)> {
        Some(DASHES[(self.number / PALETTE.len()).checked_sub(1)? % DASHES.len()])
    }
}

pub(crate) type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<Ticked, Ticked>>;
pub(crate) type Page<'b> = DrawingArea<SVGBackend<'b>, Shift>;
pub(crate) type Drawn = Result<(), Box<dyn std::error::Error>>;

impl Layer {
    /// Where something of it is drawn: its points, of an area those with both ends.
    pub(crate) fn places(&self, axes: &[Axis; 2]) -> impl Iterator<Item = (f64, f64)> {
        let size = if matches!(self.shape, Shape::Band) { 2 } else { 1 };
        let places =
            |part: &[(f64, f64)]| part.iter().map(|&point| place(axes, point)).collect::<Option<Vec<_>>>();
        self.points.chunks(size).filter_map(places).flatten()
    }

    /// Draws the layer. `floor` is the least place on the axis upwards.
    pub(crate) fn draw(&self, chart: &mut Chart<'_, '_>, axes: &[Axis; 2], floor: f64, look: Look) -> Drawn {
        let colour = look.colour();
        let places: Vec<_> = self.points.iter().map(|&point| place(axes, point)).collect();
        match self.shape {
            Shape::Line => {
                for piece in places.split(Option::is_none).filter(|piece| !piece.is_empty()) {
                    let points = piece.iter().copied().flatten();
                    let style = colour.stroke_width(2);
                    match look.dash() {
                        None => chart.draw_series(LineSeries::new(points, style))?,
                        Some((dash, gap)) => {
                            chart.draw_series(DashedLineSeries::new(points, dash, gap, style))?
                        }
                    };
                }
                if look.marked {
                    // Another place on each line, so that marks of lines that meet do not hide each other.
                    let every = places.len().div_ceil(MARKS).max(1);
                    let some = places.iter().skip(look.number % every).step_by(every);
                    marks(chart, some.copied().flatten(), look)?;
                }
            }
            Shape::Band => {
                for piece in places.chunks(2).collect::<Vec<_>>().split(|ends| ends.contains(&None)) {
                    let end = |end: usize| piece.iter().filter_map(move |ends| *ends.get(end)?);
                    let edge: Vec<_> = end(0).chain(end(1).rev()).collect();
                    chart.draw_series(
                        (edge.len() > 2).then(|| Polygon::new(edge, colour.mix(0.22).filled())),
                    )?;
                }
            }
            Shape::Points => marks(chart, places.iter().copied().flatten(), look)?,
            Shape::Bars { width } => {
                let style = colour.mix(0.7).filled();
                let ground = if axes[1].place(0.0).is_nan() { floor } else { 0.0 };
                let bars = self.points.iter().filter_map(|&(x, n)| {
                    let ((left, top), (right, _)) = (place(axes, (x, n))?, place(axes, (x + width, n))?);
                    Some(Rectangle::new([(left, ground), (right, top)], style))
                });
                chart.draw_series(bars)?;
            }
        }
        Ok(())
    }

    /// Draws what the layer looks like, `width` wide, around a height in the legend.
    pub(crate) fn sample(&self, page: &Page<'_>, (x, y): (i32, i32), width: i32, look: Look) -> Drawn {
        let (colour, middle) = (look.colour(), (x + width / 2, y));
        match self.shape {
            Shape::Line => {
                let ends = [(x, y), (x + width, y)];
                match look.dash() {
                    None => page.draw(&PathElement::new(ends, colour.stroke_width(3)))?,
                    Some((dash, gap)) => dashes(page, ends, (dash, gap), colour)?,
                }
                if look.marked {
                    mark(page, middle, look)?;
                }
            }
            Shape::Points => mark(page, middle, look)?,
            Shape::Band => {
                page.draw(&Rectangle::new([(x, y - 6), (x + width, y + 6)], colour.mix(0.22).filled()))?;
            }
            Shape::Bars { .. } => {
                page.draw(&Rectangle::new([(x, y - 6), (x + width, y + 6)], colour.mix(0.7).filled()))?;
            }
        }
        Ok(())
    }
}

/// Draws the mark of a layer at points; three marks and seven colours together make 21 layers different.
fn marks(chart: &mut Chart<'_, '_>, points: impl Iterator<Item = (f64, f64)>, look: Look) -> Drawn {
    let style = look.colour().mix(0.8);
    match look.number % 3 {
        0 => chart.draw_series(points.map(|p| Circle::new(p, 4, style.filled())))?,
        1 => chart.draw_series(points.map(|p| TriangleMarker::new(p, 5, style.filled())))?,
        _ => chart.draw_series(points.map(|p| Cross::new(p, 4, style.stroke_width(2))))?,
    };
    Ok(())
}

/// Draws the mark of a layer in the legend.
fn mark(page: &Page<'_>, at: (i32, i32), look: Look) -> Drawn {
    let colour = look.colour();
    match look.number % 3 {
        0 => page.draw(&Circle::new(at, 4, colour.filled()))?,
        1 => page.draw(&TriangleMarker::new(at, 5, colour.filled()))?,
        _ => page.draw(&Cross::new(at, 4, colour.stroke_width(2)))?,
    }
    Ok(())
}

/// Draws a dashed line from left to right.
pub(crate) fn dashes(
    page: &Page<'_>,
    [(left, y), (right, _)]: [(i32, i32); 2],
    (dash, gap): (u32, u32),
    colour: RGBColor,
) -> Drawn {
    for start in (left..right).step_by((dash + gap) as usize) {
        let end = right.min(start + dash as i32);
        page.draw(&PathElement::new([(start, y), (end, y)], colour.stroke_width(2)))?;
    }
    Ok(())
}
