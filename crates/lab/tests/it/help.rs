//! `--help` of all examples and experiments: it is there, and fits a terminal, which whoever runs them checks; text and tables in terminals of
//! 80 columns, and in narrower and wider ones, which get 80 and 100.

use std::process::Command;
use std::sync::LazyLock;

use komadai::artifact::Artifact;
use komadai::eval::effects::EffectsModel;
use komadai::eval::pair::PairModel;
use komadai::eval::reliability::ReliabilityModel;
use komadai_learn::{CategoryCounts, MoveWeights};

use crate::aids::Folder;
use crate::example::{COLUMNS, program, repository, run};

/// A tutorial that reads no options.
const LEFT_OUT: [&str; 1] = ["custom_dfpn_heuristic"];

/// The subcommands of `komadai-lab`, as its help lists them.
pub(crate) static EXPERIMENTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let help = Folder::new("help").run("--help").out;
    let list = help.split("Commands:").nth(1).expect("a list of experiments");
    let rows = list.lines().take_while(|line| !line.starts_with("Options:"));
    let name = |row: &str| {
        row.strip_prefix("  ")?.split(' ').next().filter(|name| !name.is_empty()).map(str::to_owned)
    };
    rows.filter_map(name).filter(|name| name != "help").collect()
});

#[test]
fn help_of_every_example_fits_a_terminal() {
    let folder = repository().join("examples");
    let mut examples = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder of examples") {
        let path = entry.expect("an example").path();
        examples.push(path.file_stem().and_then(|name| name.to_str()).expect("a name").to_owned());
    }
    assert!(examples.len() > 10, "{examples:?}");
    for name in examples.iter().filter(|name| !LEFT_OUT.contains(&name.as_str())) {
        let mut command = Command::new(program(name));
        command.arg("--help");
        let help = run(command, COLUMNS);
        let explains_itself = help.out.contains("--help") || name == "usi_engine";
        assert!(help.status == 0 && explains_itself, "{name}: {}", help.out);
    }
}

#[test]
fn a_model_file_of_another_kind_is_told_by_an_experiment_that_there_is() {
    let of_evaluations = [PairModel::WHAT, EffectsModel::WHAT, ReliabilityModel::WHAT];
    for what in of_evaluations.into_iter().chain([CategoryCounts::WHAT, MoveWeights::WHAT]) {
        let command =
            what.split(", as komadai-lab ").nth(1).and_then(|rest| rest.strip_suffix(" saves them"));
        assert!(command.is_some_and(|name| EXPERIMENTS.iter().any(|known| known == name)), "{what}");
    }
}

#[test]
fn help_of_every_experiment_fits_a_terminal() {
    let here = Folder::new("help-experiments");
    assert!(EXPERIMENTS.len() > 6, "{:?}", *EXPERIMENTS);
    for name in EXPERIMENTS.iter().map(String::as_str).chain(["tune screen", "tune spsa"]) {
        let help = here.run(&format!("{name} --help")).done();
        assert!(help.out.contains("--help"), "{name}: {}", help.out);
    }
    // A list is shown as it is typed.
    let lists = here.run("heuristics --help").done();
    assert!(lists.out.contains("[default: 4,6]"), "{}", lists.out);
    // Every part of a recipe, with the bases that have it.
    let parts = here.run("parts").done();
    assert!(parts.out.contains("modern tacos consultation"), "{}", parts.out);
}

/// The widest line.
fn widest(out: &str) -> usize {
    out.lines().map(|line| line.chars().count()).max().unwrap_or(0)
}

#[test]
fn text_and_tables_fit_eighty_columns() {
    let here = Folder::new("narrow");
    let table = "heuristics --tables combined --rows null --positions 1 --depths 1 --cap 50 --nodes 10 --hash-mb 1 --out @table";
    for line in [
        "solve_tsume --file data/tsume/issue_regressions.sfen --nodes 1000 --hash-mb 1",
        "compare_cycles --nodes 300 --hash-mb 1 --out @",
        "analyze --nodes 1000",
        "self-play --nodes 200 --pairs 1 --move-limit 30 --hash-mb 1 --out @play",
        table,
    ] {
        assert!(!here.run_within(80, line).done().out.is_empty(), "{line}");
    }
    // A table of heuristics is wider where there is more room, and no narrower than 80 where there is less.
    let widths = [40, 80, 100, 200].map(|columns| widest(&here.run_within(columns, table).out));
    assert!(widths[0] == widths[1] && widths[1] <= 80, "{widths:?}");
    assert!(widths[2] > 80 && widths[3] == widths[2], "{widths:?}");
}
