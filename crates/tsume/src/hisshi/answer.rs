//! Answer of the search for a hisshi: keys, refutations, and what the limits left open.

use std::cmp::Reverse;
use std::sync::Arc;

use komadai_core::{Move, Position};

use crate::solver::Verdict;
use crate::tree::Tree;

/// Answer to the question whether one move without check makes a hisshi (必至).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HisshiVerdict {
    /// The attacker mates by checks alone, so there is nothing to prepare: a mate problem, not a hisshi problem.
    Mate,
    /// There is a move without check after which every reply is mated.
    Hisshi,
    /// Every move without check has a reply after which the attacker does not mate by checks alone.
    NoHisshi,
    /// The limits ended the search first.
    Unknown,
}

/// Answer of [`find_hisshi`](crate::find_hisshi), with everything that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HisshiAnswer {
    /// The position that was asked about; its side to move attacks.
    pub position: Position,
    /// The answer.
    pub verdict: HisshiVerdict,
    /// The solver's verdict on the position itself. It may be [`Verdict::Unknown`] beside a hisshi: the key works all the same.
    pub by_checks: Verdict,
    /// Moves that work: the first that was found, or all if [`HisshiLimits::all_keys`](crate::HisshiLimits::all_keys) is on.
    pub keys: Vec<HisshiKey>,
    /// Moves that do not work.
    pub refuted: Vec<Refutation>,
    /// Moves left undecided, in no particular order: most of them after [`HisshiVerdict::Mate`], since nothing more is asked then.
    pub open: Vec<Move>,
    /// Nodes of all questions together, as in [`Solution::nodes`](crate::Solution::nodes).
    pub nodes: u64,
}

/// Move without check after which every reply is mated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HisshiKey {
    /// The move.
    pub key: Move,
    /// What would happen if the defender could pass: the threat (詰めろ). [`Verdict::NoMate`] if nothing is threatened, but every reply does
    /// harm; [`Verdict::Unknown`] if the limits left it open.
    pub threat: Verdict,
    /// All legal replies in ascending order by [`Move::bits`], each with its mate. Empty if no reply is legal.
    pub replies: Vec<AnsweredReply>,
}

/// Reply of the defender and the mate that follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnsweredReply {
    /// The reply.
    pub reply: Move,
    /// The mate after it.
    pub tree: Arc<Tree>,
}

impl AnsweredReply {
    /// Plies within which the attacker mates after the reply.
    pub fn plies(&self) -> u32 {
        self.tree.plies(self.tree.root()).unwrap_or(0)
    }
}

impl HisshiKey {
    /// The reply against which the mate that was found takes longest, the first of several. `None` if no reply is legal.
    pub fn hardest(&self) -> Option<&AnsweredReply> {
        self.replies.iter().min_by_key(|answered| Reverse(answered.plies()))
    }

    /// Plies from the key to mate by the mates that were found: the key, the hardest reply, and the mate after it. 1 if no
    /// reply is legal. There may be shorter mates.
    pub fn plies(&self) -> u32 {
        self.hardest().map_or(1, |answered| answered.plies() + 2)
    }

    /// The key, the hardest reply, and the mate after it.
    pub fn line(&self) -> Vec<Move> {
        let mut line = vec![self.key];
        if let Some(answered) = self.hardest() {
            line.push(answered.reply);
            line.extend(answered.tree.line());
        }
        line
    }
}

/// Move without check that does not work, and the reply that shows it (受け).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The move.
    pub key: Move,
    /// A reply after which the attacker does not mate by checks alone.
    pub reply: Move,
    /// The no-mate after the reply; `None` if the solver was told not to show no-mates.
    pub tree: Option<Arc<Tree>>,
}
