//! Chances of winning from centipawns, the loss of a wrong chance, and the targets.

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

    /// Cross-entropy, in natural units, of the chance of `value` if the truth is `target`: ln(1 + eᵗ) − target · t with t = value /
    /// K, written so that no exponential overflows.
    #[inline]
    pub fn loss(self, value: f64, target: f64) -> f64 {
        let t = value / self.scale;
        t.max(0.0) - target * t + (-t.abs()).exp().ln_1p()
    }
}

/// Result of the game for the side to move: 1, ½ or 0.
#[inline]
pub(crate) fn share(result: RecordResult) -> f64 {
    match result {
        RecordResult::Win => 1.0,
        RecordResult::Draw => 0.5,
        RecordResult::Loss => 0.0,
    }
}

/// Smallest loss possible for a target: its entropy, in natural units.
pub(super) fn entropy(target: f64) -> f64 {
    let term = |p: f64| if p > 0.0 { -p * p.ln() } else { 0.0 };
    term(target) + term(1.0 - target)
}

/// The target of each position, as its side to move sees it: `[record]`.
///
/// λ · σ(score / K) + (1 − λ) · future. The future of a game's last record is the result; that of any other is the future of the
/// next record, mixed with the score found there. The more plies lie between the two, relative to [`OutcomeOptions::horizon`], the
/// larger is the share of the score.
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
                // After an odd number of plies the other player is to move.
                let seen = |chance: f64| if plies % 2 == 0 { chance } else { 1.0 - chance };
                (seen(share(next.result)), seen(kept * future + (1.0 - kept) * score))
            });
            // If the winners differ, another game has begun at a later ply than this one ended.
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

/// Fits K, with which the scores of some records predict results best: logistic regression with one parameter, by Newton's method,
/// over the records of all workers, with two sums a step. `numbers` are this worker's records to fit.
///
/// Everything else is measured with K, so it is found first and kept. [`TrainingError::NoScale`] if higher scores do not win more
/// often, or win without exception, which makes K 0.
pub(crate) fn fit_scale(
    records: &[Record],
    numbers: &[u32],
    reduce: &mut dyn Reduce,
) -> Result<Chance, TrainingError> {
    // In thousands of centipawns the slope is of the order of 1.
    let mut slope = 0.0f64;
    for _ in 0..ITERATIONS {
        // The prior is added once.
        let mut sums = [0.0, if reduce.rank() == 0 { PRIOR } else { 0.0 }];
        for record in numbers.iter().map(|&number| &records[number as usize]) {
            let x = f64::from(record.score) / 1000.0;
            let p = 1.0 / (1.0 + (-slope * x).exp());
            sums[0] += x * (p - share(record.result));
            sums[1] += x * x * p * (1.0 - p);
        }
        reduce.sum(&mut sums)?;
        let [first, second] = sums;
        // The loss is convex, but far out it is nearly flat and Newton's step is too long.
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
