//! One game of a corpus, by its number: played to its end and turned into records.

use komadai_core::ending::{Declaration, DeclarationRule, EndRules, declaration, game_end, handicap_points};
use komadai_core::notation::packed::{PackedError, PackedPosition, Played, Record, TrainingRecord};
use komadai_core::notation::usi::GameLine;
use komadai_core::rng::{SplitMix64, mix};
use komadai_core::{Color, GameResult, Move, Position, Tracked, Value, random};
use komadai_search::{Engine, Limits};

use super::CorpusOptions;

/// Why self-play cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SelfPlayError {
    /// There is no opening to begin games with.
    #[error("found no opening, expected at least one")]
    NoOpening,
    /// An opening starts from a position that a record cannot hold.
    #[error("opening {number}: {error}")]
    Opening {
        /// The number of the opening, from 1.
        number: usize,
        /// The error of its first position.
        error: PackedError,
    },
}

/// Self-play games, each decided by its number, whatever was played before.
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
#[derive(Clone)]
pub struct SelfPlay {
    options: CorpusOptions,
    openings: Vec<GameLine>,
    order: Vec<u32>,
}

komadai_core::debug_by_sizes!(SelfPlay { options }[openings]);

/// A finished self-play game, with its records.
#[derive(Clone, PartialEq, Eq)]
pub struct PlayedGame {
    /// The positions from the first one searched; those in check are left out.
    pub records: Vec<Record>,
    /// The result.
    pub result: GameResult,
    /// Moves of the whole game, including those of the opening.
    pub plies: usize,
}

komadai_core::debug_by_sizes!(PlayedGame { result, plies }[records]);

impl SelfPlay {
    /// Makes self-play that begins with these openings.
    ///
    /// # Errors
    ///
    /// [`SelfPlayError`]: no opening, or one that records cannot hold (a king is missing).
    pub fn new(options: CorpusOptions, openings: Vec<GameLine>) -> Result<SelfPlay, SelfPlayError> {
        if openings.is_empty() {
            return Err(SelfPlayError::NoOpening);
        }
        for (number, opening) in (1..).zip(&openings) {
            PackedPosition::pack(opening.start())
                .map_err(|error| SelfPlayError::Opening { number, error })?;
        }
        // Games take the openings in turn, so that all are used equally often.
        let mut order: Vec<u32> = (0..openings.len() as u32).collect();
        SplitMix64::new(mix(options.seed)).shuffle(&mut order);
        Ok(SelfPlay { options, openings, order })
    }

    /// The options.
    pub fn options(&self) -> &CorpusOptions {
        &self.options
    }

    /// Describes in one line what decides the games apart from the player: the options, and the openings by a checksum.
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
    /// `None` for a dropped game: the random moves ended it, one side was lost after them ([`CorpusOptions::start_limit`]), or the
    /// player offered no legal move.
    pub fn play(&self, number: u64, player: &mut impl Engine) -> Option<PlayedGame> {
        let options = &self.options;
        let rules = EndRules { move_limit: Some(options.max_plies), try_rule: false };
        let opening = self.order[(number % self.order.len() as u64) as usize];
        let opening = &self.openings[opening as usize];
        let mut board = start(&mut chance(options.seed, number), opening, options, rules)?;
        // The search counts moves as the position does.
        let before = opening.start().move_number().saturating_sub(1);
        let limits = Limits {
            draw_after: Some(u32::from(options.max_plies).saturating_add(before)),
            ..Limits::nodes(options.nodes)
        };
        player.clear();
        let mut seen: Vec<(Position, Move, i16)> = Vec::new();
        let mut lead = Lead::default();
        let mut first = true;
        let result = loop {
            if let Some(result) = over(&board, rules).or_else(|| lead.decided(options)) {
                break result;
            }
            let pos = board.position();
            let report = player.search_game(board.clone(), &limits, &mut |_| {});
            let (mv, value) = (report.best.filter(|&mv| pos.is_legal(mv))?, report.value);
            if first && value.cp().abs() > options.start_limit.cp() {
                return None;
            }
            first = false;
            if !board.in_check() {
                seen.push((pos.clone(), mv, value.cp().clamp(-Value::MATE.cp(), Value::MATE.cp()) as i16));
            }
            if let Some(resign) = options.resign {
                lead.note(resign, pos.side_to_move(), value);
            }
            board.do_move(mv);
        };
        let record = |&(ref position, mv, score): &(Position, Move, i16)| {
            let played = Played { position, mv, score, winner: result.winner() };
            Record::pack(&played).expect("a game keeps the set of pieces of its opening")
        };
        let records = seen.iter().map(record).collect();
        Some(PlayedGame { records, result, plies: board.history().len() })
    }
}

/// Random numbers of one game. Consecutive games have independent streams.
fn chance(seed: u64, number: u64) -> SplitMix64 {
    SplitMix64::new(mix(seed ^ mix(number.wrapping_add(1))))
}

/// Plays an opening, or a part of it, then random legal moves. `None` if that ends the game.
fn start(
    rng: &mut SplitMix64,
    opening: &GameLine,
    options: &CorpusOptions,
    rules: EndRules,
) -> Option<Tracked> {
    let all = opening.moves().len();
    let spared = all as u64 * u64::from(100u8.saturating_sub(options.least_opening)) / 100;
    let plies = all - rng.below(spared + 1) as usize;
    let mut board = Tracked::new(opening.start().clone());
    for &mv in &opening.moves()[..plies] {
        board.do_move(mv);
    }
    let (fewest, most) = (*options.random_plies.start(), *options.random_plies.end());
    let plies = fewest + rng.below(u64::from(most.saturating_sub(fewest)) + 1) as u8;
    for _ in 0..plies {
        let mv = random::legal_move(rng, board.position())?;
        board.do_move(mv);
    }
    game_end(board.position(), board.history(), rules).is_none().then_some(board)
}

/// Result of a game that has ended by rule or by a winning declaration; a side that can declare does so.
fn over(board: &Tracked, rules: EndRules) -> Option<GameResult> {
    let pos = board.position();
    if let Some(end) = game_end(pos, board.history(), rules) {
        return Some(end.winner().map_or(GameResult::Draw, GameResult::win));
    }
    let wins = declaration(pos, DeclarationRule::default(), handicap_points(pos)) == Declaration::Win;
    wins.then(|| GameResult::win(pos.side_to_move()))
}

/// The side that searches see far ahead, and for how many consecutive plies.
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

    /// The win by a lead that both sides have seen long enough.
    fn decided(&self, options: &CorpusOptions) -> Option<GameResult> {
        let (side, plies) = self.0?;
        (plies >= options.resign_plies.max(2)).then(|| GameResult::win(side))
    }
}
