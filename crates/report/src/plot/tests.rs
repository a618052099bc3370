//! Figures read back from their SVG.

use super::*;

/// This attribute of every element of this name.
fn attributes<'a>(svg: &'a str, element: &str, name: &str) -> Vec<&'a str> {
    let begin = format!("{name}=\"");
    let value = |tag: &'a str| tag.split('>').next()?.split(&begin).nth(1)?.split('"').next();
    svg.split(&format!("<{element} ")).skip(1).filter_map(value).collect()
}

/// The points of every polyline.
fn polylines(svg: &str) -> Vec<Vec<(f64, f64)>> {
    let point = |pair: &str| {
        let (x, y) = pair.split_once(',').unwrap();
        (x.parse().unwrap(), y.parse().unwrap())
    };
    let lines = attributes(svg, "polyline", "points").into_iter();
    lines.map(|points| points.split_whitespace().map(point).collect()).collect()
}

fn count(svg: &str, element: &str) -> usize {
    svg.matches(&format!("<{element} ")).count()
}

#[test]
fn title_axes_units_and_names_are_text_of_the_figure() {
    let plot = Plot::new("Score <through> the \u{2}game").x_axis("ply", "").y_axis("score", "centipawns");
    let plot = plot.line("first", [(0.0, 1.0), (9.0, 2.0)]).line("second", [(0.0, 3.0)]);
    let svg = plot.line("held out", [(0.0, f64::NAN)]).to_svg().unwrap();
    // Both ends of the axis are numbered.
    let texts = ["Score &lt;through&gt; the game", "\nply\n", "score (centipawns)", "first", "second"];
    for text in texts.into_iter().chain(["\n0\n", "\n9\n"]) {
        assert!(svg.contains(text), "{text}: {svg}");
    }
    assert!(!svg.contains("held out"), "a layer without a point has no name");
}

#[test]
fn names_stand_below_the_axis_and_the_figure_grows_with_them() {
    let plot = |names: usize| {
        let named = |plot: Plot, n| plot.line(&format!("a rather long name {n}"), [(0.0, 0.0), (1.0, 1.0)]);
        (0..names).fold(Plot::new("t").x_axis("x", ""), named).to_svg().unwrap()
    };
    let height = |svg: &str| attributes(svg, "svg", "height")[0].parse::<i32>().unwrap();
    let (few, many) = (plot(2), plot(12));
    assert!(height(&many) > height(&few), "{many}");
    let y = |text: &str| {
        let before = many.split(&format!("\n{text}\n")).next().unwrap();
        attributes(before, "text", "y").pop().unwrap().parse::<i32>().unwrap()
    };
    let [first, last] = [0, 11].map(|n| y(&format!("a rather long name {n}")));
    assert!(y("x") < first && first < last && last < height(&many), "{many}");
}

#[test]
fn the_fourth_line_has_dashes_and_the_eighth_the_first_colour() {
    let of = |lines: usize, colour: &str| {
        let line = |plot: Plot, n: usize| plot.line("", [(0.0, n as f64), (1.0, n as f64)]);
        let svg = (0..lines).fold(Plot::new("t"), line).to_svg().unwrap();
        attributes(&svg, "polyline", "stroke").into_iter().filter(|stroke| *stroke == colour).count()
    };
    // A dashed line is drawn in pieces.
    assert_eq!((of(3, "#009E73"), of(7, "#0072B2")), (1, 1));
    assert!(of(4, "#CC79A7") > 10 && of(8, "#0072B2") > 10);
}

#[test]
fn a_layer_with_the_look_of_another_figure_has_its_colour() {
    let line = |plot: Plot| plot.line("b", [(0.0, 0.0), (1.0, 1.0)]);
    let colour = |plot: Plot| {
        let svg = plot.to_svg().unwrap();
        attributes(&svg, "polyline", "stroke").pop().unwrap().to_owned()
    };
    let second = colour(line(line(Plot::new("t"))));
    assert_eq!(colour(line(Plot::new("t")).look(1)), second);
    assert_ne!(colour(line(Plot::new("t"))), second);
}

#[test]
fn what_is_not_finite_is_a_gap_in_lines_and_bands_and_no_mark() {
    let points = [(0.0, 1.0), (1.0, 2.0), (2.0, f64::NAN), (3.0, 1.0), (4.0, 5.0), (5.0, 2.0)];
    let lines = polylines(&Plot::new("t").line("a", points).to_svg().unwrap());
    let of_points = |n: usize| lines.iter().filter(|line| line.len() == n).count();
    assert!(of_points(3) == 1 && of_points(2) > 0, "{lines:?}");
    assert!(lines.iter().all(|line| line.len() <= 3), "{lines:?}");

    let ends = [(0.0, 0.0, 2.0), (1.0, 1.0, 3.0), (2.0, f64::NAN, 9.0), (3.0, 0.0, 1.0), (4.0, 0.0, 1.0)];
    let svg = Plot::new("t").band("b", ends).to_svg().unwrap();
    let corners = attributes(&svg, "polygon", "points").into_iter();
    assert_eq!(corners.map(|points| points.split_whitespace().count()).collect::<Vec<_>>(), [4, 4], "{svg}");

    // The interval of a lone point is a line between its ends.
    let upright = |low: f64| {
        let plot = Plot::new("t").line("a", [(0.0, 3.0), (2.0, -2.0)]).band("b", [(1.0, low, 3.0)]);
        let lines = polylines(&plot.to_svg().unwrap()).into_iter();
        let ends = lines.filter_map(|line| <[(f64, f64); 2]>::try_from(line).ok());
        ends.filter(|[from, to]| from.0.total_cmp(&to.0).is_eq() && from != to).count()
    };
    assert_eq!(upright(-2.0), upright(3.0) + 1);

    let points = [(0.0, 0.0), (1.0, 1.0), (0.5, f64::INFINITY), (0.2, 0.7)];
    assert_eq!(count(&Plot::new("t").scatter("", points).to_svg().unwrap(), "circle"), 3);
}

#[test]
fn histogram_counts_every_sample_once() {
    let plot = Plot::new("t").histogram("", [0.0, 0.1, 0.9, 1.0, 2.0, 2.9, 3.0, f64::NAN], 3);
    let tops: Vec<f64> = plot.layers[0].points.iter().skip(1).step_by(2).map(|p| p.1).collect();
    assert_eq!(tops, [3.0, 1.0, 3.0]);
    let svg = plot.to_svg().unwrap();
    // The background, and the bars with their edges.
    assert_eq!(count(&svg, "rect"), 1 + 2 * 3, "{svg}");
}

#[test]
fn shares_fill_their_row_and_parts_that_nobody_has_have_no_name() {
    let rows = [("a", vec![1.0, 0.0, 3.0]), ("none", vec![0.0, f64::NAN, -1.0]), ("b", vec![30.0])];
    let plot = Plot::shares("t", &["x", "never", "<z>"], &rows);
    let corners: Vec<_> = plot.layers.iter().map(|layer| &layer.points[..]).collect();
    assert_eq!(corners[0].iter().map(|p| p.0).collect::<Vec<_>>(), [0.0, 25.0, 0.0, 100.0]);
    assert_eq!(corners[2].iter().map(|p| p.0).collect::<Vec<_>>(), [25.0, 100.0]);
    let svg = plot.to_svg().unwrap();
    assert!(svg.contains("1: x") && svg.contains("3: &lt;z&gt;") && svg.contains("\nnone\n"), "{svg}");
    assert!(!svg.contains("never") && svg.contains("\n3\n"), "{svg}");
}

#[test]
fn equal_samples_and_single_points_are_drawn_and_nothing_is_an_error_with_the_title() {
    assert!(Plot::new("t").histogram("h", [5.0; 4], 4).to_svg().is_ok());
    assert!(Plot::new("t").scatter("s", [(1.0, 1.0)]).to_svg().is_ok());
    let error = Plot::new("Fig. 1").line("a", [(f64::NAN, 1.0)]).to_svg().unwrap_err();
    assert_eq!(error.to_string(), "the plot \"Fig. 1\" has no finite value to draw");
}

#[test]
fn equal_differences_are_equal_steps_and_equal_factors_on_logarithmic_axes() {
    let linear =
        Plot::new("t").line("a", [(0.0, 0.0), (1.0, 50.0), (2.0, 100.0), (f64::NAN, 5.0), (4.0, 0.0)]);
    let points = [(1.0, 10.0), (10.0, 100.0), (100.0, 1000.0), (0.0, 5.0), (1000.0, 10.0)];
    let logarithmic = Plot::new("t").log_x().log_y().line("a", points);
    for (plot, ticks) in [(linear, ["0", "1", "20", "100"]), (logarithmic, ["1", "10", "100", "1,000"])] {
        let svg = plot.to_svg().unwrap();
        let line =
            polylines(&svg).into_iter().find(|line| line.len() == 3).expect("the fourth point breaks it");
        for axis in [|p: (f64, f64)| p.0, |p: (f64, f64)| -p.1] {
            let steps = [axis(line[1]) - axis(line[0]), axis(line[2]) - axis(line[1])];
            assert!(steps[0] > 50.0 && (steps[0] - steps[1]).abs() <= 1.0, "{line:?}");
        }
        for tick in ticks {
            assert!(svg.contains(&format!("\n{tick}\n")), "{tick}: {svg}");
        }
    }
}

#[test]
fn a_level_between_whole_numbers_has_ticks_between_them() {
    let svg = Plot::new("t").line("", [(0.0, 0.0), (1.0, 0.0)]).level(1.7).to_svg().unwrap();
    assert!(svg.contains("\n0.2\n"), "{svg}");
}

#[test]
fn half_of_an_interval_does_not_stretch_the_figure() {
    let ends = [(2.0, -900.0, f64::INFINITY), (4.0, -1.0, 1.0), (6.0, -2.0, 3.0)];
    let (x, y) = Plot::new("t").band("b", ends).ranges().unwrap();
    assert!(x.start > 3.0 && y.start > -3.0, "{x:?} {y:?}");
}
