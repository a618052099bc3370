//! Figures as SVG: lines, points and histograms with titled axes.
//!
//! Only the SVG back end of `plotters` is used: it needs no font and no system library, and text stays text, so a figure can be searched
//! and edited. For PNG, convert the file (`rsvg-convert -o figure.png figure.svg`).

mod axis;
pub(crate) mod board;
mod layer;

use std::ops::Range;

use plotters::chart::{ChartBuilder, SeriesLabelPosition};
use plotters::coord::Shift;
use plotters::drawing::DrawingArea;
use plotters::element::Circle;
use plotters::prelude::{IntoDrawingArea, SVGBackend};
use plotters::series::DashedLineSeries;
use plotters::style::{Color as _, RGBColor, WHITE};

use crate::plot::axis::{Axis, Scale, Ticked, span};
use crate::plot::layer::{Chart, Drawn, Layer, SAMPLE, Shape, dashes};
use crate::text::fold::columns;

const GREY: RGBColor = RGBColor(110, 110, 110);
const WIDTH: u32 = 900;
/// Height of the chart with its numbers and the titles of its axes, without title and legend.
const HEIGHT: u32 = 450;
/// Height of a name on an axis of names.
const ROW: u32 = 24;
/// Font sizes: of the title (at most), of the titles of the axes, of their numbers, of the legend.
const TITLE: f64 = 24.0;
const AXIS: f64 = 17.0;
const TICK: f64 = 14.0;
const NAME: f64 = 15.0;
/// Height of a name in the legend.
const NAME_LINE: u32 = 20;
/// Width of a letter in font heights, a cautious mean for common sans-serif fonts.
const LETTER: f64 = 0.55;
/// Dash and gap of lines across a figure.
const LEVEL: (u32, u32) = (6, 4);

/// Width of a text, in pixels.
fn text_width(text: &str, size: f64) -> u32 {
    (columns(text) as f64 * LETTER * size).ceil() as u32
}

/// Why a figure was not drawn.
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

    /// Vertical axis of names instead of numbers: height 1 has the first name, at the top, height 2 the next.
    pub fn y_names<S: Into<String>>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        self.axes[1].scale = Scale::Names(names.into_iter().map(S::into).collect());
        self
    }

    /// A line through points in the order given. A point that is not finite breaks the line.
    pub fn line(self, name: &str, points: impl IntoIterator<Item = (f64, f64)>) -> Self {
        self.layer(name, Shape::Line, points.into_iter().collect())
    }

    /// An area between two lines, such as an interval or a spread, given by places on the horizontal axis with both ends there. Where an
    /// end is not finite, the area has a gap.
    pub fn band(self, name: &str, ends: impl IntoIterator<Item = (f64, f64, f64)>) -> Self {
        let points = ends.into_iter().flat_map(|(x, low, high)| [(x, low), (x, high)]);
        self.layer(name, Shape::Band, points.collect())
    }

    /// Points; each layer has its own mark and its own colour. Points that are not finite are left out.
    pub fn scatter(self, name: &str, points: impl IntoIterator<Item = (f64, f64)>) -> Self {
        self.layer(name, Shape::Points, points.into_iter().collect())
    }

    /// Gives the last layer the colour, dash and mark of the layer with this number, from 0, so that one thing looks the same in several
    /// figures. Without this, the order of the layers decides.
    pub fn look(mut self, number: usize) -> Self {
        if let Some(layer) = self.layers.last_mut() {
            layer.look = number;
        }
        self
    }

    /// Histogram of samples in `bins` (at least one) equal parts of their range. Samples that are
    /// not finite are left out.
    pub fn histogram(self, name: &str, samples: impl IntoIterator<Item = f64>, bins: usize) -> Self {
        let samples: Vec<f64> = samples.into_iter().filter(|x| x.is_finite()).collect();
        let Some(range) = span(samples.iter().copied()) else { return self };
        let bins = bins.max(1);
        let width = (range.end - range.start) / bins as f64;
        let mut counts = vec![0_u32; bins];
        for x in samples {
            // The largest sample belongs to the last bin, not to one of its own.
            counts[(((x - range.start) / width) as usize).min(bins - 1)] += 1;
        }
        let left = |bin: usize| range.start + width * bin as f64;
        let boxes = counts.iter().enumerate();
        let corners = boxes.flat_map(|(bin, &n)| [(left(bin), 0.0), (left(bin + 1), f64::from(n))]);
        self.layer(name, Shape::Boxes, corners.collect())
    }

    /// Bars of shares: one for each row, given by its name and its amounts of the parts, which are numbered from 1. A row without a
    /// positive amount keeps an empty place; parts that no row has are left out of the legend.
    ///
    /// ```
    /// use komadai_report::Plot;
    ///
    /// let svg = Plot::shares("Best moves", &["captures", "others"], &[("no killer", vec![3.0, 1.0])]).to_svg()?;
    /// assert!(svg.contains("1: captures") && svg.contains("no killer"));
    /// # Ok::<(), komadai_report::PlotError>(())
    /// ```
    pub fn shares<S: AsRef<str>>(title: &str, parts: &[&str], rows: &[(S, Vec<f64>)]) -> Plot {
        let names = rows.iter().map(|(name, _)| name.as_ref());
        let mut plot = Plot::new(title).x_axis("share", "%").y_names(names);
        let amount = |row: &[f64], part: usize| {
            row.get(part).copied().filter(|&x| x > 0.0 && x.is_finite()).unwrap_or(0.0)
        };
        for (part, name) in parts.iter().enumerate() {
            let mut corners = Vec::new();
            for (place, (_, row)) in (1..).zip(rows) {
                let sum = |parts: usize| (0..parts).map(|part| amount(row, part)).sum::<f64>();
                if amount(row, part) > 0.0 {
                    let percent = |parts| 100.0 * sum(parts) / sum(row.len());
                    let middle = f64::from(place);
                    corners.extend([(percent(part), middle - 0.35), (percent(part + 1), middle + 0.35)]);
                }
            }
            plot = plot.layer(&format!("{}: {name}", part + 1), Shape::Part, corners);
        }
        plot
    }

    /// A dashed horizontal line at a height, such as zero or a bound.
    pub fn level(self, y: f64) -> Self {
        self.named_level("", y)
    }

    /// A dashed horizontal line with a name for the legend, such as the value of a paper.
    pub fn named_level(mut self, name: &str, y: f64) -> Self {
        self.levels.push((name.to_owned(), y));
        self
    }

    fn layer(mut self, name: &str, shape: Shape, points: Vec<(f64, f64)>) -> Self {
        let look = self.layers.len();
        self.layers.push(Layer { name: name.to_owned(), shape, points, look });
        self
    }

    /// The ranges of both axes: all finite points and levels, with a small margin.
    fn ranges(&self) -> Option<(Range<f64>, Range<f64>)> {
        let points = || self.layers.iter().flat_map(|layer| layer.places(&self.axes));
        let levels = self.levels.iter().map(|&(_, y)| self.axes[1].place(y));
        let x = self.axes[0].range(points().map(|p| p.0))?;
        Some((x, self.axes[1].range(points().map(|p| p.1).chain(levels))?))
    }

    /// Whether all points are at whole numbers on the horizontal axis, and all points and levels on the vertical one.
    fn whole(&self) -> [bool; 2] {
        let points = || self.layers.iter().flat_map(|layer| layer.points.iter());
        let whole = |number: f64| !number.is_finite() || number.fract() == 0.0;
        let levels = self.levels.iter().all(|&(_, y)| whole(y));
        [points().all(|p| whole(p.0)), levels && points().all(|p| whole(p.1))]
    }

    /// Returns the figure as the text of a file. The title is above, the names of all layers and levels below, where no curve runs. Layers
    /// differ by colours, marks and, from the fourth line on, dashes.
    ///
    /// # Errors
    ///
    /// [`PlotError::Empty`] without a finite point.
    pub fn to_svg(&self) -> Result<String, PlotError> {
        let (x, y) = self.ranges().ok_or_else(|| PlotError::Empty(self.title.clone()))?;
        let mut svg = String::new();
        self.draw(&mut svg, &x, &y)
            .map_err(|error| PlotError::Draw(self.title.clone(), error.to_string()))?;
        // XML knows no other control characters, and a name may have any.
        svg.retain(|c| !c.is_control() || matches!(c, '\n' | '\t'));
        Ok(svg)
    }

    fn draw(&self, svg: &mut String, x: &Range<f64>, y: &Range<f64>) -> Drawn {
        // A layer without anything to see gets no name: readers would look for it in vain.
        let named = self.layers.iter().filter(|layer| !layer.name.is_empty());
        let named: Vec<&Layer> = named.filter(|layer| layer.places(&self.axes).next().is_some()).collect();
        let levels: Vec<&str> =
            self.levels.iter().map(|(name, _)| name.as_str()).filter(|name| !name.is_empty()).collect();
        let names = named.iter().map(|layer| layer.name.as_str()).chain(levels.iter().copied());
        let widest = names.clone().map(|name| text_width(name, NAME)).max().unwrap_or(0);
        let columns = ((WIDTH - 60) / (widest + 70)).clamp(1, names.clone().count().max(1) as u32) as usize;
        let rows = names.count().div_ceil(columns);
        let legend_height = NAME_LINE * rows as u32 + if rows > 0 { 14 } else { 0 };
        let chart_height = match &self.axes[1].scale {
            Scale::Names(names) => HEIGHT.max(ROW * names.len() as u32 + 80),
            _ => HEIGHT,
        };
        let height = 40 + chart_height + legend_height;
        let page = SVGBackend::with_string(svg, (WIDTH, height)).into_drawing_area();
        page.fill(&WHITE)?;
        // A long title is written in smaller letters.
        let size = TITLE.min(f64::from(WIDTH - 40) / f64::from(text_width(&self.title, 1.0)));
        page.margin(8, 0, 0, 0).titled(&self.title, ("sans-serif", size))?;
        let (_, below) = page.split_vertically(40);
        let (area, below) = below.split_vertically(chart_height);
        for (column, area) in below.margin(0, 0, 30, 30).split_evenly((1, columns)).iter().enumerate() {
            let within = |number: &usize| number / rows.max(1) == column;
            legend(area, &named, &levels, within)?;
        }

        let [right, up] = &self.axes;
        let [whole_x, whole_y] = self.whole();
        let across = Ticked { range: x.clone(), ticks: right.ticks(x, whole_x) };
        let upwards = Ticked { range: y.clone(), ticks: up.ticks(y, whole_y) };
        let widest = upwards.ticks.iter().map(|&tick| text_width(&up.tick(tick), TICK)).max().unwrap_or(0);
        let mut chart: Chart<'_, '_> = ChartBuilder::on(&area)
            .margin(6)
            .margin_left(14)
            // Half of the last number of the axis is to the right of its tick.
            .margin_right(40)
            .x_label_area_size(48)
            .y_label_area_size(widest + 34)
            .build_cartesian_2d(across, upwards)?;
        chart
            .configure_mesh()
            .x_desc(&right.title)
            .y_desc(&up.title)
            .axis_desc_style(("sans-serif", AXIS))
            .label_style(("sans-serif", TICK))
            .x_label_formatter(&|x| right.tick(*x))
            .y_label_formatter(&|y| up.tick(*y))
            .bold_line_style(RGBColor(222, 222, 222))
            .draw()?;
        for level in self.levels.iter().map(|&(_, y)| up.place(y)).filter(|y| y.is_finite()) {
            let ends = [(x.start, level), (x.end, level)];
            chart.draw_series(DashedLineSeries::new(ends, LEVEL.0, LEVEL.1, GREY.into()))?;
        }
        for layer in &self.layers {
            layer.draw(&mut chart, &self.axes)?;
        }
        drop(chart);
        page.present()?;
        Ok(())
    }
}

/// Draws the names of the layers and levels `within` a column, each after its sample.
fn legend(
    area: &DrawingArea<SVGBackend<'_>, Shift>,
    layers: &[&Layer],
    levels: &[&str],
    within: impl Fn(&usize) -> bool,
) -> Drawn {
    let mut key = ChartBuilder::on(area).build_cartesian_2d(0.0..1.0, 0.0..1.0)?;
    let nothing = std::iter::empty::<Circle<(f64, f64), i32>>;
    for number in (0..layers.len() + levels.len()).filter(within) {
        let drawn = key.draw_series(nothing())?;
        if let Some(&layer) = layers.get(number) {
            drawn.label(&layer.name).legend(|at| layer.sample(at));
        } else {
            let level = |at| dashes(at, Some(LEVEL), GREY.stroke_width(2));
            drawn.label(levels[number - layers.len()]).legend(level);
        }
    }
    let mut labels = key.configure_series_labels();
    labels.position(SeriesLabelPosition::UpperLeft).legend_area_size(SAMPLE + 8).margin(2);
    Ok(labels.label_font(("sans-serif", NAME)).draw()?)
}

fn labelled(label: &str, unit: &str) -> String {
    if unit.is_empty() { label.to_owned() } else { format!("{label} ({unit})") }
}

#[cfg(test)]
mod tests;
