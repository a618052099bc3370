//! The two moves of a position, and the games that follow them.

use komadai::LearnedMargin;
use komadai::evaluation::Evaluation;
use komadai_core::ending::EndRules;
use komadai_core::notation::usi::GameLine;
use komadai_core::{Color, Evaluator, Move};
use komadai_search::{Engine, Gamble, Limits, RootMove};
use serde::{Deserialize, Serialize};

use super::starts::{Start, played};
use crate::self_play::{Match, MatchRules, Players};

/// Moves after which a game is undecided, from the position on.
pub(super) const MOVES: u16 = 200;

/// What a worker needs: the search for the two moves, and the two players of a game.
pub(super) struct Player {
    pub(super) searcher: Box<dyn Engine + Send>,
    pub(super) players: Players,
    pub(super) eval: Evaluation,
    /// The choice of `searcher`.
    pub(super) gamble: Gamble<LearnedMargin>,
    /// Plies of the search for the two moves, and of those of the games.
    pub(super) depths: [u32; 2],
}

/// A root move as the search sees it.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) struct Candidate {
    pub(super) mv: Move,
    /// For the side that moves, in centipawns.
    pub(super) value: i32,
    /// Of ending above the bar, 0 to 1.
    pub(super) chance: f64,
}

/// How a game ended for the side that gambles.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Ending {
    Won,
    Lost,
    /// A repetition, or too many moves.
    Open,
}

/// What was found in a position.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) struct Tried {
    /// Static value for the side to move, in centipawns.
    pub(super) static_value: i32,
    pub(super) best: Candidate,
    pub(super) gamble: Candidate,
    /// The games after the best move and after the gamble; `None` if they are the same move.
    pub(super) endings: Option<[Ending; 2]>,
}

impl Tried {
    /// Whether the best move wins and whether the gamble does, if these are two moves and both games were decided.
    pub(super) fn won(&self) -> Option<[bool; 2]> {
        let endings = self.endings.filter(|endings| !endings.contains(&Ending::Open))?;
        Some(endings.map(|ending| ending == Ending::Won))
    }
}

impl Player {
    /// Searches a position in which the game goes on, and plays both games.
    pub(super) fn play(&mut self, start: &Start) -> Tried {
        let board = start.line.tracked();
        let pos = board.position().clone();
        self.searcher.clear();
        let report = self.searcher.search_game(board, &Limits::depth(self.depths[0]), &mut |_| {});
        let best = self.gamble.best(&report.moves).expect("a game that goes on has a legal move");
        let best = &report.moves[best];
        let gamble = report.moves.iter().find(|root| Some(root.mv) == report.best).unwrap_or(best);
        let bar = self.gamble.bar.over(best.value);
        let candidate = |root: &RootMove| {
            let RootMove { mv, value, .. } = *root;
            Candidate { mv, value: value.cp(), chance: self.gamble.chance(&pos, mv, value, bar) }
        };
        let (best, gamble) = (candidate(best), candidate(gamble));
        let endings = (best.mv != gamble.mv)
            .then(|| [best.mv, gamble.mv].map(|mv| self.ending(&start.line, pos.side_to_move(), mv)));
        let static_value = self.eval.evaluate(&self.eval.fresh(&pos), &pos).cp();
        Tried { static_value, best, gamble, endings }
    }

    /// Plays a game on after this move.
    fn ending(&mut self, line: &GameLine, mover: Color, mv: Move) -> Ending {
        let moves = [line.moves(), &[mv]].concat();
        let opening = played(line.start(), &moves).expect("the search plays legal moves");
        let limit = u16::try_from(line.moves().len()).unwrap_or(u16::MAX).saturating_add(MOVES);
        let game = Match {
            names: ["ordinary", "ordinary"].map(str::to_owned),
            limits: [(); 2].map(|()| Limits::depth(self.depths[1])),
            rules: MatchRules {
                ends: EndRules { move_limit: Some(limit), try_rule: false },
                ..MatchRules::default()
            },
            openings: vec![opening],
        };
        match game.play(0, &mut self.players).over.winner() {
            Some(winner) if winner == mover => Ending::Won,
            Some(_) => Ending::Lost,
            None => Ending::Open,
        }
    }
}
