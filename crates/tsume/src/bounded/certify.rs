//! Certificates of lengths: a mate within so many plies, and none within so many.
//!
//! Both are built from the table of a search that has answered the question; what the table has lost is searched again.
//!
//! *Mate*: the tree of [`shortest`] is written down.
//!
//! *No mate*: records are written in the order in which they begin, so only their bytes are kept, and for each the hand and the plies by
//! which later ones may refer to it. Every check is answered by one reply. A reply to a position that has a serving record costs nothing;
//! of other replies, to positions that the table knows as no mate, the one that leaves the attacker the fewest checks is taken. With one
//! ply left nothing is written: the checker looks for mates in one by itself. A record may refer to one that is not finished;
//! [`checker`](crate::checker) says why that is sound.
//!
//! The number of records depends on the table and the heuristic; what they show does not. For the 20 committed mates in 11 the second
//! certificate takes 362 records on average and 868 at most, 16 KB.

use komadai_core::{Checks, Color, Move, Position, movegen};

use super::length::Lengths;
use super::rule::LengthRule;
use super::search::Bounded;
use super::table::Bound;
use crate::certificate::{Certificate, begin_record, put_number};
use crate::checker::Claim;
use crate::node::{checks, sorted, tried};
use crate::problem::Problem;
use crate::tree::{NodeId, Nodes, shortest};

impl Lengths {
    /// Returns a certificate of a mate within `plies` by the side to move. An even number of plies stands for the odd one before it. The
    /// certificate states the plies of the mate that it shows, which may be fewer.
    ///
    /// It is built from what [`Lengths::measure`] has left in the table. `None` if there is no such mate, if it takes more than `most`
    /// records, or if the limits end the search for what the table has lost. The checker refuses certificates of positions that the rules
    /// do not allow, as with [`Tree::certificate`](crate::Tree::certificate).
    ///
    /// ```
    /// use komadai_tsume::{Length, LengthRule, Lengths, checker};
    ///
    /// let mut pos = "8l/7sk/7R1/6B2/9/8b/9/9/9 b Sr4g2s4n3l18p 1".parse()?;
    /// let mut lengths = Lengths::builder().hash_mb(1).build()?;
    /// assert_eq!(lengths.length(&mut pos, LengthRule::EveryPly), Length::Exact(5));
    /// let shown = lengths.certify_mate(&pos, 5, 1_000).expect("it was found");
    /// let none = lengths.certify_no_mate(&pos, 3, 1_000).expect("it was found");
    /// for (certificate, plies) in [(shown, 5), (none, 3)] {
    ///     let checked = checker::check(&certificate.bytes[..])?;
    ///     assert_eq!((checked.claim, checked.plies), (certificate.claim, plies));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn certify_mate(&mut self, pos: &Position, plies: u16, most: u32) -> Option<Certificate> {
        let plies = plies.checked_sub(1 - plies % 2)?;
        self.search.new_problem(Problem::new(pos, pos.side_to_move()), LengthRule::EveryPly);
        let tree = shortest::build_within(self.again(), pos, plies, most)?;
        Some(tree.certificate())
    }

    /// Returns a certificate of no mate within `plies` by the side to move, every ply counted. An even number of plies stands for the odd
    /// one before it.
    ///
    /// Together with [`Lengths::certify_mate`] for two plies more, it shows an exact length; by itself, a lower bound such as that of
    /// [`Length::AtLeast`](crate::Length::AtLeast). `None` in the same cases as there.
    pub fn certify_no_mate(&mut self, pos: &Position, plies: u16, most: u32) -> Option<Certificate> {
        let plies = plies.checked_sub(1 - plies % 2)?;
        let attacker = pos.side_to_move();
        self.search.new_problem(Problem::new(pos, attacker), LengthRule::EveryPly);
        let builder = Builder {
            search: self.again(),
            attacker,
            most,
            nodes: Nodes::default(),
            frames: Vec::new(),
            body: Vec::new(),
        };
        builder.certificate(pos, plies)
    }
}

/// A record that is being written.
struct Frame {
    pos: Position,
    plies: u16,
    /// Checks that are not answered yet.
    checks: std::vec::IntoIter<Move>,
}

struct Builder<'a> {
    search: &'a mut Bounded,
    attacker: Color,
    /// Maximum number of records.
    most: u32,
    /// The records, each with the hand under which it is shown and the plies within which there is no mate.
    nodes: Nodes,
    frames: Vec<Frame>,
    body: Vec<u8>,
}

impl Builder<'_> {
    fn certificate(mut self, pos: &Position, plies: u16) -> Option<Certificate> {
        self.open(pos.clone(), plies)?;
        while let Some(frame) = self.frames.last_mut() {
            let Some(check) = frame.checks.next() else {
                self.frames.pop();
                continue;
            };
            let left = frame.plies.checked_sub(2)?;
            let mut at = frame.pos.after([check]);
            let reply = self.reply(&mut at, left)?;
            self.body.extend(reply.bits().to_le_bytes());
            at.do_move(reply);
            if left > 1 {
                self.place(at, left)?;
            }
        }
        let records = u32::try_from(self.nodes.list.len()).ok()?;
        Some(Certificate::new(Claim::NoMateWithin, pos, plies.into(), records, &self.body))
    }

    /// Writes the place of a position: a reference to a record that serves, or a new record.
    fn place(&mut self, pos: Position, left: u16) -> Option<()> {
        match self.serving(&pos, left) {
            Some(record) => {
                put_number(&mut self.body, (self.nodes.list.len() + 1 - record.index()) as u32);
                Some(())
            }
            None => self.open(pos, left),
        }
    }

    /// A record of this board whose hand and plies serve a position with `left` plies left.
    fn serving(&self, pos: &Position, left: u16) -> Option<NodeId> {
        let (board, held) = self.search.key(pos);
        self.nodes.of_board(board).find(|&id| {
            let record = &self.nodes.list[id.index()];
            record.hand.covers(held) && record.plies >= left.into()
        })
    }

    /// Begins a record, under the best hand that the table knows for it.
    fn open(&mut self, mut pos: Position, left: u16) -> Option<()> {
        if self.nodes.list.len() >= self.most as usize || self.search.is_stopped() {
            return None;
        }
        let Bound::NoMate { most: hand, .. } = self.search.ask(&mut pos, left) else { return None };
        begin_record(&mut self.body, &mut pos, self.attacker, hand);
        let record = self.nodes.add(self.search.key(&pos))?;
        self.nodes.list[record.index()].plies = left.into();
        if left > 1 {
            let checks = sorted(&checks(&pos));
            self.frames.push(Frame { pos, plies: left, checks });
        }
        Some(())
    }

    /// A reply to a check after which there is no mate within `left`.
    fn reply(&mut self, after: &mut Position, left: u16) -> Option<Move> {
        let found = self.known_reply(after, left);
        if found.is_some() {
            return found;
        }
        // The table has lost it. A search puts it there again, unless the table is very small.
        self.search.ask(after, left + 1);
        self.known_reply(after, left).or_else(|| {
            let replies = after.legal_moves();
            let mut mates = |reply| tried(after, reply, |pos| self.search.mates(pos, left));
            replies.iter().copied().find(|&reply| mates(reply) == Some(false))
        })
    }

    /// The cheapest reply of those that are known to leave no mate within `left`. Searches only for mates in one.
    fn known_reply(&mut self, after: &mut Position, left: u16) -> Option<Move> {
        let mut best: Option<(u32, Move)> = None;
        for reply in &after.legal_moves() {
            let undo = after.do_move(reply);
            let known = if left == 1 { self.search.ask(after, 1) } else { self.search.known(after, left) };
            let serves = left > 1 && self.serving(after, left).is_some();
            let checks = movegen::count_checks(after, &Checks::of(after)).all();
            after.undo_move(reply, undo);
            let is_none = checks == 0 || matches!(known, Bound::NoMate { .. });
            if serves || is_none && left == 1 {
                return Some(reply);
            }
            if is_none && best.is_none_or(|(fewest, _)| checks < fewest) {
                best = Some((checks, reply));
            }
        }
        best.map(|(_, reply)| reply)
    }
}
