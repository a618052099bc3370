//! Finished games of a match as answers to questions, so that it can be broken off and taken up again.
//!
//! The question of a game is everything that decides it: players, limits, rules, opening, colours. One file therefore serves a match
//! that is made longer by more openings, and matches of other players beside it. The answer is what cannot be played over: the
//! moves, what they cost, and whether somebody gave up.

use komadai::files::FileError;
use komadai::journal::Answers;
use komadai_core::{Color, Move, Value};
use serde::{Deserialize, Serialize};

use super::{Effort, Fault, GameOver, Match, Played};
use crate::run::answers;

/// A game in the journal.
#[derive(Serialize, Deserialize)]
struct GameAnswer {
    moves: Vec<Move>,
    #[serde(default)]
    scores: Vec<Option<Value>>,
    /// [`GameOver::name`].
    end: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
    /// `[first, second player]`
    effort: [Effort; 2],
}

impl Match {
    /// The games that a journal knows, at their numbers.
    ///
    /// # Errors
    ///
    /// An answer that is no game of this match, with the file and the question.
    pub fn known(&self, journal: &Answers) -> Result<Vec<Option<Played>>, String> {
        let of_game = |index| {
            let question = self.question(index);
            let Some(answer) = answers::known(journal, &question)? else { return Ok(None) };
            let path = journal.path().display();
            self.played(index, answer)
                .map(Some)
                .map_err(|wrong| format!("{path}: found {wrong} behind {question:?}"))
        };
        (0..self.games()).map(of_game).collect()
    }

    /// Keeps a game.
    ///
    /// # Errors
    ///
    /// A file that cannot be written, with its path.
    pub fn note(&self, journal: &Answers, index: usize, game: &Played) -> Result<(), FileError> {
        let Played { moves, scores, over, fault, effort, .. } = game.clone();
        let answer = GameAnswer { moves, scores, end: over.name().to_owned(), fault, effort };
        answers::keep(journal, &self.question(index), &answer)
    }

    fn question(&self, index: usize) -> String {
        let color = if self.first_is(index) == Color::Black { "Black" } else { "White" };
        format!("{}; the first with {color} from {}", self.describe(), self.opening(index))
    }

    /// The game of an answer, played over.
    fn played(&self, index: usize, answer: GameAnswer) -> Result<Played, String> {
        let GameAnswer { moves, scores, end, fault, effort } = answer;
        let mut board = self.opening(index).tracked();
        for &mv in &moves {
            board.play(mv).map_err(|_| format!("the move {mv}, expected a legal one"))?;
        }
        let side = board.position().side_to_move();
        // What the rules cannot know is that somebody gave up.
        let by_fault = Fault::named(&end).map(|fault| GameOver::Forfeited(side, fault));
        let over = match (self.rules.over(&board).or(by_fault), end.as_str()) {
            (None, "resignation") => GameOver::Resigned(side),
            (Some(over), _) if over.name() == end => over,
            (over, _) => {
                let expected = over.map_or("a game that goes on", GameOver::name);
                return Err(format!("the end {end:?}, expected {expected}"));
            }
        };
        Ok(Played { first_is: self.first_is(index), moves, scores, over, fault, effort })
    }
}
