//! A search and a mate solver, put together from parts.

use std::time::Duration;

use komadai::eval::Material;
use komadai::evaluation::Evaluation;
use komadai::lab::Failure;
use komadai::search::memory::{BrotherBest, History};
use komadai::search::policy::{LateMove, PlainDepth};
use komadai::search::pruning::{Futility, NullMove};
use komadai::search::table::HashTable;
use komadai::search::{Limits, Report, Searcher};
use komadai::tsume::{Solution, Solver, Verdict};
use komadai::{Evaluator, Move, Position, Tracked, Value};

use crate::Options;

/// The search of this program. Swap a part and its type: nothing else changes.
type Recipe =
    Searcher<Evaluation, LateMove<PlainDepth>, (NullMove, Futility), (BrotherBest, History), HashTable>;

/// The most moves for which the mate solver is asked whether they walk into a mate.
const CANDIDATES: usize = 12;

/// What was found about a position, all values for the side to move.
pub(crate) struct Finding {
    /// Pieces on the board and in hand.
    pub(crate) material: Value,
    /// What the search says.
    pub(crate) report: Report,
    /// What the mate solver says; `None` if there is no king to mate.
    pub(crate) mate: Option<Solution>,
    /// Moves that the search liked and the solver refuted, with the length of the opponent's mate in plies.
    pub(crate) refuted: Vec<(Move, usize)>,
    /// All of this taken together: a proved mate, the best move that walks into none, or material for want of both.
    pub(crate) value: Value,
    /// The move to play; `None` if there is none, or none was searched.
    pub(crate) best: Option<Move>,
}

/// A value that a search has really found, not the edge of its window.
fn found(value: Value) -> Option<Value> {
    Some(value).filter(|value| value.cp().abs() <= Value::MATE.cp())
}

impl Finding {
    /// What the search thinks; `None` if its limits let it finish not even one move.
    pub(crate) fn searched(&self) -> Option<Value> {
        found(self.report.value)
    }
}

/// Looks at positions, one after the other.
pub(crate) struct Analyst {
    searcher: Recipe,
    solver: Solver,
    limits: Limits,
    mate_nodes: u64,
}

impl Analyst {
    /// With the limits of the command line, or these numbers of nodes.
    pub(crate) fn new(options: &Options, nodes: u64, mate_nodes: u64) -> Result<Analyst, Failure> {
        let searcher = Searcher::new(options.eval.clone().unwrap_or_default())
            .depth_policy(LateMove::around(PlainDepth::default()))
            .pruning((NullMove::default(), Futility::default()))
            .memory((BrotherBest::default(), History::default()))
            .table(HashTable::new(64)?);
        let limits = match options.time_ms {
            Some(ms) => Limits::time(Duration::from_millis(ms)),
            None => Limits::nodes(options.nodes.unwrap_or(nodes)),
        };
        let mate_nodes = options.mate_nodes.unwrap_or(mate_nodes);
        Ok(Analyst { searcher, solver: Solver::builder().hash_mb(64).build(), limits, mate_nodes })
    }

    /// Searches the last position of a game.
    pub(crate) fn look(&mut self, board: &Tracked) -> Finding {
        let mut pos = board.position().clone();
        let material = material(&pos);
        let report = self.searcher.search_game(board.clone(), &self.limits, &mut |_| {});
        let searched = found(report.value);
        let (value, best) = (searched.unwrap_or(material), searched.and(report.best));
        let mate = self.mate(&mut pos);
        let mut finding = Finding { material, report, mate, refuted: Vec::new(), value, best };
        let proved = finding.mate.as_ref().and_then(|solution| match &solution.verdict {
            Verdict::Mate { line } => Some((Value::mate_in(plies(line.len())), line.first().copied())),
            _ => None,
        });
        match proved {
            Some((value, first)) if searched.is_none_or(|searched| value >= searched) => {
                (finding.value, finding.best) = (value, first);
            }
            Some(_) => {}
            None => self.beware(&mut pos, &mut finding),
        }
        finding
    }

    /// Asks the solver for a mate by the side to move, if there is a king to mate.
    fn mate(&mut self, pos: &mut Position) -> Option<Solution> {
        pos.king(!pos.side_to_move()).map(|_| self.solver.solve_within(pos, self.mate_nodes))
    }

    /// Takes the first move, as the search ranks them, after which the opponent has no mate. A search of few plies
    /// does not see long mates; the solver does.
    fn beware(&mut self, pos: &mut Position, finding: &mut Finding) {
        let Some(searched) = finding.searched().filter(|value| !value.is_mate()) else { return };
        for root in finding.report.moves.iter().take(CANDIDATES) {
            let undo = pos.do_move(root.mv);
            let answer = self.mate(pos).map(|solution| solution.verdict);
            pos.undo_move(root.mv, undo);
            let Some(Verdict::Mate { line }) = answer else {
                finding.best = Some(root.mv);
                // Of moves behind the first the search knows only that they are not better than this.
                finding.value = found(root.value).map_or(searched, |value| value.min(searched));
                return;
            };
            finding.refuted.push((root.mv, line.len()));
        }
        if finding.refuted.len() == finding.report.moves.len()
            && let Some(&(mv, longest)) = finding.refuted.iter().max_by_key(|(_, length)| *length)
        {
            (finding.value, finding.best) = (Value::mated_in(plies(longest + 1)), Some(mv));
        }
    }
}

fn plies(length: usize) -> u16 {
    u16::try_from(length).unwrap_or(u16::MAX)
}

fn material(pos: &Position) -> Value {
    let material = Material::default();
    material.evaluate(&material.fresh(pos), pos)
}
