//! All positions under all searches, to one depth.

use std::time::Duration;

use komadai::Move;
use komadai::analysis::fingerprint;
use komadai::learn::Answers;
use komadai::rng::mix;
use komadai::search::Engine;
use komadai::search::Limits;
use komadai_lab::{AnswerForm, NamedEvaluation, Recipe, SuiteEntry, ThreadClock};
use komadai_report::Failure;

use crate::options::Options;

/// What a search made of a position.
pub(crate) struct Found {
    /// Whether its move was played in the game.
    pub(crate) played: bool,
    /// Whether its move is that of the deeper search without ProbCut.
    pub(crate) confirmed: bool,
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
}

impl Found {
    fn write(&self) -> String {
        let Found { played, confirmed, nodes, time } = self;
        format!("{}/{}/{nodes}/{}", u8::from(*played), u8::from(*confirmed), time.as_nanos())
    }

    fn read(text: &str) -> Option<Found> {
        let [played, confirmed, nodes, time] = text.split('/').collect::<Vec<_>>().try_into().ok()?;
        let yes = |word: &str| match word {
            "0" => Some(false),
            "1" => Some(true),
            _ => None,
        };
        Some(Found {
            played: yes(played)?,
            confirmed: yes(confirmed)?,
            nodes: nodes.parse().ok()?,
            time: Duration::from_nanos(time.parse().ok()?),
        })
    }
}

/// `[recipe][position]`.
pub(crate) fn search(
    suite: &[SuiteEntry],
    recipes: &[Recipe],
    eval: &NamedEvaluation,
    options: &Options,
) -> Result<Vec<Vec<Found>>, Failure> {
    let engines = || {
        let engines = recipes.iter().map(|recipe| eval.engine(recipe, options.hash.hash_mb as usize));
        engines.collect::<Result<Vec<Box<dyn Engine + Send>>, _>>()
    };
    let workers = (0..options.threads.count().min(suite.len())).map(|_| engines());
    let workers = workers.collect::<Result<Vec<_>, _>>()?;
    let print =
        engines()?.iter_mut().try_fold(0, |all, engine| Ok::<_, Failure>(mix(all ^ fingerprint(engine))))?;
    let searches = format!(
        "{} recipes {print:016x}, {}, depth {} and {} more, {} MB",
        recipes.len(),
        eval.name(),
        options.depth,
        options.deeper,
        options.hash.hash_mb
    );
    let answers = Answers::open(&options.out.out, "probcut")?;
    let question = |entry: &SuiteEntry| {
        let moves: Vec<String> = entry.moves.iter().map(ToString::to_string).collect();
        format!("{searches}; {}; {}", entry.game, moves.join(","))
    };
    let asked: Vec<(String, &SuiteEntry)> = suite.iter().map(|entry| (question(entry), entry)).collect();
    let form = AnswerForm {
        expected: &format!("{} searches", recipes.len()),
        read: &|_, text| {
            let found: Vec<Found> = text.split(' ').map(Found::read).collect::<Option<_>>()?;
            (found.len() == recipes.len()).then_some(found)
        },
        write: &|found: &Vec<Found>| found.iter().map(Found::write).collect::<Vec<_>>().join(" "),
    };
    let by_position = form.answer(&answers, &asked, "positions", workers, |engines, entry| {
        Ok(position(engines, entry, options))
    })?;
    let mut by_recipe: Vec<Vec<Found>> = recipes.iter().map(|_| Vec::new()).collect();
    for found in by_position {
        for (of_recipe, found) in by_recipe.iter_mut().zip(found) {
            of_recipe.push(found);
        }
    }
    Ok(by_recipe)
}

/// A position under each search; the first one is the search without ProbCut, and searches deeper as well.
fn position(engines: &mut [Box<dyn Engine + Send>], entry: &SuiteEntry, options: &Options) -> Vec<Found> {
    let deeper = {
        engines[0].clear();
        let limits = Limits::depth(options.depth + options.deeper);
        engines[0].search_game(entry.game.tracked(), &limits, &mut |_| {}).best
    };
    let found = |engine: &mut Box<dyn Engine + Send>| {
        engine.clear();
        let clock = ThreadClock::now();
        let report = engine.search_game(entry.game.tracked(), &Limits::depth(options.depth), &mut |_| {});
        let is = |wanted: &dyn Fn(Move) -> bool| report.best.is_some_and(wanted);
        Found {
            played: is(&|mv| entry.moves.contains(&mv)),
            confirmed: is(&|mv| deeper == Some(mv)),
            nodes: report.nodes,
            time: clock.elapsed(),
        }
    };
    engines.iter_mut().map(found).collect()
}
