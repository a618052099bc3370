//! Lengths of mates.

use std::time::Instant;

use crate::common::problems;
use komadai_tsume::{Length, LengthRule, Lengths};

fn variable(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

/// Prints a line a file: as labelled, otherwise, open, nodes, seconds.
#[test]
#[ignore = "minutes to hours: KOMADAI_TSUME=FOLDER KOMADAI_FILES=a,b [KOMADAI_COUNT=N] [KOMADAI_NODES=N] [KOMADAI_HASH=MB] [KOMADAI_COUNTING=traditional] [KOMADAI_LINES=1] cargo test --release -p komadai-tsume --test it lengths:: -- --ignored --nocapture"]
fn lengths_of_whole_files() {
    let folder = std::env::var("KOMADAI_TSUME").expect("KOMADAI_TSUME names a folder of .sfen files");
    let traditional = std::env::var("KOMADAI_COUNTING").is_ok_and(|value| value == "traditional");
    let counting = if traditional { LengthRule::Traditional } else { LengthRule::EveryPly };
    let mut lengths = Lengths::builder()
        .hash_mb(variable("KOMADAI_HASH", 16))
        .nodes(variable("KOMADAI_NODES", 3_000_000) as u64)
        .build()
        .expect("there is memory");
    for file in std::env::var("KOMADAI_FILES").expect("KOMADAI_FILES names files of the folder").split(',') {
        let text = std::fs::read_to_string(format!("{folder}/{file}.sfen")).expect("a problem file is UTF-8");
        let problems = problems(&text);
        let start = Instant::now();
        let (mut right, mut other, mut open, mut nodes, mut lines) = (0, Vec::new(), Vec::new(), 0, 0);
        for problem in problems.iter().take(variable("KOMADAI_COUNT", usize::MAX)) {
            lengths.clear();
            let begin = Instant::now();
            let length = if variable("KOMADAI_LINES", 0) == 1 {
                let measured = lengths.measure(&mut problem.pos.clone(), counting);
                lines += usize::from(!measured.line.is_empty());
                if variable("KOMADAI_SHOW", 0) == 1 {
                    println!("  {} {:?} {:?}", problem.name, measured.length, measured.line);
                }
                measured.length
            } else {
                lengths.length(&mut problem.pos.clone(), counting)
            };
            nodes += lengths.nodes();
            let seconds = begin.elapsed().as_secs_f64();
            match (length, problem.plies) {
                (Length::Exact(plies), Some(label)) if u32::from(plies) == label => right += 1,
                (Length::NoMate, None) if problem.label == "nomate" => right += 1,
                (Length::AtLeast(plies), label) => {
                    open.push(format!("{}:{plies}+/{label:?}:{seconds:.1}s", problem.name));
                }
                (length, label) => other.push(format!("{}:{length:?}/{label:?}", problem.name)),
            }
        }
        println!(
            "{file}: as labelled {right}, other {}, open {}, lines {lines}, {nodes} nodes, {:.3} s",
            other.len(),
            open.len(),
            start.elapsed().as_secs_f64()
        );
        println!("  other: {}", other.join(" "));
        println!("  open: {}", open.join(" "));
    }
}
