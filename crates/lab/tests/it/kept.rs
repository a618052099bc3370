//! An experiment prints and saves the same on any number of threads, and after it was broken off in the middle of a line of its journal.

use std::path::Path;

use crate::aids::{cells, lab, short_games};
use crate::example::{Run, file, folder, read, run, text};

/// A run that takes a moment: its words, the journal that keeps its answers, and the files that must not change.
struct Kept {
    /// Whether another seed gives other tables.
    seeded: bool,
    words: &'static str,
    journal: &'static str,
    files: &'static [&'static str],
}

const KEPT: [Kept; 12] = [
    Kept { seeded: false, words: "build_book --games GAMES", journal: "", files: &["book.csv", "book.svg"] },
    Kept {
        seeded: false,
        words: "compare_cycles --nodes 50000 --hash-mb 4 --file PROBLEMS",
        journal: "compare-cycles.tsv",
        files: &["compare-cycles.csv", "fig4-nodes.svg"],
    },
    Kept {
        seeded: true,
        words: "consultation --positions 1 --depth 2 --sigma 20,200 --hash-mb 1",
        journal: "consultation.tsv",
        files: &["consultation-cost.csv", "consultation-votes.csv"],
    },
    Kept {
        seeded: true,
        words: "count-categories --games GAMES",
        journal: "",
        files: &["categories.csv", "models.csv"],
    },
    Kept {
        seeded: true,
        words: "heuristics --tables combined,killers,audit,tree --rows null,brother --positions 2 --depths 2,3 --nodes 100 --claims 3 --hash-mb 1",
        journal: "heuristics.tsv",
        files: &["combined.csv", "killers.csv", "audit.csv", "tree.csv"],
    },
    Kept {
        seeded: true,
        words: "killer-effectiveness --positions 2 --nodes 800",
        journal: "killers.tsv",
        files: &[
            "positions.csv",
            "summary.csv",
            "progress.csv",
            "depth-from-root.csv",
            "beyond.csv",
            "kinds.csv",
        ],
    },
    Kept {
        seeded: false,
        words: "next-move --nodes 3000 --hash-mb 1 --file POSITIONS",
        journal: "next-move.tsv",
        files: &["next-move.csv"],
    },
    Kept {
        seeded: false,
        words: "rate-evaluation --games GAMES",
        journal: "rate-evaluation.tsv",
        files: &["rises.csv", "ranks.csv", "yagura.csv", "shapes.csv"],
    },
    Kept { seeded: false, words: "solve_hisshi --all-keys", journal: "solve-hisshi.tsv", files: &[] },
    Kept {
        seeded: false,
        words: "solve_tsume --nodes 30000 --hash-mb 8 --file PROBLEMS",
        journal: "solve-tsume.tsv",
        files: &[],
    },
    Kept {
        seeded: false,
        words: "tune screen --factors null=off:on,table=on:off --pairs 8 --nodes 200 --hash-mb 1 --move-limit 60",
        journal: "screen.tsv",
        files: &["screen.csv"],
    },
    Kept {
        seeded: false,
        words: "tune spsa --constants late_moves --iterations 10 --batch 4 --nodes 200 --hash-mb 1 --resign-cp 600",
        journal: "spsa.tsv",
        files: &["spsa.csv", "spsa.svg", "spsa.txt"],
    },
];

/// A table of a file without the columns that a clock fills.
fn timeless(csv: &str) -> Vec<Vec<String>> {
    let mut rows = cells(csv);
    let lasts: Vec<bool> = rows[0].iter().map(|name| !name.contains("time")).collect();
    for row in &mut rows {
        let mut lasts = lasts.iter();
        row.retain(|_| lasts.next() != Some(&false));
    }
    rows
}

/// What was printed without the list of files and what a clock says.
fn tables(run: &Run) -> Vec<String> {
    let ends = ["\nTable   ", "\nSpeed   ", "\nCertificates", "\n label "];
    let end = ends.iter().filter_map(|end| run.out.find(end)).min().unwrap_or(run.out.len());
    // The fifth field of the line of a mate problem are milliseconds.
    let timeless = |line: &str| {
        let mut fields: Vec<&str> = line.split('\t').collect();
        if fields.len() > 4 {
            fields.remove(4);
        }
        fields.join("\t")
    };
    run.out[..end].lines().map(timeless).collect()
}

impl Kept {
    fn run(&self, out: &Path, more: &[&str]) -> Run {
        let fixture = |name: &str| text(&out.parent().expect("a folder").join(name)).to_owned();
        let words: Vec<String> = self
            .words
            .split(' ')
            .map(|word| match word {
                "GAMES" => fixture("games.tsv"),
                "PROBLEMS" => fixture("problems.sfen"),
                "POSITIONS" => fixture("positions.tsv"),
                word => word.to_owned(),
            })
            .collect();
        let words: Vec<&str> = words
            .iter()
            .map(String::as_str)
            .chain(["--out", text(out)])
            .chain(more.iter().copied())
            .collect();
        if words[0].contains('_') { run(words[0], &words[1..]) } else { lab(&words) }.done()
    }
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let folder = folder("kept");
    short_games(&folder.join("games.tsv"), 7, 40);
    let mates = read(crate::example::repository(), "data/tsume/mates.sfen");
    file(&folder, "problems.sfen", &mates.lines().step_by(12).collect::<Vec<_>>().join("\n"));
    file(
        &folder,
        "positions.tsv",
        "head\t4k4/9/4P4/9/9/9/9/9/4K4 b G 1\tG*5b\tmate\nplayed\tstartpos\t7g7f\tplayed\n",
    );
    for kept in KEPT {
        let out = folder.join(kept.words.split(' ').next().expect("a name"));
        let threads = |n| if kept.words.starts_with("solve_hisshi") { [].as_slice() } else { n };
        let whole = kept.run(&out, threads(&["--threads", "1"]));
        let found: Vec<String> = kept.files.iter().map(|name| read(&out, name)).collect();
        let journal = (!kept.journal.is_empty()).then(|| read(&out, kept.journal));
        if let Some(journal) = &journal {
            let half =
                (journal.len() / 2..=journal.len()).find(|&n| journal.is_char_boundary(n)).expect("an end");
            std::fs::write(out.join(kept.journal), &journal[..half]).expect("a journal cut short");
        }
        let again = kept.run(&out, threads(&["--threads", "3"]));
        for (before, name) in found.iter().zip(kept.files) {
            let after = read(&out, name);
            assert!(timeless(before) == timeless(&after), "{} {name}:\n{before}\n{after}", kept.words);
        }
        let timed = ["consultation", "heuristics", "tune screen"];
        let timed = timed.iter().any(|name| kept.words.starts_with(name));
        assert!(timed || tables(&whole) == tables(&again), "{}:\n{}\n{}", kept.words, whole.out, again.out);
        if kept.seeded {
            let other = kept.run(&folder.join("seed"), &["--seed", "77"]);
            assert!(tables(&whole) != tables(&other), "{}", kept.words);
        }
        if let Some(journal) = journal {
            let questions = |text: &str| {
                let mut all: Vec<String> =
                    text.lines().map(|line| line.split('\t').next().unwrap_or_default().to_owned()).collect();
                all.sort_unstable();
                all
            };
            assert_eq!(questions(&read(&out, kept.journal)), questions(&journal), "{}", kept.words);
            // With every answer kept, even what the clock said is the same.
            let kept_all = kept.run(&out, &[]);
            assert_eq!(kept_all.out, again.out, "{}", kept.words);
        }
    }
}
