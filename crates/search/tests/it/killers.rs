//! Killers near the leaves: how quiescence reports its nodes, and which killers it admits by price.

use crate::common::{FINE, any, positions, watched};
use komadai_core::{Move, Position};
use komadai_search::policy::{Bits, RealizationProbability};
use komadai_search::{
    Bound, BrotherBest, Candidates, Depth, First, Likely, Limits, MoveMemory, Node, NodeCount, Observer,
    Outcome, Phases, PlainDepth,
};

/// Counts ends of nodes, and those of quiescence if it asks for them.
#[derive(Default)]
struct Ends {
    asks: bool,
    main: u64,
    quiet: u64,
    recalled: u64,
}

impl Observer for Ends {
    fn leave(&mut self, at: &Node<'_>, recalled: &Candidates, legal: usize, outcome: &Outcome) {
        assert!(at.tried.contains(&outcome.best));
        assert_eq!(outcome.bound == Bound::Upper, outcome.value <= at.alpha);
        assert!(recalled.iter().take(legal).all(|mv| at.pos.is_legal(mv)));
        if at.depth > Depth::ZERO {
            self.main += 1;
            assert!(!recalled.iter().skip(legal).any(|mv| at.pos.is_legal(mv)));
        } else {
            self.quiet += 1;
            self.recalled += legal as u64;
        }
    }

    fn in_quiescence(&self) -> bool {
        self.asks
    }
}

#[test]
fn quiescence_tells_how_its_nodes_ended_to_those_who_ask_and_to_nobody_else() {
    for (case, pos) in positions() {
        let search = |asks| {
            let (mut ends, mut count) = (Ends { asks, ..Ends::default() }, NodeCount::default());
            let mut both = (&mut ends, Some(&mut count));
            let killer = Phases::everywhere(BrotherBest::<1>::new());
            let searcher = any(FINE, PlainDepth::default(), (), killer);
            let report = watched(searcher, &mut both).search(&pos, &Limits::nodes(10_000));
            (ends, count, report.nodes)
        };
        let ((silent, count, nodes), (told, same_count, same_nodes)) = (search(false), search(true));
        assert_eq!((count, nodes), (same_count, same_nodes), "{case}: the other observer hears no more");
        assert_eq!((silent.main, silent.quiet), (told.main, 0), "{case}");
        // The position of drops has nothing to take.
        assert!(told.quiet > 0 && told.recalled > 0 || case == "drops", "{case}: {}", told.quiet);
    }
}

/// Recalls pawn moves at the edge.
#[derive(Clone)]
struct Edge;

impl Edge {
    fn moves() -> [Move; 2] {
        ["9g9f", "1c1d"].map(|text| text.parse().unwrap())
    }
}

impl MoveMemory for Edge {
    fn recall(&self, _: &Node<'_>, out: &mut Candidates) {
        out.push("5e5d".parse().unwrap());
        for mv in Edge::moves() {
            out.push(mv);
        }
    }
}

/// Counts how often quiescence played one of those.
#[derive(Default)]
struct Played(u64);

impl Observer for Played {
    fn leave(&mut self, at: &Node<'_>, _: &Candidates, _: usize, _: &Outcome) {
        self.0 += u64::from(at.depth <= Depth::ZERO && at.tried.iter().any(|mv| Edge::moves().contains(mv)));
    }

    fn in_quiescence(&self) -> bool {
        true
    }
}

#[test]
fn quiescence_admits_a_recalled_move_as_far_as_its_price_fits() {
    let played = |surprise, tail, recalled_tail| {
        let mut played = Played::default();
        let policy = RealizationProbability { tail, recalled_tail, ..RealizationProbability::tacos() };
        let edge = First(Phases::everywhere(Likely { inner: Edge, surprise }));
        watched(any(FINE, policy, (), edge), &mut played).search(&Position::startpos(), &Limits::depth(2));
        played.0
    };
    let (none, likely) = (Depth::ZERO, Bits::ONE);
    assert_eq!(played(Bits::NEVER, none, none), 0, "captures alone");
    assert_eq!(played(Bits::NEVER, none, Depth::NEVER), 0, "no probability, no price");
    assert_eq!(played(likely, none, none), 0, "no tail");
    let [short, long, all] =
        [Depth::PLY, Depth::plies(3), Depth::NEVER].map(|tail| played(likely, none, tail));
    assert!(0 < short && short < long && long <= all, "{short} {long} {all}");
    let unlikely = Bits::from_units(8 * Bits::UNITS);
    assert_eq!(played(unlikely, none, Depth::from_units(20)), 0, "too dear");
    assert!(played(likely, Depth::PLY, none) > played(Bits::NEVER, Depth::PLY, none), "in the tail of all");
}
