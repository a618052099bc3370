//! One axis of a figure: the place of a value, the range, the ticks and their labels.

use std::ops::Range;

use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use plotters::coord::types::RangedCoordf64;

use crate::text::number::{grouped, real};

/// The most ticks on an axis of numbers.
const TICKS: usize = 11;
/// First digits of the ticks of a logarithmic axis.
const STEPS: [f64; 3] = [1.0, 2.0, 5.0];
/// Range of a logarithmic axis, in powers of ten, beyond which only these and the ends have ticks.
const MANY_POWERS: f64 = 2.5;

/// A title and a scale.
#[derive(Clone, Debug, Default)]
pub(crate) struct Axis {
    pub(crate) title: String,
    pub(crate) scale: Scale,
}

/// Scale of an axis: what stays equal from step to step.
#[derive(Clone, Debug, Default)]
pub(crate) enum Scale {
    /// Equal differences.
    #[default]
    Linear,
    /// Equal factors.
    Logarithmic,
    /// One step each: the values 1, 2, … have these names. On a vertical axis the first is at the top.
    Names(Vec<String>),
}

impl Axis {
    /// The place of a value: itself, its decimal logarithm, or its row from the top; not a number if the axis has no place for it.
    pub(crate) fn place(&self, value: f64) -> f64 {
        match &self.scale {
            Scale::Linear => value,
            Scale::Logarithmic if value > 0.0 => value.log10(),
            Scale::Logarithmic => f64::NAN,
            Scale::Names(_) => -value,
        }
    }

    /// The range from the smallest place to the largest, with a small margin; `None` if there is no finite place. A logarithmic axis begins
    /// and ends at a tick, so that its ends can be read.
    pub(crate) fn range(&self, places: impl Iterator<Item = f64>) -> Option<Range<f64>> {
        let range = span(places.filter(|place| place.is_finite()))?;
        match &self.scale {
            Scale::Names(names) => Some(-(names.len() as f64) - 0.5..-0.5),
            Scale::Logarithmic => {
                let ladder = || ladder(range.start.floor() - 1.0..range.end.ceil() + 1.0);
                let start = ladder().filter(|&step| step <= range.start + 1e-9).last()?;
                Some(start..ladder().find(|&step| step >= range.end - 1e-9)?)
            }
            Scale::Linear => {
                let air = (range.end - range.start) * 0.03;
                Some(range.start - air..range.end + air)
            }
        }
    }

    /// The places of the ticks in a range; `whole` numbers have no ticks between them.
    pub(crate) fn ticks(&self, range: &Range<f64>, whole: bool) -> Vec<f64> {
        match &self.scale {
            Scale::Names(names) => (1..=names.len()).map(|row| -(row as f64)).collect(),
            Scale::Logarithmic => {
                let inside = |place: &f64| (range.start - 1e-9..=range.end + 1e-9).contains(place);
                let all: Vec<f64> =
                    ladder(range.start.floor()..range.end.ceil() + 1.0).filter(inside).collect();
                if range.end - range.start <= MANY_POWERS {
                    return all;
                }
                let power = |place: f64| (place - place.round()).abs() < 1e-9;
                let last = all.len() - 1;
                let kept = all.iter().enumerate().filter(|&(i, &place)| i == 0 || i == last || power(place));
                kept.map(|(_, &place)| place).collect()
            }
            Scale::Linear => {
                let span = range.end - range.start;
                let most = if whole { TICKS.min(span as usize + 1) } else { TICKS };
                let ticks = RangedCoordf64::from(range.clone()).key_points(most).into_iter();
                // The library's zero may be a sum that is not quite zero.
                ticks.map(|tick| if tick.abs() < span * 1e-9 { 0.0 } else { tick }).collect()
            }
        }
    }

    /// The label of a tick.
    pub(crate) fn tick(&self, place: f64) -> String {
        match &self.scale {
            Scale::Linear => tick(place),
            Scale::Logarithmic => {
                let value = 10_f64.powf(place);
                let power = 10_f64.powf(place.floor());
                tick((value / power).round() * power)
            }
            Scale::Names(names) => {
                let name = ((-place).round() as usize).checked_sub(1).and_then(|row| names.get(row));
                name.cloned().unwrap_or_default()
            }
        }
    }
}

/// The logarithms of 1, 2 and 5 times the powers of ten whose exponents are in a range.
fn ladder(powers: Range<f64>) -> impl Iterator<Item = f64> {
    (powers.start as i32..powers.end as i32)
        .flat_map(|power| STEPS.map(|step| f64::from(power) + step.log10()))
}

/// A range with its ticks, in the form that the drawing library needs.
#[derive(Clone, Debug)]
pub(crate) struct Ticked {
    pub(crate) range: Range<f64>,
    pub(crate) ticks: Vec<f64>,
}

impl Ranged for Ticked {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        RangedCoordf64::from(self.range.clone()).map(value, limit)
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        if hint.weight().allow_light_points() { Vec::new() } else { self.ticks.clone() }
    }

    fn range(&self) -> Range<f64> {
        self.range.clone()
    }
}

/// The place of a point; `None` if it has none on one of the axes.
pub(crate) fn place(axes: &[Axis; 2], (x, y): (f64, f64)) -> Option<(f64, f64)> {
    let (x, y) = (axes[0].place(x), axes[1].place(y));
    (x.is_finite() && y.is_finite()).then_some((x, y))
}

/// The range from the smallest value to the largest; a single value gets half a unit on either side.
pub(crate) fn span(values: impl Iterator<Item = f64>) -> Option<Range<f64>> {
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for value in values {
        low = low.min(value);
        high = high.max(value);
    }
    match low.partial_cmp(&high)? {
        std::cmp::Ordering::Less => Some(low..high),
        std::cmp::Ordering::Equal => Some(low - 0.5..high + 0.5),
        std::cmp::Ordering::Greater => None,
    }
}

/// The label of a number: without the noise of binary fractions, with a power of ten where digits would not fit.
pub(crate) fn tick(x: f64) -> String {
    if x != 0.0 && !(1e-4..1e8).contains(&x.abs()) {
        let text = format!("{x:.2e}");
        let (digits, power) = text.split_once('e').unwrap_or((&text, "0"));
        return format!("{}e{power}", trimmed(digits));
    }
    if x.fract() == 0.0 {
        return grouped(x as i128);
    }
    // Four digits of a small number.
    let decimals = (3 - x.abs().log10().floor() as i32).clamp(4, 8) as usize;
    let text = real(x, decimals);
    let text = trimmed(&text);
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Decimals without the zeros at their end.
fn trimmed(digits: &str) -> &str {
    if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis, range: Range<f64>, whole: bool) -> Vec<String> {
        axis.ticks(&range, whole).into_iter().map(|place| axis.tick(place)).collect()
    }

    #[test]
    fn ticks_carry_no_noise() {
        for (x, text) in [
            (0.1 + 0.2, "0.3"),
            (-0.0, "0"),
            (1500.0, "1,500"),
            (2e9, "2e9"),
            (1.5e-7, "1.5e-7"),
            (-40.0, "-40"),
            (0.00015, "0.00015"),
            (12.345_67, "12.3457"),
        ] {
            assert_eq!(tick(x), text);
        }
        let axis = Axis::default();
        assert_eq!(labels(&axis, -0.62..0.66, false), ["-0.6", "-0.4", "-0.2", "0", "0.2", "0.4", "0.6"]);
        // Whole numbers have no ticks between them.
        assert_eq!(labels(&axis, 0.9..4.1, true), ["1", "2", "3", "4"]);
        assert!(labels(&axis, 0.9..4.1, false).contains(&"1.5".to_owned()));
    }

    #[test]
    fn logarithmic_axis_goes_from_tick_to_tick_and_has_no_place_for_zero() {
        let axis = Axis { title: String::new(), scale: Scale::Logarithmic };
        assert!(axis.place(0.0).is_nan() && axis.place(-3.0).is_nan());
        let ends = |values: &[f64]| {
            let range = axis.range(values.iter().map(|&value| axis.place(value))).unwrap();
            [range.start, range.end].map(|place| axis.tick(place))
        };
        assert_eq!(ends(&[230.0, 41_000.0, 0.0]), ["200", "50,000"]);
        assert_eq!(ends(&[1000.0, 20_000.0]), ["1,000", "20,000"]);
        assert_eq!(ends(&[1000.0]), ["200", "5,000"]);
        let range = |low: f64, high: f64| axis.place(low)..axis.place(high);
        assert_eq!(labels(&axis, range(5.0, 100.0), true), ["5", "10", "20", "50", "100"]);
        assert_eq!(labels(&axis, range(2.0, 5000.0), true), ["2", "10", "100", "1,000", "5,000"]);
    }

    #[test]
    fn names_stand_from_above() {
        let names = ["check", "capture"].map(str::to_owned).to_vec();
        let axis = Axis { title: String::new(), scale: Scale::Names(names) };
        assert!(axis.place(1.0) > axis.place(2.0));
        let range = axis.range([axis.place(2.0)].into_iter()).unwrap();
        assert!(range.contains(&axis.place(1.0)) && range.contains(&axis.place(2.0)));
        assert_eq!(labels(&axis, range, true), ["check", "capture"]);
    }
}
