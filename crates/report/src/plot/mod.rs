//! Figures as SVG: lines, points and histograms with titled axes.
//!
//! Only the SVG back end of `plotters` is used: it needs no font, no system library, and text stays text, so a
//! figure can be searched and edited. For PNG convert the file (`rsvg-convert -o figure.png figure.svg`).

mod axis;
pub(crate) mod bars;
pub(crate) mod board;
mod layer;
mod legend;

use std::ops::Range;

use plotters::chart::ChartBuilder;
use plotters::prelude::{IntoDrawingArea, SVGBackend};
use plotters::series::DashedLineSeries;
use plotters::style::{RGBColor, WHITE};

use crate::plot::axis::{Axis, Scale, Ticked, span};
use crate::plot::layer::{Chart, Drawn, Layer, Look, Shape};
use crate::plot::legend::{LEVEL, Legend, Sample, Title, text_width};

const GREY: RGBColor = RGBColor(110, 110, 110);
const WIDTH: i32 = 900;
/// Height of the chart with its numbers and the titles of its axes, without title and legend.
const HEIGHT: i32 = 450;
/// Height of a name on an axis of names.
const ROW: i32 = 24;
const TICK: f64 = 14.0;
/// Lines from which on colours alone are hard to tell apart, so that the lines bear marks too.
const MANY_LINES: usize = 5;

/// Error of a figure that was not drawn.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlotError {
    /// The figure has no finite point.
    #[error("the plot {0:?} has no finite value to draw")]
    Empty(String),
    /// The drawing library failed.
    #[error("the plot {0:?} cannot be drawn: {1}")]
    Draw(String, String),
}

/// Figure as SVG: lines, points, histograms, on linear or logarithmic axes.
///
/// ```
/// use komadai_report::Plot;
///
/// let svg = Plot::new("Score through the game")
///     .x_axis("ply", "")
///     .y_axis("score for Black", "centipawns")
///     .line("material", [(1.0, 0.0), (2.0, 30.0), (3.0, -120.0)])
///     .level(0.0)
///     .to_svg()?;
/// assert!(svg.contains("score for Black (centipawns)"));
/// # Ok::<(), komadai_report::PlotError>(())
/// ```
#[derive(Clone)]
pub struct Plot {
    title: String,
    axes: [Axis; 2],
    layers: Vec<Layer>,
    /// Names and heights of dashed lines.
    levels: Vec<(String, f64)>,
}

komadai_core::debug_by_sizes!(Plot { title } [layers, levels]);

impl Plot {
    /// An empty figure.
    pub fn new(title: &str) -> Plot {
        Plot { title: title.to_owned(), axes: Default::default(), layers: Vec::new(), levels: Vec::new() }
    }

    /// Title and unit of the horizontal axis; the unit of a bare count is empty.
    pub fn x_axis(mut self, label: &str, unit: &str) -> Self {
        self.axes[0].title = labelled(label, unit);
        self
    }

    /// Title and unit of the vertical axis; the unit of a bare count is empty.
    pub fn y_axis(mut self, label: &str, unit: &str) -> Self {
        self.axes[1].title = labelled(label, unit);
        self
    }

    /// Logarithmic horizontal axis. Values of zero and below have no place on such an axis and are left out.
    pub fn log_x(mut self) -> Self {
        self.axes[0].scale = Scale::Logarithmic;
        self
    }

    /// Logarithmic vertical axis, as in [`Plot::log_x`].
    pub fn log_y(mut self) -> Self {
        self.axes[1].scale = Scale::Logarithmic;
        self
    }

    /// Vertical axis of names instead of numbers: the height 1 has the first name and stands above, 2 the next.
    pub fn y_names<S: Into<String>>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        self.axes[1].scale = Scale::Names(names.into_iter().map(S::into).collect());
        self
    }

    /// A line through points in the order given. A point that is not finite breaks the line.
    pub fn line(self, name: &str, points: impl IntoIterator<Item = (f64, f64)>) -> Self {
        self.layer(name, Shape::Line, points.into_iter().collect())
    }

    /// An area between two lines, as places on the horizontal axis with both ends there: an interval, a spread. Where an end is
    /// not finite, the area has a gap.
    pub fn band(self, name: &str, ends: impl IntoIterator<Item = (f64, f64, f64)>) -> Self {
        let points = ends.into_iter().flat_map(|(x, low, high)| [(x, low), (x, high)]);
        self.layer(name, Shape::Band, points.collect())
    }

    /// Points; each layer has its own mark beside its own colour. Points that are not finite are left out.
    pub fn scatter(self, name: &str, points: impl IntoIterator<Item = (f64, f64)>) -> Self {
        self.layer(name, Shape::Points, points.into_iter().collect())
    }

    /// Gives the last layer the colour and mark of the layer with this number, from 0, so that one thing looks alike in several
    /// figures. Without this, layers look different by their order.
    pub fn look(mut self, number: usize) -> Self {
        if let Some(layer) = self.layers.last_mut() {
            layer.look = Some(number);
        }
        self
    }

    /// Histogram of samples in `bins` (at least one) equal parts of their range. Samples that are
    /// not finite are left out.
    pub fn histogram(self, name: &str, samples: impl IntoIterator<Item = f64>, bins: usize) -> Self {
        let samples: Vec<f64> = samples.into_iter().filter(|x| x.is_finite()).collect();
        let Some(range) = span(samples.iter().copied()) else {
            return self.layer(name, Shape::Line, Vec::new());
        };
        let bins = bins.max(1);
        let width = (range.end - range.start) / bins as f64;
        let mut counts = vec![0_u32; bins];
        for x in samples {
            // The largest sample belongs to the last bin, not to one of its own.
            counts[(((x - range.start) / width) as usize).min(bins - 1)] += 1;
        }
        let bars =
            counts.iter().enumerate().map(|(i, &n)| (range.start + width * i as f64, f64::from(n))).collect();
        self.layer(name, Shape::Bars { width }, bars)
    }

    /// A dashed line across at a height: zero, a bound.
    pub fn level(self, y: f64) -> Self {
        self.named_level("", y)
    }

    /// A dashed line across with a name for the legend: the value of a paper.
    pub fn named_level(mut self, name: &str, y: f64) -> Self {
        self.levels.push((name.to_owned(), y));
        self
    }

    fn layer(mut self, name: &str, shape: Shape, points: Vec<(f64, f64)>) -> Self {
        self.layers.push(Layer { name: name.to_owned(), shape, points, look: None });
        self
    }

    /// The ranges of both axes: all finite points, bars from the ground, levels, and a little air.
    fn ranges(&self) -> Option<(Range<f64>, Range<f64>)> {
        let points = || self.layers.iter().flat_map(|layer| layer.places(&self.axes));
        let ends = self.layers.iter().filter_map(|layer| match layer.shape {
            Shape::Bars { width } => layer.points.last().map(|&(x, _)| self.axes[0].place(x + width)),
            _ => None,
        });
        let ground = self.layers.iter().any(|layer| matches!(layer.shape, Shape::Bars { .. }));
        let levels = self.levels.iter().map(|&(_, y)| self.axes[1].place(y));
        let x = self.axes[0].range(points().map(|p| p.0).chain(ends), false)?;
        let y = self.axes[1].range(points().map(|p| p.1).chain(levels), ground)?;
        Some((x, y))
    }

    /// Whether all points have whole numbers to the right, and all points and levels upwards.
    fn whole(&self) -> [bool; 2] {
        let points = || self.layers.iter().flat_map(|layer| layer.points.iter());
        let whole = |number: f64| !number.is_finite() || number.fract() == 0.0;
        let levels = self.levels.iter().all(|&(_, y)| whole(y));
        [points().all(|p| whole(p.0)), levels && points().all(|p| whole(p.1))]
    }

    /// The figure as a file's text. The title stands above, the names of all layers and levels below, where no curve runs;
    /// both on as many lines as they need. Layers are told apart by colours, marks and, from the eighth line on, dashes.
    ///
    /// # Errors
    ///
    /// [`PlotError::Empty`] without a finite point.
    pub fn to_svg(&self) -> Result<String, PlotError> {
        let (x, y) = self.ranges().ok_or_else(|| PlotError::Empty(self.title.clone()))?;
        let mut svg = String::new();
        self.draw(&mut svg, &x, &y)
            .map_err(|error| PlotError::Draw(self.title.clone(), error.to_string()))?;
        Ok(svg)
    }

    /// The layers, each with its look.
    fn looks(&self) -> impl Iterator<Item = (&Layer, Look)> {
        let lines = self.layers.iter().filter(|layer| matches!(layer.shape, Shape::Line)).count();
        let look = move |number| Look { number, marked: lines >= MANY_LINES };
        let number = |place: usize, layer: &Layer| layer.look.unwrap_or(place);
        self.layers.iter().enumerate().map(move |(place, layer)| (layer, look(number(place, layer))))
    }

    fn draw(&self, svg: &mut String, x: &Range<f64>, y: &Range<f64>) -> Drawn {
        let title = Title::new(&self.title, WIDTH);
        // A name without anything to see would be looked for in vain.
        let drawn = self.looks().filter(|(layer, _)| layer.places(&self.axes).next().is_some());
        let layers = drawn.map(|(layer, look)| (Sample::Layer(layer, look), layer.name.as_str()));
        let levels = self.levels.iter().map(|(name, _)| (Sample::Level, name.as_str()));
        let legend = Legend::new(layers.chain(levels), WIDTH);
        let chart_height = match &self.axes[1].scale {
            Scale::Names(names) => HEIGHT.max(ROW * names.len() as i32 + 80),
            _ => HEIGHT,
        };
        let height = title.height() + chart_height + legend.height();
        let page = SVGBackend::with_string(svg, (WIDTH as u32, height as u32)).into_drawing_area();
        page.fill(&WHITE)?;
        title.draw(&page, WIDTH)?;
        legend.draw(&page, height - legend.height())?;

        let [right, up] = &self.axes;
        let [whole_x, whole_y] = self.whole();
        let across = Ticked { range: x.clone(), ticks: right.ticks(x, whole_x) };
        let upwards = Ticked { range: y.clone(), ticks: up.ticks(y, whole_y) };
        let widest = upwards.ticks.iter().map(|&tick| text_width(&up.tick(tick), TICK)).max().unwrap_or(0);
        let area = page.margin(title.height(), legend.height(), 0, 0);
        let mut chart: Chart<'_, '_> = ChartBuilder::on(&area)
            .margin(6)
            .margin_left(14)
            // Half of the last number of the axis stands to the right of its tick.
            .margin_right(40)
            .x_label_area_size(48)
            .y_label_area_size(widest + 34)
            .build_cartesian_2d(across, upwards)?;
        chart
            .configure_mesh()
            .x_desc(&right.title)
            .y_desc(&up.title)
            .axis_desc_style(("sans-serif", 17))
            .label_style(("sans-serif", TICK))
            .x_label_formatter(&|x| right.tick(*x))
            .y_label_formatter(&|y| up.tick(*y))
            .bold_line_style(RGBColor(222, 222, 222))
            .max_light_lines(0)
            .draw()?;
        for level in self.levels.iter().map(|&(_, y)| up.place(y)).filter(|y| y.is_finite()) {
            let ends = [(x.start, level), (x.end, level)];
            chart.draw_series(DashedLineSeries::new(ends, LEVEL.0, LEVEL.1, GREY.into()))?;
        }
        for (layer, look) in self.looks() {
            layer.draw(&mut chart, &self.axes, y.start, look)?;
        }
        drop(chart);
        page.present()?;
        Ok(())
    }
}

fn labelled(label: &str, unit: &str) -> String {
    if unit.is_empty() { label.to_owned() } else { format!("{label} ({unit})") }
}

#[cfg(test)]
mod tests;
