//! Pass after pass: search all positions, hold the leaves, take some steps.

use komadai_core::PieceValues;
use komadai_eval::{FeatureSet, Material};

use super::gradient::{LossGradient, add_gradient};
use super::options::ComparisonOptions;
use super::penalty::PenalisedSteps;
use super::siblings::{GameLines, SiblingSearch, TrainingGame, search_siblings};
use super::weighted::Weighted;
use crate::parallel::map_in_parallel;
use crate::reduce::{Reduce, ReduceError};

/// Metrics of one pass: agreement before its steps, loss before and after them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pass {
    /// Number of the pass, from 1.
    pub number: u32,
    /// Agreement and loss under the weights before the pass.
    pub search: SiblingSearch,
    /// Loss of a position over the siblings within the window, before the first step.
    pub loss_before: f64,
    /// The same before the last step, the leaves where they were.
    pub loss_after: f64,
}

/// Trains the weights of a feature set by comparison: pass after pass, with checkpoints between them.
///
/// ```
/// use komadai_core::{PieceValues, Position};
/// use komadai_eval::PiecePlaces;
/// use komadai_learn::comparison::{ComparisonOptions, ComparisonTrainer, TrainingGame};
///
/// let moves = ["7g7f", "3c3d", "2g2f", "8c8d"].map(|mv| mv.parse().unwrap()).to_vec();
/// let games = [TrainingGame { start: Position::startpos(), moves }];
/// let options = ComparisonOptions { steps: 4, ..ComparisonOptions::default() };
/// let mut trainer = ComparisonTrainer::new(PiecePlaces, PieceValues::default(), options).threads(2);
/// let pass = trainer.pass(&games, || {});
/// assert!(pass.loss_after < pass.loss_before);
/// assert!(trainer.validate(&games, || {}).agreement() > pass.search.agreement());
/// ```
#[derive(Clone)]
pub struct ComparisonTrainer<F> {
    set: F,
    base: Material,
    options: ComparisonOptions,
    threads: usize,
    pub(super) weights: Vec<f64>,
    pub(super) steps: PenalisedSteps,
    pub(super) passes: u32,
}

komadai_core::debug_by_sizes!(ComparisonTrainer<F> { options, threads, passes } [weights]);

/// Sums are taken over so many parts of the games, each in memory of its own.
const SHARDS: usize = 16;

impl<F: FeatureSet + Sync> ComparisonTrainer<F> {
    /// A training whose weights are all 0. The evaluation is the value of the pieces by `base` and the weighted features; with a `base` of zeros
    /// the features have to learn what pieces are worth. (What exchanges quiescence looks at is decided by the values that
    /// searches have, [`PieceValues::default`], in any case.)
    pub fn new(set: F, base: PieceValues, options: ComparisonOptions) -> ComparisonTrainer<F> {
        let len = set.len();
        ComparisonTrainer {
            set,
            base: Material::new(base),
            options,
            threads: 1,
            weights: vec![0.0; len],
            steps: PenalisedSteps::new(options.rule, len),
            passes: 0,
        }
    }

    /// Sets the number of threads, 1 by default. Results do not depend on it; each thread takes memory for a gradient.
    pub fn threads(self, threads: usize) -> Self {
        ComparisonTrainer { threads: threads.max(1), ..self }
    }

    /// The weights, `[feature]`, in centipawns, for Black.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// Number of passes done.
    pub fn passes(&self) -> u32 {
        self.passes
    }

    /// The options.
    pub fn options(&self) -> &ComparisonOptions {
        &self.options
    }

    /// The features.
    pub fn set(&self) -> &F {
        &self.set
    }

    /// The piece values below the features, which are not trained.
    pub fn base(&self) -> &PieceValues {
        &self.base.values
    }

    /// The evaluation under the current weights, for searches.
    pub fn evaluation(&self) -> Weighted<'_, F> {
        Weighted { set: &self.set, base: &self.base, weights: &self.weights }
    }

    /// Agreement and loss on games that are not learned from; `done` is called after each game.
    pub fn validate(&self, games: &[TrainingGame], done: impl FnMut()) -> SiblingSearch {
        self.search(games, done).1
    }

    /// The same for the games of all workers, each with games of its own.
    ///
    /// # Errors
    ///
    /// [`ReduceError`].
    pub fn shared_validate(
        &self,
        games: &[TrainingGame],
        mut reduce: impl Reduce,
        done: impl FnMut(),
    ) -> Result<SiblingSearch, ReduceError> {
        self.validate(games, done).summed(&mut reduce)
    }

    /// One pass over the games, at least one; `done` is called after each game searched.
    pub fn pass(&mut self, games: &[TrainingGame], done: impl FnMut()) -> Pass {
        // One worker alone has nobody to fail it.
        self.shared_pass(games, (), done).unwrap_or_else(|error| unreachable!("{error}"))
    }

    /// One pass over the games of all workers, each with games of its own; a worker may have none.
    ///
    /// Loss, gradient and counts are sums over all games, the penalty is taken once, and every worker takes the same steps.
    /// How the games are divided changes the rounding of the sums alone. A weight is then off by some last digits; now and then that
    /// turns the rounding of a position's value, so that passes after the first may look at another leaf. Checkpoints are the
    /// same on all workers and go on with any number of them.
    ///
    /// ```
    /// use komadai_core::PieceValues;
    /// use komadai_eval::PiecePlaces;
    /// use komadai_learn::comparison::{ComparisonOptions, ComparisonTrainer, TrainingGame};
    /// use komadai_learn::reduce::{Reduce, ReduceError};
    ///
    /// /// What one worker does with its part of the games.
    /// fn train(own: &[TrainingGame], mut reduce: impl Reduce) -> Result<Vec<f64>, ReduceError> {
    ///     let options = ComparisonOptions { steps: 4, ..ComparisonOptions::default() };
    ///     let mut trainer = ComparisonTrainer::new(PiecePlaces, PieceValues::default(), options);
    ///     trainer.shared_pass(own, &mut reduce, || {})?;
    ///     Ok(trainer.weights().to_vec())
    /// }
    /// assert!(train(&[], ())?.iter().all(|&weight| weight == 0.0));
    /// # Ok::<(), ReduceError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ReduceError`]: another worker is gone. The weights may then stand between two passes.
    pub fn shared_pass(
        &mut self,
        games: &[TrainingGame],
        mut reduce: impl Reduce,
        done: impl FnMut(),
    ) -> Result<Pass, ReduceError> {
        let (lines, search) = self.search(games, done);
        let search = search.summed(&mut reduce)?;
        let positions = search.positions.max(1) as f64;
        let (mut before, mut after) = (0.0, 0.0);
        for step in 0..self.options.steps {
            let mut sum = self.gradient(games, &lines);
            // One sum a step: the loss behind the gradient.
            sum.gradient.push(sum.loss);
            reduce.sum(&mut sum.gradient)?;
            let loss = sum.gradient.pop().unwrap_or_default();
            sum.gradient.iter_mut().for_each(|slope| *slope /= positions);
            after = loss / positions;
            if step == 0 {
                before = after;
            }
            self.steps.take(&mut self.weights, &sum.gradient, self.options.penalty);
        }
        self.passes += 1;
        Ok(Pass { number: self.passes, search, loss_before: before, loss_after: after })
    }

    /// All positions searched, with the lines of each game.
    fn search(&self, games: &[TrainingGame], done: impl FnMut()) -> (Vec<GameLines>, SiblingSearch) {
        let eval = self.evaluation();
        let one = |(): &mut (), game: &TrainingGame| search_siblings(game, &eval, &self.options);
        let mut total = SiblingSearch::default();
        let lines = map_in_parallel(self.workers(), games, one, done).into_iter().map(|(lines, search)| {
            total += search;
            lines
        });
        (lines.collect(), total)
    }

    /// Loss and gradient of all games, not divided; added up shard by shard.
    fn gradient(&self, games: &[TrainingGame], lines: &[GameLines]) -> LossGradient {
        let eval = self.evaluation();
        let shard = games.len().div_ceil(SHARDS).max(1);
        let none = || LossGradient { loss: 0.0, gradient: vec![0.0; self.weights.len()] };
        let one = |(): &mut (), (games, lines): (&[TrainingGame], &[GameLines])| {
            let mut sum = none();
            for (game, lines) in games.iter().zip(lines) {
                add_gradient(game, lines, &eval, self.options.steepness, &mut sum);
            }
            sum
        };
        let shards = games.chunks(shard).zip(lines.chunks(shard));
        let parts = map_in_parallel(self.workers(), shards, one, || {});
        parts.into_iter().fold(none(), |mut total, part| {
            total.loss += part.loss;
            total.gradient.iter_mut().zip(&part.gradient).for_each(|(sum, slope)| *sum += slope);
            total
        })
    }

    fn workers(&self) -> Vec<()> {
        vec![(); self.threads]
    }
}

#[cfg(test)]
mod tests {
    use komadai_core::rng::SplitMix64;
    use komadai_core::{ByKind, Evaluator, PieceKind, Position, Tracked, random};
    use komadai_eval::PieceCounts;
    use komadai_eval::terms::{AllTerms, PieceForms};
    use komadai_search::{Limits, Searcher};

    use super::*;
    use crate::solve::StepRule;

    const NOTHING: PieceValues = PieceValues { board: ByKind([0; 14]), hand: ByKind([0; 14]) };

    /// Games that a search of two plies with material plays from random positions.
    fn games(count: u64) -> Vec<TrainingGame> {
        (0..count)
            .map(|seed| {
                let start = random::play(&mut SplitMix64::new(seed), 40);
                let mut board = Tracked::new(start.clone());
                let mut searcher = Searcher::new(Material::default());
                let moves = core::iter::from_fn(|| {
                    let mv = searcher.search(board.position(), &Limits::depth(1)).best?;
                    board.do_move(mv);
                    Some(mv)
                });
                TrainingGame { start, moves: moves.take(8).collect() }
            })
            .collect()
    }

    #[test]
    fn gradient_is_that_of_the_loss_by_finite_differences() {
        let (games, set, base) = (games(3), AllTerms::default(), Material::default());
        let options = ComparisonOptions::default();
        let mut rng = SplitMix64::new(5);
        let weights: Vec<f64> = (0..set.len()).map(|_| 20.0 * rng.unit() - 10.0).collect();
        let lines: Vec<GameLines> = games
            .iter()
            .map(|game| {
                search_siblings(game, &Weighted { set: &set, base: &base, weights: &weights }, &options).0
            })
            .collect();
        // The leaves stay where these weights have them.
        let at = |weights: &[f64]| {
            let eval = Weighted { set: &set, base: &base, weights };
            let mut sum = LossGradient { loss: 0.0, gradient: vec![0.0; set.len()] };
            for (game, lines) in games.iter().zip(&lines) {
                add_gradient(game, lines, &eval, options.steepness, &mut sum);
            }
            sum
        };
        let here = at(&weights);
        let steep: Vec<usize> = (0..set.len()).filter(|&i| here.gradient[i].abs() > 1e-3).collect();
        assert!(steep.len() > 100, "{}", steep.len());
        for &feature in steep.iter().step_by(steep.len() / 40) {
            let moved = |by: f64| {
                let mut weights = weights.clone();
                weights[feature] += by;
                at(&weights).loss
            };
            let difference = (moved(0.01) - moved(-0.01)) / 0.02;
            let slope = here.gradient[feature];
            assert!(
                (difference - slope).abs() < 1e-5 + 1e-4 * slope.abs(),
                "{feature}: {difference} {slope}"
            );
        }
    }

    #[test]
    fn lines_end_where_the_evaluation_is_the_value() {
        let (set, base) = (PieceForms, Material::default());
        let weights = vec![0.0; set.len()];
        let eval = Weighted { set: &set, base: &base, weights: &weights };
        let mut searcher = Searcher::new(&eval);
        let mut captures = 0;
        for seed in 0..200 {
            let pos = random::play(&mut SplitMix64::new(seed), 60);
            let (value, line) = searcher.quiescence_line(&pos);
            if value.is_mate() {
                continue;
            }
            let mut leaf: Position = pos.clone();
            for &mv in &line {
                assert!(leaf.is_legal(mv), "{pos} {line:?}");
                leaf.do_move(mv);
            }
            captures += line.len();
            let seen = eval.evaluate(&eval.fresh(&leaf), &leaf);
            assert_eq!(if line.len() % 2 == 0 { seen } else { -seen }, value, "{pos} {line:?}");
        }
        assert!(captures > 50, "{captures}");
    }

    #[test]
    fn piece_values_are_found_again_in_games_that_were_played_by_them() {
        let games = games(60);
        let options =
            ComparisonOptions { steps: 8, rule: StepRule::adam(16.0), ..ComparisonOptions::default() };
        let mut trainer = ComparisonTrainer::new(PieceCounts, NOTHING, options).threads(2);
        let before = trainer.validate(&games, || {});
        for _ in 0..6 {
            trainer.pass(&games, || {});
        }
        let after = trainer.validate(&games, || {});
        let weight = |kind: PieceKind| trainer.weights()[kind.index()];
        let pawn = weight(PieceKind::Pawn);
        let [silver, gold] = [PieceKind::Silver, PieceKind::Gold].map(weight);
        let [bishop, rook] = [PieceKind::Bishop, PieceKind::Rook].map(weight);
        let all = trainer.weights();
        assert!(pawn > 0.0 && silver.min(gold) > pawn && bishop.min(rook) > silver.max(gold), "{all:?}");
        assert!(after.agreement() > 2.0 * before.agreement(), "{before:?} {after:?}");
        assert!(after.mean_loss() < 0.5 * before.mean_loss(), "{before:?} {after:?}");
    }

    #[test]
    fn both_rules_go_downhill() {
        let games = games(8);
        for rule in [StepRule::Sign { step: 4.0 }, StepRule::adam(4.0)] {
            let options = ComparisonOptions { steps: 8, rule, ..ComparisonOptions::default() };
            let mut trainer = ComparisonTrainer::new(AllTerms::default(), PieceValues::default(), options);
            let pass = trainer.pass(&games, || {});
            assert!(pass.loss_after < 0.8 * pass.loss_before, "{rule:?}: {pass:?}");
        }
    }

    #[cfg(feature = "artifact")]
    #[test]
    fn a_training_taken_up_ends_with_the_same_bits() {
        use komadai_core::artifact::{Artifact, Provenance};

        let games = games(8);
        let options =
            ComparisonOptions { steps: 3, rule: StepRule::adam(2.0), ..ComparisonOptions::default() };
        let new = || ComparisonTrainer::new(PieceForms, NOTHING, options);
        let mut whole = new();
        let mut first = new();
        whole.pass(&games, || {});
        first.pass(&games, || {});
        let bytes = first.checkpoint("games").to_bytes(&Provenance::default()).unwrap();
        let mut second = new();
        let (checkpoint, _) = crate::comparison::Checkpoint::from_bytes(&bytes).unwrap();
        assert!(
            second.resume(checkpoint.clone(), "other games").unwrap_err().to_string().contains("other games")
        );
        second.resume(checkpoint, "games").unwrap();
        assert_eq!(second.pass(&games, || {}), whole.pass(&games, || {}));
        assert_eq!(
            second.checkpoint("games").to_bytes(&Provenance::default()).unwrap(),
            whole.checkpoint("games").to_bytes(&Provenance::default()).unwrap()
        );
    }
}
