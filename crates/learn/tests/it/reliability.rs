//! Models of the spread of differences: fits by one worker or several find the likeliest ones.

use komadai_core::rng::SplitMix64;
use komadai_eval::reliability::{AfterSearch, Link, SearchFacts, SpreadWeights, Tail};
use komadai_learn::TrainingError;
use komadai_learn::reduce::{ReduceError, ThreadReduce};
use komadai_learn::reliability::{
    FactRows, FitOptions, SpreadRows, fit_after_search, fit_spread, log_likelihoods,
};
use komadai_learn::solve::{LbfgsOptions, LbfgsState, SolveError};

/// A random number of the normal distribution.
fn normal(rng: &mut SplitMix64) -> f64 {
    (-2.0 * (1.0 - rng.unit()).ln()).sqrt() * (std::f64::consts::TAU * rng.unit()).cos()
}

/// A random number of Student's t with `freedom` degrees of freedom.
pub(crate) fn student(rng: &mut SplitMix64, freedom: u32) -> f64 {
    let square: f64 = (0..freedom).map(|_| normal(rng).powi(2)).sum();
    normal(rng) / (square / f64::from(freedom)).sqrt()
}

/// Fits the depths 4 and 8 by one worker.
fn fit(rows: &SpreadRows, options: &FitOptions, from: Option<LbfgsState>) -> (SpreadWeights, LbfgsState) {
    fit_spread(rows, 4.0, 8.0, options, (), from, |_| Ok(())).unwrap()
}

/// Differences of Student's t with 5 degrees of freedom, times 80, or 240 where the second feature holds.
fn heavy_rows() -> SpreadRows {
    let mut rng = SplitMix64::new(9);
    let mut rows = SpreadRows::new(2);
    for row in 0..20_000 {
        rows.feature(0, 1.0);
        if row % 2 == 1 {
            rows.feature(1, 1.0);
        }
        let t = student(&mut rng, 5);
        rows.end_row((t * if row % 2 == 1 { 240.0 } else { 80.0 }) as f32, row);
    }
    rows
}

/// Asserts that no likelihood nearby is higher: `likelihood` falls if any one of the numbers is `by` more or less.
#[track_caller]
fn assert_likeliest(numbers: usize, by: f64, likelihood: impl Fn(usize, f64) -> f64) {
    let best = likelihood(0, 0.0);
    for number in 0..numbers {
        let [less, more] = [-by, by].map(|by| likelihood(number, by) - best);
        // The slope there is a small part of the curvature.
        assert!(
            less.max(more) <= 0.0 && (less - more).abs() < -0.2 * (less + more),
            "{number}: {less} {more}"
        );
    }
}

/// Asserts that the value falls between the first steps of a fit by as much as the slopes at both ends say.
#[track_caller]
fn assert_slopes(rows: &SpreadRows, options: &FitOptions) {
    let mut seen: Vec<LbfgsState> = Vec::new();
    let keep = |state: &LbfgsState| {
        seen.push(state.clone());
        Ok(())
    };
    fit_spread(rows, 4.0, 8.0, options, (), None, keep).unwrap();
    let mut tested = 0;
    for pair in seen.windows(2) {
        let step = pair[1].x.iter().zip(&pair[0].x).map(|(new, old)| new - old);
        let slopes = pair[1].gradient.iter().zip(&pair[0].gradient).map(|(new, old)| 0.5 * (new + old));
        let told: f64 = step.zip(slopes).map(|(by, slope)| by * slope).sum();
        let measured = pair[1].value - pair[0].value;
        // Neither so far apart that the slopes bend much, nor lost in rounding.
        if (1e-9..1e-4).contains(&-measured) {
            tested += 1;
            assert!((measured / told - 1.0).abs() < 1e-2, "{options:?}: {measured}, told {told}");
        }
    }
    assert!(tested > 3, "{tested}");
}

#[test]
fn no_weights_near_are_likelier_than_those_found() {
    // Five kinds of rows, all of which have the first feature; the differences of the third are so small that the linear link bends.
    let mut rng = SplitMix64::new(3);
    let mut rows = SpreadRows::new(5);
    for row in 0..3_000 {
        rows.feature(0, 1.0);
        let kind = rng.below(5) as usize;
        if kind > 0 {
            rows.feature(kind as u32, 1.0 + rng.unit() as f32);
        }
        rows.end_row((student(&mut rng, 9) * [150.0, 100.0, 30.0, 200.0, 250.0][kind]) as f32, row / 10);
    }
    let solver = LbfgsOptions { tolerance: 1e-9, ..LbfgsOptions::default() };
    for (link, by) in [(Link::Linear, 3.0), (Link::LogLinear, 0.03)] {
        for student in [false, true] {
            let options = FitOptions { link, student, ridge: 0.0, solver, ..FitOptions::default() };
            assert_slopes(&rows, &FitOptions { ridge: 1e3, ..options });
            let (found, state) = fit(&rows, &options, None);
            let mean = |weights: &SpreadWeights| {
                log_likelihoods(&rows, link, weights).sum::<f64>() / rows.len() as f64
            };
            assert!((state.value + mean(&found)).abs() < 1e-6, "{link:?}, {student}");
            assert_likeliest(5, by, |weight, by| {
                let mut near = found.clone();
                near.weights[weight] += by as f32;
                mean(&near)
            });
            if let Tail::StudentT { freedom } = found.tail {
                assert_likeliest(1, 0.1 * freedom, |_, by| {
                    mean(&SpreadWeights { tail: Tail::StudentT { freedom: freedom + by }, ..found.clone() })
                });
            }
        }
    }
}

#[test]
fn no_corrections_near_are_likelier_than_those_found_after_a_search() {
    let mut rng = SplitMix64::new(5);
    let mut rows = FactRows::default();
    for game in 0..3_000 {
        let mut number = |most: u64| rng.below(2 * most) as i32 - most as i32;
        let (value, change) = (number(2_500), number(700));
        let known = game % 3 > 0;
        let facts = SearchFacts {
            value,
            change: known.then_some(change),
            same_best: rng.below(2) == 0,
            growth: known.then(|| 1.0 + 12.0 * rng.unit()),
        };
        let scale = 30.0 + rng.unit() * 400.0;
        let centre = 0.5 * scale + 0.05 * f64::from(value);
        rows.push(scale, facts, (centre + scale * student(&mut rng, 4)) as f32, game);
    }
    let found = fit_after_search(&rows, 500).unwrap();
    // The likelihood of the rows, with every weight pulled to 0 as by one row; centres count in pawns.
    let sum = |after: &AfterSearch| {
        let rows = rows.expected(after).zip(rows.differences());
        let of_rows: f64 = rows.map(|(expected, &g)| expected.log_density(g.into())).sum();
        let centres = after.centres.iter().map(|&centre| centre / 100.0);
        let pull: f64 =
            after.factors.iter().copied().chain(centres).map(|weight| f64::from(weight).powi(2)).sum();
        of_rows - 0.5 * pull
    };
    let features = SearchFacts::FEATURES;
    assert_likeliest(2 * features, 0.1, |weight, by| {
        let mut near = found.clone();
        match weight.checked_sub(features) {
            None => near.factors[weight] += by as f32,
            Some(centre) => near.centres[centre] += 300.0 * by as f32,
        }
        sum(&near)
    });
    let Tail::StudentT { freedom } = found.tail else { panic!("it is Student's t") };
    assert_likeliest(1, 0.1 * freedom, |_, by| {
        sum(&AfterSearch { tail: Tail::StudentT { freedom: freedom + by }, ..found.clone() })
    });
}

#[test]
fn states_of_other_fits_a_ridge_below_0_and_a_worker_that_is_gone_are_refused() {
    let rows = heavy_rows();
    let options = FitOptions { student: true, ..FitOptions::default() };
    let solver = LbfgsOptions { curvature: 0.5, ..options.solver };
    for other in [FitOptions { ridge: 2.0, ..options }, FitOptions { solver, ..options }] {
        let (_, state) = fit(&rows, &other, None);
        assert!(fit_spread(&rows, 4.0, 8.0, &options, (), Some(state), |_| Ok(())).is_err());
    }
    let wrong = FitOptions { ridge: -1.0, ..options };
    let error = fit_spread(&rows, 4.0, 8.0, &wrong, (), None, |_| Ok(())).unwrap_err();
    assert_eq!(error.to_string(), "ridge is -1, expected a finite number of at least 0");
    // A worker that ends after its first sum.
    let ended = ThreadReduce::run([0, 9], |iterations, rank| {
        let options = FitOptions { solver: LbfgsOptions { iterations, ..options.solver }, ..options };
        fit_spread(&rows, 4.0, 8.0, &options, rank, None, |_| Ok(())).map(drop)
    });
    assert_eq!(ended, [Ok(()), Err(TrainingError::Solver(SolveError::Reduce(ReduceError::Gone)))]);
}

#[test]
fn threads_change_no_bit_and_workers_find_what_one_finds_and_go_on_with_one() {
    let rows = heavy_rows();
    // Unequal shares: three rows in five, one, one.
    let mut parts = [SpreadRows::new(2), SpreadRows::new(2), SpreadRows::new(2)];
    for row in 0..rows.len() {
        let part = &mut parts[[0, 1, 2, 0, 0][row % 5]];
        rows.row(row).for_each(|(id, value)| part.feature(id as u32, value as f32));
        part.end_row(rows.differences()[row], rows.games()[row]);
    }
    for link in [Link::Linear, Link::LogLinear] {
        let solver = LbfgsOptions { tolerance: 1e-9, ..LbfgsOptions::default() };
        let options = |solver, threads| FitOptions { link, student: true, ridge: 50.0, solver, threads };
        let few = LbfgsOptions { iterations: 4, ..solver };
        let one = |solver, from| fit(&rows, &options(solver, 1), from).1;
        let alone = one(solver, None);
        let begun = fit(&rows, &options(few, 3), None).1;
        assert_eq!(one(solver, Some(begun)), alone, "{link:?}");
        let by_three = |solver| {
            ThreadReduce::run(&parts, |part, rank| {
                fit_spread(part, 4.0, 8.0, &options(solver, 1), rank, None, |_| Ok(())).unwrap().1
            })
        };
        // At the start, value and slopes are the same sums.
        let start = LbfgsOptions { iterations: 0, ..solver };
        let (first, want) = (by_three(start).remove(0), one(start, None));
        assert!((first.value / want.value - 1.0).abs() < 1e-14, "{link:?}");
        for (slope, of_one) in first.gradient.iter().zip(want.gradient) {
            assert!((slope - of_one).abs() < 1e-14, "{link:?}: {slope} {of_one}");
        }
        // A fit ends where values no longer fall: they are off by some 1e-15, which along an unknown of curvature h is √(2e-15 /
        // h); the degrees of freedom have an h of hundredths. A ridge counted by every worker fails here.
        let near = |state: &LbfgsState| {
            assert_eq!(state.key, alone.key);
            assert!((state.value / alone.value - 1.0).abs() < 1e-12, "{link:?}");
            for (x, of_one) in state.x.iter().zip(&alone.x) {
                assert!((x / of_one - 1.0).abs() < 1e-6, "{link:?}: {x} {of_one}");
            }
        };
        let begun = by_three(few);
        assert!(begun.iter().all(|state| *state == begun[0] && !state.is_done()));
        let whole = by_three(solver);
        assert!(whole.iter().all(|state| *state == whole[0]));
        near(&whole[0]);
        near(&one(solver, Some(begun[0].clone())));
    }
}
