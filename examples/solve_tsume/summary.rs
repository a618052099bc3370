//! The table at the end: what was solved, what it cost, which answers were refused or contradict a label.

use std::io::Write;
use std::time::Duration;

use komadai::lab::{Cell, Label, MateProblem, Table};

use crate::answer::{Answer, Said};
use crate::clock::Moment;

/// How many of the slowest problems are named.
const SLOWEST: usize = 5;

/// Writes the summary; whether every verdict is checked and none contradicts a label.
pub(crate) fn write(
    out: &mut impl Write,
    problems: &[MateProblem],
    answers: &[Answer],
) -> std::io::Result<bool> {
    let pairs: Vec<(&MateProblem, &Answer)> = problems.iter().zip(answers).collect();
    write!(out, "\n{}", by_label(&pairs).to_text())?;
    writeln!(out, "\nTimes are {}.", Moment::kind())?;
    write!(out, "\nSlowest\n{}", slowest(&pairs).to_text())?;
    let lengths = |order| {
        let other = |&&(problem, answer): &&(&MateProblem, &Answer)| {
            answer.said == Said::Mate
                && problem.plies.is_some_and(|plies| (answer.line.len() as u32).cmp(&plies) == order)
        };
        pairs.iter().filter(other).count()
    };
    let (longer, shorter) = (lengths(std::cmp::Ordering::Greater), lengths(std::cmp::Ordering::Less));
    if longer + shorter > 0 {
        writeln!(out, "\nLines longer than the recorded length: {longer}, shorter: {shorter}.")?;
    }
    let refused: Vec<_> =
        pairs.iter().filter(|(_, answer)| answer.said != Said::Unknown && !answer.checked).collect();
    writeln!(out, "\nCertificates that the checker refuses: {}", refused.len())?;
    for (problem, answer) in &refused {
        let reason = answer.refused.as_deref().unwrap_or("refused in an earlier run");
        writeln!(out, "  {}: {reason}: {}", problem.name, problem.pos)?;
    }
    let wrong: Vec<_> =
        pairs.iter().filter(|(problem, answer)| contradicts(problem.label, answer.said)).collect();
    writeln!(out, "Verdicts that contradict a label: {}", wrong.len())?;
    for (problem, answer) in &wrong {
        let (label, said) = (problem.label.name(), answer.said.name());
        writeln!(out, "  {}: label {label}, found {said}: {}", problem.name, problem.pos)?;
    }
    Ok(wrong.is_empty() && refused.is_empty())
}

fn contradicts(label: Label, said: Said) -> bool {
    matches!((label, said), (Label::Mate, Said::NoMate) | (Label::NoMate, Said::Mate))
}

/// A row for each label that occurs, and one for all.
fn by_label(pairs: &[(&MateProblem, &Answer)]) -> Table {
    let mut table =
        Table::new(["label", "problems", "mate", "nomate", "unknown", "checked", "nodes", "time (s)"]);
    let mut row = |name: &str, of: &dyn Fn(Label) -> bool| {
        let of: Vec<_> =
            pairs.iter().filter(|(problem, _)| of(problem.label)).map(|(_, answer)| answer).collect();
        let said = |said| of.iter().filter(|answer| answer.said == said).count();
        if !of.is_empty() {
            table.push([
                name.into(),
                of.len().into(),
                said(Said::Mate).into(),
                said(Said::NoMate).into(),
                said(Said::Unknown).into(),
                of.iter().filter(|answer| answer.checked).count().into(),
                of.iter().map(|answer| answer.nodes).sum::<u64>().into(),
                Cell::real(of.iter().map(|answer| answer.time).sum::<Duration>().as_secs_f64(), 2),
            ]);
        }
    };
    for label in [Label::Mate, Label::NoMate, Label::Unknown] {
        row(label.name(), &|other| other == label);
    }
    row("all", &|_| true);
    table
}

fn slowest(pairs: &[(&MateProblem, &Answer)]) -> Table {
    let mut table = Table::new(["problem", "verdict", "plies", "nodes", "time (s)"]);
    let mut pairs = pairs.to_vec();
    pairs.sort_by_key(|(_, answer)| std::cmp::Reverse(answer.time));
    for (problem, answer) in pairs.iter().take(SLOWEST) {
        table.push([
            problem.name.as_str().into(),
            answer.said.name().into(),
            (answer.said == Said::Mate).then_some(answer.line.len()).into(),
            answer.nodes.into(),
            Cell::real(answer.time.as_secs_f64(), 2),
        ]);
    }
    table
}
