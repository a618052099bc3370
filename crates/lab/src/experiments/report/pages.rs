//! Pages of the documentation: the summary of a run in English, in Japanese and as a table, and all its tables with the figures.

use std::fmt::Write as _;

use komadai_report::{Cell, Printed, PrintedCell, PrintedTable, Table};

use super::claim;
use super::row::{Budget, Done, REGISTRY, Version, output_of};

/// The words of a page.
pub(super) struct Language {
    /// Index of the language in the texts of a claim.
    which: usize,
    title: &'static str,
    /// What the page is; `{version}` and `{run}` are filled in.
    about: &'static str,
    budgets: [&'static str; 2],
    heading: &'static str,
    not_run: &'static str,
    commands: &'static str,
}

pub(super) const ENGLISH: Language = Language {
    which: 0,
    title: "# What the papers claim, and what is found here",
    about: "Written by `cargo run --release --example report -- --out DIR{run}`, not by hand: {version}, {budget}. The same run makes a page \
with every table and figure, `DIR/report.html`, and for this documentation [TABLES.md](TABLES.md). The numbers of this page are those of \
[reproduction.csv](reproduction.csv).\n\n\
A claim holds here if the whole 95 % interval of our number lies on the claimed side of the bar, and does not hold here if all of it \
lies on the other side; otherwise, and where the number is about fewer cases than the claim needs, it is not decidable with this much data. A number without an interval is compared as it stands. Each interval \
is of its own claim, not corrected for the number of claims: of a hundred, chance alone may put two or three on the wrong side.",
    budgets: ["a quick run on the data of the repository", "a full run on the data of the repository"],
    heading: "| paper | row | claim | theirs | bar | ours | cases | verdict |\n|---|---|---|---|---|---|---|---|",
    not_run: "not run",
    commands: "## Commands\n\nIn this order: a later one may read a file that an earlier one made. `R2` and so on are the rows of [PAPERS.md](PAPERS.md).",
};

pub(super) const JAPANESE: Language = Language {
    which: 1,
    title: "# 論文の主張とここでの結果",
    about: "手で書かず、`cargo run --release --example report -- --out DIR{run}` が出力したページです（{version}、{budget}）。同じ実行で、\
すべての表と図を載せた `DIR/report.html` と、この文書のための [TABLES.md](TABLES.md)（英語）もできます。数値は [reproduction.csv](reproduction.csv) と同じです。\n\n\
判定の規則はひとつです。こちらの値の 95 % 信頼区間の全体が主張の側にあれば「ここで成り立つ」、全体が反対側にあれば「ここでは成り立たない」、\
区間が基準値をまたぐか、件数が必要な数に満たなければ「このデータ量では決められない」とします。区間のない値はそのまま比べます。区間は主張ごとのもので、\
主張の数による補正はしていません。100 のうち 2〜3 は偶然に誤った側に入りえます。",
    budgets: ["リポジトリのデータによる短い実行", "リポジトリのデータによる完全な実行"],
    heading: "| 論文 | 項目 | 主張 | 論文の値 | 基準値 | ここでの値 | 件数 | 判定 |\n|---|---|---|---|---|---|---|---|",
    not_run: "未実行",
    commands: "## コマンド\n\n上から順に実行してください。前のコマンドが作ったファイルを読むものがあります。`R2` などは [PAPERS.md](PAPERS.md) の項目です。",
};

/// A row for each claim that was judged, for programs.
pub(super) fn table(done: &[Done<'_>], budget: Budget) -> Table {
    let mut table =
        Table::new(["row", "claim", "theirs", "bar", "ours", "cases", "verdict", "command"]).keys(2);
    for of_row in done {
        for (claim, judged) in of_row.judged() {
            let texts = [of_row.row.id, claim.says[0], claim.paper[0], &claim.bar.words()[0], &judged.ours];
            let last = [
                claim.count_words(judged.count, 0),
                judged.verdict.words()[0].to_owned(),
                REGISTRY.command(claim.command).map_or_else(String::new, |of| of.line(budget)),
            ];
            table.push(texts.into_iter().map(Cell::from).chain(last.into_iter().map(Cell::from)));
        }
    }
    table
}

/// The page in Markdown.
pub(super) fn summary(done: &[Done<'_>], budget: Budget, version: &Version, language: &Language) -> String {
    let Language { which, title, about, budgets, heading, not_run, commands } = *language;
    let is_full = budget == Budget::Full;
    let about = about
        .replace("{run}", if is_full { " --budget full" } else { "" })
        .replace("{version}", &version.to_string())
        .replace("{budget}", budgets[usize::from(is_full)]);
    let mut page = format!("{title}\n\n{about}\n\n{heading}\n");
    for Done { row, judged, .. } in done {
        let place = format!("| {} | {} |", REGISTRY.papers[row.paper][0], row.id);
        for (number, claim) in row.claims.iter().enumerate() {
            let found = judged.get(number).and_then(Option::as_ref).map_or_else(
                || format!(" | | {not_run} |"),
                |judged| {
                    let verdict = judged.verdict.words()[which];
                    format!(" {} | {} | {verdict} |", judged.ours, claim.count_words(judged.count, which))
                },
            );
            let (says, paper, bar) = (claim.says[which], claim.paper[which], &claim.bar.words()[which]);
            let _ = writeln!(page, "{place} {says} | {paper} | {bar} |{found}");
        }
        if let Some(why) = row.because {
            let of = if is_full { "" } else { ["Of the full run: ", "全実行について: "][which] };
            let _ = writeln!(page, "{place} {of}{} | | | | | |", why[which]);
        }
    }
    let _ = write!(page, "\n{commands}\n\n```sh\n");
    let mut lines: Vec<(String, Vec<&str>)> = Vec::new();
    for Done { row, .. } in done {
        for command in row.commands(budget) {
            let mut line = command.line(budget) + "  # ";
            if output_of(done, command.name).is_none() {
                let _ = write!(line, "{not_run}: ");
            }
            match lines.iter_mut().find(|(known, _)| *known == line) {
                Some((_, rows)) => rows.push(row.id),
                None => lines.push((line, vec![row.id])),
            }
        }
    }
    for (line, rows) in lines {
        let _ = writeln!(page, "{line}{}", rows.join(", "));
    }
    page + "```\n"
}

/// Most rows of a table that is shown whole; a longer one is a file of the run.
const MOST_ROWS: usize = 100;

/// Introduction of the page.
const ABOUT: &str = "Written by `cargo run --release --example report -- --out DIR{run}`, not by hand: {version}. Which claims of the papers follow from these \
tables: [REPRODUCTION.md](REPRODUCTION.md). Intervals are of 95 %. Under each row stand the commands that print its tables; one that reads a file of `out/` \
needs the command that wrote it, which stands above it.";

/// The page with every table of a run and the figures that the papers have; other pages link to it and copy nothing.
pub(super) fn tables(done: &[Done<'_>], budget: Budget, version: &Version) -> String {
    let run = if budget == Budget::Full { " --budget full" } else { "" };
    let about = ABOUT.replace("{run}", run).replace("{version}", &version.to_string());
    let mut page = format!("# Tables and figures of the papers' rows\n\n{about}\n");
    for Done { row, printed, .. } in done {
        let _ = write!(page, "\n## {}\n\n{}; {}.\n", row.id, row.idea, row.section);
        for command in row.commands(budget) {
            let id = output_of(done, command.name).map_or(row.id, |(of, _)| of.row.id);
            if id != row.id {
                let (place, line) = (id.to_lowercase(), command.line(budget));
                let _ = write!(page, "\nUnder [{id}](#{place}): `{line}`.\n");
            }
        }
        for (command, pieces) in printed {
            let _ = write!(page, "\n```sh\n{}\n```\n", command.line(budget));
            for table in claim::tables(pieces) {
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

/// The printed drawings with these names.
pub(super) fn figures<'a>(
    pieces: &'a [Printed],
    shown: &'a [&'static str],
) -> impl Iterator<Item = (&'a str, &'a str)> {
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
    // A column of numbers is aligned to the right.
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
