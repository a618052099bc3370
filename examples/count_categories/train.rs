//! Training of the softmax, round by round.

use komadai::lab::{ClassedGame, Failure};
use komadai::learn::{MoveWeights, SoftmaxOptions, SoftmaxTrainer};

/// Weights after so many rounds over the games, and the mean surprise of each round in bits. It is that of moves met
/// before their own step, so that the first round's is nearly that of games never seen.
pub(crate) fn train(
    games: &[&ClassedGame],
    rounds: u32,
    mut done: impl FnMut(),
) -> Result<(MoveWeights, Vec<f64>), Failure> {
    let mut trainer = SoftmaxTrainer::new(SoftmaxOptions::default());
    let mut surprises = Vec::new();
    for _ in 0..rounds {
        for game in games {
            trainer.learn_game(&game.start, game.moves.iter().copied())?;
            done();
        }
        surprises.extend(trainer.end_round());
    }
    let last = surprises.last().ok_or("no position to learn from, expected at least one")?;
    Ok((trainer.weights(*last)?, surprises))
}
