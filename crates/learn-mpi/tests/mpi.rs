//! Jobs of several processes on this machine. A test starts `mpirun` on this very program, which then runs the test `worker`
//! in every rank.

#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use komadai_core::notation::packed::{PackedPosition, Record, RecordResult};
use komadai_core::rng::SplitMix64;
use komadai_core::{Color, Evaluator, random};
use komadai_eval::Material;
use komadai_learn::reduce::{Reduce, ReduceError, ThreadReduce};
use komadai_learn::reliability::sample_journal;
use komadai_learn_mpi::{MpiError, MpiReduce, MpiWorker};

fn mpirun(ranks: usize, program: impl AsRef<Path>) -> Command {
    let mut command = Command::new("mpirun");
    // Open MPI must be told to allow more ranks than cores, and root in containers. Waiting ranks leave the core to others.
    command.env("OMPI_MCA_rmaps_base_oversubscribe", "1");
    command.env("OMPI_MCA_mpi_yield_when_idle", "1");
    command.env("PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe");
    command.env("OMPI_ALLOW_RUN_AS_ROOT", "1").env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    command.args(["-n", &ranks.to_string()]).arg(program.as_ref());
    command
}

/// Runs a part of the test `worker` in every rank.
fn run_workers(ranks: usize, part: &str) -> Output {
    let mut command = mpirun(ranks, std::env::current_exe().unwrap());
    command.args(["--exact", "worker", "--nocapture", "--test-threads", "1"]);
    command.env("KOMADAI_MPI_PART", part).output().unwrap()
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// Numbers of very different size, so that the order of a sum shows.
fn brought(rank: usize, round: u64, length: usize) -> Vec<f64> {
    let mut rng = SplitMix64::new(1_000 * round + rank as u64);
    (0..length).map(|_| f64::from(rng.below(1 << 20) as u32).exp2().ln().powi(5) - 3.0).collect()
}

/// Lengths that leave some ranks without a part, and one larger than a piece.
const LENGTHS: [usize; 6] = [0, 1, 2, 5, 1_000, (1 << 20) + 3];

/// One rank, in a process of its own; run alone, it does nothing.
#[test]
fn worker() {
    let Ok(part) = std::env::var("KOMADAI_MPI_PART") else { return };
    let worker = MpiWorker::start().unwrap();
    let (rank, ranks) = (worker.rank(), worker.workers());
    assert!(matches!(MpiWorker::start(), Err(MpiError::Begun)));
    match part.as_str() {
        "sums" => {
            let mut reduce = MpiReduce::new(&worker);
            for (round, length) in (0..).zip(LENGTHS) {
                let mut values = brought(rank, round, length);
                reduce.sum(&mut values).unwrap();
                let threads = ThreadReduce::run(0..ranks, |_, mut rank| {
                    let mut values = brought(rank.rank(), round, length);
                    rank.sum(&mut values).unwrap();
                    values
                });
                assert!(values.iter().zip(&threads[0]).all(|(a, b)| a.to_bits() == b.to_bits()));
            }
            let traffic = worker.traffic();
            let (bytes, parts) = (8 * LENGTHS.iter().sum::<usize>() as u64, ranks as u64 - 1);
            assert_eq!((traffic.sums, traffic.bytes), (LENGTHS.len() as u64, bytes));
            let least = 2 * parts * bytes / ranks as u64;
            assert!(traffic.sent.abs_diff(least) < 1_000, "{} {least}", traffic.sent);
            let mut file = vec![rank as u8; 10 * rank + 7];
            worker.broadcast(&mut file);
            assert_eq!(file, [0; 7]);
        }
        "lengths" => {
            let refused = MpiReduce::new(&worker).sum(&mut vec![1.0; if rank == 1 { 3 } else { 2 }]);
            assert_eq!(refused, Err(ReduceError::Length { found: 3, expected: 2 }));
        }
        "panic" => {
            assert!(rank != 1, "rank 1 has had enough");
            let _ = MpiReduce::new(&worker).sum(&mut [1.0]);
        }
        _ => unreachable!("{part}"),
    }
    println!("rank {rank} is content");
    worker.finish();
}

#[test]
fn sums_have_the_bits_of_threads() {
    for ranks in [1, 2, 4] {
        let output = run_workers(ranks, "sums");
        let contents = text(&output).matches("is content").count();
        assert!(output.status.success() && contents == ranks, "{}", text(&output));
    }
}

#[test]
fn vectors_of_unlike_length_are_refused_by_all() {
    let output = run_workers(2, "lengths");
    assert!(output.status.success(), "{}", text(&output));
}

#[test]
fn a_worker_that_panics_ends_the_job() {
    let output = run_workers(3, "panic");
    assert!(!output.status.success() && text(&output).contains("rank 1 has had enough"), "{}", text(&output));
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("komadai-mpi-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

const PROGRAM: &str = env!("CARGO_BIN_EXE_train_mpi");

/// Weights trained by `ranks` ranks with these arguments.
fn trained(ranks: usize, folder: &Path, words: &[&str]) -> Vec<f64> {
    let path = folder.join(format!("{ranks}.f64"));
    let output =
        mpirun(ranks, PROGRAM).args(words).args(["--weights", path.to_str().unwrap()]).output().unwrap();
    assert!(output.status.success(), "{}", text(&output));
    let bytes = std::fs::read(path).unwrap();
    bytes.chunks_exact(8).map(|chunk| f64::from_le_bytes(chunk.try_into().unwrap())).collect()
}

fn apart(one: &[f64], other: &[f64]) -> f64 {
    assert!(one.len() == other.len() && one.len() > 100);
    let largest = one.iter().fold(0.0_f64, |most, weight| most.max(weight.abs()));
    one.iter().zip(other).fold(0.0_f64, |most, (a, b)| most.max((a - b).abs())) / largest
}

#[test]
fn a_job_whose_rank_is_killed_fails_and_its_state_goes_on() {
    let folder = folder("killed");
    let checkpoint = folder.join("state.kmd");
    let games = games(&folder, 5);
    let games = ["--games", games.to_str().unwrap()];
    let words =
        [&games[..], &["--iterations", "4000", "--checkpoint", checkpoint.to_str().unwrap()]].concat();
    let told = folder.join("told.txt");
    let mut job = mpirun(3, PROGRAM);
    let file = std::fs::File::create(&told).unwrap();
    job.arg("pairs").args(words).stdout(file.try_clone().unwrap()).stderr(file);
    let (mut job, began) = (job.spawn().unwrap(), Instant::now());
    let read = || std::fs::read_to_string(&told).unwrap();
    // When this line appears, the state after the iteration before has been written.
    while !read().contains("iteration 2:") {
        assert!(began.elapsed() < Duration::from_secs(120), "no second iteration: {}", read());
        assert!(job.try_wait().unwrap().is_none(), "ended by itself: {}", read());
        std::thread::sleep(Duration::from_millis(10));
    }
    let before = read();
    let process = before.split_once("rank 2 of 3: process ").unwrap().1.split_whitespace().next().unwrap();
    assert!(Command::new("kill").args(["-9", process]).status().unwrap().success());
    assert!(!job.wait().unwrap().success() && read().contains("signal 9"), "{}", read());
    // The state of the killed job is complete: it is refused if it has gone too far, and resumed otherwise.
    let words = |iterations| {
        [&games[..], &["--checkpoint", checkpoint.to_str().unwrap(), "--iterations", iterations]].concat()
    };
    let output = mpirun(2, PROGRAM).arg("pairs").args(words("0")).output().unwrap();
    let told = text(&output);
    let done = told.split_once("a state of ").unwrap().1.split(' ').next().unwrap();
    let output = mpirun(2, PROGRAM).arg("pairs").args(words(done)).output().unwrap();
    assert!(output.status.success() && text(&output).contains("goes on after"), "{}", text(&output));
    // With other games it is refused.
    let words = [&words(done)[..], &["--repeat", "2"]].concat();
    let output = mpirun(2, PROGRAM).arg("pairs").args(words).output().unwrap();
    assert!(!output.status.success() && text(&output).contains("key"), "{}", text(&output));
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Every `step`-th game of the repository, in a file.
fn games(folder: &Path, step: usize) -> PathBuf {
    let path = folder.join("games.tsv");
    let sample = include_str!("../../../data/games/sample.tsv").lines().filter(|line| !line.starts_with('#'));
    std::fs::write(&path, sample.step_by(step).collect::<Vec<_>>().join("\n")).unwrap();
    path
}

/// Records of random games with material as scores, and random results.
fn corpus(path: &Path) {
    let (mut rng, material) = (SplitMix64::new(3), Material::default());
    let mut bytes = Vec::new();
    for _ in 0..300 {
        let mut pos = random::play(&mut rng, 40);
        for _ in 0..4 {
            let value = i32::from(pos.side_to_move() == Color::Black) * 2 - 1;
            let score = (value * material.fresh(&pos)).clamp(-1_500, 1_500) as i16;
            let won = rng.unit() < 1.0 / (1.0 + (-f64::from(score) / 600.0).exp());
            let result = if won { RecordResult::Win } else { RecordResult::Loss };
            let position = PackedPosition::pack(&pos).unwrap();
            let ply = pos.move_number().try_into().unwrap();
            let record = Record { position, score, mv: None, ply, result };
            bytes.extend(record.to_bytes());
            let Some(mv) = random::legal_move(&mut rng, &pos) else { break };
            pos.do_move(mv);
        }
    }
    std::fs::write(path, bytes).unwrap();
}

/// Samples of random positions with random values, spread more widely later in a game.
fn samples(path: &Path) {
    let mut rng = SplitMix64::new(4);
    let (mut file, _) = sample_journal(path, "made up, part 1/1").unwrap();
    for game in 0..600 {
        let plies = 10 + rng.below(60) as u32;
        let position = random::play(&mut rng, plies);
        let best = random::legal_move(&mut rng, &position).unwrap();
        let deep = (rng.below(2 * u64::from(plies) + 1) as i32 - plies as i32) * 4;
        // A line of `Sample::line`.
        file.append(&format!("{game}\t0\t0\t{position}\t3:0:{best}:3 6:{deep}:{best}:6")).unwrap();
    }
}

#[test]
fn every_model_comes_to_the_same_weights_with_other_ranks_and_goes_on_with_others() {
    let folder = folder("models");
    let (psv, tsv) = (folder.join("corpus.psv"), folder.join("samples.tsv"));
    corpus(&psv);
    samples(&tsv);
    let state = folder.join("state.kmd");
    let checkpoint = ["--checkpoint", state.to_str().unwrap()];
    let outcome = ["outcome", "--corpus", psv.to_str().unwrap(), "--batch", "200", "--iterations", "2"];
    let spread = ["spread", "--samples", tsv.to_str().unwrap(), "--iterations", "12"];
    let games = games(&folder, 12);
    let games = games.to_str().unwrap();
    let pairs = ["pairs", "--games", games, "--iterations", "20"];
    let comparison = ["comparison", "--games", games, "--every", "40", "--iterations", "2"];
    // Largest difference of weights, relative to the largest weight; arguments that end a job early.
    let models: [(&[&str], f64, &[&str]); 4] = [
        (&pairs, 1e-9, &["--iterations", "9"]),
        (&outcome, 1e-4, &["--stop-after", "1"]),
        (&spread, 1e-7, &["--iterations", "5"]),
        (&comparison, 1e-6, &["--iterations", "1"]),
    ];
    for (words, bar, early) in models {
        let alone = trained(1, &folder, words);
        assert!(alone.iter().any(|&weight| weight != 0.0), "{words:?}");
        let three = apart(&alone, &trained(3, &folder, words));
        assert!(three <= bar, "{words:?}: {three}");
        trained(3, &folder, &[words, early, &checkpoint].concat());
        let rest = apart(&alone, &trained(2, &folder, &[words, &checkpoint].concat()));
        assert!(rest <= bar, "{words:?}: {rest}");
        let _ = std::fs::remove_file(&state);
    }
    for (words, said) in [
        (&["spread"][..], "expected --samples"),
        (&["outcome"], "expected --corpus"),
        (&["outcome", "--corpus", "nowhere.psv"], "nowhere.psv"),
        (&["--iterations", "3"], "<MODEL>"),
        (&["spread", "--pair", "6:3"], "expected two depths"),
    ] {
        let output = mpirun(2, PROGRAM).args(words).output().unwrap();
        assert!(!output.status.success() && text(&output).contains(said), "{}", text(&output));
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
