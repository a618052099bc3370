//! The stored form of an answer, and its paragraph for people, with moves in Japanese and in USI.

use komadai::tsume::{HisshiAnswer, HisshiKey, HisshiVerdict, Verdict};
use komadai::{Move, Position};
use komadai_lab::MateProblem;
use komadai_report::words;
use serde::{Deserialize, Serialize};

/// The parts of an answer that are printed, and kept in the folder of `--out`.
#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    #[serde(with = "VerdictForm")]
    pub(crate) verdict: HisshiVerdict,
    /// Moves that work. The fields below are about the first.
    pub(crate) keys: Vec<Move>,
    /// Plies to mate, the key included; for a mate by checks its own; 0 if there is none.
    pub(crate) plies: u32,
    /// Number of replies to the key.
    pub(crate) replies: usize,
    pub(crate) threat: Threat,
    /// The key, the hardest reply, its mate; or the mate of a position that has one.
    pub(crate) line: Vec<Move>,
    /// Number of moves without check, and how many of them were left undecided.
    pub(crate) moves: usize,
    pub(crate) open: usize,
    pub(crate) nodes: u64,
    pub(crate) checked: bool,
    /// Why the checker refused the certificate.
    pub(crate) refused: Option<String>,
    /// Whether it is known if there is a mate by checks alone.
    pub(crate) checks_known: bool,
}

/// The stored form of a verdict.
#[derive(Serialize, Deserialize)]
#[serde(remote = "HisshiVerdict")]
enum VerdictForm {
    Mate,
    Hisshi,
    NoHisshi,
    Unknown,
}

/// What would follow the key if the defender could pass.
#[derive(Serialize, Deserialize)]
pub(crate) enum Threat {
    Mate(Vec<Move>),
    None,
    Unknown,
}

impl Row {
    pub(crate) fn new(answer: &HisshiAnswer, checked: Result<bool, String>) -> Row {
        let key = answer.keys.first().filter(|_| answer.verdict == HisshiVerdict::Hisshi);
        let line = match (&answer.by_checks, key) {
            (Verdict::Mate { line }, _) => line.clone(),
            (_, Some(key)) => key.line(),
            _ => Vec::new(),
        };
        Row {
            verdict: answer.verdict,
            keys: key.map_or_else(Vec::new, |_| answer.keys.iter().map(|key| key.key).collect()),
            plies: key.map_or(line.len() as u32, HisshiKey::plies),
            replies: key.map_or(0, |key| key.replies.len()),
            threat: match key.map(|key| &key.threat) {
                Some(Verdict::Mate { line }) => Threat::Mate(line.clone()),
                Some(Verdict::NoMate) => Threat::None,
                Some(Verdict::Unknown) | None => Threat::Unknown,
            },
            line,
            moves: answer.keys.len() + answer.refuted.len() + answer.open.len(),
            open: answer.open.len(),
            nodes: answer.nodes,
            checked: checked == Ok(true),
            refused: checked.err(),
            checks_known: answer.by_checks != Verdict::Unknown,
        }
    }

    /// Whether all moves can be played; those of a file that was changed by hand may not.
    pub(crate) fn fits(&self, pos: &Position) -> bool {
        let threat = if let Threat::Mate(line) = &self.threat { line.as_slice() } else { &[] };
        let playable = |mut at: Position, line: &[Move]| line.iter().all(|&mv| at.play(mv).is_ok());
        self.keys.iter().all(|&key| pos.is_legal(key) && !pos.gives_check(key))
            && self.keys.is_empty() != (self.verdict == HisshiVerdict::Hisshi)
            && playable(pos.clone(), &self.line)
            && (threat.is_empty() || self.keys.first().is_some_and(|&key| playable(passed(pos, key), threat)))
    }
}

/// The position after a key if the defender passes.
fn passed(pos: &Position, key: Move) -> Position {
    let mut at = pos.after([key]);
    at.do_null();
    at
}

/// The paragraph of a problem, with an empty line at its end. If every key was looked for, it says how many moves are open.
pub(crate) fn paragraph(problem: &MateProblem, row: &Row, all_keys: bool) -> String {
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
        let replies = match row.replies {
            0 => "none is legal, and who cannot move has lost".to_owned(),
            1 => "1, mated".to_owned(),
            count => format!("{}, each mated", words::count(count as u64, "legal", "legal")),
        };
        lines.push(text("replies", &replies));
        if row.line.len() > 1 {
            lines.push(told("hardest", &both(&pos.after([key]), &row.line[1..], Some(key))));
        }
        if row.keys.len() > 1 {
            let others = row.keys[1..].iter().flat_map(|&other| both(pos, &[other], None));
            lines.push(told("also", &others.collect::<Vec<_>>()));
        }
        if all_keys && open > 0 {
            lines.push(text("open", &format!("{open} of {moves} moves without check are not decided")));
        }
    } else if !row.line.is_empty() {
        lines.push(told("line", &both(pos, &row.line, None)));
    }
    if !row.checks_known && row.verdict != HisshiVerdict::Unknown {
        lines.push(text("checks", "whether checks alone mate is not known"));
    }
    lines.join("\n") + "\n"
}

/// Columns before the words of a line.
const MARGIN: usize = 13;

fn text(label: &str, text: &str) -> String {
    format!("  {label:9}  {text}")
}

/// Words after a label, over several lines if they do not fit a terminal.
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
