//! What can be said on the command line.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;
use komadai::evaluation::Evaluation;
use komadai::samples::{BALANCED_OPENINGS, MORE_OPENINGS};
use komadai_core::notation::usi::GameLine;
use komadai_learn::corpus::CorpusOptions;
use komadai_report::Failure;
use komadai_report::options::{Nodes, Seed, Threads};

use crate::experiments::game_options::Openings;

/// Makes training data: games a search plays against itself.
#[derive(Args)]
#[command(
    mut_arg("openings", |openings| openings.help("A file of openings [default: balanced.sfen and more.sfen from data/openings]")),
    after_help = "Lines of the openings are \"startpos moves …\" or \"sfen … moves …\"; # begins a comment. Started again \
                        with the same words, the program goes on where it was ended."
)]
pub(in crate::experiments) struct Options {
    /// Games to play; some are dropped, because a side is lost after the random moves.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub(super) games: u64,
    #[command(flatten)]
    nodes: Nodes<1_000>,
    /// The evaluation: material, pairs, default (pairs and effects, which come with the package), or a model file of pairs or nn.bin;
    /// with +FILE behind it, effects around the kings are added.
    #[arg(long, value_name = "NAME|FILE", default_value = "material")]
    pub(super) eval: Evaluation,
    #[command(flatten)]
    openings: Openings,
    /// Fewest and most random moves after the opening.
    #[arg(long, value_name = "MIN-MAX", default_value = "2-8", value_parser = plies)]
    random_plies: RangeInclusive<u8>,
    /// Moves after which a game is drawn, those of the opening included.
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::value_parser!(u16).range(1..))]
    move_limit: u16,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    pub(super) threads: Threads,
    /// The file of records.
    #[arg(long, value_name = "FILE", default_value = "out/corpus.psv")]
    pub(super) out: PathBuf,
}

fn plies(text: &str) -> Result<RangeInclusive<u8>, String> {
    let ends = text.split_once('-').and_then(|(min, max)| Some((min.parse().ok()?, max.parse().ok()?)));
    match ends {
        Some((min, max)) if min <= max => Ok(min..=max),
        _ => Err("expected two numbers of plies, the smaller first, such as 2-8".into()),
    }
}

impl Options {
    pub(super) fn corpus(&self) -> CorpusOptions {
        CorpusOptions {
            seed: self.seed.seed,
            nodes: self.nodes.nodes,
            random_plies: self.random_plies.clone(),
            max_plies: self.move_limit,
            ..CorpusOptions::default()
        }
    }

    pub(super) fn openings(&self) -> Result<Vec<GameLine>, Failure> {
        self.openings.read(&[BALANCED_OPENINGS, MORE_OPENINGS])
    }

    /// The words that make the same file, on any number of threads.
    pub(super) fn command(&self) -> String {
        let Options { games, nodes: Nodes { nodes }, eval, random_plies, move_limit, out, .. } = self;
        let openings =
            self.openings.file().map_or(String::new(), |path| format!(" --openings {}", path.display()));
        format!(
            "komadai-lab make-corpus --games {games} --nodes {nodes} --eval {eval}{openings} --random-plies {}-{} \
             --move-limit {move_limit} --seed {} --out {}",
            random_plies.start(),
            random_plies.end(),
            self.seed.seed,
            out.display()
        )
    }
}
