//! Recording of games move by move, each move checked against the rules.

use alloc::string::String;
use alloc::vec::Vec;

use super::{ClockTime, Ending, Game, Node, Variation};
use crate::{IllegalMove, Move, Position, Undo};

/// Error for a ply that the line being recorded does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no variation can start after {ply} moves, the line has {len}")]
#[non_exhaustive]
pub struct NoSuchPly {
    /// Requested beginning of the variation, in moves from the start.
    pub ply: usize,
    /// Number of moves of the line.
    pub len: usize,
}

/// Builder of a [`Game`] that accepts only legal moves.
///
/// The builder stands at the end of one line of the record. [`GameBuilder::play`] goes on from there,
/// [`GameBuilder::branch`] goes back along that line and starts a variation. The total cost is proportional to the number of
/// moves recorded, however the variations are nested.
///
/// ```
/// use komadai_core::game::GameBuilder;
/// use komadai_core::Position;
///
/// let mut record = GameBuilder::new(Position::startpos());
/// for mv in ["7g7f", "3c3d", "2g2f"] {
///     record.play(mv.parse()?)?;
/// }
/// record.branch(2)?; // instead of 2g2f
/// record.play("8h2b+".parse()?)?;
/// let game = record.finish();
/// assert_eq!((game.moves().len(), game.variations.len()), (3, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameBuilder {
    game: Game,
    pos: Position,
    /// The moves that lead to `pos`, and the line each belongs to (`None` = main line).
    path: Vec<(Move, Undo, Option<usize>)>,
    /// Line being recorded.
    line: Option<usize>,
}

impl GameBuilder {
    /// Starts a record.
    pub fn new(start: Position) -> GameBuilder {
        GameBuilder { pos: start.clone(), game: Game::new(start), path: Vec::new(), line: None }
    }

    /// Position at the end of the line.
    pub fn position(&self) -> &Position {
        &self.pos
    }

    /// Moves from the start to here.
    pub fn ply(&self) -> usize {
        self.path.len()
    }

    /// The last move, if any.
    pub fn last_move(&self) -> Option<Move> {
        self.path.last().map(|step| step.0)
    }

    /// Adds a header.
    pub fn header(&mut self, key: impl Into<String>, value: impl Into<String>) {
        self.game.headers.push((key.into(), value.into()));
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`]; nothing is changed.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let undo = self.pos.play(mv)?;
        self.path.push((mv, undo, self.line));
        self.recorded().1.push(mv.into());
        Ok(())
    }

    /// Goes back along the line to where `ply` moves have been played and starts a variation there.
    ///
    /// # Errors
    ///
    /// [`NoSuchPly`] if the line is shorter.
    pub fn branch(&mut self, ply: usize) -> Result<(), NoSuchPly> {
        if ply > self.path.len() {
            return Err(NoSuchPly { ply, len: self.path.len() });
        }
        while self.path.len() > ply {
            if let Some((mv, undo, _)) = self.path.pop() {
                self.pos.undo_move(mv, undo);
            }
        }
        let of = self.path.last().and_then(|step| step.2);
        self.line = Some(self.game.variations.len());
        self.game.variations.push(Variation { of, ply, ..Variation::default() });
        Ok(())
    }

    /// Whether the line has ended.
    pub fn ended(&self) -> bool {
        match self.line {
            None => self.game.ending.is_some(),
            Some(line) => self.game.variations[line].ending.is_some(),
        }
    }

    /// Ends the line.
    pub fn end(&mut self, ending: Ending) {
        *self.ending_mut() = Some(ending);
    }

    /// Adds a comment line to what was recorded last: the ending, the move, or the start of the line.
    pub fn comment(&mut self, text: impl Into<String>) {
        let (comments, nodes, ending) = self.recorded();
        let comments = match (ending, nodes.last_mut()) {
            (Some(ending), _) => &mut ending.comments,
            (None, Some(node)) => &mut node.comments,
            (None, None) => comments,
        };
        comments.push(text.into());
    }

    /// Sets the clock time of what was recorded last; does nothing without a move or an ending.
    pub fn time(&mut self, time: ClockTime) {
        let (_, nodes, ending) = self.recorded();
        match (ending, nodes.last_mut()) {
            (Some(ending), _) => ending.time = Some(time),
            (None, Some(node)) => node.time = Some(time),
            (None, None) => {}
        }
    }

    /// The finished record.
    pub fn finish(self) -> Game {
        self.game
    }

    /// The ending of the line being recorded, for readers that find more about it in a later line of text.
    pub fn ending_mut(&mut self) -> &mut Option<Ending> {
        self.recorded().2
    }

    /// Comments before the first move, moves and ending of the line being recorded.
    fn recorded(&mut self) -> (&mut Vec<String>, &mut Vec<Node>, &mut Option<Ending>) {
        match self.line {
            None => (&mut self.game.comments, &mut self.game.nodes, &mut self.game.ending),
            Some(line) => {
                let Variation { comments, nodes, ending, .. } = &mut self.game.variations[line];
                (comments, nodes, ending)
            }
        }
    }
}
