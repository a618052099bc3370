//! Ends of games: repetition, mate, the move limit, the try rule, declarations.

use komadai_core::ending::{Declaration, DeclarationRule, EndRules, GameEnd, declaration, game_end, points};
use komadai_core::testing::assert_debug_is_short;
use komadai_core::{Color, History, Position, Repetition, Tracked};

fn position(sfen: &str) -> Position {
    sfen.parse().unwrap()
}

/// Plays moves, each legal and none before the last ending the game; returns how it ended, and the repetition.
fn play(start: &str, moves: &str, times: usize) -> (Option<GameEnd>, Option<Repetition>) {
    let mut pos = position(start);
    let mut history = History::new(&pos);
    let moves: Vec<&str> = moves.split(' ').collect();
    for text in moves.iter().cycle().take(times) {
        assert_eq!(game_end(&pos, &history, EndRules::default()), None, "before {text}");
        assert!(pos.play(text.parse().unwrap()).is_ok(), "{text} in {pos}");
        history.push(&pos);
    }
    (game_end(&pos, &history, EndRules::default()), history.repetition())
}

#[test]
fn the_fourth_occurrence_is_a_draw_or_lost_by_perpetual_check() {
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    let (end, repetition) = play(start, "2h3h 8b7b 3h2h 7b8b", 12);
    assert_eq!(end, Some(GameEnd::Repetition));
    assert_eq!(repetition.map(|r| (r.count, r.since, r.perpetual)), Some((4, 4, None)));
    let rook = "4k4/9/9/9/9/9/9/9/R3K4 b - 1";
    // A check, and no check with the move that undoes it.
    assert_eq!(play(rook, "9i9a 5a5b 9a9i 5b5a", 12).0, Some(GameEnd::Repetition));
    // The repeated position is the one after the first check.
    let rook = "R3k4/9/9/9/9/9/9/9/4K4 w - 2";
    assert_eq!(play(rook, "5a5b 9a9b 5b5a 9b9a", 12).0, Some(GameEnd::PerpetualCheck(Color::Black)));
}

#[test]
fn captures_and_drops_do_not_hide_a_repetition() {
    // A silver is dropped and taken on one wing, dropped and taken back on the other; both golds go home.
    let start = "4k4/9/9/3g5/9/5G3/9/9/4K4 b S 1";
    let moves = "S*6e 6d6e 5i5h 6e6d 5h5i S*4e 4f4e 5a5b 4e4f 5b5a";
    let again = Repetition { count: 2, since: 10, perpetual: None };
    assert_eq!((play(start, moves, 9).1, play(start, moves, 10).1), (None, Some(again)));
}

#[test]
fn a_pass_is_a_barrier() {
    let mut board = Tracked::new(Position::startpos());
    (0..400).for_each(|_| board.do_null());
    assert_eq!(board.repetition(), None);
    assert_debug_is_short(&board);
}

#[test]
fn occurrences_are_counted_beyond_65536() {
    let pos = Position::startpos();
    let mut history = History::new(&pos);
    (0..1 << 16).for_each(|_| history.push(&pos));
    // As if the plies between were left out: every second one is compared, from the fourth on.
    assert_eq!(history.repetition().map(|repetition| repetition.count), Some(1 << 15));
    assert_debug_is_short(&history);
}

#[test]
fn mate_comes_before_the_move_limit() {
    let pos = position("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1");
    let rules = EndRules { move_limit: Some(0), try_rule: false };
    assert_eq!(game_end(&pos, &History::new(&pos), rules), Some(GameEnd::NoLegalMove(Color::White)));
    let open = Position::startpos();
    assert_eq!(game_end(&open, &History::new(&open), rules), Some(GameEnd::MoveLimit));
}

#[test]
fn the_try_square_is_the_other_kings_start_square() {
    let rules = EndRules { move_limit: None, try_rule: true };
    let pos = position("4K4/9/9/9/k8/9/9/9/9 w - 1");
    assert_eq!(game_end(&pos, &History::new(&pos), rules), Some(GameEnd::Try(Color::Black)));
    let pos = position("9/9/9/9/K8/9/9/9/4k4 b - 1");
    assert_eq!(game_end(&pos, &History::new(&pos), rules), Some(GameEnd::Try(Color::White)));
    let pos = position("3K5/9/9/9/k8/9/9/9/9 w - 1");
    assert_eq!(game_end(&pos, &History::new(&pos), rules), None);
}

#[test]
fn declaration_counts_pieces_in_the_zone_and_in_hand() {
    use Declaration::{Draw, Refused, Win};
    let rules = [DeclarationRule::Points27, DeclarationRule::Points24];
    for (sfen, counted, results) in [
        // King and ten pieces in the zone: 2 rooks and 2 bishops = 20, 6 small = 6, hand 2: 28 points.
        ("KRRBBGGSS/9/NN7/9/9/9/9/9/8k b 2P 1", 28, [Win, Draw]),
        ("KRRBBGGSS/9/NN7/9/9/9/9/9/8k b P 1", 27, [Refused, Draw]),
        // White needs 27 only.
        ("8K/9/9/9/9/9/7nn/9/ssggbbrrk w p 1", 27, [Win, Draw]),
        // Nine pieces besides the king are not enough, whatever is in hand.
        ("KRRBBGGSS/9/N8/9/9/9/9/9/8k b 9P 1", 34, [Refused; 2]),
        // Nor is a king in check, or one outside the zone.
        ("lRRBBGGSS/9/KNN6/9/9/9/9/9/8k b 9P 1", 35, [Refused; 2]),
        ("1RRBBGGSS/9/NNP6/K8/9/9/9/9/8k b 9P 1", 36, [Refused; 2]),
    ] {
        let pos = position(sfen);
        assert_eq!(points(&pos, pos.side_to_move()), counted, "{sfen}");
        assert_eq!(rules.map(|rule| declaration(&pos, rule, 0)), results, "{sfen}");
        assert_eq!(pos.in_check(), counted == 35, "{sfen}");
    }
    // With a handicap of four points.
    let white = position("8K/9/9/9/9/9/7nn/9/ssggbbrrk w p 1");
    assert_eq!(declaration(&white, DeclarationRule::Points24, 4), Win);
}
