//! The program `komadai-lab`: one subcommand per experiment. The exit status is 0, or 2 if options or files cannot be used.

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use komadai::default_reliability;
use komadai_recipe::{PARTS, Parts};
use komadai_report::{COLUMNS, Cell, Failure, Folded, Printed, Table, exit_status, options};

use crate::run::Runner;

use super::{
    calibration, compare_cycles, consultation, count_categories, deep_shallow, gamble, generations,
    heuristics, inspect_pairs, killer_effectiveness, make_corpus, next_move, probcut, rate_evaluation,
    report, self_play, train, train_reliability, tune,
};

/// Experiments with shogi searches, evaluations and mate solvers.
#[derive(Parser)]
#[command(name = "komadai-lab", max_term_width = COLUMNS)]
struct Program {
    #[command(subcommand)]
    experiment: Experiment,
}

/// The experiments by the names of their subcommands.
#[derive(Subcommand)]
#[allow(clippy::large_enum_variant, reason = "a program makes one")]
pub(super) enum Experiment {
    /// What each part of a search gains: nodes to a depth, audits.
    Heuristics(heuristics::Options),
    /// A match between two recipes.
    SelfPlay(self_play::Options),
    /// Next-move problems under two recipes.
    NextMove(next_move::Options),
    /// Screening and tuning of constants and parts by games.
    Tune(tune::Options),
    /// The parts that recipes name, and the bases that have them.
    Parts,
    /// How often each killer is best or cuts.
    KillerEffectiveness(killer_effectiveness::Options),
    /// Categories of moves counted in games, and models of moves judged.
    CountCategories(count_categories::Options),
    /// The cost of engines that vote, and how they vote.
    Consultation(consultation::Options),
    /// Treatments of repetitions in mate search: tables and figures of paper 003.
    CompareCycles(compare_cycles::Options),
    /// How far deep values lie from shallow ones [R17]; makes samples.
    DeepShallow(deep_shallow::Options),
    /// Learns the spread of deep values about shallow ones [R18].
    TrainReliability(train_reliability::Options),
    /// Predicted spreads of deep values beside those found [R18].
    Calibration(calibration::Options),
    /// ProbCut by fixed and learned margins at a fixed depth [R19].
    Probcut(probcut::Options),
    /// Games played on by the best move and by the gambling move [R20].
    Gamble(gamble::Options),
    /// Weights of pairs from the moves of games [R6] [R7].
    TrainDiscriminant(train::discriminant::Options),
    /// Weights under which a shallow search plays the moves of the games [R11].
    TrainComparison(train::comparison::Options),
    /// Weights of pairs from scores and results of self-play.
    TrainSelfPlay(train::self_play::Options),
    /// A K-P network (NNUE) from scores and results of self-play.
    TrainNetwork(train::network::Options),
    /// Games of a search against itself as training data.
    MakeCorpus(make_corpus::Options),
    /// An evaluation from the rules alone, generation by generation.
    Generations(generations::Options),
    /// What evaluations know about shape [R8].
    RateEvaluation(rate_evaluation::Options),
    /// What a model of pairs has learned [R7] [R8].
    InspectPairs(inspect_pairs::Options),
    /// The claims of the papers beside what is found here: all experiments on one page.
    Report(report::Options),
}

impl Experiment {
    /// Runs the experiment and returns what it printed, which is nothing if it made a data file. Recipes may name these parts and the
    /// margins of [`probcut`].
    pub(super) fn run(&self, parts: &Parts) -> Result<Vec<Printed>, Failure> {
        let own = parts;
        let run: &Runner<'_> = &|words, folder| read_words(words, folder)?.run(own);
        let parts = &probcut::with_margins(parts.clone(), default_reliability::model())?;
        match self {
            Self::Heuristics(options) => heuristics::run(options, parts),
            Self::SelfPlay(options) => self_play::run(options, parts),
            Self::NextMove(options) => next_move::run(options, parts),
            Self::Tune(options) => tune::run(options, parts),
            Self::Parts => print_parts(own),
            Self::KillerEffectiveness(options) => killer_effectiveness::run(options),
            Self::CountCategories(options) => count_categories::run(options),
            Self::Consultation(options) => consultation::run(options),
            Self::CompareCycles(options) => compare_cycles::run(options),
            Self::DeepShallow(options) => deep_shallow::run(options, parts),
            Self::TrainReliability(options) => train_reliability::run(options, parts),
            Self::Calibration(options) => calibration::run(options, parts),
            Self::Probcut(options) => probcut::run(options, own),
            Self::Gamble(options) => gamble::run(options),
            Self::TrainDiscriminant(options) => train::discriminant::run(options),
            Self::TrainComparison(options) => train::comparison::run(options),
            Self::TrainSelfPlay(options) => train::self_play::run(options),
            Self::TrainNetwork(options) => train::network::run(options),
            Self::MakeCorpus(options) => make_corpus::run(options),
            Self::RateEvaluation(options) => rate_evaluation::run(options),
            Self::InspectPairs(options) => inspect_pairs::run(options),
            Self::Generations(options) => generations::run(options, run),
            Self::Report(options) => report::run(options, run),
        }
    }
}

/// The built-in parts, then your own.
fn print_parts(own: &Parts) -> Result<Vec<Printed>, Failure> {
    let mut table = Table::of(PARTS)
        .column("part", |part| part.name)
        .column("is", |part| part.what)
        .column("in the bases", |part| part.bases)
        .table();
    for name in own.own_names() {
        table.push([name.into(), "your own".into(), Cell::Empty]);
    }
    write!(Folded::stdout(), "{}", table.to_text())?;
    Ok(Vec::new())
}

/// Runs the experiment that the command line names: the program `komadai-lab`.
pub fn program() -> ExitCode {
    run(std::env::args_os())
}

/// Runs this experiment with the options of the command line, as a program of its own.
///
/// ```no_run
/// fn main() -> std::process::ExitCode {
///     komadai_lab::experiments::experiment("self-play")
/// }
/// ```
pub fn experiment(name: &'static str) -> ExitCode {
    run(["komadai-lab".into(), name.into()].into_iter().chain(std::env::args_os().skip(1)))
}

fn run(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    let words: Vec<OsString> = words.into_iter().collect();
    let program: Program = options::parse_from(words.clone());
    let name = words.get(1).map_or("komadai-lab".into(), |name| name.to_string_lossy());
    exit_status(&name, program.experiment.run(&Parts::new()).map(drop))
}

/// Parses the words of an experiment, subcommand and options, as the program does. The experiment prints nothing to standard output and
/// writes its files into `folder`, unless the words name a data file that it makes.
pub(super) fn read_words(words: &[OsString], folder: &Path) -> Result<Experiment, clap::Error> {
    let mut words = [&["komadai-lab".into()], words].concat();
    if !words.contains(&"--out".into()) {
        words.extend(["--out".into(), folder.into()]);
    }
    words.push("--quiet".into());
    Ok(Program::try_parse_from(words)?.experiment)
}
