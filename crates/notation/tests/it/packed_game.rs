//! Games as training records.

use komadai_core::game::{EndKind, Ending, Game};
use komadai_core::notation::packed::{HcpeRecord, PackedError, Record, RecordResult};
use komadai_core::{Color, Position};
use komadai_notation::packed_game::{self, PackGameError};
use komadai_notation::{csa, kif};

fn pack(game: &Game) -> Result<Vec<Record>, PackGameError> {
    packed_game::pack(game)
}

#[test]
fn positions_moves_scores_and_results_are_those_of_the_game() {
    let text = "手合割：平手\n   1 ７六歩(77)\n**評価値=82\n   2 ３四歩(33)\n** 64 +2726FU\n   3 ２六歩(27)\n   4 投了\n";
    let game = kif::read(text).unwrap().remove(0);
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
fn both_formats_hold_the_same() {
    let text = "手合割：二枚落ち\n   1 ３四歩(33)\n**評価値=-700\n   2 ７六歩(77)\n   3 投了\n";
    let game = kif::read(text).unwrap().remove(0);
    let (psv, hcpe) = (pack(&game).unwrap(), packed_game::pack::<HcpeRecord>(&game).unwrap());
    assert_eq!((psv.len(), hcpe.len()), (2, 2));
    for (psv, hcpe) in psv.iter().zip(&hcpe) {
        assert_eq!(psv.position.unpack(psv.ply), hcpe.position.unpack(psv.ply));
        assert_eq!((psv.mv, psv.score), (hcpe.mv, hcpe.score));
        assert_eq!(hcpe.winner, Some(Color::Black));
    }
    assert_eq!(psv[0].position.unpack(1).unwrap(), game.start);
    // The score of the comment is Black's, that of the record White's, who moves first.
    assert_eq!((hcpe[0].score, psv[0].result, psv[1].result), (700, RecordResult::Loss, RecordResult::Win));
}

#[test]
fn starts_without_a_king_and_illegal_moves_of_hand_made_games_are_refused() {
    let made = |start: &str, mv: &str| Game {
        start: start.parse().unwrap(),
        nodes: vec![mv.parse::<komadai_core::Move>().unwrap().into()],
        ending: Some(Ending::new(EndKind::Mate, Color::White)),
        ..Game::default()
    };
    let game = made("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", "G*5b");
    let refused = PackGameError::Start(PackedError::NoKing(Color::Black));
    assert_eq!(pack(&game), Err(refused.clone()));
    assert_eq!(packed_game::pack::<HcpeRecord>(&game), Err(refused));
    let game = made("4k4/9/9/9/9/9/9/9/4K4 b 2r2b4g4s4n4l18p 1", "5i5g");
    assert!(matches!(pack(&game), Err(PackGameError::Move(_))));
}
