//! Shares of a whole as stacked bars, drawn as SVG: who is made of what.

use std::fmt::Write as _;

/// Colours that people with any kind of colour vision tell apart (Okabe and Ito). Parts beyond them take them again, under
/// lines across and then under upright ones: 21 different looks. Parts are numbered besides, for black and white.
const COLOURS: [&str; 7] = ["#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7"];
/// Distance of the lines over a colour.
const HATCH: f64 = 5.0;
const WIDTH: f64 = 640.0;
const LEFT: f64 = 150.0;
const WHOLE: f64 = LEFT + WIDTH + 20.0;
const BAR: f64 = 30.0;
const STEP: f64 = 44.0;
const TOP: f64 = 46.0;
const LINE: f64 = 20.0;
/// Side of a square of the legend.
const KEY: f64 = 16.0;

/// Stacked bars as SVG: one bar for each row, divided by the row's shares of each part. The legend numbers the
/// parts from 1; segments wide enough bear their number. A row without a positive amount keeps an empty place, parts
/// that no row has are left out of the legend.
///
/// ```
/// use komadai_report::stacked_bars;
///
/// let svg = stacked_bars("Best moves", &["captures", "others"], &[("no killer", vec![3.0, 1.0])]);
/// assert!(svg.contains("captures") && svg.contains("no killer"));
/// ```
pub fn stacked_bars<S: AsRef<str>>(title: &str, parts: &[&str], rows: &[(S, Vec<f64>)]) -> String {
    let amount = |row: &[f64], part: usize| row.get(part).copied().filter(|x| x.is_finite() && *x > 0.0);
    let shown: Vec<usize> =
        (0..parts.len()).filter(|&part| rows.iter().any(|(_, row)| amount(row, part).is_some())).collect();
    let legend = TOP + STEP * rows.len() as f64 + 12.0;
    let height = legend + LINE * shown.len().div_ceil(2) as f64 + 14.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{height}\" viewBox=\"0 0 {0} {height}\" \
         font-family=\"sans-serif\" font-size=\"14\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"{1}\" y=\"28\" font-size=\"19\" text-anchor=\"middle\">{2}</text>\n",
        WHOLE,
        WHOLE / 2.0,
        escaped(title)
    );
    for (i, (name, row)) in rows.iter().enumerate() {
        let y = TOP + STEP * i as f64;
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>",
            LEFT - 8.0,
            y + BAR / 2.0 + 5.0,
            escaped(name.as_ref())
        );
        let whole: f64 = (0..parts.len()).filter_map(|part| amount(row, part)).sum();
        let mut x = LEFT;
        for part in 0..parts.len() {
            let Some(amount) = amount(row, part) else { continue };
            let width = WIDTH * amount / whole;
            let _ = writeln!(
                svg,
                "<rect x=\"{x:.2}\" y=\"{y}\" width=\"{width:.2}\" height=\"{BAR}\" fill=\"{}\" stroke=\"#fff\">\
                 <title>{}: {:.1} %</title></rect>",
                COLOURS[part % COLOURS.len()],
                escaped(parts[part]),
                100.0 * amount / whole
            );
            hatch(&mut svg, part, (x, y), (width, BAR));
            if width >= 16.0 {
                let (x, y) = (x + width / 2.0, y + BAR / 2.0 + 5.0);
                // A pale edge below the number keeps it readable on dark colours and on lines.
                for edge in [" stroke=\"#fff\" stroke-width=\"3\" stroke-linejoin=\"round\"", ""] {
                    let number = part + 1;
                    let _ = writeln!(
                        svg,
                        "<text x=\"{x:.2}\" y=\"{y}\" text-anchor=\"middle\"{edge}>{number}</text>"
                    );
                }
            }
            x += width;
        }
    }
    for (place, &part) in shown.iter().enumerate() {
        let x = LEFT + (place % 2) as f64 * WIDTH / 2.0;
        let y = legend + LINE * (place / 2) as f64;
        let colour = COLOURS[part % COLOURS.len()];
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{KEY}\" height=\"{KEY}\" fill=\"{colour}\"/><text x=\"{}\" y=\"{}\">{}: {}</text>",
            x + 22.0,
            y + 13.0,
            part + 1,
            escaped(parts[part])
        );
        hatch(&mut svg, part, (x, y), (KEY, KEY));
    }
    svg.push_str("</svg>\n");
    svg
}

/// Draws the lines over a part's colour, if it has any.
fn hatch(svg: &mut String, part: usize, (x, y): (f64, f64), (width, height): (f64, f64)) {
    let along = |length: f64| (1..).map(|n| HATCH * f64::from(n)).take_while(move |&at| at < length);
    let lines: Vec<String> = match part / COLOURS.len() % 3 {
        1 => along(height).map(|at| format!("M{x:.2} {:.2}h{width:.2}", y + at)).collect(),
        2 => along(width).map(|at| format!("M{:.2} {y:.2}v{height:.2}", x + at)).collect(),
        _ => return,
    };
    let _ = writeln!(svg, "<path d=\"{}\" stroke=\"#000\" stroke-opacity=\"0.55\"/>", lines.concat());
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Left end and width of every segment of a bar, in order.
    fn segments(svg: &str, row: usize) -> Vec<(f64, f64)> {
        let y = format!(" y=\"{}\" ", TOP + STEP * row as f64);
        let value = |line: &str, name: &str| -> f64 {
            let rest = line.split(&format!(" {name}=\"")).nth(1).unwrap();
            rest.split('"').next().unwrap().parse().unwrap()
        };
        svg.lines()
            .filter(|line| line.starts_with("<rect x=") && line.contains(&y) && line.contains("<title>"))
            .map(|line| (value(line, "x"), value(line, "width")))
            .collect()
    }

    #[test]
    fn segments_lie_side_by_side_in_proportion_and_fill_the_bar() {
        let rows = [("a", vec![1.0, 2.0, 1.0]), ("b", vec![30.0, 0.0, 10.0])];
        let svg = stacked_bars("t", &["x", "y", "z"], &rows);
        assert_eq!(segments(&svg, 0), [(150.0, 160.0), (310.0, 320.0), (630.0, 160.0)]);
        assert_eq!(segments(&svg, 1), [(150.0, 480.0), (630.0, 160.0)]);
        assert!(svg.contains("<title>y: 50.0 %</title>"));
    }

    #[test]
    fn rows_without_anything_and_parts_that_nobody_has_are_left_blank() {
        let svg =
            stacked_bars("t", &["x", "never", "z"], &[("none", vec![0.0, f64::NAN, -1.0]), ("b", vec![1.0])]);
        assert!(segments(&svg, 0).is_empty() && segments(&svg, 1).len() == 1);
        assert!(svg.contains("none") && !svg.contains("never") && !svg.contains("3: z"));
    }

    #[test]
    fn parts_of_the_same_colour_look_different() {
        let names: Vec<String> = (0..21).map(|part| format!("part {part}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let look = |part: usize| {
            let mut row = vec![0.0; 21];
            row[part] = 1.0;
            let svg = stacked_bars("t", &names, &[("r", row)]);
            let colour =
                svg.split("fill=\"").find(|rest| COLOURS.iter().any(|c| rest.starts_with(c))).unwrap();
            let lines = svg.lines().find_map(|line| line.strip_prefix("<path d=\""));
            (colour[..7].to_owned(), lines.map(str::to_owned))
        };
        let mut looks: Vec<_> = (0..21).map(look).collect();
        looks.sort();
        looks.dedup();
        assert_eq!(looks.len(), 21);
    }

    #[test]
    fn words_are_escaped() {
        let svg = stacked_bars("a < b & c", &["<x>"], &[("r>", vec![1.0])]);
        assert!(svg.contains("a &lt; b &amp; c") && svg.contains("1: &lt;x&gt;") && svg.contains("r&gt;"));
    }
}
