//! Every table of a run, and the figures that the papers have, as a page of the documentation in Markdown: other pages link to it and copy
//! nothing.

use std::fmt::Write as _;

use komadai_report::{Printed, PrintedCell, PrintedTable};

use super::command::{self, Budget};
use super::row::{Done, Version};

/// Rows of a table that is shown whole; a longer one is a file of the run.
const MOST_ROWS: usize = 100;

/// What the page begins with.
const ABOUT: &str = "Written by `cargo run --release --example report -- --out DIR{run}`, not by hand: {version}. Which claims of the papers follow from these \
tables: [REPRODUCTION.md](REPRODUCTION.md). Intervals are of 95 %. Under each row stand the commands that print its tables; one that reads a file of `out/` \
needs the command that wrote it, which stands above it.";

/// The page.
pub(super) fn page(done: &[Done<'_>], budget: Budget, version: &Version) -> String {
    let run = if budget == Budget::Full { " --budget full" } else { "" };
    let about = ABOUT.replace("{run}", run).replace("{version}", &version.to_string());
    let mut page = format!("# Tables and figures of the papers' rows\n\n{about}\n");
    for Done { row, printed, .. } in done {
        let _ = write!(page, "\n## {}\n\n{}; {}.\n", row.id, row.idea, row.section);
        for command in row.commands(budget) {
            let shown = |of: &&Done<'_>| of.printed.iter().any(|(shown, _)| shown.name == command.name);
            if let Some(Done { row: of, .. }) = done.iter().find(shown).filter(|of| of.row.id != row.id) {
                let (id, place, line) = (of.id, of.id.to_lowercase(), command.line(budget));
                let _ = write!(page, "\nUnder [{id}](#{place}): `{line}`.\n");
            }
        }
        for (command, pieces) in printed {
            let _ = write!(page, "\n```sh\n{}\n```\n", command.line(budget));
            for table in command::tables(pieces) {
                put(&mut page, command.name, table);
            }
            for (file, _) in figures(pieces, &command.figures) {
                let name = file.trim_end_matches(".svg");
                let _ = write!(page, "\n![{name}](figures/{}-{file})\n", command.name);
            }
        }
    }
    page
}

/// The figures of the page with the names of their files.
pub(super) fn files<'a>(done: &'a [Done<'_>]) -> impl Iterator<Item = (String, &'a str)> {
    done.iter().flat_map(|of_row| &of_row.printed).flat_map(|(command, pieces)| {
        figures(pieces, &command.figures).map(|(file, svg)| (format!("{}-{file}", command.name), svg))
    })
}

fn figures<'a>(pieces: &'a [Printed], shown: &'a [&'static str]) -> impl Iterator<Item = (&'a str, &'a str)> {
    pieces.iter().filter_map(|piece| match piece {
        Printed::Drawing(file, svg) if shown.contains(&file.as_str()) => Some((&file[..], &svg[..])),
        _ => None,
    })
}

fn put(page: &mut String, folder: &str, table: &PrintedTable) {
    let PrintedTable { title, file, heading, rows } = table;
    let file = file.as_deref().unwrap_or_default();
    if rows.len() > MOST_ROWS {
        let _ = write!(page, "\n{title}: {} rows, `DIR/{folder}/{file}`.\n", rows.len());
        return;
    }
    let _ = write!(page, "\n**{title}**\n\n");
    let line = |cells: Vec<&str>| {
        let cells: Vec<String> = cells.into_iter().map(|cell| cell.replace('|', "\\|")).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    // A column of numbers stands to the right.
    let number = |column: usize| {
        let numbers =
            |row: &Vec<PrintedCell>| row[column].exact.parse::<f64>().is_ok() || row[column].exact.is_empty();
        if rows.iter().all(numbers) { "--:" } else { "---" }
    };
    page.push_str(&line(heading.iter().map(String::as_str).collect()));
    let _ = writeln!(page, "|{}|", (0..heading.len()).map(number).collect::<Vec<_>>().join("|"));
    for row in rows {
        page.push_str(&line(row.iter().map(|cell| cell.shown.as_str()).collect()));
    }
}
