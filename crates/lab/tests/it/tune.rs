//! The experiment `tune` from outside: its tables and files, resuming from known pairs.

use crate::aids::{Folder, cells, number};
use crate::example::Run;

fn tune(here: &Folder, words: &str) -> Run {
    here.run(&format!("tune {words} --nodes 200 --hash-mb 1 --out @"))
}

#[test]
fn a_screen_prints_and_saves_what_its_journal_says_and_more_pairs_keep_those_there_are() {
    let here = Folder::new("tune-screen");
    let factors = "null=off:on,table=on:off";
    let screen = |pairs: u32| {
        tune(&here, &format!("screen --factors {factors} --pairs {pairs} --move-limit 60")).done()
    };
    let first = screen(8);
    assert!(first.out.contains("8 pairs of games"), "{}", first.out);
    let rows = here.rows("screen.csv");
    assert_eq!(rows.len(), 2);
    assert_eq!([&rows[0][..3], &rows[1][..3]].concat(), ["null", "off", "on", "table", "on", "off"]);
    assert!(number(&rows[1][3]) > 0.0, "{rows:?}");
    let journal = here.read("screen.tsv");
    assert_eq!(journal.lines().count(), 1 + 8);
    let more = screen(10);
    assert!(more.err.starts_with("9 of 10 pairs\n"), "{}", more.err);
    assert!(here.read("screen.tsv").starts_with(&journal));
}

#[test]
fn games_that_would_come_again_make_nothing_surer() {
    let here = Folder::new("tune-again");
    // One factor: whichever level the first player has, there are only two games from an opening.
    here.file("two.sfen", "startpos moves 7g7f\nstartpos moves 2g2f\n");
    let screen = |pairs: u32| {
        let factor = "--factors null=off:on --openings @two.sfen --move-limit 60";
        tune(&here, &format!("screen {factor} --pairs {pairs}")).done()
    };
    screen(2);
    let found = here.read("screen.csv");
    let more = screen(9);
    assert_eq!(here.read("screen.csv"), found);
    more.says(&["2 pairs of games", "Left out: 7 pairs"]);
}

#[test]
fn a_tuning_ends_in_a_recipe_for_a_match_and_in_its_course() {
    let here = Folder::new("tune-spsa");
    // To move constants, games must be won and lost.
    let constants = "--constants late_moves,null_move.reduction --resign-cp 600";
    let run = tune(&here, &format!("spsa {constants} --iterations 10 --batch 4")).done();
    let recipe = here.read("spsa.txt");
    assert!(recipe.starts_with("modern+late_moves."), "{recipe}");
    // Wrapped over several lines of a terminal, whole in the file.
    let whole: String = run.out.split_whitespace().collect();
    assert!(whole.contains(recipe.trim()), "{}", run.out);
    let course = cells(&here.read("spsa.csv"));
    assert!(course.iter().skip(1).map(|row| &row[0]).eq(["0", "4", "8", "10"]), "{course:?}");
    let names = &course[0];
    assert_eq!(names[..4], ["pairs", "chance_steps", "late_moves.from_order", "late_moves.from_depth"]);
    assert!(here.read("spsa.svg").starts_with("<svg"));
    // Every constant that moved is in the recipe with its last value.
    for (column, name) in names.iter().enumerate().skip(2) {
        let [before, now] = [1, 4].map(|row| number(&course[row][column]).round() as i32);
        assert_eq!(recipe.contains(&format!("+{name}={now}")), before != now, "{name}: {recipe}");
    }
    let quick = "--b modern --nodes 100 --pairs 1 --move-limit 40 --out @";
    here.run(&format!("self-play --a {} {quick}", recipe.trim())).done();
}

#[test]
fn constants_are_factors_and_can_be_left_to_the_program() {
    let here = Folder::new("tune-constants");
    let factors = "--factors history.limit=512:7000,late_moves.base=-40:40 --pairs 4 --move-limit 60";
    let screen = tune(&here, &format!("screen {factors}")).done();
    assert!(screen.out.contains("modern+history.limit=512+late_moves.base=-40 ("), "{}", screen.out);

    // Without names, constants that do not change this search are left out, and switches.
    let base = "--base bare+table+late-moves --iterations 1 --nodes 500 --move-limit 60 --out @";
    here.run(&format!("tune spsa {base}")).done();
    let csv = here.read("spsa.csv");
    assert!(csv.contains(",late_moves.scale,"), "{csv}");
    assert!(!csv.contains("null_move") && !csv.contains("futility"), "{csv}");
}
