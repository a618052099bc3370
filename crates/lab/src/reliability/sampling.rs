//! Samples made on demand, by a run that can be interrupted, and read back.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use komadai::artifact::{Artifact, Provenance};
use komadai::files::FileError;
use komadai_eval::reliability::ReliabilityModel;
use komadai_learn::in_parallel;
use komadai_learn::reliability::{DrawOptions, Sample, SampleReader, sample_journal};
use komadai_recipe::Parts;
use komadai_report::options::{Eval, HashMb, Seed, Threads};
use komadai_report::{Failure, Progress, content_fingerprint};

use super::positions::{Drawn, Source, read_part};
use crate::data::games::MostPositions;
use crate::run::print_of;

/// Command-line options that say which positions are searched, how deep, and where the samples are kept.
///
/// Samples are made once: a run started again with the same words reads the existing samples and makes the rest. More `--positions` make a
/// file longer; any other change of the words that decide the samples needs another file.
#[derive(Args, Clone, Debug)]
pub(crate) struct Sampling {
    /// A file of samples made before, to be read instead of making any; may be given several times.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["games", "corpus", "positions", "spacing", "depth", "eval", "shard", "hash_mb"])]
    samples: Vec<PathBuf>,
    /// The file to write the samples to.
    #[arg(long, value_name = "FILE", default_value = "out/samples.tsv")]
    pub(crate) samples_out: PathBuf,
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    positions: MostPositions<1_000>,
    /// Mean distance between positions drawn from a game, in plies; half a ply less for an even number.
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    spacing: u32,
    /// Depth to which positions are searched; values of all lower depths are kept as well.
    #[arg(long, value_name = "PLIES", default_value_t = 6, value_parser = clap::value_parser!(u32).range(2..=64))]
    depth: u32,
    #[command(flatten)]
    eval: Eval<true>,
    /// Only this part of the games, as 2/8, so that several machines share the work. All parts together, each given by --samples, are the
    /// positions of a run without this option; --positions counts those of all parts.
    #[arg(long, value_name = "K/N", default_value = "1/1", value_parser = read_part)]
    shard: (u64, u64),
    #[command(flatten)]
    pub(crate) seed: Seed,
    #[command(flatten)]
    pub(crate) threads: Threads,
    #[command(flatten)]
    hash: HashMb,
}

impl Sampling {
    /// Returns the samples, read or made, in the order of their games, and the largest depth that one of them has reached. Games of several
    /// files are identified by number: files of one set of games go together, those of another set need a run of their own.
    pub(crate) fn samples(&self, parts: &Parts) -> Result<(Vec<Sample>, u32), Failure> {
        let most = if self.samples.is_empty() { self.make(parts)? } else { usize::MAX };
        let mut all = Vec::new();
        for file in self.files() {
            for sample in SampleReader::open(file)? {
                all.push(sample?);
            }
        }
        // A file made for more positions begins with those of fewer.
        all.truncate(most);
        // A position in several files is taken once, from the deepest search.
        if self.samples.len() > 1 {
            let order = |sample: &Sample| (sample.game, sample.ply, sample.position.key());
            all.sort_by_key(|sample| (order(sample), usize::MAX - sample.depths.len()));
            all.dedup_by_key(|sample| order(sample));
        }
        let deepest = all.iter().filter_map(|sample| Some(sample.depths.last()?.depth)).max();
        Ok((all, deepest.ok_or("no sample, expected at least one position")?))
    }

    fn files(&self) -> &[PathBuf] {
        if self.samples.is_empty() { std::slice::from_ref(&self.samples_out) } else { &self.samples }
    }

    /// What decided the samples, for the provenance of a model.
    pub(crate) fn describe(&self) -> Result<String, Failure> {
        let runs = self.files().iter().map(|file| Ok(SampleReader::open(file)?.run));
        Ok(runs.collect::<Result<Vec<String>, Failure>>()?.join("; "))
    }

    /// Makes the missing samples and returns how many are asked for.
    fn make(&self, parts: &Parts) -> Result<usize, Failure> {
        let draw = DrawOptions { spacing: self.spacing, seed: self.seed.seed, ..DrawOptions::default() };
        let (checksum, mut drawn) = self.source.draw(draw)?;
        drawn.truncate(self.positions.positions);
        let (part, parts_in_all) = self.shard;
        drawn.retain(|drawn| drawn.game % parts_in_all == part - 1);

        let (recipe, eval) = (parts.recipe("modern")?, parts.evaluation(&self.eval.eval)?);
        let engine = || eval.engine(&recipe, self.hash.hash_mb);
        let (name, print, source) =
            (eval.name(), print_of(&mut *engine()?, &recipe, &eval)?, self.source.name());
        let Sampling { depth, hash: HashMb { hash_mb }, seed: Seed { seed }, .. } = self;
        let DrawOptions { spacing, skip, .. } = draw;
        let run = format!(
            "{recipe} with {name} ({print:06x}), depth {depth}, {hash_mb} MB, positions of {source} {checksum:08x}, spacing {spacing}, skip {skip}, seed {seed}, part {part}/{parts_in_all}"
        );
        if let Some(folder) = self.samples_out.parent() {
            std::fs::create_dir_all(folder)
                .map_err(|error| format!("--samples-out {}: {error}", folder.display()))?;
        }
        let (mut file, there) = sample_journal(&self.samples_out, &run)?;
        let there = there.min(drawn.len());
        let progress = Progress::new(drawn.len(), there, "positions").resumable();
        let missing = &drawn[there..];
        let engines = self.threads.workers_of(missing.len(), engine)?;
        // A sample that is ready before an earlier one waits in memory.
        let (mut waiting, mut next) = (BTreeMap::new(), 0);
        let outcome = in_parallel(
            engines,
            missing,
            |engine, Drawn { game, ply, position }| {
                Sample::search(engine, *game, *ply, position.clone(), self.depth)
            },
            |index, sample| {
                progress.step();
                waiting.insert(index, sample);
                while let Some(sample) = waiting.remove(&next) {
                    file.append(&sample.line()).map_or_else(ControlFlow::Break, ControlFlow::Continue)?;
                    next += 1;
                }
                ControlFlow::<FileError>::Continue(())
            },
        );
        outcome.break_value().map_or(Ok(()), Err)?;
        file.sync()?;
        Ok(drawn.len())
    }
}

/// Reads a pair of depths of a command line, the shallow one first.
pub(crate) fn read_depths(text: &str) -> Result<(u32, u32), String> {
    let pair =
        text.split_once(':').and_then(|(shallow, deep)| Some((shallow.parse().ok()?, deep.parse().ok()?)));
    pair.filter(|&(shallow, deep): &(u32, u32)| 0 < shallow && shallow < deep)
        .ok_or_else(|| "expected two depths, the shallow one first, as 3:6".into())
}

/// `--model NAME|FILE`.
#[derive(Args, Clone, Debug)]
pub(crate) struct SpreadModel {
    /// The reliability model: default, pairs or material (of the evaluation of that name; they come with the package), progress (a
    /// spread of 200 + 4 × progress for depths up to 4 plies apart, √(gap / 4) times as much beyond), or a file of train-reliability.
    #[arg(long, value_name = "NAME|FILE", default_value = "default")]
    model: String,
}

impl SpreadModel {
    /// Loads the model. `progress` is the hand-made margin of paper 004, section 4.3.1; progress is 0 to 127.
    pub(crate) fn load(&self) -> Result<ReliabilityModel, Failure> {
        if let Some(model) = komadai::default_reliability::of(&self.model) {
            return Ok(model.clone());
        }
        if self.model == "progress" {
            return Ok(ReliabilityModel::by_progress());
        }
        let (model, _) = ReliabilityModel::load(&self.model).map_err(|error| format!("--model: {error}"))?;
        Ok(model)
    }

    /// Name and content of the loaded model, for the questions under which its answers are kept.
    pub(crate) fn describe(&self, model: &ReliabilityModel) -> Result<String, Failure> {
        let name = Path::new(&self.model).file_name().unwrap_or(self.model.as_ref()).to_string_lossy();
        let bytes = model.to_bytes(&Provenance::default())?;
        Ok(format!("spread of {name} ({:06x})", content_fingerprint(bytes)))
    }
}
