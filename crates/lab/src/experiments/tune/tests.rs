//! Factors, and a screen of parts of our own whose effect is known.

use clap::Parser;
use komadai_core::Value;
use komadai_recipe::{OwnPart, Parts};
use komadai_search::{ForwardPruning, Probe};

use super::{Factor, Options, run};

/// Cuts every node after so many moves of the game without searching it, which is a bad idea.
struct Hopeful(u32);

impl ForwardPruning for Hopeful {
    fn prune(&self, probe: &mut dyn Probe) -> Option<(Value, &'static str)> {
        (probe.node().pos.move_number() > self.0).then(|| (probe.node().beta, "hopeful"))
    }
}

/// The part `idle` fills no socket and changes nothing; `late` changes nothing near an opening.
fn parts() -> Parts {
    let hopeful = |from| move || OwnPart::new().pruning(Hopeful(from));
    let parts = Parts::new().with("hopeful", hopeful(0)).unwrap().with("late", hopeful(45));
    parts.unwrap().with("idle", OwnPart::new).unwrap()
}

/// Rows of the CSV that a screen of these words saves, by the name of the factor.
fn screen(name: &str, words: &str) -> impl Fn(&str) -> Vec<String> + use<> {
    let out = std::env::temp_dir().join(format!("komadai-tune-{}-{name}", std::process::id()));
    let words = format!("tune screen --hash-mb 1 --resign-cp 1000 {words} --out");
    let words = words.split(' ').chain([out.to_str().unwrap()]);
    run(&Options::try_parse_from(words).unwrap(), &parts()).unwrap();
    let csv = std::fs::read_to_string(out.join("screen.csv")).unwrap();
    std::fs::remove_dir_all(&out).unwrap();
    move |name| {
        let line = csv.lines().find(|line| line.starts_with(name)).unwrap();
        line.split(',').map(str::to_owned).collect()
    }
}

#[test]
fn a_screen_finds_the_sign_of_a_part_that_is_bad_and_of_one_that_does_nothing() {
    for (name, sparse) in [("half", ""), ("sparse", " --low-at-once 1")] {
        let words = format!("--factors idle=off:on,hopeful=off:on --pairs 8 --nodes 400{sparse}");
        let row = screen(name, &words);
        // Columns 3 to 6: searches that differ, Elo and the ends of its interval.
        let (idle, hopeful) = (row("idle"), row("hopeful"));
        let end = |row: &[String], column: usize| row[column].parse::<f64>().unwrap();
        assert!(idle[3] == "0" && end(&idle, 5) <= 0.0 && end(&idle, 6) >= 0.0, "{idle:?}");
        assert!(hopeful[3] != "0" && end(&hopeful, 6) < 0.0, "{hopeful:?}");
    }
}

#[test]
fn a_part_that_no_opening_feels_is_felt_in_the_middle_game() {
    let row = screen("late", "--factors late=off:on --pairs 1 --nodes 400");
    assert!(row("late")[3].parse::<usize>().unwrap() > 0, "{:?}", row("late"));
}

#[test]
fn factors_are_read_and_become_words_of_recipes() {
    let constant: Factor = "late_moves.scale=-5:20".parse().unwrap();
    assert_eq!(constant.to_string(), "late_moves.scale=-5:20");
    let words = |factor: &Factor| [false, true].map(|high| factor.words(high));
    assert_eq!(words(&constant), ["+late_moves.scale=-5", "+late_moves.scale=20"]);
    let part: Factor = "mate-in-one=off:on".parse().unwrap();
    assert_eq!(words(&part), ["-mate-in-one", "+mate-in-one"]);
    for wrong in ["a", "a=1", "a=1:1", "a=on:on", "a=off:1", "a=1:x", "=1:2", "a+b=1:2", "a=1:2:3"] {
        assert!(wrong.parse::<Factor>().is_err(), "{wrong}");
    }
}
