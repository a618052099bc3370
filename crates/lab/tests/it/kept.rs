//! An experiment prints and saves the same on any number of threads, and after an interruption in the middle of a line of its journal.

use crate::aids::{Folder, timeless};
use crate::example::{Run, read, repository};

/// Runs that take a moment.
const KEPT: [&str; 13] = [
    "build_book --games @games.tsv",
    "compare_cycles --nodes 10000 --hash-mb 4 --file @problems.sfen",
    "consultation --positions 1 --depth 2 --sigma 20,200 --hash-mb 1",
    "count-categories --games @games.tsv",
    "gamble --positions 4 --depth 2 --play-depth 1 --eval material --hash-mb 1 --bar best+100",
    "heuristics --tables combined,killers,audit,tree --rows null,brother --positions 2 --depths 2,3 --nodes 100 --cap 2000 --claims 3 --hash-mb 1",
    "killer-effectiveness --positions 2 --nodes 400",
    "next-move --nodes 3000 --hash-mb 1 --file @positions.tsv",
    "rate-evaluation --games @games.tsv",
    "solve_hisshi --all-keys --file @hisshi.sfen",
    "solve_tsume --nodes 10000 --hash-mb 8 --file @problems.sfen",
    "tune screen --factors null=off:on,table=on:off --pairs 4 --nodes 200 --hash-mb 1 --move-limit 30",
    "tune spsa --constants late_moves --iterations 4 --batch 2 --nodes 200 --hash-mb 1 --resign-cp 300,2",
];

/// Experiments that keep no answers.
const WITHOUT_JOURNAL: [&str; 2] = ["build_book", "count-categories"];
/// Experiments to which another seed gives other tables.
const SEEDED: [&str; 4] = ["consultation", "count-categories", "heuristics", "killer-effectiveness"];
/// Experiments whose tables have times, which a second run measures anew.
const TIMED: [&str; 3] = ["consultation", "heuristics", "tune screen"];

/// What was printed without the list of files and the numbers of the clock.
fn tables(run: &Run) -> Vec<String> {
    let ends = ["\nTable   ", "\nSpeed   ", "\nCertificates", "\n label "];
    let end = ends.iter().filter_map(|end| run.out.find(end)).min().unwrap_or(run.out.len());
    // The fifth field of a mate problem's line is milliseconds.
    let timeless = |line: &str| {
        let mut fields: Vec<&str> = line.split('\t').collect();
        if fields.len() > 4 {
            fields.remove(4);
        }
        fields.join("\t")
    };
    run.out[..end].lines().map(timeless).collect()
}

/// The questions of a journal, sorted.
fn questions(journal: &str) -> Vec<&str> {
    let mut all: Vec<&str> = journal.lines().filter_map(|line| line.split('\t').next()).collect();
    all.sort_unstable();
    all
}

#[test]
fn who_keeps_nothing_does_not_promise_to_go_on() {
    let here = Folder::new("kept-help");
    for name in WITHOUT_JOURNAL {
        let help = here.run(&format!("{name} --help")).done().out;
        assert!(!help.contains("broken off"), "{name}: {help}");
    }
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let here = Folder::new("kept");
    here.short_games("games.tsv", 7, 40);
    let mates = read(repository(), "data/tsume/mates.sfen");
    here.file("problems.sfen", mates.lines().step_by(12).collect::<Vec<_>>().join("\n"));
    // The last of the built-in ones takes more time than all others.
    let hisshi = read(repository(), "data/tsume/hisshi.sfen");
    let quick = hisshi.lines().filter(|line| !line.starts_with("dragon"));
    here.file("hisshi.sfen", quick.collect::<Vec<_>>().join("\n"));
    let positions = "head\t4k4/9/4P4/9/9/9/9/9/4K4 b G 1\tG*5b\tmate\nplayed\tstartpos\t7g7f\tplayed\n";
    here.file("positions.tsv", positions);
    for (number, words) in KEPT.iter().enumerate() {
        let out = |file: &str| format!("{number}/{file}");
        let is = |names: &[&str]| names.iter().any(|name| words.starts_with(name));
        let run = |more: &str| here.run(&format!("{words} --out @{number} {more}")).done();
        let on_threads =
            |count| if is(&["solve_hisshi"]) { run("") } else { run(&format!("--threads {count}")) };
        let whole = on_threads(1);
        let is_of = |kind: &str, file: &str| file.rsplit('.').next() == Some(kind);
        let (journals, files): (Vec<_>, Vec<_>) =
            here.names(&out("")).into_iter().partition(|file| is_of("tsv", file));
        let found: Vec<String> = files.iter().map(|file| here.read(&out(file))).collect();
        let kept = journals.first().map(|journal| (out(journal), here.read(&out(journal))));
        assert_eq!(kept.is_none(), is(&WITHOUT_JOURNAL), "{words}: {journals:?}");
        assert_eq!(files.is_empty(), is(&["solve_"]), "{words}: {files:?}");
        if let Some((journal, kept)) = &kept {
            let half = (kept.len() / 2..=kept.len()).find(|&n| kept.is_char_boundary(n)).expect("an end");
            here.file(journal, &kept[..half]);
        }
        let again = on_threads(3);
        for (before, file) in found.iter().zip(&files) {
            let after = here.read(&out(file));
            let same =
                if is_of("csv", file) { timeless(before) == timeless(&after) } else { *before == after };
            assert!(same, "{words} {file}:\n{before}\n{after}");
        }
        assert!(is(&TIMED) || tables(&whole) == tables(&again), "{words}:\n{}\n{}", whole.out, again.out);
        if is(&SEEDED) {
            let other = here.run(&format!("{words} --out @seed --seed 77")).done();
            assert!(tables(&whole) != tables(&other), "{words}");
        }
        if let Some((journal, kept)) = kept {
            assert_eq!(questions(&here.read(&journal)), questions(&kept), "{words}");
            // With every answer kept, even the times are the same.
            assert_eq!(run("").out, again.out, "{words}");
        }
    }
}
