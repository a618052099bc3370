//! The report as one self-contained HTML page: no script, no external files, figures and boards inside it.

use std::fmt::Write as _;

use super::claim::Verdict;
use super::pages::figures;
use super::row::{Budget, Command, Done, REGISTRY, Row, Version, output_of};
use crate::mate::escaped;
use komadai_report::{Printed, PrintedTable};

const STYLE: &str = include_str!("page.css");

/// Most characters of a cell that stays on one line.
const SHORT: usize = 24;

/// The pictures of the first screen: command, file, and caption.
const PICTURES: [(&str, &str, &str); 8] = [
    ("killers", "fig34-depth-from-root.svg", "How often killers are right, by depth (fig. 3.4 of paper 000)"),
    ("pairs", "convergence.svg", "Conjugate gradients on pairs of pieces (fig. 1 of paper 001)"),
    ("votes", "consultation-cost.svg", "What engines that vote in one tree cost (paper 002)"),
    ("cycles", "fig4-nodes.svg", "Nodes under two treatments of repetition (fig. 4 of paper 003)"),
    (
        "calibration",
        "calibration.svg",
        "Predicted and found spread of deep values (figs. 21 and 22 of paper 004)",
    ),
    (
        "killers",
        "fig32-most-effective.svg",
        "The position where Passbest is right most often (fig. 3.2 of paper 000)",
    ),
    (
        "relations",
        "heat-map.svg",
        "What a gold on each square adds to a king on 8h: one relation of paper 001, square by square",
    ),
    ("effects", "effects-attack.svg", "What an attack beside the king costs, learned from self-play"),
];

/// The page: all rows in their order, with the output of the commands that were run.
pub(super) fn page(done: &[Done<'_>], budget: Budget, version: &Version) -> String {
    let mut page = Page { out: String::new(), budget, version };
    page.head();
    page.claims(done);
    page.pictures(done);
    for of_row in done {
        page.row(of_row, done);
    }
    page.out.push_str("</main>\n</body>\n</html>\n");
    page.out
}

struct Page<'a> {
    out: String,
    budget: Budget,
    version: &'a Version,
}

impl Page<'_> {
    fn put(&mut self, html: &str) {
        self.out.push_str(html);
        self.out.push('\n');
    }

    fn head(&mut self) {
        let title = "Five papers on computer shogi, measured again";
        self.put("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">");
        self.put("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
        self.put(&format!(
            "<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<header>\n<h1>{title}</h1>"
        ));
        let budget = match self.budget {
            Budget::Quick => {
                "a quick run, which decides few claims: <code>--budget full</code> has the numbers for the rest"
            }
            Budget::Full => "a full run",
        };
        self.put(&format!(
            "<p>What five papers claim beside what this repository finds, each number from a command that prints it alone. Version: {}, {budget}.</p>\n\
             <p>A claim <em>holds here</em> if the whole interval of our number lies on the claimed side of the bar, and <em>does \
             not hold here</em> if all of it lies on the other side. If the bar is inside the interval, or the number is \
             about fewer cases than the claim needs, it is <em>not decidable with this much data</em>. Intervals are of 95 %.</p>\n</header>",
            escaped(&self.version.to_string())
        ));
        self.put("<nav aria-label=\"Contents\">\n<ul>\n<li><a href=\"#claims\">Claims</a></li>\n<li><a href=\"#pictures\">Pictures</a></li>");
        for row in &REGISTRY.rows {
            self.put(&format!("<li><a href=\"#{0}\">{0}</a></li>", row.id));
        }
        self.put("</ul>\n</nav>\n<main>");
    }

    /// The first screen: a line for each claim, and for each row that has none.
    fn claims(&mut self, done: &[Done<'_>]) {
        self.put("<section id=\"claims\">\n<h2>Claims</h2>");
        self.put(&format!("<p>{}.</p>", counts(done)));
        let headings = ["paper", "claim", "theirs", "ours", "verdict"];
        self.open_table("Claims of the papers and what is found here", &headings);
        for Done { row, judged, .. } in done {
            let place =
                format!("<tr><td>{}</td><td><a href=\"#{1}\">{1}</a>", REGISTRY.papers[row.paper][0], row.id);
            for (number, claim) in row.claims.iter().enumerate() {
                let theirs = format!("<td data-of=\"theirs\">{}</td>", escaped(claim.paper[0]));
                let found = judged.get(number).and_then(Option::as_ref).map_or_else(
                    || "<td colspan=\"2\" class=\"soft\">not run</td>".to_owned(),
                    |judged| {
                        let (ours, cases) = (escaped(&judged.ours), claim.count_words(judged.count, 0));
                        let cases = format!("<span class=\"soft\">{}</span>", escaped(&cases));
                        let verdict = verdict(judged.verdict);
                        format!("<td data-of=\"ours\">{ours}<br>{cases}</td><td>{verdict}</td>")
                    },
                );
                self.put(&format!("{place} {}</td>{theirs}{found}</tr>", escaped(claim.says[0])));
            }
            if let (Some([why, _]), []) = (row.because, &row.claims[..]) {
                let idea = escaped(row.idea);
                let why = prose(why);
                self.put(&format!("{place} {idea}</td><td colspan=\"3\" class=\"soft\">{why}</td></tr>"));
            }
        }
        self.put("</tbody>\n</table>\n</div>\n</section>");
    }

    fn pictures(&mut self, done: &[Done<'_>]) {
        self.put("<section id=\"pictures\">\n<h2>Pictures</h2>\n<div class=\"pictures\">");
        for (command, file, caption) in PICTURES {
            let printed = output_of(done, command).map_or(&[][..], |(_, printed)| printed);
            for (_, svg) in figures(printed, &[file]) {
                self.figure(svg, caption, &format!("{command}/{file}"));
            }
        }
        self.put("</div>\n</section>");
    }

    fn row(&mut self, of_row: &Done<'_>, all: &[Done<'_>]) {
        let row = of_row.row;
        let [number, paper] = REGISTRY.papers[row.paper];
        self.put(&format!("<section id=\"{0}\">\n<h2>{0} · {1}</h2>", row.id, escaped(row.idea)));
        let [section, paper] = [row.section, paper].map(escaped);
        self.put(&format!("<p class=\"soft\">Paper {number}, {section}: {paper}</p>"));
        if let Some([why, _]) = row.because {
            // A quick run has other depths, positions and games.
            let of = if self.budget == Budget::Quick { "Of the full run: " } else { "" };
            self.put(&format!("<p>{of}{}</p>", prose(why)));
        }
        if of_row.judged().next().is_some() {
            self.put("<ul>");
            for (claim, judged) in of_row.judged() {
                self.put(&format!(
                    "<li>{}: {}. <span class=\"soft\">Paper: {}. Here: {}, {}; the claim asks for {}.</span></li>",
                    escaped(claim.says[0]),
                    verdict(judged.verdict),
                    escaped(claim.paper[0]),
                    escaped(&judged.ours),
                    escaped(&claim.count_words(judged.count, 0)),
                    escaped(&claim.bar.words()[0]),
                ));
            }
            self.put("</ul>");
        }
        for command in row.commands(self.budget) {
            let line = escaped(&command.line(self.budget));
            self.put(&format!("<h3>{}</h3>\n<pre tabindex=\"0\"><code>{line}</code></pre>", command.name));
            match output_of(all, command.name) {
                Some((of, printed)) if of.row.id == row.id => self.output(command, printed),
                Some((Done { row: Row { id, .. }, .. }, _)) => {
                    let place = format!("Printed under <a href=\"#{id}\">{id}</a>");
                    self.put(&format!("<p class=\"soft\">{place}.</p>"));
                }
                None => self.put("<p class=\"soft\">Not run.</p>"),
            }
        }
        self.put("</section>");
    }

    /// What a command printed.
    fn output(&mut self, command: &Command, printed: &[Printed]) {
        for piece in printed {
            match piece {
                Printed::Text(text) if text.trim().is_empty() => {}
                Printed::Text(text) => {
                    // Escaped line by line, since line ends are no control characters here.
                    let lines: Vec<String> = text.trim_matches('\n').lines().map(escaped).collect();
                    self.put(&format!("<pre class=\"text\">{}</pre>", lines.join("\n")));
                }
                Printed::Table(table) => self.table(command, table),
                Printed::Drawing(file, svg) => {
                    self.figure(svg, file.trim_end_matches(".svg"), &format!("{}/{file}", command.name));
                }
            }
        }
    }

    fn table(&mut self, command: &Command, table: &PrintedTable) {
        let PrintedTable { title, file, heading, rows } = table;
        let headings: Vec<&str> = heading.iter().map(String::as_str).collect();
        self.open_table(title, &headings);
        for row in rows {
            self.out.push_str("<tr>");
            for cell in row {
                let class = match cell.exact.parse::<f64>() {
                    Ok(_) => " class=\"n\"",
                    Err(_) if cell.shown.chars().count() <= SHORT => " class=\"s\"",
                    Err(_) => "",
                };
                let _ = write!(self.out, "<td{class}>{}</td>", escaped(&cell.shown));
            }
            self.put("</tr>");
        }
        self.put("</tbody>\n</table>\n</div>");
        if let Some(file) = file {
            self.put(&format!("<p class=\"soft\"><a href=\"{0}/{file}\">{0}/{file}</a></p>", command.name));
        }
    }

    fn open_table(&mut self, title: &str, headings: &[&str]) {
        let title = escaped(&title.replace('\n', " "));
        self.put(&format!("<div class=\"scroll\" role=\"region\" aria-label=\"{title}\" tabindex=\"0\">"));
        self.put(&format!("<table>\n<caption>{title}</caption>\n<thead>"));
        self.out.push_str("<tr>");
        for name in headings {
            let _ = write!(self.out, "<th scope=\"col\">{}</th>", escaped(name));
        }
        self.put("</tr>\n</thead>\n<tbody>");
    }

    /// A drawing with its caption, a link to its file.
    fn figure(&mut self, svg: &str, caption: &str, file: &str) {
        let caption = escaped(caption);
        let svg = if svg.contains("role=\"img\"") {
            svg.to_owned()
        } else {
            svg.replacen("<svg ", &format!("<svg role=\"img\" aria-label=\"{caption}\" "), 1)
        };
        let (svg, link) = (svg.trim(), format!("<a href=\"{file}\">{caption}</a>"));
        self.put(&format!("<figure>\n{svg}\n<figcaption>{link}</figcaption>\n</figure>"));
    }
}

/// A verdict in words; the colour only repeats them.
fn verdict(verdict: Verdict) -> String {
    let class = match verdict {
        Verdict::Holds => " holds",
        Verdict::DoesNotHold => " fails",
        Verdict::NotDecidable => "",
    };
    format!("<span class=\"verdict{class}\">{}</span>", verdict.words()[0])
}

/// How many claims have each verdict.
fn counts(done: &[Done<'_>]) -> String {
    let of = |verdict: Verdict| {
        let judged = done.iter().flat_map(Done::judged);
        judged.filter(|(_, judged)| judged.verdict == verdict).count()
    };
    let [hold, fail, open] = [Verdict::Holds, Verdict::DoesNotHold, Verdict::NotDecidable].map(of);
    let all: usize = done.iter().map(|of_row| of_row.row.claims.len()).sum();
    let rest = all - hold - fail - open;
    let rest = if rest > 0 { format!(", {rest} were not run") } else { String::new() };
    format!(
        "Of {all} claims {hold} hold here, {fail} do not, {open} are not decidable with this much data{rest}"
    )
}

/// Text with `code` between backquotes.
fn prose(text: &str) -> String {
    let part = |(number, part)| match (number % 2, escaped(part)) {
        (0, text) => text,
        (_, code) => format!("<code>{code}</code>"),
    };
    text.split('`').enumerate().map(part).collect()
}
