//! From centipawns to chances of winning, what is lost by a wrong chance, and what is right.

use komadai_core::notation::packed::{Record, RecordResult};

use crate::corpus::games;
use crate::outcome::options::OutcomeOptions;
use crate::reduce::Reduce;
use crate::training::TrainingError;

/// Chance of winning by value: σ(value / K).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chance {
    /// K: the value, in centipawns, at which σ is 73 %. At K · ln 3 three games of four are won.
    pub scale: f64,
}

impl Chance {
    /// Share of games won with this value, in centipawns.
    #[inline]
    pub fn of(self, value: f64) -> f64 {
        1.0 / (1.0 + (-value / self.scale).exp())
    }

    /// Cross-entropy, in natural units, of the chances of `value` when the truth is `target`: ln(1 + eᵗ) − target · t with
    /// t = value / K, written so that no exponential overflows.
    #[inline]
    pub fn loss(self, value: f64, target: f64) -> f64 {
        let t = value / self.scale;
        t.max(0.0) - target * t + (-t.abs()).exp().ln_1p()
    }
}

/// What became of the game, for the side to move: 1, ½ or 0.
#[inline]
pub(crate) fn share(result: RecordResult) -> f64 {
    match result {
        RecordResult::Win => 1.0,
        RecordResult::Draw => 0.5,
        RecordResult::Loss => 0.0,
    }
}

/// Least loss of a target: its entropy, in natural units.
pub(super) fn entropy(target: f64) -> f64 {
    let term = |p: f64| if p > 0.0 { -p * p.ln() } else { 0.0 };
    term(target) + term(1.0 - target)
}

/// `[record]`: the chance that each position should be given, as its side to move sees it.
///
/// λ · σ(score / K) + (1 − λ) · future. The future of a game's last record is the result; of any other it is that of the next
/// record, mixed with the score found there: the more plies there are between for the [`OutcomeOptions::horizon`], the
/// more of the score.
pub(crate) fn targets(records: &[Record], chance: Chance, options: &OutcomeOptions) -> Vec<f32> {
    let mut targets = vec![0.0; records.len()];
    let mut start = 0;
    for game in games(records) {
        let mut next: Option<(&Record, f64, f64)> = None;
        for (record, target) in game.iter().zip(&mut targets[start..]).rev() {
            let (score, result) = (chance.of(record.score.into()), share(record.result));
            let later = next.map(|(next, future, score)| {
                let plies = next.ply - record.ply;
                let kept = (-f64::from(plies) / options.horizon).exp();
                // The other player looks on after an odd number of plies.
                let seen = |chance: f64| if plies % 2 == 0 { chance } else { 1.0 - chance };
                (seen(share(next.result)), seen(kept * future + (1.0 - kept) * score))
            });
            // Where somebody else won another game has begun, later than this one ended.
            let future = match later {
                Some((won, future)) if (won - result).abs() < 0.25 => future,
                _ => result,
            };
            *target = (options.score_share * score + (1.0 - options.score_share) * future) as f32;
            next = Some((record, future, score));
        }
        start += game.len();
    }
    targets
}

/// Fits K, by which the scores of some records foretell results best: logistic regression of one parameter, by Newton's method,
/// over the records of all workers, two sums a step. `numbers` are those of this worker's records to fit.
///
/// Everything else is measured with it, so it is found first and kept. [`TrainingError::NoScale`]: higher scores do not win more often,
/// or they win without exception, which makes K 0.
pub(crate) fn fit_scale(
    records: &[Record],
    numbers: &[u32],
    reduce: &mut dyn Reduce,
) -> Result<Chance, TrainingError> {
    // In thousands of centipawns the slope is of the order of 1.
    let mut slope = 0.0f64;
    for _ in 0..ITERATIONS {
        // The prior once.
        let mut sums = [0.0, if reduce.rank() == 0 { PRIOR } else { 0.0 }];
        for record in numbers.iter().map(|&number| &records[number as usize]) {
            let x = f64::from(record.score) / 1000.0;
            let p = 1.0 / (1.0 + (-slope * x).exp());
            sums[0] += x * (p - share(record.result));
            sums[1] += x * x * p * (1.0 - p);
        }
        reduce.sum(&mut sums)?;
        let [first, second] = sums;
        // The loss is convex, but far out it is nearly flat and the step of Newton too long.
        let step = (first / second).clamp(-1.0, 1.0);
        slope -= step;
        if step.abs() < 1e-9 && slope > 1e-3 {
            return Ok(Chance { scale: 1000.0 / slope });
        }
    }
    Err(TrainingError::NoScale(slope / 1000.0))
}

const ITERATIONS: usize = 100;
/// Keeps the division defined where all scores are 0.
const PRIOR: f64 = 1e-9;

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_core::notation::packed::PackedPosition;
    use komadai_core::rng::SplitMix64;

    fn record(score: i16, result: RecordResult) -> Record {
        Record { position: PackedPosition([0; 32]), score, mv: None, ply: 1, result }
    }

    fn fit(records: &[Record]) -> Result<Chance, TrainingError> {
        fit_scale(records, &(0..records.len() as u32).collect::<Vec<_>>(), &mut ())
    }

    #[test]
    fn scale_of_made_up_games_is_found_again() {
        let truth = Chance { scale: 640.0 };
        let mut rng = SplitMix64::new(1);
        let records: Vec<Record> = (0..200_000)
            .map(|_| {
                let score = rng.below(4001) as i16 - 2000;
                let won = rng.unit() < truth.of(score.into());
                record(score, if won { RecordResult::Win } else { RecordResult::Loss })
            })
            .collect();
        let found = fit(&records).unwrap().scale;
        assert!((found - 640.0).abs() < 10.0, "{found}");
    }

    #[test]
    fn scores_that_foretell_nothing_are_refused() {
        let backwards = [record(300, RecordResult::Loss), record(-300, RecordResult::Win)];
        assert!(matches!(fit(&backwards), Err(TrainingError::NoScale(slope)) if slope < 0.0));
        let level = [record(0, RecordResult::Loss), record(0, RecordResult::Win)];
        assert_eq!(fit(&level), Err(TrainingError::NoScale(0.0)));
        let without_exception = [record(-300, RecordResult::Loss), record(300, RecordResult::Win)];
        let error = fit(&without_exception).unwrap_err().to_string();
        assert!(error.starts_with("scores foretell results never or always: found a slope of 0."), "{error}");
    }

    #[test]
    fn targets_lie_between_the_score_and_the_result_of_the_game() {
        let chance = Chance { scale: 500.0 };
        let game = |scores: [i16; 3]| {
            // Black to move, then White, then, a record missing, White again; Black wins.
            let plies = [(1, RecordResult::Win), (2, RecordResult::Loss), (4, RecordResult::Loss)];
            core::array::from_fn::<_, 3, _>(|i| Record { ply: plies[i].0, ..record(scores[i], plies[i].1) })
        };
        let records = [game([100, -50, 700]), game([0, 10, -20])].concat();
        let of = |options: &OutcomeOptions| targets(&records, chance, options);
        let plain = OutcomeOptions { score_share: 0.0, horizon: f64::INFINITY, ..OutcomeOptions::default() };
        assert_eq!(of(&plain), [1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
        let scores = of(&OutcomeOptions { score_share: 1.0, ..plain });
        for (target, record) in scores.iter().zip(&records) {
            assert!((f64::from(*target) - chance.of(record.score.into())).abs() < 1e-6);
        }
        let half = of(&OutcomeOptions { score_share: 0.5, ..plain });
        assert!((f64::from(half[1]) - 0.5 * chance.of(-50.0)).abs() < 1e-6);
        // What White sees at ply 4 counts against Black at ply 1.
        let near = of(&OutcomeOptions { horizon: 2.0, ..plain });
        let (one, two) = ((-0.5f64).exp(), (-1.0f64).exp());
        let second = (1.0 - two) * chance.of(700.0);
        let first = 1.0 - (one * second + (1.0 - one) * chance.of(-50.0));
        assert!(
            (f64::from(near[1]) - second).abs() < 1e-6 && (f64::from(near[0]) - first).abs() < 1e-6,
            "{near:?}"
        );
    }

    #[test]
    fn a_game_that_begins_later_than_the_one_before_ended_tells_nothing_of_that_one() {
        // Black wins at ply 2; the next game begins at ply 5, and White wins it.
        let results = [(1, RecordResult::Win), (2, RecordResult::Loss), (5, RecordResult::Loss)];
        let records = results.map(|(ply, result)| Record { ply, ..record(0, result) });
        let options = OutcomeOptions { horizon: f64::INFINITY, ..OutcomeOptions::default() };
        assert_eq!(games(&records).count(), 1);
        assert_eq!(targets(&records, Chance { scale: 500.0 }, &options), [1.0, 0.0, 0.0]);
    }

    #[test]
    fn loss_is_the_cross_entropy_and_stays_finite() {
        let chance = Chance { scale: 500.0 };
        for value in [-3000.0, -1.0, 0.0, 250.0, 5000.0] {
            for target in [0.0, 0.3, 1.0] {
                let p = chance.of(value);
                let plain = -(target * p.ln() + (1.0 - target) * (1.0 - p).ln());
                assert!((chance.loss(value, target) - plain).abs() < 1e-9, "{value} {target}");
            }
        }
        assert!((chance.loss(1e6, 0.0) - 2000.0).abs() < 1e-9);
        assert!((entropy(0.5) - core::f64::consts::LN_2).abs() < 1e-12);
        assert!(entropy(0.0).abs() < 1e-12);
    }
}
