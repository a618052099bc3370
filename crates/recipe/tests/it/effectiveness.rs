//! Tallies of killers count what the killers themselves saw.

use komadai_core::{Move, Position, Value};
use komadai_eval::Material;
use komadai_recipe::watch::effectiveness::{Effectiveness, Tally};
use komadai_search::{
    Bound, Candidates, Depth, First, Limits, MoveMemory, Node, NodeCount, Observer, Outcome, Searcher,
};

/// Always recalls the same moves and counts by hand where they were legal and right.
#[derive(Default)]
struct Always {
    moves: Vec<Move>,
    right: u64,
}

impl MoveMemory for Always {
    fn recall(&self, _: &Node<'_>, out: &mut Candidates) {
        for &mv in &self.moves {
            out.push(mv);
        }
    }

    fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
        let known = outcome.bound != Bound::Upper && at.ply() > 0;
        self.right += u64::from(known && self.moves.contains(&outcome.best));
    }
}

fn always(moves: &[&str]) -> Always {
    Always { moves: moves.iter().map(|text| text.parse().expect("a move")).collect(), right: 0 }
}

type Watched = Effectiveness<fn(&Node<'_>, Depth) -> usize, fn(&Node<'_>, Move) -> usize>;

/// Three bins by plies spent, captures apart from other moves; all tests have one type of search.
fn watch(killer: &mut Always, plies: u32) -> (Watched, NodeCount) {
    let ply = |_: &Node<'_>, spent: Depth| spent.whole_plies() as usize;
    let mut seen: Watched = Effectiveness::new(3, ply, 2, |at, mv| usize::from(at.is_capture(mv)));
    let mut nodes = NodeCount::default();
    Searcher::new(Material::default())
        .memory(First(killer))
        .observer((&mut seen, &mut nodes))
        .search(&Position::startpos(), &Limits::depth(plies));
    (seen, nodes)
}

#[test]
fn what_was_best_or_cut_is_counted_as_the_memory_itself_saw_it_and_adds_up() {
    let mut killer = always(&["3c3d", "7g7f", "8c8d"]);
    let (seen, nodes) = watch(&mut killer, 4);
    let all = seen.all;
    assert_eq!(all.best + all.cut, killer.right);
    assert!(killer.right > 0 && all.legal > killer.right, "{all:?}");
    assert!(all.rate() < all.rate_where_known() && all.rate_where_known() <= 1.0, "{all:?}");
    assert_eq!(seen.bins.iter().copied().sum::<Tally>(), all);
    assert_eq!(seen.categories.iter().map(|category| category.recalled).sum::<Tally>(), all);
    // The root asks no memory; depths beyond the last bin count there.
    let [root, near, far] = &seen.bins[..] else { panic!("three bins") };
    assert!(*root == Tally::default() && near.legal > 0 && far.legal > near.legal, "{:?}", seen.bins);
    let right: u64 = seen.categories.iter().map(|category| category.right).sum();
    assert!(nodes.cuts <= right && right <= nodes.inner, "{right} {nodes:?}");
}

#[test]
fn without_killers_the_baseline_alone_is_counted() {
    let (seen, _) = watch(&mut always(&[]), 4);
    assert_eq!(seen.all, Tally::default());
    assert!(seen.all.rate().is_nan());
    assert!(seen.categories.iter().all(|category| category.right > 0));
}

#[test]
fn a_move_behind_a_cut_was_not_asked() {
    let pos = Position::startpos();
    let moves: Vec<Move> = ["7g7f", "2g2f"].iter().map(|text| text.parse().unwrap()).collect();
    let mut seen = Effectiveness::new(1, |_, _| 0, 1, |_, _| 0);
    let mut recalled = Candidates::default();
    for &mv in &moves {
        recalled.push(mv);
    }
    let path = [komadai_search::Step::PASS];
    let at = Node { path: &path, tried: &moves[..1], depth: Depth::PLY, ..Node::new(&pos) };
    let outcome = |bound| Outcome { best: moves[0], value: Value::ZERO, bound };
    seen.leave(&at, &recalled, 2, &outcome(Bound::Lower));
    assert_eq!(seen.all, Tally { legal: 1, best: 0, cut: 1, open: 0 });
    seen.leave(&Node { tried: &moves, ..at }, &recalled, 2, &outcome(Bound::Exact));
    assert_eq!(seen.all, Tally { legal: 3, best: 1, cut: 1, open: 0 });
    seen.leave(&Node { tried: &moves, ..at }, &recalled, 1, &outcome(Bound::Upper));
    assert_eq!(seen.all, Tally { legal: 4, best: 1, cut: 1, open: 1 });
}
