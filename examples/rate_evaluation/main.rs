//! Rates evaluations by what they know of shape: tables 4 to 8 of paper 001 [R8].
//!
//! ```sh
//! cargo run --release --example rate_evaluation
//! cargo run --release --example rate_evaluation -- --eval sibling.kmd --eval parent.kmd --games pros.tsv
//! ```
//!
//! Quiet moves of games alone are looked at: those that win and lose nothing by exchanges. Does the value rise with the
//! played move (table 4)? Where does it stand among the quiet moves of its position (table 5), and along the Yagura
//! opening (table 6)? Are bad shapes shunned (tables 7 and 8)? The paper's figures stand beside ours; its test had 10,000
//! games. Games a model was trained on say nothing of it: give others, or with `--held-out` the same share and seed as in training.
//!
//! | file | does |
//! |---|---|
//! | `judge.rs` | evaluations, and the two ways to look at a position |
//! | `ranks.rs` | tables 4 and 5 |
//! | `yagura.rs` | table 6 |
//! | `shapes.rs` | tables 7 and 8, and what of their boards is lost |
//!
//! The exit status is 0, or 2 if options or files cannot be used.

mod judge;
mod ranks;
mod shapes;
mod yagura;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use komadai::lab::{self, ClassedGame, Failure, Games, Progress, Table, exit_status};

use crate::judge::{Judge, View};

/// Rates evaluations by the quiet moves of games.
#[derive(Parser)]
#[command(
    name = "rate_evaluation",
    after_help = "NAME is \"material\", \"default\" or a file of pair weights. Lines of FILE are ID<TAB>START<TAB>MOVES<TAB>RESULT…"
)]
struct Options {
    /// An evaluation; may be given several times [default: material, default].
    #[arg(long, value_name = "NAME")]
    eval: Vec<String>,
    /// A file of games; may be given several times [default: data/games/sample.tsv].
    #[arg(long, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// Rates by those games alone that training with this share and seed held out; 100 rates by all.
    #[arg(long, value_name = "PERCENT", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=100))]
    held_out: u64,
    /// What of a position is valued in tables 4 to 6.
    #[arg(long, value_enum, default_value_t = View::Shape)]
    view: View,
    /// Decides which games are held out.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads; results do not depend on them.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Folder for tables.
    #[arg(long, value_name = "DIR", default_value = "out")]
    out: PathBuf,
}

fn main() -> ExitCode {
    exit_status("rate_evaluation", run(&Options::parse()))
}

fn run(options: &Options) -> Result<(), Failure> {
    let names = if options.eval.is_empty() {
        vec!["material".into(), "default".into()]
    } else {
        options.eval.clone()
    };
    let judges: Vec<Judge> = names.iter().map(|name| Judge::load(name)).collect::<Result<_, _>>()?;
    let games = Games::read(&options.games)?;
    let (_, held_out) = games.split(options.held_out, options.seed);
    if held_out.is_empty() {
        return Err(
            format!("0 of {} games held out: give more games or a larger share", games.games.len()).into()
        );
    }
    let mut out = std::io::stdout().lock();
    for (class, name) in games.classes.iter().enumerate() {
        let of_class: Vec<&ClassedGame> =
            held_out.iter().copied().filter(|game| game.class == class).collect();
        if !of_class.is_empty() {
            let prefix = if games.classes.len() > 1 { format!("{name}-") } else { String::new() };
            agreement(options, &judges, name, &prefix, &of_class, &mut out)?;
        }
    }
    let mut show = |title: &str, file: &str, table: &Table| -> Result<(), Failure> {
        writeln!(out, "\n{title}\n\n{}", table.to_text())?;
        lab::save(&options.out, file, &table.to_csv())?;
        Ok(())
    };
    show(
        "Table 6: rank of the moves of the Yagura opening",
        "yagura.csv",
        &yagura::table(&judges, options.view)?,
    )?;
    show("Table 7: bad shapes, change of value for Black", "shapes.csv", &shapes::table(&judges)?)?;
    show("Are they shunned?", "verdicts.csv", &shapes::verdicts(&judges))?;
    show("Table 8: weights behind problem 2", "weights.csv", &shapes::weights(&judges)?)
}

/// Tables 4 and 5, by one class of games: classes are never mixed.
fn agreement(
    options: &Options,
    judges: &[Judge],
    class: &str,
    prefix: &str,
    games: &[&ClassedGame],
    out: &mut impl Write,
) -> Result<(), Failure> {
    let progress = Progress::new(games.len(), 0, "games");
    let found = ranks::measure(judges, options.view, games, options.threads.into(), || progress.step())?;
    progress.finish();
    let (rises, ranks) = (found.rises(judges), found.ranks(judges));
    writeln!(out, "{class}: {} games", games.len())?;
    writeln!(out, "\nTable 4: quiet moves after which the value rises for the mover\n\n{}", rises.to_text())?;
    writeln!(
        out,
        "\nTable 5: mean rank of the played move among the quiet ones, from 0\n\n{}",
        ranks.to_text()
    )?;
    lab::save(&options.out, &format!("{prefix}rises.csv"), &rises.to_csv())?;
    lab::save(&options.out, &format!("{prefix}ranks.csv"), &ranks.to_csv())?;
    Ok(())
}
