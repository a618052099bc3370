//! `train-self-play` and `train-network` from outside: the same models on any number of threads, which are shown and play.

use crate::aids::{Folder, number};
use komadai::artifact::{Artifact, Provenance};
use komadai::eval::effects::{EffectsModel, KingEffects};
use komadai::eval::pair::PairModel;

/// A folder with a corpus of its own, small enough to be played at once.
fn with_corpus(name: &str) -> Folder {
    let here = Folder::new(name);
    here.run("make-corpus --games 6 --nodes 60 --seed 2 --out @corpus.psv").done();
    here
}

/// Whether anything was learned of effects.
fn has_effects(model: &EffectsModel) -> bool {
    (0..KingEffects::COUNT as u32).any(|feature| model.weight(feature) != 0)
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

    // A state is of the evaluation itself, and not of whatever has its name.
    let words =
        "train-self-play --effects-above @base.kmd --from-corpus @corpus.psv --out @ --checkpoint @state";
    here.bytes("base.kmd", here.read_bytes("one.kmd"));
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
        train(&format!("train-self-play --rounds 2 --threads {threads} {saved}")).done();
        train(&format!("train-network --epochs 2 --threads {threads} --save @nn.bin")).done();
        ["pairs.kmd", "effects.kmd", "nn.bin"].map(|name| here.read_bytes(name))
    });
    assert!(models[0] == models[1]);
    let rows = here.rows("self_play.csv");
    assert!(rows.len() == 1 + 2 && rows[0][0] == "material" && here.has("self_play.svg"), "{rows:?}");
    // What is learned from is learned.
    assert!(number(&rows[2][1]) < number(&rows[1][1]), "{rows:?}");
    let (learned, from) = EffectsModel::load(here.path("effects.kmd")).unwrap();
    assert!(has_effects(&learned));
    assert!(PairModel::load(here.path("pairs.kmd")).unwrap().0.weights().iter().any(|&weight| weight != 0));
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
}
