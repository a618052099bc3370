//! The report: what the five papers claim beside what is found here, every row of [R1]–[R21] from one command.
//!
//! ```sh
//! cargo run --release --example report -- --out out/report
//! cargo run --release -- report --out out/report --budget full
//! cargo run --release -- report --out out/report --only R2,R18
//! ```
//!
//! Each row names the command lines whose tables show it. The report parses them as `komadai-lab` does, runs the same experiments in this
//! process, and judges the claims by the printed tables: so the command beside a number is the one that made it, and there is no second
//! copy of an experiment. The output is a page, `report.html`, and a summary in Markdown and CSV; tables and figures are files in a folder
//! for each command.
//!
//! What a command printed is kept in `report.tsv`: an interrupted run is resumed at the command it had reached, which resumes from its own
//! journal, and ends with the same page, byte for byte. Before each command the page is written from all results so far. Another version, a
//! search or a mate solver that counts other nodes, another evaluation, spread model or data file makes everything run again.
//!
//! | file | does |
//! |---|---|
//! | `rows.json` `row.rs` | the rows: claims, commands, the mate of a picture; what a row is, what its commands printed |
//! | `claim.rs` | a claim, the cell that decides it, the rule of all verdicts |
//! | `page.rs` `page.css` | the page |
//! | `pages.rs` | for the documentation: the summary, in English and Japanese; all tables, and the papers' figures |

mod claim;
mod page;
mod pages;
mod row;
#[cfg(test)]
mod tests;

use std::io::Write;
use std::time::Instant;

use clap::Args;
use komadai::journal::Answers;
use komadai_report::options::Out;
use komadai_report::{Failure, Printed, Report, save};

pub(super) use self::claim::estimate_in;
pub(super) use self::row::Budget;
use self::row::{Command, Done, REGISTRY, Row, Version, output_of};
use crate::run::{Runner, answers};

/// How much is run, and which rows.
#[derive(Args)]
pub(super) struct Options {
    /// Minutes or hours: the longer run decides more claims.
    #[arg(long, value_enum, default_value_t = Budget::Quick)]
    budget: Budget,
    /// Only these rows, such as R2,R18; the others are listed as not run.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = read_row)]
    only: Vec<&'static str>,
    #[command(flatten)]
    out: Out,
}

fn read_row(text: &str) -> Result<&'static str, String> {
    let row = REGISTRY.rows.iter().find(|row| row.id.eq_ignore_ascii_case(text));
    let ends = [REGISTRY.rows.first(), REGISTRY.rows.last()].map(|row| row.map_or("", |row| row.id));
    row.map(|row| row.id).ok_or_else(|| format!("found no such row, expected {} to {}", ends[0], ends[1]))
}

pub(super) fn run(options: &Options, runner: &Runner<'_>) -> Result<Vec<Printed>, Failure> {
    let kept = answers::open(&options.out, "report")?;
    let version = Version::new()?;
    let so_far =
        |printed: &[Run]| write(options, &version, printed, Report::quiet(&options.out.out)).map(drop);
    let printed = run_commands(options, runner, &kept, &version, &so_far)?;
    write(options, &version, &printed, options.out.report())
}

/// A command and what it printed.
type Run = (&'static Command, Vec<Printed>);

/// Whether a row was asked for.
fn is_wanted(options: &Options, row: &Row) -> bool {
    options.only.is_empty() || options.only.contains(&row.id)
}

/// Writes the page, its summaries, tables and figures from the commands that were run; claims of the others are not judged.
fn write(
    options: &Options,
    version: &Version,
    printed: &[Run],
    mut report: Report,
) -> Result<Vec<Printed>, Failure> {
    let mut done: Vec<Done<'_>> = Vec::new();
    for row in &REGISTRY.rows {
        let of_row = Done { row, judged: Vec::new(), printed: Vec::new() };
        done.push(if is_wanted(options, row) { judge(of_row, printed, &done)? } else { of_row });
    }
    writeln!(report, "{version}\n")?;
    for of_row in &done {
        for (claim, judged) in of_row.judged() {
            let (verdict, cases) = (judged.verdict.words()[0], claim.count_words(judged.count, 0));
            let (id, says, paper, ours) = (of_row.row.id, claim.says[0], claim.paper[0], &judged.ours);
            writeln!(report, "{id:<4}  {says}: {verdict} ({ours}, {cases}; paper: {paper})")?;
        }
    }
    report.csv("reproduction.csv", &pages::table(&done, options.budget))?;
    for (file, language) in [("REPRODUCTION.md", pages::ENGLISH), ("REPRODUCTION.ja.md", pages::JAPANESE)] {
        report.file("Summary", file, &pages::summary(&done, options.budget, version, &language))?;
    }
    report.file("Tables", "TABLES.md", &pages::tables(&done, options.budget, version))?;
    let figures = options.out.out.join("figures");
    let mut drawn = pages::files(&done).peekable();
    if drawn.peek().is_some() {
        report.list("Figures", &figures);
    }
    for (file, svg) in drawn {
        save(&figures, &file, svg)?;
    }
    report.file("Page", "report.html", &page::page(&done, options.budget, version))?;
    Ok(report.finish()?)
}

/// Returns what each command of the rows printed, in the order of the rows; commands whose output is not kept are run. Before each of
/// these, `so_far` receives the results so far, if any, so that the page of a long run shows all that is done.
fn run_commands(
    options: &Options,
    runner: &Runner<'_>,
    kept: &Answers,
    version: &Version,
    so_far: &dyn Fn(&[Run]) -> Result<(), Failure>,
) -> Result<Vec<Run>, Failure> {
    let budget = options.budget;
    let commands = asked(options, version);
    let is_open = |question: &str| kept.known(question).is_none();
    let minutes = |commands: &[(&'static Command, String)]| -> f64 {
        let open = commands.iter().filter(|(_, question)| is_open(question));
        open.fold(0.0, |sum, (command, _)| sum + command.minutes(budget))
    };
    let (begun, count, all) = (Instant::now(), commands.len(), minutes(&commands));
    komadai_report::tell(format_args!("{count} commands, about {} on two idle cores", time(all)));
    let print = |(command, question): &(&'static Command, String)| -> Result<Run, Failure> {
        let run = || command.run(budget, &options.out.out, runner);
        Ok((*command, answers::once(kept, question, run)?))
    };
    let known = || commands.iter().filter(|(_, question)| !is_open(question)).map(print);
    for (number, of) in commands.iter().enumerate() {
        let (command, question) = of;
        if is_open(question) {
            let there = known().collect::<Result<Vec<_>, _>>()?;
            if !there.is_empty() {
                so_far(&there)?;
            }
            let (gone, left) = (begun.elapsed().as_secs_f64() / 60.0, minutes(&commands[number..]));
            // Once a part is done, the speed of this machine tells how long the rest takes.
            let left = if gone > 1.0 && left < all { gone * left / (all - left) } else { left };
            let (number, line, left) = (number + 1, command.line(budget), time(left));
            komadai_report::tell(format_args!("{number} of {}: {line}; about {left} left", commands.len()));
            print(of)?;
        }
    }
    known().collect()
}

/// The commands of the rows asked for, each with everything that decides its output: the version, its words, and those of earlier commands
/// whose files it reads. Earlier commands of all rows count, so that one row alone asks the same questions as all rows together.
fn asked(options: &Options, version: &Version) -> Vec<(&'static Command, String)> {
    let commands = |row: &'static Row| row.commands(options.budget);
    let mut asked: Vec<(&'static Command, String)> = Vec::new();
    for command in REGISTRY.rows.iter().flat_map(commands) {
        if asked.iter().all(|(of, _)| of.name != command.name) {
            let mut question = format!("{version}; {}", command.words(options.budget));
            for (_, source) in asked.iter().filter(|(of, _)| command.shares_a_file(of, options.budget)) {
                question = format!("{question}; after {source}");
            }
            asked.push((command, question));
        }
    }
    let wanted = REGISTRY.rows.iter().filter(|row| is_wanted(options, row)).flat_map(commands);
    let wanted: Vec<&str> = wanted.map(|command| command.name).collect();
    asked.retain(|(command, _)| wanted.contains(&command.name));
    asked
}

fn time(minutes: f64) -> String {
    if minutes < 90.0 { format!("{:.0} min", minutes.ceil()) } else { format!("{:.1} h", minutes / 60.0) }
}

/// The verdicts of a row, and the output of those of its commands that no earlier row has.
fn judge<'a>(mut of_row: Done<'a>, printed: &'a [Run], before: &[Done<'_>]) -> Result<Done<'a>, Failure> {
    let row = of_row.row;
    for claim in &row.claims {
        let of = |name| printed.iter().find(|(command, _)| command.name == name).map(|(_, printed)| printed);
        let found = of(claim.command).zip(of(claim.counted()));
        let judged = found.map(|(printed, counted)| claim.judge(printed, counted)).transpose();
        of_row.judged.push(judged.map_err(|error| format!("{}, {error}", row.id))?);
    }
    let is_own = |name| row.commands.contains(&name) && output_of(before, name).is_none();
    let own = printed.iter().filter(|(command, _)| is_own(command.name));
    of_row.printed = own.map(|(command, printed)| (*command, &printed[..])).collect();
    Ok(of_row)
}
