//! A killer of your own, and what it is worth: copy this file and change the killer.
//!
//! ```sh
//! cargo run --release --example custom_killer
//! cargo run --release --example custom_killer -- --depth 6 --nodes 20000000 --positions 200 --threads 4
//! ```
//!
//! The killer is the first thing below: one struct, one `impl`. Positions of `data/positions/midgame.tsv` are searched to a
//! fixed depth without it and with it, after the table's move and the captures, before the other quiet moves: fewer nodes
//! to the same depth is what a killer is for. A third search says how often it is right, alone and before every other
//! move, as the thesis measures [R2].

use std::collections::HashMap;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use komadai::eval::Material;
use komadai::lab::{self, Cell, Effectiveness, SuiteEntry, Table, Tally, map_in_parallel, read_suite};
use komadai::rng::SplitMix64;
use komadai::search::{
    Candidates, First, HashTable, History, Limits, MoveMemory, Node, NullMove, Outcome, Report, Searcher,
};
use komadai::{Move, Position};

/// Reply to the previous move, kept until it has failed twice.
#[derive(Default)]
struct Stubborn {
    slots: HashMap<Move, (Move, u8)>,
}

impl MoveMemory for Stubborn {
    fn recall(&self, at: &Node<'_>, out: &mut Candidates) {
        if let Some((reply, _)) = at.back(1).and_then(|previous| self.slots.get(&previous)) {
            out.push(*reply);
        }
    }

    fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
        let Some(previous) = at.back(1) else { return };
        let slot = self.slots.entry(previous).or_insert((outcome.best, 2));
        match slot {
            (reply, left) if *reply == outcome.best => *left = 2,
            (_, left) if *left > 0 => *left -= 1,
            _ => *slot = (outcome.best, 2),
        }
    }

    fn forget(&mut self) {
        self.slots.clear();
    }
}

/// Searches positions without a killer, with it, and with it alone.
#[derive(Parser)]
#[command(name = "custom_killer")]
struct Options {
    /// Search to this depth.
    #[arg(long, value_name = "PLIES", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
    /// Give a search up after so many nodes; a position whose depth is not reached both times is left out.
    #[arg(long, value_name = "N", default_value_t = 2_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// How many positions to draw, 200 at most.
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=200))]
    positions: u32,
    /// Which positions are drawn.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Positions to search at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Folder for the table.
    #[arg(long, value_name = "DIR", default_value = "out")]
    out: PathBuf,
}

/// One position, without the killer and with it, and how often the killer was right.
struct Row {
    reports: [Report; 2],
    seen: Tally,
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("custom_killer: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(options: &Options) -> Result<(), Box<dyn std::error::Error>> {
    let mut rng = SplitMix64::new(options.seed);
    let mut entries = read_suite(include_str!("../data/positions/midgame.tsv"))?;
    while entries.len() > options.positions as usize {
        entries.swap_remove(rng.below(entries.len() as u64) as usize);
    }
    let limits = Limits { nodes: Some(options.nodes), ..Limits::depth(options.depth) };
    let workers = vec![(); usize::from(options.threads).min(entries.len())];
    let rows = map_in_parallel(
        workers,
        &entries,
        |(), entry: &SuiteEntry| search(&entry.position(), &limits),
        || {},
    );

    let mut table =
        Table::new(["position", "nodes without", "nodes with", "with / without", "effectiveness"]);
    let (mut nodes, mut seen, mut compared) = ([0; 2], Tally::default(), 0);
    for (entry, row) in entries.iter().zip(&rows) {
        // Fewer nodes than allowed: the depth was reached, or a mate found before.
        if row.reports.iter().any(|report| report.nodes >= options.nodes) {
            continue;
        }
        compared += 1;
        let [without, with] = row.reports.each_ref().map(|report| report.nodes);
        nodes = [nodes[0] + without, nodes[1] + with];
        seen += row.seen;
        table.push(line(&entry.name, [without, with], row.seen));
    }
    let csv = lab::save(&options.out, "custom-killer.csv", &table.to_csv())?;
    let mut sums =
        Table::new(["positions", "nodes without", "nodes with", "with / without", "effectiveness"]);
    sums.push(line(&format!("{compared} of {}", entries.len()), nodes, seen));
    write!(std::io::stdout(), "To depth {}\n{}\nTable  {}\n", options.depth, sums.to_text(), csv.display())?;
    Ok(())
}

fn search(pos: &Position, limits: &Limits) -> Row {
    let plain = || {
        Searcher::new(Material::default())
            .table(HashTable::new(1).expect("a table of one megabyte"))
            .pruning(NullMove::default())
    };
    let without = plain().memory(History::default()).search(pos, limits);
    let with = plain().memory((Stubborn::default(), History::default())).search(pos, limits);
    let mut seen = Effectiveness::new(1, |_, _| 0, 1, |_, _| 0);
    plain().memory(First(Stubborn::default())).observer(&mut seen).search(pos, limits);
    Row { reports: [without, with], seen: seen.all() }
}

fn line(name: &str, [without, with]: [u64; 2], seen: Tally) -> [Cell; 5] {
    let ratio = Cell::real(with as f64 / without as f64, 3);
    [name.into(), without.into(), with.into(), ratio, Cell::real(seen.rate(), 3)]
}
