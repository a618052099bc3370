//! A program with parts of your own.

use std::process::ExitCode;

use clap::parser::ValueSource;
use clap::{CommandFactory, FromArgMatches, Parser};
use komadai::evaluation::Evaluation;
use komadai_recipe::watch::effectiveness::Tally;
use komadai_recipe::watch::killers;
use komadai_recipe::{Parts, RecipeError};
use komadai_report::{COLUMNS, Cell, Failure, Table, exit_status};

use super::program::Experiment;
use super::{heuristics, self_play};
use crate::data::suite::SuiteEntry;
use crate::run::answers::{self, ask};
use crate::run::print_of;

/// Compares parts of your own with the built-in ones.
#[derive(Parser)]
#[command(max_term_width = COLUMNS, args_conflicts_with_subcommands = true)]
struct Program {
    #[command(subcommand)]
    experiment: Option<Experiment>,
    #[command(flatten)]
    heuristics: heuristics::Options,
}

/// Runs the experiments with parts of your own; the command line says which.
///
/// Without a subcommand, own parts are put into the modern search one by one, and searches with and without them are compared by nodes to a
/// depth; for memories, the share of first moves that are right is counted as well. With an own evaluation but no own part, it plays a
/// match against material, and takes no options. The subcommands are those of `komadai-lab`; recipes may name own parts, and `--eval` own
/// evaluations.
///
/// ```no_run
/// use std::process::ExitCode;
///
/// use komadai_lab::{OwnPart, Parts, own_parts};
/// use komadai::search::ContextN;
///
/// fn main() -> ExitCode {
///     own_parts("longer_context", Parts::new().with("context-3", || OwnPart::new().memory(ContextN::default())))
/// }
/// ```
pub fn own_parts(program: &'static str, parts: Result<Parts, RecipeError>) -> ExitCode {
    let matches = Program::command().name(program).get_matches();
    let given = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
    let tables_given = given("tables");
    let program_of = || -> Result<(), Failure> {
        let (parts, words) = (parts?, Program::from_arg_matches(&matches)?);
        match words.experiment {
            Some(experiment) => experiment.run(&parts).map(drop),
            None if parts.own_names().next().is_none() => {
                // Ids of arguments are in lower case, those of groups are not.
                let argument = |id: &&str| given(id) && !id.contains(char::is_uppercase);
                if let Some(option) = matches.ids().map(clap::Id::as_str).find(argument) {
                    let option = option.replace('_', "-");
                    let told = format!(
                        "--{option}: found no experiment, expected one before it, such as `{program} self-play`"
                    );
                    return Err(told.into());
                }
                self_play::run(&against_material(&parts)?, &parts).map(drop)
            }
            None => {
                let mut options = words.heuristics;
                if !tables_given {
                    options.tables = vec![heuristics::What::Combined];
                }
                // Other tables have no rows to choose from.
                let has_rows =
                    |table| matches!(table, &heuristics::What::Combined | &heuristics::What::Killers);
                if options.rows.is_empty() && options.tables.iter().any(has_rows) {
                    options.rows = parts.own_names().map(str::to_owned).collect();
                }
                heuristics::run(&options, &parts)?;
                how_often_right(&options, &parts)
            }
        }
    };
    exit_status(program, program_of())
}

/// A short match of the first own evaluation against material.
fn against_material(parts: &Parts) -> Result<self_play::Options, Failure> {
    let own =
        parts.own_evaluations().next().ok_or("no own part and no own evaluation: nothing to compare")?;
    let words = ["self-play", "--a", "modern", "--b", "modern", "--eval", own, "--against-eval", "material"];
    let mut options = self_play::Options::try_parse_from(words)?;
    options.nodes.nodes = 500;
    Ok(options)
}

/// How often each own memory is right, when alone and tried before every other move, in a search with material \[R2\].
fn how_often_right(options: &heuristics::Options, parts: &Parts) -> Result<(), Failure> {
    let mut table = Table::new(["memory", "nodes where it had a legal move", "best or cutting, %"]);
    let suite = options.suite()?;
    let (answers, material) = (answers::open(&options.out, "own-memories")?, Evaluation::material);
    for (name, memory) in parts.memories() {
        // The number distinguishes a changed memory from its earlier version.
        let recipe = parts.recipe(&format!("modern+{name}"))?;
        let print = print_of(&mut recipe.engine(material(), 1)?, &recipe, &material().into())?;
        let search = format!("{name} {print:06x}, {} nodes", options.cap);
        let question = |entry: &SuiteEntry| format!("{search}; {}", entry.position());
        let tallies = ask(&answers, "positions", &suite, question, vec![()], |(), entry| {
            let measured = killers::measure(memory(), material(), &entry.position(), options.cap);
            Ok(measured.map_err(|error| error.to_string())?.all)
        })?;
        let tally: Tally = tallies.into_iter().sum();
        table.push([Cell::from(name), Cell::from(tally.legal), Cell::Real(100.0 * tally.rate(), 1)]);
    }
    if table.rows().is_empty() {
        return Ok(());
    }
    let mut report = options.out.report();
    report.print(&format!("Tried first of all, material, {} nodes a position [R2]", options.cap), &table)?;
    report.finish()?;
    Ok(())
}
