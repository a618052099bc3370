//! Next-move problems: how many does a search solve, and how many does another?
//!
//! ```sh
//! cargo run --release -- next-move
//! cargo run --release -- next-move --a modern+history --b bare --nodes 200000
//! cargo run --release -- next-move --file FILE
//! ```
//!
//! Two searches get every position and the same nodes. A position counts as solved if the move played at the end is one of
//! the moves of the file, and as solved at a depth if that is so from the iteration of that depth to the last. The
//! thesis [R4] gave 100 problems for players of the first dan and 100 for the fourth to a program with Contextbest and
//! without, 10 seconds each; problem books are not ours to give away, so the built-in problems are few, and beside them
//! stand positions with the moves that professionals played. Agreeing with those is not solving: the
//! classes of a file are never added up.
//!
//! | file | does |
//! |---|---|
//! | `options.rs` | what can be said on the command line |
//! | `solve.rs` | one position under one search, and a row of the tables: the part to copy into an experiment of your own |
//! | `tables.rs` | tables for people and programs; solved against depth as SVG; what the thesis found |
//!
//! A journal keeps what was found in each position, so that a run that is broken off goes on where it was. The exit status is
//! 0, or 2 if options or files cannot be used.

mod options;
mod solve;
mod tables;

use std::io::Write;

pub(super) use options::Options;

use crate::data::suite::SuiteEntry;
use crate::recipe::Parts;
use crate::run::answers::{self, ask};
use komadai_report::words;
use komadai_report::{Failure, Printed};
use solve::Row;
use solve::Solver;

/// Gives the positions to both searches; prints and saves what came of it.
pub(super) fn run(options: &Options, parts: &Parts) -> Result<Vec<Printed>, Failure> {
    let entries = options::read(options)?;
    let [a, b] = [parts.engine_recipe(&options.of.a)?, parts.engine_recipe(&options.of.b)?];
    let eval = parts.evaluation(&options.eval.eval).map_err(|error| format!("--eval: {error}"))?;
    let threads = options.threads.count().min(entries.len());
    let solver = |recipe| Solver::new(recipe, &eval, options.nodes.nodes, options.hash_mb.megabytes());
    let workers: Vec<[Solver; 2]> =
        (0..threads).map(|_| Ok([solver(&a)?, solver(&b)?])).collect::<Result<_, Failure>>()?;
    let answers = answers::open(&options.out, "next-move")?;
    let both = |entry| [0, 1].map(|which| (workers[0][which].question(entry), (entry, which)));
    let asked: Vec<(String, (&SuiteEntry, usize))> = entries.iter().flat_map(both).collect();
    let solved = ask(&answers, &asked, "searches", workers, |solvers, &(entry, which)| {
        Ok(solvers[which].solve(entry))
    })?;
    let pairs = solved.chunks_exact(2).map(|of| [of[0].clone(), of[1].clone()]);
    let rows: Vec<Row> =
        entries.into_iter().zip(pairs).map(|(entry, solved)| Row { entry, solved }).collect();

    let mut out = options.out.report();
    writeln!(
        out,
        "{} positions, {} each, {} MB of table, {eval}; a is {}, b is {}",
        rows.len(),
        words::count(options.nodes.nodes, "node", "nodes"),
        options.hash_mb.hash_mb,
        options.of.a,
        options.of.b
    )?;
    tables::write(&mut out, &rows, options.seed.seed)?;
    out.csv("next-move.csv", &tables::everything(&rows))?;
    out.figure("next-move.svg", &tables::solved_by_depth(&rows, [&options.of.a, &options.of.b]))?;
    writeln!(out, "\n{}", tables::speed(&rows))?;
    Ok(out.finish()?)
}
