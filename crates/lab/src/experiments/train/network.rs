//! A K-P network (NNUE) from self-play, in the usual file `nn.bin`.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use komadai_eval::network::Network;
use komadai_learn::outcome::{Outcome, OutcomeOptions};
use komadai_report::{Failure, Printed, check_file_of};

use super::options::Training;
use super::self_play::{self, read_corpora, selection_table, trained};
use crate::data::games::Games;

/// Outputs of the first hidden layer.
const HIDDEN: u8 = 16;

/// Trains a K-P network whose value predicts scores and results of self-play.
#[derive(Args)]
#[command(mut_arg("held_out", |held_out| held_out.default_value("2")))]
pub(in crate::experiments) struct Options {
    /// A file of packed 40-byte records with scores, as make-corpus writes them; several files form one corpus.
    #[arg(long, value_name = "FILE", required = true)]
    from_corpus: Vec<PathBuf>,
    /// Plies over which the scores that follow count more than the result; "inf" takes the result alone.
    #[arg(long, value_name = "PLIES", default_value_t = OutcomeOptions::network().horizon)]
    horizon: f64,
    /// Rounds over the corpus.
    #[arg(long, value_name = "N", default_value_t = OutcomeOptions::network().rounds, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    #[command(flatten)]
    training: Training,
}

/// Trains and saves; the table goes to the terminal and to the folder.
pub(in crate::experiments) fn run(options: &Options) -> Result<Vec<Printed>, Failure> {
    let training = &options.training;
    let begin = Network::VERSION.to_le_bytes();
    training.check(|option, path| check_file_of(option, path, &begin, "an nn.bin"), None)?;
    let records = read_corpora(&options.from_corpus)?;
    let settings = OutcomeOptions {
        horizon: options.horizon,
        rounds: options.epochs,
        held_out_percent: training.held_out.held_out,
        seed: training.seed.seed,
        ..OutcomeOptions::network()
    };
    let outcome = Outcome::network(HIDDEN, settings);
    let trained = trained(outcome, training, &options.from_corpus, &records, "epochs")?;
    let mut report = training.out.report();
    let names = Games::source(&options.from_corpus);
    let OutcomeOptions { score_share, horizon, score_limit, rounds, batch, step, seed, .. } = settings;
    writeln!(
        report,
        "{} records, {names}; {HIDDEN} outputs, score share {score_share}, horizon {horizon}, score limit {score_limit}, {} % of the \
         games held out, {rounds} rounds of batches of {batch}, {step:?}, seed {seed}",
        records.len(),
        settings.held_out_percent
    )?;
    report.print("Records", &selection_table(&trained.selection, records.len()))?;
    writeln!(report, "\nK            {:.0} centipawns", trained.chance.scale)?;
    let title = "Losses in bits a record; no evaluation loses less than the floor";
    report.table(title, "network.csv", &self_play::rounds(&trained.state, "epoch", None))?;
    if let (Some(network), Some(path)) = (&trained.network, &training.save) {
        network.save(path)?;
        report.list("Network", path);
    }
    Ok(report.finish()?)
}
