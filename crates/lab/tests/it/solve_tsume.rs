//! The example `solve_tsume` from outside: its lines, its summary, answers taken over, how it refuses.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::example::{Run, folder, program, read, repository, run, text};
use komadai::Position;
use komadai::notation::record;
use komadai_lab::MateProblem;

const HEAD: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
const MATES: &str = "data/tsume/nextmoves.sfen";
const REGRESSIONS: &str = "data/tsume/issue_regressions.sfen";
/// The file of answers in the folder of `--out`.
const KEPT: &str = "solve-tsume.tsv";

/// Small tables: filling large ones costs more than these problems.
fn solve(words: &[&str]) -> Run {
    let mut all = vec!["--hash-mb", "8"];
    all.extend(words);
    run("solve_tsume", &all)
}

/// A file of its own with this text.
fn file(name: &str, content: &str) -> String {
    crate::example::file(Path::new(env!("CARGO_TARGET_TMPDIR")), name, content)
}

/// The name of a file that is not there.
fn no_file(name: &str) -> String {
    let path = path(name);
    if path.exists() {
        std::fs::remove_file(&path).expect("the file of an earlier run goes away");
    }
    text(&path).to_owned()
}

fn path(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    std::fs::create_dir_all(folder).expect("the folder of test files");
    folder.join(name)
}

/// The fields of every line with tabs.
fn answers(text: &str) -> Vec<Vec<String>> {
    let lines = text.lines().filter(|line| line.contains('\t') && !line.starts_with('#'));
    lines.map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

/// That two runs say the same but for times; names the first problem on which they differ.
fn assert_same(one: &str, other: &str) {
    let (one, other) = (timeless(one), timeless(other));
    for (a, b) in one.iter().zip(&other) {
        assert_eq!(a, b);
    }
    assert_eq!(one.len(), other.len());
}

/// Answers without their times.
fn timeless(text: &str) -> Vec<Vec<String>> {
    let mut answers = answers(text);
    for answer in &mut answers {
        answer.remove(4);
    }
    answers
}

#[test]
fn every_problem_gets_a_line_in_the_order_of_the_input_and_mates_can_be_played() {
    let run = solve(&["--file", MATES]).done();
    let problems = MateProblem::read_all(&read(repository(), MATES)).unwrap();
    let answers = answers(&run.out);
    assert_eq!(answers.len(), problems.len());
    for (answer, problem) in answers.iter().zip(&problems) {
        let [name, said, plies, nodes, ms, checked, moves, shortest] = answer.as_slice() else {
            panic!("{answer:?}")
        };
        assert_eq!((name, said.as_str()), (&problem.name, "mate"));
        assert!(nodes.parse::<u64>().unwrap() > 0 && ms.parse::<f64>().unwrap() >= 0.0, "{answer:?}");
        assert_eq!((checked.as_str(), shortest.contains("shortest")), ("checked", true), "{answer:?}");
        let mut pos = problem.pos.clone();
        for mv in moves.split(' ') {
            let mv = mv.parse().unwrap();
            assert!(pos.is_legal(mv), "{answer:?}");
            pos.do_move(mv);
        }
        assert!(pos.in_check() && pos.legal_moves().is_empty(), "{answer:?}");
        assert_eq!(plies.parse::<usize>().unwrap(), moves.split(' ').count());
        assert!(problem.plies.is_none_or(|shortest| plies.parse::<u32>().unwrap() >= shortest), "{answer:?}");
    }
    assert!(run.out.contains("Slowest") && run.out.contains("contradict a label: 0"), "{}", run.out);
    // Standard error is no terminal here: progress comes in lines.
    assert!(run.err.contains("97 of 97 problems"), "{}", run.err);
}

#[test]
fn summary_adds_up_what_the_lines_say() {
    let run = solve(&["--file", REGRESSIONS, "--nodes", "40000"]).done();
    let answers = answers(&run.out);
    let said = |verdict: &str| answers.iter().filter(|answer| answer[1] == verdict).count();
    let nodes: u64 = answers.iter().map(|answer| answer[3].parse::<u64>().unwrap()).sum();
    let row = run.out.lines().find(|line| line.starts_with(" all")).expect("a row for all");
    let cells: Vec<String> = row.split_whitespace().map(|cell| cell.replace(',', "")).collect();
    let expected = [answers.len(), said("mate"), said("nomate"), said("unknown")].map(|n| n.to_string());
    assert_eq!(cells[1..5], expected);
    assert_eq!(cells[6], nodes.to_string());
    assert!(said("mate") >= 8 && said("nomate") >= 1 && said("unknown") >= 1, "{row}");
    for answer in answers.iter().filter(|answer| answer[1] != "mate") {
        assert_eq!((answer[2].as_str(), answer[6].as_str()), ("--", "--"));
        assert_eq!(answer[5] == "checked", answer[1] == "nomate", "{answer:?}");
    }
}

#[test]
fn any_number_of_threads_gives_the_same_answers() {
    let alone = solve(&["--file", REGRESSIONS, "--nodes", "5000"]);
    let together = solve(&["--file", REGRESSIONS, "--nodes", "5000", "--threads", "2"]);
    assert_eq!((alone.status, together.status), (0, 0), "{}{}", alone.err, together.err);
    assert_same(&alone.out, &together.out);
    assert_eq!(timeless(&alone.out).len(), 18);
}

/// Nodes and lines differ from run to run, verdicts do not.
#[test]
fn several_threads_at_a_problem_say_the_same_and_the_summary_tells() {
    let verdicts = |run: &Run| -> Vec<_> {
        answers(&run.out)
            .into_iter()
            .map(|answer| (answer[0].clone(), answer[1].clone(), answer[5].clone()))
            .collect()
    };
    let alone = solve(&["--file", MATES]);
    let together = solve(&["--file", MATES, "--threads-per-problem", "2", "--threads", "2"]);
    assert_eq!((alone.status, together.status), (0, 0), "{}{}", alone.err, together.err);
    assert_eq!(verdicts(&alone), verdicts(&together));
    assert!(!alone.out.contains("Threads at each problem"), "{}", alone.out);
    for said in ["Threads at each problem: 2", "Times are wall clock."] {
        assert!(together.out.contains(said), "{}", together.out);
    }
}

#[test]
fn a_killed_run_goes_on_where_it_was() {
    // Enough problems, and the last ones long enough, that the kill comes in the middle.
    let mates = read(repository(), MATES);
    let hard = read(repository(), REGRESSIONS);
    let problems = file("solve-killed.sfen", &(mates + &hard));
    let whole = solve(&["--file", &problems, "--nodes", "30000"]).done();

    let out = folder("solve-killed");
    let words = ["--hash-mb", "8", "--file", &problems, "--nodes", "30000", "--out", text(&out)];
    let mut child = Command::new(program("solve_tsume"))
        .args(words)
        .current_dir(repository())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the example runs");
    let stdout = BufReader::new(child.stdout.take().expect("standard output is read here"));
    let seen: Vec<String> = stdout.lines().take(30).map(Result::unwrap).collect();
    child.kill().expect("the run can be ended");
    child.wait().expect("the run has ended");
    let saved = std::fs::read_to_string(out.join(KEPT)).unwrap().lines().count() - 1;
    assert!(saved >= seen.len() && saved < 97 + 18, "{saved} of 115: the run was ended in the middle");

    let again = solve(&words[2..]).done();
    assert_same(&again.out, &whole.out);
    // What was kept is taken over, times included.
    for line in &seen {
        assert!(again.out.lines().any(|other| other == line), "{line:?}");
    }
}

#[test]
fn a_kept_answer_is_taken_over_and_a_torn_one_is_found_again() {
    let out = folder("solve-torn");
    let words = ["--file", REGRESSIONS, "--nodes", "2000", "--out", text(&out)];
    let whole = solve(&words).done();
    let kept = read(&out, KEPT);
    for keep in [kept.len(), kept.len() - 1, kept.len() - 9, kept.find('\n').unwrap() + 10, 20, 0] {
        std::fs::write(out.join(KEPT), &kept[..keep]).unwrap();
        let again = solve(&words).done();
        assert_same(&again.out, &whole.out);
        assert_eq!(again.out == whole.out, keep == kept.len(), "times are those of the first run");
        assert_eq!(read(&out, KEPT).lines().count(), 1 + 18);
    }
}

#[test]
fn answers_to_other_questions_stand_beside_each_other_and_foreign_files_are_not_touched() {
    let out = folder("solve-other");
    solve(&["--sfen", HEAD, "--out", text(&out)]).done();
    let kept = read(&out, KEPT);
    for more in [&["--nodes", "77"] as &[&str], &["--exact"], &["--heuristic", "unit"]] {
        assert_eq!(solve(&[&["--sfen", HEAD, "--out", text(&out)], more].concat()).status, 0);
    }
    assert!(read(&out, KEPT).starts_with(&kept) && read(&out, KEPT).lines().count() == 1 + 4);
    for (wrong, explanation) in [
        (
            kept.replace("\"said\":\"mate\"", "\"said\":\"mated\""),
            "expected an answer of this experiment as JSON",
        ),
        ("my notes\n".to_owned(), "line 1: found \"my notes\""),
    ] {
        std::fs::write(out.join(KEPT), &wrong).unwrap();
        let run = solve(&["--sfen", HEAD, "--out", text(&out)]);
        run.refused(&wrong, explanation);
        assert_eq!(read(&out, KEPT), wrong);
    }
    // A refusal of the checker costs the status of every run that takes it over.
    std::fs::write(out.join(KEPT), kept.replace("\"checked\":true", "\"checked\":false")).unwrap();
    let run = solve(&["--sfen", HEAD, "--out", text(&out)]);
    assert_eq!(run.status, 1, "{}", run.err);
    assert!(run.out.contains("Certificates that the checker refuses: 1\n  1: refused: 4k4/"), "{}", run.out);
}

#[test]
fn a_wrong_label_is_named_and_costs_the_status() {
    let no_mate = "4k4/9/9/9/9/9/9/9/9 b G2r2b3g4s4n4l18p 1";
    let text =
        format!("a\t{HEAD}\tnomate\t--\nb\t{HEAD}\tmate\t1\nc\t{no_mate}\tmate\t3\nd\t{HEAD}\tunknown\t--\n");
    let run = solve(&["--file", &file("solve-wrong.sfen", &text)]);
    assert_eq!(run.status, 1, "{}", run.err);
    let end = run.out.split("contradict a label: ").nth(1).expect("a last part");
    assert_eq!(end.lines().next(), Some("2"));
    assert!(end.contains("a: label nomate, found mate: 4k4/"), "{end}");
    assert!(end.contains("c: label mate, found nomate: 4k4/"), "{end}");
    assert_eq!(end.lines().count(), 3, "{end}");
}

#[test]
fn certificates_are_kept_under_the_names_of_their_problems_and_none_for_open_ones() {
    let folder = folder("solve-certificates");
    let hard = read(repository(), REGRESSIONS);
    let hard = hard.lines().find(|line| line.starts_with("dlshogi46")).expect("a hard problem");
    let lines = format!("a b/c\t{HEAD}\n..\t{HEAD}\n{hard}\n");
    let problems = file("solve-certificates.sfen", &lines);
    let words = ["--file", &problems, "--nodes", "1000", "--certificate", text(&folder)];
    solve(&words).done();
    let mut names: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["_...kmdc", "a_b_c.kmdc"]);
}

#[test]
fn exact_lengths_are_the_recorded_ones_and_their_lines_are_as_long() {
    let run = solve(&["--file", MATES, "--exact", "--traditional"]).done();
    let problems = MateProblem::read_all(&read(repository(), MATES)).unwrap();
    for (answer, problem) in answers(&run.out).iter().zip(&problems) {
        let recorded = problem.plies.unwrap();
        assert_eq!(answer.len(), 11, "{answer:?}");
        assert_eq!([&answer[2], &answer[8]], [&recorded.to_string(), &recorded.to_string()], "{answer:?}");
        assert!(answer[9].parse::<u32>().unwrap() <= recorded, "{answer:?}");
        assert_eq!(answer[6].split(' ').count() as u32, recorded, "{answer:?}");
        // Of the solution, after its word; practical mates leave pieces over.
        let solution =
            answer[10].strip_prefix("solution ").map_or(0, |moves| moves.split(' ').count() as u32);
        assert!(solution <= recorded && (solution > 0 || answer[10] == "leftovers"), "{answer:?}");
    }
    let row = run.out.lines().find(|line| line.starts_with(" exact")).expect("a row of exact lengths");
    assert!(row.split_whitespace().eq(["exact", "97", "97", "0", "0", "0"]), "{row}");
}

#[test]
fn lengths_are_shown_on_both_sides_and_what_was_shown_is_taken_over() {
    let folder = folder("solve-shown");
    let words = [
        &["--file", REGRESSIONS, "--nodes", "3000", "--exact", "--certificate", text(&folder)] as &[&str],
        &["--out", text(&folder)],
    ]
    .concat();
    let first = solve(&words).done();
    let mut exact = 0;
    for answer in answers(&first.out).iter().filter(|answer| answer[1] == "mate") {
        let lower = folder.join(format!("{}.lower.kmdc", answer[0]));
        match answer[9].as_str() {
            "exact" => {
                let checked = |path: &Path| {
                    let file = std::fs::File::open(path).expect("a certificate is there");
                    komadai::tsume::checker::check(file).expect("it is accepted").plies
                };
                let plies: u32 = answer[8].parse().expect("an exact length");
                assert_eq!(checked(&folder.join(format!("{}.kmdc", answer[0]))), plies);
                assert_eq!(checked(&lower), plies - 2);
                exact += 1;
            }
            "lower" => assert!(answer[8].contains("..") && lower.exists(), "{answer:?}"),
            other => assert!(other == "upper" || other == "neither", "{answer:?}"),
        }
    }
    assert!(exact > 5, "{exact}");
    let told = format!("Exact lengths shown by certificates: {exact} of ");
    assert!(first.out.contains(&told), "{}", first.out);
    let again = solve(&words);
    assert!(again.status == 0 && again.out.contains(&told), "{}", again.err);
    assert_eq!(answers(&again.out), answers(&first.out));
}

#[test]
fn cooks_are_numbered_by_the_line_that_is_printed() {
    let text = read(repository(), MATES);
    let some: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).step_by(40).collect();
    let problems = file("solve-cooks.sfen", &some.join("\n"));
    for words in [&["--cooks"] as &[&str], &["--cooks", "--exact"], &["--cooks", "--traditional"]] {
        let mut all = vec!["--nodes", "10000", "--file", &problems];
        all.extend(words);
        let run = solve(&all);
        let problems = MateProblem::read_all(&some.join("\n")).unwrap();
        let mut cooks = 0;
        for (answer, problem) in answers(&run.out).iter().zip(problems) {
            let parts: Vec<&str> = answer.last().unwrap().split("; ").collect();
            let told = parts.iter().find_map(|part| part.strip_prefix("line "));
            assert_eq!(told.is_some(), words.contains(&"--traditional"), "{answer:?}");
            let line: Vec<&str> = told.unwrap_or(&answer[6]).split(' ').collect();
            for part in &parts[1..] {
                let fields: Vec<&str> = part.split(' ').collect();
                let Ok(ply) = fields[0].parse::<usize>() else { continue };
                let mut pos = problem.pos.clone();
                for mv in &line[..ply - 1] {
                    pos.do_move(mv.parse().unwrap());
                }
                for mv in fields[1].split('/') {
                    let check = mv.parse().unwrap();
                    assert!(pos.is_legal(check) && pos.gives_check(check), "{part}: {answer:?}");
                    assert_ne!(mv, line[ply - 1], "{part}: {answer:?}");
                    cooks += 1;
                }
            }
        }
        assert!(cooks > 3, "{words:?}: {cooks}");
    }
}

#[test]
fn lines_are_shortest_or_said_not_to_be_shown_so() {
    let mates = "data/tsume/mates.sfen";
    let run = solve(&["--file", mates]).done();
    let problems = MateProblem::read_all(&read(repository(), mates)).unwrap();
    let (mut shortest, mut others) = (0, 0);
    for (answer, problem) in answers(&run.out).iter().zip(&problems) {
        let (plies, recorded): (u32, u32) = (answer[2].parse().unwrap(), problem.plies.unwrap());
        match answer[7].as_str() {
            "shortest" => {
                assert_eq!(plies, recorded, "{answer:?}");
                shortest += 1;
            }
            "not shown to be shortest" => {
                assert!(plies >= recorded && recorded > 5, "{answer:?}");
                others += 1;
            }
            other => panic!("{other}"),
        }
    }
    assert!(shortest >= 45 && others > 0, "{shortest}, {others}");
    let told = format!("Lines of mates: {shortest} shortest, {others} not shown to be shortest");
    assert!(run.out.contains(&told), "{}", run.out);
}

#[test]
fn an_exact_length_that_contradicts_a_label_is_named_and_costs_the_status() {
    let mates = read(repository(), "data/tsume/mates.sfen");
    let mate = mates.lines().next().unwrap();
    let fields: Vec<&str> = mate.split('\t').collect();
    let (sfen, right) = (fields[1], fields[3]);
    let wrong = right.parse::<u32>().unwrap() + 2;
    let text = format!("right\t{sfen}\tmate\t{right}\nwrong\t{sfen}\tmate\t{wrong}\n");
    let problems = file("solve-length.sfen", &text);
    let run = solve(&["--file", &problems, "--exact"]);
    assert_eq!(run.status, 1, "{}", run.out);
    let end = run.out.split("Exact lengths that contradict a label: ").nth(1).expect("a last part");
    let named = format!("  wrong: label {wrong} plies, found {right}");
    assert_eq!(end.lines().collect::<Vec<_>>(), ["1", &named], "{end}");
    // Where lengths are not asked for, and where they are counted in another way, nothing is contradicted.
    assert_eq!(solve(&["--file", &problems]).status, 0);
    let traditional = file("solve-length-traditional.sfen", &format!("# lengths: traditional\n{text}"));
    assert_eq!(solve(&["--file", &traditional, "--exact"]).status, 0);
}

#[test]
fn a_bad_file_of_a_folder_is_named_and_the_others_are_solved() {
    let folder = folder("solve-folder");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    write("a.sfen", &format!("x\t{HEAD}\tmate\t1\n"));
    write("b.sfen", "y\t4k4/9 b - 1\n");
    write("c.usi", &format!("sfen {HEAD} moves G*5b\n"));
    let run = solve(&["--file", text(&folder)]);
    assert_eq!(run.status, 1, "{}", run.err);
    let names: Vec<String> = answers(&run.out).into_iter().map(|mut answer| answer.remove(0)).collect();
    assert_eq!(names, ["a.sfen:x", "c.usi"]);
    let end = run.out.split("Files that could not be read: ").nth(1).expect("a last part");
    assert!(end.starts_with("1\n  ") && end.contains("b.sfen, line 1, column 8: found"), "{end}");
    assert!(run.err.contains("b.sfen, line 1, column 8: found"), "{}", run.err);
    std::fs::remove_file(folder.join("a.sfen")).unwrap();
    std::fs::remove_file(folder.join("c.usi")).unwrap();
    let run = solve(&["--file", text(&folder)]);
    assert!(run.status == 2 && run.err.contains("b.sfen, line 1, column 8: found"), "{}", run.err);
}

#[test]
fn standard_input_and_usi_positions_are_read_as_files_are() {
    let mut child = Command::new(program("solve_tsume"))
        .args(["--hash-mb", "8", "--file", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the example runs");
    let mut stdin = child.stdin.take().expect("standard input is written here");
    stdin.write_all(format!("x\t{HEAD}\tmate\t1\n").as_bytes()).unwrap();
    drop(stdin);
    let done = child.wait_with_output().expect("the run ends");
    let out = String::from_utf8(done.stdout).unwrap();
    assert!(done.status.success() && answers(&out)[0][..3] == ["x", "mate", "1"], "{out}");
    let run = solve(&["--sfen", &format!("position sfen {HEAD}")]).done();
    assert_eq!(answers(&run.out)[0][6], "G*5b");
}

#[test]
fn futile_interpositions_are_told_square_by_square() {
    let out = folder("solve-futile");
    // Mate in one as people count: the king on 1d is shielded in vain.
    let sfen = "9/9/6Bnl/8k/R6p1/9/9/9/9 b rb4g4s3n3l17p 1";
    for _ in 0..2 {
        let run = solve(&["--sfen", sfen, "--traditional", "--futile", "--out", text(&out)]).done();
        let answer = &answers(&run.out)[0];
        let futile = "line 9e9d; after 1 on 2d 3d 4d 5d 6d 7d 8d";
        assert_eq!([&answer[8], &answer[9], &answer[10]], ["1", "solution 9e9d", futile]);
    }
    let run = solve(&["--sfen", HEAD, "--futile"]);
    assert_eq!(answers(&run.out)[0][8], "line G*5b", "{}", run.out);
}

#[test]
fn cooks_are_named_with_move_term_and_length() {
    let text = read(repository(), REGRESSIONS);
    let named = |name: &str| text.lines().find(|line| line.starts_with(name)).expect("a problem of the file");
    let problems =
        file("solve-second.sfen", &format!("{HEAD}\n{}\n{}\n", named("sugyan4"), named("komoriblog_nomate")));
    let run = solve(&["--file", &problems, "--cooks"]).done();
    let second: Vec<String> = answers(&run.out).into_iter().map(|mut answer| answer.remove(8)).collect();
    assert_eq!([second[0].as_str(), second[2].as_str()], ["sound", "--"]);
    assert!(second[1].starts_with("unsound; ") && second[1].contains(" 余詰 "), "{second:?}");
    // What is named really mates: it is played after the moves before it of the line that is printed, a shortest one.
    let mut pos: Position = named("sugyan4").split('\t').nth(1).unwrap().parse().unwrap();
    let exact = solve(&["--sfen", &pos.to_string(), "--exact"]);
    let answer = &answers(&run.out)[1];
    assert_eq!([&answer[2], &answer[7]], [&answers(&exact.out)[0][8], "shortest"]);
    let line: Vec<String> = answer[6].split(' ').map(str::to_owned).collect();
    let words: Vec<&str> = second[1].split("; ").nth(1).unwrap().split(' ').collect();
    for mv in &line[..words[0].parse::<usize>().unwrap() - 1] {
        pos.do_move(mv.parse().unwrap());
    }
    let mv = words[1].parse().unwrap();
    assert!(pos.is_legal(mv) && words[1] != line[words[0].parse::<usize>().unwrap() - 1]);
    pos.do_move(mv);
    assert!(pos.in_check());
    for reply in pos.legal_moves().to_vec() {
        let mut after = pos.clone();
        after.do_move(reply);
        let verdict = &answers(&solve(&["--sfen", &after.to_string()]).out)[0][1];
        assert_eq!(verdict, "mate", "{mv} {reply}");
    }
    assert!(run.out.contains("\nCooks\n"), "{}", run.out);
}

#[test]
fn records_of_mates_can_be_read_back_and_end_in_mate() {
    let folder = path("solve-kif");
    let lines = read(repository(), MATES);
    let some = lines.lines().filter(|line| line.contains("nextmove5")).collect::<Vec<_>>().join("\n");
    let problems = file("solve-kif.sfen", &some);
    solve(&["--file", &problems, "--kif", text(&folder)]).done();
    let mut variations = 0;
    for problem in MateProblem::read_all(&some).unwrap() {
        let bytes = std::fs::read(folder.join(format!("{}.kif", problem.name))).unwrap();
        let record = record::read(&bytes, None).unwrap();
        let game = &record.games[0];
        assert_eq!(game.start.to_string().split(' ').next(), problem.pos.to_string().split(' ').next());
        assert_eq!(game.moves().len() as u32, problem.plies.unwrap(), "{}", problem.name);
        let end = game.final_position();
        assert!(end.in_check() && end.legal_moves().is_empty(), "{}", problem.name);
        variations += game.variations.len();
    }
    assert!(variations > 10, "{variations}");

    let one = no_file("solve-one.kif");
    assert_eq!(solve(&["--sfen", HEAD, "--kif", &one]).status, 0);
    assert!(std::fs::read_to_string(&one).unwrap().contains("５二金打"));
}

/// [`HEAD`] as a record of a mate problem: one king, and the defender holds what is left over. The moves are a solution.
fn head_kif(moves: &str) -> String {
    let empty = " ・ ・ ・ ・ ・ ・ ・ ・ ・";
    let ranks: String = "一二三四五六七八九"
        .chars()
        .map(|rank| match rank {
            '一' => format!("| ・ ・ ・ ・v玉 ・ ・ ・ ・|{rank}\n"),
            '三' => format!("| ・ ・ ・ ・ 歩 ・ ・ ・ ・|{rank}\n"),
            _ => format!("|{empty}|{rank}\n"),
        })
        .collect();
    format!(
        "作者：Example\n後手の持駒：残り全部\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n{ranks}+---------------------------+\n先手の持駒：金\n{moves}"
    )
}

#[test]
fn a_folder_of_records_and_lists_is_solved_in_the_order_of_names_and_resumed() {
    let (folder, out) = (folder("solve-records"), folder("solve-records-out"));
    let write = |name: &str, content: &str| crate::example::file(&folder, name, content);
    write("b.kif", &head_kif("   1 ５二金打\n"));
    write("a.csa", "V2.2\nP-51OU\nP+53FU00KI\nP-00AL\n+\n+0052KI\n%TSUMI\n");
    write("c.sfen", &format!("head\t{HEAD}\tmate\t1\n"));
    write("d.usi", &format!("sfen {HEAD} moves G*5b\n"));
    write("e.kif", &head_kif(""));
    write("readme.txt", "not a problem");
    let words = ["--file", text(&folder), "--traditional", "--out", text(&out)];
    let run = solve(&words).done();
    let seen = answers(&run.out);
    let names: Vec<&str> = seen.iter().map(|answer| answer[0].as_str()).collect();
    assert_eq!(names, ["a.csa", "b.kif", "c.sfen:head", "d.usi", "e.kif"]);
    assert!(seen.iter().all(|answer| answer[1] == "mate" && answer[6] == "G*5b"), "{}", run.out);
    // Three records have a solution, which is counted as people count; the list is counted ply by ply.
    let row = run.out.lines().find(|line| line.starts_with(" traditional")).expect("a row of lengths");
    assert!(row.split_whitespace().eq(["traditional", "3", "3", "0", "0", "0"]), "{row}");
    assert!(run.out.contains("not compared with traditional lengths: 1"), "{}", run.out);
    assert_eq!(solve(&words).out, run.out, "all is taken over, times included");
    // Another recorded length is told.
    let long = write("f.kif", &head_kif("   1 ５二金打\n").replace("先手の持駒：金", "先手の持駒：金二"));
    assert_eq!(answers(&solve(&["--file", &long]).out)[0][0], "f.kif");
}

#[test]
fn recorded_lengths_are_compared_with_those_that_are_counted_alike() {
    // Futile interpositions: one ply as people count, fifteen in all.
    let sfen = "9/9/6Bnl/8k/R6p1/9/9/9/9 b rb4g4s3n3l17p 1";
    let list = file("solve-alike-lengths.sfen", &format!("# lengths: traditional\na\t{sfen}\tmate\t1\n"));
    let run = solve(&["--file", &list, "--exact", "--traditional"]).done();
    let row = run.out.lines().find(|line| line.starts_with(" traditional")).expect("a row of lengths");
    assert!(row.split_whitespace().eq(["traditional", "1", "1", "0", "0", "0"]), "{row}");
    assert!(!run.out.contains("\n exact "), "{}", run.out);
    let run = solve(&["--file", &list, "--exact"]);
    assert!(run.out.contains("compared only by --traditional: 1"), "{}", run.out);
}

#[test]
fn pages_of_proofs_stand_alone_and_show_the_line() {
    let folder = path("solve-html");
    let problems =
        file("solve-html.sfen", &format!("a<b>\t{HEAD}\nlong\t9/6+B1k/8n/6s2/9/6N1G/9/9/9 b - 1\n"));
    let run = solve(&["--file", &problems, "--html", text(&folder), "--html-positions", "50"]).done();
    let page = std::fs::read_to_string(folder.join("a_b_.html")).unwrap();
    assert!(page.contains("<h1>a&lt;b&gt;</h1>") && page.contains("▲５二金"), "{page}");
    let page = std::fs::read_to_string(folder.join("long.html")).unwrap();
    for (mv, count) in [("<details", "</details>"), ("<svg", "</svg>")] {
        assert_eq!(page.matches(mv).count(), page.matches(count).count());
    }
    assert!(!page.contains("src=") && !page.contains("<script"), "nothing from elsewhere");
    for mv in answers(&run.out)[1][6].split(' ') {
        assert!(page.contains(&format!("<span class=\"usi\">{mv}</span>")), "{mv}");
    }
}

#[test]
fn one_position_is_solved_by_its_sfen() {
    let run = solve(&["--sfen", HEAD]).done();
    let answers = answers(&run.out);
    assert_eq!(answers.len(), 1);
    assert_eq!((answers[0][1].as_str(), answers[0][6].as_str()), ("mate", "G*5b"));
    assert_eq!(HEAD.parse::<Position>().unwrap().side_to_move(), komadai::Color::Black);
}

#[test]
fn time_limit_ends_a_hard_problem_without_an_answer() {
    // No program has settled this one in a minute.
    let text = read(repository(), REGRESSIONS);
    let hard = text.lines().find(|line| line.starts_with("dlshogi46")).expect("a hard problem");
    let run = solve(&["--file", &file("solve-time.sfen", hard), "--time-s", "0.3"]).done();
    assert_eq!(answers(&run.out)[0][1], "unknown");
}
