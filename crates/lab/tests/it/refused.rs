//! Unusable input of examples and experiments is refused with status 2 and a reason that names it, before any work.

use crate::aids::Folder;

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";
const HEAD: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
const NO_KING: &str = "9/9/9/9/9/9/9/9/4K4 b G 1";
const BELLY_SILVER: &str = "5+B1nl/7k1/6ppp/9/9/9/9/9/9 b S2rb4g3s3n3l15p 1";

/// Files that are wrong, or too little; `HEAD` and `START` stand for these positions.
const FILES: [(&str, &[u8]); 29] = [
    // Games and positions.
    ("illegal.tsv", b"#\na\tstartpos\t7g7f 7g7f 3c3d\tb\n"),
    ("short.tsv", b"a\tstartpos\t7g7f 3c3d\tb\n"),
    ("empty.tsv", b"# nothing\n"),
    ("columns.tsv", b"a\tstartpos\t7g7f\n"),
    ("text.tsv", b"7g7f\n"),
    ("move.tsv", b"# x\na\tstartpos\t5i5a\n"),
    ("silent.tsv", b"a\tstartpos\t-\n"),
    ("played.tsv", b"a\tstartpos\t7g7f 3c3d\tb\nb\tstartpos\t2g2f 3c3d\tw\n"),
    // Openings.
    ("opening.sfen", b"# one\nstartpos\n"),
    ("openings.sfen", b"startpos moves 7g7f\nstartpos moves 7g7g\n"),
    // Books.
    ("no-header.db", b"sfen START 1\n7g7f\n"),
    ("no-position.db", b"#YANEURAOU-DB2016 1.00\n"),
    // Models, records, journals.
    ("short.kmd", b"KMDI"),
    ("text.kmd", b"no model"),
    ("short.psv", &[0; 39]),
    ("empty.psv", b""),
    ("empty.psv.journal", b"something else\n"),
    ("wrong.psv", &[0xff; 40]),
    ("name/heuristics.tsv", b"name,age\n"),
    // Mate problems.
    ("open.sfen", b"HEAD\n"),
    ("no-mate.sfen", b"a\t8k/9/9/9/9/9/9/9/9 b P 1\tnomate\t--\n"),
    ("generated_nomates.sfen", b"a\t8k/9/9/9/9/9/9/9/9 b P 1\tnomate\t--\n"),
    ("letter.sfen", b"a\tHEAD\tmate\t1\n\n# x\nb\t4k4/9/4P4/9/9/z8/9/9/9 b G 1\tmate\t1\n"),
    ("alike.sfen", b"a/b\tHEAD\na_b\tHEAD\n"),
    ("lower.sfen", b"a\tHEAD\na.lower\tHEAD\n"),
    ("none.sfen", b"# nothing\n\n"),
    // Counts of moves; what somebody wants to keep.
    ("none.epd", b"# nothing\n"),
    ("game.kif", b"mine\n"),
    ("page.html", b"mine\n"),
];

/// Words of a command line, `@` before a file of [`FILES`], and what the refusal says.
const REFUSED: &[(&str, &str)] = &[
    ("build_book --games @columns.tsv", "columns.tsv: no game from the start position with a result"),
    ("build_book --load no-such-book", "no-such-book: "),
    ("build_book --load @short.kmd", "4 bytes, expected a model file, which has a header of 29"),
    ("build_book --load @no-header.db", "no-header.db: line 1, column 1: found \"sfen lnsgk"),
    ("build_book --load @no-position.db --lenient", "no-position.db: no position, expected at least one"),
    ("check_certificate no-such-file.kmdc", "no-such-file.kmdc: "),
    ("check_certificate data", "data: "),
    ("check_certificate", "<FILE>"),
    ("compare_cycles --file @open.sfen", "no problem with a known answer"),
    ("compare_cycles --file @no-mate.sfen --generate 1 --out @made", "no mate among the problems"),
    ("compare_cycles --generate 1 --out @.", "the file is there and is not a file of no-mates"),
    ("compare_cycles --all --file @no-mate.sfen", "--file"),
    ("compare_cycles --generate 1 --nodes 5", "cannot be used with"),
    ("build_book --lenient", "--load <FILE>"),
    ("deep-shallow --samples @text.tsv --depth 3", "cannot be used with"),
    ("deep-shallow --samples @text.tsv --positions 3", "cannot be used with"),
    ("heuristics --tables tree --rows null --out @never", "--rows is for the tables combined and killers"),
    ("consultation --games @short.tsv", "no game longer than 50 plies"),
    ("consultation --suite @illegal.tsv", "illegal.tsv: line 2, field 3"),
    ("consultation --positions 0", "--positions"),
    ("consultation --sigma many", "invalid digit"),
    ("count-categories --games @illegal.tsv", "illegal.tsv, line 2: move 2, 7g7f: not legal"),
    ("count-categories --games @empty.tsv", "empty.tsv: no game, expected at least one"),
    ("count-categories --games @short.tsv", "give more games"),
    ("count-categories --held-out 91", "91 is not in 0..=90"),
    ("count-categories --save-softmax x.kmd", "--softmax"),
    ("custom_killer self-play --a modern+stuborn", "found \"stuborn\", expected one of table, "),
    ("custom_killer self-play --eval no/such/file", "--eval: model file no/such/file"),
    ("custom_killer heuristics --rows stuborn", "--rows stuborn: found no such row"),
    ("custom_evaluator --hash-mb 8", "--hash-mb: found no experiment"),
    ("custom_dfpn_heuristic many", "many: expected a number of nodes"),
    ("gamble --games @short.tsv", "no game that goes on after [79, 119] moves"),
    ("gamble --corpus @short.psv --games @short.tsv", "cannot be used with"),
    ("gamble --model @short.tsv", "short.tsv"),
    ("gamble --bar best+x", "expected centipawns within ±29999"),
    ("gamble --limit nan", "expected a chance, 0 to 0.5"),
    ("gamble --out @short.tsv", "gamble: "),
    ("heuristics --depths 4,4", "--depths [4, 4]: expected rising numbers"),
    ("heuristics --depths 0", "--depths"),
    ("heuristics --base moder --out @never", "found \"moder\", expected one of bare, modern, tacos"),
    ("heuristics --suite @empty.tsv", "found no position"),
    ("heuristics --rows nul,xyz --out @never", "--rows xyz: found no such row, expected a part of one"),
    ("heuristics --tables audit --watch modern+nothing --out @never", "nothing"),
    ("heuristics --out @name", "heuristics.tsv: line 1: found \"name,age\""),
    ("inspect-pairs nowhere.kmd", "nowhere.kmd"),
    ("inspect-pairs --piece X5e", "X5e"),
    ("inspect-pairs --piece P5a", "5a can never move"),
    ("inspect-pairs --piece K*", "never in hand"),
    ("inspect-pairs --partner gold", "gold"),
    ("killer-effectiveness --games @short.tsv --out @never", "short.tsv: no game of more than 30 moves"),
    ("make-corpus --openings @none.sfen", "found no opening"),
    ("make-corpus --random-plies 8-2", "the smaller first"),
    ("make-corpus --random-plies 0-256", "plies up to 255"),
    ("make-corpus --out @wrong.psv", "40 bytes and no journal"),
    ("make-corpus --out @empty.psv", "line 1: found \"something else\""),
    ("next-move --file @move.tsv", "move.tsv, line 2, field 3: found \"5i5a\", expected legal moves"),
    ("next-move --file @silent.tsv", "no position with a move"),
    ("perft", "DEPTH"),
    ("perft 0", "0 is not in 1..=20"),
    ("perft 3 --sfen x", "--sfen \"x\": sfen, column 1"),
    ("perft --suite @none.epd", "no count to check"),
    ("perft 2 --suite data/perft/perft.epd", "cannot be used with"),
    ("rate-evaluation --eval @text.kmd", "expected a model file, which has a header of 29"),
    ("rate-evaluation --held-out 0", "--held-out"),
    ("deep-shallow --samples @text.tsv", "line 1: found \"7g7f\", expected a file of samples"),
    ("deep-shallow --shard 3/2", "expected a part and their number"),
    ("train-reliability --pair 6:3", "expected two depths"),
    ("train-reliability --pair 0:3", "expected two depths"),
    ("train-reliability --weights @text.tsv --checkpoint state", "cannot be used with"),
    ("train-reliability --checkpoint state", "--save <FILE>"),
    ("probcut modern --audit", "cannot be used with"),
    ("train-reliability --save @text.tsv", "is not a model file"),
    ("report --only R2,R22", "found no such row, expected R1 to R21"),
    ("self-play --a modern-nul", "found \"nul\", expected one of table"),
    ("self-play --openings @openings.sfen", "openings.sfen, line 2: usi, word 3"),
    ("self-play --openings @opening.sfen --pairs 2", "1 openings, expected 2 or more"),
    ("self-play --sprt 50,0", "--sprt: strengths 50 and 0: expected two numbers, the first below"),
    ("self-play --sprt 50", "expected two numbers and a comma"),
    ("self-play --resign-cp 900,1", "a comma and 2 plies or more, such as 2500,4"),
    ("self-play --depth 2 --nodes 100", "cannot be used with"),
    ("self-play --a consultation-5-50", "found \"5\", expected 1, 4, 8 or 16 engines"),
    ("self-play --a consultation-8-50 --threads-a 2", "consultation-8-50 on 2 threads: expected 1"),
    ("self-play --b usi:no-such-engine", "\"no-such-engine\" cannot be started"),
    ("self-play --b usi:", "expected the command of an engine"),
    ("solve_hisshi --sfen NO_KING", "no king of White"),
    ("solve_hisshi --certificate all.kmdh", "expected a folder"),
    ("solve_tsume --file @letter.sfen", "letter.sfen, line 4, column 17: found 'z', expected a piece letter"),
    ("solve_tsume --file @none.sfen", "no problem, expected at least one"),
    ("solve_tsume --sfen RANKS", "--sfen, line 1, column 6"),
    ("solve_tsume --sfen HEAD --certificate Cargo.toml", "--certificate Cargo.toml: "),
    ("solve_tsume --file @alike.sfen --certificate no-folder", "would both be \"a_b\""),
    ("solve_tsume --file @lower.sfen --certificate no-folder", "would be the lower bound of \"a\""),
    ("solve_tsume --file @alike.sfen --kif all.kif", "one file for 2 problems, expected a folder"),
    ("solve_tsume --html-positions 5", "--html"),
    ("solve_tsume --sfen HEAD --file @open.sfen", "cannot be used with"),
    ("solve_tsume --time-s 0", "seconds above 0"),
    ("solve_tsume --cycle luck", "nagai-literal"),
    ("train-comparison --passes 0", "--passes"),
    ("train-comparison --held-out 1 --games @short.tsv", "held out"),
    ("train-discriminant --games @short.tsv", "give more games"),
    ("train-discriminant --games @played.tsv --threshold 100000000 --out @", "no relation is seen in"),
    ("train-discriminant --save x.kmd", "give one --model"),
    ("train-discriminant --symmetry sides", "expected none, colors or colors-and-sides"),
    ("train-self-play --from-corpus @short.psv", "short.psv: 39 bytes, expected a multiple of 40"),
    ("train-self-play --from-corpus @empty.psv", "no record of 0"),
    ("train-self-play --from-corpus @wrong.psv", "wrong.psv: record 0: "),
    ("train-self-play --prior 0", "prior is 0, expected a finite number above 0"),
    ("train-self-play --effects-above no-such-evaluation", "no-such-evaluation: "),
    ("tune screen", "--factors"),
    ("tune screen --factors null=on:on", "expected NAME=LOW:HIGH"),
    ("tune screen --factors nul=off:on", "--factors nul=off:on: recipe \"modern-nul\": found \"nul\""),
    ("tune screen --factors null=off:on,null=on:off", "expected every factor once"),
    ("tune screen --factors null=off:on --base classic", "--base: recipe \"classic\""),
    ("tune screen --factors history.limit=1:7000", "constant history.limit = 1, expected 256 to"),
    ("tune spsa --constants history.limits", "constant \"history.limits\", expected one of plies."),
    (
        "tune spsa --base modern --constants realization --iterations 1 --nodes 500",
        "--base modern: no constant of --constants changes its search of 500 nodes",
    ),
    ("tune spsa --constants aspiration --batch 0", "--batch"),
    // Values that an option cannot have, refused alike by all that have it.
    ("compare_cycles --nodes 0", "--nodes"),
    ("next-move --threads 0", "--threads"),
    ("solve_tsume --hash-mb 0", "--hash-mb"),
    ("killer-effectiveness --eval no-such-model", "no-such-model"),
    // A place that cannot be written, or holds something else: found before the work, which would be lost.
    ("train-reliability --samples-out @samples.tsv --save @samples.tsv", "found the file of --samples-out"),
    ("count-categories --softmax --save @a.kmd --save-softmax @a.kmd", "found the file of --save"),
    ("build_book --save no/such/folder/a.kmd", "--save no/such/folder/a.kmd: "),
    ("build_book --save data", "found a folder"),
    ("make-corpus --games 1 --out @name", "found a folder, expected a file"),
    ("solve_tsume --sfen HEAD --html @page.html", "is not a page"),
];

/// Commands that write into the folder of `--out`. Its contents are checked before the work, which would be lost.
const INTO_FOLDERS: &str = "analyze data/records/s05_problem001.csa; \
    convert data/records/s05_problem001.csa --to usi; compare_cycles; build_book; heuristics; self-play; next-move; \
    killer-effectiveness; consultation; tune screen --factors null=off:on; train-discriminant --model sibling; \
    rate-evaluation; count-categories; inspect-pairs; deep-shallow --samples-out @samples.tsv; \
    calibration --samples-out @samples.tsv; train-reliability --samples-out @samples.tsv; solve_tsume --sfen HEAD; \
    solve_hisshi --sfen BELLY";

/// Commands with an option that writes a file, but not over one that somebody wants to keep.
const OVER_FILES: &str = "build_book --save; count-categories --softmax --save-softmax; \
    train-discriminant --model sibling --save; train-discriminant --model sibling --checkpoint; \
    make-corpus --games 1 --out; solve_tsume --sfen HEAD --kif; solve_tsume --sfen HEAD --out; \
    solve_hisshi --sfen HEAD --out";

#[cfg(target_os = "linux")]
#[test]
fn a_standard_error_that_is_full_ends_nothing() {
    let here = Folder::new("refused-full");
    let status = |line: &str| {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("Linux has it");
        let run = here.command(line).stdout(std::process::Stdio::null()).stderr(full).status();
        run.expect("it runs").code()
    };
    assert_eq!(status("self-play --pairs 1 --nodes 20 --move-limit 20 --hash-mb 1 --out @"), Some(0));
    assert_eq!(here.rows("self-play.csv").len(), 1);
    assert_eq!(status("self-play --a nonsense --out @"), Some(2));
}

#[test]
fn whatever_is_wrong_is_explained_with_status_2_and_nothing_is_written() {
    let here = Folder::new("refused");
    for (name, bytes) in FILES {
        match std::str::from_utf8(bytes) {
            Ok(text) => here.file(name, text.replace("HEAD", HEAD).replace("START", START)),
            Err(_) => here.file(name, bytes),
        }
    }
    let folders = INTO_FOLDERS.split("; ");
    let folders = folders.map(|words| (format!("{words} --out Cargo.toml"), ": --out Cargo.toml: "));
    let over = OVER_FILES.split("; ").map(|words| (format!("{words} @game.kif"), "game.kif"));
    let rows = REFUSED.iter().map(|&(line, explanation)| (line.to_owned(), explanation));
    for (line, explanation) in rows.chain(folders).chain(over) {
        let positions =
            [("HEAD", HEAD), ("BELLY", BELLY_SILVER), ("RANKS", "4k4/9 b - 1"), ("NO_KING", NO_KING)];
        let filled = positions
            .iter()
            .fold(line.clone(), |line, (name, sfen)| line.replace(name, &format!("\"{sfen}\"")));
        let run = here.run(&filled);
        run.refused(&line, explanation);
        // Games are reported before their relations are counted.
        let begun = line.contains("--threshold");
        assert!(run.out.is_empty() || begun, "{line}: {}", run.out);
    }
    for never in ["never", "name.journal", "samples.tsv", "a.kmd"] {
        assert!(!here.has(never), "{never} was not to be written");
    }
    for name in ["name/heuristics.tsv", "wrong.psv", "empty.psv.journal", "game.kif", "page.html"] {
        let bytes = FILES.iter().find(|(file, _)| *file == name).expect("one of the files").1;
        assert_eq!(here.read_bytes(name), bytes, "{name}");
    }
    // A certificate may replace a certificate.
    here.file("mate.kmdc", "KMDC");
    here.run(&format!("solve_tsume --sfen \"{HEAD}\" --certificate @mate.kmdc")).done();
}
