//! The experiment `tune` from outside: its tables and files, going on with what is known.

use std::path::Path;

use crate::aids::{lab, rows};
use crate::example::{Run, folder, read, text};

fn run(words: &[&str]) -> Run {
    lab(&[&["tune"], words].concat())
}

/// Words of quick games, and more words.
fn words<'a>(mode: &'a str, out: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    // To move constants, games must be won and lost.
    let end = if mode == "spsa" { ["--resign-cp", "600"] } else { ["--move-limit", "60"] };
    let quick = ["--nodes", "200", "--hash-mb", "1", "--out", text(out)];
    [&[mode], more, &quick, &end].concat()
}

/// The last factor changes nothing: `modern` lacks the part.
const SCREEN: [&str; 4] =
    ["--factors", "null=off:on,table=on:off,singular.from_depth=384:512", "--pairs", "8"];

#[test]
fn a_screen_prints_and_saves_what_its_journal_says() {
    let folder = folder("tune-screen");
    let run_once = run(&words("screen", &folder, &SCREEN)).done();
    assert!(run_once.out.contains("8 pairs of games"), "{}", run_once.out);
    let csv = read(&folder, "screen.csv");
    let rows = rows(&csv);
    assert_eq!(
        (rows.len(), rows[0][..3].to_vec(), rows[1][..3].to_vec()),
        (3, vec!["null", "off", "on"], vec!["table", "on", "off"])
    );
    let differ = |row: usize| rows[row][3].parse::<usize>().unwrap();
    assert!(differ(1) > 0 && differ(2) == 0, "{csv}");
    let journal = read(&folder, "screen.tsv");
    assert_eq!(journal.lines().count(), 1 + 8);

    // Once more, with nothing left to play: the same, times included, from the journal alone.
    let again = run(&words("screen", &folder, &SCREEN));
    assert_eq!((again.out, read(&folder, "screen.tsv")), (run_once.out, journal.clone()));

    // More pairs keep those there are.
    let more = [&SCREEN[..3], &["10"]].concat();
    let run_more = run(&words("screen", &folder, &more));
    assert!(run_more.err.contains("8 of 10 pairs are played already"), "{}", run_more.err);
    assert!(read(&folder, "screen.tsv").starts_with(&journal));
}

const SPSA: [&str; 6] =
    ["--constants", "late_moves,null_move.reduction", "--iterations", "10", "--batch", "4"];

#[test]
fn a_tuning_ends_in_a_recipe_for_a_match_and_in_its_course() {
    let out = folder("tune-spsa");
    let run_once = run(&words("spsa", &out, &SPSA)).done();
    let recipe = read(&out, "spsa.txt");
    // Printed over several lines of a terminal, whole in the file.
    let whole = |text: &str| text.split_whitespace().collect::<String>();
    assert!(
        recipe.starts_with("modern+late_moves.") && whole(&run_once.out).contains(recipe.trim()),
        "{}",
        run_once.out
    );
    let csv = read(&out, "spsa.csv");
    let pairs: Vec<&str> = rows(&csv).iter().map(|row| row[0]).collect();
    assert_eq!(pairs, ["0", "4", "8", "10"]);
    assert!(csv.starts_with("pairs,chance_steps,late_moves.from_order,late_moves.from_depth,"), "{csv}");
    assert!(read(&out, "spsa.svg").starts_with("<svg"));
    // Every constant that moved is in the recipe with its last value.
    let names: Vec<&str> = csv.lines().next().expect("a heading").split(',').skip(2).collect();
    let ends = rows(&csv);
    for ((name, before), now) in names.iter().zip(&ends[0][2..]).zip(&ends[3][2..]) {
        let [before, now] = [before, now].map(|value| value.parse::<f64>().expect("a number").round() as i32);
        assert_eq!(recipe.contains(&format!("+{name}={now}")), before != now, "{name}: {recipe}");
    }
    let nodes = ["--nodes", "100", "--pairs", "1", "--move-limit", "40", "--out", text(&out)];
    lab(&[&["self-play", "--a", recipe.trim(), "--b", "modern"], &nodes[..]].concat()).done();
}

#[test]
fn constants_are_factors_and_can_be_left_to_the_program() {
    let out = folder("tune-constants");
    let factors = ["--factors", "history.limit=512:7000,late_moves.base=-40:40", "--pairs", "4"];
    let screen = run(&words("screen", &out, &factors)).done();
    assert!(screen.out.contains("modern+history.limit=512+late_moves.base=-40 ("), "{}", screen.out);

    // Without names, constants that this search does not feel are left out, and switches.
    let base =
        ["--base", "bare+table+late-moves", "--iterations", "1", "--nodes", "2000", "--move-limit", "60"];
    run(&[&["spsa", "--out", text(&out)], &base[..]].concat()).done();
    let csv = read(&out, "spsa.csv");
    assert!(
        csv.contains(",late_moves.scale,") && !csv.contains("null_move") && !csv.contains("futility"),
        "{csv}"
    );
}
