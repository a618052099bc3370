//! Majority vote, and what a consultation answers: votes, tallies, and how much the elements shared.

use komadai_core::{Move, Value};

use crate::bound::Bound;
use crate::report::{Report, RootMove};

/// The vote of one engine: its move and value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vote {
    /// Its move.
    pub mv: Move,
    /// Its value for the side to move.
    pub value: Value,
}

/// The votes for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The move.
    pub mv: Move,
    /// The number of votes.
    pub votes: u32,
    /// The sum of the voters' values, in centipawns.
    pub sum: i64,
}

/// Counts votes by move, the winner first.
///
/// More votes win. Paper 002 does not define ties: here the move with the higher average value goes first, and if that
/// is equal too, the one voted for first. So if two engines disagree, the more optimistic one decides.
///
/// ```
/// use komadai_core::Value;
/// use komadai_search::{Vote, tally};
///
/// let vote = |mv: &str, cp| Vote { mv: mv.parse().unwrap(), value: Value::from_cp(cp) };
/// let tallies = tally(&[vote("2g2f", 90), vote("7g7f", 10), vote("7g7f", 20)]);
/// assert_eq!((tallies[0].mv.to_string().as_str(), tallies[0].votes), ("7g7f", 2));
/// ```
pub fn tally(votes: &[Vote]) -> Vec<Tally> {
    let mut tallies: Vec<Tally> = Vec::new();
    for vote in votes {
        let sum = i64::from(vote.value.cp());
        match tallies.iter_mut().find(|tally| tally.mv == vote.mv) {
            Some(tally) => {
                tally.votes += 1;
                tally.sum += sum;
            }
            None => tallies.push(Tally { mv: vote.mv, votes: 1, sum }),
        }
    }
    // Stable: equal tallies stay in the order of the first votes. Sums matter only between equal numbers of votes.
    tallies.sort_by_key(|tally| core::cmp::Reverse((tally.votes, tally.sum)));
    tallies
}

/// The moves voted for, the winner first, each at the value of the first who voted for it.
pub(crate) fn root_moves(votes: &[Vote], depth: u32) -> Vec<RootMove> {
    let first_vote = |mv: Move| votes.iter().find(|vote| vote.mv == mv).map(|vote| vote.value);
    let root = |tally: &Tally| RootMove {
        value: first_vote(tally.mv).unwrap_or(-Value::INFINITE),
        bound: Bound::Exact,
        depth,
        ..RootMove::new(tally.mv)
    };
    tally(votes).iter().map(root).collect()
}

/// The result of a consultation: the votes of all elements and the move of the majority.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consulted {
    /// The move of the majority, as [`tally`] counts, at the value of the first element that voted for it. Its moves
    /// are those voted for, the winner first; their nodes are not counted separately.
    pub report: Report,
    /// The vote of each element, in their order. Empty if there is no legal move, or if the limits did not allow a single
    /// move to be searched.
    pub votes: Vec<Vote>,
    /// How well the elements agreed on where to cut.
    pub sharing: Sharing,
}

/// Statistics of how well the elements agree on where to cut: why a consultation costs more than one engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sharing {
    /// Inner nodes whose moves were searched, without the root and what the table answered.
    pub inner: u64,
    /// Inner nodes that every searching element cut.
    pub cut: u64,
    /// Inner nodes that some elements cut and others did not.
    pub split: u64,
    /// Moves searched at inner nodes.
    pub moves: u64,
    /// Moves searched at inner nodes while some element had its cut already.
    pub waiting: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_majority_wins_then_the_more_hopeful_then_the_first_vote() {
        for (votes, winner) in [
            (&[("2g2f", 900), ("7g7f", -5), ("7g7f", -5)][..], Some(("7g7f", 2))),
            (&[("2g2f", 10), ("7g7f", 30), ("2g2f", 10), ("7g7f", 0)], Some(("7g7f", 2))),
            (&[("2g2f", 10), ("7g7f", 10)], Some(("2g2f", 1))),
            (&[], None),
        ] {
            let vote = |&(mv, cp): &(&str, i32)| Vote { mv: mv.parse().unwrap(), value: Value::from_cp(cp) };
            let tallies = tally(&votes.iter().map(vote).collect::<Vec<_>>());
            let winner = winner.map(|(mv, votes)| (mv.parse().unwrap(), votes));
            assert_eq!(tallies.first().map(|first| (first.mv, first.votes)), winner, "{votes:?}");
        }
    }
}
