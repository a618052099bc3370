//! Futile interpositions (無駄合) along a line: what a composer leaves out, square by square.
//!
//! [`LengthRule::Traditional`] judges squares, not pieces: all drops on one square are futile or none of them is.

use komadai_core::{Move, Position, Square};

use crate::bounded::length::{Length, Lengths};
use crate::bounded::rule::LengthRule;

/// Squares of a position on which interpositions are futile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FutileSquares {
    /// Number of moves of the line that lead to the position.
    pub ply: usize,
    /// The squares, in ascending order of file and rank; at least one.
    pub squares: Vec<Square>,
}

impl Lengths {
    /// Returns the futile interpositions ([`LengthRule::Traditional`]) after each of the attacker's moves of a line that mates, such as
    /// [`Measured::line`](crate::Measured::line). Positions without any are left out.
    ///
    /// `None` if the line cannot be played, or if the limits end the search before all is settled.
    ///
    /// ```
    /// use komadai_core::Position;
    /// use komadai_tsume::{LengthRule, Lengths};
    ///
    /// // Mate in one: the king on 1d is shielded in vain from the rook on 9e, which goes to 9d.
    /// let mut pos: Position = "9/9/6Bnl/8k/R6p1/9/9/9/9 b rb4g4s3n3l17p 1".parse()?;
    /// let mut lengths = Lengths::builder().hash_mb(1).build()?;
    /// let line = lengths.measure(&mut pos, LengthRule::Traditional).line;
    /// let futile = lengths.futile_interpositions(&pos, &line).expect("it is settled soon");
    /// assert_eq!((line.len(), futile.len(), futile[0].ply), (1, 1, 1));
    /// let squares: Vec<String> = futile[0].squares.iter().map(ToString::to_string).collect();
    /// assert_eq!(squares, ["2d", "3d", "4d", "5d", "6d", "7d", "8d"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn futile_interpositions(&mut self, pos: &Position, line: &[Move]) -> Option<Vec<FutileSquares>> {
        let mut found = Vec::new();
        let mut at = pos.clone();
        for (i, &mv) in line.iter().enumerate() {
            if !at.is_legal(mv) {
                return None;
            }
            at.do_move(mv);
            if i % 2 == 1 {
                continue;
            }
            let squares = self.futile_squares(&mut at)?;
            if !squares.is_empty() {
                found.push(FutileSquares { ply: i + 1, squares });
            }
        }
        Some(found)
    }

    /// Futile squares of a position in which the defender is to move and is mated.
    fn futile_squares(&mut self, pos: &mut Position) -> Option<Vec<Square>> {
        let mut drops: Vec<Move> = pos.legal_moves().into_iter().filter(|mv| mv.is_drop()).collect();
        drops.sort_unstable_by_key(|drop| drop.to());
        drops.dedup_by_key(|drop| drop.to());
        if drops.is_empty() {
            return Some(Vec::new());
        }
        let Length::Exact(plies) = self.find(pos, !pos.side_to_move(), LengthRule::Traditional) else {
            return None;
        };
        let mut squares = Vec::new();
        for drop in drops {
            if self.is_futile(pos, drop, plies)? {
                squares.push(drop.to());
            }
        }
        Some(squares)
    }
}
