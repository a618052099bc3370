//! Figures read back from their SVG.

use super::*;

/// The points of every polyline, read back from the figure.
fn polylines(svg: &str) -> Vec<Vec<(f64, f64)>> {
    svg.split("<polyline")
        .skip(1)
        .map(|tag| {
            let points = tag.split("points=\"").nth(1).unwrap().split('"').next().unwrap();
            points
                .split_whitespace()
                .map(|pair| {
                    let (x, y) = pair.split_once(',').unwrap();
                    (x.parse().unwrap(), y.parse().unwrap())
                })
                .collect()
        })
        .collect()
}

fn count(svg: &str, element: &str) -> usize {
    svg.matches(&format!("<{element} ")).count()
}

#[test]
fn line_goes_through_its_points_in_proportion() {
    let svg = Plot::new("t").line("a", [(0.0, 0.0), (1.0, 50.0), (2.0, 100.0), (4.0, 0.0)]).to_svg().unwrap();
    let line = polylines(&svg).into_iter().find(|line| line.len() == 4).unwrap();
    let dx = line[1].0 - line[0].0;
    assert!((line[3].0 - line[0].0 - 4.0 * dx).abs() <= 4.0, "{line:?}");
    let dy = line[0].1 - line[2].1;
    assert!(dy > 100.0 && (line[0].1 - line[1].1 - dy / 2.0).abs() <= 1.0, "{line:?}");
    assert!((line[0].1 - line[3].1).abs() < 0.5, "{line:?}");
}

#[test]
fn title_axes_units_and_names_are_text_of_the_figure() {
    let plot = Plot::new("Score <through> the game").x_axis("ply", "").y_axis("score", "centipawns");
    let svg = plot.line("first", [(0.0, 1.0), (9.0, 2.0)]).line("second", [(0.0, 3.0)]).to_svg().unwrap();
    for text in ["Score &lt;through&gt; the game", "\nply\n", "score (centipawns)", "first", "second"] {
        assert!(format!("\n{svg}").contains(text), "{text}");
    }
    // Both ends of the axis are numbered.
    assert!(svg.contains("\n0\n") && svg.contains("\n9\n"), "{svg}");
}

#[test]
fn names_stand_below_the_axis_and_the_figure_grows_with_them() {
    let plot = |names: usize| {
        let named = |plot: Plot, n| plot.line(&format!("a rather long name {n}"), [(0.0, 0.0), (1.0, 1.0)]);
        (0..names).fold(Plot::new("t").x_axis("x", ""), named).to_svg().unwrap()
    };
    let attribute = |tag: &str, name: &str| -> i32 {
        tag.split(&format!("{name}=\"")).nth(1).unwrap().split('"').next().unwrap().parse().unwrap()
    };
    let (few, many) = (plot(2), plot(12));
    assert!(attribute(&many, "height") > attribute(&few, "height"), "{many}");
    let y = |text: &str| {
        let before = many.split(&format!("\n{text}\n")).next().unwrap();
        attribute(&before[before.rfind("<text").unwrap()..], "y")
    };
    let [first, last] = [0, 11].map(|n| y(&format!("a rather long name {n}")));
    assert!(y("x") < first && first < last && last < attribute(&many, "height"), "{many}");
}

#[test]
fn the_fourth_line_has_dashes_and_the_eighth_the_first_colour() {
    let plot = |lines: usize| {
        let line = |plot: Plot, n: usize| plot.line("", [(0.0, n as f64), (1.0, n as f64)]);
        (0..lines).fold(Plot::new("t"), line).to_svg().unwrap()
    };
    let of = |svg: &str, colour: &str| svg.split("<polyline").filter(|tag| tag.contains(colour)).count();
    // A dashed line is drawn in pieces.
    assert_eq!((of(&plot(3), "#009E73"), of(&plot(7), "#0072B2")), (1, 1));
    assert!(of(&plot(4), "#CC79A7") > 10 && of(&plot(8), "#0072B2") > 10);
}

#[test]
fn a_layer_with_the_look_of_another_figure_has_its_colour() {
    let line = |plot: Plot| plot.line("b", [(0.0, 0.0), (1.0, 1.0)]);
    let colour = |plot: Plot| {
        let svg = plot.to_svg().unwrap();
        svg.split("<polyline").last().unwrap().split("stroke=\"").nth(1).unwrap()[..7].to_owned()
    };
    let second = colour(line(line(Plot::new("t"))));
    assert_eq!(colour(line(Plot::new("t")).look(1)), second);
    assert_ne!(colour(line(Plot::new("t"))), second);
}

#[test]
fn a_gap_breaks_the_line() {
    let points = [(0.0, 1.0), (1.0, 2.0), (2.0, f64::NAN), (3.0, 1.0), (4.0, 5.0), (5.0, 2.0)];
    let svg = Plot::new("t").line("a", points).to_svg().unwrap();
    let lengths: Vec<_> = polylines(&svg).iter().map(Vec::len).filter(|&n| n > 2).collect();
    assert_eq!(lengths, [3]);
    assert!(polylines(&svg).iter().any(|line| line.len() == 2));
}

#[test]
fn scatter_draws_one_mark_a_finite_point() {
    let base = count(&Plot::new("t").line("a", [(0.0, 0.0), (1.0, 1.0)]).to_svg().unwrap(), "circle");
    let points = [(0.0, 0.0), (1.0, 1.0), (0.5, f64::INFINITY), (0.2, 0.7)];
    let svg = Plot::new("t").scatter("", points).to_svg().unwrap();
    assert_eq!(count(&svg, "circle") - base, 3);
}

#[test]
fn band_is_an_area_with_a_gap_where_an_end_is_missing() {
    let ends = [(0.0, 0.0, 2.0), (1.0, 1.0, 3.0), (2.0, f64::NAN, 9.0), (3.0, 0.0, 1.0), (4.0, 0.0, 1.0)];
    let svg = Plot::new("t").band("b", ends).to_svg().unwrap();
    let corners: Vec<usize> = svg
        .split("<polygon")
        .skip(1)
        .map(|tag| tag.split("points=\"").nth(1).unwrap().split('"').next().unwrap())
        .map(|points| points.split_whitespace().count())
        .collect();
    assert_eq!(corners, [4, 4], "{svg}");
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
fn equal_samples_and_single_points_are_drawn() {
    assert!(Plot::new("t").histogram("h", [5.0; 4], 4).to_svg().is_ok());
    assert!(Plot::new("t").scatter("s", [(1.0, 1.0)]).to_svg().is_ok());
}

#[test]
fn nothing_to_draw_is_an_error_with_the_title() {
    let error = Plot::new("Fig. 1").line("a", [(f64::NAN, 1.0)]).to_svg().unwrap_err();
    assert_eq!(error.to_string(), "the plot \"Fig. 1\" has no finite value to draw");
}

#[test]
fn equal_factors_are_equal_steps_on_logarithmic_axes() {
    let points = [(1.0, 10.0), (10.0, 100.0), (100.0, 1000.0), (0.0, 5.0), (1000.0, 10.0)];
    let svg = Plot::new("t").log_x().log_y().line("a", points).to_svg().unwrap();
    let line = polylines(&svg).into_iter().find(|line| line.len() == 3).expect("the zero breaks the line");
    for axis in [|p: (f64, f64)| p.0, |p: (f64, f64)| -p.1] {
        let steps = [axis(line[1]) - axis(line[0]), axis(line[2]) - axis(line[1])];
        assert!(steps[0] > 50.0 && (steps[0] - steps[1]).abs() <= 1.0, "{line:?}");
    }
    for power in ["1", "10", "100", "1,000"] {
        assert!(svg.contains(&format!("\n{power}\n")), "{power}: {svg}");
    }
}

#[test]
fn a_layer_without_a_point_has_no_name_below_the_figure() {
    let plot = Plot::new("t").line("seen", [(0.0, 0.0), (1.0, 1.0)]).line("held out", [(0.0, f64::NAN)]);
    let svg = plot.to_svg().unwrap();
    assert!(svg.contains("\nseen\n") && !svg.contains("held out"), "{svg}");
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
