//! Parent–child and sibling model under many conditions: with and without shared weights, with and without opening lines, on
//! parts of the games, iteration by iteration.
//!
//! One number of games and iterations says little of a model: paper 001 has 36 iterations of one and 20 of the other,
//! on forty to two hundred times the games that most people have. Here every training is judged after every iteration by the
//! same games held out, so that conditions can be compared game by game.
//!
//! A journal has a line for each iteration, and the solver's state is kept beside it: a run that was broken off goes on where
//! it was, and a longer one goes on behind a shorter one.

use std::io::Write;
use std::path::{Path, PathBuf};

use komadai::artifact::{Artifact, Provenance};
use komadai::learn::discriminant::{DiscriminantOptions, train};
use komadai::learn::pairs::{MemoryShards, Model, Shards, Validator, fingerprint};
use komadai::learn::solve::{CgOptions, CgState};
use komadai::learn::{Journal, JournalHeader, SavedJournal};
use komadai_report::{Failure, Progress};

use crate::condition_tables as tables;
use crate::course::{Condition, Course, GameScore, Step};
use crate::discriminant::Own;
use crate::options::{Folding, Shared};
use crate::split::Split;

/// Parts of the games: the first is an eighth, the last is all.
const PARTS: [usize; 4] = [8, 4, 2, 1];

/// Iterations if none are asked for: the paper's and some more.
const ITERATIONS: u32 = 40;

pub(crate) fn run(shared: &Shared, own: &Own, models: &[Model]) -> Result<(), Failure> {
    let split = Split::read(shared, &own.opening_lines)?;
    let games = own.rows.map_or(split.learned.len(), |rows| split.games_with(rows));
    let conditions = conditions(shared, own, models);
    let iterations = own.iterations.unwrap_or(ITERATIONS) as usize;
    let study = Study { shared, own, split: &split, games, iterations };
    let path = shared.out.out.join("conditions.journal");
    let (mut journal, mut courses) = study.open(&path, &conditions)?;
    let known = courses.iter().map(|course| course.steps.len().min(iterations + 1)).sum();
    let progress = Progress::new(conditions.len() * (iterations + 1), known, "iterations").resumable();
    for course in &mut courses {
        study.learn(course, &mut journal, || progress.step())?;
    }
    progress.finish();

    let mut report = shared.out.report();
    let held_out = split.held_out.totals().games;
    writeln!(
        report,
        "{} to learn from, {held_out} games held out, seed {}; intervals are of 95 %, by games",
        split.described(games),
        shared.seed.seed
    )?;
    let title = "By iteration, all games";
    report.print(title, &tables::by_iteration(&courses))?;
    let title = "By the number of games, after the paper's iterations (or all there are) and after the best";
    report.table(title, "games.csv", &tables::by_games(&courses))?;
    let title = "Differences on the same games held out, after the paper's iterations";
    report.table(title, "differences.csv", &tables::differences(&courses))?;
    report.csv("iterations.csv", &tables::all(&courses))?;
    for &model in models {
        for (name, plot) in tables::figures(&courses, model) {
            report.figure(&name, &plot)?;
        }
    }
    report.list("Journal", &path);
    Ok(report.finish()?)
}

/// All conditions: parts of the games with the first way to count hands, all games with every way.
fn conditions(shared: &Shared, own: &Own, models: &[Model]) -> Vec<Condition> {
    let both = [Folding::None, Folding::ColorsAndSides];
    let foldings = shared.symmetry.map_or(both.to_vec(), |one| vec![one]);
    let lines: &[bool] = if own.opening_lines.is_empty() { &[false] } else { &[false, true] };
    let mut all = Vec::new();
    for &model in models {
        for &folding in &foldings {
            for &lines in lines {
                for (n, &hands) in own.hands.iter().enumerate() {
                    let parts = if n == 0 { &PARTS[..] } else { &PARTS[PARTS.len() - 1..] };
                    all.extend(parts.iter().map(|&parts| Condition { model, folding, hands, lines, parts }));
                }
            }
        }
    }
    all
}

/// What all conditions have in common.
struct Study<'a> {
    shared: &'a Shared,
    own: &'a Own,
    split: &'a Split,
    games: usize,
    iterations: usize,
}

impl Study<'_> {
    /// The journal, and what it knows of the conditions.
    fn open(&self, path: &Path, conditions: &[Condition]) -> Result<(Journal, Vec<Course>), Failure> {
        let held_out = self.split.held_out.totals().games as usize;
        let all = self.split.part(1, self.games, true, self.shared.seed.seed);
        let DiscriminantOptions { threshold, solver, .. } = self.own.of(Model::Sibling, self.shared);
        let run = format!(
            "komadai {}; {} of {}, {:016x}, held out {:016x}, seed {}; threshold {threshold}, ridge {}, jacobi {}",
            env!("CARGO_PKG_VERSION"),
            self.split.described(self.games),
            self.split.source,
            fingerprint(&all)?,
            fingerprint(&self.split.held_out)?,
            self.shared.seed.seed,
            solver.ridge,
            solver.jacobi
        );
        std::fs::create_dir_all(&self.shared.out.out)
            .map_err(|error| format!("--out {}: {error}", self.shared.out.out.display()))?;
        let header = JournalHeader { kind: "conditions", run: &run, columns: Step::COLUMNS };
        let saved = SavedJournal::read(path, &header)?;
        let mut courses: Vec<Course> =
            conditions.iter().map(|&condition| Course { condition, steps: Vec::new() }).collect();
        for (number, line) in saved.lines() {
            let wrong = || {
                format!(
                    "{}: line {number}: found {:?}, expected the next iteration of a condition with {held_out} games",
                    path.display(),
                    line.chars().take(60).collect::<String>()
                )
            };
            let (name, iteration, step) = Step::parse(line, held_out).ok_or_else(wrong)?;
            // Lines of conditions that are not asked for this time stay as they are.
            if let Some(course) = courses.iter_mut().find(|course| course.condition.name() == name) {
                if iteration != course.steps.len() {
                    return Err(wrong().into());
                }
                course.steps.push(step);
            }
        }
        Ok((saved.resume()?, courses))
    }

    /// Trains under one condition, on from where the journal ends.
    fn learn(&self, course: &mut Course, journal: &mut Journal, done: impl Fn()) -> Result<(), Failure> {
        let condition = course.condition;
        let fresh = course.steps.len();
        if fresh > self.iterations {
            course.steps.truncate(self.iterations + 1);
            return Ok(());
        }
        let positions = self.split.part(condition.parts, self.games, condition.lines, self.shared.seed.seed);
        let options = self.options(condition);
        let unknowns = options.unknowns(&positions, &mut ())?;
        let (path, state) = self.state(condition, fresh)?;
        let mut validator = Validator::new();
        let held_out = &self.split.held_out;
        let totals = positions.totals();
        let rows = match condition.model {
            Model::ParentChild => totals.examples,
            Model::Sibling => totals.siblings,
        };
        train(&positions, None::<&MemoryShards>, &options, (), state, |_, state| {
            let iteration = state.iteration as usize;
            if iteration >= fresh {
                let mut scores = Vec::new();
                let show = |metrics| scores.push(GameScore::from(metrics));
                validator
                    .validate_blocks(held_out, condition.model, &unknowns, &state.x, show)
                    .map_err(|error| error.to_string())?;
                let step = Step { games: totals.games, rows, weights: unknowns.len(), scores };
                journal.append(&step.line(condition, iteration)).map_err(|error| error.to_string())?;
                course.steps.push(step);
                done();
            }
            state.save(&Provenance::default(), &path).map_err(|error| error.to_string())
        })
        .map_err(|error| format!("{}: {error}", condition.name()))?;
        Ok(())
    }

    fn options(&self, condition: Condition) -> DiscriminantOptions {
        let of = self.own.of(condition.model, self.shared);
        let solver = CgOptions { iterations: self.iterations as u32, ..of.solver };
        DiscriminantOptions {
            symmetry: condition.folding.into(),
            hands: condition.hands.into(),
            solver,
            ..of
        }
    }

    /// Where a condition's state is kept, and the state, if the journal has all that led to it.
    fn state(&self, condition: Condition, steps: usize) -> Result<(PathBuf, Option<CgState>), Failure> {
        let folder = self.shared.out.out.join("states");
        std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let path = folder.join(format!("{}.state", condition.name()));
        if steps == 0 || !path.exists() {
            return Ok((path, None));
        }
        let (state, _) = CgState::load(&path)?;
        Ok((path, Some(state).filter(|state| (state.iteration as usize) < steps)))
    }
}
