//! Samples of deep and shallow values: which positions, their searches, their files.

use komadai_core::{Position, Value};
use komadai_eval::Material;
use komadai_learn::reliability::{DrawOptions, Sample, SampleReader, sample_journal};
use komadai_search::{Limits, SearchParts, Searcher};

use crate::common::path;

fn searcher() -> Searcher<SearchParts<Material>> {
    Searcher::new(Material::default())
}

fn sample(game: u64) -> Sample {
    Sample::search(&mut searcher(), game, 12, Position::startpos(), 3)
}

#[test]
fn every_ply_is_drawn_alike_and_short_games_give_few() {
    let options = DrawOptions { spacing: 5, skip: 10, seed: 3 };
    let mut times = [0; 120];
    for game in 0..20_000 {
        for ply in options.plies(game, 120) {
            times[ply as usize] += 1;
        }
    }
    assert!(times[..10].iter().all(|&times| times == 0));
    // The distance from the start is settled after some steps.
    for (ply, &times) in times.iter().enumerate().skip(30) {
        assert!((3_400..4_600).contains(&times), "{ply}: {times}");
    }
    assert_eq!(options.plies(1, 10).count(), 0);
    let all = DrawOptions { spacing: 1, skip: 0, seed: 1 };
    assert!(all.plies(9, 40).eq(0..40));
    assert!(DrawOptions { skip: u32::MAX, ..all }.plies(9, 40).next().is_none());
}

#[test]
fn values_are_those_of_searches_that_end_at_the_depth() {
    let pos: Position =
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1".parse().unwrap();
    let sample = Sample::search(&mut searcher(), 0, 0, pos.clone(), 3);
    for found in &sample.depths {
        let report = searcher().search(&pos, &Limits::depth(found.depth));
        let want = (report.value, report.best, report.nodes);
        assert_eq!((found.value, Some(found.best), found.nodes), want);
    }
}

#[test]
fn lines_read_back_and_differences_leave_out_what_is_decided() {
    let mut sample = sample(3);
    let want = sample.depths[2].value.cp() - sample.depths[0].value.cp();
    assert_eq!(sample.difference(1, 3, 3_000), Some(want));
    assert_eq!(sample.difference(1, 4, 3_000), None);
    sample.depths[2].value = Value::from_cp(-3_001);
    assert_eq!(sample.difference(1, 3, 3_000), None);
    assert!(sample.difference(1, 2, 3_000).is_some());
    assert_eq!(Sample::read(&sample.line()), Ok(sample.clone()));
    sample.depths.clear();
    assert_eq!(Sample::read(&sample.line()), Ok(sample));
}

#[test]
fn mistakes_in_a_line_are_told() {
    let good = sample(3).line();
    for (from, to, said) in [
        ("3\t12\t0", "3\t12", "4 columns"),
        ("3\t12", "x\t12", "game: found \"x\""),
        ("\t12\t", "\t70000\t", "ply: found \"70000\", expected a number up to 65535"),
        ("\t0\t", "\t128\t", "progress: found \"128\""),
        ("lnsg", "lnsx", "position: "),
        ("1:", "9:", "expected depths from 1 to 64 that rise"),
        ("3:", "2000000000:", "found depth 2000000000, expected depths from 1 to 64"),
        ("1:", "1:99999999:7g7f:1 2:", "found 99999999 centipawns"),
        ("1:", "1:2:3 2:", "expected depth:centipawns"),
    ] {
        let line = good.replacen(from, to, 1);
        assert_ne!(line, good);
        let error = Sample::read(&line).unwrap_err();
        assert!(error.contains(said), "{error:?} for {said:?}");
    }
}

#[test]
fn a_line_that_was_never_finished_is_not_read_and_is_written_again() {
    let file = path("broken.tsv");
    let make = || {
        let (mut samples, there) = sample_journal(&file, "three").unwrap();
        for game in there..3 {
            samples.append(&sample(game as u64).line()).unwrap();
        }
        drop(samples);
        std::fs::read(&file).unwrap()
    };
    let whole = make();
    std::fs::write(&file, &whole[..whole.len() - 1]).unwrap();
    let read: Vec<Sample> = SampleReader::open(&file).unwrap().map(Result::unwrap).collect();
    assert_eq!(read, [sample(0), sample(1)]);
    assert_eq!(make(), whole);
    assert!(sample_journal(&file, "four").is_err());
    assert_eq!(SampleReader::open(&file).unwrap().run, "three");
}

#[test]
fn what_is_no_file_of_samples_is_refused_with_its_line() {
    let wrong = path("wrong.tsv");
    for (text, said) in [
        ("", "line 1: found \"\", expected a file of samples"),
        ("# corpus, journal 1: x\n", "line 1: found \"# corpus"),
        ("# samples, journal 1: x\n# columns\n1\t2\n", "line 3: found 2 columns"),
        (&"x".repeat(1 << 17), "longer than 65536 bytes"),
    ] {
        std::fs::write(&wrong, text).unwrap();
        let error = match SampleReader::open(&wrong) {
            Err(error) => error,
            Ok(mut reader) => reader.next().unwrap().unwrap_err(),
        };
        assert!(error.to_string().contains(said), "{error}");
    }
    std::fs::remove_file(&wrong).unwrap();
    assert!(SampleReader::open(&wrong).is_err());
}
