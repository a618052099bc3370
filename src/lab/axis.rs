//! One axis of a figure: where a value stands on it, how far it reaches, what its ticks say.

use std::ops::Range;

/// A title and a scale.
#[derive(Clone, Debug, Default)]
pub(super) struct Axis {
    pub(super) title: String,
    /// Equal steps multiply by ten.
    pub(super) logarithmic: bool,
}

impl Axis {
    /// Where a value stands: itself, or its decimal logarithm. Not a number where the axis has no place for it.
    pub(super) fn place(&self, value: f64) -> f64 {
        match (self.logarithmic, value > 0.0) {
            (false, _) => value,
            (true, true) => value.log10(),
            (true, false) => f64::NAN,
        }
    }

    /// From the smallest place to the largest, with a little air; `None` if there is no finite place. A logarithmic axis
    /// reaches from one power of ten to another, so that its ends can be read. Bars stand on `ground`.
    pub(super) fn range(&self, places: impl Iterator<Item = f64>, ground: bool) -> Option<Range<f64>> {
        let places = places.filter(|place| place.is_finite());
        if self.logarithmic {
            let range = span(places)?;
            let (start, end) = (range.start.floor(), range.end.ceil());
            return Some(start..end.max(start + 1.0));
        }
        let range = span(places.chain(ground.then_some(0.0)))?;
        let air = (range.end - range.start) * 0.03;
        let start = if ground && range.start == 0.0 { 0.0 } else { range.start - air };
        Some(start..range.end + air)
    }

    /// The most ticks that a range should have.
    pub(super) fn ticks(&self, range: &Range<f64>) -> usize {
        if self.logarithmic { (range.end - range.start) as usize + 1 } else { 11 }
    }

    /// What a tick says.
    pub(super) fn tick(&self, place: f64) -> String {
        if !self.logarithmic {
            return tick(place);
        }
        // Between powers of ten a tick would say nothing round.
        if (place - place.round()).abs() < 1e-6 {
            tick(10_f64.powi(place.round() as i32))
        } else {
            String::new()
        }
    }
}

/// Where a point stands; `None` if it has no place on one of the axes.
pub(super) fn place(axes: &[Axis; 2], (x, y): (f64, f64)) -> Option<(f64, f64)> {
    let (x, y) = (axes[0].place(x), axes[1].place(y));
    (x.is_finite() && y.is_finite()).then_some((x, y))
}

/// From the smallest to the largest; a single value gets half a unit on either side.
pub(super) fn span(values: impl Iterator<Item = f64>) -> Option<Range<f64>> {
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

/// A number on an axis: no trailing noise of binary fractions, powers of ten where digits would not fit.
fn tick(x: f64) -> String {
    if x != 0.0 && !(1e-4..1e7).contains(&x.abs()) {
        return format!("{x:.1e}");
    }
    let text = format!("{x:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_carry_no_noise() {
        for (x, text) in [(0.1 + 0.2, "0.3"), (-0.0, "0"), (1500.0, "1500"), (2e9, "2.0e9"), (-40.0, "-40")] {
            assert_eq!(tick(x), text);
        }
    }

    #[test]
    fn logarithmic_axis_goes_from_power_to_power_and_has_no_place_for_zero() {
        let axis = Axis { title: String::new(), logarithmic: true };
        assert!(axis.place(0.0).is_nan() && axis.place(-3.0).is_nan());
        let places = [230.0, 41_000.0, 0.0].map(|value| axis.place(value));
        assert_eq!(axis.range(places.into_iter(), false), Some(2.0..5.0));
        assert_eq!(axis.range([3.0].into_iter(), false), Some(2.0..4.0));
        assert_eq!((axis.tick(5.0).as_str(), axis.tick(2.5).as_str()), ("100000", ""));
    }
}
