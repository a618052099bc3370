//! An answer for people: a paragraph with moves in Japanese and in USI.

use komadai::tsume::HisshiVerdict;
use komadai::{Move, Position};
use komadai_lab::MateProblem;
use komadai_report::words;

use crate::row::{Row, Threat, passed};

/// The paragraph of a problem, with an empty line at its end.
pub(crate) fn paragraph(problem: &MateProblem, row: &Row) -> String {
    let Row { moves, open, .. } = *row;
    let plies = words::count(row.plies.into(), "ply", "plies");
    let said = match row.verdict {
        HisshiVerdict::Hisshi => format!("hisshi (必至), mates in at most {plies}"),
        HisshiVerdict::Mate => format!("mates by checks in at most {plies}, so there is nothing to prepare"),
        HisshiVerdict::NoHisshi => {
            format!("none: each of {moves} moves without check has a refutation (受け)")
        }
        HisshiVerdict::Unknown => format!("unknown: {open} of {moves} moves without check are not decided"),
    };
    let checked = if row.checked { "checked" } else { "unchecked" };
    let nodes = words::count(row.nodes, "node", "nodes");
    let mut lines = vec![format!("{}\t{said}\t{nodes}, {checked}", problem.name)];
    let pos = &problem.pos;
    if let Some(&key) = row.keys.first() {
        lines.push(told("key", &both(pos, &[key], None)));
        lines.push(match &row.threat {
            Threat::Mate(line) => told("threat", &both(&passed(pos, key), line, None)),
            Threat::None => text("threat", "none: the defender would be safe if he could pass"),
            Threat::Unknown => text("threat", "not known"),
        });
        lines.push(text("replies", &replies(row.replies)));
        if row.line.len() > 1 {
            let mut after = pos.clone();
            after.do_move(key);
            lines.push(told("hardest", &both(&after, &row.line[1..], Some(key))));
        }
        if row.keys.len() > 1 {
            let others = row.keys[1..].iter().flat_map(|&other| both(pos, &[other], None));
            lines.push(told("also", &others.collect::<Vec<_>>()));
        }
    } else if !row.line.is_empty() {
        lines.push(told("line", &both(pos, &row.line, None)));
    }
    if !row.checks_known && row.verdict != HisshiVerdict::Unknown {
        lines.push(text("checks", "whether checks alone mate is not known"));
    }
    lines.join("\n") + "\n"
}

fn replies(count: usize) -> String {
    match count {
        0 => "none is legal, and who cannot move has lost".to_owned(),
        1 => "1, mated".to_owned(),
        _ => format!("{}, each mated", words::count(count as u64, "legal", "legal")),
    }
}

/// Columns before the words of a line.
const MARGIN: usize = 13;

fn text(label: &str, text: &str) -> String {
    format!("  {label:9}  {text}")
}

/// Words behind a label, over several lines if they do not fit a terminal.
fn told(label: &str, told: &[String]) -> String {
    let wrapped = words::wrapped(told, komadai_report::width() - MARGIN, "");
    text(label, &wrapped.replace('\n', &format!("\n{}", " ".repeat(MARGIN))))
}

/// The moves of a line in Japanese, and in parentheses in USI.
fn both(pos: &Position, line: &[Move], last: Option<Move>) -> Vec<String> {
    let mut told = words::japanese(pos, line, last);
    let mut usi = words::usi(line);
    if let Some(first) = usi.first_mut() {
        first.insert(0, '(');
    }
    if let Some(last) = usi.last_mut() {
        last.push(')');
    }
    told.append(&mut usi);
    told
}
