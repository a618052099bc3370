//! Game records of solutions: the main line and the tree of variations, ready for KIF, KI2, CSA, JKF or USI.
//!
//! A solution becomes a [`Game`], and the crate `komadai-notation` does the rest: KIF with variations for people and
//! their programs, KI2 for print, USI for engines, and a `Diagram` of the position.
//!
//! ```
//! use komadai_core::Position;
//! use komadai_notation::diagram::Diagram;
//! use komadai_notation::record::{Format, write};
//! use komadai_tsume::{LengthRule, Lengths, record_line};
//!
//! let mut pos: Position = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse()?;
//! let line = Lengths::builder().hash_mb(1).build()?.measure(&mut pos, LengthRule::EveryPly).line;
//! let game = record_line(&pos, &line)?;
//! assert!(write(&game, Format::Kif)?.contains("   1 ５二金打"));
//! assert!(write(&game, Format::Ki2)?.contains("▲５二金"));
//! assert!(write(&game, Format::Usi)?.contains("moves G*5b"));
//! assert!(Diagram::of(&pos).kanji().contains("v玉"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use komadai_core::game::{EndKind, Ending, GameBuilder};
use komadai_core::{Game, IllegalMove, Move, Position};

use crate::bounded::length::Lengths;
use crate::bounded::line::replies_in_order;
use crate::bounded::rule::LengthRule;
use crate::node::tried;

/// Game record of a solution with its variations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variations {
    /// The record: the main line, and a variation for every other reply of the defender, in the line and in the variations.
    pub game: Game,
    /// Whether all variations are recorded. If not, the limit of moves was reached, or the attacker's answer to some reply is unknown.
    pub complete: bool,
}

/// Returns the game record of a line, which is assumed to end in mate.
///
/// # Errors
///
/// [`IllegalMove`] if the line cannot be played.
pub fn record_line(pos: &Position, line: &[Move]) -> Result<Game, IllegalMove> {
    Ok(record_variations(pos, line, 0, |_, _| None)?.game)
}

/// Returns the game record of a line and its variations, of about `moves` moves in all. The variation that exceeds this limit is still
/// written to its end.
///
/// `answer` receives a position of the defender and a reply that is not in the line. It returns the line from there to mate, the
/// attacker's move first; an empty line for a futile interposition, which gets no variation; or `None` if the line is unknown. Answers
/// may come from a proof tree; [`Lengths::variations`] answers with shortest mates.
///
/// ```
/// use komadai_core::Position;
/// use komadai_tsume::record_variations;
///
/// let pos: Position = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse()?;
/// // Mate at once leaves no reply to ask about.
/// let variations = record_variations(&pos, &["G*5b".parse()?], 100, |_, _| None)?;
/// assert!(variations.complete);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`IllegalMove`] if a line or an answer cannot be played.
pub fn record_variations(
    pos: &Position,
    line: &[Move],
    moves: usize,
    mut answer: impl FnMut(&mut Position, Move) -> Option<Vec<Move>>,
) -> Result<Variations, IllegalMove> {
    let mut record = GameBuilder::new(pos.clone());
    record.header("手数", format!("{}手", line.len()));
    play(&mut record, line)?;
    let mut complete = true;
    let mut recorded = line.len();
    // The line recorded last; and for it and each line it left, the ply to branch at next and the replies waiting there.
    let mut path = line.to_vec();
    let mut open = vec![Branching { first: 0, ply: line.len(), replies: Vec::new() }];
    while let Some(branching) = open.last_mut() {
        let Some(reply) = branching.replies.pop() else {
            // The defender moves after an odd number of moves.
            let Some(ply) = (branching.first..branching.ply).rev().find(|ply| ply % 2 == 1) else {
                open.pop();
                continue;
            };
            branching.ply = ply;
            let at = pos.after(path[..ply].iter().copied());
            branching.replies = replies_in_order(&at);
            branching.replies.retain(|&reply| reply != path[ply]);
            branching.replies.reverse();
            continue;
        };
        let ply = branching.ply;
        if recorded >= moves {
            complete = false;
            break;
        }
        let line = match answer(&mut pos.after(path[..ply].iter().copied()), reply) {
            Some(line) if line.is_empty() => continue,
            Some(line) => line,
            None => {
                complete = false;
                continue;
            }
        };
        path.truncate(ply);
        path.push(reply);
        path.extend(&line);
        record.branch(ply).expect("a variation leaves the line that was recorded before it");
        record.play(reply)?;
        play(&mut record, &line)?;
        recorded += 1 + line.len();
        open.push(Branching { first: ply + 1, ply: path.len(), replies: Vec::new() });
    }
    Ok(Variations { game: record.finish(), complete })
}

/// A line whose variations are being recorded.
struct Branching {
    /// Plies before this one belong to the line that was left.
    first: usize,
    ply: usize,
    /// Replies waiting at `ply`, the next one last.
    replies: Vec<Move>,
}

fn play(record: &mut GameBuilder, line: &[Move]) -> Result<(), IllegalMove> {
    for &mv in line {
        record.play(mv)?;
    }
    let side_to_move = record.position().side_to_move();
    record.end(Ending::new(EndKind::Mate, side_to_move));
    Ok(())
}

impl Lengths {
    /// Returns the game record of the shortest mate, with the shortest answer to every reply, of about `moves` moves in all. Replies that
    /// do not count are left out. `None` if there is no mate or its line was not found within the limits.
    pub fn variations(&mut self, pos: &mut Position, rule: LengthRule, moves: usize) -> Option<Variations> {
        let line = self.measure(pos, rule).line;
        if line.is_empty() {
            return None;
        }
        record_variations(pos, &line, moves, |at, reply| self.answer(at, reply, rule)).ok()
    }

    fn answer(&mut self, pos: &mut Position, reply: Move, rule: LengthRule) -> Option<Vec<Move>> {
        if reply.is_drop() && rule == LengthRule::Traditional && self.is_in_vain(pos, reply)? {
            return Some(Vec::new());
        }
        let line = tried(pos, reply, |pos| self.measure(pos, rule).line);
        (!line.is_empty()).then_some(line)
    }
}
