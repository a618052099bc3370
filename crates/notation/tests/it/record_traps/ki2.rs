//! KI2: names of moves, marks, the closing line.

use komadai_core::game::EndKind;
use komadai_core::{Color, Position};
use komadai_notation::ki2;
use komadai_notation::record::At;

use super::{one_game, usi};

/// The position with the pieces of a diagram, Black to move.
fn pos(sfen: &str) -> Position {
    sfen.parse().expect("an SFEN")
}

#[test]
fn sideways_is_not_read_as_straight() {
    // Golds on 4h (beside 5h), 5i (straight behind it) and 6i.
    let pos = pos("4k4/9/9/9/9/9/9/5G3/3GG3K b - 1");
    let read = |words: &str| ki2::read_move(words, &pos, None).map(|mv| mv.to_string());
    assert_eq!(read("▲５八金寄").unwrap(), "4h5h");
    assert_eq!(read("▲５八金直").unwrap(), "5i5h");
    assert_eq!(read("▲５八金左").unwrap(), "6i5h");
    assert_eq!(read("５八金左上").unwrap(), "6i5h");
    let error = read("▲５八金上").unwrap_err().to_string();
    assert!(error.contains("words that tell") && error.contains("line 1, column 1"), "{error}");
    assert!(read("▲５八銀").unwrap_err().to_string().contains("銀"));
}

#[test]
fn the_fewest_words_of_the_association_are_written() {
    // Position, move, words: the examples that its page draws, as far as they differ.
    let cases = [
        ("4k4/2G6/G8/9/9/9/9/9/4K4 b - 1", "9c8b", "▲８二金上"),
        ("4k4/2G6/G8/9/9/9/9/9/4K4 b - 1", "7b8b", "▲８二金寄"),
        ("k8/4G4/9/4G4/9/9/9/9/K8 b - 1", "5b5c", "▲５三金引"),
        ("k8/4G4/9/4G4/9/9/9/9/K8 b - 1", "5d5c", "▲５三金上"),
        ("k8/9/9/9/4G4/9/9/9/K8 b G 1", "G*5d", "▲５四金打"),
        ("k8/9/9/9/4G4/9/9/9/K8 b G 1", "5e5d", "▲５四金"),
        ("k8/9/G1G6/9/9/9/9/9/K8 b - 1", "9c8b", "▲８二金左"),
        ("k8/9/G1G6/9/9/9/9/9/K8 b - 1", "7c8b", "▲８二金右"),
        ("k8/9/9/9/9/9/9/9/K2GG4 b - 1", "6i5h", "▲５八金左"),
        ("k8/9/9/9/9/9/9/9/K2GG4 b - 1", "5i5h", "▲５八金直"),
        ("k8/9/9/9/9/9/9/9/K2S1S3 b - 1", "4i5h", "▲５八銀右"),
        ("k8/9/9/9/9/9/3S1S3/9/K3SS3 b - 1", "4g5h", "▲５八銀右引"),
        ("k8/9/9/9/9/9/3S1S3/9/K3SS3 b - 1", "5i5h", "▲５八銀直"),
        ("k8/9/9/9/9/9/3S1S3/9/K3SS3 b - 1", "6g5h", "▲５八銀左"),
        ("k8/9/9/9/9/9/9/9/K1+P6 b - 1", "7i7h", "▲７八と"),
        ("8k/+R8/9/1+R7/9/9/9/9/8K b - 1", "9b8b", "▲８二龍寄"),
        ("8k/+R8/9/1+R7/9/9/9/9/8K b - 1", "8d8b", "▲８二龍上"),
        ("k8/9/9/9/4+R4/9/1+R7/9/8K b - 1", "5e6f", "▲６六龍"),
        ("4k4/9/9/9/9/9/9/+R7+R/4K4 b - 1", "9h8h", "▲８八龍左"),
        ("4k4/9/9/9/9/9/9/+R7+R/4K4 b - 1", "1h8h", "▲８八龍右"),
        ("8k/9/9/9/9/9/9/8+B/K6+B1 b - 1", "1h1g", "▲１七馬"),
        ("+B+B6k/9/9/9/9/9/9/9/K8 b - 1", "9a8b", "▲８二馬左"),
        ("+B+B6k/9/9/9/9/9/9/9/K8 b - 1", "8a8b", "▲８二馬右"),
        ("k8/9/9/9/9/9/9/8B/8K b - 1", "1h4e", "▲４五角"),
        ("k8/9/9/9/8N/9/9/9/8K b - 1", "1e2c+", "▲２三桂成"),
        ("k8/9/9/9/8N/9/9/9/8K b - 1", "1e2c", "▲２三桂不成"),
        ("k8/9/9/9/9/9/9/9/8K w s 1", "S*5e", "△５五銀"),
        ("k8/9/9/3g1g3/9/9/9/9/8K w - 1", "6d5e", "△５五金右"),
        ("k8/9/9/3g1g3/9/9/9/9/8K w - 1", "4d5e", "△５五金左"),
    ];
    for (sfen, mv, words) in cases {
        let (pos, mv) = (pos(sfen), mv.parse().unwrap());
        assert!(pos.is_legal(mv), "{sfen} {mv}");
        assert_eq!(ki2::move_words(&pos, mv, None).as_deref(), Some(words), "{sfen} {mv}");
        assert_eq!(ki2::read_move(words, &pos, None), Ok(mv), "{sfen} {words}");
    }
}

#[test]
fn marks_of_all_kinds_and_moves_without_blanks_are_read() {
    for text in [
        "▲７六歩△３四歩▲２二角成△同銀",
        "☗７六歩 ☖３四歩 ☗２二角成 ☖同　銀",
        "▼７六歩　▽３四歩　▼２二角成　▽同 銀\n",
    ] {
        assert_eq!(usi(&one_game(text).unwrap()), "7g7f 3c3d 8h2b+ 3a2b", "{text}");
    }
    assert_eq!(one_game("▲７六歩 ▲２六歩").unwrap_err().at(), At { line: 1, column: 6 });
}

#[test]
fn the_closing_line_of_ki2_is_the_ending_and_the_player_named_is_believed() {
    use Color::{Black, White};
    let other = |word: &str| EndKind::Other(word.to_string());
    for (words, kind, winner) in [
        ("で後手の勝ち", EndKind::Resign, Some(White)),
        ("で時間切れにより後手の勝ち", EndKind::TimeUp, Some(White)),
        ("で千日手", EndKind::Repetition, None),
        ("で持将棋", EndKind::Impasse, None),
        ("で中断", EndKind::Interrupted, None),
        ("詰", EndKind::Mate, Some(White)),
        ("で先手の反則負け", EndKind::IllegalMove(Black), Some(White)),
        ("で後手の反則勝ち", EndKind::IllegalMove(Black), Some(White)),
        ("で入玉により先手の勝ち", EndKind::Declaration, Some(Black)),
        // The final words of KIF, as ShogiHome writes some of them here.
        ("で投了", EndKind::Resign, Some(White)),
        ("で不戦勝", EndKind::Default(White), Some(Black)),
        ("で不戦敗", EndKind::Default(Black), Some(White)),
        ("で反則勝ち", EndKind::IllegalMove(White), Some(Black)),
        ("で棋戦規定により先手の勝ち", other("棋戦規定"), Some(Black)),
        // Any text between the player and the result.
        ("で先手の入玉勝ち", EndKind::Declaration, Some(Black)),
        ("で後手の入玉勝ち", other("入玉"), Some(White)),
        ("で下手の宣言勝ち", EndKind::Declaration, Some(Black)),
        ("で先手の時間切れ負け", EndKind::TimeUp, Some(White)),
        ("で先手の切れ負け", EndKind::TimeUp, Some(White)),
        ("で後手の切れ負け", other("切れ"), Some(Black)),
        ("で後手の不戦勝", EndKind::Default(Black), Some(White)),
        ("で先手の負け", EndKind::Resign, Some(White)),
        ("で後手の反則負け", EndKind::IllegalMove(White), Some(Black)),
        ("で連続王手の千日手", other("連続王手の千日手"), None),
        ("で連続王手の千日手により後手の勝ち", EndKind::IllegalMove(Black), Some(White)),
        ("で先手の勝ち", other("先手の勝ち"), Some(Black)),
    ] {
        let game = one_game(&format!("▲７六歩 △３四歩\nまで2手{words}\n")).unwrap();
        let ending = game.ending.as_ref().unwrap();
        assert_eq!((&ending.kind, ending.result.winner()), (&kind, winner), "{words}");
        let written = ki2::write(&game).unwrap();
        assert_eq!(one_game(&written).unwrap(), game, "{words}");
        assert!(kind != other(&words[3..]) || written.ends_with(&format!("まで2手{words}\n")), "{written}");
    }
}
