//! Steps down a gradient, computed by hand.

use komadai_learn::solve::StepRule;

/// Checks the lengths of the steps for these slopes, and that they are nearly the same in single precision.
#[track_caller]
fn assert_lengths(rule: StepRule, slopes: &[f64], expected: &[f64]) {
    let (mut mean, mut square) = (0.0, 0.0);
    let (mut single_mean, mut single_square) = (0.0, 0.0);
    for ((number, &slope), expected) in (0..).zip(slopes).zip(expected) {
        let step = rule.at(number, 1.0);
        let length = step.length(slope, &mut mean, &mut square);
        let single = step.length_single(slope as f32, &mut single_mean, &mut single_square);
        assert!((length - expected).abs() < 1e-12, "{length} {expected}");
        assert!((f64::from(single) - length).abs() <= 1e-4 * length.abs(), "{single} {length}");
        // The factor scales the rate alone.
        let [whole, quarter] = [1.0, 0.25].map(|factor| rule.at(0, factor).length(2.0, &mut 0.0, &mut 0.0));
        assert!((quarter - 0.25 * whole).abs() < 1e-12);
    }
}

#[test]
fn adam_takes_the_steps_of_the_paper() {
    let rule = StepRule::Adam { rate: 0.1, momentum: 0.5, memory: 0.75, damping: 1.0 };
    // m: 1, −0.5; corrected by 1/2 and 3/4: 2, −2/3. v: 1, 1.75; corrected by 1/4 and 7/16: 4, 4.
    let expected = [0.1 * 2.0 / (2.0 + 1.0), 0.1 * (-2.0 / 3.0) / (2.0 + 1.0)];
    assert_lengths(rule, &[2.0, -2.0], &expected);
    assert_lengths(StepRule::adam(1.0), &[0.0, 0.0], &[0.0, 0.0]);
}

#[test]
fn signs_take_the_same_step_whatever_the_slope() {
    assert_lengths(StepRule::Sign { step: 0.5 }, &[1e-9, -7.0, 0.0], &[0.5, -0.5, 0.0]);
}
