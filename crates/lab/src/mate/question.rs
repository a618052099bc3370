//! Further questions about a mate that was found: its length, whether it is the only one, a record of it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use komadai_core::notation::record::{self, Format};
use komadai_core::{Move, Position};
use komadai_tsume::{
    Cook, FutileSquares, Length, LengthRule, Lengths, Measured, Solver, TableError, Tree, find_cooks,
    record_line,
};

use super::answer::length_text;
use super::files::file_of;
use super::parts::{AnyCyclePolicy, MateHeuristic};
use super::shown::{ShownLength, show_length};
use crate::data::problem::MateProblem;
use crate::run::time_limit::with_time_limit;

/// Positions that are looked at for a shortest mate before df-pn is asked, where the exact length is wanted: a tenth of a second.
const FROM_BELOW: u64 = 200_000;

/// About as many moves of variations as a record gets.
const MOVES: usize = 1_000;

/// Further questions about every mate that is found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Questions {
    /// Ways of counting plies by which the length is asked, in the order of their columns.
    pub countings: Vec<LengthRule>,
    /// Whether other checks mate as well (余詰).
    pub cooks: bool,
    /// Folder, or file of a single problem, for records with variations.
    pub records: Option<PathBuf>,
    /// Whether to list futile interpositions (無駄合) along the line whose plies count traditionally.
    pub futile: bool,
    /// Folder, or file of a single problem, for certificates of exact lengths. It asks nothing where these are not asked.
    pub shown: Option<PathBuf>,
}

impl Questions {
    /// Names of the columns that the answers fill.
    pub fn columns(&self) -> Vec<&'static str> {
        let lengths = self.countings.iter().map(|&counting| counting_name(counting));
        let solution = self.countings.contains(&LengthRule::Traditional);
        let more = [
            (solution, "solution"),
            (self.cooks, "second"),
            (self.futile, "futile"),
            (self.shows(), "shown"),
        ];
        lengths.chain(more.into_iter().filter(|(asked, _)| *asked).map(|(_, name)| name)).collect()
    }

    /// Whether the exact length is asked.
    pub(super) fn exact(&self) -> bool {
        self.countings.contains(&LengthRule::EveryPly)
    }

    fn none(&self) -> bool {
        self.countings.is_empty() && !self.cooks && self.records.is_none() && !self.futile
    }

    fn shows(&self) -> bool {
        self.shown.is_some() && self.exact()
    }

    /// How plies are counted in records and beside second solutions.
    fn counting(&self) -> LengthRule {
        if self.countings.contains(&LengthRule::Traditional) {
            LengthRule::Traditional
        } else {
            LengthRule::EveryPly
        }
    }
}

/// Name of a way of counting plies, as in the columns.
pub fn counting_name(counting: LengthRule) -> &'static str {
    match counting {
        LengthRule::EveryPly => "exact",
        LengthRule::Traditional => "traditional",
    }
}

/// Answers about a mate.
#[derive(Default)]
pub(super) struct Found {
    pub(super) lengths: Vec<Length>,
    /// A shortest line if every move counts, where exact lengths are asked for.
    pub(super) line: Option<Vec<Move>>,
    /// The solution without leftovers, where traditional lengths are asked for.
    pub(super) solution: Option<Vec<Move>>,
    pub(super) second: Option<String>,
    pub(super) futile: Option<String>,
    pub(super) shown: Option<ShownLength>,
    /// Why the checker refused a certificate of the length.
    pub(super) refused: Option<String>,
}

/// Solver of the questions, for one thread.
#[derive(Debug)]
pub(super) struct Inquirer {
    questions: Questions,
    lengths: Lengths<MateHeuristic>,
    stop: Arc<AtomicBool>,
    time: Option<Duration>,
}

impl Inquirer {
    /// `None` if nothing is asked.
    pub(super) fn new(
        questions: &Questions,
        heuristic: MateHeuristic,
        hash_mb: usize,
        nodes: u64,
        time: Option<Duration>,
        stop: Arc<AtomicBool>,
    ) -> Result<Option<Inquirer>, TableError> {
        if questions.none() {
            return Ok(None);
        }
        let lengths = Lengths::builder().hash_mb(hash_mb).nodes(nodes);
        let lengths = lengths.stop(Arc::clone(&stop)).heuristic(heuristic).build()?;
        Ok(Some(Inquirer { questions: questions.clone(), lengths, stop, time }))
    }

    /// A shortest mate and the positions that were looked at for it, if there is one within a few, from empty tables.
    pub(super) fn shortest(&mut self, pos: &mut Position, nodes: u64) -> (Option<Tree>, u64) {
        self.lengths.clear();
        let lengths = &mut self.lengths;
        let found =
            with_time_limit(self.time, &self.stop, || lengths.shortest_mate(pos, nodes.min(FROM_BELOW)));
        (found, self.lengths.nodes())
    }

    /// Asks about a mate that has been found with the main line `line`, and shown by `proof`; `shortest` says whether no mate is
    /// shorter.
    pub(super) fn ask(
        &mut self,
        problem: &MateProblem,
        line: &[Move],
        shortest: bool,
        proof: Option<&Tree>,
        solver: &mut Solver<MateHeuristic, AnyCyclePolicy>,
    ) -> std::io::Result<Found> {
        let mut pos = problem.pos.clone();
        let mut found = Found::default();
        if !self.questions.exact() {
            self.lengths.clear();
        }
        for &counting in &self.questions.countings {
            let lengths = &mut self.lengths;
            if counting == LengthRule::EveryPly {
                let known = u16::try_from(line.len()).ok().filter(|_| shortest);
                let measured = known.map_or_else(
                    || with_time_limit(self.time, &self.stop, || measure(lengths, &mut pos, proof, counting)),
                    |plies| Measured {
                        length: Length::Exact(plies),
                        line: line.to_vec(),
                        without_leftovers: Vec::new(),
                        nodes: 0,
                    },
                );
                // The line of bounds is no shorter than the one that was found, or not as well founded.
                let exact = matches!(measured.length, Length::Exact(_));
                found.line = Some(measured.line).filter(|line| exact && !line.is_empty());
                found.lengths.push(bounded(measured.length, line.len()));
                if let Some(folder) = &self.questions.shown {
                    match with_time_limit(self.time, &self.stop, || {
                        show_length(lengths, problem, measured.length, folder)
                    })? {
                        Ok(shown) => found.shown = Some(shown),
                        Err(reason) => {
                            (found.shown, found.refused) = (Some(ShownLength::Neither), Some(reason));
                        }
                    }
                }
            } else {
                let measured =
                    with_time_limit(self.time, &self.stop, || measure(lengths, &mut pos, proof, counting));
                found.lengths.push(bounded(measured.length, line.len()));
                found.solution = Some(measured.without_leftovers);
            }
        }
        if self.questions.cooks {
            let line = Some(line).filter(|_| shortest).or(found.line.as_deref()).map(<[Move]>::to_vec);
            let (line, text) = self.second(&mut pos, line, solver);
            found.second = Some(text);
            if self.questions.counting() == LengthRule::EveryPly && !line.is_empty() {
                found.line = Some(line);
            }
        }
        if self.questions.futile {
            found.futile = Some(self.futile(&mut pos, proof));
        }
        if let Some(folder) = &self.questions.records {
            let path = file_of(folder, &problem.name, "kif");
            let line = found.line.as_deref().unwrap_or(line);
            self.save_record(&mut pos, line, &path)?;
        }
        Ok(found)
    }

    /// A shortest line, and beside it `sound`, `unsound` or `open` and what other checks mate. `known` is a shortest line if every
    /// ply counts. The text has the line where plies count traditionally, since it is no line of a mate then.
    fn second(
        &mut self,
        pos: &mut Position,
        known: Option<Vec<Move>>,
        solver: &mut Solver<MateHeuristic, AnyCyclePolicy>,
    ) -> (Vec<Move>, String) {
        let (counting, lengths) = (self.questions.counting(), &mut self.lengths);
        let known = known.filter(|_| counting == LengthRule::EveryPly);
        let (line, found) = with_time_limit(self.time, &self.stop, || {
            let line = known.unwrap_or_else(|| lengths.measure(pos, counting).line);
            let found = find_cooks(pos, &line, counting, solver, lengths);
            (line, found)
        });
        // Without a line there is nothing to stand beside.
        let Ok(found) = found else { return (Vec::new(), "open".to_owned()) };
        let mut words = vec![
            match found.is_sound() {
                Some(true) => "sound",
                Some(false) => "unsound",
                None => "open",
            }
            .to_owned(),
        ];
        if counting == LengthRule::Traditional {
            let moves: Vec<String> = line.iter().map(ToString::to_string).collect();
            words.push(format!("line {}", moves.join(" ")));
        }
        words.extend(found.cooks.iter().map(cook_text));
        words.extend(found.unknown.iter().map(|(ply, mv)| format!("{} {mv} ?", ply + 1)));
        (line, words.join("; "))
    }

    /// The line whose plies count traditionally, and on which squares interpositions are futile after its moves.
    fn futile(&mut self, pos: &mut Position, proof: Option<&Tree>) -> String {
        let lengths = &mut self.lengths;
        let found = with_time_limit(self.time, &self.stop, || {
            let line = measure(lengths, pos, proof, LengthRule::Traditional).line;
            lengths.futile_interpositions(pos, &line).filter(|_| !line.is_empty()).map(|found| (line, found))
        });
        let Some((line, found)) = found else { return "no line".to_owned() };
        let words = |list: Vec<String>| list.join(" ");
        let moves = words(line.iter().map(ToString::to_string).collect());
        let futile = found.iter().map(|FutileSquares { ply, squares }| {
            format!("; after {ply} on {}", words(squares.iter().map(ToString::to_string).collect()))
        });
        format!("line {moves}{}", futile.collect::<String>())
    }

    /// The mate with its variations as KIF; without them if they cannot be found within the limits.
    fn save_record(&mut self, pos: &mut Position, line: &[Move], path: &Path) -> std::io::Result<()> {
        let (counting, lengths) = (self.questions.counting(), &mut self.lengths);
        let variations = with_time_limit(self.time, &self.stop, || lengths.variations(pos, counting, MOVES));
        let game = match variations {
            Some(variations) => variations.game,
            None => record_line(pos, line).map_err(std::io::Error::other)?,
        };
        let text = record::write(&game, Format::Kif).map_err(std::io::Error::other)?;
        std::fs::write(path, text)
    }
}

/// A cook as text: number of the move, the check and those that are like it, term, length, and where it comes back:
/// `3 2c2d/2c3d 迂回 9 back after 4`.
fn cook_text(cook: &Cook) -> String {
    let checks: Vec<String> = std::iter::once(&cook.mv).chain(&cook.also).map(ToString::to_string).collect();
    let back = cook.rejoins.map_or(String::new(), |ply| format!(" back after {ply}"));
    let (checks, length) = (checks.join("/"), length_text(cook.length));
    format!("{} {checks} {} {length}{back}", cook.ply + 1, cook.kind.term())
}

/// Length and line of a mate, from its proof if there is one.
fn measure(
    lengths: &mut Lengths<MateHeuristic>,
    pos: &mut Position,
    proof: Option<&Tree>,
    counting: LengthRule,
) -> Measured {
    match proof {
        Some(proof) => lengths.measure_from(proof, counting),
        None => lengths.measure(pos, counting),
    }
}

/// A length that was not settled lies below the mate that was found.
fn bounded(length: Length, found: usize) -> Length {
    match length {
        Length::AtLeast(at_least) => {
            Length::Between { at_least, at_most: found.try_into().unwrap_or(u16::MAX) }
        }
        settled => settled,
    }
}
