//! Samples made on demand, by a run that can be interrupted, and read back.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use komadai_learn::reliability::{DrawOptions, Sample, SampleFile, SampleReader};

use super::positions::{Positions, of_corpus, of_games};
use super::shard::Shard;
use crate::GameFiles;
use crate::Parts;
use komadai::analysis::fingerprint;
use komadai_learn::{JournalError, in_parallel};
use komadai_report::options::{HashMb, Seed, Threads};
use komadai_report::{Failure, Progress};
use komadai_search::Engine;

/// Options of a command line that say which positions are searched, how deep, by which search, and where the samples are kept.
///
/// Samples are made once: a run started again with the same words reads those that are there and makes the rest. More
/// `--positions` make a file longer; any other word that decides the samples needs another file.
#[derive(Args, Clone, Debug)]
pub struct Sampling {
    /// Files of samples made before: they are read, and none are made. May be given several times.
    #[arg(long, value_name = "FILE")]
    samples: Vec<PathBuf>,
    /// The file of the samples that are made.
    #[arg(long, value_name = "FILE", default_value = "out/samples.tsv")]
    samples_out: PathBuf,
    #[command(flatten)]
    games: GameFiles,
    /// Packed records, as `make-corpus` writes them, in the place of games.
    #[arg(long, value_name = "FILE", conflicts_with = "games")]
    corpus: Option<PathBuf>,
    /// Positions to search, those of the first games; of all parts together where there is a `--shard`.
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    positions: u64,
    /// Mean distance of positions drawn from a game, in plies.
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    spacing: u32,
    /// Plies at the beginning of a game from which no position is drawn.
    #[arg(long, value_name = "N", default_value_t = 0)]
    skip: u32,
    /// Depth to which positions are searched; values of all lower ones are kept as well.
    #[arg(long, value_name = "PLIES", default_value_t = 6, value_parser = clap::value_parser!(u32).range(2..=64))]
    depth: u32,
    /// The search: a recipe. With `modern-late-moves+categories`, say, plies are those of realization probability.
    #[arg(long, value_name = "RECIPE", default_value = "modern")]
    recipe: String,
    /// The evaluation: material, default, a model file of pairs.
    #[arg(long, value_name = "NAME|FILE", default_value = "default")]
    eval: String,
    /// This part of the games alone, as 2/8: so that several machines share the work. `merge-shards` makes one file of all
    /// parts, the same positions as without this option.
    #[arg(long, value_name = "K/N", default_value = "1/1", value_parser = Shard::from_str)]
    shard: Shard,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    threads: Threads,
    /// Megabytes of table for each thread.
    #[command(flatten)]
    hash: HashMb,
}

impl Sampling {
    /// The samples, read or made, in the order of their games. Games of several files are told apart by their numbers: files of
    /// one set of games go together, those of another set need a run of their own.
    ///
    /// # Errors
    ///
    /// Whatever cannot be read, written or understood, in one line.
    pub fn samples(&self, parts: &Parts) -> Result<Vec<Sample>, Failure> {
        let mut files = self.samples.clone();
        if files.is_empty() {
            self.make(parts)?;
            files.push(self.samples_out.clone());
        }
        let mut all = Vec::new();
        for file in &files {
            for sample in SampleReader::open(file)? {
                all.push(sample?);
            }
        }
        if all.is_empty() {
            return Err("no sample, expected at least one position".into());
        }
        // A position that several files have is taken once, as far down as it was searched.
        if files.len() > 1 {
            let order = |sample: &Sample| (sample.game, sample.ply, sample.position.key());
            all.sort_by_key(|sample| (order(sample), usize::MAX - sample.depths.len()));
            all.dedup_by_key(|sample| order(sample));
        }
        Ok(all)
    }

    /// The seed of everything that is drawn.
    pub fn seed(&self) -> u64 {
        self.seed.seed
    }

    /// Number of threads.
    pub fn threads(&self) -> usize {
        self.threads.count()
    }

    /// What decided the samples, for the provenance of a model.
    ///
    /// # Errors
    ///
    /// A file that cannot be read.
    pub fn describe(&self) -> Result<String, Failure> {
        let files =
            if self.samples.is_empty() { std::slice::from_ref(&self.samples_out) } else { &self.samples };
        let runs = files.iter().map(|file| Ok(SampleReader::open(file)?.run().to_owned()));
        Ok(runs.collect::<Result<Vec<String>, Failure>>()?.join("; "))
    }

    /// Makes the samples that are missing.
    ///
    /// # Errors
    ///
    /// Whatever cannot be read, written or understood, in one line.
    pub fn make(&self, parts: &Parts) -> Result<(), Failure> {
        let draw = DrawOptions { spacing: self.spacing, skip: self.skip, seed: self.seed.seed };
        let Positions { source, mut drawn } = match &self.corpus {
            Some(corpus) => of_corpus(corpus, draw)?,
            None => of_games(&self.games.games, draw)?,
        };
        drawn.truncate(usize::try_from(self.positions).unwrap_or(usize::MAX));
        drawn.retain(|drawn| self.shard.has(drawn.game));

        let (recipe, eval) = (parts.recipe(&self.recipe)?, parts.evaluation(&self.eval)?);
        let engine = || eval.engine(&recipe, self.hash.hash_mb as usize);
        let run = format!(
            "{recipe} with {} ({:06x}), depth {}, {} MB, positions of {source}, spacing {}, skip {}, seed {}",
            eval.name(),
            fingerprint(&mut *engine()?),
            self.depth,
            self.hash.hash_mb,
            self.spacing,
            self.skip,
            self.seed.seed,
        );
        let run = self.shard.name(&run);
        if let Some(folder) = self.samples_out.parent() {
            std::fs::create_dir_all(folder)
                .map_err(|error| format!("--samples-out {}: {error}", folder.display()))?;
        }
        let mut file = SampleFile::open(&self.samples_out, &run)?;
        let there = (file.len() as usize).min(drawn.len());
        let progress = Progress::new(drawn.len(), there, "positions").resumable();
        let missing = &drawn[there..];
        let engines = (0..self.threads.count().min(missing.len()).max(1)).map(|_| engine());
        let engines: Vec<Box<dyn Engine + Send>> = engines.collect::<Result<_, _>>()?;
        // A sample that is ready before the one ahead of it waits in memory.
        let (mut waiting, mut next) = (BTreeMap::new(), 0);
        let outcome = in_parallel(
            engines,
            missing,
            |engine, drawn| Sample::search(engine, drawn.game, drawn.ply, drawn.position.clone(), self.depth),
            |index, sample| {
                progress.step();
                waiting.insert(index, sample);
                while let Some(sample) = waiting.remove(&next) {
                    if let Err(error) = file.append(&sample) {
                        return ControlFlow::Break(error);
                    }
                    next += 1;
                }
                ControlFlow::<JournalError>::Continue(())
            },
        );
        progress.finish();
        if let ControlFlow::Break(error) = outcome {
            return Err(error.into());
        }
        Ok(file.finish()?)
    }
}
