//! The rule of verdicts, the registry, the page.

use std::ffi::OsString;

use komadai_report::{Cell, Interval, PrintedTable, Table};

use super::*;
use crate::experiments::program::read_words;
use claim::{At, Bar, Found, Verdict};

const BUDGETS: [Budget; 2] = [Budget::Quick, Budget::Full];

#[test]
fn a_verdict_asks_for_the_whole_interval_on_one_side_and_for_enough_cases() {
    let found = |low, high| Interval { value: f64::midpoint(low, high), low, high };
    let verdict = |bar: Bar, low, high| bar.verdict(found(low, high), 50, 50);
    for (bar, low, high, expected) in [
        (Bar::Above(1.0), 1.1, 1.3, Verdict::Holds),
        (Bar::Above(1.0), 0.7, 0.9, Verdict::DoesNotHold),
        (Bar::Above(1.0), 0.9, 1.1, Verdict::NotDecidable),
        (Bar::Above(1.0), 1.0, 1.1, Verdict::NotDecidable),
        (Bar::Below(0.0), -0.2, -0.1, Verdict::Holds),
        (Bar::Below(0.0), 0.1, 0.2, Verdict::DoesNotHold),
        (Bar::Below(0.0), -0.1, 0.1, Verdict::NotDecidable),
        (Bar::Within(0.5, 0.7), 0.5, 0.7, Verdict::Holds),
        (Bar::Within(0.5, 0.7), 0.3, 0.4, Verdict::DoesNotHold),
        (Bar::Within(0.5, 0.7), 0.8, 0.9, Verdict::DoesNotHold),
        (Bar::Within(0.5, 0.7), 0.6, 0.8, Verdict::NotDecidable),
        (Bar::Within(0.5, 0.7), 0.4, 0.8, Verdict::NotDecidable),
        (Bar::Above(1.0), f64::NAN, f64::NAN, Verdict::NotDecidable),
    ] {
        assert_eq!(verdict(bar, low, high), expected, "{} [{low}, {high}]", bar.words()[0]);
    }
    assert_eq!(Bar::Above(1.0).verdict(found(2.0, 3.0), 49, 50), Verdict::NotDecidable, "too few cases");
}

#[test]
fn the_page_of_a_run_that_was_broken_off_has_what_was_done() {
    let folder = std::env::temp_dir().join(format!("komadai-report-so-far-{}", std::process::id()));
    let out = Out { out: folder.clone(), quiet: true };
    let options = Options { budget: Budget::Quick, only: vec!["R11", "R20", "R21"], out };
    let one_by_one = |words: &[OsString], _: &std::path::Path| match words[0].to_str() {
        Some("train-comparison") => Ok(vec![Printed::Text("what training printed".to_owned())]),
        _ => Err("broken off".into()),
    };
    let error = run(&options, &one_by_one).unwrap_err().to_string();
    assert!(error.ends_with("broken off"), "{error}");
    let page = std::fs::read_to_string(folder.join("report.html")).unwrap();
    assert!(page.contains("what training printed") && page.contains("id=\"R21\""));
    let summary = std::fs::read_to_string(folder.join("REPRODUCTION.md")).unwrap();
    let said = |row: &str, not: &str| summary.lines().any(|line| line.ends_with(&format!("  # {not}{row}")));
    assert!(said("R11", "") && said("R21", "not run: "), "{summary}");
    // A claim whose command has not run is not judged.
    let claim = |row: &str| summary.lines().find(|line| line.contains(&format!("| {row} |"))).unwrap();
    assert!(claim("R20").ends_with("| | not run |"), "{}", claim("R20"));
    assert!(!std::fs::read_to_string(folder.join("reproduction.csv")).unwrap().contains("\nR20,"));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_row_alone_asks_what_all_rows_ask() {
    let version = Version::new().unwrap();
    for budget in BUDGETS {
        let asked = |only: Vec<&'static str>| {
            let out = Out { out: "out".into(), quiet: true };
            let asked = asked(&Options { budget, only, out }, &version);
            asked.into_iter().map(|(command, question)| (command.name, question)).collect::<Vec<_>>()
        };
        let all = asked(Vec::new());
        for row in &REGISTRY.rows {
            let alone = asked(vec![row.id]);
            assert_eq!(alone.len(), row.commands(budget).count(), "{}", row.id);
            assert!(alone.iter().all(|question| all.contains(question)), "{}", row.id);
        }
    }
}

/// A table with every form in which an estimate is printed.
fn printed() -> Vec<Printed> {
    let mut table = Table::new(["name", "cases", "rate", "95 %", "ratio", "gain", "rank", "±"]);
    let rate = Interval { value: 0.6, low: 0.55, high: 0.65 };
    let [value, ends] = Cell::estimate(Some(rate), 2);
    let first = ["one".into(), 1_200.into(), value, ends, "1,033 [900, 1,200]".into(), "0.2 ± 0.05".into()];
    table.push(first.into_iter().chain([Cell::Real(2.4, 1), Cell::Real(0.25, 2)]));
    let none = ["none".into(), Cell::Empty, Cell::Empty, Cell::Empty, Cell::Empty, Cell::Empty];
    table.push(none.into_iter().chain([Cell::Real(f64::NAN, 1), Cell::Empty]));
    let table = PrintedTable::of("t", Some("t.csv"), &table);
    vec![Printed::Text("before".into()), Printed::Table(table)]
}

fn at(file: &'static str, row: &'static str, column: &'static str) -> At {
    At { file, row: vec![row], column }
}

#[test]
fn files_of_the_report_stand_in_what_is_printed_as_in_the_words_of_its_commands() {
    let mut table = Table::new(["player"]);
    table.push(["modern (/tmp/report/sibling.kmd, 1)".into()]);
    for folder in ["/tmp/report", "/tmp/report/"] {
        let table = Printed::Table(PrintedTable::of("of /tmp/report/a.psv", None, &table));
        let Printed::Table(table) = row::renamed(table, folder.as_ref()) else { panic!() };
        let cell = &table.rows[0][0];
        assert_eq!((&*table.title, &*cell.shown), ("of out/a.psv", "modern (out/sibling.kmd, 1)"));
        assert_eq!(cell.exact, cell.shown);
    }
}

fn claim(found: Found) -> claim::Claim {
    let (says, of, count) = (["It is so", "そうである"], ["games", "局"], at("t.csv", "one", "cases"));
    let (command, paper, bar) = ("tiny", [""; 2], Bar::Above(0.5));
    claim::Claim { says, paper, command, found, bar, count, counted: None, least: 1_000, of }
}

#[test]
fn numbers_and_intervals_are_read_as_tables_print_them() {
    let at = |column| self::at("t.csv", "one", column);
    let none = |column| self::at("t.csv", "none", column);
    for (found, ours, verdict) in [
        (Found::Estimate(at("rate")), "0.60 [0.55, 0.65]", Verdict::Holds),
        (Found::Estimate(at("ratio")), "1,033 [900, 1,200]", Verdict::Holds),
        (Found::Estimate(at("gain")), "0.2 ± 0.05", Verdict::DoesNotHold),
        (Found::Estimate(at("rank")), "2.4 ± 0.25", Verdict::Holds),
        (Found::Exact(at("cases")), "1,200", Verdict::Holds),
        (Found::Difference(at("rate"), at("gain")), "+0.400 [+0.329, +0.471]", Verdict::DoesNotHold),
        (Found::Share(at("cases"), at("cases")), "100.0 [99.7, 100.0] %", Verdict::Holds),
        (Found::Percent(at("rank")), "2.4 [1.7, 3.4] %", Verdict::Holds),
        (Found::Estimate(none("rate")), "–", Verdict::NotDecidable),
        (Found::Estimate(none("rank")), "–", Verdict::NotDecidable),
    ] {
        let judged = claim(found).judge(&printed(), &printed()).unwrap();
        assert_eq!((judged.ours.as_str(), judged.count, judged.verdict), (ours, 1_200, verdict));
    }
}

#[test]
fn a_number_that_is_rounded_to_the_bar_is_shown_with_more_digits() {
    let mut table = Table::new(["name", "rate", "cases"]);
    let close = Interval { value: 0.5312, low: 0.5004, high: 0.562 };
    table.push(["one".into(), Cell::Around(close, 2), 1_200.into()]);
    let printed = [Printed::Table(PrintedTable::of("rates", Some("t.csv"), &table))];
    let judged = claim(Found::Estimate(at("t.csv", "one", "rate"))).judge(&printed, &printed).unwrap();
    assert_eq!((judged.ours.as_str(), judged.verdict), ("0.5312 [0.5004, 0.5620]", Verdict::Holds));
}

#[test]
fn the_count_of_a_claim_may_stand_in_what_another_command_printed() {
    let mut table = Table::new(["name", "cases"]);
    table.push(["one".into(), 46.into()]);
    let counted = [Printed::Table(PrintedTable::of("learned", Some("t.csv"), &table))];
    let claim = claim(Found::Estimate(at("t.csv", "one", "rate")));
    let judged = claim.judge(&printed(), &counted).unwrap();
    assert_eq!((judged.count, judged.verdict), (46, Verdict::NotDecidable));
    assert_eq!(claim.count_words(46, 0), "46 games of 1,000 needed");
}

#[test]
fn a_cell_that_is_not_there_is_named_with_those_that_are() {
    for (at, told) in [
        (at("u.csv", "one", "rate"), "found no table called \"u.csv\", expected one of t.csv"),
        (at("t.csv", "two", "rate"), "found no row in t.csv called \"two\", expected one of one, none"),
        (at("t.csv", "one", "rat"), "no column in t.csv called \"rat\", expected one of name, cases, rate, "),
        (at("t.csv", "one", "95 %"), "tiny, claim \"It is so\": "),
    ] {
        let error = claim(Found::Share(at.clone(), at)).judge(&printed(), &printed()).unwrap_err();
        assert!(error.to_string().contains(told), "{error}");
    }
}

#[test]
fn every_row_of_the_papers_is_there_once_with_claims_commands_or_a_reason() {
    let ids: Vec<String> = (1..=21).map(|n| format!("R{n}")).collect();
    assert_eq!(REGISTRY.rows.iter().map(|row| row.id).collect::<Vec<_>>(), ids);
    let commands =
        |row: &'static Row| BUDGETS.map(|budget| row.commands(budget).map(|of| of.name).collect::<Vec<_>>());
    for row in &REGISTRY.rows {
        assert!(!row.claims.is_empty() || row.because.is_some(), "{}", row.id);
        assert_eq!(commands(row)[1], row.commands, "{}", row.id);
        for claim in &row.claims {
            for command in [claim.command, claim.counted()] {
                assert!(row.commands.contains(&command), "{}: {command}", row.id);
            }
            assert!(!claim.says[1].is_ascii() && claim.least > 0, "{}", claim.says[0]);
        }
    }
}

/// All commands, some of them more than once.
fn lines() -> Vec<(&'static str, String)> {
    let of = |budget| {
        let commands = REGISTRY.rows.iter().flat_map(move |row| row.commands(budget));
        commands.map(move |of| (of.words(budget), of.line(budget)))
    };
    BUDGETS.into_iter().flat_map(of).collect()
}

#[test]
fn the_program_reads_every_command_of_a_row() {
    for (words, _) in lines() {
        let split: Vec<OsString> = words.split(' ').map(OsString::from).collect();
        if let Err(error) = read_words(&split, &std::env::temp_dir()) {
            panic!("{words}: {error}");
        }
    }
    assert_eq!(read_row("r18"), Ok("R18"));
    assert_eq!(read_row("R22").unwrap_err(), "found no such row, expected R1 to R21");
}

/// Files that a command makes for another.
fn made(words: &'static str) -> impl Iterator<Item = &'static str> {
    let options = words.split(' ').zip(words.split(' ').skip(1));
    options
        .filter_map(|(option, file)| ["--out", "--save", "--samples-out"].contains(&option).then_some(file))
}

#[test]
fn a_full_run_after_a_quick_one_in_the_same_folder_makes_other_files() {
    let commands = || REGISTRY.rows.iter().flat_map(|row| row.commands(Budget::Full));
    assert!(commands().any(|of| made(of.full).count() > 0 && of.quick != of.full));
    for Command { name, quick, full, .. } in commands() {
        assert!(quick == full || made(quick).all(|file| made(full).all(|other| other != file)), "{name}");
    }
}

/// A page of the documentation.
fn docs(name: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Number of commands that a page names, each of which must be one of a row.
fn commands_of_rows(name: &str, page: &str) -> usize {
    let known = lines();
    let commands = page.lines().filter(|line| line.starts_with("cargo "));
    let check = |command: &&str| {
        let is_known = known.iter().any(|(_, known)| known == command);
        assert!(is_known, "{name} names {command:?}, which is no command of a row");
    };
    commands.filter_map(|line| line.split("  # ").next()).inspect(check).count()
}

#[test]
fn the_page_of_tables_has_every_row_with_its_figures() {
    let page = docs("TABLES.md");
    let foreign = page.split_whitespace().find(|word| word.len() > 1 && word.starts_with('/'));
    assert_eq!(foreign, None, "a file of the machine that wrote the page");
    commands_of_rows("TABLES.md", &page);
    for row in &REGISTRY.rows {
        assert!(page.contains(&format!("\n## {}\n", row.id)), "{}", row.id);
        for command in row.commands.iter().filter_map(|name| REGISTRY.command(name)) {
            for file in &command.figures {
                let file = format!("figures/{}-{file}", command.name);
                assert!(page.contains(&format!("]({file})")) && docs(&file).contains("<svg "), "{file}");
            }
        }
    }
}

#[test]
fn the_pages_of_the_last_run_have_the_rows_the_commands_and_the_figures_of_its_table() {
    let csv = docs("reproduction.csv");
    for (name, which) in [("REPRODUCTION.md", 0), ("REPRODUCTION.ja.md", 1)] {
        let page = docs(name);
        for (row, claim) in
            REGISTRY.rows.iter().flat_map(|row| row.claims.iter().map(move |claim| (row, claim)))
        {
            let says = format!("| {} | {} |", row.id, claim.says[which]);
            let line =
                page.lines().find(|line| line.contains(&says)).unwrap_or_else(|| panic!("{name}: {says}"));
            let begin = format!("{},", row.id);
            let printed = csv.lines().find(|line| line.starts_with(&begin) && line.contains(claim.says[0]));
            if line.ends_with(["| | | not run |", "| | | 未実行 |"][which]) {
                assert_eq!(printed, None, "{name}: {says}");
                continue;
            }
            // Paper, row, claim, theirs, bar, ours, cases, verdict.
            let [.., theirs, bar, ours, cases, verdict] = line.split(" | ").collect::<Vec<_>>()[..] else {
                panic!("{name}: {line}")
            };
            assert_eq!((theirs, bar), (claim.paper[which], &*claim.bar.words()[which]), "{name}: {says}");
            let printed = printed.unwrap_or_else(|| panic!("reproduction.csv: {says}"));
            let is_there = [",", "\""].iter().any(|end| printed.contains(&format!("{ours}{end}")));
            assert!(is_there, "{ours}: {printed}");
            if which == 0 {
                let verdict = format!(",{},", verdict.trim_end_matches(" |"));
                assert!(printed.contains(cases) && printed.contains(&verdict), "{line}: {printed}");
            }
        }
        assert!(commands_of_rows(name, &page) > 15, "{name}");
    }
}
