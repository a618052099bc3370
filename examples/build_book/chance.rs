//! How far two books' win rates could agree: the correlation of moves in both, its interval, and what it would be if our games
//! had ended as the other book says.
//!
//! Moves of one line are played in the same games, so that a hundred moves may be a few dozen cases. Games are: both numbers
//! are drawn by games.

use komadai::rng::SplitMix64;
use komadai::{Color, GameResult};
use komadai_lab::{Bootstrap, ClassedGame, Regression};
use komadai_report::Interval;

/// A move that is in both books.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SharedMove {
    /// Who plays it.
    pub(crate) mover: Color,
    /// Share of games with it that the mover won in the other book.
    pub(crate) rate: f64,
}

/// Our decided games through the moves in both books.
pub(crate) struct Passages {
    moves: Vec<SharedMove>,
    games: Vec<Passage>,
}

/// A game's way through the moves in both books.
#[derive(Clone, Debug)]
struct Passage {
    /// Numbers of the moves, as played.
    moves: Vec<usize>,
    winner: Color,
}

/// Correlations of win rates.
pub(crate) struct Correlations {
    /// What was found, with its interval by games.
    pub(crate) found: Interval,
    /// What would be found if every game had been won as often as the other book says of its last move there: the mean of
    /// the draws, and the ends of 95 % of them.
    pub(crate) expected: Interval,
    /// Games that the moves were played in.
    pub(crate) games: usize,
}

impl Passages {
    /// The decided games through some moves; `which` gives the number of the move played at a ply of a game.
    pub(crate) fn new(
        moves: Vec<SharedMove>,
        games: &[ClassedGame],
        which: impl Fn(&ClassedGame) -> Vec<usize>,
    ) -> Passages {
        let passage = |game: &ClassedGame| {
            let winner = match game.result {
                GameResult::BlackWins => Color::Black,
                GameResult::WhiteWins => Color::White,
                _ => return None,
            };
            Some(Passage { moves: which(game), winner }).filter(|passage| !passage.moves.is_empty())
        };
        Passages { moves, games: games.iter().filter_map(passage).collect() }
    }

    /// Correlations; `None` for fewer than three moves.
    pub(crate) fn correlations(&self) -> Option<Correlations> {
        let all: Vec<usize> = (0..self.games.len()).collect();
        let as_played = |drawn: &mut [usize]| self.correlation(drawn, |passage| passage.winner);
        let found = Bootstrap { seed: SEED, ..Bootstrap::default() }.interval(&all, as_played)?;
        let mut rng = SplitMix64::new(SEED);
        let mut draws: Vec<f64> =
            (0..DRAWS).map(|_| self.correlation(&all, |passage| self.drawn(passage, &mut rng))).collect();
        draws.retain(|r| r.is_finite());
        draws.sort_by(f64::total_cmp);
        let (low, high) = (*draws.get(draws.len() / 40)?, *draws.get(draws.len() - 1 - draws.len() / 40)?);
        let expected = Interval { value: draws.iter().sum::<f64>() / draws.len() as f64, low, high };
        found.value.is_finite().then_some(Correlations { found, expected, games: self.games.len() })
    }

    /// A winner as often as the other book says of the game's last move there.
    fn drawn(&self, passage: &Passage, rng: &mut SplitMix64) -> Color {
        let last = passage.moves.last().map(|&number| self.moves[number]);
        match last {
            Some(SharedMove { mover, rate }) => {
                if rng.unit() < rate {
                    mover
                } else {
                    !mover
                }
            }
            None => passage.winner,
        }
    }

    /// Correlation of win rates over the moves that the games with these numbers passed; not a number for too few.
    fn correlation(&self, numbers: &[usize], mut winner: impl FnMut(&Passage) -> Color) -> f64 {
        let mut counts = vec![(0_u32, 0_u32); self.moves.len()];
        for passage in numbers.iter().map(|&number| &self.games[number]) {
            let winner = winner(passage);
            for &number in &passage.moves {
                counts[number].0 += u32::from(self.moves[number].mover == winner);
                counts[number].1 += 1;
            }
        }
        let passed = counts.iter().zip(&self.moves).filter(|((_, games), _)| *games > 0);
        let points = passed.map(|(&(wins, games), shared)| (f64::from(wins) / f64::from(games), shared.rate));
        Regression::of(points).map_or(f64::NAN, |line| line.r)
    }
}

/// Draws for what is expected.
const DRAWS: usize = 2_000;
/// Seed of the draws.
const SEED: u64 = 0;
