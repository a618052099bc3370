//! A search and a mate solver, put together from parts.

use std::time::Duration;

use komadai::eval::Material;
use komadai::search::memory::{BrotherBest, History};
use komadai::search::policy::{LateMove, PlainDepth};
use komadai::search::pruning::{Futility, NullMove};
use komadai::search::table::HashTable;
use komadai::search::{Limits, Report, Searcher};
use komadai::tsume::{Solution, Solver, Verdict};
use komadai::{Evaluator, Move, Position, Tracked, Value};

use crate::{Failure, Options};

/// The search of this program. Swap a part and its type: nothing else changes.
type Recipe =
    Searcher<Material, LateMove<PlainDepth>, (NullMove, Futility), (BrotherBest, History), HashTable>;

/// What was found about a position, all values for the side to move.
pub(crate) struct Finding {
    /// Pieces on the board and in hand.
    pub(crate) material: Value,
    /// What the search says.
    pub(crate) report: Report,
    /// What the mate solver says; `None` if there is no king to mate.
    pub(crate) mate: Option<Solution>,
}

impl Finding {
    /// What the search thinks; `None` if its limits let it finish not even one move.
    pub(crate) fn searched(&self) -> Option<Value> {
        Some(self.report.value).filter(|value| value.cp().abs() <= Value::MATE.cp())
    }

    /// Value and best move for the side to move: a proved mate counts for more than what the search thinks, and
    /// material for want of both.
    pub(crate) fn verdict(&self) -> (Value, Option<Move>) {
        let searched = self.searched();
        if let Some(Solution { verdict: Verdict::Mate { line }, .. }) = &self.mate {
            let proved = Value::mate_in(u16::try_from(line.len()).unwrap_or(u16::MAX));
            if searched.is_none_or(|value| proved >= value) {
                return (proved, line.first().copied());
            }
        }
        (searched.unwrap_or(self.material), searched.and(self.report.best))
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
        let searcher = Searcher::new(Material::default())
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
        let pos = board.position();
        let material = material(pos);
        let report = self.searcher.search_game(board.clone(), &self.limits, &mut |_| {});
        let has_king = pos.king(!pos.side_to_move()).is_some();
        let mate = has_king.then(|| self.solver.solve_within(&mut pos.clone(), self.mate_nodes));
        Finding { material, report, mate }
    }
}

fn material(pos: &Position) -> Value {
    let material = Material::default();
    material.evaluate(&material.fresh(pos), pos)
}
