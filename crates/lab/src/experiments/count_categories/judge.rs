//! How well a model predicts the moves of games it has not seen.
//!
//! A distribution over the legal moves is judged by −log2 of the probability of the played move (log loss, in bits; the best model has the
//! least) and by the rank of the played move. Categories become a distribution by the share of a single move of theirs, normalised to a sum
//! of one. This is not the price of a move in a search, which is printed beside it.

use komadai::search::Node;
use komadai::search::policy::category::{Classifier, Coarse, Tacos};
use komadai::search::policy::{Count, MoveProbability};
use komadai::{MoveList, movegen};
use komadai_learn::{CategoryCounts, MoveWeights, map_in_parallel, replay};
use komadai_report::Failure;

use crate::data::games::ClassedGame;
use crate::stats::rank::ForecastScore;

/// The models to be compared.
pub(super) struct Models {
    pub(super) coarse: CategoryCounts,
    pub(super) tacos: CategoryCounts,
    pub(super) softmax: Option<MoveWeights>,
}

/// Scores on games, with the names of the models.
pub(super) fn judge(
    models: &Models,
    games: &[&ClassedGame],
    threads: usize,
) -> Result<Vec<(&'static str, ForecastScore)>, Failure> {
    let one = |(): &mut (), game: &&ClassedGame| judge_game(models, game).map_err(|error| error.to_string());
    let of_games = map_in_parallel(vec![(); threads], games, one, || {});
    let mut sums = vec![ForecastScore::default(); NAMES.len()];
    for scores in of_games {
        for (sum, score) in sums.iter_mut().zip(scores?) {
            sum.add_game(&score);
        }
    }
    Ok(NAMES.into_iter().zip(sums).filter(|(_, score)| score.positions > 0).collect())
}

const NAMES: [&str; 4] = ["uniform", "coarse", "tacos", "softmax"];

fn judge_game(models: &Models, game: &ClassedGame) -> Result<[ForecastScore; 4], Failure> {
    let softmax = models.softmax.as_ref().map(MoveWeights::softmax).transpose()?;
    let rows = |counts: &CategoryCounts| counts.rows().map(|(_, count)| count).collect::<Vec<_>>();
    let (of_coarse, of_tacos) = (rows(&models.coarse), rows(&models.tacos));
    let mut scores: [ForecastScore; 4] = Default::default();
    replay(&game.start, game.moves.iter().copied(), |at, mv| {
        let mut moves = MoveList::new();
        movegen::legal(at.pos, &mut moves);
        let Some(played) = moves.iter().position(|&legal| legal == mv) else { return };
        let even = vec![1.0 / moves.len() as f64; moves.len()];
        scores[0].push(&even, played, -even[played].log2());
        let (probabilities, price) = by_category(&Coarse, &of_coarse, at, &moves, played);
        scores[1].push(&probabilities, played, price);
        let (probabilities, price) = by_category(&Tacos, &of_tacos, at, &moves, played);
        scores[2].push(&probabilities, played, price);
        if let Some(softmax) = &softmax {
            let surprises = moves.into_iter().map(|mv| softmax.surprise(at, mv).to_f64());
            let probabilities: Vec<f64> = surprises.map(|bits| (-bits).exp2()).collect();
            scores[3].push(&probabilities, played, -probabilities[played].log2());
        }
    })?;
    Ok(scores)
}

/// Probabilities of moves by their categories, and what the played one would cost in a search.
fn by_category<C: Classifier>(
    classifier: &C,
    counts: &[Count],
    at: &Node<'_>,
    moves: &MoveList,
    played: usize,
) -> (Vec<f64>, f64) {
    let view = classifier.look(at);
    let of: Vec<&Count> = moves.into_iter().map(|mv| &counts[classifier.category(&view, at, mv)]).collect();
    let sum: f64 = of.iter().map(|count| count.share_of_move()).sum();
    (of.iter().map(|count| count.share_of_move() / sum).collect(), of[played].surprise().to_f64())
}
