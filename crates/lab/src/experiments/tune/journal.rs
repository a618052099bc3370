//! Finished pairs of games, the same for both modes: answers to the question of their number in the run.
//!
//! Seed, options and the results of earlier pairs decide which recipes a pair was between, so that they need not be written down.

use komadai_learn::{Answers, JournalError};
use komadai_report::Failure;
use komadai_report::options::Out;
use serde::{Deserialize, Serialize};

use crate::run::answers;
use crate::self_play::Effort;

/// Both games of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PlayedPair {
    /// Half points of the first player: with Black, with White.
    pub(super) half_points: [u8; 2],
    /// Effort of the first and the second player in both games.
    pub(super) effort: [Effort; 2],
}

impl PlayedPair {
    /// Games that the first player won less those that it lost: −2 to 2.
    pub(super) fn margin(&self) -> f64 {
        let [black, white] = self.half_points.map(f64::from);
        black + white - 2.0
    }
}

/// The pairs of a run that are known, and the file of new ones.
pub(super) struct PairJournal {
    answers: Answers,
    /// All that decides the run but the number of a pair.
    run: String,
}

impl PairJournal {
    /// Makes `MODE.tsv` in the folder or takes it over.
    pub(super) fn open(out: &Out, mode: &str, run: &str) -> Result<PairJournal, Failure> {
        Ok(PairJournal { answers: answers::open(out, mode)?, run: run.to_owned() })
    }

    /// The first pairs of the run, as far as they are known; says how many there are.
    pub(super) fn known(&self, mode: &str, pairs: usize) -> Result<Vec<Option<PlayedPair>>, Failure> {
        let known: Vec<Option<PlayedPair>> = (0..pairs)
            .map(|number| answers::known(&self.answers, &self.question(number)))
            .collect::<Result<_, _>>()?;
        match known.iter().flatten().count() {
            0 => {}
            there => eprintln!("{mode}: {there} of {pairs} pairs are played already"),
        }
        Ok(known)
    }

    /// Keeps a pair.
    pub(super) fn note(&self, number: usize, pair: &PlayedPair) -> Result<(), JournalError> {
        answers::keep(&self.answers, &self.question(number), pair)
    }

    fn question(&self, number: usize) -> String {
        format!("{}; pair {number}", self.run)
    }
}
