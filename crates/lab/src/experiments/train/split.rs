//! Turns games into training positions: those learned from, and those held out.

use std::path::PathBuf;

use clap::Args;
use komadai_core::notation::packed::{Record, pack_move};
use komadai_core::rng::{SplitMix64, mix};
use komadai_learn::corpus::{self, read_records};
use komadai_learn::map_in_parallel;
use komadai_learn::pairs::{EncodedGame, EncodedGames, QuietMoves};
use komadai_report::{Failure, Progress};

use crate::data::games::{ClassedGame, GameFiles, Games};

/// Where the games come from.
#[derive(Args, Debug)]
pub(super) struct Sources {
    #[command(flatten)]
    games: GameFiles,
    /// A file of packed 40-byte records with the moves played, instead of games; with --games, both are learned from and only games are
    /// held out.
    #[arg(long, value_name = "FILE")]
    from_corpus: Option<PathBuf>,
}

/// The encoded games to learn from, in their order, and those held out.
pub(super) struct Split {
    pub(super) learned: Vec<EncodedGame>,
    pub(super) held_out: Vec<EncodedGame>,
    /// Source of the games, for the provenance of a model.
    pub(super) source: String,
}

impl Split {
    /// Finds the quiet moves of all games; `percent` of them are held out, by chance from the seed.
    pub(super) fn read(sources: &Sources, percent: u64, seed: u64, threads: usize) -> Result<Split, Failure> {
        let (mut learned, mut held_out, mut names) = (Vec::new(), Vec::new(), Vec::new());
        let mixed = sources.from_corpus.is_some() && !sources.games.games.is_empty();
        if let Some(path) = &sources.from_corpus {
            let records = read_records(path)?;
            let mut before = 0;
            // Each with the number of its first record in the file.
            let games = corpus::games(&records).map(|game| {
                before += game.len();
                (before - game.len(), game)
            });
            let to_learn = |(_, game): &(usize, &[Record])| mixed || number(game, seed) >= percent;
            let (to_learn, to_hold_out): (Vec<_>, Vec<_>) = games.partition(to_learn);
            let find = |quiet: &mut QuietMoves, (first, game): &(usize, &[Record])| {
                EncodedGame::from_records(quiet, game).map_err(|mut error| {
                    error.index += first;
                    format!("{}: {error}", path.display())
                })
            };
            learned.extend(of_all(&to_learn, threads, find)?);
            held_out.extend(of_all(&to_hold_out, threads, find)?);
            names.push(Games::source(std::slice::from_ref(path)));
        }
        if sources.from_corpus.is_none() || mixed {
            let games = sources.games.read()?;
            let (to_learn, to_hold_out) = games.split(percent, seed);
            let find = |quiet: &mut QuietMoves, game: &&ClassedGame| {
                let encoded = EncodedGame::from_moves(quiet, &game.start, &game.moves);
                encoded.map_err(|error| format!("game {}: {error}", game.id))
            };
            learned.extend(of_all(&to_learn, threads, find)?);
            held_out.extend(of_all(&to_hold_out, threads, find)?);
            names.push(sources.games.source());
        }
        if learned.is_empty() || held_out.is_empty() {
            return Err(too_few(learned.len(), held_out.len()));
        }
        Ok(Split { learned, held_out, source: names.join(", ") })
    }

    /// One of `parts` parts of the games, drawn by the seed, in their order: a larger part has all games of a smaller one; one part is all
    /// games.
    pub(super) fn part(&self, parts: usize, seed: u64) -> EncodedGames {
        let mut order: Vec<usize> = (0..self.learned.len()).collect();
        order.sort_by_key(|&game| mix(seed ^ mix(game as u64)));
        order.truncate(self.learned.len().div_ceil(parts));
        order.sort_unstable();
        let mut part = EncodedGames::default();
        for game in order {
            part.push(&self.learned[game]);
        }
        part
    }
}

/// The error of a split that leaves one side empty.
pub(super) fn too_few(learned: usize, held_out: usize) -> Failure {
    format!("{learned} games to learn from, {held_out} held out: give more games, or another --held-out")
        .into()
}

fn of_all<G: Sync>(
    games: &[G],
    threads: usize,
    find: impl Fn(&mut QuietMoves, &G) -> Result<EncodedGame, String> + Sync,
) -> Result<Vec<EncodedGame>, Failure> {
    let progress = Progress::new(games.len(), 0, "games looked through for quiet moves");
    let workers = (0..threads).map(|_| QuietMoves::default()).collect();
    let encoded = map_in_parallel(workers, games, find, || progress.step());
    Ok(encoded.into_iter().collect::<Result<_, _>>()?)
}

/// A random number below 100, from the seed and the moves of the game alone.
fn number(game: &[Record], seed: u64) -> u64 {
    let key = game.iter().fold(seed, |key, record| mix(key ^ u64::from(pack_move(record.mv))));
    SplitMix64::new(key).below(100)
}

#[cfg(test)]
mod tests {
    use komadai_core::Position;
    use komadai_core::notation::packed::{PackedPosition, RecordResult};

    use super::*;

    #[test]
    fn a_record_that_is_wrong_is_named_by_its_number_in_the_file() {
        let position = PackedPosition::pack(&Position::startpos()).unwrap();
        let result = RecordResult::Draw;
        let record = |ply, mv: &str| Record { position, score: 0, mv: mv.parse().ok(), ply, result };
        // Twenty games of two records; the fifteenth plays a move that is not legal.
        let of_game = |game| [record(1, "7g7f"), record(2, if game == 14 { "5i5a" } else { "2g2f" })];
        let records = (0..20).flat_map(of_game).flat_map(|record| record.to_bytes());
        let path = std::env::temp_dir().join(format!("komadai-split-{}.psv", std::process::id()));
        std::fs::write(&path, records.collect::<Vec<u8>>()).unwrap();
        let games = GameFiles { games: Vec::new() };
        let sources = Sources { games, from_corpus: Some(path.clone()) };
        let error = Split::read(&sources, 50, 1, 1).err().map(|error| error.to_string());
        std::fs::remove_file(&path).unwrap();
        assert_eq!(error, Some(format!("{}: record 29, 5i5a: not legal there", path.display())));
    }
}
