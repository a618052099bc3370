//! Evaluations in comments: those of other programs are read, and what is written reads back the same.

use komadai_core::game::Game;
use komadai_core::{Position, Value};
use komadai_notation::evaluations::{self, RecordedScore, write};

/// The evaluation that comments hold, with its line.
fn found(comments: &[&str]) -> Option<(RecordedScore, String)> {
    let comments = comments.iter().map(|&comment| comment.to_owned()).collect();
    let game = Game { comments, ..Game::default() };
    evaluations::read(&game)[0].map(|found| (found.score, found.line.to_owned()))
}

#[test]
fn every_form_is_read() {
    for (comment, score, line) in [
        (
            "*対局 時間 00:00.8 深さ 22/28 ノード数 744743 評価値 88 読み筋 ▲３四飛(24) △３三角(22)",
            "+88",
            "▲３四飛(24) △３三角(22)",
        ),
        ("*解析 0 ○ 候補1 時間 00:10.0 深さ 32 評価値 -12 読み筋 △３三角(22)", "-12", "△３三角(22)"),
        ("*解析 0 △ 評価値 -詰 3 読み筋 △同　角成(46)", "mate -3", "△同　角成(46)"),
        ("*解析 0 評価値 +詰", "mate +", ""),
        ("*解析 0 評価値 +詰5", "mate +5", ""),
        ("* Engine suisho Version 5 候補1 深さ 13/19 評価値 -47 読み筋 △７四金(63)", "-47", "△７四金(63)"),
        ("*評価値=80", "+80", ""),
        ("#評価値=-60", "-60", ""),
        ("#詰み=後手勝ち:8手", "mate -8", ""),
        ("*詰み=先手勝ち", "mate +", ""),
        ("* 123", "+123", ""),
        ("* -800 +4447HI -3142KI #12345", "-800", "+4447HI -3142KI #12345"),
    ] {
        let (found, its_line) = found(&[comment]).expect(comment);
        assert_eq!((found.to_string().as_str(), its_line.as_str()), (score, line), "{comment}");
    }
}

/// One per line.
const OTHER_COMMENTS: &str = "
*
評価値 120
120
*3手目
* 3 手目の局面
* 123 best
*評価値=
*評価値=many
*評価値=99999999999
#詰み=
#詰み=先手勝ち:手
#詰み=先手勝ち:-5手
#詰み=両方勝ち:5手
*解析 0 候補2 評価値 380 読み筋 ▲２六歩(27)
*解析 0 評価値 ?詰 5 読み筋 ▲２六歩(27)
*解析 0 評価値 詰 -5
*解析 0 評価値 高い 読み筋 ▲２六歩(27)
*解析結果 評価値 100
#読み筋=▲２六歩";

#[test]
fn anything_else_is_a_comment() {
    for comment in OTHER_COMMENTS.lines() {
        assert_eq!(found(&[comment]), None, "{comment}");
    }
}

#[test]
fn the_last_evaluation_counts_and_takes_its_line() {
    let comments = ["a word", "* 20 +7776FU", "#評価値=30\n#読み筋=▲２六歩△３四歩", "#深さ=8", "another"];
    assert_eq!(found(&comments), Some((RecordedScore::Cp(30), "▲２六歩△３四歩".to_owned())));
}

#[test]
fn what_is_written_is_read_as_the_same_score() {
    let pos = Position::startpos();
    let mates = [1, 5, 2_000].map(Value::mate_in).into_iter().chain([0, 4].map(Value::mated_in));
    for value in [0, 1, -1, 345, -29_999].map(Value::from_cp).into_iter().chain(mates) {
        let score = RecordedScore::for_black(value);
        // A line ends before an illegal move.
        for (line, words) in [(&[][..], ""), (&["7g7f", "3c3d", "7g7f"], "▲７六歩(77) △３四歩(33)")]
        {
            let line: Vec<_> = line.iter().map(|mv| mv.parse().unwrap()).collect();
            let comments = write(score, &pos, None, &line);
            let comments: Vec<&str> = comments.iter().map(String::as_str).collect();
            assert_eq!(found(&comments), Some((score, words.to_owned())), "{comments:?}");
            // Programs that know only the form of the mate get the same winner.
            match (found(&comments[..1]).unwrap().0, score) {
                (RecordedScore::Mate { winner: a, .. }, RecordedScore::Mate { winner: b, .. }) => {
                    assert_eq!(a, b);
                }
                (alone, _) => assert_eq!(alone, score),
            }
        }
    }
}
