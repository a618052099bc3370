//! A number for each square, drawn on the board.

use std::ops::RangeInclusive;

use crate::plot::axis::tick;
use komadai::notation::diagram::Diagram;
use komadai_core::{Color, Position, Square};

/// Blue below zero, vermilion above: people with any kind of colour vision can tell them apart.
const BELOW: [u8; 3] = [0, 114, 178];
const ABOVE: [u8; 3] = [213, 94, 0];

/// Draws the board as SVG with every square coloured by its value: blue below zero, vermilion above, white at zero, stronger farther from
/// zero. Squares without a finite value stay bare wood. A bar below explains the colours. Stands are drawn if a piece is in hand.
///
/// ```
/// use komadai_core::Position;
///
/// let rank = |square: komadai_core::Square| Some(f64::from(square.rank()) - 5.0);
/// let svg = komadai_report::heat_map(&Position::startpos(), "distance from the middle", rank);
/// assert!(svg.contains("distance from the middle") && svg.contains(">−4<") && svg.contains(">+4<"));
/// ```
pub fn heat_map(pos: &Position, title: &str, value: impl Fn(Square) -> Option<f64>) -> String {
    let values: Vec<(Square, f64)> = Square::all()
        .filter_map(|square| Some((square, value(square)?)))
        .filter(|(_, v)| v.is_finite())
        .collect();
    let strongest = values.iter().map(|(_, v)| v.abs()).fold(0.0, f64::max);
    let side = |holds: fn(&f64) -> bool| if values.iter().any(|(_, v)| holds(v)) { STEPS } else { 0 };
    let steps = -side(|&v| v < 0.0)..=side(|&v| v > 0.0);
    let mut diagram = Diagram::of(pos).caption(title).colour_bar(bar(strongest, steps));
    if Color::ALL.iter().all(|&color| pos.hand(color).is_empty()) {
        diagram = diagram.without_stands();
    }
    for (square, value) in values {
        diagram = diagram.mark(square, &colour(if value == 0.0 { 0.0 } else { value / strongest }));
    }
    diagram.svg()
}

/// The colour of a value given as a share of the strongest, −1 to 1.
fn colour(share: f64) -> String {
    let end = if share < 0.0 { BELOW } else { ABOVE };
    // Mixed with white, not transparent, so that the bar has the colours of the squares.
    let [r, g, b] = end.map(|part| 255.0 - (255.0 - f64::from(part)) * share.abs());
    format!("rgb({r:.0},{g:.0},{b:.0})")
}

/// Steps of the bar on each side of zero that has values.
const STEPS: i32 = 4;

/// The colours of the steps of the bar, 0 among them; every second step has its number.
fn bar(strongest: f64, steps: RangeInclusive<i32>) -> impl Iterator<Item = (String, String)> {
    steps.map(move |step| {
        let share = f64::from(step) / f64::from(STEPS);
        let size = three_digits(strongest * share.abs());
        let told = match step.signum() {
            _ if step % 2 != 0 => String::new(),
            1 => format!("+{size}"),
            -1 => format!("−{size}"),
            _ => "0".to_owned(),
        };
        (colour(share), told)
    })
}

/// A positive number, rounded to three digits.
fn three_digits(x: f64) -> String {
    let unit = if x > 0.0 { 10_f64.powf(x.log10().floor() - 2.0) } else { 1.0 };
    tick((x / unit).round() * unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_follow_sign_and_size_and_missing_values_stay_bare() {
        let value = |square: Square| match square.to_string().as_str() {
            "5e" => Some(-2.0),
            "1a" => Some(4.0),
            "9i" => Some(f64::NAN),
            "2b" => Some(0.0),
            _ => None,
        };
        let svg = heat_map(&Position::startpos(), "w", value);
        // Three squares, and nine steps of the bar.
        assert_eq!(svg.matches("rgb(").count(), 3 + 9);
        // Half of blue and the whole of vermilion stand on a square and on the bar, blue's end on the bar alone.
        for (colour, count) in [("rgb(128,184,216)", 2), ("rgb(213,94,0)", 2), ("rgb(0,114,178)", 1)] {
            assert_eq!(svg.matches(colour).count(), count, "{colour}: {svg}");
        }
        for told in ["w", "−4", "−2", "0", "+2", "+4"] {
            assert!(svg.contains(&format!(">{told}</text>")), "{told}: {svg}");
        }
        assert_eq!(svg.matches("<rect").count(), 1 + 1 + 1 + 3 + 9, "no stands");
    }

    #[test]
    fn the_ends_are_told_in_three_digits() {
        for (x, text) in [(65.625, "65.6"), (4.0, "4"), (1234.0, "1,230"), (0.012_345, "0.0123"), (0.0, "0")]
        {
            assert_eq!(three_digits(x), text);
        }
    }
}
