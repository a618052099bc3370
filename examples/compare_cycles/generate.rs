//! Hard no-mates made from mates, in which repetitions matter: a file of them, the same for the same seed.
//!
//! The mates are taken in turn; each time something is changed in a mate ([`vary`]). What the default treatment shows to be
//! no mate within the range of nodes is kept, if no-mates that depend on their path were met often enough on the way, and
//! if the independent checker accepts the certificate. No mate gives many more
//! than the others.

use std::collections::HashSet;
use std::path::Path;

use komadai::learn::{JournalHeader, SavedJournal};
use komadai::rng::{SplitMix64, mix};
use komadai::tsume::{
    CycleKeep, CyclePolicy, CycleRecall, DependenceTable, DependentNoMate, SearchContext, Solver, TableError,
    Verdict,
};
use komadai::{Hand, Key, Position};
use komadai_lab::{Label, MateProblem};
use komadai_report::{Failure, Progress};

use crate::measure::is_accepted;
use crate::vary::vary;

/// Nodes that the default treatment takes, at least and at most.
const NODES: (u64, u64) = (4_000, 91_000);
/// Of so many nodes, one or more must be left as a no-mate that depends on its path.
const NODES_A_DEPENDENT: u64 = 50;
/// Megabytes of tables; no problem of the range fills them.
const HASH_MB: usize = 16;
/// Changes tried of each mate before the generator gives up.
const MOST_ROUNDS: u64 = 1_000;

/// Writes `count` no-mates made from the mates among the problems into a file of the folder. A file of the same run that is
/// not complete is continued.
pub(crate) fn generate(
    problems: &[MateProblem],
    count: usize,
    seed: u64,
    folder: &Path,
) -> Result<(), Failure> {
    let mates: Vec<&MateProblem> = problems.iter().filter(|problem| problem.label == Label::Mate).collect();
    if mates.is_empty() {
        return Err("no mate among the problems, expected at least one to make no-mates from".into());
    }
    // One more than an equal share: some mates give none.
    let share = count.div_ceil(mates.len()) + 1;
    let print = mates.iter().fold(0, |print, mate| mix(print ^ mate.pos.key()));
    let (least, most) = NODES;
    let run = format!(
        "{count} from {} mates ({:06x}), seed {seed}, {least} to {most} nodes, a dependent no-mate in {NODES_A_DEPENDENT} nodes",
        mates.len(),
        print >> 40
    );
    let header = JournalHeader { kind: "no-mates", run: &run, columns: "name\tsfen\tlabel\tplies" };
    let saved = SavedJournal::read(&folder.join("generated_nomates.sfen"), &header)?;
    let mut known = Known::default();
    for (number, line) in saved.lines() {
        known
            .read(line)
            .ok_or_else(|| saved.line_error(number, line, "NAME_ATTEMPT<TAB>SFEN<TAB>nomate<TAB>--"))?;
    }
    let mut journal = saved.resume()?;
    let progress = Progress::new(count, known.sfens.len(), "no-mates").resumable();
    let last = MOST_ROUNDS * mates.len() as u64;
    while known.sfens.len() < count && known.next < last {
        let attempt = known.next;
        known.next += 1;
        let mate = mates[(attempt % mates.len() as u64) as usize];
        if known.of(&mate.name) >= share {
            continue;
        }
        let mut rng = SplitMix64::new(mix(seed) ^ attempt);
        let Some(pos) = vary(&mate.pos, &mut rng) else { continue };
        let sfen = pos.to_string();
        if known.sfens.contains(&sfen) || !is_wanted(&pos)? {
            continue;
        }
        journal.append(&format!("{}_{attempt}\t{sfen}\tnomate\t--", mate.name))?;
        known.add(mate.name.clone(), sfen);
        progress.step();
    }
    journal.sync()?;
    progress.finish();
    let kept = known.sfens.len();
    if kept < count {
        return Err(
            format!("found {kept} no-mates in {MOST_ROUNDS} changes of each mate, expected {count}").into()
        );
    }
    Ok(())
}

/// The no-mates there are, and the attempt that comes next.
#[derive(Default)]
struct Known {
    sfens: HashSet<String>,
    /// The name of the mate of each.
    mates: Vec<String>,
    next: u64,
}

impl Known {
    /// Takes over a line of the file.
    fn read(&mut self, line: &str) -> Option<()> {
        let mut fields = line.split('\t');
        let (mate, attempt) = fields.next()?.rsplit_once('_')?;
        self.next = attempt.parse::<u64>().ok()?.checked_add(1)?;
        let sfen = fields.next()?.to_owned();
        (fields.next() == Some("nomate")).then_some(())?;
        self.add(mate.to_owned(), sfen);
        Some(())
    }

    fn add(&mut self, mate: String, sfen: String) {
        self.mates.push(mate);
        self.sfens.insert(sfen);
    }

    /// How many were made from a mate.
    fn of(&self, mate: &str) -> usize {
        self.mates.iter().filter(|other| *other == mate).count()
    }
}

/// Whether the position is a no-mate of the range, with repetitions that matter, and shown.
fn is_wanted(pos: &Position) -> Result<bool, TableError> {
    let (least, most) = NODES;
    let mut policy = Counted::default();
    let mut solver = Solver::builder().hash_mb(HASH_MB).nodes(most).cycles(&mut policy).build()?;
    let solution = solver.solve(&mut pos.clone());
    let nodes = solution.nodes - solution.rebuild_nodes;
    Ok(solution.verdict == Verdict::NoMate
        && (least..=most).contains(&nodes)
        && policy.dependent * NODES_A_DEPENDENT >= nodes
        && is_accepted(&solution) == Some(true))
}

/// The default treatment, which counts the no-mates that depend on their path.
#[derive(Default)]
struct Counted {
    inner: DependenceTable,
    dependent: u64,
}

impl CyclePolicy for Counted {
    fn resize(&mut self, bytes: usize) -> Result<(), TableError> {
        self.inner.resize(bytes)
    }

    fn new_search(&mut self) {
        self.inner.new_search();
    }

    fn recall(&mut self, context: &SearchContext<'_>, board: Key, hand: Hand) -> CycleRecall {
        self.inner.recall(context, board, hand)
    }

    fn record(
        &mut self,
        context: &SearchContext<'_>,
        board: Key,
        hand: Hand,
        found: &DependentNoMate,
    ) -> CycleKeep {
        self.dependent += 1;
        self.inner.record(context, board, hand, found)
    }
}
