//! Games as training records.

use komadai_core::game::{EndKind, Ending, Game};
use komadai_core::notation::packed::{PackedError, RecordResult};
use komadai_core::notation::packed_game::{PackGameError, pack};
use komadai_core::notation::{csa, kif};
use komadai_core::{Color, Position};

#[test]
fn positions_moves_scores_and_results_are_those_of_the_game() {
    let text = "手合割：平手\n   1 ７六歩(77)\n**評価値=82\n   2 ３四歩(33)\n** 64 +2726FU\n   3 ２六歩(27)\n   4 投了\n";
    let game = kif::read(text).unwrap();
    let records = pack(&game).unwrap();
    assert_eq!(records.len(), 3);
    let mut pos = Position::startpos();
    for (node, record) in game.nodes.iter().zip(&records) {
        assert_eq!(record.position.unpack(record.ply).unwrap(), pos);
        assert_eq!((record.mv, u32::from(record.ply)), (Some(node.mv), pos.move_number()));
        pos.do_move(node.mv);
    }
    // Scores from the view of the mover; the game is won by Black.
    let scores: Vec<i16> = records.iter().map(|record| record.score).collect();
    assert_eq!(scores, [82, -64, 0]);
    let results: Vec<RecordResult> = records.iter().map(|record| record.result).collect();
    assert_eq!(results, [RecordResult::Win, RecordResult::Loss, RecordResult::Win]);
}

#[test]
fn draws_are_packed_and_games_without_a_result_are_not() {
    let mut game = csa::read("PI\n+\n+7776FU\n").unwrap().remove(0);
    assert_eq!(pack(&game), Err(PackGameError::NoResult));
    game.ending = Some(Ending::new(EndKind::Repetition, Color::White));
    assert_eq!(pack(&game).unwrap()[0].result, RecordResult::Draw);
    game.ending = Some(Ending::new(EndKind::Interrupted, Color::White));
    assert_eq!(pack(&game), Err(PackGameError::NoResult));
}

#[test]
fn handicaps_have_no_packed_positions() {
    let game = kif::read("手合割：香落ち\n   1 ３四歩(33)\n   2 投了\n").unwrap();
    assert!(matches!(pack(&game), Err(PackGameError::Start(PackedError::Missing(..)))));
}

#[test]
fn illegal_moves_of_hand_made_games_are_refused() {
    let mut game = Game::new(Position::startpos());
    game.nodes.push("7g7e".parse::<komadai_core::Move>().unwrap().into());
    game.ending = Some(Ending::new(EndKind::Resign, Color::White));
    assert!(matches!(pack(&game), Err(PackGameError::Move(_))));
}
