//! An answer as a line of text and back: what is printed and what the file of `--out` keeps.

use komadai::tsume::{HisshiAnswer, HisshiKey, HisshiVerdict, Verdict};
use komadai::{Move, Position};
use komadai_lab::MateProblem;

const NOTHING: &str = "--";

/// What is kept of an answer.
pub(crate) struct Row {
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
    /// Whether it is known if checks alone mate.
    pub(crate) checks_known: bool,
}

/// What would follow the key if the defender could pass.
#[derive(PartialEq)]
pub(crate) enum Threat {
    Mate(Vec<Move>),
    None,
    Unknown,
}

impl Row {
    pub(crate) fn new(answer: &HisshiAnswer, checked: bool) -> Row {
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
            checked,
            checks_known: answer.by_checks != Verdict::Unknown,
        }
    }

    /// The fields separated by tabs, without the end of the line.
    pub(crate) fn write(&self, name: &str) -> String {
        let threat = match &self.threat {
            Threat::Mate(line) => write_moves(line),
            Threat::None => "none".to_owned(),
            Threat::Unknown => NOTHING.to_owned(),
        };
        [
            name.to_owned(),
            self.verdict.name().to_owned(),
            write_moves(&self.keys),
            self.plies.to_string(),
            self.replies.to_string(),
            threat,
            write_moves(&self.line),
            self.moves.to_string(),
            self.open.to_string(),
            self.nodes.to_string(),
            if self.checked { "checked" } else { "unchecked" }.to_owned(),
            if self.checks_known { "known" } else { "open" }.to_owned(),
        ]
        .join("\t")
    }

    /// Reads a line: the name of one of `problems`, and the answer. The error says what was found and expected, without the
    /// number of the line.
    pub(crate) fn read(line: &str, problems: &[MateProblem]) -> Result<(String, Row), String> {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[name, verdict, keys, plies, replies, threat, line, moves, open, nodes, checked, checks] =
            fields.as_slice()
        else {
            return Err(format!("found {} fields, expected 12", fields.len()));
        };
        let problem = problems
            .iter()
            .find(|problem| problem.name == name)
            .ok_or_else(|| format!("found {name:?}, expected the name of a problem"))?;
        let verdicts =
            [HisshiVerdict::Mate, HisshiVerdict::Hisshi, HisshiVerdict::NoHisshi, HisshiVerdict::Unknown];
        let row = Row {
            verdict: verdicts
                .into_iter()
                .find(|known| known.name() == verdict)
                .ok_or_else(|| format!("found {verdict:?}, expected hisshi, mate, none or unknown"))?,
            keys: read_moves(keys)?,
            plies: number(plies)?,
            replies: number(replies)?,
            threat: match threat {
                "none" => Threat::None,
                NOTHING => Threat::Unknown,
                line => Threat::Mate(read_moves(line)?),
            },
            line: read_moves(line)?,
            moves: number(moves)?,
            open: number(open)?,
            nodes: number(nodes)?,
            checked: match checked {
                "checked" => true,
                "unchecked" => false,
                _ => return Err(format!("found {checked:?}, expected checked or unchecked")),
            },
            checks_known: match checks {
                "known" => true,
                "open" => false,
                _ => return Err(format!("found {checks:?}, expected known or open")),
            },
        };
        if row.fits(&problem.pos) {
            Ok((name.to_owned(), row))
        } else {
            Err(format!("found moves that cannot be played in {name:?}, expected those of an answer"))
        }
    }

    /// Whether all moves can be played.
    fn fits(&self, pos: &Position) -> bool {
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

fn write_moves(moves: &[Move]) -> String {
    if moves.is_empty() {
        return NOTHING.to_owned();
    }
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

fn read_moves(text: &str) -> Result<Vec<Move>, String> {
    if text == NOTHING {
        return Ok(Vec::new());
    }
    text.split(' ').map(|mv| mv.parse().map_err(|error| format!("{error}"))).collect()
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("found {text:?}, expected a number"))
}
