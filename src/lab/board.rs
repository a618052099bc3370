//! A number for each square, drawn on the board.

use super::axis::tick;
use crate::notation::diagram::Diagram;
use crate::{Position, Square};

/// Blue below zero, vermilion above: told apart by people with any kind of colour vision.
const BELOW: &str = "0,114,178";
const ABOVE: &str = "213,94,0";

/// The board with every square coloured by its value: blue below zero, vermilion above, white at
/// zero, the stronger the farther from it. Squares without a finite value stay bare wood. The caption says what the
/// strongest colours stand for.
///
/// ```
/// use komadai::{Position, lab};
///
/// let rank = |square: komadai::Square| Some(f64::from(square.rank()) - 5.0);
/// let svg = lab::heat_map(&Position::startpos(), "distance from the middle", rank);
/// assert!(svg.contains("distance from the middle (blue −4, white 0, vermilion +4)"));
/// ```
pub fn heat_map(pos: &Position, title: &str, value: impl Fn(Square) -> Option<f64>) -> String {
    let values: Vec<(Square, f64)> = Square::all()
        .filter_map(|square| Some((square, value(square)?)))
        .filter(|(_, v)| v.is_finite())
        .collect();
    let strongest = values.iter().map(|(_, v)| v.abs()).fold(0.0, f64::max);
    let end = three_digits(strongest);
    let mut diagram = Diagram::of(pos).caption(&format!("{title} (blue −{end}, white 0, vermilion +{end})"));
    for (square, value) in values {
        diagram = diagram.mark(square, "#fff");
        if value == 0.0 {
            continue;
        }
        let (colour, strength) = (if value < 0.0 { BELOW } else { ABOVE }, value.abs() / strongest);
        diagram = diagram.mark(square, &format!("rgba({colour},{strength:.3})"));
    }
    diagram.svg()
}

/// A positive number to three digits.
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
        assert_eq!(svg.matches("rgba(").count(), 2);
        assert!(svg.contains("rgba(0,114,178,0.500)") && svg.contains("rgba(213,94,0,1.000)"));
        assert!(svg.contains("w (blue −4"));
    }

    #[test]
    fn the_ends_are_told_in_three_digits() {
        for (x, text) in [(65.625, "65.6"), (4.0, "4"), (1234.0, "1,230"), (0.012_345, "0.0123"), (0.0, "0")]
        {
            assert_eq!(three_digits(x), text);
        }
    }
}
