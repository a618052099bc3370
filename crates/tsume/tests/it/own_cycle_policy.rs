//! A cycle policy written outside the crate, from its public names alone.

use std::collections::HashMap;

use crate::common::{AnyHeuristic, NOMATES, Problem, REGRESSIONS, ZUKO_MUSO, odds, problems};
use komadai_core::{Hand, Key, Move};
use komadai_tsume::{
    CycleKeep, CyclePolicy, CycleRecall, Dependence, DependentNoMate, SearchContext, Solver, Verdict,
};

/// A position: board and attacker's hand.
type Name = (Key, Hand);

/// No-mates with the positions they depend on, in a map that forgets nothing.
#[derive(Default)]
struct Unbounded {
    /// Of positions that depend on few: those positions.
    named: HashMap<Name, (Vec<Name>, Hand)>,
    /// Of the others, by the code of their path: the least depth.
    unnamed: HashMap<(u64, Key, Hand), (u16, Hand)>,
    replies: HashMap<Name, Move>,
    recalled: u32,
}

impl CyclePolicy for Unbounded {
    fn new_search(&mut self) {
        self.named.clear();
        self.unnamed.clear();
        self.replies.clear();
    }

    fn recall(&mut self, context: &SearchContext<'_>, board: Key, hand: Hand) -> CycleRecall {
        let found = if let Some((names, most)) = self.named.get(&(board, hand)) {
            let depth = |&(board, hand): &Name| match context.depth_of(board, hand) {
                Some(depth) => Some(Dependence::on(depth)),
                None => context.is_no_mate(board, hand).then_some(Dependence::NONE),
            };
            let all = names.iter().map(depth).try_fold(Dependence::NONE, |all, one| Some(all.union(one?)));
            all.map(|dependence| CycleRecall::NoMate { dependence, most: *most })
        } else {
            let least = self.unnamed.get(&(context.path_code(), board, hand));
            least.map(|&(least, most)| CycleRecall::NoMate { dependence: Dependence::unnamed(least), most })
        };
        if let Some(CycleRecall::NoMate { dependence, .. }) = found {
            assert!(dependence.is_none() || dependence.least() <= context.depth());
            self.recalled += 1;
        }
        found.unwrap_or(if self.replies.contains_key(&(board, hand)) {
            CycleRecall::Elsewhere
        } else {
            CycleRecall::Nothing
        })
    }

    fn record(
        &mut self,
        context: &SearchContext<'_>,
        board: Key,
        hand: Hand,
        found: &DependentNoMate,
    ) -> CycleKeep {
        assert!(!found.dependence.is_none() && found.most.covers(hand) && found.work > 0);
        if let Some(depths) = found.dependence.depths() {
            let names = depths.map(|depth| context.at(depth)).collect();
            self.named.insert((board, hand), (names, found.most));
        } else {
            let name = (context.path_code(), board, hand);
            self.unnamed.insert(name, (found.dependence.least(), found.most));
        }
        self.replies.extend(found.reply.map(|reply| ((board, hand), reply)));
        CycleKeep::PathDependent
    }

    fn reply(&self, board: Key, hand: Hand) -> Option<Move> {
        self.replies.get(&(board, hand)).copied()
    }
}

/// Label, verdict and nodes of a problem.
type Told = (String, Verdict, u64, u64);

/// What is told of every problem of the files, and the solver afterwards.
fn solve_all<C: CyclePolicy>(cycles: C) -> (Vec<Told>, Solver<&'static AnyHeuristic, C>) {
    let builder = Solver::builder().heuristic(odds()).hash_mb(1).nodes(3_000);
    let mut solver = builder.cycles(cycles).build().expect("there is memory");
    let solve = |mut problem: Problem| {
        solver.clear();
        let solution = solver.solve(&mut problem.pos);
        (problem.label, solution.verdict, solution.nodes, solution.rebuild_nodes)
    };
    let all = [REGRESSIONS, NOMATES, ZUKO_MUSO].into_iter().flat_map(problems).map(solve).collect();
    (all, solver)
}

#[test]
fn policy_of_every_constructor_and_accessor_is_never_wrong() {
    let (answers, solver) = solve_all(Unbounded::default());
    let mut solved = 0;
    for (label, verdict, ..) in &answers {
        match verdict {
            Verdict::Mate { .. } => assert_ne!(label, "nomate"),
            Verdict::NoMate => assert_ne!(label, "mate"),
            Verdict::Unknown => continue,
        }
        solved += 1;
    }
    let recalled = solver.cycles().recalled;
    assert!(solved >= 20 && recalled > 100, "{solved} solved, {recalled} recalled");
}
