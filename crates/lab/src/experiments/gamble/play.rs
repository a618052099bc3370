//! The two moves of a position, and the games that follow them.

use std::path::Path;

use komadai::LearnedMargin;
use komadai::evaluation::Evaluation;
use komadai_core::ending::EndRules;
use komadai_core::notation::usi::GameLine;
use komadai_core::{Color, Evaluator, Move, Position};
use komadai_learn::corpus::{games, read_records};
use komadai_report::{Failure, words};
use komadai_search::{Engine, Gamble, Limits, RootMove};
use serde::{Deserialize, Serialize};

use crate::data::games::Games;
use crate::reliability::unpacked;
use crate::self_play::{Match, MatchRules};

/// Moves after which a game is undecided, from the position on.
pub(super) const MOVES: u16 = 200;

/// What a worker needs: the search for the two moves, and the two players of a game.
pub(super) struct Player {
    pub(super) searcher: Box<dyn Engine + Send>,
    pub(super) players: [Box<dyn Engine + Send>; 2],
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

/// Moves after which games are taken, as in the paper's table 4.
pub(super) const PLIES: [u16; 2] = [79, 119];

/// How far the record of a corpus may lie from the ply asked for: corpora leave out positions in check.
const NEAR: u16 = 4;

/// A position with the game that led there.
pub(super) struct Start {
    /// Number of the game.
    pub(super) game: u64,
    /// Ply that was asked for.
    pub(super) ply: u16,
    /// The game up to the position; of a corpus, the position alone.
    pub(super) line: GameLine,
}

impl Start {
    /// `None` if the game is over, or a king is missing.
    fn new(game: u64, ply: u16, line: GameLine) -> Option<Start> {
        let board = line.tracked();
        let kings = [Color::Black, Color::White].map(|color| board.position().king(color));
        let goes_on = !kings.contains(&None) && MatchRules::default().over(&board).is_none();
        goes_on.then_some(Start { game, ply, line })
    }
}

/// A game with these moves, of which there is one at least.
pub(super) fn played(start: &Position, moves: &[Move]) -> Result<GameLine, Failure> {
    let start = GameLine::new(start.clone());
    Ok(GameLine::parse(&format!("{start} moves {}", words::usi(moves).join(" ")))?)
}

/// The positions of games after so many moves, game by game.
pub(super) fn of_games(games: &Games) -> Result<Vec<Start>, Failure> {
    let mut starts = Vec::new();
    for (number, game) in (0..).zip(&games.games) {
        for ply in PLIES {
            if let Some(moves) = game.moves.get(..usize::from(ply)) {
                starts.extend(Start::new(number, ply, played(&game.start, moves)?));
            }
        }
    }
    Ok(starts)
}

/// The records of a corpus nearest to these plies, game by game; a record is taken once.
pub(super) fn of_corpus(path: &Path) -> Result<Vec<Start>, Failure> {
    let records = read_records(path)?;
    let (mut starts, mut first) = (Vec::new(), 0);
    for (number, game) in (0..).zip(games(&records)) {
        let mut taken = Vec::new();
        for ply in PLIES {
            // Records have the number of the next move.
            let distance = |&index: &usize| game[index].ply.abs_diff(ply + 1);
            let Some(nearest) = (0..game.len()).min_by_key(distance) else { continue };
            if distance(&nearest) <= NEAR && !taken.contains(&nearest) {
                taken.push(nearest);
                let position = unpacked(&game[nearest], path, first + nearest)?;
                starts.extend(Start::new(number, ply, GameLine::new(position)));
            }
        }
        first += game.len();
    }
    Ok(starts)
}
