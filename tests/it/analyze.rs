//! The example `analyze` from outside: what it prints, what it writes, how it refuses.

use std::sync::LazyLock;

use crate::example::{Folder, Run, read, repository};

const RECORD: &str = "data/historic/indatsu-1711.kif";

/// For all tests that need no files.
static HERE: LazyLock<Folder> = LazyLock::new(|| Folder::new("analyze"));

/// A quick run.
fn quick(here: &Folder, words: &str) -> Run {
    let has = |name: &str| words.contains(name);
    let nodes = if has("--nodes") || has("--time-ms") { "" } else { "--nodes 2000 --mate-nodes 20000" };
    // Quicker than the default; what is tested does not depend on it.
    let eval = if has("--eval") { "" } else { "--eval material" };
    here.run(&format!("analyze {words} {nodes} {eval}"))
}

fn analyze(words: &str) -> Run {
    quick(&HERE, words)
}

fn line<'a>(run: &'a Run, heading: &str) -> &'a str {
    run.out.lines().find(|line| line.starts_with(heading)).unwrap_or_else(|| panic!("{heading}: {}", run.out))
}

#[test]
fn without_arguments_it_explains_a_position_and_proves_the_mate() {
    let run = analyze("--moves");
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert!(run.out.contains("| ・ ・ ・v龍 ・ ・ 桂 ・ 歩|七"), "{}", run.out);
    for (heading, said) in [
        ("To move", "White (△後手), move 104, not in check"),
        ("Legal moves", "153"),
        ("Material", "-900 for White"),
        ("Mate ", "proved: White mates by checks in"),
        ("Best move", "△１五金  G*1e  mates in"),
    ] {
        assert!(line(&run, heading).contains(said), "{said}: {}", run.out);
    }
    // The answer comes first, the list of moves last and only on request.
    let at =
        ["\nBest move", "\nScore", "\nMate", "\nLegal moves"].map(|heading| run.out.find(heading).unwrap());
    assert!(at.is_sorted(), "{}", run.out);
    assert!(!analyze("").out.contains("Legal moves"));
}

#[test]
fn a_mate_that_the_game_has_come_to_three_times_is_a_loss_by_perpetual_check() {
    let round = "2b3a 3c4b 3a2b";
    let moves = format!("{round} 4b3c {round} 4b3c {round}");
    let run = analyze(&format!("sfen 7p1/7k1/6+B2/7S1/9/9/9/9/4K4 w S 2 moves {moves}"));
    assert!(!run.out.contains("4b3c 2b1b") && !line(&run, "Best move").contains(" 4b3c "), "{}", run.out);
    // Before the third time it still mates.
    assert!(analyze("7p1/5+B1k1/9/7S1/9/9/9/9/4K4 b S").out.contains("4b3c 2b1b 2d2c+"));
}

#[test]
fn letters_need_no_japanese_font() {
    let run = analyze("startpos --letters --moves").done();
    assert!(run.out.is_ascii(), "{}", run.out);
    run.says(&[" | l  n  s  g  k  g  s  n  l | a", "7g7f"]);
}

#[test]
fn every_kind_of_line_is_understood() {
    for words in [
        "\"startpos moves 7g7f 3c3d\"",
        "position startpos moves 7g7f 3c3d",
        "\"lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3\"",
        "sfen lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3",
    ] {
        let run = analyze(&format!("{words} --moves")).done();
        assert!(line(&run, "To move").contains("Black (▲先手), move 3"), "{words:?}");
        assert!(run.out.contains("８八角成") || run.out.contains("２二角成"), "{words:?}: {}", run.out);
    }
}

#[test]
fn mated_side_and_missing_king_are_no_trouble() {
    let mated = analyze("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1").done();
    assert!(line(&mated, "Game over").contains("White has no legal move: Black has won"));
    let tsume = analyze("8k/9/7+R1/9/9/9/9/9/9 b P 1 --moves").done();
    assert!(!line(&tsume, "Mate ").is_empty());
    // The only check of the pawn would be a pawn-drop mate.
    assert!(!tsume.out.contains("１二歩"), "{}", tsume.out);
    analyze("9/9/9/9/9/9/9/9/4K4 b P 1").done();
}

#[test]
fn ply_looks_at_one_position_of_a_record() {
    let run = analyze(&format!("{RECORD} --ply 1")).done();
    assert!(run.out.contains("Black 六代大橋宗銀, White 伊藤印達"));
    assert!(line(&run, "To move").contains("White (△後手), move 2"));
}

#[test]
fn a_mate_that_the_solver_found_inside_the_search_has_no_length() {
    let run = analyze(&format!("{RECORD} --ply 108 --eval default"));
    assert_eq!(line(&run, "Score"), "Score        Black is mated, length unknown", "{}", run.out);
    assert!(line(&run, "Best move").ends_with("is mated, length unknown"), "{}", run.out);
}

#[test]
fn record_gives_a_row_for_every_move_and_files_with_the_same_numbers() {
    let here = Folder::new("analyze-record");
    let run = quick(&here, &format!("{RECORD} --nodes 200 --mate-nodes 2000 --out @")).done();
    let csv = here.read("indatsu-1711-score.csv");
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0], ["ply", "move", "USI", "score", "mate", "lost", "better"]);
    assert_eq!(rows.len(), 1 + 114);
    assert_eq!(rows[1][..3], ["1", "▲７六歩", "7g7f"]);
    assert_eq!(rows[114][..5], ["114", "△２三桂", "N*2c", "", "0"]);
    let mut unknown = 0;
    for row in &rows[1..] {
        let scored = row[3].parse::<i32>().is_ok();
        let mate = row[4].parse::<i32>().is_ok() || ["+", "-"].contains(&row[4]);
        assert!(!scored || !mate, "a score and a mate: {row:?}");
        unknown += u32::from(!scored && !mate);
        assert!(run.out.contains(row[1]) && run.out.contains(row[2]), "{row:?}");
    }
    assert_eq!(unknown, 2, "where 200 nodes search no move to its end");
    let svg = here.read("indatsu-1711-score.svg");
    assert!(svg.starts_with("<svg") && svg.contains("score for Black"));
    let costliest = run.out.split("Costliest moves\n").nth(1).expect("the program names mistakes");
    let lost = costliest.split_once(": ").and_then(|(_, rest)| rest.split_once(" lost")).expect("a loss").0;
    assert!(run.out.matches(lost).count() > 1, "written {lost} as in the table: {}", run.out);
    assert!(run.out.contains("indatsu-1711-score.svg"), "the program says where the plot is");
    // Standard error is not a terminal here: progress comes in lines.
    assert!(run.err.contains("115 of 115 positions"), "{}", run.err);
}

/// Three moves, two of them with an evaluation in the form of floodgate, one with a reader's comment.
const FLOODGATE: &str = "V2.2\nN+one\nN-two\nPI\n+\n+7776FU\nT1\n'** 45 -3334FU +2726FU\n-3334FU\nT2\n\
                         '** -1200 +2726FU\n'*a word\n+8822UM\nT3\n%TORYO\n";

/// Moves, players and result of a record, by `convert`.
fn summary(here: &Folder, name: &str) -> Vec<String> {
    let run = here.run(&format!("convert @{name} --summary")).done();
    run.out.trim().split('\t').skip(4).map(str::to_owned).collect()
}

#[test]
fn the_game_is_written_back_with_evaluations_that_are_read_as_the_same_numbers() {
    let here = Folder::new("analyze-written");
    here.file("floodgate.csa", FLOODGATE);
    let quick = |words: &str| quick(&here, &format!("{words} --nodes 200 --mate-nodes 200 --out @")).done();
    for (format, encoding) in
        [("kif", "utf-8"), ("ki2", "utf-8"), ("csa", "utf-8"), ("jkf", "utf-8"), ("kif", "sjis")]
    {
        let name = format!("{encoding}.{format}");
        let run = quick(&format!("@floodgate.csa --record @{name} --encoding {encoding}"));
        assert!(run.out.contains("Evaluation: material") && run.out.contains("`recorded` is"), "{}", run.out);
        let csv = here.read("floodgate-score.csv");
        let last: Vec<&str> = csv.lines().map(|line| line.rsplit(',').next().unwrap()).collect();
        assert_eq!(last, ["recorded", "45", "-1200", ""]);
        assert_eq!(summary(&here, &name), summary(&here, "floodgate.csa"), "{format}");
        // The same analysis again: its numbers and those in the file are the same.
        quick(&format!("@{name}"));
        let csv = here.read(&format!("{encoding}-score.csv"));
        let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
        assert_eq!(rows.len(), 4);
        for row in &rows[1..] {
            let mate = row[4].parse::<i32>().map_or(String::new(), |plies| format!("mate {plies:+}"));
            let own = if row[3].is_empty() { mate.as_str() } else { row[3] };
            assert_eq!(row[7], own, "{format}: {row:?}");
        }
        // Comments are kept; programs that read CSA take the last score in the form of the servers.
        let written = String::from_utf8(std::fs::read(here.path(&name)).unwrap());
        assert_eq!(written.is_ok(), encoding == "utf-8", "{format}");
        let Ok(written) = written else { continue };
        for kept in [
            "45 -3334FU +2726FU",
            "-1200 +2726FU",
            "a word",
            "評価関数 material",
            "*解析 0 候補1 評価値 ",
            " 読み筋 △",
        ] {
            assert!(written.contains(kept), "{format}, {kept}: {written}");
        }
        let scores = if format == "csa" { 2 + 3 } else { 0 };
        assert_eq!(written.matches("'** ").count(), scores, "{format}: {written}");
    }
}

#[test]
fn whatever_is_wrong_is_explained_with_status_2_before_the_work() {
    let here = Folder::new("analyze-refused");
    let moves = "手合割：平手\n   1 ７六歩(77)\n   2 ３五歩(33)\n   3 ２六歩(27)\n";
    for (name, text) in [("game.csa", FLOODGATE), ("there.kif", "mine"), ("broken.kif", moves)] {
        here.file(name, text);
    }
    for (words, explanation) in [
        ("no-such-file.kif", "\"no-such-file.kif\": no such file"),
        ("\"lnsgkgsnl/1r5b1/ppppxpppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\"", "column 21"),
        ("\"4k4/9/9/4P4/4P4/9/9/9/4K4 b - 1\"", "two unpromoted pawns on file 5"),
        ("\"startpos moves 7g7f 7g7f\"", "7g7f"),
        ("\"\"", "found an empty position"),
        ("@broken.kif", "line 3"),
        ("data", "expected a record file"),
        ("RECORD --ply 115", "114, expected a number from 0 to 114"),
        ("RECORD --game 2", "1, expected a number from 1 to 1"),
        ("startpos --nodes 0", "--nodes"),
        ("startpos --nodes 10 --time-ms 10", "--time-ms"),
        ("startpos --nodes many", "invalid digit"),
        ("startpos --depht 3", "--depht"),
        ("startpos --eval genius", "model file genius: "),
        ("startpos --eval data/models/tacos.kmd", "of kind \"category\", expected kind \"pairs\""),
        // A record is written only to a new file of a format with comments.
        ("@game.csa --record @game.csa", "the file is there, expected a new one"),
        ("@game.csa --record @there.kif", "the file is there, expected a new one"),
        ("@game.csa --record @a.usi", "found the extension \"usi\", expected kif, ki2, csa or jkf"),
        ("@game.csa --record @a", "found the extension \"\""),
        ("@game.csa --record @no/a.kif", "a.kif: "),
        ("@game.csa --record @a.kif --ply 1", "--ply"),
        ("@game.csa --moves", "expected a position: --ply says which"),
        ("@game.csa --record @a.jkf --encoding sjis", "expected UTF-8 for jkf"),
        ("startpos moves 7g7f --record @a.kif", "expected a record file with moves, found the USI line"),
    ] {
        let run = quick(&here, &format!("{} --out @", words.replace("RECORD", RECORD)));
        run.refused(&words, explanation);
        assert!(!run.err.contains("positions"), "told before the work: {}", run.err);
    }
    assert_eq!([here.read("game.csa"), here.read("there.kif")], [FLOODGATE, "mine"]);
    assert!(!here.has("a.kif") && !here.has("a.jkf"));
}

#[test]
fn an_analysis_broken_off_anywhere_goes_on_and_ends_the_same() {
    let here = Folder::new("analyze-again");
    let kif = read(repository(), RECORD);
    let first: Vec<&str> = kif.lines().take_while(|line| !line.trim_start().starts_with("13 ")).collect();
    here.file("short.kif", first.join("\n") + "\n");
    let words =
        "analyze @short.kif --nodes 10000 --mate-nodes 200 --eval material --out @ --record @back.kif";
    let again = || here.run(words);
    let whole = again().done();
    let found = ["analyze.tsv", "back.kif", "short-score.csv"];
    let files = || found.map(|name| here.read(name));
    let complete = files();
    let lines: Vec<&str> = complete[0].lines().collect();
    assert_eq!(lines.len(), 1 + 13);
    for kept in [12, 6] {
        let torn = lines[..=kept].join("\n") + "\n" + &lines[kept + 1][..20];
        here.file("analyze.tsv", torn);
        here.remove("back.kif");
        let on = again();
        assert_eq!((on.status, on.out.as_str()), (0, whole.out.as_str()), "{kept} kept: {}", on.err);
        assert_eq!(on.err.lines().last(), Some("13 of 13 positions"), "{}", on.err);
        let twice = format!("{kept} of 13 positions");
        assert!(on.err.lines().all(|line| line != twice), "none is looked at twice: {}", on.err);
        assert_eq!(files(), complete);
    }
    // Everything is known, and the record is there as this run wrote it.
    let known = again();
    assert_eq!((known.status, known.out.as_str(), known.err.as_str()), (0, whole.out.as_str(), ""));

    // Really killed: the record has what was found, and is continued.
    here.remove("analyze.tsv");
    here.remove("back.kif");
    let done = || std::fs::read_to_string(here.path("analyze.tsv")).map_or(0, |text| text.lines().count());
    here.kill(words, || done() >= 4);
    let comments = here.read("back.kif").matches("*解析 ").count();
    assert!((2..=13).contains(&comments), "{comments} positions in the record");
    let on = again();
    assert_eq!((on.status, on.out.as_str()), (0, whole.out.as_str()), "{}", on.err);
    assert_eq!(files(), complete);

    // A record that somebody changed is not touched, nor is one of another analysis.
    here.file("back.kif", complete[1].clone() + "*mine\n");
    again().refused(&"a changed record", "the file is there");
    here.file("back.kif", &complete[1]);
    let other = quick(&here, "@short.kif --nodes 300 --out @ --record @back.kif");
    other.refused(&"another analysis", "the file is there");
    assert_eq!(here.read("back.kif"), complete[1]);
}

#[test]
fn a_game_that_the_fourth_occurrence_ends_has_the_score_of_the_rule() {
    let here = Folder::new("analyze-repetition");
    // Black is a rook ahead; in the other game it has given check with every move.
    let draw = "sfen 4k4/9/9/9/9/9/9/5R3/4K4 b - 1 moves".to_owned() + &" 4h3h 5a6a 3h4h 6a5a".repeat(3);
    here.file("draw.usi", draw);
    for (game, name, score) in
        [("@draw.usi", "draw", "0"), ("data/records/s38_record.kifu", "s38_record", "-29999")]
    {
        quick(&here, &format!("{game} --nodes 200 --mate-nodes 200 --out @")).done();
        let csv = here.read(&format!("{name}-score.csv"));
        let last: Vec<&str> = csv.lines().last().unwrap().split(',').collect();
        assert_eq!((last[0], &last[3..]), ("12", &[score, "", "", ""][..]), "{csv}");
    }
}

#[test]
fn games_of_one_file_have_a_table_each() {
    let here = Folder::new("analyze-two");
    here.file("two.usi", "startpos moves 7g7f\nstartpos moves 2g2f\n");
    for (game, table, played) in [(1, "two-score.csv", "7g7f"), (2, "two-2-score.csv", "2g2f")] {
        quick(&here, &format!("@two.usi --game {game} --nodes 100 --mate-nodes 100 --out @")).done();
        let csv = here.read(table);
        assert!(csv.contains(played), "{csv}");
    }
}

#[test]
fn a_move_that_walks_into_a_mate_is_not_recommended() {
    // Black can take the horse with a knight or a silver, or run: the solver shows that White mates in any case.
    let run = analyze(&format!("{RECORD} --ply 100")).done();
    assert_eq!(run.out.matches("Beware").count(), 4, "{}", run.out);
    assert!(line(&run, "Best move").contains("is mated in"), "{}", run.out);
}

#[test]
fn score_and_line_are_those_of_the_best_move_that_is_not_refuted() {
    let sfen = "l1+P6/4g1+P2/p2s1p1p+R/4p1+Bs1/2n1g1s2/8p/P1G1PP2k/1+n4+b2/LN1KSL1L1 w RN7Pgp 1";
    let run = HERE.run(&format!("analyze {sfen} --letters --nodes 1500 --mate-nodes 3000")).done();
    assert!(run.out.contains("Beware"), "{}", run.out);
    let words = |heading| line(&run, heading).split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let (best, score, found) = (words("Best move"), words("Score"), words("Best line"));
    assert!(score[1] == best[3] && found[2] == best[2], "{}", run.out);
}

#[test]
fn picture_of_a_position_goes_where_it_is_asked_to() {
    let here = Folder::new("analyze-picture");
    quick(&here, "startpos moves 7g7f --out @").done();
    let svg = here.read("board.svg");
    assert_eq!(svg.matches(">歩<").count(), 18);
    let run = quick(&here, "startpos --out @board.svg");
    run.refused(&"--out", "--out ");
    assert_eq!(run.out, "");
}

#[test]
fn one_node_is_too_few_and_it_says_so() {
    let run = analyze(&format!("{RECORD} --ply 72 --nodes 1")).done();
    assert!(line(&run, "Score").contains("--nodes"), "{}", run.out);
}

#[cfg(unix)]
#[test]
fn another_engine_looks_at_a_position_and_at_a_game() {
    let here = Folder::new("analyze-engine");
    here.file("short.kif", "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n");
    let engine = |fault: &str| format!("sh crates/usi/tests/fake_engine.sh {fault}");
    let late = engine("late");
    let looks = |words: &str| here.run(&format!("analyze {words} --nodes 100"));

    let one = looks(&format!("startpos --letters --engine \"{late}\""));
    assert_eq!((one.status, one.err.as_str()), (0, ""));
    assert_eq!(line(&one, "Best move").split_whitespace().collect::<Vec<_>>()[2..], ["7g7f", "+55"]);
    assert!(one.out.contains("depth 3, 40 nodes") && one.out.contains(&format!("evaluation {late}")));
    assert!(line(&one, "Best line").ends_with("7g7f 3c3d") && !one.out.contains("Mate "), "{}", one.out);

    // Only the legal part of the line of its own move is shown.
    let one = looks(&format!("startpos --letters --engine \"{}\"", engine("raves")));
    assert!(line(&one, "Best line").ends_with("  7g7f 3c3d"), "{}", one.out);
    let one = looks(&format!("startpos --letters --engine \"{}\"", engine("other")));
    assert!(!one.out.contains("Best line"), "{}", one.out);

    // A move of its book has no value.
    let one = looks(&format!("startpos --letters --engine \"{}\"", engine("book")));
    assert!(line(&one, "Best move").ends_with(" 7g7f") && line(&one, "Score").ends_with(" none reported"));

    // Who resigns without a word has lost.
    let one = looks(&format!("startpos --letters --engine \"{}\"", engine("resigns")));
    assert!(line(&one, "Score").contains("Black is mated"), "{}", one.out);

    // It always sees the side to move 120 ahead; scores are for Black. A move of its book has none.
    for (name, scores) in [("120", vec!["120", "-120", "120"]), ("book", vec!["-120", "120"])] {
        let engine = engine(name);
        looks(&format!("@short.kif --engine \"{engine}\" --record @{name}.kif --out @")).done();
        let told = here.read(&format!("{name}.kif"));
        let found: Vec<&str> = told.lines().filter_map(|line| line.split("評価値 ").nth(1)).collect();
        assert_eq!(found, scores, "{told}");
        assert!(told.contains(&format!("評価関数 {engine}")), "{told}");
    }

    for (words, explanation) in [
        ("@short.kif --engine \"ENGINE late\" --out @", "found 7g7f in lnsgkgsnl/"),
        ("startpos --engine \"ENGINE dies\"", "ended (exit status: 3), expected bestmove"),
        ("startpos --engine no-such-engine", "cannot be started"),
        ("startpos --engine \"ENGINE late\" --eval material", "cannot be used with"),
    ] {
        looks(&words.replace("ENGINE", engine("").trim())).refused(&words, explanation);
    }
}
