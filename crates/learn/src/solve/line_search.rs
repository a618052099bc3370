//! The line search of Moré and Thuente ("Line Search Algorithms with Guaranteed Sufficient Decrease", ACM Transactions on
//! Mathematical Software 20, 1994), which keeps an interval that holds a good step and interpolates in it by cubics and parabolas.
//!
//! Section and case numbers in the comments are the paper's. Two things are added: a step at which the function is infinite or NaN
//! is a wall, from which the search backs off; and the search gives up when a decrease could no longer be seen.

use crate::reduce::ReduceError;

/// When a step is accepted (the strong Wolfe conditions), and how many evaluations are allowed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rule {
    /// c₁ of sufficient decrease
    pub(super) decrease: f64,
    /// c₂: the size of the slope along the direction is at most this part of that at the start
    pub(super) curvature: f64,
    pub(super) evaluations: u32,
}

/// The function at a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    pub(super) step: f64,
    pub(super) value: f64,
    pub(super) slope: f64,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Found {
    /// Both conditions hold at the step evaluated last.
    Accepted,
    /// No step evaluated meets both, but the value at this step is lower than at the start.
    Lower(f64),
    Nothing,
}

/// Longest step ever tried.
const LONGEST: f64 = 1e20;
/// While no minimum is bracketed, the next step goes further by 1.1 to 4 times what the last one did (section 2).
const EXTRAPOLATION: [f64; 2] = [1.1, 4.0];
/// The interval must shrink to this part in two steps, or it is halved (section 3); a trial goes at most this part of the way to its far
/// end (case 3).
const SHRINK: f64 = 0.66;

/// Looks for a step, beginning with `first`. `evaluate` returns value and slope at a step.
pub(super) fn search(
    start: Point,
    first: f64,
    rule: &Rule,
    evaluate: &mut dyn FnMut(f64) -> Result<(f64, f64), ReduceError>,
) -> Result<Found, ReduceError> {
    // The line that sufficient decrease stays below; the paper's auxiliary function is measured from it.
    let line = rule.decrease * start.slope;
    let mut interval = Interval::new(start);
    let mut best = start;
    let mut first_stage = true;
    let mut step = first.min(LONGEST);
    for _ in 0..rule.evaluations {
        let (value, slope) = evaluate(step)?;
        if value.is_finite() && slope.is_finite() {
            let trial = Point { step, value, slope };
            let enough = value <= start.value + line * step;
            if enough && slope.abs() <= -rule.curvature * start.slope {
                return Ok(Found::Accepted);
            }
            if value < best.value {
                best = trial;
            }
            // Section 3: the auxiliary function, until a step has a low value and a rising slope.
            first_stage &= !(enough && slope >= 0.0);
            let auxiliary = first_stage && !enough && value <= interval.low.value;
            step = interval.narrow(trial, if auxiliary { line } else { 0.0 });
        } else {
            step = interval.back_off(step);
        }
        let lost = interval.low.step <= 0.0 && step * -start.slope <= f64::EPSILON * start.value.abs();
        if lost || interval.is_closed() {
            break;
        }
    }
    Ok(if best.value < start.value { Found::Lower(best.step) } else { Found::Nothing })
}

/// The interval of uncertainty.
#[derive(Clone, Copy, Debug)]
struct Interval {
    /// The end with the lowest value of the function (or of the auxiliary one); the slope there leads into the interval.
    low: Point,
    /// The other end, once a minimum is bracketed.
    other: Point,
    bracketed: bool,
    /// The least step known to be outside the domain, while no minimum is bracketed.
    wall: f64,
    /// Width after the last trial and after the one before.
    widths: [f64; 2],
}

impl Interval {
    fn new(start: Point) -> Interval {
        Interval {
            low: start,
            other: start,
            bracketed: false,
            wall: f64::INFINITY,
            widths: [f64::INFINITY; 2],
        }
    }

    /// Whether no number lies between the ends.
    fn is_closed(&self) -> bool {
        let ends = self.low.step.max(self.other.step);
        self.bracketed && (self.low.step - self.other.step).abs() <= f64::EPSILON * ends
    }

    /// The next step after one outside the domain.
    fn back_off(&mut self, step: f64) -> f64 {
        if !self.bracketed {
            self.wall = step;
        }
        middle(self.low.step, step)
    }

    /// Updates the interval by a trial and returns the next step (section 4). `tilt` is the slope of the line from which values are
    /// measured: that of the auxiliary function, or 0.
    fn narrow(&mut self, trial: Point, tilt: f64) -> f64 {
        let tilted = |point: Point| Point {
            value: point.value - tilt * point.step,
            slope: point.slope - tilt,
            ..point
        };
        let (low, other, new) = (tilted(self.low), tilted(self.other), tilted(trial));
        let (at, ahead) = (new.step, new.step - low.step);
        let longest = (at + EXTRAPOLATION[1] * ahead).min(middle(at, self.wall)).min(LONGEST);
        let shortest = (at + EXTRAPOLATION[0] * ahead).min(longest);
        let far = if self.bracketed { other.step } else { longest };
        let cubic = cubic_minimum(low, new);
        let mut step;
        if new.value > low.value {
            // Case 1: higher; a minimum is between the two.
            let parabola = low.step + 0.5 * ahead * low.slope / (low.slope - (new.value - low.value) / ahead);
            let near = (cubic - low.step).abs() < (parabola - low.step).abs();
            step = if near { cubic } else { middle(cubic, parabola) };
            (self.other, self.bracketed) = (trial, true);
        } else if (new.slope < 0.0) != (low.slope < 0.0) {
            // Case 2: lower, and the slope has turned; a minimum is between the two.
            let secant = secant_minimum(low, new);
            step = if (cubic - at).abs() >= (secant - at).abs() { cubic } else { secant };
            (self.other, self.low, self.bracketed) = (self.low, trial, true);
        } else {
            if new.slope.abs() <= low.slope.abs() {
                // Case 3: lower, and the slope gentler; the cubic is used if its minimum lies ahead.
                let secant = secant_minimum(low, new);
                let cubic = if (cubic - at) * ahead > 0.0 { cubic } else { far };
                let cubic_is_nearer = (cubic - at).abs() < (secant - at).abs();
                step = if cubic_is_nearer == self.bracketed { cubic } else { secant };
                if self.bracketed {
                    let bound = at + SHRINK * (far - at);
                    step = if ahead > 0.0 { step.min(bound) } else { step.max(bound) };
                }
            } else {
                // Case 4: lower, and the slope steeper.
                step = if self.bracketed { cubic_minimum(new, other) } else { far };
            }
            self.low = trial;
        }
        if !self.bracketed {
            return if step.is_finite() { step.clamp(shortest, longest) } else { longest };
        }
        let (a, b) = (self.low.step, self.other.step);
        let width = (a - b).abs();
        let too_slow = width >= SHRINK * self.widths[1];
        self.widths = [width, self.widths[0]];
        step = step.clamp(a.min(b), a.max(b));
        // A trial at an end would give no information.
        if too_slow || !step.is_finite() || step <= a.min(b) || step >= a.max(b) {
            step = middle(a, b);
        }
        step
    }
}

fn middle(a: f64, b: f64) -> f64 {
    a + 0.5 * (b - a)
}

/// The step where the line through two slopes is 0.
fn secant_minimum(a: Point, b: Point) -> f64 {
    b.step + (a.step - b.step) * (b.slope / (b.slope - a.slope))
}

/// The minimum of the cubic with the values and slopes of two points (Nocedal and Wright, "Numerical Optimization", 2006,
/// equation 3.59). A cubic without a minimum gives its point of inflection.
fn cubic_minimum(a: Point, b: Point) -> f64 {
    let between = b.step - a.step;
    let mean = a.slope + b.slope - 3.0 * (b.value - a.value) / between;
    let root = (mean * mean - a.slope * b.slope).max(0.0).sqrt().copysign(between);
    b.step - between * ((b.slope + root - mean) / (b.slope - a.slope + 2.0 * root))
}
