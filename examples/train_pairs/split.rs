//! Games into training positions: those learned from, and those held out.

use std::path::{Path, PathBuf};

use komadai::learn::corpus::{self, read_records};
use komadai::learn::map_in_parallel;
use komadai::learn::pairs::{EncodedGame, MemoryShards, QuietMoves};
use komadai::notation::packed::{Record, pack_move};
use komadai::rng::{SplitMix64, mix};
use komadai_lab::{ClassedGame, Games};
use komadai_report::{Failure, Progress};

use crate::options::Shared;

/// The encoded games to learn from, in their order, and those held out.
pub(crate) struct Split {
    pub(crate) learned: Vec<EncodedGame>,
    /// Opening lines to learn from beside the games.
    pub(crate) lines: Vec<EncodedGame>,
    /// A block for each game.
    pub(crate) held_out: MemoryShards,
    /// What the games are, for the provenance of a model.
    pub(crate) source: String,
}

impl Split {
    /// Finds the quiet moves of all games.
    pub(crate) fn read(shared: &Shared, lines: &[PathBuf]) -> Result<Split, Failure> {
        let threads = shared.threads.count();
        let (mut learned, mut held_out, mut sources) = (Vec::new(), Vec::new(), Vec::new());
        let mixed = shared.from_corpus.is_some() && !shared.games.games.is_empty();
        if let Some(path) = &shared.from_corpus {
            let mut records = read_records(path)?;
            records.truncate(shared.records.unwrap_or(usize::MAX));
            let games: Vec<&[Record]> = corpus::games(&records).collect();
            let to_learn =
                |game: &&[Record]| mixed || number(game, shared.seed.seed) >= held_out_percent(shared);
            let (to_learn, to_hold_out): (Vec<_>, Vec<_>) = games.into_iter().partition(to_learn);
            let find = |quiet: &mut QuietMoves, game: &&[Record]| {
                EncodedGame::from_records(quiet, game).map_err(|error| error.to_string())
            };
            learned.extend(of_all(&to_learn, threads, find)?);
            held_out.extend(of_all(&to_hold_out, threads, find)?);
            sources.push(Path::new(path).file_name().unwrap_or_default().to_string_lossy().into_owned());
        }
        if shared.from_corpus.is_none() || mixed {
            let games = shared.games.read()?;
            let (to_learn, to_hold_out) = games.split(held_out_percent(shared), shared.seed.seed);
            let find = |quiet: &mut QuietMoves, game: &&ClassedGame| {
                EncodedGame::from_moves(quiet, &game.start, &game.moves).map_err(|error| error.to_string())
            };
            learned.extend(of_all(&to_learn, threads, find)?);
            held_out.extend(of_all(&to_hold_out, threads, find)?);
            sources.push(shared.games.source());
        }
        let lines = match lines {
            [] => Vec::new(),
            files => {
                sources.push(Games::source(files));
                let find = |quiet: &mut QuietMoves, line: &ClassedGame| {
                    EncodedGame::from_moves(quiet, &line.start, &line.moves)
                        .map_err(|error| error.to_string())
                };
                of_all(&Games::read(files)?.games, threads, find)?
            }
        };
        let source = sources.join(", ");
        if learned.is_empty() || held_out.is_empty() {
            let (learned, held_out) = (learned.len(), held_out.len());
            let told = format!(
                "{learned} games to learn from, {held_out} held out: give more games, or another --held-out"
            );
            return Err(told.into());
        }
        let mut apart = MemoryShards::new();
        for game in &held_out {
            apart.begin_block();
            apart.push(game);
        }
        Ok(Split { learned, lines, held_out: apart, source })
    }

    /// How many of the first games have so many sibling rows together; all, if they have fewer.
    pub(crate) fn games_with(&self, rows: u64) -> usize {
        let mut sum = 0;
        let enough = self.learned.iter().position(|game| {
            sum += game.totals.siblings;
            sum >= rows
        });
        enough.map_or(self.learned.len(), |last| last + 1)
    }

    /// How many games and opening lines there are to learn from, in words.
    pub(crate) fn described(&self, games: usize) -> String {
        match self.lines.len() {
            0 => format!("{games} games"),
            lines => format!("{games} games and {lines} opening lines"),
        }
    }

    /// One of so many parts of the first games, and of the opening lines unless they are left out. Drawn by the seed, in
    /// their order: a larger part has all games of a smaller one; one part is all.
    pub(crate) fn part(&self, parts: usize, games: usize, with_lines: bool, seed: u64) -> MemoryShards {
        let mut shards = MemoryShards::new();
        let games = &self.learned[..games.min(self.learned.len())];
        let lines = if with_lines { &self.lines[..] } else { &[] };
        for all in [games, lines] {
            let mut order: Vec<usize> = (0..all.len()).collect();
            order.sort_by_key(|&game| mix(seed ^ mix(game as u64)));
            order.truncate(all.len().div_ceil(parts));
            order.sort_unstable();
            for game in order {
                shards.push(&all[game]);
            }
        }
        shards
    }
}

/// Per cent of the games held out.
pub(crate) fn held_out_percent(shared: &Shared) -> u64 {
    shared.held_out.unwrap_or(20)
}

fn of_all<G: Sync>(
    games: &[G],
    threads: usize,
    find: impl Fn(&mut QuietMoves, &G) -> Result<EncodedGame, String> + Sync,
) -> Result<Vec<EncodedGame>, Failure> {
    let progress = Progress::new(games.len(), 0, "games looked through for quiet moves");
    let workers = (0..threads).map(|_| QuietMoves::default()).collect();
    let encoded = map_in_parallel(workers, games, find, || progress.step());
    progress.finish();
    let with_number = |(n, encoded): (usize, Result<EncodedGame, String>)| {
        encoded.map_err(|error| Failure::from(format!("game {}: {error}", n + 1)))
    };
    encoded.into_iter().enumerate().map(with_number).collect()
}

/// Below 100, by chance from the seed and the moves of the game alone.
fn number(game: &[Record], seed: u64) -> u64 {
    let key = game.iter().fold(seed, |key, record| mix(key ^ u64::from(pack_move(record.mv))));
    SplitMix64::new(key).below(100)
}
