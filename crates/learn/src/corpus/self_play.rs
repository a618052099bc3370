//! One game of a corpus, by its number: played, judged, and cut into records.

use komadai_core::ending::{Declaration, DeclarationRule, EndRules, declaration, game_end};
use komadai_core::notation::packed::{PackedError, PackedPosition, Record, RecordResult};
use komadai_core::notation::usi::GameLine;
use komadai_core::{Color, GameResult, Tracked, Value};
use komadai_search::Limits;

use super::start::{chance, shuffled, start};
use super::{CorpusOptions, Player};

/// Why no games can be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SelfPlayError {
    /// Games begin with openings.
    #[error("found no opening, expected at least one")]
    NoOpening,
    /// A record has no room for such a position.
    #[error("opening {number}: {source}")]
    Opening {
        /// Its number, from 1.
        number: usize,
        /// What is wrong with its first position.
        source: PackedError,
    },
}

/// Games by their numbers.
///
/// ```
/// use komadai_core::notation::usi::GameLine;
/// use komadai_eval::Material;
/// use komadai_learn::corpus::{CorpusOptions, SelfPlay};
/// use komadai_search::{HashTable, Searcher};
///
/// let options = CorpusOptions { nodes: 100, ..CorpusOptions::default() };
/// let games = SelfPlay::new(options, vec![GameLine::parse("startpos moves 7g7f 3c3d")?])?;
/// let mut player = Searcher::new(Material::default()).table(HashTable::new(1)?);
/// // Whatever was played in between, game 5 is game 5.
/// let game = games.play(5, &mut player);
/// games.play(7, &mut player);
/// assert_eq!(games.play(5, &mut player), game);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SelfPlay {
    options: CorpusOptions,
    openings: Vec<GameLine>,
    order: Vec<usize>,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// Its positions, from the first that was searched; those in check are left out.
    pub records: Vec<Record>,
    /// Who won.
    pub result: GameResult,
    /// Moves of the whole game, those of the opening counted.
    pub plies: usize,
}

impl SelfPlay {
    /// Games that begin with these openings.
    ///
    /// # Errors
    ///
    /// [`SelfPlayError`]: no opening, or one that records have no room for (a handicap).
    pub fn new(options: CorpusOptions, openings: Vec<GameLine>) -> Result<SelfPlay, SelfPlayError> {
        if openings.is_empty() {
            return Err(SelfPlayError::NoOpening);
        }
        for (number, opening) in (1..).zip(&openings) {
            PackedPosition::pack(opening.start())
                .map_err(|source| SelfPlayError::Opening { number, source })?;
        }
        let order = shuffled(openings.len(), options.seed);
        Ok(SelfPlay { options, openings, order })
    }

    /// How the games are played.
    pub fn options(&self) -> &CorpusOptions {
        &self.options
    }

    /// What decides the games beside the player, in one line: the options, and the openings by a checksum.
    pub fn describe(&self) -> String {
        let mut sum = crc32fast::Hasher::new();
        for opening in &self.openings {
            sum.update(opening.to_string().as_bytes());
            sum.update(b"\n");
        }
        format!("{}, {} openings {:08x}", self.options, self.openings.len(), sum.finalize())
    }

    /// Plays a game. The same number gives the same game, whatever was played before.
    ///
    /// `None` for a game that is dropped: the random moves ended it, one side was lost after them
    /// ([`CorpusOptions::start_limit`]), or the player offered no legal move.
    pub fn play(&self, number: u64, player: &mut impl Player) -> Option<PlayedGame> {
        let options = &self.options;
        let rules = EndRules { move_limit: Some(options.max_plies), try_rule: false };
        let opening = &self.openings[self.order[(number % self.order.len() as u64) as usize]];
        let mut board = start(&mut chance(options.seed, number), opening, options, rules)?;
        // The search counts moves as the position does.
        let before = opening.start().move_number().saturating_sub(1);
        let limits = Limits {
            draw_after: Some(options.max_plies.saturating_add(before)),
            ..Limits::nodes(options.nodes)
        };
        player.clear();
        let mut records: Vec<(Color, Record)> = Vec::new();
        let mut lead = Lead::default();
        let mut first = true;
        let result = loop {
            if let Some(result) = over(&board, rules).or_else(|| lead.decided(options)) {
                break result;
            }
            let (side, pos) = (board.position().side_to_move(), board.position());
            let (mv, value) = player.choose(&board, &limits).filter(|&(mv, _)| pos.is_legal(mv))?;
            if first && value.cp().abs() > options.start_limit.cp() {
                return None;
            }
            first = false;
            if !board.in_check() {
                let record = Record {
                    position: PackedPosition::pack(pos)
                        .expect("a game keeps the set of pieces of its opening"),
                    score: value.cp().clamp(-Value::MATE.cp(), Value::MATE.cp()) as i16,
                    mv: Some(mv),
                    ply: pos.move_number(),
                    result: RecordResult::Draw,
                };
                records.push((side, record));
            }
            if let Some(resign) = options.resign {
                lead.note(resign, side, value);
            }
            board.do_move(mv);
        };
        let seen_by = |side| match result.winner() {
            None => RecordResult::Draw,
            Some(winner) if winner == side => RecordResult::Win,
            Some(_) => RecordResult::Loss,
        };
        let records = records.into_iter().map(|(side, record)| Record { result: seen_by(side), ..record });
        Some(PlayedGame { records: records.collect(), result, plies: board.history().len() })
    }
}

/// How a game ended, by rule or by a declaration that wins; whoever can declare does.
fn over(board: &Tracked, rules: EndRules) -> Option<GameResult> {
    let pos = board.position();
    if let Some(end) = game_end(pos, board.history(), rules) {
        return Some(end.winner().map_or(GameResult::Draw, GameResult::win));
    }
    let wins = declaration(pos, DeclarationRule::default(), 0) == Declaration::Win;
    wins.then(|| GameResult::win(pos.side_to_move()))
}

/// Who is seen far ahead, and for how many plies in a row.
#[derive(Debug, Default)]
struct Lead(Option<(Color, u32)>);

impl Lead {
    fn note(&mut self, resign: Value, mover: Color, value: Value) {
        let ahead = if value >= resign {
            Some(mover)
        } else if value <= -resign {
            Some(!mover)
        } else {
            None
        };
        self.0 = ahead.map(|side| match self.0 {
            Some((same, plies)) if same == side => (side, plies + 1),
            _ => (side, 1),
        });
    }

    /// The win of a lead that both sides have seen long enough.
    fn decided(&self, options: &CorpusOptions) -> Option<GameResult> {
        let (side, plies) = self.0?;
        (plies >= options.resign_plies.max(2)).then(|| GameResult::win(side))
    }
}
