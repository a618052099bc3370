//! Whole collections from a folder of problem files, on demand.

mod common;

use std::time::Instant;

use common::{assert_mates, problems};
use komadai_tsume::{Solver, Verdict};

/// Prints a line a file: solved, unknown, wrong, nodes, seconds.
#[test]
#[ignore = "hours on large folders: KOMADAI_TSUME=FOLDER [KOMADAI_NODES=N] [KOMADAI_HASH=MB] [KOMADAI_FILES=a,b] cargo test --release -p komadai-tsume --test collections -- --ignored --nocapture"]
fn no_answer_contradicts_a_label() {
    let variable = |name: &str, default: usize| {
        std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
    };
    let folder = std::env::var("KOMADAI_TSUME").expect("KOMADAI_TSUME names a folder of .sfen files");
    let nodes = variable("KOMADAI_NODES", 1_000_000) as u64;
    let only = std::env::var("KOMADAI_FILES").ok();
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder can be read")
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "sfen"))
        .collect();
    files.sort();
    let mut solver = Solver::builder().hash_mb(variable("KOMADAI_HASH", 256)).nodes(nodes).build();
    let mut wrong_in_all = 0;
    for file in files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if only.as_ref().is_some_and(|only| !only.split(',').any(|wanted| wanted == name)) {
            continue;
        }
        let text = std::fs::read_to_string(&file).expect("a problem file is UTF-8");
        let (mut solved, mut unknown, mut wrong, mut longer, mut spent) = (0, Vec::new(), 0, 0, 0);
        let start = Instant::now();
        for problem in problems(&text) {
            solver.clear();
            let solution = solver.solve(&mut problem.pos.clone());
            spent += solution.nodes;
            match (&solution.verdict, problem.label.as_str()) {
                (Verdict::Unknown, _) => unknown.push(problem.name.clone()),
                (Verdict::Mate { line }, label) => {
                    assert_mates(&problem.pos, line, &problem.name);
                    wrong += usize::from(label == "nomate");
                    longer += usize::from(problem.plies.is_some_and(|plies| line.len() as u32 > plies));
                    solved += 1;
                }
                (Verdict::NoMate, label) => {
                    if label == "mate" {
                        println!("WRONG: no mate in {} {}", problem.name, problem.pos);
                        wrong += 1;
                    }
                    solved += 1;
                }
            }
        }
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{name}: solved {solved}, unknown {}, wrong {wrong}, longer than recorded {longer}, {spent} nodes, {seconds:.2} s",
            unknown.len()
        );
        if !unknown.is_empty() {
            println!("  unknown: {}", unknown.join(" "));
        }
        wrong_in_all += wrong;
    }
    assert_eq!(wrong_in_all, 0);
}
