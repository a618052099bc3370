//! `train-self-play` from outside: killed and taken up again, on any number of threads, it makes the
//! same model; how it refuses.

use std::path::{Path, PathBuf};

use crate::aids::{lab, lab_killed};
use crate::example::{Run, folder, text};
use komadai::artifact::Artifact;
use komadai::eval::effects::{EffectsModel, KingEffects};
use komadai::eval::pair::{PairModel, Symmetry};

/// A corpus of its own, small enough to be played at once.
fn corpus(folder: &Path) -> PathBuf {
    let path = folder.join("corpus.psv");
    lab(&["make-corpus", "--games", "16", "--nodes", "200", "--out", text(&path)]).done();
    path
}

fn words<'a>(corpus: &'a Path, folder: &'a Path, save: &'a Path) -> Vec<&'a str> {
    let mut words = vec!["train-self-play", "--apart", "--from-corpus", text(corpus), "--out", text(folder)];
    words.extend(["--rounds", "3", "--held-out", "25", "--save", text(save)]);
    words
}

fn train(words: &[&str], more: &[&str]) -> Run {
    lab(&[words, more].concat())
}

#[test]
fn the_model_is_the_same_on_any_number_of_threads_and_after_a_kill() {
    let folder = folder("train-self-play-killed");
    let corpus = corpus(&folder);
    let [whole, threads, broken] =
        ["whole", "threads", "broken"].map(|name| folder.join(name).with_extension("kmd"));
    train(&words(&corpus, &folder, &whole), &[]).done();
    let csv = std::fs::read_to_string(folder.join("self_play.csv")).unwrap();
    assert_eq!(csv.lines().count(), 1 + 1 + 3, "{csv}");
    assert!(csv.lines().nth(1).unwrap().starts_with("material,"), "{csv}");
    // What is learned from is learned.
    let learned: Vec<f64> =
        csv.lines().skip(2).map(|row| row.split(',').nth(1).unwrap().parse().unwrap()).collect();
    assert!(learned[2] < learned[0], "{learned:?}");
    let (model, from) = PairModel::load(&whole).unwrap();
    assert_eq!(model.symmetry(), Symmetry::ColorsAndSides);
    assert!(model.weights().iter().any(|&weight| weight != 0));
    assert!(from.source.ends_with(" records, corpus.psv") && from.seed == 1 && from.rows > 100, "{from:?}");
    assert!(std::fs::read_to_string(folder.join("self_play.svg")).unwrap().starts_with("<svg"));

    train(&words(&corpus, &folder, &threads), &["--threads", "3"]).done();
    assert_eq!(std::fs::read(&threads).unwrap(), std::fs::read(&whole).unwrap());

    let state = folder.join("state.kmd");
    let resumed = ["--checkpoint", text(&state)];
    lab_killed(&[&words(&corpus, &folder, &broken)[..], &resumed].concat(), || state.exists());
    assert!(state.exists() && !broken.exists(), "killed between the first round and the end");
    let third = train(&words(&corpus, &folder, &broken), &resumed).done();
    assert!(third.err.contains("rounds are done already"), "{}", third.err);
    assert_eq!(std::fs::read(&broken).unwrap(), std::fs::read(&whole).unwrap());

    // A state of other options is not gone on with; a damaged one is not read.
    let other = train(&words(&corpus, &folder, &broken), &["--checkpoint", text(&state), "--prior", "7"]);
    assert_eq!(other.status, 2);
    assert!(other.err.contains("the state is of a training"), "{}", other.err);
    let mut bytes = std::fs::read(&state).unwrap();
    bytes[5_000] ^= 1;
    std::fs::write(&state, bytes).unwrap();
    let damaged = train(&words(&corpus, &folder, &broken), &resumed);
    assert_eq!(damaged.status, 2);
    assert!(damaged.err.contains("checksum"), "{}", damaged.err);
}

#[test]
fn effects_are_learned_above_an_evaluation_and_shown_and_played_with() {
    let folder = folder("train-self-play-effects");
    let corpus = corpus(&folder);
    let saved = ["one", "two"].map(|name| folder.join(name).with_extension("kmd"));
    for (save, threads) in saved.iter().zip(["1", "2"]) {
        let mut words = vec!["train-self-play", "--effects-above", "blend", "--from-corpus", text(&corpus)];
        words.extend(["--rounds", "2", "--out", text(&folder), "--save", text(save), "--threads", threads]);
        train(&words, &[]).done();
    }
    assert_eq!(std::fs::read(&saved[0]).unwrap(), std::fs::read(&saved[1]).unwrap());
    let csv = std::fs::read_to_string(folder.join("self_play.csv")).unwrap();
    let rows: Vec<Vec<&str>> = csv.lines().skip(1).map(|row| row.split(',').collect()).collect();
    assert!(rows.len() == 3 && rows[0][0] == "blend", "{csv}");
    let (model, from) = EffectsModel::load(&saved[0]).unwrap();
    assert!((0..KingEffects::COUNT as u32).any(|feature| model.weight(feature) != 0));
    assert!(from.parameters.starts_with("effects around the kings above blend; "), "{from:?}");

    let shown = lab(&["inspect-pairs", text(&saved[0]), "--out", text(&folder)]).done();
    assert!(shown.out.contains("above blend"), "{}", shown.out);
    // Two rings of four numbers of own effects; a table has its head.
    assert_eq!(std::fs::read_to_string(folder.join("effects.csv")).unwrap().lines().count(), 9);
    // The window without the king's square is coloured, and the bar of colours.
    let map = std::fs::read_to_string(folder.join("effects-attack.svg")).unwrap();
    assert!(map.matches("rgb(").count() >= 24, "{map}");
    let name = format!("blend+{}", text(&saved[0]));
    let words = ["self-play", "--a", "modern", "--b", "modern", "--eval", &name, "--against-eval", "blend"];
    let played = lab(&[&words[..], &["--pairs", "1", "--nodes", "50", "--out", text(&folder)]].concat());
    assert!(played.status == 0 && played.out.contains("blend+"), "{}", played.err);
}

#[test]
fn effects_beside_pairs_and_a_network_come_from_the_same_corpus_on_any_number_of_threads() {
    let folder = folder("train-self-play-more");
    let corpus = corpus(&folder);
    let of = ["--from-corpus", text(&corpus), "--out", text(&folder), "--held-out", "25"];
    let [pairs, effects, network] = ["pairs.kmd", "effects.kmd", "nn.bin"].map(|name| folder.join(name));
    let models = |threads: &str| {
        let more = ["--rounds", "2", "--threads", threads];
        let to = ["--save", text(&pairs), "--with-effects", text(&effects)];
        train(&["train-self-play"], &[&of[..], &more, &to].concat()).done();
        let to = ["--epochs", "2", "--threads", threads];
        train(&["train-network", "--save", text(&network)], &[&of[..], &to].concat()).done();
        [&pairs, &effects, &network].map(|path| std::fs::read(path).unwrap())
    };
    assert!(models("1") == models("2"));
    let (learned, from) = EffectsModel::load(&effects).unwrap();
    assert!((0..KingEffects::COUNT).any(|id| learned.weight(id as u32) != 0));
    assert!(PairModel::load(&pairs).unwrap().0.weights().iter().any(|&weight| weight != 0));
    assert!(from.parameters.contains("relations that share, and effects around the kings"), "{from:?}");
    // Both can be played with, and neither is overwritten by the other's kind.
    let named = format!("{}+{}", text(&pairs), text(&effects));
    for eval in [&named, text(&network)] {
        let games = ["make-corpus", "--games", "1", "--nodes", "10", "--eval", eval];
        lab(&[&games[..], &["--out", text(&folder.join("games.psv"))]].concat()).done();
        std::fs::remove_file(folder.join("games.psv")).unwrap();
        std::fs::remove_file(folder.join("games.psv.journal")).unwrap();
    }
    for (words, said) in [
        (["train-network", "--save", text(&pairs)], "the file is there and is not an nn.bin"),
        (["train-self-play", "--with-effects", text(&network)], "the file is there and is not a model file"),
        (["train-network", "--epochs", "0"], "invalid value '0' for '--epochs <N>'"),
    ] {
        let run = train(&words, &of);
        assert!(run.status == 2 && run.err.contains(said), "{words:?}: {}", run.err);
    }
}
