//! Parts of df-pn: the check accepts every heuristic and every treatment of repetitions of this crate, with some seeds each time, a
//! thousand on demand; it refuses parts that make answers wrong; and parts written outside the crate keep answers right.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::common::{
    AnyHeuristic, MATES, NOMATES, Problem, REGRESSIONS, ZUKO_MUSO, decided, odds, problems, with,
};
use komadai_core::rng::mix;
use komadai_core::{Color, Hand, Key, Move, Position};
use komadai_tsume::{
    AnyCyclePolicy, CycleKeep, CyclePolicy, CycleRecall, Dependence, DependenceTable, DependentNoMate,
    DfpnHeuristic, FarDrops, Ignore, MateNode, Mobility, Nagai, NagaiLiteral, Numbers, Odds, SearchContext,
    Support, Twin, Unit, Verdict, testing,
};

fn accept(seeds: &RangeInclusive<u64>, name: &str, heuristic: &AnyHeuristic, cycles: &dyn AnyCyclePolicy) {
    let decide = |seed| testing::assert_answers_hold(heuristic, || cycles.copied(), seed, 2, 3_000);
    let decided: usize = seeds.clone().map(decide).sum();
    println!("{name}: {} seeds accepted, {decided} answers", seeds.clone().count());
    assert!(decided >= 5 * seeds.clone().count(), "{name}: {decided} answers");
}

fn every_part(seeds: &RangeInclusive<u64>) {
    let (odds, dependence) = (Odds::default(), DependenceTable::default());
    accept(seeds, "Odds", &odds, &dependence);
    accept(seeds, "FarDrops", &FarDrops::<Odds>::default(), &dependence);
    accept(seeds, "Support", &Support, &dependence);
    accept(seeds, "Mobility", &Mobility, &dependence);
    accept(seeds, "Unit", &Unit, &dependence);
    accept(seeds, "wild costs", &Wild, &dependence);
    accept(seeds, "Twin", &odds, &Twin::default());
    accept(seeds, "Nagai", &odds, &Nagai);
    accept(seeds, "NagaiLiteral", &odds, &NagaiLiteral);
}

#[test]
fn every_heuristic_and_every_treatment_is_accepted() {
    every_part(&(1..=2));
}

#[test]
#[ignore = "minutes: cargo test --release -p komadai-tsume --test it every_part:: -- --ignored --nocapture"]
fn every_heuristic_and_every_treatment_is_accepted_with_a_thousand_seeds() {
    every_part(&(1..=1_000));
}

#[test]
#[should_panic(expected = "the verdict is no mate, a mate is true: seed 1: ")]
fn a_treatment_that_keeps_no_mates_of_one_path_for_all_is_found() {
    testing::assert_answers_hold(&Mobility as &AnyHeuristic, || Ignore.copied(), 1, 0, 1_000_000);
}

/// Calls every position a no-mate before it is searched.
struct Hopeless;

impl DfpnHeuristic for Hopeless {
    fn initial(&self, _: &MateNode<'_>) -> Numbers {
        Numbers::DISPROVED
    }
}

#[test]
fn numbers_that_claim_an_answer_are_no_answer() {
    // The solver treats initial numbers as guesses, whatever they are.
    let cycles = DependenceTable::default();
    assert!(testing::assert_answers_hold(&Hopeless as &AnyHeuristic, || cycles.copied(), 1, 0, 20_000) > 0);
}

#[test]
fn odds_beyond_all_numbers_are_taken_for_the_largest() {
    let mut odds = Odds::default();
    odds.weights[0] = -1e10;
    nodes(&odds, 1);
}

/// Senseless costs, on moves of both sides.
struct Wild;

impl DfpnHeuristic for Wild {
    fn initial(&self, at: &MateNode<'_>) -> Numbers {
        Odds::default().initial(at)
    }

    fn edge(&self, pos: &Position, _: Color, mv: Move) -> u16 {
        let code = mix(pos.board_key() ^ u64::from(mv.bits()));
        [0, 0, 1, 2, 7, 50][(code % 6) as usize]
    }
}

/// Nodes of the first `count` committed problems, all of which must be found to be mates.
fn nodes(heuristic: &AnyHeuristic, count: usize) -> Vec<u64> {
    let builder = with(heuristic, DependenceTable::default()).hash_mb(4).nodes(1_000_000);
    let mut solver = builder.build().expect("there is memory");
    let nodes = |mut problem: Problem| {
        solver.clear();
        let solution = solver.solve(&mut problem.pos);
        assert!(matches!(solution.verdict, Verdict::Mate { .. }), "{}", problem.name);
        solution.nodes
    };
    problems(MATES).into_iter().take(count).map(nodes).collect()
}

#[test]
fn a_cost_of_nothing_changes_no_node_and_a_cost_does() {
    let plain = nodes(&Odds::default(), usize::MAX);
    assert_eq!(nodes(&FarDrops { inner: Odds::default(), cost: 0 }, usize::MAX), plain);
    assert_ne!(nodes(&FarDrops { inner: Odds::default(), cost: 4 }, usize::MAX), plain);
}

/// A position: board and attacker's hand.
type Name = (Key, Hand);

/// No-mates in a map that forgets nothing, each with the positions it depends on if they are few, the code of the path it was found on,
/// and what was found.
#[derive(Clone, Default)]
struct Unbounded {
    found: HashMap<Name, (Option<Vec<Name>>, u64, DependentNoMate)>,
    recalled: Arc<AtomicU32>,
}

impl CyclePolicy for Unbounded {
    fn new_search(&mut self) {
        self.found.clear();
    }

    fn recall(&mut self, context: &SearchContext<'_>, at: Name) -> CycleRecall {
        let Some((names, code, found)) = self.found.get(&at) else { return CycleRecall::Nothing };
        let depends = |&at: &Name| match context.depth_of(at) {
            Some(depth) => Some(Dependence::on(depth)),
            None => context.is_no_mate(at).then_some(Dependence::NONE),
        };
        let dependence = match names {
            Some(names) => names.iter().try_fold(Dependence::NONE, |all, one| Some(all.union(depends(one)?))),
            None => (*code == context.path_code()).then_some(Dependence::unnamed(found.dependence.least())),
        };
        let Some(dependence) = dependence else { return CycleRecall::Elsewhere };
        assert!(dependence.is_none() || dependence.least() <= context.depth());
        self.recalled.fetch_add(1, Ordering::Relaxed);
        CycleRecall::NoMate { dependence, most: found.most }
    }

    fn record(&mut self, context: &SearchContext<'_>, at: Name, found: &DependentNoMate) -> CycleKeep {
        assert!(!found.dependence.is_none() && found.most.covers(at.1) && found.work > 0);
        let names = found.dependence.depths().map(|depths| depths.map(|depth| context.at(depth)).collect());
        self.found.insert(at, (names, context.path_code(), *found));
        CycleKeep::PathDependent
    }

    fn reply(&self, at: Name) -> Option<Move> {
        self.found.get(&at)?.2.reply
    }
}

#[test]
fn a_policy_of_every_constructor_and_accessor_is_never_wrong() {
    let policy = Unbounded::default();
    let recalled = Arc::clone(&policy.recalled);
    let mut solver = with(odds(), policy).hash_mb(1).nodes(3_000).build().expect("there is memory");
    let solved = decided(&mut solver, [REGRESSIONS, NOMATES, ZUKO_MUSO].into_iter().flat_map(problems));
    let recalled = recalled.load(Ordering::Relaxed);
    assert!(solved >= 20 && recalled > 100, "{solved} solved, {recalled} recalled");
}
