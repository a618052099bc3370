//! The experiments of reliability from outside: samples interrupted and resumed, models trained, judged and used.

use komadai::artifact::{Artifact, Provenance};
use komadai::eval::reliability::{ReliabilityModel, Sides, SpreadFeatures, Tail};
use komadai::evaluation::Evaluation;
use komadai_lab::Recipe;

use crate::aids::{Folder, number, ran};
use crate::example::Run;

/// Two plies by material, in a file of its own.
fn deep_shallow(here: &Folder, samples: &str, more: &str) -> Run {
    let quick = "--depth 2 --spacing 20 --eval material --hash-mb 1 --out @";
    here.run(&format!("deep-shallow {quick} --samples-out @{samples} {more}"))
}

#[test]
fn samples_broken_off_go_on_and_do_not_depend_on_threads() {
    let here = Folder::new("reliability-samples");
    let sampled = |more: &str| deep_shallow(&here, "samples.tsv", &format!("--positions 60 {more}"));
    let whole = sampled("").done();
    let samples = here.read("samples.tsv");
    assert_eq!(samples.lines().count(), 62);
    assert!(here.has("figure-19.svg") && whole.out.contains("1 and 2"), "{}", whole.out);

    // Cut off in the middle of a line; and made by three threads.
    here.file("samples.tsv", &samples[..samples.len() * 2 / 3]);
    let again = sampled("--threads 3").done();
    assert_eq!((again.out, here.read("samples.tsv")), (whole.out, samples));
    // From a file with more positions than are asked for, the first ones are taken.
    let fewer = |samples: &str| deep_shallow(&here, samples, "--positions 25").done().out;
    assert_eq!(fewer("samples.tsv"), fewer("fewer.tsv"));
    sampled("--seed 2").refused(&"another seed", "take the same options, or a new file");
}

#[test]
fn parts_of_a_run_are_the_run() {
    let here = Folder::new("reliability-parts");
    for part in [1, 2] {
        let words = format!("--positions 200 --shard {part}/2");
        deep_shallow(&here, &format!("part-{part}.tsv"), &words).done();
    }
    let parts = "--samples @part-1.tsv --samples @part-2.tsv --samples @part-2.tsv";
    let together = here.run(&format!("deep-shallow {parts} --out @")).done();
    assert!(together.out.starts_with("200 positions of "), "{}", together.out);
    let depths = here.read("depths.csv");
    deep_shallow(&here, "whole.tsv", "--positions 200").done();
    assert_eq!(here.read("depths.csv"), depths, "the parts together are the whole");
}

#[test]
fn a_model_is_trained_resumed_judged_and_used() {
    let here = Folder::new("reliability-model");
    let done = |line: &str| here.run(&format!("{line} --out @")).done().out;
    let load = |file: &str| ReliabilityModel::load(here.path(file)).expect("a model");
    let train = |iterations: u32| {
        let samples =
            "--positions 200 --spacing 30 --depth 3 --eval material --hash-mb 1 --samples-out @samples.tsv";
        let of =
            format!("--pair 1:3 --pair 1:2 --iterations {iterations} --save @spread.kmd --checkpoint @state");
        let told = done(&format!("train-reliability {samples} {of}"));
        (here.read_bytes("spread.kmd"), told.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    let (_, told) = train(3);
    assert!(told.contains("not converged after 3 iterations: 1 and 3, progress-alone, linear"), "{told}");
    let (broken_off, _) = load("spread.kmd");
    let without: Vec<_> = broken_off.pairs.iter().filter(|pair| pair.after_search.is_none()).collect();
    let held_out = "what the search found makes held-out games no likelier";
    assert!(without.len() == 1 && told.contains(&format!("and {}: {held_out}", without[0].deep)), "{told}");
    assert_eq!(here.rows("table-1.csv").len(), 5);
    let (broken_off, _) = train(9);
    here.remove("state-1-3");
    here.remove("state-1-2");
    assert_eq!(train(9).0, broken_off, "the same bytes without an interruption");
    let (trained, Provenance { source, .. }) = load("spread.kmd");
    assert_eq!(trained.pairs.len(), 2);
    let after_search = trained.pairs.iter().all(|pair| pair.after_search.is_some());
    assert!(after_search, "what a search finds is learned as well");
    assert_eq!(here.rows("after-search.csv").len(), 2);
    assert!(source.contains("depth 3"), "{source}");
    here.run("train-reliability --samples @samples.tsv --pair 1:9 --out @")
        .refused(&"depths 1 and 9", "0 samples to train on and 0 held out that reach both");

    let judge = "calibration --samples @samples.tsv --model @spread.kmd --pair 1:3 --bins 4";
    done(judge);
    let with_result = here.rows("calibration.csv");
    assert_eq!(with_result.len(), 4);
    let risks = here.rows("risk.csv");
    assert!(risks.iter().map(|row| &row[1]).eq(["1", "2", "3"].repeat(5)), "{risks:?}");
    let count = |row: usize| number(&risks[row][2]);
    assert!((count(0) - [3, 6, 9, 12].map(count).iter().sum::<f64>()).abs() < 0.5, "{risks:?}");
    done(&format!("{judge} --position-alone"));
    assert_ne!(here.rows("calibration.csv"), with_result, "other predictions by the position alone");
    here.run(&format!("{judge} --held-out 1 --out @")).refused(&"one game", "samples, expected at least 32");

    // Only its sides, from the same games: the same model but for a note. From other games: other sides, the same weights.
    let renew = |more: &str| {
        let files = "--samples @samples.tsv --weights @spread.kmd --save @renewed.kmd";
        done(&format!("train-reliability {files} {more}"));
        let (renewed, Provenance { note, .. }) = load("renewed.kmd");
        let most = here.rows("sides.csv").iter().map(|row| number(&row[1])).fold(0.0, f64::max);
        assert!(note.starts_with(&format!("sides of {most} positions: ")), "{note}");
        renewed
    };
    assert_eq!(renew("--held-out 20"), trained);
    assert_eq!(here.rows("sides.csv").len(), 2);
    let other = renew("--held-out 60");
    assert!(trained.pairs.iter().zip(&other.pairs).all(|(one, other)| one.weights == other.weights));
    assert!(trained.pairs.iter().zip(&other.pairs).any(|(one, other)| one.sides != other.sides));
    // For depths that it does not know: the weights of the nearest pair.
    let other = &renew("--held-out 20 --pair 2:3").pairs;
    let nearest = trained.nearest(2.0, 3.0).expect("pairs");
    assert!(other.len() == 1 && (other[0].shallow, other[0].deep) == (2.0, 3.0));
    assert!(other[0].weights == nearest.weights && other[0].sides != nearest.sides);
    assert!(nearest.after_search.is_some() && other[0].after_search.is_none(), "the sides are asked");

    // The paper's form: normal about 0, whatever else was found.
    done("train-reliability --samples @samples.tsv --pair 1:3 --iterations 9 --save @paper.kmd --paper");
    let (paper, _) = load("paper.kmd");
    let pair = &paper.pairs[0];
    assert_eq!((pair.tail, pair.sides), (Tail::Normal, Sides::default()));
    assert_eq!(paper.features, SpreadFeatures::All);
    assert!(pair.after_search.is_none() && trained.pairs[0].tail != Tail::Normal, "{pair:?}");

    let cut = "probcut --model @spread.kmd --depth 3 --eval material --hash-mb 1 --kind multi";
    let nodes = |file: &str| here.rows(file).into_iter().map(|row| row[7].clone()).collect::<Vec<_>>();
    done(cut);
    let found = nodes("probcut.csv");
    assert_eq!((found.len(), nodes("probcut-2.csv").len()), (6, 6));
    assert!(found[0] != found[5], "the learned margin changes the tree: {found:?}");
    let cuts: Vec<f64> = here.rows("probcut.csv").iter().map(|row| number(&row[3])).collect();
    assert!(cuts[0] == 0.0 && cuts[1..].iter().all(|&cuts| cuts > 0.0), "{cuts:?}");

    // What the journal knows is not searched again; a line cut off by a kill is left out.
    let journal = here.read("probcut.tsv");
    here.file("probcut.tsv", &journal[..journal.len() - 20]);
    done(cut);
    assert_eq!(nodes("probcut.csv"), found);
    assert_eq!(here.read("probcut.tsv").lines().count(), journal.lines().count());
}

#[test]
fn an_audit_by_side_counts_both_beside_what_is_foretold() {
    let words = "--positions 60 --depth 8 --nodes 6000 --claims 2 --eval material --hash-mb 1 --out @";
    let (_, here) = ran("reliability-audit", &format!("probcut --audit {words}"));
    let table = here.rows("audit.csv");
    let sides = ["gap-4-sigma-1", "gap-4-sigma-2"];
    let sides = sides.map(|margin| ["at least beta", "at most alpha"].map(|side| [margin, side])).concat();
    assert!(table.iter().map(|row| &row[..2]).eq(sides), "{table:?}");
    for row in &table {
        assert!(number(&row[3]) <= number(&row[2]), "{row:?}");
        let part = row[8].is_empty() || (number(&row[8]) * number(&row[6]) - number(&row[4])).abs() < 1e-9;
        assert!(part && row[8].is_empty() == (number(&row[3]) == 0.0), "{row:?}");
    }
    assert!(table.iter().any(|row| number(&row[2]) > 0.0), "no cut at all: {table:?}");

    // The kept answers are those of this `modern`, which has prunings that the audited search lacks.
    let mut modern = "modern".parse::<Recipe>().unwrap().engine(Evaluation::material(), 1).unwrap();
    let print = format!("again of modern ({:06x});", komadai::analysis::fingerprint(&mut *modern));
    let journal = here.read("probcut-audit.tsv");
    assert!(journal.lines().skip(1).all(|line| line.contains(&print)), "{print}: {journal}");
}

#[test]
fn the_margins_are_parts_of_all_recipes_and_no_rows_of_their_own() {
    let recipes = "--a modern+probcut+sigma-3 --b modern+multi-probcut+progress-margin";
    let quick = "--pairs 1 --nodes 20 --move-limit 30 --hash-mb 1 --out @";
    let (played, here) = ran("reliability-margins", &format!("self-play {recipes} {quick}"));
    played.says(&["sigma-3"]);
    let rows = "heuristics --tables combined --positions 1 --depths 1 --rows sigma-1 --out @";
    let none = here.run(rows).out;
    assert!(!none.contains("sigma-1"), "{none}");
}
