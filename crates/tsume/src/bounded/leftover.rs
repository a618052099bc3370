//! Lines of a shown mate that leave no piece in the attacker's hand.
//!
//! A composed problem has a solution in which every piece is used. A variation that ends with pieces left over (駒余り) is not regarded as
//! the solution, even if it is longer (変化長手数): so records of old problems give the length of the longest line without leftovers. And
//! among checks that mate equally soon, the attacker plays the one that leaves a piece over. These are the rules B, E and H, and the
//! custom of old problems, on pages 3 and 8 of the rules at suzukou.org.

use std::collections::HashMap;

use komadai_core::{Color, Hand, Key, Move, Position};

use super::alternatives::Alternatives;
use super::line::replies_in_order;
use super::questions::FEW;
use super::rule::LengthRule;
use super::search::Bounded;
use super::table::Answer;
use crate::node::tried;

/// The longest line without leftovers from a position of the attacker: its plies, the check, and the reply to it.
#[derive(Clone, Copy, Debug)]
struct Longest {
    plies: u16,
    check: Move,
    reply: Option<Move>,
}

/// What the attacker chooses: a check after which no line is without leftovers, if there is one; else the shortest line.
#[derive(Clone, Copy, Debug)]
enum Choice {
    Open,
    Best(Option<Longest>),
}

/// A position of the attacker whose shortest checks are followed, one after another.
struct Frame {
    key: (Key, Hand),
    pos: Position,
    /// Checks to follow; the last is being followed.
    checks: Vec<Move>,
    /// The position after the check that is being followed.
    checked: Position,
    /// Its replies that count.
    replies: Vec<Move>,
    next: usize,
    longest: Option<Longest>,
    choice: Choice,
}

/// The longest line without leftovers, if there is one: the attacker's checks are the shortest of the mate that has been shown, the
/// defender's replies are any that count. `None` where every ply counts, since futile interpositions leave pieces over.
pub(crate) fn line_without_leftovers(
    search: &mut Bounded,
    alternatives: &mut Alternatives,
    start: &Position,
) -> Option<Vec<Move>> {
    if search.rule == LengthRule::EveryPly {
        return None;
    }
    alternatives.begin_line();
    let mut known: HashMap<(Key, Hand), Option<Longest>> = HashMap::new();
    let mut frames = vec![enter(search, alternatives, start.clone())?];
    while let Some(frame) = frames.last_mut() {
        let Some(&reply) = frame.replies.get(frame.next).filter(|_| !frame.is_worse()) else {
            frame.take_choice(start.side_to_move());
            if frame.checks.is_empty() {
                known.insert(frame.key, frame.chosen());
                frames.pop();
            } else {
                frame.follow(search);
            }
            continue;
        };
        let after = frame.checked.after([reply]);
        if let Some(&longest) = known.get(&search.key(&after)) {
            frame.next += 1;
            if let Some(Longest { plies, .. }) = longest
                && frame.longest.is_none_or(|longest| longest.plies < plies + 2)
            {
                frame.longest = frame.line_of(plies + 2, Some(reply));
            }
        } else {
            let child = enter(search, alternatives, after)?;
            frames.push(child);
        }
    }
    let mut line = Vec::new();
    let mut pos = start.clone();
    while let Some(&Some(Longest { check, reply, .. })) = known.get(&search.key(&pos)) {
        pos.do_move(check);
        line.push(check);
        let Some(reply) = reply else { return Some(line) };
        pos.do_move(reply);
        line.push(reply);
    }
    None
}

/// A position of the attacker with the checks that mate soonest; `None` if no mate has been shown.
fn enter(search: &mut Bounded, alternatives: &mut Alternatives, pos: Position) -> Option<Frame> {
    let key = search.key(&pos);
    let mut checks = alternatives.of(search, &pos)?;
    checks.push(search.shown.best(key)?);
    let checked = pos.clone();
    let (replies, longest, choice) = (Vec::new(), None, Choice::Open);
    let mut frame = Frame { key, pos, checks, checked, replies, next: 0, longest, choice };
    frame.follow(search);
    Some(frame)
}

impl Frame {
    /// Plays the last of the checks, and finds the replies that count.
    fn follow(&mut self, search: &mut Bounded) {
        let left = search.shown.plies(self.key).map_or(0, |plies| plies - 1);
        let mut pos = self.pos.after(self.checks.last().copied());
        let mut replies = replies_in_order(&pos);
        // Counted as work, so that lines of long mates are limited as well.
        search.nodes += replies.len() as u64 + 1;
        let lengthened = search.lengthened(&pos);
        let sooner = lengthened.map_or(left, |it| it.tests).saturating_sub(2);
        let mut late = Vec::new();
        replies.retain(|&mv| {
            let futile = mv.is_drop() && search.known_futile(&mut pos, mv, left).is_some();
            if futile && left > 1 && search.known_futile(&mut pos, mv, sooner).is_none() {
                late.push(mv);
            }
            !futile
        });
        // Where they lengthen the mate, or no mate is sooner and no other reply takes as long, these interpositions count, as in a line.
        let shown = |search: &Bounded, pos: &mut Position, mv| tried(pos, mv, |pos| search.shown_plies(pos));
        if !late.is_empty()
            && (lengthened.is_some() || search.has_no_mate(&self.pos, left - 1))
            && !replies.iter().any(|&mv| shown(search, &mut pos, mv) == Some(left - 1))
        {
            late.retain(|&mv| {
                let settle = |search: &mut Bounded| tried(&mut pos, mv, |pos| search.settle(pos, left - 1));
                matches!(search.within(FEW, settle), Answer::Mate(_))
            });
            replies.append(&mut late);
        }
        (self.checked, self.replies, self.next, self.longest) = (pos, replies, 0, None);
    }

    fn line_of(&self, plies: u16, reply: Option<Move>) -> Option<Longest> {
        self.checks.last().map(|&check| Longest { plies, check, reply })
    }

    /// Whether the check is no better than one that was followed before.
    fn is_worse(&self) -> bool {
        match (self.longest, self.choice) {
            (Some(longest), Choice::Best(Some(best))) => longest.plies >= best.plies,
            (_, Choice::Best(None)) => true,
            _ => false,
        }
    }

    /// Finishes the check that was followed, and all checks if it leaves a piece over whatever the defender does.
    fn take_choice(&mut self, attacker: Color) {
        if self.replies.is_empty() && self.checked.hand(attacker).is_empty() {
            self.longest = self.line_of(1, None);
        }
        if !self.is_worse() {
            self.choice = Choice::Best(self.longest);
        }
        self.checks.pop();
        if self.longest.is_none() {
            self.checks.clear();
        }
    }

    fn chosen(&self) -> Option<Longest> {
        match self.choice {
            Choice::Open => None,
            Choice::Best(longest) => longest,
        }
    }
}
