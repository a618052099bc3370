//! Solves one mate problem after another, each from empty tables, and checks every answer.

use std::fs::File;
use std::io::{BufReader, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use komadai_core::Position;
use komadai_core::files::write_whole;
use komadai_tsume::checker::Claim;
use komadai_tsume::{SHORTEST, Solution, Solver, TableError, Tree, Verdict};

use super::answer::{MateAnswer, accepted};
use super::cycles::AnySolver;
use super::files::file_of;
use super::page::tree_page;
use super::question::Inquirer;
use super::run::MateRun;
use crate::data::problem::{Label, MateProblem};
use crate::run::clocks::with_time_limit;

/// Mate solver of a run with its tables, for one problem after another.
///
/// ```
/// use komadai_lab::mate::{MateRun, MateWorker};
/// use komadai_lab::{Label, MateProblem};
///
/// let problems = MateProblem::read_all("head\t4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\tmate\t1\n")?;
/// let mut worker = MateWorker::new(&MateRun { hash_mb: 1, ..MateRun::default() })?;
/// let answer = worker.solve(&problems[0])?;
/// assert!(answer.said == Label::Mate && answer.checked && answer.line.len() == 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct MateWorker {
    run: MateRun,
    solver: AnySolver,
    inquirer: Option<Inquirer>,
}

impl MateWorker {
    /// A worker with empty tables.
    ///
    /// # Errors
    ///
    /// [`TableError`] if there is no memory for its tables.
    pub fn new(run: &MateRun) -> Result<MateWorker, TableError> {
        let MateRun { hash_mb, cycle, ref questions, .. } = *run;
        let solver = Solver::builder().hash_mb(hash_mb as usize).nodes(run.most_nodes());
        // If the exact length is asked for, that question searches for shortest mates.
        let solver = solver.cycles(cycle.policy()).shortest(if questions.exact { 0 } else { SHORTEST });
        let solver = solver.build_threads(run.threads_per_problem.into())?;
        let stop = solver.stop_flag();
        let inquirer = Inquirer::new(run, stop)?;
        Ok(MateWorker { run: run.clone(), solver, inquirer })
    }

    /// Flag that ends the work on a problem from outside.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        self.solver.stop_flag()
    }

    /// Solves a problem, checks the answer and asks the further questions.
    ///
    /// # Errors
    ///
    /// A certificate or record that cannot be written.
    pub fn solve(&mut self, problem: &MateProblem) -> std::io::Result<MateAnswer> {
        let mut pos = problem.pos.clone();
        self.solver.clear();
        let start = self.run.clock();
        let stop = self.stop_flag();
        let (mut answer, tree) = self.decide(&mut pos, &stop);
        answer.time = start.elapsed();
        let Some(tree) = tree else { return Ok(answer) };
        match self.check(&tree, problem, answer.said)? {
            Ok(()) => answer.checked = true,
            Err(reason) => answer.refused = Some(reason),
        }
        if let (true, Some(folder)) = (answer.checked, &self.run.pages) {
            let page = tree_page(&tree, &problem.name, self.run.page_positions as usize);
            let path = file_of(folder, &problem.name, "html");
            write_whole(&path, |file| file.write_all(page.as_bytes()))?;
        }
        if let Some(inquirer) = self.inquirer.as_mut().filter(|_| answer.said == Label::Mate) {
            inquirer.ask(problem, &mut answer, &tree, &mut self.solver)?;
        }
        Ok(answer)
    }

    /// The answer, with the tree that shows it: of the bounded search if the exact length is asked for and it finds a mate within a few
    /// positions, else of df-pn.
    fn decide(&mut self, pos: &mut Position, stop: &AtomicBool) -> (MateAnswer, Option<Arc<Tree>>) {
        let (exact, unasked) = (self.run.questions.exact, MateAnswer::default());
        if let Some(inquirer) = self.inquirer.as_mut().filter(|_| exact)
            && let (Some(tree), nodes) = inquirer.shortest(pos, self.run.most_nodes())
        {
            let (said, line) = (Label::Mate, tree.line());
            return (MateAnswer { said, nodes, line, shortest: true, ..unasked }, Some(Arc::new(tree)));
        }
        let solution = with_time_limit(self.run.time, stop, || self.solver.solve(pos));
        let said = Label::from(&solution.verdict);
        let line = if let Verdict::Mate { line } = solution.verdict { line } else { Vec::new() };
        let Solution { nodes, tree, shortest, .. } = solution;
        (MateAnswer { said, nodes, line, shortest, ..unasked }, tree)
    }

    /// Has the certificate checked, as a file or in memory; the inner error is the reason for a refusal.
    fn check(&self, tree: &Tree, problem: &MateProblem, said: Label) -> std::io::Result<Result<(), String>> {
        let claim = if said == Label::Mate { Claim::Mate } else { Claim::NoMate };
        let certificate = tree.certificate();
        let checked = if let Some(folder) = &self.run.certificates {
            let path = file_of(folder, &problem.name, "kmdc");
            certificate.save(&path)?;
            accepted(BufReader::new(File::open(path)?), &problem.pos, claim)
        } else {
            accepted(&certificate.bytes[..], &problem.pos, claim)
        };
        Ok(checked.map(|_| ()))
    }
}
