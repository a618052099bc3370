//! Further questions about a mate that was found: its length, whether it is the only one, a record of it.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use komadai_core::files::write_whole;
use komadai_core::{Move, Position};
use komadai_notation::record::{self, Format};
use komadai_report::words;
use komadai_tsume::{
    Cook, FarDrops, FutileSquares, Length, LengthRule, Lengths, Measured, Odds, TableError, Tree, find_cooks,
    record_line,
};

use super::answer::{MateAnswer, MateLength, ShownLength, show_length};
use super::cycles::AnySolver;
use super::files::file_of;
use super::run::{MateRun, Questions};
use crate::data::problem::MateProblem;
use crate::run::clocks::with_time_limit;

/// Positions searched for a shortest mate before df-pn runs, if the exact length is wanted: a tenth of a second.
const FROM_BELOW: u64 = 200_000;

/// Approximate number of moves of variations in a record.
const MOVES: usize = 1_000;

/// Solver of the questions, for one thread.
#[derive(Debug)]
pub(super) struct Inquirer {
    questions: Questions,
    /// Where certificates of exact lengths go.
    shown: Option<PathBuf>,
    lengths: Lengths,
    stop: Arc<AtomicBool>,
    time: Option<Duration>,
}

impl Inquirer {
    /// `None` without questions.
    pub(super) fn new(run: &MateRun, stop: Arc<AtomicBool>) -> Result<Option<Inquirer>, TableError> {
        if run.questions == Questions::default() {
            return Ok(None);
        }
        let lengths = Lengths::builder().hash_mb(run.hash_mb as usize).nodes(run.most_nodes());
        let lengths = lengths.stop(Arc::clone(&stop)).heuristic(FarDrops::<Odds>::default()).build()?;
        let shown = run.certificates.clone().filter(|_| run.shows_lengths());
        Ok(Some(Inquirer { questions: run.questions.clone(), shown, lengths, stop, time: run.time }))
    }

    /// Runs `ask` on the lengths within the time limit.
    fn limited<T>(&mut self, ask: impl FnOnce(&mut Lengths) -> T) -> T {
        let lengths = &mut self.lengths;
        with_time_limit(self.time, &self.stop, || ask(lengths))
    }

    /// How plies are counted in records and beside cooks.
    fn counting(&self) -> LengthRule {
        if self.questions.traditional { LengthRule::Traditional } else { LengthRule::EveryPly }
    }

    /// Searches for a shortest mate within a few positions, from empty tables; returns it, if found, and the positions searched for it.
    pub(super) fn shortest(&mut self, pos: &mut Position, nodes: u64) -> (Option<Tree>, u64) {
        self.lengths.clear();
        let found = self.limited(|lengths| lengths.shortest_mate(pos, nodes.min(FROM_BELOW)));
        (found, self.lengths.nodes())
    }

    /// Asks the questions about the mate of `answer`, which `proof` shows, and writes the results into `answer`.
    pub(super) fn ask(
        &mut self,
        problem: &MateProblem,
        answer: &mut MateAnswer,
        proof: &Tree,
        solver: &mut AnySolver,
    ) -> std::io::Result<()> {
        let mut pos = problem.pos.clone();
        if self.questions.exact {
            let measured = match u16::try_from(answer.line.len()).ok().filter(|_| answer.shortest) {
                Some(plies) => Measured {
                    length: Length::Exact(plies),
                    line: answer.line.clone(),
                    without_leftovers: Vec::new(),
                    nodes: 0,
                },
                None => self.measure(proof, LengthRule::EveryPly),
            };
            answer.exact = Some(MateLength(measured.length));
            // If only bounds are known, their line is no shorter than the one that was found, or not as well founded.
            if matches!(measured.length, Length::Exact(_)) && !measured.line.is_empty() {
                (answer.line, answer.shortest) = (measured.line, true);
            }
            if let Some(folder) = self.shown.clone() {
                let shown =
                    self.limited(|lengths| show_length(lengths, problem, measured.length, &folder))?;
                answer.shown = Some(shown.unwrap_or_else(|reason| {
                    (answer.checked, answer.refused) = (false, Some(reason));
                    ShownLength::Neither
                }));
            }
        } else {
            self.lengths.clear();
        }
        if self.questions.traditional {
            let measured = self.measure(proof, LengthRule::Traditional);
            answer.traditional = Some(MateLength(measured.length));
            answer.solution = Some(measured.without_leftovers);
        }
        if self.questions.cooks {
            let known = Some(answer.line.clone()).filter(|_| answer.shortest);
            let (line, text) = self.cooks(&mut pos, known, solver);
            answer.cooks = Some(text);
            if self.counting() == LengthRule::EveryPly && !line.is_empty() {
                (answer.line, answer.shortest) = (line, true);
            }
        }
        if self.questions.futile {
            answer.futile = Some(self.futile(&pos, proof));
        }
        if let Some(folder) = self.questions.records.clone() {
            // With its variations, or without them if they cannot be found within the limits.
            let counting = self.counting();
            let game = match self.limited(|lengths| lengths.variations(&mut pos, counting, MOVES)) {
                Some(variations) => variations.game,
                None => record_line(&pos, &answer.line).map_err(std::io::Error::other)?,
            };
            let text = record::write(&game, Format::Kif).map_err(std::io::Error::other)?;
            let path = file_of(&folder, &problem.name, "kif");
            write_whole(&path, |file| file.write_all(text.as_bytes()))?;
        }
        Ok(())
    }

    /// A shortest line, and a text with `sound`, `unsound` or `open` and the other checks that mate. `known` is a shortest line if every
    /// ply counts. If plies count traditionally, the text holds the line too, since it is not a line of a mate then.
    fn cooks(
        &mut self,
        pos: &mut Position,
        known: Option<Vec<Move>>,
        solver: &mut AnySolver,
    ) -> (Vec<Move>, String) {
        let counting = self.counting();
        let known = known.filter(|_| counting == LengthRule::EveryPly);
        let (line, found) = self.limited(|lengths| {
            let line = known.unwrap_or_else(|| lengths.measure(pos, counting).line);
            let found = find_cooks(pos, &line, counting, solver, lengths);
            (line, found)
        });
        // Without a line there are no cooks to search for.
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
            words.push(format!("line {}", words::usi(&line).join(" ")));
        }
        // Number of the move, the check and others like it, term, length, and where it rejoins the line: `3 2c2d/2c3d 迂回 9 back after 4`.
        words.extend(found.cooks.iter().map(|cook: &Cook| {
            let checks: Vec<String> = [&cook.mv].into_iter().chain(&cook.also).map(Move::to_string).collect();
            let back = cook.rejoins.map_or(String::new(), |ply| format!(" back after {ply}"));
            let (checks, length) = (checks.join("/"), cook.length);
            format!("{} {checks} {} {length}{back}", cook.ply + 1, cook.kind.term())
        }));
        words.extend(found.unknown.iter().map(|(ply, mv)| format!("{} {mv} ?", ply + 1)));
        (line, words.join("; "))
    }

    /// The line whose plies count traditionally, and the squares on which interpositions are futile after its moves.
    fn futile(&mut self, pos: &Position, proof: &Tree) -> String {
        let line = self.measure(proof, LengthRule::Traditional).line;
        let found = self.limited(|lengths| lengths.futile_interpositions(pos, &line));
        let found = found.filter(|_| !line.is_empty());
        let Some(found) = found else { return "no line".to_owned() };
        let futile = found.iter().map(|FutileSquares { ply, squares }| {
            let squares: Vec<String> = squares.iter().map(ToString::to_string).collect();
            format!("; after {ply} on {}", squares.join(" "))
        });
        format!("line {}{}", words::usi(&line).join(" "), futile.collect::<String>())
    }

    /// Length and line of a mate, from its proof.
    fn measure(&mut self, proof: &Tree, counting: LengthRule) -> Measured {
        self.limited(|lengths| lengths.measure_from(proof, counting))
    }
}
