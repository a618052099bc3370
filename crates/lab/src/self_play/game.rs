//! One game of a match: two players, an opening, the rules; how it is kept, and how a match plays all its games.
//!
//! Finished games are kept as answers to questions, so that an interrupted match can be resumed. The question of a game is everything that
//! decides it: players, limits, rules, opening, colours. So one file also serves a match extended by more openings, and matches of other
//! players. The answer is what cannot be derived: the moves, what they cost, and whether somebody gave up.

use std::time::Duration;

use komadai::journal::Answers;
use komadai::usi::Answer;
use komadai_core::notation::usi::GameLine;
use komadai_core::{Color, Game, GameBuilder, IllegalMove, Move, Tracked, Value};
use komadai_notation::evaluations::{self, RecordedScore};
use komadai_report::Failure;
use komadai_search::Limits;
use serde::{Deserialize, Serialize};

use super::player::{Effort, Lost, Player, Turn, lost};
use super::rules::{Doubt, Fault};
use super::{GameOver, Match, MatchRules};
use crate::{PairScore, Sprt, Verdict, ask_in_order};

/// The two players of a match, the first player first.
pub type Players = [Box<dyn Player>; 2];

/// Finished game of a match, with the effort of each player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Colour of the first player.
    pub first_is: Color,
    /// Moves after the opening.
    pub moves: Vec<Move>,
    /// Value of each move by its player, for the side that played it; `None` if the player does not say.
    pub scores: Vec<Option<Value>>,
    /// How the game ended.
    pub over: GameOver,
    /// Description of the fault that ended the game, if one did.
    pub fault: Option<String>,
    /// Effort of the first and the second player.
    pub effort: [Effort; 2],
}

impl Played {
    /// Half points of the first player: 2 for a win, 1 for a draw.
    pub fn half_points(&self) -> u8 {
        match self.over.winner() {
            None => 1,
            Some(winner) => 2 * u8::from(winner == self.first_is),
        }
    }

    /// Returns the game as a record, with the names of the players, the scores of the moves as comments, and the ending.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] if the game was not played from this opening.
    pub fn record(&self, opening: &GameLine, names: &[String; 2]) -> Result<Game, IllegalMove> {
        let mut record = GameBuilder::new(opening.start().clone());
        let [black, white] = if self.first_is == Color::Black { [0, 1] } else { [1, 0] };
        record.header("先手", names[black].as_str());
        record.header("後手", names[white].as_str());
        for &mv in opening.moves().iter().chain(&self.moves) {
            record.play(mv)?;
        }
        let side = record.position().side_to_move();
        record.end(self.over.ending(side));
        let mut record = record.finish();
        let played = record.nodes.iter_mut().skip(opening.moves().len());
        for (node, (ply, score)) in played.zip(self.scores.iter().enumerate()) {
            let by_black = (side == Color::Black) == (ply % 2 == self.moves.len() % 2);
            let score = score.map(|score| RecordedScore::for_black(if by_black { score } else { -score }));
            let comments = score.map(|score| evaluations::write(score, opening.start(), None, &[]));
            node.comments.extend(comments.unwrap_or_default());
        }
        Ok(record)
    }
}

/// Plays a game from the end of an opening, independently of other games.
pub(super) fn play<P: Player>(
    opening: &GameLine,
    first_is: Color,
    limits: &[Limits; 2],
    rules: &MatchRules,
    players: &mut [P; 2],
) -> Played {
    // Searches know the move limit; they count moves as the position does.
    let before = opening.start().move_number().saturating_sub(1);
    let draw_after = rules.ends.move_limit.map(|limit| u32::from(limit).saturating_add(before));
    let limits = limits.clone().map(|limits| Limits { draw_after, ..limits });

    let (mut board, mut line) = (opening.tracked(), opening.moves().to_vec());
    let mut scores = Vec::new();
    let mut effort = [Effort::none(); 2];
    let mut doubt = Doubt::default();
    // A player that cannot begin loses at its turn, as by any other fault.
    let mut begun = players.each_mut().map(Player::begin);
    let (over, fault) = loop {
        if let Some(over) = rules.over(&board) {
            break (over, None);
        }
        let side = board.position().side_to_move();
        if rules.resignation.is_some_and(|rule| doubt.resigns(rule, side)) {
            break (GameOver::Resigned(side), None);
        }
        let player = usize::from(side != first_is);
        let turn = |()| players[player].turn(opening.start(), &line, &board, &limits[player]);
        let turn = std::mem::replace(&mut begun[player], Ok(())).map_or_else(Turn::from, turn);
        let Turn { answer, value, effort: mut spent } = turn;
        spent.late = limits[player].time.map_or(Duration::ZERO, |time| spent.wall.saturating_sub(time));
        effort[player].add(&spent);
        match judge(&answer, value, spent.late, &board, rules) {
            Ok(Some(mv)) => {
                board.do_move(mv);
                line.push(mv);
                scores.push(value);
                if let Some(rule) = rules.resignation {
                    doubt.note(rule, side, value.unwrap_or(Value::ZERO));
                }
            }
            Ok(None) => break (GameOver::Resigned(side), None),
            Err(lost) => break (GameOver::Forfeited(side, lost.fault), Some(lost.seen)),
        }
    };
    Played { first_is, moves: line.split_off(opening.moves().len()), scores, over, fault, effort }
}

/// The move of an answer, `None` for a resignation; or why the answer loses.
fn judge(
    answer: &Result<Answer, Lost>,
    value: Option<Value>,
    late: Duration,
    board: &Tracked,
    rules: &MatchRules,
) -> Result<Option<Move>, Lost> {
    let pos = board.position();
    match *answer.as_ref().map_err(Clone::clone)? {
        _ if late > rules.margin => {
            Err(lost(Fault::Overrun, format!("answered {} ms after its time", late.as_millis())))
        }
        Answer::Move(mv) if pos.is_legal(mv) => Ok(Some(mv)),
        Answer::Move(mv) => Err(lost(Fault::IllegalMove, format!("{mv} in {pos}"))),
        // A player that can declare has won before it is asked.
        Answer::Win => Err(lost(Fault::FalseDeclaration, format!("win in {pos}"))),
        Answer::Resign => match value.filter(|&value| value > Value::ZERO) {
            Some(value) => Err(lost(Fault::GroundlessResignation, format!("resign at {value} in {pos}"))),
            None => Ok(None),
        },
    }
}

/// A game in the journal.
#[derive(Clone, Serialize, Deserialize)]
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

impl GameAnswer {
    /// The answer to keep; an error if a player could not be started.
    fn of(game: Played) -> Result<GameAnswer, String> {
        let Played { moves, scores, over, fault, effort, .. } = game;
        match (over, fault) {
            (GameOver::Forfeited(_, Fault::NoStart), Some(seen)) => Err(seen),
            (over, fault) => Ok(GameAnswer { moves, scores, end: over.name().to_owned(), fault, effort }),
        }
    }
}

impl Match {
    /// Plays all games, one thread per pair of players, and returns them in order. Those that `answers` knows are not played again, and
    /// each new one is kept there as soon as it is over. Progress is shown.
    ///
    /// With a test, the match ends with the first pair at which the test has a verdict; later pairs played meanwhile are not returned. So
    /// the test ends where it would have ended on one thread.
    ///
    /// # Errors
    ///
    /// A player that cannot be started again ([`Fault::NoStart`]); a game that cannot be kept; an answer that is not a game of this match,
    /// with the file and the question. No game is begun after it.
    ///
    /// # Panics
    ///
    /// Without players.
    pub fn run<P: Player>(
        &self,
        players: Vec<[P; 2]>,
        answers: Option<&Answers>,
        test: Option<&Sprt>,
    ) -> Result<Vec<Played>, Failure> {
        let numbers: Vec<usize> = (0..self.games()).collect();
        let play = |players: &mut [P; 2], &index: &usize| GameAnswer::of(self.play(index, players));
        let (mut games, mut pairs, mut is_decided) = (Vec::new(), PairScore::default(), false);
        let tell = |index: usize, answer: &GameAnswer| -> Result<(), Failure> {
            games.push(self.played(index, answer.clone(), answers)?);
            if let (Some(test), [one, other]) = (test, &games[index / 2 * 2..]) {
                pairs.push(one.half_points() + other.half_points());
                is_decided = test.verdict(&pairs.cells()) != Verdict::Continue;
            }
            if is_decided { Err("the test ends the match".into()) } else { Ok(()) }
        };
        let ended =
            ask_in_order(answers, "games", &numbers, |&index| self.question(index), players, play, tell);
        if !is_decided {
            ended?;
        }
        Ok(games)
    }

    /// How many games are known.
    pub(crate) fn known(&self, answers: &Answers) -> usize {
        (0..self.games()).filter(|&index| answers.known(&self.question(index)).is_some()).count()
    }

    /// Everything that decides a game.
    pub(super) fn question(&self, index: usize) -> String {
        let color = if self.first_is(index) == Color::Black { "Black" } else { "White" };
        format!("{}; the first with {color} from {}", self.describe(), self.opening(index))
    }

    /// Replays the game of an answer; an error names the file and the question of an answer that is no game of this match.
    fn played(&self, index: usize, answer: GameAnswer, answers: Option<&Answers>) -> Result<Played, String> {
        let wrong = |found: String| {
            let path = answers.map_or_else(String::new, |answers| format!("{}: ", answers.path().display()));
            format!("{path}found {found} behind {:?}", self.question(index))
        };
        let GameAnswer { moves, scores, end, fault, effort } = answer;
        let mut board = self.opening(index).tracked();
        for &mv in &moves {
            board.play(mv).map_err(|_| wrong(format!("the move {mv}, expected a legal one")))?;
        }
        let side = board.position().side_to_move();
        // The rules cannot know that somebody gave up.
        let by_fault = Fault::named(&end).map(|fault| GameOver::Forfeited(side, fault));
        let over = match (self.rules.over(&board).or(by_fault), end.as_str()) {
            (None, "resignation") => GameOver::Resigned(side),
            (Some(over), _) if over.name() == end => over,
            (over, _) => {
                let expected = over.map_or("a game that goes on", GameOver::name);
                return Err(wrong(format!("the end {end:?}, expected {expected}")));
            }
        };
        Ok(Played { first_is: self.first_is(index), moves, scores, over, fault, effort })
    }
}
