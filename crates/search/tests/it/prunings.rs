//! Every forward pruning against a scripted handle: when it asks, what it asks, and what it does with the answer.

use crate::common::fake::{Asked, Fake, board, closed, cp, just_below, mv, window};
use komadai_core::{Mate, Move, Position, Value};
use komadai_search::pruning::{Cut, FixedMargin, LinearMargin};
use komadai_search::{
    CaptureCut, Delta, Depth, ExchangePruning, ForwardPruning, Futility, LateMovePruning, MarginModel,
    MateSearch, Node, NullMove, NullWindowPass, ProbCut, QuietProbCut, Razoring, Side, Step,
};

/// The answer of a pruning, and its questions.
fn ask(pruning: &impl ForwardPruning, mut probe: Fake<'_>) -> (Option<Value>, Vec<Asked>) {
    let value = pruning.prune(&mut probe);
    (value.map(|(value, _)| value), probe.asked)
}

/// Nodes like this one are given up, but not in check, with an open window or next to mate values, where nothing is
/// asked.
fn assert_left_alone_where_it_must_be<'a>(
    pruning: &impl ForwardPruning,
    fake: impl Fn(Node<'a>) -> Fake<'a>,
    at: Node<'a>,
) {
    assert!(ask(pruning, fake(at)).0.is_some(), "not given up at all");
    for (case, node) in [
        ("in check", Node { in_check: true, ..at }),
        ("open window", window(at, cp(-50), cp(50))),
        ("mate wanted", window(at, Value::mate_in(9) - cp(1), Value::mate_in(9))),
        ("mate feared", window(at, Value::mated_in(9), Value::mated_in(9) + cp(1))),
    ] {
        assert_eq!(ask(pruning, fake(node)), (None, Vec::new()), "{case}");
    }
}

#[test]
fn nodes_far_above_beta_are_futile_by_the_linear_margin() {
    let pos = board();
    let futility = Futility::default();
    // 100 + 80 a ply; beta is 1.
    for (depth, margin) in [(Depth::PLY, 180), (Depth::plies(6), 580), (Depth::from_units(96), 220)] {
        let given_up = |static_value| ask(&futility, Fake::new(closed(&pos, depth, static_value))).0;
        assert_eq!(given_up(1 + margin), Some(cp(1)), "{depth}");
        assert_eq!(given_up(1 + margin + 70), Some(cp(71)), "{depth}");
        assert_eq!(given_up(margin), None, "{depth}");
    }
    let deeper = closed(&pos, Depth::plies(6) + Depth::from_units(1), 5_000);
    assert_eq!(ask(&futility, Fake::new(deeper)).0, None);
    let unknown = Node { static_value: None, ..closed(&pos, Depth::PLY, 0) };
    assert_eq!(ask(&futility, Fake::new(unknown)).0, None);
    let at = closed(&pos, Depth::PLY, 5_000);
    assert_eq!(ask(&Futility { nodes: false, ..futility }, Fake::new(at)).0, None);
    assert!(ask(&Futility { moves: false, ..futility }, Fake::new(at)).0.is_some());
    assert_left_alone_where_it_must_be(&futility, Fake::new, at);
}

#[test]
fn quiet_moves_far_below_alpha_are_futile() {
    let pos = board();
    let futility = Futility::default();
    let at = |static_value| closed(&pos, Depth::plies(2), static_value);
    let quiet = |node: Node<'_>, futility: &Futility| futility.skip_quiets(&node, 1).is_some();
    assert!(quiet(at(-260), &futility) && !quiet(at(-259), &futility));
    assert!(
        futility.skip(&at(-5_000), mv("2h2c"), 1).is_none(),
        "moves that are not quiet are not its concern"
    );
    let low = at(-5_000);
    assert!(!quiet(low, &Futility { moves: false, ..futility }));
    assert!(quiet(low, &Futility { nodes: false, ..futility }));
    for (case, node) in [
        ("in check", Node { in_check: true, ..low }),
        ("too deep", Node { depth: Depth::plies(6) + Depth::from_units(1), ..low }),
        ("mate", window(low, Value::mated_in(5), Value::mated_in(5) + cp(1))),
        ("no evaluation", Node { static_value: None, ..low }),
    ] {
        assert!(!quiet(node, &futility), "{case}");
    }
    let open = window(low, cp(0), cp(2));
    assert!(quiet(open, &futility) && !quiet(open, &Futility { open: false, ..futility }));
    assert_eq!(
        ask(&futility, Fake::new(window(at(5_000), cp(0), cp(2)))).0,
        None,
        "no node with an open window"
    );
}

#[test]
fn razoring_lets_exchanges_confirm_what_the_evaluation_says() {
    let pos = board();
    let razoring = Razoring { per_square: cp(150), ..Razoring::default() };
    let fake = |at| Fake { verify: cp(-7), ..Fake::new(at) };
    // 300 + 150 × depth².
    for (depth, margin) in
        [(Depth::PLY, 450), (Depth::plies(2), 900), (Depth::plies(5), 4_050), (Depth::from_units(96), 600)]
    {
        let (value, asked) = ask(&razoring, fake(closed(&pos, depth, -margin)));
        assert_eq!(value, Some(cp(-7)), "{depth}");
        assert_eq!(asked, [Asked::Verify(Depth::ZERO, Value::ZERO, cp(1))], "{depth}");
        assert_eq!(ask(&razoring, fake(closed(&pos, depth, 1 - margin))), (None, vec![]), "{depth}");
    }
    let at = closed(&pos, Depth::PLY, -5_000);
    for (answer, value) in [(0, Some(Value::ZERO)), (1, None)] {
        let (given_up, asked) = ask(&razoring, Fake { verify: cp(answer), ..Fake::new(at) });
        assert_eq!((given_up, asked.len()), (value, 1), "exchanges say {answer}");
    }
    let deeper = Node { depth: Depth::plies(5) + Depth::from_units(1), ..at };
    assert_eq!(ask(&razoring, fake(deeper)), (None, vec![]));
    assert_left_alone_where_it_must_be(&razoring, fake, at);
}

#[test]
fn a_pass_is_searched_three_plies_less_deep_and_more_with_more_budget() {
    let pos = board();
    let null = NullMove { reduction: Depth::plies(3), ..NullMove::default() };
    let fake = |at| Fake { pass: cp(40), ..Fake::new(at) };
    for (depth, behind) in [(2, -2), (3, -1), (4, -1), (7, 2), (8, 2), (12, 5)] {
        let (value, asked) = ask(&null, fake(closed(&pos, Depth::plies(depth), 1)));
        assert_eq!((value, asked), (Some(cp(40)), vec![Asked::Pass(Depth::plies(behind), cp(1))]), "{depth}");
    }
    let at = closed(&pos, Depth::plies(4), 1);
    for (pass, value) in [(cp(1), Some(cp(1))), (cp(0), None), (Value::mate_in(7), Some(Value::MAX_EVAL))] {
        assert_eq!(ask(&null, Fake { pass, ..Fake::new(at) }).0, value, "the pass gives {pass:?}");
    }
    for (case, node) in [
        ("too little budget", Node { depth: just_below(2), ..at }),
        ("after a pass", Node { path: &[Step::PASS], ..at }),
        ("below beta", Node { static_value: Some(cp(0)), ..at }),
        ("no evaluation", Node { static_value: None, ..at }),
    ] {
        assert_eq!(ask(&null, fake(node)), (None, vec![]), "{case}");
    }
    // Next to −mate every pass would do: there the answer would be no news, not a false one.
    assert_left_alone_where_it_must_be(&null, |node| Fake { pass: Value::MATE, ..Fake::new(node) }, at);
}

#[test]
fn probcut_asks_the_shallow_search_about_alpha_and_then_the_mate_solver() {
    let pos = board();
    let probcut = ProbCut::default();
    let fake = |verify| move |at| Fake { verify: cp(verify), mate: Mate::NoMate, ..Fake::new(at) };
    for depth in [Depth::plies(8), just_below(11)] {
        let (value, asked) = ask(&probcut, fake(-300)(closed(&pos, depth, 0)));
        let shallow = Asked::Verify(depth - Depth::plies(4), cp(-300), cp(-299));
        assert_eq!((value, asked), (Some(Value::ZERO), vec![shallow, Asked::Mate(100)]), "{depth}");
    }
    let at = closed(&pos, Depth::plies(8), 0);
    let (value, asked) = ask(&probcut, fake(-299)(at));
    assert_eq!((value, asked.len()), (None, 1), "not below the margin: the solver is not asked");
    let saved = Fake { mate: Mate::Mate(mv("G*5b")), ..fake(-300)(at) };
    assert_eq!(ask(&probcut, saved).0, None);
    let trusting = ProbCut { mate_nodes: 0, ..probcut.clone() };
    assert_eq!(ask(&trusting, fake(-300)(at)).1.len(), 1);
    for depth in [just_below(8), Depth::plies(11)] {
        assert_eq!(ask(&probcut, fake(-300)(Node { depth, ..at })), (None, vec![]), "{depth}");
    }
    // The margin may not reach into the mates.
    let edge = window(at, cp(-29_900), cp(-29_899));
    assert_eq!(ask(&probcut, fake(-29_999)(edge)), (None, vec![]));
    assert_left_alone_where_it_must_be(&probcut, fake(-9_000), at);
}

#[test]
fn multi_probcut_has_a_pair_for_every_depth_and_both_sides_of_the_window() {
    let pos = board();
    let multi = ProbCut::multi(FixedMargin::default());
    for (depth, shallow) in [(3, 1), (4, 2), (5, 2), (7, 4), (8, 4), (13, 9)] {
        let at = closed(&pos, Depth::plies(depth), 0);
        let shallow = Depth::plies(shallow);
        let (high, low) =
            (Asked::Verify(shallow, cp(300), cp(301)), Asked::Verify(shallow, cp(-300), cp(-299)));
        assert_eq!(ask(&multi, Fake { verify: cp(301), ..Fake::new(at) }), (Some(cp(1)), vec![high]));
        assert_eq!(ask(&multi, Fake { verify: cp(-300), ..Fake::new(at) }), (Some(cp(0)), vec![high, low]));
        assert_eq!(ask(&multi, Fake { verify: cp(300), ..Fake::new(at) }), (None, vec![high, low]));
        assert_eq!(ask(&multi, Fake { verify: cp(-299), ..Fake::new(at) }), (None, vec![high, low]));
    }
    for depth in [just_below(3), Depth::plies(14)] {
        assert_eq!(ask(&multi, Fake::new(closed(&pos, depth, 0))), (None, vec![]), "{depth}");
    }
    // A pair that leaves less than nothing leaves exchanges; any margin model will do.
    let cut = Cut { from: Depth::ZERO, below: Depth::plies(9), less: Depth::plies(4) };
    let linear = ProbCut { cuts: vec![cut], low: false, ..ProbCut::multi(LinearMargin::default()) };
    let (value, asked) =
        ask(&linear, Fake { verify: cp(261), ..Fake::new(closed(&pos, Depth::plies(2), 0)) });
    assert_eq!((value, asked), (Some(cp(1)), vec![Asked::Verify(Depth::ZERO, cp(260), cp(261))]));
}

/// Another margin on each side of the window.
struct Lopsided;

impl MarginModel for Lopsided {
    fn margin(&self, _: &Position, _: Depth, _: Depth, side: Side) -> Value {
        match side {
            Side::AboveBeta => cp(250),
            Side::BelowAlpha => cp(70),
        }
    }
}

#[test]
fn each_side_of_the_window_has_its_margin() {
    let pos = board();
    let at = closed(&pos, Depth::plies(8), 0);
    let probcut = ProbCut { high: true, ..ProbCut::with(Lopsided) };
    let (high, low) =
        (Asked::Verify(Depth::plies(4), cp(250), cp(251)), Asked::Verify(Depth::plies(4), cp(-70), cp(-69)));
    assert_eq!(ask(&probcut, Fake { verify: cp(251), ..Fake::new(at) }), (Some(cp(1)), vec![high]));
    let fake = Fake { verify: cp(-70), mate: Mate::NoMate, ..Fake::new(at) };
    assert_eq!(ask(&probcut, fake), (Some(cp(0)), vec![high, low, Asked::Mate(100)]));

    // Reverse futility claims above beta, extended futility and quiescence below alpha.
    let futility = Futility::with(Lopsided);
    let near = |value| Node { static_value: Some(cp(value)), ..closed(&pos, Depth::plies(2), 0) };
    assert_eq!(ask(&futility, Fake::new(near(251))).0, Some(cp(1)));
    assert_eq!(ask(&futility, Fake::new(near(250))).0, None);
    assert!(futility.skip_quiets(&near(-70), 1).is_some() && futility.skip_quiets(&near(-69), 1).is_none());
    let quiet = QuietProbCut { margin: Lopsided };
    let stops = |value| quiet.stop(&near(value)).map(|(value, _)| value);
    assert_eq!((stops(-70), stops(-69)), (Some(cp(0)), None));
}

#[test]
fn captures_cut_if_exchanges_and_then_a_shallow_search_stay_above() {
    let pos = board();
    let cut = CaptureCut { from_depth: Depth::plies(5), ..CaptureCut::default() };
    let fake = |at| Fake { tactical: &["2h2c", "2h2c+"], tried: |_, _| cp(201), ..Fake::new(at) };
    let asked_of = |text: &str, behind: i32| Asked::Try(mv(text), Depth::plies(behind), cp(201));
    // Beta and margin are 201. Taking the pawn wins 200, with promotion 550.
    let at = |static_value| closed(&pos, Depth::plies(5), static_value);
    assert_eq!(ask(&cut, fake(at(1))), (Some(cp(201)), vec![asked_of("2h2c", 0), asked_of("2h2c", 1)]));
    assert_eq!(ask(&cut, fake(at(0))), (Some(cp(201)), vec![asked_of("2h2c+", 0), asked_of("2h2c+", 1)]));
    assert_eq!(ask(&cut, fake(at(-350))), (None, vec![]));
    // Exchanges confirm only the second capture; the shallow search confirms none.
    let second = |mv: Move, depth| if mv.is_promotion() && depth == Depth::ZERO { cp(201) } else { cp(200) };
    let (value, asked) = ask(&cut, Fake { tried: second, ..fake(at(1)) });
    assert_eq!((value, asked), (None, vec![asked_of("2h2c", 0), asked_of("2h2c+", 0), asked_of("2h2c+", 1)]));
    assert_eq!(ask(&cut, fake(closed(&pos, just_below(5), 1))), (None, vec![]));
    assert_eq!(ask(&cut, fake(Node { static_value: None, ..at(1) })), (None, vec![]));
    let deep = closed(&pos, Depth::plies(9), 1);
    assert_eq!(ask(&cut, fake(deep)).1[1], asked_of("2h2c", 5));
    let edge = window(at(29_000), cp(29_850), cp(29_851));
    assert_eq!(ask(&cut, fake(edge)), (None, vec![]), "the margin would reach into the mates");
    assert_left_alone_where_it_must_be(&cut, fake, at(1));
}

#[test]
fn a_proven_mate_gives_a_node_up_with_a_mate_of_unknown_length() {
    let pos = board();
    let search = MateSearch::default();
    let at = closed(&pos, Depth::plies(4), 0);
    let fake = |mate| move |at| Fake { mate, ..Fake::new(at) };
    let mate = Mate::Mate(mv("G*5b"));
    let value = Value::MATE_OF_UNKNOWN_LENGTH;
    assert_eq!(ask(&search, fake(mate)(at)), (Some(value), vec![Asked::Mate(50)]));
    assert_eq!(ask(&search, fake(mate)(window(at, cp(-50), cp(50)))).0, Some(value));
    for no in [Mate::NoMate, Mate::Unknown] {
        assert_eq!(ask(&search, fake(no)(at)), (None, vec![Asked::Mate(50)]));
    }
    for (case, node) in [
        ("too little budget", Node { depth: just_below(4), ..at }),
        ("in check", Node { in_check: true, ..at }),
        ("a mate is known", window(at, Value::mate_in(9), Value::mate_in(9) + cp(1))),
    ] {
        assert_eq!(ask(&search, fake(mate)(node)), (None, vec![]), "{case}");
    }
}

#[test]
fn late_quiet_moves_are_left_out_sooner_where_nothing_improves() {
    let pos = board();
    let late = LateMovePruning { base: 3, ..LateMovePruning::default() };
    let at = |depth, improving| Node { improving, ..closed(&pos, depth, 0) };
    // 3 + depth², or half of it.
    for (depth, improving, enough) in [
        (Depth::PLY, true, 4),
        (Depth::PLY, false, 2),
        (Depth::plies(3), true, 12),
        (Depth::plies(3), false, 6),
        (Depth::plies(8), true, 67),
        (Depth::from_units(96), true, 5),
    ] {
        let node = at(depth, improving);
        assert!(late.skip_quiets(&node, enough).is_some(), "{depth} {improving}");
        assert!(late.skip_quiets(&node, enough - 1).is_none(), "{depth} {improving}");
    }
    let node = at(Depth::PLY, false);
    for (case, node) in [
        ("too deep", at(Depth::plies(8) + Depth::from_units(1), false)),
        ("in check", Node { in_check: true, ..node }),
        ("mated so far", window(node, Value::mated_in(5), Value::mated_in(5) + cp(1))),
        ("lost by perpetual check so far", window(node, -Value::MAX_EVAL, cp(-29_998))),
    ] {
        assert!(late.skip_quiets(&node, 500).is_none(), "{case}");
    }
    assert!(late.skip_quiets(&window(node, cp(-29_998), cp(-29_997)), 500).is_some());
    let open = window(node, cp(0), cp(2));
    let closed_only = LateMovePruning { open: false, ..late };
    assert!(late.skip_quiets(&open, 500).is_some() && closed_only.skip_quiets(&open, 500).is_none());
    assert_eq!(ask(&late, Fake::new(node)), (None, vec![]));
}

#[test]
fn moves_may_lose_more_by_exchange_the_more_budget_is_left() {
    let pos = board();
    let pruning = ExchangePruning { quiet: 20, capture: 100, ..ExchangePruning::default() };
    // G*2d loses a gold, 1200, and wins the pawn that takes it, 200: at 7 plies 980 may be lost, a little later 1,000.
    let at = |depth| closed(&pos, depth, 0);
    let bad = mv("G*2d");
    assert!(
        pruning.skip(&at(Depth::PLY), bad, 1).is_some()
            && pruning.skip(&at(Depth::plies(7)), bad, 1).is_some()
    );
    assert!(pruning.skip(&at(Depth::from_units(453)), bad, 1).is_none());
    assert!(pruning.skip(&at(Depth::plies(8) + Depth::from_units(1)), mv("G*5b"), 1).is_none());
    for safe in ["2h3h", "G*9e", "2h2c", "8d8c+"] {
        assert!(pruning.skip(&at(Depth::PLY), mv(safe), 1).is_none(), "{safe}");
    }
    let shallow = at(Depth::PLY);
    assert!(pruning.skip(&Node { in_check: true, ..shallow }, bad, 1).is_none());
    // If all moves lose by mate or perpetual check, none is left out.
    for (alpha, skips) in [(cp(-29_998), true), (-Value::MAX_EVAL, false), (Value::mated_in(5), false)] {
        let at = window(shallow, alpha, alpha + cp(1));
        assert_eq!(pruning.skip(&at, bad, 1).is_some(), skips, "{alpha}");
    }

    // The rook takes a guarded pawn, −1700; the silver promotes where it is taken: both count as captures.
    let pos: Position = "4k4/4g4/2S1p4/4R4/9/9/9/9/4K4 b - 1".parse().unwrap();
    let strict = ExchangePruning { quiet: 100_000, capture: 340, ..pruning };
    for (depth, skipped) in [(Depth::plies(4), true), (Depth::plies(5), false)] {
        assert_eq!(strict.skip(&closed(&pos, depth, 0), mv("5d5c"), 1).is_some(), skipped, "{depth}");
    }
    let pos: Position = "4k4/4g4/9/4S4/9/9/9/9/4K4 b - 1".parse().unwrap();
    assert!(strict.skip(&closed(&pos, Depth::PLY, 0), mv("5d5c+"), 1).is_some());
    assert!(
        strict.skip(&closed(&pos, Depth::plies(2), 0), mv("5d5c"), 1).is_none(),
        "without promotion it is quiet"
    );
}

#[test]
fn delta_leaves_out_captures_that_cannot_reach_alpha() {
    let pos = board();
    let delta = Delta { margin: cp(150), ..Delta::default() };
    let at = |static_value| closed(&pos, Depth::ZERO, static_value);
    // The pawn is worth 200, the rook's promotion 350, the margin 150.
    for (text, most) in [("2h2c", -350), ("2h2c+", -700)] {
        assert!(delta.skip_tactical(&at(most), mv(text)), "{text}");
        assert!(!delta.skip_tactical(&at(most + 1), mv(text)), "{text}");
    }
    let low = at(-5_000);
    assert!(!delta.skip_tactical(&Node { static_value: None, ..low }, mv("2h2c")), "in check");
    assert!(!delta.skip_tactical(&window(low, Value::mated_in(5), Value::mated_in(5) + cp(1)), mv("2h2c")));
    let pos: Position = "4k4/9/4p4/9/9/9/9/4R4/4K4 b - 1".parse().unwrap();
    assert!(!delta.skip_tactical(&closed(&pos, Depth::ZERO, -5_000), mv("5h5c")), "check");
}

#[test]
fn quiescence_stops_where_even_the_margin_does_not_reach_alpha() {
    let pos = board();
    let stop = QuietProbCut::default();
    let stops = |at: &Node<'_>| stop.stop(at).map(|(value, _)| value);
    let at = |static_value| closed(&pos, Depth::ZERO, static_value);
    assert_eq!(stops(&at(-1_000)), Some(Value::ZERO));
    assert_eq!(stops(&at(-1_200)), Some(cp(-200)));
    assert_eq!(stops(&at(-999)), None);
    assert_eq!(stops(&Node { static_value: None, ..at(0) }), None);
    assert_eq!(stops(&window(at(-9_000), Value::mate_in(5), Value::mate_in(5) + cp(1))), None);
}

#[test]
fn several_prunings_are_asked_in_order_and_named() {
    let pos = board();
    let both = (Razoring::default(), Some(Futility::default()), None::<MateSearch>);
    let far_above = closed(&pos, Depth::PLY, 5_000);
    assert_eq!(both.prune(&mut Fake::new(far_above)), Some((cp(4_820), "futility")));
    let far_below = closed(&pos, Depth::PLY, -5_000);
    let mut probe = Fake::new(far_below);
    assert_eq!(both.prune(&mut probe), Some((Value::ZERO, "razoring")));
    assert_eq!(both.skip_quiets(&far_below, 1), Some("futility"));
    let quiet = (Delta::default(), QuietProbCut::default());
    assert_eq!(quiet.stop(&far_below).map(|(_, by)| by), Some("ProbCut in quiescence"));
    assert!(quiet.skip_tactical(&far_below, mv("2h2c")));
}

#[test]
fn a_pass_that_only_teaches_is_searched_wherever_there_is_budget_and_gives_up_nothing() {
    let pos = board();
    let pass = NullWindowPass::default();
    let asks = |at: Node<'_>| {
        let (value, asked) = ask(&pass, Fake { pass: cp(900), ..Fake::new(at) });
        assert_eq!(value, None);
        asked
    };
    for depth in [Depth::from_units(1), Depth::PLY, Depth::plies(5)] {
        let at = closed(&pos, depth, -900);
        let asked = vec![Asked::Pass(depth - Depth::plies(2), at.beta)];
        assert_eq!(asks(at), asked, "{depth}");
        let open = window(at, cp(-50), cp(50));
        assert_eq!(asks(open), [Asked::Pass(depth - Depth::plies(2), cp(50))], "{depth}, open");
    }
    let at = closed(&pos, Depth::plies(5), 0);
    assert_eq!(asks(Node { in_check: true, ..at }), []);
    assert_eq!(asks(Node { path: &[Step::PASS], ..at }), []);
    assert_eq!(asks(window(at, Value::mate_in(9) - cp(1), Value::mate_in(9))), []);
}

#[test]
fn a_margin_of_the_largest_evaluation_prunes_nothing() {
    let (pos, never) = (board(), FixedMargin(Value::MAX_EVAL));
    let at =
        |static_value, alpha| window(closed(&pos, Depth::plies(4), static_value), cp(alpha), cp(alpha + 1));
    let futility = Futility::with(never);
    assert_eq!(ask(&futility, Fake::new(at(29_999, -1))).0, None);
    assert_eq!(futility.skip_quiets(&at(-29_999, 0), 1), None);
    assert_eq!(QuietProbCut { margin: never }.stop(&at(-29_999, 0)), None);
    for alpha in [-500, 500] {
        assert_eq!(ask(&ProbCut::multi(never), Fake::new(at(0, alpha))), (None, vec![]), "{alpha}");
    }
}
