//! What the iterations of one training made of every game held out: a line of a journal for each iteration.

use komadai::learn::pairs::{Metrics, Model};
use komadai_lab::MeanByGame;

use crate::options::{Folding, InHand};

/// How a model is trained: all that differs between the trainings of one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Condition {
    pub(crate) model: Model,
    pub(crate) folding: Folding,
    pub(crate) hands: InHand,
    /// Opening lines are learned from too.
    pub(crate) lines: bool,
    /// The games, and lines, are one of so many parts.
    pub(crate) parts: usize,
}

impl Condition {
    /// Name in the journal, and of the file of its state.
    pub(crate) fn name(self) -> String {
        let lines = if self.lines { "lines" } else { "games" };
        let hands = komadai::learn::pairs::Hands::from(self.hands);
        format!("{}-{}-{hands}-{lines}-{}", self.model, self.folding.word(), self.parts)
    }

    /// Iterations of the paper (section 5).
    pub(crate) fn paper_iterations(self) -> usize {
        match self.model {
            Model::ParentChild => 36,
            Model::Sibling => 20,
        }
    }
}

/// What weights made of one game held out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GameScore {
    positions: u64,
    rises: u64,
    ranks: f64,
    rows: u64,
    squares: f64,
}

impl From<Metrics> for GameScore {
    fn from(metrics: Metrics) -> GameScore {
        let sum = |mean: f64, of: u64| if of == 0 { 0.0 } else { mean * of as f64 };
        GameScore {
            positions: metrics.positions,
            rises: metrics.rises,
            ranks: sum(metrics.mean_rank(), metrics.positions),
            rows: metrics.rows,
            squares: sum(metrics.error(), metrics.rows),
        }
    }
}

impl GameScore {
    fn text(&self) -> String {
        let GameScore { positions, rises, ranks, rows, squares } = self;
        format!("{positions}:{rises}:{ranks}:{rows}:{squares}")
    }

    fn parse(text: &str) -> Option<GameScore> {
        let words: Vec<&str> = text.split(':').collect();
        let [positions, rises, ranks, rows, squares] = words[..] else { return None };
        let real = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite());
        Some(GameScore {
            positions: positions.parse().ok()?,
            rises: rises.parse().ok()?,
            ranks: real(ranks)?,
            rows: rows.parse().ok()?,
            squares: real(squares)?,
        })
    }
}

/// What is measured of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    /// Rank of the played move among the quiet ones, from 0.
    Rank,
    /// Square of what is left of the label: the regression error of Fig. 1.
    Error,
    /// Share of positions where the value rises, in per cent.
    Rises,
}

impl Measure {
    /// Cases and sum of one game.
    fn of(self, game: &GameScore) -> (u64, f64) {
        match self {
            Measure::Rank => (game.positions, game.ranks),
            Measure::Error => (game.rows, game.squares),
            Measure::Rises => (game.positions, 100.0 * game.rises as f64),
        }
    }
}

/// An iteration: the weights it was made with, and every game held out.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Step {
    pub(crate) games: u64,
    pub(crate) rows: u64,
    pub(crate) weights: usize,
    pub(crate) scores: Vec<GameScore>,
}

impl Step {
    /// Names of the columns of a line.
    pub(crate) const COLUMNS: &str = "condition\titeration\tgames\trows\tweights\tpositions:rises:ranks:rows:squares of each game held out";

    /// Line of the journal.
    pub(crate) fn line(&self, condition: Condition, iteration: usize) -> String {
        let Step { games, rows, weights, scores } = self;
        let scores: Vec<String> = scores.iter().map(GameScore::text).collect();
        format!("{}\t{iteration}\t{games}\t{rows}\t{weights}\t{}", condition.name(), scores.join(" "))
    }

    /// Condition's name, iteration and step of a line with so many games held out; `None` if it is no such line.
    pub(crate) fn parse(line: &str, held_out: usize) -> Option<(&str, usize, Step)> {
        let words: Vec<&str> = line.split('\t').collect();
        let [name, iteration, games, rows, weights, scores] = words[..] else { return None };
        let scores: Vec<GameScore> = scores.split(' ').map(GameScore::parse).collect::<Option<_>>()?;
        let (games, rows) = (games.parse().ok()?, rows.parse().ok()?);
        let step = Step { games, rows, weights: weights.parse().ok()?, scores };
        (step.scores.len() == held_out).then_some((name, iteration.parse().ok()?, step))
    }

    /// Mean over the cases of all games held out, with its interval by games.
    pub(crate) fn mean(&self, measure: Measure) -> MeanByGame {
        let mut mean = MeanByGame::default();
        for (cases, sum) in self.scores.iter().map(|game| measure.of(game)) {
            mean.push(cases, sum);
        }
        mean
    }

    /// This less another one, game by game: a narrower interval than that of either.
    pub(crate) fn less(&self, other: &Step, measure: Measure) -> MeanByGame {
        let mut mean = MeanByGame::default();
        for (game, other) in self.scores.iter().zip(&other.scores) {
            let (cases, sum) = measure.of(game);
            mean.push(cases, sum - measure.of(other).1);
        }
        mean
    }
}

/// All iterations of one condition, the first without weights.
#[derive(Clone, Debug)]
pub(crate) struct Course {
    pub(crate) condition: Condition,
    pub(crate) steps: Vec<Step>,
}

impl Course {
    /// The paper's last iteration, or ours if it is earlier, with its number.
    pub(crate) fn at_paper(&self) -> Option<(usize, &Step)> {
        let number = self.condition.paper_iterations().min(self.steps.len().checked_sub(1)?);
        Some((number, &self.steps[number]))
    }

    /// The iteration with the lowest rank, with its number. It was chosen by the games it is judged by.
    pub(crate) fn best(&self) -> Option<(usize, &Step)> {
        let rank = |step: &Step| step.mean(Measure::Rank).mean();
        self.steps.iter().enumerate().skip(1).min_by(|a, b| rank(a.1).total_cmp(&rank(b.1)))
    }
}
