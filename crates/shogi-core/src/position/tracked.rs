//! A position with checks, pins and history, for searches.

use alloc::vec::Vec;

use super::{Checks, IllegalMove, Position, Undo};
use crate::Move;
use crate::history::{History, Repetition};

/// Position with its [`Checks`] and its [`History`], updated by every move.
///
/// ```
/// use komadai_core::{Position, Tracked};
///
/// let mut node = Tracked::new(Position::startpos());
/// node.play("7g7f".parse()?)?;
/// assert!(node.play("7g7f".parse()?).is_err());
/// assert!(!node.in_check() && node.repetition().is_none());
/// node.do_null();
/// while node.undo() {}
/// assert_eq!(*node.position(), Position::startpos());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A bare [`Position`] computes checks and pins whenever moves are generated. A search uses them several times in a node (in check? gives
/// check? evasions?) and needs repetitions as well, so a tracked position computes them once. Both are measured in `benches/movegen.rs`.
#[derive(Clone)]
pub struct Tracked {
    pos: Position,
    checks: Checks,
    history: History,
    /// Moves played, each with its [`Undo`] (`None` for a pass) and the checks before it.
    played: Vec<(Option<(Move, Undo)>, Checks)>,
}

crate::debug_by_sizes!(Tracked { pos }[played]);

impl Tracked {
    /// A tracked position whose history begins here.
    pub fn new(pos: Position) -> Tracked {
        let checks = Checks::of(&pos);
        Tracked { history: History::new(&pos), pos, checks, played: Vec::new() }
    }

    /// The bare position.
    #[inline]
    pub fn position(&self) -> &Position {
        &self.pos
    }

    /// Checks and pins of the side to move.
    #[inline]
    pub fn checks(&self) -> &Checks {
        &self.checks
    }

    /// The history of the path.
    #[inline]
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        !self.checks.checkers.is_empty()
    }

    /// The repetition if this position has occurred before on the path; see [`History::repetition`].
    #[inline]
    pub fn repetition(&self) -> Option<Repetition> {
        self.history.repetition()
    }

    /// Plays a move if it is legal here.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`]; nothing is changed.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.pos.check_legal(mv)?;
        self.do_move(mv);
        Ok(())
    }

    /// Plays a move **without checking it**, as [`Position::do_move`] does.
    #[inline]
    pub fn do_move(&mut self, mv: Move) {
        let undo = self.pos.do_move(mv);
        self.played.push((Some((mv, undo)), self.checks));
        self.checks = Checks::of(&self.pos);
        self.history.push_checked(&self.pos, self.in_check());
    }

    /// Passes (null move). Do not pass in check, as with [`Position::do_null`].
    #[inline]
    pub fn do_null(&mut self) {
        self.pos.do_null();
        self.played.push((None, self.checks));
        self.checks = Checks::of(&self.pos);
        self.history.push_checked(&self.pos, self.in_check());
    }

    /// Takes back the last move or pass, and returns whether there was one. Call [`Tracked::last_move`] before it to learn the move.
    #[inline]
    pub fn undo(&mut self) -> bool {
        let Some((played, checks)) = self.played.pop() else { return false };
        match played {
            Some((mv, undo)) => self.pos.undo_move(mv, undo),
            None => self.pos.undo_null(),
        }
        self.checks = checks;
        self.history.pop();
        true
    }

    /// The last move played; `None` for a pass or at the start.
    #[inline]
    pub fn last_move(&self) -> Option<Move> {
        self.played.last()?.0.map(|(mv, _)| mv)
    }
}

impl From<Position> for Tracked {
    fn from(pos: Position) -> Self {
        Tracked::new(pos)
    }
}
