//! Whole collections from a folder of problem files, on demand.

use std::path::PathBuf;
use std::time::Instant;

use crate::common::{assert_mates, problems};
use komadai_tsume::{CyclePolicy, DependenceTable, Ignore, Nagai, NagaiLiteral, Solver, Twin, Verdict};

/// What is asked of every problem; each from an environment variable.
struct Sweep {
    folder: PathBuf,
    /// Names of files, without `.sfen`; all if empty.
    files: Vec<String>,
    nodes: u64,
    /// Problems of each file, from its beginning.
    first: usize,
    /// Whether no-mates are shown by a tree.
    show: bool,
}

/// Prints a line a file and table size: solved, unknown, wrong, nodes, seconds.
#[test]
#[ignore = "hours on large folders: KOMADAI_TSUME=FOLDER [KOMADAI_NODES=N] [KOMADAI_FIRST=N] [KOMADAI_HASH=MB,MB] [KOMADAI_CYCLE=lean|twin|nagai|nagai-literal|ignore] [KOMADAI_SHOW=0] [KOMADAI_FILES=a,b] cargo test --release -p komadai-tsume --test it collections -- --ignored --nocapture"]
fn no_answer_contradicts_a_label() {
    let variable = |name: &str| std::env::var(name).ok();
    let number = |name: &str, default: usize| {
        variable(name).map_or(default, |value| value.parse().unwrap_or_else(|_| panic!("{name}: {value}")))
    };
    let sweep = Sweep {
        folder: variable("KOMADAI_TSUME").expect("KOMADAI_TSUME names a folder of .sfen files").into(),
        files: variable("KOMADAI_FILES").iter().flat_map(|all| all.split(',')).map(str::to_owned).collect(),
        nodes: number("KOMADAI_NODES", 1_000_000) as u64,
        first: number("KOMADAI_FIRST", usize::MAX),
        show: number("KOMADAI_SHOW", 1) != 0,
    };
    let hashes = variable("KOMADAI_HASH").unwrap_or_else(|| "256".to_owned());
    let cycle = variable("KOMADAI_CYCLE").unwrap_or_else(|| "lean".to_owned());
    let mut wrong = 0;
    for hash in hashes.split(',').map(|hash| hash.parse().expect("KOMADAI_HASH lists megabytes")) {
        wrong += match cycle.as_str() {
            "lean" => sweep.run(DependenceTable::default(), hash),
            "twin" => sweep.run(Twin::default(), hash),
            "nagai" => sweep.run(Nagai, hash),
            "nagai-literal" => sweep.run(NagaiLiteral, hash),
            "ignore" => sweep.run(Ignore, hash),
            other => panic!("KOMADAI_CYCLE is {other}, not lean, twin, nagai, nagai-literal or ignore"),
        };
    }
    assert_eq!(wrong, 0);
}

impl Sweep {
    /// The number of wrong answers.
    fn run<C: CyclePolicy>(&self, cycles: C, hash: usize) -> usize {
        let mut files: Vec<_> = std::fs::read_dir(&self.folder)
            .expect("the folder can be read")
            .map(|entry| entry.expect("the folder can be read").path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "sfen"))
            .collect();
        files.sort();
        let builder = Solver::builder().cycles(cycles).hash_mb(hash).nodes(self.nodes);
        let mut solver = builder.show_no_mates(self.show).build().expect("there is memory");
        let mut wrong_in_all = 0;
        for file in files {
            let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            if !self.files.is_empty() && !self.files.contains(&name) {
                continue;
            }
            let text = std::fs::read_to_string(&file).expect("a problem file is UTF-8");
            let (mut solved, mut unknown, mut wrong, mut longer, mut spent) = (0, Vec::new(), 0, 0, 0);
            let start = Instant::now();
            for problem in problems(&text).into_iter().take(self.first) {
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
                "{name}, {hash} MB: solved {solved}, unknown {}, wrong {wrong}, longer than recorded {longer}, {spent} nodes, {seconds:.2} s",
                unknown.len()
            );
            if !unknown.is_empty() && unknown.len() <= 100 {
                println!("  unknown: {}", unknown.join(" "));
            }
            wrong_in_all += wrong;
        }
        wrong_in_all
    }
}
