//! The example `solve_tsume` from outside: its lines, its summary, reused answers, how it refuses.

use crate::aids::{Folder, words_of};
use crate::example::{Run, read, repository};
use komadai::notation::record;
use komadai_lab::MateProblem;

const HEAD: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
const MATES: &str = "data/tsume/nextmoves.sfen";
const REGRESSIONS: &str = "data/tsume/issue_regressions.sfen";
/// The file of answers in the folder of `--out`.
const KEPT: &str = "solve-tsume.tsv";

/// Small tables: filling large ones costs more than these problems.
fn solve(here: &Folder, words: &str) -> Run {
    here.run(&format!("solve_tsume --hash-mb 8 {}", words.replace("HEAD", &format!("\"{HEAD}\""))))
}

/// The line of a problem of the regressions, by its name.
fn regression(name: &str) -> String {
    let lines = read(repository(), REGRESSIONS);
    lines.lines().find(|line| line.starts_with(name)).expect("a problem of the file").to_owned()
}

/// The fields of every line with tabs.
fn answers(text: &str) -> Vec<Vec<String>> {
    let lines = text.lines().filter(|line| line.contains('\t') && !line.starts_with('#'));
    lines.map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

/// What is printed behind the first of these words, which is near the end.
fn behind<'a>(run: &'a Run, words: &str) -> &'a str {
    run.out.split_once(words).unwrap_or_else(|| panic!("no {words:?} in {}", run.out)).1
}

#[test]
fn every_problem_gets_a_line_in_the_order_of_the_input_and_mates_can_be_played() {
    let list = "data/tsume/mates.sfen";
    let run = solve(&Folder::new("solve-mates"), &format!("--file {list}")).done();
    let problems = MateProblem::read_all(&read(repository(), list)).unwrap();
    let answers = answers(&run.out);
    assert_eq!(answers.len(), problems.len());
    let (mut shortest, mut others) = (0, 0);
    for (answer, problem) in answers.iter().zip(&problems) {
        let [name, said, plies, nodes, ms, checked, moves, length] = answer.as_slice() else {
            panic!("{answer:?}")
        };
        assert_eq!([name, said.as_str(), checked], [&problem.name, "mate", "checked"]);
        assert!(nodes.parse::<u64>().unwrap() > 0 && ms.parse::<f64>().unwrap() >= 0.0, "{answer:?}");
        let end = moves.split(' ').fold(problem.pos.clone(), |mut pos, mv| {
            pos.do_move(mv.parse().unwrap());
            pos
        });
        assert!(end.in_check() && end.legal_moves().is_empty(), "{answer:?}");
        let (plies, recorded): (u32, u32) = (plies.parse().unwrap(), problem.plies.unwrap());
        assert_eq!(plies, moves.split(' ').count() as u32);
        match length.as_str() {
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
    run.says(&["Slowest", "contradict a label: 0", &told]);
    // Standard error is not a terminal here, so progress comes in lines.
    assert!(run.err.contains("100 of 100 problems"), "{}", run.err);
}

#[test]
fn summary_adds_up_what_the_lines_say() {
    let here = Folder::new("solve-summary");
    let run = solve(&here, &format!("--file {REGRESSIONS} --nodes 40000")).done();
    let answers = answers(&run.out);
    let said = |verdict: &str| answers.iter().filter(|answer| answer[1] == verdict).count();
    let nodes: u64 = answers.iter().map(|answer| answer[3].parse::<u64>().unwrap()).sum();
    let cells: Vec<String> = words_of(&run.out, "all").iter().map(|cell| cell.replace(',', "")).collect();
    let expected = [answers.len(), said("mate"), said("nomate"), said("unknown")].map(|n| n.to_string());
    assert_eq!(cells[1..5], expected);
    assert_eq!(cells[6], nodes.to_string());
    assert!(said("mate") >= 8 && said("nomate") >= 1 && said("unknown") >= 1, "{cells:?}");
    for answer in answers.iter().filter(|answer| answer[1] != "mate") {
        assert_eq!((answer[2].as_str(), answer[6].as_str()), ("--", "--"));
        assert_eq!(answer[5] == "checked", answer[1] == "nomate", "{answer:?}");
    }
}

#[test]
fn several_threads_at_a_problem_say_the_same_and_the_summary_tells() {
    let here = Folder::new("solve-threads");
    let run = solve(&here, &format!("--file {MATES} --threads-per-problem 2 --threads 2")).done();
    let answers = answers(&run.out);
    assert_eq!(answers.len(), 97);
    assert!(answers.iter().all(|answer| answer[1] == "mate" && answer[5] == "checked"));
    run.says(&["Threads at each problem: 2", "Times are wall clock."]);
}

#[test]
fn answers_to_other_questions_stand_beside_each_other() {
    let here = Folder::new("solve-other");
    let ask = |more: &str| solve(&here, &format!("--sfen HEAD --out @ {more}"));
    ask("").done();
    let kept = here.read(KEPT);
    for more in ["--nodes 77", "--exact", "--cycle twin"] {
        ask(more).done();
    }
    assert!(here.read(KEPT).starts_with(&kept) && here.read(KEPT).lines().count() == 1 + 4);
    // Files are written wherever they are asked for.
    for folder in ["one", "other"] {
        ask(&format!("--certificate @{folder} --html @{folder} --kif @{folder}")).done();
        assert_eq!(here.names(folder), ["1.html", "1.kif", "1.kmdc"]);
    }
    // A refusal of the checker costs the status of every run that reuses it.
    here.file(KEPT, kept.replace("\"checked\":true", "\"checked\":false"));
    let run = ask("");
    assert_eq!(run.status, 1, "{}", run.err);
    assert!(behind(&run, "Certificates that the checker refuses: ").starts_with("1\n  1: refused: 4k4/"));
}

#[test]
fn a_wrong_label_is_named_and_costs_the_status() {
    let here = Folder::new("solve-wrong");
    let no_mate = "4k4/9/9/9/9/9/9/9/9 b G2r2b3g4s4n4l18p 1";
    let text =
        format!("a\t{HEAD}\tnomate\t--\nb\t{HEAD}\tmate\t1\nc\t{no_mate}\tmate\t3\nd\t{HEAD}\tunknown\t--\n");
    here.file("wrong.sfen", &text);
    let run = solve(&here, "--file @wrong.sfen");
    assert_eq!(run.status, 1, "{}", run.err);
    let lines: Vec<&str> = behind(&run, "Verdicts that contradict a label: ").lines().collect();
    assert!(lines.len() == 3 && lines[0] == "2", "{lines:?}");
    assert!(lines[1].contains("a: label nomate, found mate: 4k4/"), "{lines:?}");
    assert!(lines[2].contains("c: label mate, found nomate: 4k4/"), "{lines:?}");
}

#[test]
fn certificates_and_pages_have_the_names_of_their_problems_and_those_that_time_leaves_open_have_none() {
    let here = Folder::new("solve-certificates");
    // No program has settled the last one in a minute.
    let hard = regression("dlshogi46");
    let problems = format!("a b/c\t{HEAD}\n..\t{HEAD}\n<d>\t{HEAD}\n{hard}\n");
    here.file("problems.sfen", &problems);
    let words = "--certificate @made --html @made --html-positions 50";
    let run = solve(&here, &format!("--file @problems.sfen --time-s 0.3 {words}")).done();
    assert_eq!(answers(&run.out)[3][1], "unknown");
    let names = ["_..", "_d_", "a_b_c"].map(|name| ["html", "kmdc"].map(|end| format!("{name}.{end}")));
    assert_eq!(here.names("made"), names.concat());
    let page = here.read("made/_d_.html");
    assert!(page.contains("<h1>&lt;d&gt;</h1>") && page.contains("▲５二金"), "{page}");
}

/// A reader of the old page or record, here a second name of the file, never sees half of the new one.
#[test]
fn pages_and_records_take_the_place_of_old_ones_whole() {
    let here = Folder::new("solve-replaced");
    for (name, old) in [("1.html", "<!DOCTYPE html>old"), ("1.kif", "old")] {
        here.file(name, old);
        std::fs::hard_link(here.path(name), here.path(&format!("{name}.old"))).expect("a second name");
    }
    let words = "--sfen HEAD --certificate @ --html @ --kif @ --out @";
    solve(&here, words).done();
    assert!(here.read("1.html").contains("▲５二金") && here.read("1.kif").contains("５二金打"));
    assert!(here.read("1.html.old") == "<!DOCTYPE html>old" && here.read("1.kif.old") == "old");
    // An answer that is kept is found again if one of its files is gone.
    for name in ["1.kmdc", "1.html", "1.kif"] {
        here.remove(name);
        solve(&here, words).done();
        assert!(here.has(name), "{name}");
    }
}

#[test]
fn exact_lengths_are_the_recorded_ones_and_their_lines_are_as_long() {
    let run = solve(&Folder::new("solve-exact"), &format!("--file {MATES} --exact --traditional")).done();
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
    assert_eq!(words_of(&run.out, "exact"), ["exact", "97", "97", "0", "0", "0"]);
}

#[test]
fn lengths_are_shown_on_both_sides_and_what_was_shown_is_taken_over() {
    let here = Folder::new("solve-shown");
    let words = format!("--file {REGRESSIONS} --nodes 3000 --exact --certificate @ --out @");
    let first = solve(&here, &words).done();
    let mut exact = 0;
    for answer in answers(&first.out).iter().filter(|answer| answer[1] == "mate") {
        // The tests of `check_certificate` read what the two files show.
        let [mate, lower] = ["kmdc", "lower.kmdc"].map(|end| here.has(&format!("{}.{end}", answer[0])));
        let [is_exact, is_lower] = ["exact", "lower"].map(|shown| answer[9] == shown);
        assert!(is_exact || is_lower || ["upper", "neither"].contains(&&*answer[9]), "{answer:?}");
        assert!(!is_exact || mate && lower && answer[8].parse::<u32>().is_ok(), "{answer:?}");
        assert!(!is_lower || lower && answer[8].contains(".."), "{answer:?}");
        exact += usize::from(is_exact);
    }
    assert!(exact > 5, "{exact}");
    let again = solve(&here, &words).done();
    assert_eq!(answers(&again.out), answers(&first.out));
    for run in [first, again] {
        assert!(behind(&run, "shown by certificates: ").starts_with(&format!("{exact} of ")));
    }
    // An answer whose lower bound is gone is found again.
    let lower =
        here.names(".").into_iter().find(|name| name.ends_with(".lower.kmdc")).expect("a lower bound");
    here.remove(&lower);
    solve(&here, &words).done();
    assert!(here.has(&lower), "{lower}");
}

#[test]
fn cooks_are_numbered_by_the_line_that_is_printed() {
    let here = Folder::new("solve-cooks");
    let text = read(repository(), MATES);
    let some: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).step_by(40).collect();
    here.file("some.sfen", some.join("\n"));
    for more in ["", "--exact", "--traditional"] {
        let run = solve(&here, &format!("--nodes 10000 --file @some.sfen --cooks {more}"));
        let problems = MateProblem::read_all(&some.join("\n")).unwrap();
        let mut cooks = 0;
        for (answer, problem) in answers(&run.out).iter().zip(problems) {
            let parts: Vec<&str> = answer.last().unwrap().split("; ").collect();
            let told = parts.iter().find_map(|part| part.strip_prefix("line "));
            assert_eq!(told.is_some(), more == "--traditional", "{answer:?}");
            let line: Vec<&str> = told.unwrap_or(&answer[6]).split(' ').collect();
            for part in &parts[1..] {
                let fields: Vec<&str> = part.split(' ').collect();
                let Ok(ply) = fields[0].parse::<usize>() else { continue };
                let pos = problem.pos.after(line[..ply - 1].iter().map(|mv| mv.parse().unwrap()));
                for mv in fields[1].split('/') {
                    let check = mv.parse().unwrap();
                    assert!(pos.is_legal(check) && pos.gives_check(check), "{part}: {answer:?}");
                    assert_ne!(mv, line[ply - 1], "{part}: {answer:?}");
                    cooks += 1;
                }
            }
        }
        assert!(cooks > 3, "{more}: {cooks}");
    }
}

#[test]
fn an_exact_length_that_contradicts_a_label_is_named_and_costs_the_status() {
    let here = Folder::new("solve-length");
    let mates = read(repository(), "data/tsume/mates.sfen");
    let fields: Vec<&str> = mates.lines().next().unwrap().split('\t').collect();
    let (sfen, right) = (fields[1], fields[3]);
    let wrong = right.parse::<u32>().unwrap() + 2;
    let text = format!("right\t{sfen}\tmate\t{right}\nwrong\t{sfen}\tmate\t{wrong}\n");
    here.file("length.sfen", &text);
    let run = solve(&here, "--file @length.sfen --exact");
    assert_eq!(run.status, 1, "{}", run.out);
    let named = format!("1\n  wrong: label {wrong} plies, found {right}\n");
    assert_eq!(behind(&run, "Exact lengths that contradict a label: "), named);
    // If lengths are not asked for, or are counted in another way, nothing is contradicted.
    solve(&here, "--file @length.sfen").done();
    here.file("traditional.sfen", format!("# lengths: traditional\n{text}"));
    let run = solve(&here, "--file @traditional.sfen --exact").done();
    assert!(run.out.contains("compared only by --traditional: 2") && !run.out.contains("\n exact "));
}

#[test]
fn standard_input_and_usi_positions_are_read_as_files_are() {
    let here = Folder::new("solve-input");
    let out = here.fed("solve_tsume --hash-mb 8 --file -", format!("x\t{HEAD}\tmate\t1\n").as_bytes());
    assert_eq!(answers(&out)[0][..3], ["x", "mate", "1"]);
    let run = solve(&here, &format!("--sfen \"position sfen {HEAD}\"")).done();
    assert_eq!(answers(&run.out)[0][6], "G*5b");
}

#[test]
fn futile_interpositions_are_told_square_by_square() {
    let here = Folder::new("solve-futile");
    // Mate in one as people count: the king on 1d is shielded in vain.
    let sfen = "9/9/6Bnl/8k/R6p1/9/9/9/9 b rb4g4s3n3l17p 1";
    for _ in 0..2 {
        let run = solve(&here, &format!("--sfen \"{sfen}\" --traditional --futile --out @")).done();
        let answer = &answers(&run.out)[0];
        let futile = "line 9e9d; after 1 on 2d 3d 4d 5d 6d 7d 8d";
        assert_eq!([&answer[8], &answer[9], &answer[10]], ["1", "solution 9e9d", futile]);
    }
    let run = solve(&here, "--sfen HEAD --futile");
    assert_eq!(answers(&run.out)[0][8], "line G*5b", "{}", run.out);
}

#[test]
fn cooks_are_named_with_move_term_and_length() {
    let here = Folder::new("solve-second");
    let list = format!("{HEAD}\n{}\n{}\n", regression("sugyan4"), regression("komoriblog_nomate"));
    here.file("second.sfen", &list);
    let run = solve(&here, "--file @second.sfen --nodes 30000 --cooks").done();
    let cooks: Vec<String> = answers(&run.out).into_iter().map(|mut answer| answer.remove(8)).collect();
    assert_eq!([cooks[0].as_str(), cooks[2].as_str()], ["sound", "--"]);
    assert!(cooks[1].starts_with("unsound; ") && cooks[1].contains(" 余詰 "), "{cooks:?}");
    assert!(run.out.contains("\nCooks\n"), "{}", run.out);
}

#[test]
fn a_record_of_a_mate_is_read_back_with_its_moves_and_variations() {
    let here = Folder::new("solve-kif");
    let lines = read(repository(), MATES);
    here.file("one.sfen", lines.lines().find(|line| line.contains("nextmove5")).expect("a problem"));
    let problem = &MateProblem::read_all(&here.read("one.sfen")).unwrap()[0];
    solve(&here, "--file @one.sfen --kif @one.kif").done();
    let game = &record::read(&here.read_bytes("one.kif"), None).unwrap().games[0];
    assert_eq!(game.start.to_string().split(' ').next(), problem.pos.to_string().split(' ').next());
    assert_eq!(game.moves().len() as u32, problem.plies.unwrap());
    let end = game.final_position();
    assert!(end.in_check() && end.legal_moves().is_empty(), "{end}");
    assert!(!game.variations.is_empty());
}

#[test]
fn a_folder_is_solved_in_the_order_of_names_and_a_bad_file_of_it_is_named() {
    let here = Folder::new("solve-records");
    let problem = "V2.2\nP-51OU\nP+53FU00KI\nP-00AL\n+\n";
    let files = [
        ("a.csa", format!("{problem}+0052KI\n%TSUMI\n")),
        ("b.sfen", format!("head\t{HEAD}\tmate\t1\n{HEAD}\n")),
        ("c.usi", format!("sfen {HEAD} moves G*5b\n")),
        ("d.csa", problem.to_owned()),
    ];
    let within = |name: &str| format!("in/{name}");
    for (name, content) in &files {
        here.file(&within(name), content);
    }
    here.file(&within("readme.txt"), "not a problem");
    let words = "--file @in --traditional --out @";
    let run = solve(&here, words).done();
    let seen = answers(&run.out);
    let told: Vec<&str> = seen.iter().map(|answer| answer[0].as_str()).collect();
    assert_eq!(told, ["a.csa", "b.sfen:head", "b.sfen:2", "c.usi", "d.csa"]);
    assert!(seen.iter().all(|answer| answer[1] == "mate" && answer[6] == "G*5b"), "{}", run.out);
    // Two records have a solution, which is counted as people count; the list counts every ply.
    assert_eq!(words_of(&run.out, "traditional"), ["traditional", "2", "2", "0", "0", "0"]);
    assert!(run.out.contains("not compared with traditional lengths: 1"), "{}", run.out);

    here.file(&within("bad.sfen"), "y\t4k4/9 b - 1\n");
    let run = solve(&here, words);
    assert_eq!((run.status, answers(&run.out)), (1, seen), "{}", run.err);
    let end = behind(&run, "Files that could not be read: ");
    let fault = "bad.sfen, line 1, column 8: found";
    assert!(end.starts_with("1\n  ") && end.contains(fault) && run.err.contains(fault), "{end}{}", run.err);
    for (name, _) in files {
        here.remove(&within(name));
    }
    solve(&here, words).refused(&words, fault);
}
