//! `rate-evaluation` from outside: its tables, its files, how it refuses.

use std::path::Path;

use crate::aids::{lab, short_games};
use crate::example::{folder, read, text};
use komadai::PieceValues;
use komadai::artifact::{Artifact, Provenance};
use komadai::eval::pair::{Fold, PairModel, Relation, Symmetry};

/// A model in which nothing is worth anything but one relation, to Black.
fn model_of(path: &Path, a: &str, b: &str, worth: f64) {
    let fold = Fold::new(Symmetry::ColorsAndSides);
    let place = |text: &str| text.parse().expect("a piece place");
    let relation = Relation::between(place(a), place(b)).expect("two squares");
    let slot = fold.slot(relation).expect("a relation that is not its own opposite");
    let mut weights = vec![0.0; fold.len()];
    weights[slot.index as usize] = if slot.negated { -worth } else { worth };
    let (model, _) = PairModel::from_weights(PieceValues::PAIRS_2007, &fold, 8, weights);
    model.save(&Provenance::default(), path).expect("a model file of its own");
}

fn rows(csv: &Path) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(csv).expect("a table that was written");
    text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

#[test]
fn an_evaluation_that_knows_one_pair_ranks_by_it_and_material_knows_nothing() {
    let folder = folder("rate-one-pair");
    let (model, games) = (folder.join("one.kmd"), folder.join("one.tsv"));
    // A pawn on 7f beside the bishop on 8h: the first move of a game, and of the Yagura.
    model_of(&model, "P7f", "B8h", 50.0);
    std::fs::write(&games, "a\tstartpos\t7g7f 8c8d\n").unwrap();
    let of = ["--eval", "material", "--eval", text(&model)];
    let words = [&["rate-evaluation"], &of[..], &["--games", text(&games), "--out", text(&folder)]].concat();
    lab(&words).done();

    // Two moves: the first rises, the second does nothing. 30 quiet moves each, in the middle of which material stands.
    let rises = rows(&folder.join("rises.csv"));
    let all = rises.last().unwrap();
    assert_eq!([&*all[0], &all[1], &all[2], &all[7], &all[9]], ["all", "2", "2", "0", "50"]);
    let ranks = rows(&folder.join("ranks.csv"));
    let all = ranks.last().unwrap();
    let rank = |n: usize| all[n].parse::<f64>().unwrap();
    let middle = (rank(2) - 1.0) / 2.0;
    assert!((rank(6) - middle).abs() < 1e-9, "{all:?}");
    // Rank 0 once; mirrored, the other player's pawn on 3d would be alike, but 8c8d is another move.
    assert!(rank(8) < middle, "{all:?}");

    let yagura = rows(&folder.join("yagura.csv"));
    assert_eq!((yagura[0][1].as_str(), yagura[0][7].as_str(), yagura.len()), ("7g7f", "0", 25));
    // Each move of the bad shapes can be played, and each was judged.
    let shapes = rows(&folder.join("shapes.csv"));
    assert_eq!(shapes.len(), 32);
    assert!(shapes.iter().all(|row| row[6] == "0"), "material sees no shape");
}

#[test]
fn another_model_of_the_same_name_is_told_apart() {
    let folder = folder("rate-again");
    let (model, games) = (folder.join("one.kmd"), folder.join("few.tsv"));
    model_of(&model, "P7f", "B8h", 50.0);
    short_games(&games, 12, 30);
    let of = ["--eval", "material", "--eval", text(&model)];
    let words = [&["rate-evaluation"], &of[..], &["--games", text(&games), "--out", text(&folder)]].concat();
    let tables = || ["rises.csv", "ranks.csv"].map(|name| read(&folder, name));
    lab(&words).done();
    let found = tables();
    model_of(&model, "P7f", "B8h", -50.0);
    let other = lab(&words);
    assert!(other.err.contains("5 of 5 games"), "{}", other.err);
    assert_ne!(tables(), found);
}

#[test]
fn values_go_with_scores_that_say_the_same_and_a_wrong_score_is_named() {
    let folder = folder("rate-scores");
    let [games, scores] = ["games.tsv", "scores.tsv"].map(|name| folder.join(name));
    // Pieces are taken and taken back; scores are those of material, and of nobody in a game that there is no line of.
    std::fs::write(
        &games,
        "a\tstartpos\t7g7f 3c3d 8h2b+ 3a2b B*4e 5c5d 4e3d 2b3c 3d2c+ 3c2d\nb\tstartpos\t7g7f 3c3d\n",
    )
    .unwrap();
    std::fs::write(&scores, "a\t1:0 4:0 5:0 7:100 8:100 10:200\n").unwrap();
    let run = || {
        let of = ["rate-evaluation", "--eval", "material", "--eval", "default", "--games", text(&games)];
        lab(&[&of[..], &["--scores", text(&scores), "--out", text(&folder)]].concat())
    };
    run().done();
    let rows = rows(&folder.join("scores.csv"));
    assert_eq!(rows.len(), 2 * 4);
    // All six positions of one game lie before ply 40.
    assert_eq!(rows[0][..4], ["material", "to 40", "1", "6"], "{rows:?}");
    assert_eq!(rows[0][2..], rows[3][2..], "{rows:?}");
    assert!(rows[0][4].parse::<f64>().unwrap() > 0.7, "{rows:?}");
    for (text, said) in [
        ("a 1:0\n", "scores.tsv, line 1: found \"a 1:0\""),
        ("# c\na\t1:x\n", "scores.tsv, line 2: found \"1:x\""),
        ("c\t1:0\n", "no line for any of the 2 games"),
    ] {
        std::fs::write(&scores, text).unwrap();
        let wrong = run();
        assert!(wrong.status == 2 && wrong.err.contains(said), "{said}: {}", wrong.err);
    }
}
