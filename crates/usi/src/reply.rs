//! Answer of an engine to a `go`: its move, and what it reported on its search before.

use std::time::Duration;

use komadai_core::{Move, Value};

/// Answer of an engine to `go`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Answer {
    /// It plays this move, which may be illegal.
    Move(Move),
    /// It resigns.
    #[default]
    Resign,
    /// It declares a win, its king having entered.
    Win,
}

/// Answer of an engine, and its last report on the search. Value, line, depth and nodes are as reported, or missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// The answer.
    pub answer: Answer,
    /// Value for the side to move; a mate in plies, as in USI.
    pub value: Option<Value>,
    /// The line it expects. Its moves may be illegal.
    pub pv: Vec<Move>,
    /// Depth of that line, in plies; 0 if not reported.
    pub depth: u32,
    /// Nodes searched; 0 if not reported.
    pub nodes: u64,
    /// Time from `go` until the answer came.
    pub elapsed: Duration,
    /// Whether it answered only after it was told to stop.
    pub stopped: bool,
}

impl Reply {
    /// Takes in the words after `info`. Bounds are skipped once a value is known; lines of play after the first are always skipped.
    pub(crate) fn note<'a>(&mut self, mut words: impl Iterator<Item = &'a str>) {
        let (mut depth, mut value, mut is_bound) = (0, None, false);
        while let Some(word) = words.next() {
            let mut number = || words.next().and_then(|word| word.parse::<u64>().ok()).unwrap_or(0);
            match word {
                "depth" => depth = u32::try_from(number()).unwrap_or(0),
                "nodes" => self.nodes = self.nodes.max(number()),
                "multipv" if number() > 1 => return,
                "score" => value = words.next().zip(words.next()).and_then(|(kind, text)| score(kind, text)),
                "lowerbound" | "upperbound" => is_bound = true,
                "pv" => break,
                "string" => return,
                _ => {}
            }
        }
        if value.is_some() && !(is_bound && self.value.is_some()) {
            (self.depth, self.value) = (depth, value);
            self.pv = words.map_while(|word| word.parse().ok()).collect();
        }
    }
}

fn score(kind: &str, text: &str) -> Option<Value> {
    let number = || text.parse::<i64>().ok();
    match (kind, text) {
        ("cp", _) => Some(Value::from_cp(number()?.clamp(-30_000, 30_000) as i32)),
        ("mate", "+") => Some(Value::MATE_OF_UNKNOWN_LENGTH),
        ("mate", "-") => Some(-Value::MATE_OF_UNKNOWN_LENGTH),
        ("mate", _) => {
            let mate = number()?;
            let plies = u16::try_from(mate.unsigned_abs()).unwrap_or(u16::MAX);
            Some(if mate > 0 { Value::mate_in(plies) } else { Value::mated_in(plies) })
        }
        _ => None,
    }
}

/// The answer that the word after `bestmove` gives.
pub(crate) fn answer(word: &str) -> Option<Answer> {
    match word {
        "resign" => Some(Answer::Resign),
        "win" => Some(Answer::Win),
        word => word.parse().ok().map(Answer::Move),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(lines: &[&str]) -> Reply {
        let mut reply = Reply::default();
        for line in lines {
            reply.note(line.split_whitespace());
        }
        reply
    }

    #[test]
    fn the_last_settled_line_of_play_counts() {
        let reply = told(&[
            "depth 8 seldepth 11 multipv 1 score cp -58 nodes 956 pv 3c3d 6i6h",
            "depth 9 multipv 1 score cp 900 lowerbound nodes 980 pv 7c7d",
            "depth 9 multipv 2 score cp -70 nodes 990 pv 8c8d",
            "depth 9 currmove 7c7d nodes 995",
            "string depth 99 score cp 1 nodes 9999 pv 9c9d",
        ]);
        let pv = ["3c3d", "6i6h"].map(|mv| mv.parse().unwrap()).to_vec();
        let value = Some(Value::from_cp(-58));
        assert_eq!(reply, Reply { value, pv, depth: 8, nodes: 995, ..Reply::default() });
        assert_eq!(told(&["depth 2 score cp 40 upperbound pv 7g7f"]).value, Some(Value::from_cp(40)));
    }

    #[test]
    fn scores_are_values_whatever_they_say() {
        let some = Value::MATE_OF_UNKNOWN_LENGTH;
        for (text, value) in [
            ("cp 99999999999", Some(Value::MAX_EVAL)),
            ("mate 3", Some(Value::mate_in(3))),
            ("mate -4", Some(Value::mated_in(4))),
            ("mate +", Some(some)),
            ("mate -", Some(-some)),
            ("mate 99999", Some(some)),
            ("mate 0", Some(Value::mated_in(0))),
            ("cp many", None),
            ("cp +", None),
            ("cp", None),
            ("chance 5", None),
        ] {
            assert_eq!(told(&[&format!("depth 1 score {text}")]).value, value, "{text}");
        }
    }
}
