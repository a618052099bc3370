//! Trains weights of pairs of pieces.
//!
//! ```sh
//! cargo run --release --example train_pairs
//! cargo run --release --example train_pairs -- --games pros.tsv --symmetry colors-and-sides --curve
//! cargo run --release --example train_pairs -- --games pros.tsv --conditions --opening-lines openings.tsv
//! cargo run --release --example train_pairs -- --model comparison --terms squares --games pros.tsv
//! cargo run --release --example train_pairs -- --model self-play --from-corpus corpus.psv --save pairs.kmd
//! ```
//!
//! | file | does |
//! |---|---|
//! | `options.rs` | what all models are told alike |
//! | `split.rs` | games into training positions, some of them held out |
//! | `discriminant.rs` | parent–child and sibling model by conjugate gradients [R6] [R7] |
//! | `conditions.rs` | the same models under many conditions, iteration by iteration, resumable |
//! | `course.rs` `condition_tables.rs` | what the iterations made of every game held out; its tables and figures |
//! | `comparison.rs` | a shallow search plays the moves of the games [R11] |
//! | `self_play.rs` | the model that foretells scores and results of self-play, as today's engines are trained |
//! | `outcome.rs` | what there is to say of a trained parent–child or sibling model |
//! | `tables.rs` `figures.rs` | tables for people and programs; Figs. 1 and 2 of the paper as SVG |
//! | `matrix.rs` | the rows as a sparse matrix, and the time of a product with it, for comparison with other programs |
//!
//! The exit status is 0, or 2 if options or files cannot be used.

mod comparison;
mod condition_tables;
mod conditions;
mod course;
mod discriminant;
mod figures;
mod matrix;
mod options;
mod outcome;
mod self_play;
mod split;
mod tables;

use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use komadai::learn::pairs::Model as Rows;
use komadai_lab::GameFiles;
use komadai_report::{COLUMNS, Failure, check_model_file, exit_status};

/// Trains weights of pairs of pieces from games.
#[derive(Parser)]
#[command(max_term_width = COLUMNS, name = "train_pairs", after_help = GameFiles::HELP)]
struct Options {
    /// What is learned; several are learned one after the other.
    #[arg(long, value_enum, default_values_t = [Model::ParentChild, Model::Sibling])]
    model: Vec<Model>,
    /// Trains every model anew under all conditions: without and with shared weights (or by --symmetry alone), without and with
    /// the opening lines, on 1/8, 1/4, 1/2 and all games; shows error and rank by iteration. Resumable: the states are kept in --out.
    #[arg(long, conflicts_with_all = ["curve", "dump_rows", "time_product", "save", "checkpoint"])]
    conditions: bool,
    #[command(flatten)]
    shared: options::Shared,
    #[command(flatten)]
    discriminant: discriminant::Own,
    #[command(flatten)]
    comparison: comparison::Own,
    #[command(flatten)]
    self_play: self_play::Own,
}

/// Ways of training: a variant, a file and an arm below each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Model {
    /// The position after the played move is better than before (paper 001).
    ParentChild,
    /// The position after the played move is better than after other quiet moves (paper 001).
    Sibling,
    /// A shallow search plays the moves of the games (the Bonanza method, paper 002).
    Comparison,
    /// The value foretells scores and results of self-play.
    SelfPlay,
}

fn main() -> ExitCode {
    exit_status("train_pairs", run(&Options::parse()))
}

fn run(options: &Options) -> Result<(), Failure> {
    let Options { model: models, shared, .. } = options;
    if models.len() > 1 && (shared.checkpoint.is_some() || shared.save.is_some()) {
        return Err("--checkpoint and --save are for one model: give one --model".into());
    }
    shared.out.check()?;
    for (option, path) in [("--save", &shared.save), ("--checkpoint", &shared.checkpoint)] {
        path.as_deref().map_or(Ok(()), |path| check_model_file(option, path))?;
    }
    // The models of moves share positions, tables and figures.
    let of_moves: Vec<Rows> = models.iter().filter_map(|model| model.of_moves()).collect();
    if options.conditions && of_moves.is_empty() {
        return Err("--conditions: found other models, expected --model parent-child or sibling".into());
    }
    if !of_moves.is_empty() {
        let run = if options.conditions { conditions::run } else { discriminant::run };
        run(shared, &options.discriminant, &of_moves)?;
    }
    if models.contains(&Model::SelfPlay) {
        self_play::run(shared, &options.self_play)?;
    }
    if models.contains(&Model::Comparison) {
        comparison::run(shared, &options.comparison)?;
    }
    Ok(())
}

impl Model {
    /// The model of played moves among others, if it is one.
    fn of_moves(self) -> Option<Rows> {
        match self {
            Model::ParentChild => Some(Rows::ParentChild),
            Model::Sibling => Some(Rows::Sibling),
            Model::Comparison | Model::SelfPlay => None,
        }
    }
}
