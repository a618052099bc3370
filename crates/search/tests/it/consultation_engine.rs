//! Consultations behind [`Engine`]: what they report, and that their limits are those of any other engine.

use core::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::common::{AnyEngine, FINE, Material, Memory, POSITIONS, by, position, positions};
use komadai_core::{Move, Position, Tracked, Value};
use komadai_search::{Consultation, Engine, Ensemble, Limits, Noise, Ponder, Report, Searcher, tally};

const NOISE: Noise = Noise { sigma: Value::from_cp(120), seed: 11 };

fn voters<const N: usize>(first: usize) -> Consultation<Material, N, Memory> {
    Consultation::of(Searcher::new(FINE).memory(None)).noise(NOISE).first_element(first)
}

fn eight() -> Consultation<Material, 8, Memory> {
    voters(0)
}

fn eight_apart() -> Ensemble<AnyEngine<'static>> {
    Ensemble::of(8, |i| Box::new(voters::<1>(i)) as AnyEngine<'_>)
}

/// The report, and (depth, nodes, first line) of each call of `progress`.
fn watched(engine: &mut dyn Engine, pos: &Position, limits: &Limits) -> (Report, Vec<(u32, u64, String)>) {
    let mut seen = Vec::new();
    let report = engine.search_game(Tracked::new(pos.clone()), limits, &mut |progress| {
        let line = progress.lines.first().map(|line| line.mv.to_string()).unwrap_or_default();
        seen.push((progress.depth, progress.nodes, line));
    });
    (report, seen)
}

#[test]
fn each_iteration_of_a_consultation_shows_its_winner() {
    for (name, pos) in &positions()[..2] {
        let heard = eight().search(pos, &Limits::depth(3)).report;
        let (report, seen) = watched(&mut eight(), pos, &Limits::depth(3));
        assert_eq!((report.best, report.nodes), (heard.best, heard.nodes), "{name}");
        let depths: Vec<u32> = seen.iter().map(|seen| seen.0).collect();
        assert_eq!(depths, (1..=heard.depth).collect::<Vec<_>>(), "{name}");
        let winners: Vec<String> = (1..=heard.depth)
            .map(|depth| eight().search(pos, &Limits::depth(depth)).report)
            .map(|heard| heard.best.unwrap().to_string())
            .collect();
        assert_eq!(seen.iter().map(|seen| seen.2.clone()).collect::<Vec<_>>(), winners, "{name}");
        assert!(seen.windows(2).all(|pair| pair[0].1 < pair[1].1));
    }
}

#[test]
fn an_ensemble_plays_the_vote_of_its_members_at_equal_depth() {
    for (name, pos) in positions() {
        let (best, reports) = eight_apart().search(&pos, &Limits::depth(2));
        let (report, seen) = watched(&mut eight_apart(), &pos, &Limits::depth(2));
        assert_eq!((report.best, report.moves.first().map(|root| root.mv)), (best, best), "{name}");
        assert_eq!(report.nodes, reports.iter().map(|one| one.nodes).sum::<u64>(), "{name}");
        assert_eq!((seen.len(), seen[7].1), (8, report.nodes), "{name}");
        assert_eq!(report.pv.first().copied(), best, "{name}");
        let first = reports.iter().find(|one| one.best == best).unwrap();
        assert_eq!((report.value, &report.pv), (first.value, &first.pv), "{name}");
        // Every move that got a vote is listed, the winner first.
        let votes: Vec<_> = reports
            .iter()
            .map(|one| komadai_search::Vote { mv: one.best.unwrap(), value: one.value })
            .collect();
        let listed: Vec<_> = report.moves.iter().map(|root| root.mv).collect();
        assert_eq!(listed, tally(&votes).iter().map(|tally| tally.mv).collect::<Vec<_>>(), "{name}");
    }
}

#[test]
fn limits_hold_and_leave_a_legal_move() {
    let pos = position(POSITIONS[2].1);
    for nodes in [0, 1, 7, 100, 5_000] {
        let (report, _) = watched(&mut eight(), &pos, &Limits::nodes(nodes));
        assert!(report.nodes <= nodes && pos.is_legal(report.best.unwrap()), "{report:?}");
        assert!(report.moves.iter().all(|voted| pos.is_legal(voted.mv)), "{report:?}");
        // Members share the nodes, and use them up.
        let (report, _) = watched(&mut eight_apart(), &pos, &Limits::nodes(nodes));
        assert!(report.nodes == nodes && pos.is_legal(report.best.unwrap()), "{report:?}");
    }
    // If there are nodes for an iteration, members vote.
    let (report, _) = watched(&mut eight_apart(), &pos, &Limits::nodes(40_000));
    assert!(report.value > -Value::INFINITE && report.depth > 0 && !report.moves.is_empty(), "{report:?}");
    // White is mated.
    let mated = position("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1");
    assert_eq!(watched(&mut eight(), &mated, &Limits::depth(2)).0.best, None);
}

#[test]
fn members_of_an_ensemble_forget_together() {
    let pos = position(POSITIONS[1].1);
    let mut ensemble = Ensemble::of(8, |i| voters::<1>(i).table(1).unwrap());
    let first = watched(&mut ensemble, &pos, &Limits::depth(2));
    ensemble.clear();
    assert_eq!(watched(&mut ensemble, &pos, &Limits::depth(2)).1, first.1);
}

#[test]
fn members_after_a_ponder_hit_share_what_it_gave() {
    let (ponder, told): (_, Mutex<Vec<Limits>>) = (Arc::new(Ponder::default()), Mutex::default());
    // The first one triggers the hit; each notes its limits.
    let mut three = Ensemble::of(3, |_| {
        by(|_, limits, _| {
            ponder.hit(Some(Duration::from_secs(20)), Some(Duration::from_secs(100)));
            told.lock().unwrap().push(limits.clone());
            Report::default()
        })
    });
    let limits = Limits { ponder: Some(Arc::clone(&ponder)), ..Limits::none() };
    watched(&mut three, &Position::startpos(), &limits);
    let told = told.lock().unwrap();
    assert!(told[0].ponder.is_some() && told[1].ponder.is_none() && told[2].ponder.is_none());
    let between = |time: Option<Duration>, low, high| (low..=high).contains(&time.unwrap().as_secs());
    assert!(between(told[1].soft_time, 9, 10) && between(told[1].time, 49, 50), "{told:?}");
    assert!(between(told[2].soft_time, 19, 20) && between(told[2].time, 99, 100), "{told:?}");
}

#[test]
fn a_stopped_consultation_leaves_a_legal_move() {
    let pos = position(POSITIONS[1].1);
    let limits = Limits { stop: Some(Arc::new(AtomicBool::new(true))), ..Limits::none() };
    for engine in [&mut eight() as &mut dyn Engine, &mut eight_apart()] {
        let (report, seen) = watched(engine, &pos, &limits);
        assert!(pos.is_legal(report.best.unwrap()) && report.moves.is_empty(), "{report:?}");
        assert!(seen.is_empty(), "{seen:?}");
    }
}

#[test]
fn a_vote_beside_a_member_that_searched_nothing_is_a_value_that_was_searched() {
    let mate = position("4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
    let limits = [Limits { nodes: Some(0), ..only("G*5b") }, only("G*5b")];
    let mut two = Ensemble::of(2, |i| {
        let (mut inner, own) = (Searcher::new(FINE), &limits[i]);
        by(move |board, _, progress| inner.search_game(board, own, progress))
    });
    let (report, _) = watched(&mut two, &mate, &Limits::none());
    assert_eq!((report.value, report.searched()), (Value::mate_in(1), Some(Value::mate_in(1))), "{report:?}");
}

/// A search of one move alone, two plies deep.
fn only(mv: &str) -> Limits {
    Limits { root_moves: Some([mv.parse::<Move>().unwrap()].into()), ..Limits::depth(2) }
}

#[test]
fn what_some_moves_are_worth_is_not_kept_as_the_value_of_the_position() {
    // Black, who mates by G*5b, searches another move; then White searches the position before.
    let mut engine = eight().table(1).unwrap();
    engine.search(&position("4k4/9/4P4/9/9/9/9/9/4K4 b G 3"), &only("5i5h"));
    let before = position("5k3/9/4P4/9/9/9/9/9/4K4 w G 2");
    assert_eq!(engine.search(&before, &only("4a5a")).report.value, Value::mated_in(2));
}
