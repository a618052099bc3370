//! What the fields of quiescence change, each on a small board made for it; superior repetition; values of single nodes.

use crate::common::{FINE, POSITIONS, any, position, positions, table, watched};
use komadai_core::{Move, Value};
use komadai_search::{
    Candidates, Depth, First, ForwardPruning, Futility, Leaf, Limits, MoveMemory, Node, Observer, PlainDepth,
    Probe, Quiescence, Searcher,
};

/// Value of quiescence under these rules, less that of standing pat.
fn gain(sfen: &str, rules: Quiescence) -> i32 {
    let pos = position(sfen);
    let value = Searcher::new(FINE).leaf(Leaf::Quiescence(rules)).quiescence(&pos);
    let still =
        Searcher::new(FINE).leaf(Leaf::Quiescence(Quiescence { max_plies: 0, ..rules })).quiescence(&pos);
    (value - still).cp()
}

#[test]
fn from_a_given_ply_on_only_what_was_just_moved_is_taken() {
    // The gold may take a pawn, but then a rook takes the gold that stands alone at 8h.
    let hanging = "4k4/1r7/7p1/7G1/9/9/9/1G7/4K4 b - 1";
    assert_eq!(gain(hanging, Quiescence::PLAIN), 0);
    assert_eq!(gain(hanging, Quiescence { recaptures_from: 2, ..Quiescence::PLAIN }), 0);
    assert_eq!(gain(hanging, Quiescence { recaptures_from: 1, ..Quiescence::PLAIN }), 200);
    // Without a move before it, the first ply has nothing to take back: everything is tried.
    assert_eq!(gain(hanging, Quiescence { recaptures_from: 0, ..Quiescence::PLAIN }), 200);
    // What was just moved is taken however late: a silver for a gold.
    let guarded = "4k4/7p1/7g1/7S1/9/9/9/9/4K4 b - 1";
    assert_eq!(gain(guarded, Quiescence { recaptures_from: 0, ..Quiescence::PLAIN }), 100);
}

#[test]
fn quiet_answers_to_a_check_are_counted_once_one_is_not_mated() {
    // The dragon takes a pawn with check and attacks the knight; only one answer guards it, the silver's drop on 5b,
    // the last one generated.
    let fork = "4k4/9/4pn3/9/9/9/9/4+R4/4K4 b s 1";
    let with = |quiet_answers| gain(fork, Quiescence { quiet_answers, ..Quiescence::PLAIN });
    let (all, one, none) = (with(usize::MAX), with(1), with(0));
    assert_eq!((all, one, none), (200, 1_000, 1_000));
    assert_eq!(gain(fork, Quiescence::default()), with(2));
}

#[test]
fn a_mate_in_one_is_seen_a_ply_earlier_where_it_is_looked_for() {
    // White is mated in two plies whatever it does; the mating drop is no capture.
    let pos = position("8k/9/7GP/9/9/9/9/9/4K4 w 2R2B3G4S4N4L17P 1");
    let value = |mate_plies, depth| {
        let rules = Quiescence { mate_plies, ..Quiescence::PLAIN };
        Searcher::new(FINE).leaf(Leaf::Quiescence(rules)).search(&pos, &Limits::depth(depth)).value
    };
    assert!(!value(0, 1).is_mate());
    assert_eq!((value(1, 1), value(0, 3)), (Value::mated_in(2), Value::mated_in(2)));
}

/// Recalls one move for each ply, and skips all others.
#[derive(Clone, Copy)]
struct Script(&'static [&'static str]);

impl Script {
    fn of(self, at: &Node<'_>) -> Option<Move> {
        self.0.get(at.ply()).map(|text| text.parse().unwrap())
    }
}

impl MoveMemory for Script {
    fn recall(&self, at: &Node<'_>, out: &mut Candidates) {
        self.of(at).into_iter().for_each(|mv| out.push(mv));
    }
}

impl ForwardPruning for Script {
    fn prune(&self, _: &mut dyn Probe) -> Option<(Value, &'static str)> {
        None
    }

    fn skip(&self, at: &Node<'_>, mv: Move, _: usize) -> Option<&'static str> {
        self.of(at).filter(|&only| only != mv).map(|_| "script")
    }
}

#[test]
fn a_board_that_comes_again_with_less_in_hand_counts_as_lost_where_that_is_wanted() {
    // Black drops two pawns, White's rook takes both on its way there and back.
    let thrown = "8k/9/4r4/9/9/9/9/9/K8 b 2P 1";
    // The same way round, begun at White's turn: it holds more at the end.
    let gained = "8k/9/4r4/4P4/9/9/9/9/K8 w 2P 1";
    let cases: [(&str, &'static [&str], i32, i32); 2] = [
        (thrown, &["P*5d", "5c5d", "P*5c", "5d5c"], -200, -28_000),
        (gained, &["5c5d", "P*5c", "5d5c", "P*5d"], 200, 28_000),
    ];
    for (sfen, line, change, counted) in cases {
        let pos = position(sfen);
        let still = Searcher::new(FINE).leaf(Leaf::Static).value(
            &pos,
            Depth::ZERO,
            -Value::INFINITE,
            Value::INFINITE,
            &Limits::none(),
        );
        for (superior, want) in [(false, still.unwrap().cp() + 2 * change), (true, counted)] {
            let report = any(FINE, PlainDepth::UNIFORM, Script(line), First(Script(line)))
                .leaf(Leaf::Static)
                .superior_repetition(superior)
                .search(&pos, &Limits { lines: 593, ..Limits::depth(4) });
            let root = report.moves.iter().find(|root| root.mv.to_string() == line[0]).unwrap();
            assert_eq!(root.value.cp(), want, "{sfen}, switch {superior}: {:?}", root.pv);
        }
    }
}

#[test]
fn a_value_asked_singly_is_that_of_the_search_and_bounds_are_bounds() {
    let none = Limits::none();
    let searcher = || Searcher::new(FINE).depth_policy(PlainDepth::UNIFORM);
    for (name, pos) in &positions()[..4] {
        let (least, most) = (-Value::INFINITE, Value::INFINITE);
        let value = searcher().search(pos, &Limits::depth(2)).value;
        let ask = |alpha, beta| searcher().value(pos, Depth::plies(2), alpha, beta, &none).unwrap();
        assert_eq!(ask(least, most), value, "{name}");
        let one = Value::from_cp(1);
        let (above, below) = (ask(value - one, value), ask(value, value + one));
        assert!(above >= value && below <= value, "{name}: {below:?} {value:?} {above:?}");
        let exchanges = searcher().value(pos, Depth::ZERO, least, most, &none).unwrap();
        assert_eq!(exchanges, searcher().quiescence(pos), "{name}");
        let few = searcher().value(pos, Depth::plies(2), least, most, &Limits::nodes(5));
        assert_eq!(few, None, "{name}: five nodes are not enough");
    }
}

#[test]
fn a_value_is_asked_with_any_budget() {
    let (least, most) = (-Value::INFINITE, Value::INFINITE);
    for (name, sfen) in &POSITIONS[..4] {
        let ask = |units| {
            let depth = Depth::from_units(units);
            Searcher::new(FINE).value(&position(sfen), depth, least, most, &Limits::nodes(800))
        };
        // Millions of plies would be as many nested calls of internal iterative deepening.
        assert_eq!(ask(i32::MAX), None, "{name}");
        assert!(ask(i32::MIN).is_some(), "{name}");
    }
}

#[test]
fn a_value_asked_singly_is_not_given_up_itself() {
    #[derive(Default)]
    struct Plies(Vec<usize>);
    impl Observer for Plies {
        fn pruned(&mut self, at: &Node<'_>, _: &'static str, _: Value) {
            self.0.push(at.ply());
        }
    }
    let pos = position(POSITIONS[1].1);
    let mut plies = Plies::default();
    let searcher = any(FINE, PlainDepth::default(), <Futility>::default(), ()).table(Some(table()));
    // Far above beta: at any other node futility would say so at once.
    let beta = Value::from_cp(-5_000);
    let (alpha, limits) = (beta - Value::from_cp(1), Limits::none());
    let value = watched(searcher, &mut plies).value(&pos, Depth::plies(3), alpha, beta, &limits);
    assert!(value.unwrap() >= beta);
    assert!(!plies.0.contains(&0));
}
