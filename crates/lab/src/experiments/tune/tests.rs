//! Both modes as programs, with parts of our own whose worth is known.

use std::path::{Path, PathBuf};

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

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("komadai-tune-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

fn run_with(words: &[&str], out: &Path) {
    let quick = ["--hash-mb", "1", "--resign-cp", "1000", "--out", out.to_str().unwrap()];
    let words = [&["tune"], words, &quick].concat();
    run(&Options::try_parse_from(words).unwrap(), &parts()).unwrap();
}

#[test]
fn a_screen_finds_the_sign_of_a_part_that_is_bad_and_of_one_that_does_nothing() {
    for sparse in [&[][..], &["--low-at-once", "1"]] {
        signs_of_a_bad_and_an_idle_part(sparse);
    }
}

fn signs_of_a_bad_and_an_idle_part(sparse: &[&str]) {
    let out = folder(&format!("screen{}", sparse.len()));
    let words = ["screen", "--factors", "idle=off:on,hopeful=off:on", "--pairs", "24", "--nodes", "400"];
    run_with(&[&words, sparse].concat(), &out);
    let csv = std::fs::read_to_string(out.join("screen.csv")).unwrap();
    let number = |line: &str, column: usize| line.split(',').nth(column).unwrap().parse::<f64>().unwrap();
    let [idle, hopeful] =
        ["idle", "hopeful"].map(|name| csv.lines().find(|line| line.starts_with(name)).unwrap());
    // Columns 3 to 5: Elo and the ends of its interval.
    assert!(number(hopeful, 5) < 0.0, "{csv}");
    assert!(number(idle, 3) > number(hopeful, 5), "{csv}");
    std::fs::remove_dir_all(&out).unwrap();
}
