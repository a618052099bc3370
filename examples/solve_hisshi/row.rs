//! What is kept of an answer.

use komadai::tsume::{HisshiAnswer, HisshiKey, HisshiVerdict, Verdict};
use komadai::{Move, Position};
use serde::{Deserialize, Serialize};

/// What is printed of an answer, and kept in the folder of `--out`.
#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    #[serde(with = "VerdictForm")]
    pub(crate) verdict: HisshiVerdict,
    /// Moves that work. What follows is about the first.
    pub(crate) keys: Vec<Move>,
    /// Plies to mate, the key included; of a mate its own; 0 for none.
    pub(crate) plies: u32,
    /// Number of replies to the key.
    pub(crate) replies: usize,
    pub(crate) threat: Threat,
    /// The key, the hardest reply, its mate; or the mate of a position that has one.
    pub(crate) line: Vec<Move>,
    /// Number of moves without check, and of those among them that were left undecided.
    pub(crate) moves: usize,
    pub(crate) open: usize,
    pub(crate) nodes: u64,
    pub(crate) checked: bool,
    /// Why the checker refused the certificate.
    pub(crate) refused: Option<String>,
    /// Whether it is known if checks alone mate.
    pub(crate) checks_known: bool,
}

/// How a verdict is kept.
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

    /// Whether all moves can be played, which a file that was changed by hand may not promise.
    pub(crate) fn fits(&self, pos: &Position) -> bool {
        let threat = if let Threat::Mate(line) = &self.threat { line.as_slice() } else { &[] };
        let playable = |mut at: Position, line: &[Move]| {
            line.iter().all(|&mv| {
                at.is_legal(mv) && {
                    at.do_move(mv);
                    true
                }
            })
        };
        self.keys.iter().all(|&key| pos.is_legal(key) && !pos.gives_check(key))
            && self.keys.is_empty() != (self.verdict == HisshiVerdict::Hisshi)
            && playable(pos.clone(), &self.line)
            && (threat.is_empty() || self.keys.first().is_some_and(|&key| playable(passed(pos, key), threat)))
    }
}

/// The position after a key if the defender passes.
pub(crate) fn passed(pos: &Position, key: Move) -> Position {
    let mut at = pos.clone();
    at.do_move(key);
    at.do_null();
    at
}
