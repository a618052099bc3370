//! Analysis of positions by a search and a mate solver.

use komadai_core::notation::usi::GameLine;
use komadai_core::rng::mix;
use komadai_core::{Evaluator, Move, Position, Tracked, Value};
use komadai_eval::Material;
use komadai_search::pruning::MateSearch;
use komadai_search::table::HashTable;
use komadai_search::{
    Bound, Engine, Limits, Line, ParallelSearcher, Progress, Report, RootMove, Settings, TableError,
    modern_with,
};
use komadai_tsume::{Length, LengthRule, Lengths, Solution, Solver, Verdict};
use komadai_usi::{Answer, Reply};

use crate::samples::BALANCED_OPENINGS;

/// Megabytes of table: of the mate solver inside the search, of the one for the positions analysed, and of the search for a shortest
/// mate.
const SEARCH_MB: usize = 16;
const MATE_MB: usize = 64;
const LENGTH_MB: usize = 16;

/// Number of best moves that are checked for allowing a mate.
const CANDIDATES: usize = 12;

/// Analysis of a position; values are for the side to move.
#[derive(Debug)]
pub struct Finding {
    /// Material: the value of the pieces on the board and in hand.
    pub material: Value,
    /// Report of the search over all moves.
    pub report: Report,
    /// Solution of the mate solver; `None` if there is no king to mate, or if the line of its mate is a repetition in the game.
    pub mate: Option<Solution>,
    /// Whether the mate's line is a shortest one, counting every interposition, as found by the search of [`Lengths`].
    pub shortest: bool,
    /// Best moves of the search that the mate solver refuted, with the length of the opponent's mate in plies.
    pub refuted: Vec<(Move, usize)>,
    /// Report of the last search over the moves that were not refuted; `None` if there was no such search.
    pub again: Option<Report>,
    /// Value of the position: of a proved mate, of the best move not refuted by a mate, or material if nothing was searched.
    pub value: Value,
    /// Best move; `None` if there is no move or none was searched.
    pub best: Option<Move>,
}

impl Finding {
    /// Finding of another engine, as far as it reports one: its move, its value (material if it reports none), its line. A resignation
    /// and a declaration have no move; a declaration is a win, a resignation without a value a loss. A line that is not that of its move is
    /// left out, and so are moves from the first illegal one on. No mate solver is used.
    pub fn of_engine(pos: &Position, reply: &Reply) -> Finding {
        let material = material(pos);
        let best = if let Answer::Move(mv) = reply.answer { Some(mv) } else { None };
        let told = match reply.answer {
            Answer::Win => Some(Value::MATE_OF_UNKNOWN_LENGTH),
            Answer::Resign => reply.value.or(Some(-Value::MATE_OF_UNKNOWN_LENGTH)),
            Answer::Move(_) => reply.value,
        };
        let value = told.unwrap_or(material);
        let &Reply { nodes, depth, elapsed, .. } = reply;
        let mut after = pos.clone();
        let pv: Line = reply.pv.iter().copied().take_while(|&mv| after.play(mv).is_ok()).collect();
        let pv = if pv.first() == best.as_ref() { pv } else { best.into_iter().collect() };
        let settled = if told.is_some() { depth.max(1) } else { 0 };
        let root =
            best.map(|mv| RootMove { mv, value, bound: Bound::Exact, depth: settled, pv: pv.clone(), nodes });
        let (reached, moves) = (depth as usize, root.into_iter().collect());
        let report = Report { best, value, pv, depth, reached, nodes, elapsed, moves, ..Report::default() };
        let (refuted, again) = (Vec::new(), None);
        Finding { material, report, mate: None, shortest: false, refuted, again, value, best }
    }

    /// Report of the search that found the best move: `again` if there is one, else `report`.
    pub fn last_report(&self) -> &Report {
        self.again.as_ref().unwrap_or(&self.report)
    }

    /// [`Finding::value`]; `None` if it is only the material, because no move was searched to its end and no mate is proved.
    pub fn known_value(&self) -> Option<Value> {
        Some(self.value).filter(|value| value.is_mate() || self.searched().is_some())
    }

    /// Value of that search; `None` if its limits ended it before it finished one move.
    pub fn searched(&self) -> Option<Value> {
        self.last_report().searched()
    }

    /// The line that begins with the best move, from the search or the mate solver, whichever gave `value`, or the best move alone.
    pub fn line(&self) -> &[Move] {
        let searched = self.last_report().pv.as_slice();
        let mate = match &self.mate {
            Some(Solution { verdict: Verdict::Mate { line }, .. }) => line.as_slice(),
            _ => &[],
        };
        let lines = if self.searched() == Some(self.value) { [searched, mate] } else { [mate, searched] };
        let best = self.best.as_slice();
        lines.into_iter().find(|line| line.first() == best.first()).unwrap_or(best)
    }
}

/// Search and mate solver for analysing one position after another.
///
/// ```
/// use komadai::eval::Material;
/// use komadai::analysis::Analyst;
/// use komadai::search::Limits;
/// use komadai::{Position, Tracked};
///
/// let mut analyst = Analyst::new(&Material::default(), Limits::nodes(1_000), 10_000, 1)?;
/// let pos: Position = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1".parse()?;
/// let finding = analyst.look(&Tracked::new(pos));
/// assert_eq!(finding.best, Some("G*5b".parse()?));
/// assert_eq!(finding.value.mate_distance(), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Analyst {
    searcher: ParallelSearcher<Box<dyn Engine + Send>>,
    solver: Solver,
    lengths: Lengths,
    limits: Limits,
    mate_nodes: u64,
}

komadai_core::debug_by_sizes!(Analyst { limits, mate_nodes } []);

impl Analyst {
    /// Makes an analyst with [`modern`](komadai_search::modern()) as its search, on `threads` threads that share one table of 64 MB; with
    /// one thread, findings are the same on every run. The mate solver has 64 MB and spends at most `mate_nodes` on each position; the
    /// search for a shortest mate has 16 MB and as many nodes again. Inside the search, another solver of 16 MB gets a few nodes at a
    /// time ([`MateSearch`]).
    ///
    /// # Errors
    ///
    /// [`TableError`]: the table cannot be allocated.
    pub fn new<E>(eval: &E, limits: Limits, mate_nodes: u64, threads: usize) -> Result<Analyst, TableError>
    where
        E: Evaluator<State: Send> + Clone + Send + 'static,
    {
        let searcher = ParallelSearcher::new(threads, HashTable::new(64)?, |table| searcher(eval, table))?;
        let solver = Solver::builder().hash_mb(MATE_MB).build().map_err(|_| TableError::Memory(MATE_MB))?;
        let lengths = Lengths::builder().hash_mb(LENGTH_MB).nodes(mate_nodes).build();
        let lengths = lengths.map_err(|_| TableError::Memory(LENGTH_MB))?;
        Ok(Analyst { searcher, solver, lengths, limits, mate_nodes })
    }

    /// The [`fingerprint`] of the analyst's search with this evaluation.
    ///
    /// # Errors
    ///
    /// [`TableError`]: the table cannot be allocated.
    pub fn fingerprint<E>(eval: &E) -> Result<u64, TableError>
    where
        E: Evaluator<State: Send> + Clone + Send + 'static,
    {
        Ok(fingerprint(&mut searcher(eval, HashTable::new(1)?)?))
    }

    /// Empties all tables and memories, so that later findings do not depend on earlier positions.
    pub fn clear(&mut self) {
        self.searcher.clear();
        self.solver.clear();
        self.lengths.clear();
    }

    /// Analyses the last position of a game.
    pub fn look(&mut self, board: &Tracked) -> Finding {
        self.watch(board, &mut |_| {})
    }

    /// The same; calls `progress` after each finished iteration of the search.
    pub fn watch(&mut self, board: &Tracked, progress: &mut dyn FnMut(&Progress<'_>)) -> Finding {
        let mut pos = board.position().clone();
        let material = material(&pos);
        let report = self.searcher.search_game(board.clone(), &self.limits, progress);
        let searched = report.searched();
        let (value, best) = (searched.unwrap_or(material), searched.and(report.best));
        let mut mate = self.mate(&mut pos);
        let shortest = mate.as_mut().is_some_and(|mate| self.shorten(&mut pos, mate));
        let mate = mate.filter(|solution| is_carried_out(board, solution));
        let shortest = shortest && mate.is_some();
        let (refuted, again) = (Vec::new(), None);
        let mut finding = Finding { material, report, mate, shortest, refuted, again, value, best };
        let proved = finding.mate.as_ref().and_then(|solution| match &solution.verdict {
            Verdict::Mate { line } => Some((Value::mate_in(plies(line.len())), line.first().copied())),
            _ => None,
        });
        match proved {
            Some((value, first)) if searched.is_none_or(|searched| value >= searched) => {
                (finding.value, finding.best) = (value, first);
            }
            None if searched.is_some() => self.beware(board, &mut finding, progress),
            _ => {}
        }
        finding
    }

    /// Looks for a mate by the side to move, if there is a king to mate.
    fn mate(&mut self, pos: &mut Position) -> Option<Solution> {
        pos.king(!pos.side_to_move()).map(|_| self.solver.solve_within(pos, self.mate_nodes))
    }

    /// Replaces the line of a mate by a shortest one, if one is found; returns whether one was.
    fn shorten(&mut self, pos: &mut Position, mate: &mut Solution) -> bool {
        let Verdict::Mate { line } = &mut mate.verdict else { return false };
        let shortest = self.lengths.measure(pos, LengthRule::EveryPly);
        mate.nodes += shortest.nodes;
        let exact =
            matches!(shortest.length, Length::Exact(plies) if shortest.line.len() == usize::from(plies));
        if exact {
            *line = shortest.line;
        }
        exact
    }

    /// Chooses the best move of the search after which the opponent has no mate: a shallow search does not see long mates, but the solver
    /// does. The search is run again without the refuted moves, since it has no values for moves other than the best.
    fn beware(&mut self, board: &Tracked, finding: &mut Finding, progress: &mut dyn FnMut(&Progress<'_>)) {
        let mut left: Vec<Move> = finding.report.moves.iter().map(|root| root.mv).collect();
        while !finding.value.is_mate() && finding.refuted.len() < CANDIDATES {
            let refuted = left.iter().take(CANDIDATES - finding.refuted.len());
            let refuted = refuted.map_while(|&mv| Some((mv, self.refutation(board, mv)?)));
            let refuted: Vec<_> = refuted.collect();
            if refuted.is_empty() {
                return;
            }
            left.drain(..refuted.len());
            finding.refuted.extend(refuted);
            if left.is_empty() {
                if let Some(&(mv, longest)) = finding.refuted.iter().max_by_key(|(_, length)| *length) {
                    (finding.value, finding.best) = (Value::mated_in(plies(longest + 1)), Some(mv));
                }
                return;
            }
            let limits = Limits { root_moves: Some(left.as_slice().into()), ..self.limits.clone() };
            let report = self.searcher.search_game(board.clone(), &limits, progress);
            let searched = report.searched();
            (finding.value, finding.best) = (searched.unwrap_or(finding.material), searched.and(report.best));
            left = report.moves.iter().map(|root| root.mv).collect();
            finding.again = Some(report);
        }
    }

    /// The length in plies of the opponent's mate after a move, if the solver finds one.
    fn refutation(&mut self, board: &Tracked, mv: Move) -> Option<usize> {
        let mut after = board.clone();
        after.do_move(mv);
        let mate = self.mate(&mut after.position().clone());
        match mate.filter(|solution| is_carried_out(&after, solution))?.verdict {
            Verdict::Mate { line } => Some(line.len()),
            _ => None,
        }
    }
}

/// The search of an analyst: [`modern`](komadai_search::modern()) with a mate solver inside.
fn searcher<E>(eval: &E, table: HashTable) -> Result<Box<dyn Engine + Send>, TableError>
where
    E: Evaluator<State: Send> + Clone + Send + 'static,
{
    let solver = Solver::builder().hash_mb(SEARCH_MB).show_no_mates(false).build();
    let solver = solver.map_err(|_| TableError::Memory(SEARCH_MB))?;
    let searcher = modern_with(&Settings::default(), eval.clone(), table).add_pruning(MateSearch::default());
    Ok(Box::new(searcher.mate_solver(solver)))
}

/// A 24-bit number computed from the nodes that an engine searches in a few positions. It almost certainly differs once a part, the
/// evaluation or the search has changed, so a journal of one search is not continued with another.
pub fn fingerprint(engine: &mut (impl Engine + ?Sized)) -> u64 {
    let openings = BALANCED_OPENINGS.lines().filter(|line| !line.starts_with('#'));
    let mut print = 0;
    for opening in openings.step_by(20) {
        let opening = GameLine::parse(opening.split('#').next().unwrap_or_default().trim());
        engine.clear();
        let board = opening.expect("an opening of the package").tracked();
        engine.search_game(board, &Limits::nodes(1_000), &mut |progress| {
            print = mix(print ^ progress.nodes);
        });
    }
    engine.clear();
    print >> 40
}

/// Whether the line of a mate, if there is one, ends the game before any position occurs for the fourth time: as perpetual check that would
/// be a loss, and the solver does not know the game.
fn is_carried_out(board: &Tracked, solution: &Solution) -> bool {
    let Verdict::Mate { line } = &solution.verdict else { return true };
    let mut after = board.clone();
    line.iter().all(|&mv| {
        after.do_move(mv);
        after.repetition().is_none_or(|repetition| repetition.count < 4)
    })
}

fn plies(length: usize) -> u16 {
    u16::try_from(length).unwrap_or(u16::MAX)
}

fn material(pos: &Position) -> Value {
    let material = Material::default();
    material.evaluate(&material.fresh(pos), pos)
}
