//! A screen as a program, with parts of our own whose worth is known.

use clap::Parser;
use komadai_core::Value;
use komadai_recipe::{OwnPart, Parts};
use komadai_search::{ForwardPruning, Probe};

use super::{Options, run};

/// Takes every node for as good as it need be, without a look at it: no good idea.
struct Hopeful;

impl ForwardPruning for Hopeful {
    fn name(&self) -> &'static str {
        "hopeful"
    }

    fn prune(&self, probe: &mut dyn Probe) -> Option<(Value, &'static str)> {
        Some((probe.node().beta, self.name()))
    }
}

/// The part `idle` fills no socket and changes nothing.
fn parts() -> Parts {
    let parts = Parts::new().with("hopeful", || OwnPart::new().pruning(Hopeful));
    parts.unwrap().with("idle", OwnPart::new).unwrap()
}

#[test]
fn a_screen_finds_the_sign_of_a_part_that_is_bad_and_of_one_that_does_nothing() {
    for sparse in [&[][..], &["--low-at-once", "1"]] {
        let out = format!("komadai-tune-{}-{}", std::process::id(), sparse.len());
        let out = std::env::temp_dir().join(out);
        let words = "tune screen --factors idle=off:on,hopeful=off:on --pairs 24 --nodes 400 --hash-mb 1 --resign-cp 1000 --out";
        let words = words.split(' ').chain([out.to_str().unwrap()]).chain(sparse.iter().copied());
        run(&Options::try_parse_from(words).unwrap(), &parts()).unwrap();
        let csv = std::fs::read_to_string(out.join("screen.csv")).unwrap();
        let row = |name: &str| -> Vec<&str> {
            csv.lines().find(|line| line.starts_with(name)).unwrap().split(',').collect()
        };
        // Columns 3 to 6: searches that differ, Elo and the ends of its interval. Of what no search feels games say nothing.
        assert_eq!(row("idle")[3..7], ["0", "", "", ""], "{csv}");
        assert!(row("hopeful")[6].parse::<f64>().unwrap() < 0.0, "{csv}");
        std::fs::remove_dir_all(&out).unwrap();
    }
}
