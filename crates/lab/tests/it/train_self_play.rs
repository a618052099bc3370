//! `train-self-play` from outside: killed and resumed, on any number of threads, it makes the same model; how it refuses.

use crate::aids::{Folder, number};
use komadai::artifact::{Artifact, Provenance};
use komadai::eval::effects::{EffectsModel, KingEffects};
use komadai::eval::pair::{PairModel, Symmetry};

/// A folder with a corpus of its own, small enough to be played at once.
fn with_corpus(name: &str) -> Folder {
    let here = Folder::new(name);
    here.run("make-corpus --games 6 --nodes 60 --seed 2 --out @corpus.psv").done();
    here
}

/// Whether anything was learned about effects.
fn has_effects(model: &EffectsModel) -> bool {
    (0..KingEffects::COUNT as u32).any(|feature| model.weight(feature) != 0)
}

#[test]
fn the_model_is_the_same_on_any_number_of_threads_and_after_a_kill() {
    let here = with_corpus("train-self-play-killed");
    let line = |save: &str, more: &str| {
        let words = "--apart --from-corpus @corpus.psv --out @ --rounds 3 --held-out 25";
        format!("train-self-play {words} --save @{save} {more}")
    };
    here.run(&line("whole.kmd", "")).done();
    let rows = here.rows("self_play.csv");
    assert!(rows.len() == 1 + 3 && rows[0][0] == "material", "{rows:?}");
    // What is learned from is learned.
    assert!(number(&rows[3][1]) < number(&rows[1][1]), "{rows:?}");
    let (model, from) = PairModel::load(here.path("whole.kmd")).unwrap();
    assert_eq!(model.symmetry, Symmetry::ColorsAndSides);
    assert!(model.weights.iter().any(|&weight| weight != 0));
    assert!(from.source.ends_with(" records, corpus.psv") && from.seed == 1 && from.rows > 100, "{from:?}");
    assert!(here.read("self_play.svg").starts_with("<svg"));

    let whole = here.read_bytes("whole.kmd");
    here.run(&line("threads.kmd", "--threads 3")).done();
    assert!(here.read_bytes("threads.kmd") == whole);

    let resumed = line("broken.kmd", "--checkpoint @state.kmd");
    here.kill(&resumed, || here.has("state.kmd"));
    assert!(here.has("state.kmd") && !here.has("broken.kmd"), "killed between the first round and the end");
    let third = here.run(&resumed).done();
    assert!(third.err.contains("rounds are done already"), "{}", third.err);
    assert!(here.read_bytes("broken.kmd") == whole);

    // A state of other options is not continued; a damaged one is not read.
    let other = "the state is of another training: found prior: 20.0, expected prior: 7.0";
    here.run(&format!("{resumed} --prior 7")).refused(&"another prior", other);
    let mut bytes = here.read_bytes("state.kmd");
    bytes[5_000] ^= 1;
    here.file("state.kmd", bytes);
    here.run(&resumed).refused(&"a damaged state", "checksum");
}

#[test]
fn effects_are_learned_above_an_evaluation_and_shown_and_played_with() {
    let here = with_corpus("train-self-play-effects");
    let models = [1, 2].map(|threads| {
        let words = "--effects-above blend --from-corpus @corpus.psv --rounds 2 --out @ --save @one.kmd";
        here.run(&format!("train-self-play {words} --threads {threads}")).done();
        here.read_bytes("one.kmd")
    });
    assert!(models[0] == models[1]);
    let rows = here.rows("self_play.csv");
    assert!(rows.len() == 3 && rows[0][0] == "blend", "{rows:?}");
    let (model, from) = EffectsModel::load(here.path("one.kmd")).unwrap();
    assert!(has_effects(&model));
    assert!(from.parameters.starts_with("effects around the kings above blend; "), "{from:?}");

    // A state belongs to the evaluation itself, not to whatever has its name.
    let words =
        "train-self-play --effects-above @base.kmd --from-corpus @corpus.psv --out @ --checkpoint @state";
    here.file("base.kmd", here.read_bytes("one.kmd"));
    here.run(&format!("{words} --rounds 1")).done();
    EffectsModel::from_weights([9.0; KingEffects::COUNT])
        .save(&Provenance::default(), here.path("base.kmd"))
        .unwrap();
    here.run(&format!("{words} --rounds 1")).refused(&"another evaluation", "expected above ");

    let shown = here.run("inspect-pairs @one.kmd --out @").done();
    assert!(shown.out.contains("above blend"), "{}", shown.out);
    // Two rings of four numbers of own effects.
    assert_eq!(here.rows("effects.csv").len(), 8);
    // The window without the king's square is coloured, and the bar of colours.
    let map = here.read("effects-attack.svg");
    assert!(map.matches("rgb(").count() >= 24, "{map}");
    let words =
        "--a modern --b modern --eval blend+@one.kmd --against-eval blend --pairs 1 --nodes 50 --out @";
    let played = here.run(&format!("self-play {words}")).done();
    assert!(played.out.contains("blend+"), "{}", played.out);
}

#[test]
fn effects_beside_pairs_and_a_network_come_from_the_same_corpus_on_any_number_of_threads() {
    let here = with_corpus("train-self-play-more");
    let train = |words: &str| here.run(&format!("{words} --from-corpus @corpus.psv --out @ --held-out 25"));
    let models = [1, 2].map(|threads| {
        let saved = "--save @pairs.kmd --with-effects @effects.kmd";
        train(&format!("train-self-play --rounds 1 --threads {threads} {saved}")).done();
        train(&format!("train-network --epochs 1 --threads {threads} --save @nn.bin")).done();
        ["pairs.kmd", "effects.kmd", "nn.bin"].map(|name| here.read_bytes(name))
    });
    assert!(models[0] == models[1]);
    let (learned, from) = EffectsModel::load(here.path("effects.kmd")).unwrap();
    assert!(has_effects(&learned));
    assert!(PairModel::load(here.path("pairs.kmd")).unwrap().0.weights.iter().any(|&weight| weight != 0));
    assert!(from.parameters.contains("relations that share, and effects around the kings"), "{from:?}");
    // Both can be played with, and neither is overwritten by the other's kind.
    let effects = format!("@pairs.kmd+{}", here.path("effects.kmd").display());
    for (eval, games) in [(effects.as_str(), "one.psv"), ("@nn.bin", "other.psv")] {
        here.run(&format!("make-corpus --games 1 --nodes 10 --eval {eval} --out @{games}")).done();
    }
    for (words, said) in [
        ("train-network --save @pairs.kmd", "the file is there and is not an nn.bin"),
        ("train-self-play --with-effects @nn.bin", "the file is there and is not a model file"),
        ("train-network --save @a.kmd --checkpoint @a.kmd", "found the file of --save, expected another"),
        ("train-self-play --save @a.kmd --with-effects @a.kmd", "found the file of --save, expected another"),
        ("train-network --epochs 0", "invalid value '0' for '--epochs <N>'"),
    ] {
        train(words).refused(&words, said);
    }
    // A record that cannot be unpacked is told by its place in its own file, and the checkpoint is not to blame.
    let mut bytes = here.read_bytes("corpus.psv");
    bytes[64..72].fill(0xff);
    here.file("bad.psv", bytes);
    for train in ["train-self-play", "train-network"] {
        let words = format!("{train} --from-corpus @corpus.psv --from-corpus @bad.psv --checkpoint @new.kmd");
        let said = format!("{train}: {}: record 1: packed position", here.path("bad.psv").display());
        here.run(&words).refused(&words, &said);
    }
}
