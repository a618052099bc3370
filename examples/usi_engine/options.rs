//! The options. Names have no blanks, because some programs split the line there; unknown ones are ignored, because
//! `USI_Hash` and `USI_Ponder` come whether offered or not, and so may others.

use std::fmt;

/// What the user may set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Options {
    /// Table of the search and of the mate solver, MB each.
    pub(crate) hash_mb: usize,
    /// Whether a move to ponder on is named.
    pub(crate) ponder: bool,
    /// Lines of play.
    pub(crate) multi_pv: usize,
    /// Nodes a move; 0: no limit.
    pub(crate) nodes: u64,
    /// Iterations a move; 0: no limit.
    pub(crate) depth: u32,
    /// Resigns at this value or worse; 99999: never.
    pub(crate) resign: i32,
    /// The game is drawn after so many moves; 0: never.
    pub(crate) max_moves: u16,
    /// Kept back from each move for the way there and back, ms.
    pub(crate) delay_ms: u64,
    /// The opening book; empty: none.
    pub(crate) book_file: String,
    /// The evaluation: `material` or a model file of pairs; empty: the default.
    pub(crate) eval_file: String,
    /// Nodes of the mate solver before each search; 0: it is not asked.
    pub(crate) mate_nodes: u64,
}

/// How USI writes an empty text.
const EMPTY: &str = "<empty>";

impl Default for Options {
    fn default() -> Self {
        Options {
            hash_mb: 64,
            ponder: true,
            multi_pv: 1,
            nodes: 0,
            depth: 0,
            resign: 99_999,
            max_moves: 0,
            delay_ms: 120,
            book_file: String::new(),
            eval_file: String::new(),
            mate_nodes: 10_000,
        }
    }
}

impl Options {
    /// Sets an option if its name is known; a value that makes no sense is an error and changes nothing.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            "USI_Hash" => self.hash_mb = number(name, value, 1, 65_536)? as usize,
            "USI_Ponder" => self.ponder = value == "true",
            "MultiPV" => self.multi_pv = number(name, value, 1, 593)? as usize,
            "NodesLimit" => self.nodes = number(name, value, 0, i64::MAX as u64)?,
            "DepthLimit" => self.depth = number(name, value, 0, 1_000)? as u32,
            "ResignValue" => self.resign = number(name, value, 0, 99_999)? as i32,
            "MaxMovesToDraw" => self.max_moves = number(name, value, 0, 60_000)? as u16,
            "NetworkDelay" => self.delay_ms = number(name, value, 0, 10_000)?,
            "BookFile" => self.book_file = file(value),
            "EvalFile" => self.eval_file = file(value),
            "MateNodes" => self.mate_nodes = number(name, value, 0, i64::MAX as u64)?,
            _ => {}
        }
        Ok(())
    }
}

fn file(value: &str) -> String {
    let file = value.trim();
    if file == EMPTY { String::new() } else { file.to_owned() }
}

fn number(name: &str, value: &str, least: u64, most: u64) -> Result<u64, String> {
    match value.trim().parse() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(format!("{name}: found {value:?}, expected a number from {least} to {most}")),
    }
}

impl fmt::Display for Options {
    /// The lines that answer `usi`, each with its default.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut spin = |name: &str, default: u64, least: u64, most: u64| {
            writeln!(f, "option name {name} type spin default {default} min {least} max {most}")
        };
        spin("USI_Hash", self.hash_mb as u64, 1, 65_536)?;
        spin("MultiPV", self.multi_pv as u64, 1, 593)?;
        spin("NodesLimit", self.nodes, 0, i64::MAX as u64)?;
        spin("DepthLimit", u64::from(self.depth), 0, 1_000)?;
        spin("ResignValue", self.resign as u64, 0, 99_999)?;
        spin("MaxMovesToDraw", u64::from(self.max_moves), 0, 60_000)?;
        spin("NetworkDelay", self.delay_ms, 0, 10_000)?;
        spin("MateNodes", self.mate_nodes, 0, i64::MAX as u64)?;
        // One thread, so that a count of nodes means the same every time.
        spin("Threads", 1, 1, 1)?;
        for (name, file) in [("BookFile", &self.book_file), ("EvalFile", &self.eval_file)] {
            let file = if file.is_empty() { EMPTY } else { file };
            writeln!(f, "option name {name} type filename default {file}")?;
        }
        writeln!(f, "option name USI_Ponder type check default {}", self.ponder)
    }
}
