//! An evaluation from the rules of shogi alone, generation by generation: the strength of each, and the processor time it took.
//!
//! ```sh
//! cargo run --release -- generations --threads 2 --out out/generations
//! cargo run --release -- generations --budget full --threads 2 --out out/generations
//! ```
//!
//! The search plays games with material, weights of pairs are learned from those games, games are played with those weights, effects around
//! the kings are learned, and so on; in a full run, a network from the games of the last. Each generation plays the one before. How the
//! default evaluation itself was made, from other numbers of games, is in data/models/README.md.
//!
//! Every step is a command line of `komadai-lab`, whose files are in the folder `quick` or `full` within that of `--out`. An interrupted
//! run is resumed at the step it had reached; this step is resumed as well.

use std::io::Write;
use std::path::Path;

use clap::Args;
use komadai::analysis::fingerprint;
use komadai::evaluation::Evaluation;
use komadai::journal::Answers;
use komadai_recipe::NamedEvaluation;
use komadai_report::options::{Out, Threads};
use komadai_report::{Cell, Failure, Interval, Plot, Printed, Table, check_folder, content_fingerprint};
use serde::{Deserialize, Serialize};

use super::report::{Budget, estimate_in};
use crate::run::clocks::process_time;
use crate::run::{Runner, answers};

/// How much is played.
#[derive(Args)]
#[command(after_help = "Processor time of a step that was broken off is lost to the table.")]
pub(super) struct Options {
    /// quick: minutes, 2,000 games per generation. full: hours, 40,000, and 220,000 more for a network.
    #[arg(long, value_enum, default_value_t = Budget::Quick)]
    budget: Budget,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    out: Out,
}

/// Openings of the games that are learned from, and other openings of the matches.
const OPENINGS: [&str; 2] = ["data/openings/corpus.sfen", "data/openings/more.sfen"];

/// What is learned, and the command line of its trainer; `@` stands for the folder.
const KINDS: [(&str, &str); 5] = [
    ("pairs", "train-self-play --prior 10 --horizon 20 --rounds 3 --save @1.kmd"),
    (
        "effects above them",
        "train-self-play --prior 10 --horizon 40 --rounds 4 --effects-above @1.kmd --save @2.kmd",
    ),
    (
        "pairs and effects",
        "train-self-play --prior 10 --horizon 40 --rounds 3 --with-effects @3-effects.kmd --save @3.kmd --from-corpus @g2.psv",
    ),
    (
        "pairs and effects",
        "train-self-play --prior 10 --horizon 40 --rounds 3 --with-effects @4-effects.kmd --save @4.kmd --from-corpus @g3.psv",
    ),
    ("a network", "train-network --horizon 5 --epochs 5 --save @nn.bin"),
];

/// The evaluations, from material on, as `--eval` names them.
const EVALUATIONS: [&str; 6] =
    ["material", "@1.kmd", "@1.kmd+@2.kmd", "@3.kmd+@3-effects.kmd", "@4.kmd+@4-effects.kmd", "@nn.bin"];

/// A generation.
struct Generation {
    learned: &'static str,
    /// Games of all generations so far.
    games: u64,
    /// Processor time of all games and trainings so far, if the system reports it.
    seconds: Option<f64>,
    /// Elo against the generation before.
    elo: Option<Interval>,
    /// Elo added up from material on.
    sum: f64,
}

pub(super) fn run(options: &Options, runner: &Runner<'_>) -> Result<Vec<Printed>, Failure> {
    // Games of a generation, games for a network, pairs of games of a match.
    let (name, [of_generation, of_network, pairs]) = match options.budget {
        Budget::Quick => ("quick", [2_000, 0, 50]),
        Budget::Full => ("full", [40_000, 220_000, 200]),
    };
    let kept = answers::open(&options.out, "generations")?;
    let folder = &options.out.out.join(name);
    check_folder("--out", folder)?;
    let search =
        fingerprint(&mut NamedEvaluation::from(Evaluation::material()).engine(&"modern".parse()?, 1)?);
    let print = content_fingerprint(format!("{search} {name}"));
    let mut steps = Steps { kept, print, threads: options.threads, folder, runner };
    let mut all = vec![Generation { learned: "", games: 0, seconds: Some(0.0), elo: None, sum: 0.0 }];
    let kinds = if of_network > 0 { &KINDS[..] } else { &KINDS[..4] };
    for (number, (&(learned, training), evals)) in (1..).zip(kinds.iter().zip(EVALUATIONS.windows(2))) {
        let games = if number == KINDS.len() { of_network } else { of_generation };
        let corpus = format!(
            "make-corpus --games {games} --nodes 600 --eval {} --seed {number} --least-opening 0 --openings {} \
             --out @g{number}.psv",
            evals[0], OPENINGS[0]
        );
        let made = steps.step("corpus", number, &corpus)?;
        let training = format!("{training} --from-corpus @g{number}.psv --checkpoint @{number}.state");
        let trained = steps.step("training", number, &training)?;
        let played = steps.step(
            "match",
            number,
            &format!(
                "self-play --a modern --b modern --eval {} --against-eval {} --nodes 1000 --pairs {pairs} --resign-cp 3000 \
                 --openings {}",
                evals[1], evals[0], OPENINGS[1]
            ),
        )?;
        let before = &all[number - 1];
        let seconds = [before.seconds, made.seconds, trained.seconds].into_iter().sum();
        let elo = played.elo.map(|ends| ends.map(|end| end.parse().unwrap_or(f64::NAN)));
        let elo = elo.map(|[value, low, high]| Interval { value, low, high });
        let sum = before.sum + elo.map_or(f64::NAN, |elo| elo.value);
        all.push(Generation { learned, games: before.games + games, seconds, elo, sum });
    }
    let mut report = options.out.report();
    let title =
        format!("Generations, each against the one before ({} games at 1,000 nodes a move)", 2 * pairs);
    report.table(&title, "generations.csv", &table(&all))?;
    report.figure("generations.svg", &figure(&all))?;
    writeln!(report, "\nThe last one: --eval {}", steps.in_folder(EVALUATIONS[all.len() - 1]))?;
    Ok(report.finish()?)
}

fn table(all: &[Generation]) -> Table {
    Table::of((0..).zip(all))
        .column("generation", |(number, _): (u64, _)| number)
        .column("learned", |(_, of)| if of.learned.is_empty() { "material" } else { of.learned })
        .column("games so far", |(_, of)| of.games)
        .column("processor minutes so far", |(_, of)| of.seconds.map(|all| Cell::Real(all / 60.0, 1)))
        .columns(["Elo", "95 %"], |(_, of)| Cell::estimate(of.elo, 0))
        .real("added up", 0, |(_, of)| of.sum)
        .table()
}

/// Elo over processor time, or over games if there are no times.
fn figure(all: &[Generation]) -> Plot {
    let timed = all.iter().all(|of| of.seconds.is_some());
    let x = |of: &Generation| of.seconds.filter(|_| timed).map_or(of.games as f64, |all| all / 60.0);
    let [label, unit] = if timed { ["processor time", "minutes"] } else { ["games", ""] };
    let points: Vec<_> = all.iter().map(|of| (x(of), of.sum)).collect();
    Plot::new("Strength of each generation, added up from material on")
        .x_axis(label, unit)
        .y_axis("Elo", "")
        .line("", points.clone())
        .scatter("generations", points)
}

/// Time and result of a step.
#[derive(Serialize, Deserialize)]
struct Taken {
    seconds: Option<f64>,
    /// Value and ends as text: with few games they may be infinite, and JSON has no such number.
    elo: Option<[String; 3]>,
}

/// Steps that are run once and kept.
struct Steps<'a> {
    kept: Answers,
    /// Fingerprint of the node counts of the search, the budget, and all steps so far.
    print: u64,
    threads: Threads,
    folder: &'a Path,
    runner: &'a Runner<'a>,
}

impl Steps<'_> {
    /// Runs a command line, with its files in a folder of its own, unless an earlier run did.
    fn step(&mut self, name: &str, number: usize, words: &str) -> Result<Taken, Failure> {
        let question = format!("after {:06x}: {words}", self.print);
        self.print = content_fingerprint(&question);
        answers::once(&self.kept, &question, || {
            let line = format!("{words} --threads {}", self.threads.threads);
            komadai_report::tell(self.in_folder(&line));
            let time = || process_time(std::process::id());
            let begun = time();
            let words: Vec<_> = line.split(' ').map(|word| self.in_folder(word).into()).collect();
            let printed = (self.runner)(&words, &self.folder.join(format!("{name}-{number}")))?;
            let spent = time().zip(begun).map(|(now, then)| now.saturating_sub(then).as_secs_f64());
            let elo = ["score.csv", "ours, by pairs", "Elo, -400 log10(1/p-1)"];
            let elo = if name == "match" { estimate_in(&printed, elo)? } else { None };
            let elo = elo.map(|Interval { value, low, high }| [value, low, high].map(|end| end.to_string()));
            Ok(Taken { seconds: spent, elo })
        })
    }

    fn in_folder(&self, words: &str) -> String {
        words.replace('@', &format!("{}/", self.folder.display()))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell as Count, RefCell};
    use std::collections::BTreeSet;
    use std::ffi::OsString;

    use komadai_report::PrintedTable;

    use super::*;
    use crate::experiments::program::read_words;

    /// Saves a model of the right kind where a trainer would.
    fn save(path: &str) {
        let model = match path.rsplit('/').next().unwrap() {
            "nn.bin" => "default-nn.bin",
            "2.kmd" | "3-effects.kmd" | "4-effects.kmd" => "effects.kmd",
            _ => "pairs.kmd",
        };
        std::fs::copy(format!("../../data/models/{model}"), path).unwrap();
    }

    /// All five generations, interrupted in the third; the commands are parsed and not run.
    #[test]
    fn a_chain_that_was_broken_off_goes_on_and_says_what_each_generation_is_worth() {
        let folder = std::env::temp_dir().join(format!("komadai generations-{}", std::process::id()));
        let out = Out { out: folder.clone(), quiet: true };
        let is_ours = |word: &OsString| Path::new(word).starts_with(&out.out);
        let options = Options { budget: Budget::Full, threads: Threads { threads: 2 }, out: out.clone() };
        let (ran, most) = (Count::new(0), Count::new(7));
        let written = RefCell::new(BTreeSet::new());
        let runner = |words: &[OsString], folder: &Path| {
            read_words(words, folder)?;
            written.borrow_mut().extend(words.iter().filter(|word| is_ours(word)).cloned());
            if ran.get() == most.get() {
                return Err("broken off".into());
            }
            ran.set(ran.get() + 1);
            for pair in words.windows(2).filter(|pair| pair[0] == "--save" || pair[0] == "--with-effects") {
                save(pair[1].to_str().unwrap());
            }
            let mut score = Table::new(["match", "Elo, -400 log10(1/p-1)"]);
            score.push(["ours, by pairs".into(), format!("+{}.5 [-inf, inf]", ran.get()).into()]);
            Ok(vec![Printed::Table(PrintedTable::of("Score", Some("score.csv"), &score))])
        };
        let error = run(&options, &runner).unwrap_err().to_string();
        assert_eq!((error.as_str(), ran.get()), ("broken off", 7));
        most.set(usize::MAX);
        let printed = run(&options, &runner).unwrap();
        assert_eq!(ran.get(), 3 * KINDS.len());
        let Printed::Table(table) = &printed[0] else { panic!("{printed:?}") };
        let column = |number: usize| table.rows.iter().map(move |row| row[number].exact.as_str());
        assert!(column(2).eq(["0", "40000", "80000", "120000", "160000", "380000"]), "{:?}", table.rows);
        assert!(column(4).eq(["", "3.5", "6.5", "9.5", "12.5", "15.5"]), "{:?}", table.rows);
        assert!(column(6).eq(["0", "3.5", "10", "19.5", "32", "47.5"]), "{:?}", table.rows);
        // A second run runs no step and prints the same. Another size is another chain.
        let again = run(&options, &runner).unwrap();
        assert_eq!((ran.get(), format!("{again:?}")), (3 * KINDS.len(), format!("{printed:?}")));
        let of_full = written.take();
        run(&Options { budget: Budget::Quick, ..options }, &runner).unwrap();
        assert_eq!(ran.get(), 3 * (KINDS.len() + 4));
        assert!(of_full.len() > 15 && of_full.is_disjoint(&written.take()), "{of_full:?}");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
