//! The example `custom_killer` from outside.

use crate::example::{Run, folder, run, text};

fn csv(name: &str, more: &[&str]) -> (Run, String) {
    let folder = folder(name);
    let words = ["--depth", "3", "--positions", "6", "--out", text(&folder)];
    let run = run("custom_killer", &[&words[..], more].concat());
    assert_eq!(run.status, 0, "{}", run.err);
    let text = std::fs::read_to_string(folder.join("custom-killer.csv")).expect("the table");
    (run, text)
}

#[test]
fn it_tells_nodes_with_and_without_and_how_often_the_killer_was_right() {
    let (run, table) = csv("custom-killer", &[]);
    let mut sums = [0; 2];
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        sums[0] += cells[1].parse::<u64>().unwrap();
        sums[1] += cells[2].parse::<u64>().unwrap();
        let rate: f64 = cells[4].parse().unwrap();
        assert!((0.0..=1.0).contains(&rate), "{line}");
    }
    assert_eq!(table.lines().count(), 1 + 6);
    let line = run.out.lines().find(|line| line.trim_start().starts_with("6 of 6")).expect("the sums");
    let digits = |word: &str| word.replace(',', "");
    let words: Vec<String> = line.split_whitespace().map(digits).collect();
    assert_eq!(words[3..5], sums.map(|sum| sum.to_string()), "{line}");
}

#[test]
fn any_number_of_threads_gives_the_same_and_a_position_out_of_reach_is_left_out() {
    let (_, one) = csv("custom-killer-one", &[]);
    let (_, three) = csv("custom-killer-three", &["--threads", "3"]);
    assert_eq!(one, three);
    let (run, table) = csv("custom-killer-none", &["--nodes", "10"]);
    assert_eq!(table.lines().count(), 1);
    assert!(run.out.contains("0 of 6"), "{}", run.out);
}

#[test]
fn wrong_options_end_with_status_2() {
    for (words, explanation) in [(["--depth", "0"], "--depth"), (["--positions", "201"], "--positions")] {
        let run = run("custom_killer", &words);
        assert_eq!(run.status, 2);
        assert!(run.err.contains(explanation), "{}", run.err);
    }
}
