//! The search: questions to the mate solver, in rounds of growing node limits.
//!
//! There is a question for the position itself, one for the threat of every move without check, and one for every reply to such a move.
//! In each round every open question gets the same number of nodes, and four times as many in the next: a hard question does not keep the
//! others waiting, and the rounds before the last cost about a third of the last one. Replies that are likely to refute a key are asked
//! about first.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

use komadai_core::{Move, Position};

use super::answer::{AnsweredReply, HisshiAnswer, HisshiKey, HisshiVerdict, Refutation};
use crate::dfpn::cycle::CyclePolicy;
use crate::heuristic::DfpnHeuristic;
use crate::node::tried;
use crate::solver::{Solver, Verdict};
use crate::tree::Tree;

/// Factor by which the node limit of a question grows from round to round.
const GROWTH: u64 = 4;

/// Limits of [`find_hisshi`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HisshiLimits {
    /// Nodes for all questions together; 10 million by default. The last question may exceed it by as many nodes as it takes
    /// to show its answer, at most as many as it was given.
    pub nodes: u64,
    /// Nodes for each question in the first round, at least 1; 100 by default, which decides most of them.
    pub first: u64,
    /// Whether to decide every move without check; off by default, so the search ends with the first key.
    pub all_keys: bool,
}

impl Default for HisshiLimits {
    fn default() -> HisshiLimits {
        HisshiLimits { nodes: 10_000_000, first: 100, all_keys: false }
    }
}

/// Looks for a move without check after which the side to move mates by checks alone, whatever the reply.
///
/// `solver` answers the questions within `limits`; its own node limit is not used, its stop flag is. Its tables are kept from
/// question to question, which makes most of them cheap.
///
/// ```
/// use komadai_core::Position;
/// use komadai_tsume::{HisshiLimits, HisshiVerdict, Solver, find_hisshi};
///
/// // A silver beside the king (腹銀): the horse mates on one side, the silver on the other.
/// let pos: Position = "5+B1nl/7k1/6ppp/9/9/9/9/9/9 b S2rb4g3s3n3l15p 1".parse()?;
/// let mut solver = Solver::builder().hash_mb(1).build()?;
/// let answer = find_hisshi(&pos, &mut solver, &HisshiLimits::default());
/// assert_eq!(answer.verdict, HisshiVerdict::Hisshi);
/// assert_eq!(answer.keys[0].key.to_string(), "S*3b");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn find_hisshi<H: DfpnHeuristic, C: CyclePolicy>(
    pos: &Position,
    solver: &mut Solver<H, C>,
    limits: &HisshiLimits,
) -> HisshiAnswer {
    let mut search = Search { solver, limits: *limits, nodes: 0, refuters: HashMap::new() };
    let mut by_checks = Verdict::Unknown;
    let mut candidates: Vec<_> = without_check(pos).map(|key| Candidate::new(pos, key)).collect();
    let mut share = limits.first.max(1);
    while !search.round(pos, &mut by_checks, &mut candidates, share) && share < limits.nodes {
        share = share.saturating_mul(GROWTH).min(limits.nodes);
    }
    answer(pos, by_checks, candidates, search.nodes)
}

/// The legal moves that give no check. A side without a king cannot be mated, so against it no move is a key.
fn without_check(pos: &Position) -> impl Iterator<Item = Move> {
    let quiet = |&mv: &Move| pos.king(!pos.side_to_move()).is_some() && !pos.gives_check(mv);
    pos.legal_moves().into_iter().filter(quiet)
}

/// A move without check, and what is known of it.
struct Candidate {
    key: Move,
    threat: Verdict,
    /// Replies that are not decided.
    open: Vec<Move>,
    mated: Vec<AnsweredReply>,
    refuted: Option<Refutation>,
}

impl Candidate {
    fn new(pos: &Position, key: Move) -> Candidate {
        let open = pos.after([key]).legal_moves().to_vec();
        Candidate { key, threat: Verdict::Unknown, open, mated: Vec::new(), refuted: None }
    }

    fn works(&self) -> bool {
        self.open.is_empty() && self.refuted.is_none()
    }

    fn is_open(&self) -> bool {
        !self.open.is_empty() && self.refuted.is_none()
    }

    /// Order of questions: moves that threaten mate first, those known to threaten none last.
    fn rank(&self) -> u8 {
        match self.threat {
            Verdict::Mate { .. } => 0,
            Verdict::Unknown => 1,
            Verdict::NoMate => 2,
        }
    }
}

struct Search<'a, H, C> {
    solver: &'a mut Solver<H, C>,
    limits: HisshiLimits,
    /// Nodes that have been used.
    nodes: u64,
    /// How often each reply has refuted a key so far.
    refuters: HashMap<Move, u32>,
}

impl<H: DfpnHeuristic, C: CyclePolicy> Search<'_, H, C> {
    /// Asks every open question once, with `share` nodes each; returns whether the search is over.
    fn round(
        &mut self,
        pos: &Position,
        by_checks: &mut Verdict,
        candidates: &mut [Candidate],
        share: u64,
    ) -> bool {
        if *by_checks == Verdict::Unknown {
            *by_checks = self.ask(&mut pos.clone(), share).0;
        }
        if matches!(by_checks, Verdict::Mate { .. }) {
            return true;
        }
        let found = self.is_found(candidates);
        for candidate in candidates.iter_mut() {
            let wanted = if found { candidate.works() } else { candidate.refuted.is_none() };
            if wanted && candidate.threat == Verdict::Unknown {
                let mut passed = pos.after([candidate.key]);
                // The key gives no check, so the defender can pass.
                passed.do_null();
                candidate.threat = self.ask(&mut passed, share).0;
            }
        }
        candidates.sort_by_key(Candidate::rank);
        for i in 0..candidates.len() {
            if self.is_found(candidates) {
                break;
            }
            if candidates[i].is_open() {
                self.ask_replies(pos, &mut candidates[i], share);
            }
        }
        let decided = self.is_found(candidates) || !candidates.iter().any(Candidate::is_open);
        self.exhausted() || decided && *by_checks != Verdict::Unknown
    }

    /// Whether there is a key and no other is looked for.
    fn is_found(&self, candidates: &[Candidate]) -> bool {
        !self.limits.all_keys && candidates.iter().any(Candidate::works)
    }

    /// Asks about the open replies to a move, until one refutes it.
    fn ask_replies(&mut self, pos: &Position, candidate: &mut Candidate, share: u64) {
        let mut at = pos.after([candidate.key]);
        let threat: &[Move] = if let Verdict::Mate { line } = &candidate.threat { line } else { &[] };
        let mut replies = std::mem::take(&mut candidate.open);
        replies.sort_by_cached_key(|&reply| {
            let refuted = self.refuters.get(&reply).copied().unwrap_or(0);
            Reverse(promise(reply, refuted, &at, candidate.key, threat))
        });
        for reply in replies {
            if candidate.refuted.is_some() || self.exhausted() {
                candidate.open.push(reply);
                continue;
            }
            match tried(&mut at, reply, |pos| self.ask(pos, share)) {
                (Verdict::Mate { .. }, Some(tree)) => candidate.mated.push(AnsweredReply { reply, tree }),
                (Verdict::NoMate, tree) => {
                    *self.refuters.entry(reply).or_default() += 1;
                    candidate.refuted = Some(Refutation { key: candidate.key, reply, tree });
                    candidate.mated = Vec::new();
                }
                _ => candidate.open.push(reply),
            }
        }
    }

    /// The solver's verdict on a position within `share` nodes, or the nodes left if fewer, with the tree that shows it.
    fn ask(&mut self, pos: &mut Position, share: u64) -> (Verdict, Option<Arc<Tree>>) {
        if self.exhausted() {
            return (Verdict::Unknown, None);
        }
        let solution = self.solver.solve_within(pos, share.min(self.limits.nodes - self.nodes));
        self.nodes += solution.nodes;
        (solution.verdict, solution.tree)
    }

    fn exhausted(&self) -> bool {
        self.nodes >= self.limits.nodes || self.solver.is_stopped()
    }
}

/// How promising a reply to `key` is; this affects the cost of an answer, never the answer. `at` is the position after the key, `threat`
/// the mate that would follow a pass, if it is known, and `refuted` the number of keys that the reply has refuted.
///
/// First come replies that have refuted other keys, then captures of the moved piece, other captures, checks, moves to a square of the
/// threat, steps of the king, other moves, and drops, those near the own king first.
fn promise(reply: Move, refuted: u32, at: &Position, key: Move, threat: &[Move]) -> (u32, u8, i8) {
    let (to, king) = (reply.to(), at.king(at.side_to_move()));
    let class = if to == key.to() {
        6
    } else if at.piece_at(to).is_some() {
        5
    } else if at.gives_check(reply) {
        4
    } else if threat.iter().step_by(2).any(|mv| mv.to() == to) {
        3
    } else if reply.from().is_some() && reply.from() == king {
        2
    } else {
        u8::from(!reply.is_drop())
    };
    (refuted, class, -king.map_or(0, |king| king.distance(to) as i8))
}

fn answer(pos: &Position, by_checks: Verdict, candidates: Vec<Candidate>, nodes: u64) -> HisshiAnswer {
    let (mut keys, mut refuted, mut open) = (Vec::new(), Vec::new(), Vec::new());
    for candidate in candidates {
        let Candidate { key, threat, mut mated, .. } = candidate;
        if let Some(refutation) = candidate.refuted {
            refuted.push(refutation);
        } else if candidate.open.is_empty() {
            mated.sort_by_key(|answered| answered.reply.bits());
            keys.push(HisshiKey { key, threat, replies: mated });
        } else {
            open.push(key);
        }
    }
    refuted.sort_by_key(|refutation| refutation.key.bits());
    let verdict = match by_checks {
        Verdict::Mate { .. } => HisshiVerdict::Mate,
        _ if !keys.is_empty() => HisshiVerdict::Hisshi,
        _ if open.is_empty() => HisshiVerdict::NoHisshi,
        _ => HisshiVerdict::Unknown,
    };
    HisshiAnswer { position: pos.clone(), verdict, by_checks, keys, refuted, open, nodes }
}
