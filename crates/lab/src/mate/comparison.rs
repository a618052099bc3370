//! Df-pn heuristics side by side: the same mate problems, solved with each.

use komadai_tsume::{DfpnHeuristic, Solver};

use crate::data::problem::{Label, MateProblem};
use komadai_report::Table;

/// Memory of each solver, in megabytes.
const HASH_MB: usize = 16;

/// Solves one set of mate problems with several df-pn heuristics and tabulates answers and nodes.
///
/// Every problem is solved from empty tables, so the order of problems makes no difference. The answer unknown contradicts nothing.
///
/// ```
/// use komadai_lab::MateProblem;
/// use komadai_lab::mate::MateComparison;
/// use komadai::tsume::{Mobility, Unit};
///
/// let problems = MateProblem::read_all("head\t4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\tmate\t1\n")?;
/// let mut comparison = MateComparison::new(problems, 1_000);
/// comparison.solve("unit", Unit)?;
/// comparison.solve("mobility", Mobility)?;
/// let csv = comparison.table().to_csv();
/// assert_eq!(csv.lines().nth(2), Some("mobility,1,0,0,1,1"));
/// # Ok::<(), komadai_report::Failure>(())
/// ```
#[derive(Clone)]
pub struct MateComparison {
    /// An unknown label becomes the answer of the first heuristic that settles the problem.
    problems: Vec<MateProblem>,
    nodes: u64,
    /// Each heuristic with its answers and their nodes.
    rows: Vec<(String, Vec<(Label, u64)>)>,
}

komadai_core::debug_by_sizes!(MateComparison { nodes } [problems, rows]);

impl MateComparison {
    /// A comparison on these problems, with a limit of `nodes` nodes for each.
    pub fn new(problems: Vec<MateProblem>, nodes: u64) -> MateComparison {
        MateComparison { problems, nodes, rows: Vec::new() }
    }

    /// Solves every problem with a heuristic; `name` is its row in the table.
    ///
    /// # Errors
    ///
    /// A message about the first answer that contradicts the label of its problem, or the answer of an earlier heuristic.
    pub fn solve(&mut self, name: &str, heuristic: impl DfpnHeuristic) -> Result<(), String> {
        let solver = Solver::builder().hash_mb(HASH_MB).nodes(self.nodes).heuristic(heuristic).build();
        let mut solver = solver.expect("a small table can be reserved");
        let mut solved = Vec::with_capacity(self.problems.len());
        for problem in &mut self.problems {
            solver.clear();
            let solution = solver.solve(&mut problem.pos.clone());
            let said = Label::from(&solution.verdict);
            if problem.label == Label::Unknown {
                problem.label = said;
            } else if ![problem.label, Label::Unknown].contains(&said) {
                return Err(format!("{}: wrong answer with {name}", problem.name));
            }
            solved.push((said, solution.nodes));
        }
        self.rows.push((name.to_owned(), solved));
        Ok(())
    }

    /// A row for each heuristic: problems answered mate, no mate and unknown; nodes on all problems, and on those that every
    /// heuristic solved.
    pub fn table(&self) -> Table {
        let count = |all: &[(Label, u64)], wanted| all.iter().filter(|(label, _)| *label == wanted).count();
        let by_all = |i: usize| self.rows.iter().all(|(_, solved)| solved[i].0 != Label::Unknown);
        Table::of(&self.rows)
            .column("heuristic", |(name, _)| name.as_str())
            .column("mate", |(_, solved)| count(solved, Label::Mate))
            .column("no mate", |(_, solved)| count(solved, Label::NoMate))
            .column("unknown", |(_, solved)| count(solved, Label::Unknown))
            .column("nodes", |(_, solved)| solved.iter().map(|(_, nodes)| nodes).sum::<u64>())
            .column("nodes where all solved", |(_, solved)| {
                (0..solved.len()).filter(|&i| by_all(i)).map(|i| solved[i].1).sum::<u64>()
            })
            .table()
    }
}
