//! Plays a bounded mate through before it is believed.
//!
//! The table only supplies the attacker's moves. That they are legal checks, that every legal reply is answered, and that the mate comes
//! in time is checked by the rules of the game; a futile interposition is answered by the capture that [`LengthRule::Traditional`]
//! requires.
//!
//! The search takes an interposition for futile if its test mates within the plies asked about. The rule demands more: a reply that counts
//! must take as many plies as the test. So where no line played through is longer than the longest test, such a reply is looked for. If
//! there is none, interpositions lengthen the mate. The search is told (`Lengthened`), and all that rested on the shorter mate is asked
//! again.

use std::cmp::Reverse;

use komadai_core::{Hand, Key, Move, Position, Undo};

use super::questions::Futile;
use super::rule::LengthRule;
use super::search::Bounded;
use super::step::{Step, captures_on};
use super::table::{Answer, Bound, Lengthened};

/// A position that is played through.
struct Frame {
    came: Option<(Step, Undo)>,
    key: (Key, Hand),
    /// Plies within which it must be mate, …
    most: u16,
    /// … and within which it is played through: no more than `most`.
    left: u16,
    /// Steps that must lead to mates: one check, or all replies. `None` until the search has been asked.
    steps: Option<Vec<Step>>,
    next: usize,
    /// Plies of the longest line played through below.
    plies: u16,
    /// Plies of the longest test played through below.
    tests: u16,
}

/// What a frame needs next, or its end.
enum Next {
    /// The mate after a step is to be played through, within so many plies.
    Play(Step, u16),
    End(Answer),
}

impl Bounded {
    /// Whether the attacker mates within `plies`, as [`Bounded::ask`] finds it, and playing it through confirms. What has been played
    /// through is remembered ([`Bounded::shown_plies`]).
    pub(crate) fn settle(&mut self, pos: &mut Position, plies: u16) -> Answer {
        if let Some(shown) = self.shown_plies(pos).filter(|&shown| shown <= plies) {
            return Answer::Mate(shown);
        }
        let mut frames = vec![Frame::new(self.key(pos), None, plies)];
        loop {
            let Some(frame) = frames.last_mut() else { return Answer::Open };
            let answer = match frame.next(self, pos) {
                Next::Play(step, left) => {
                    let undo = step.play(pos);
                    if let Some(plies) = self.shown_plies(pos).filter(|&plies| plies <= left) {
                        step.take_back(pos, undo);
                        frame.note(step, plies);
                    } else {
                        frames.push(Frame::new(self.key(pos), Some((step, undo)), left));
                    }
                    continue;
                }
                Next::End(answer) => answer,
            };
            if let Answer::Mate(plies) = answer {
                self.shown.add(frame.key, plies, frame.check());
            }
            let came = frames.pop().and_then(|frame| frame.came);
            let (Some(parent), Some((step, undo))) = (frames.last_mut(), came) else { return answer };
            step.take_back(pos, undo);
            match answer {
                Answer::Mate(plies) => parent.note(step, plies),
                Answer::NoMate => {
                    self.distrust(parent.key);
                    parent.begin(parent.left);
                }
                Answer::Open => {
                    for (step, undo) in frames.into_iter().rev().filter_map(|frame| frame.came) {
                        step.take_back(pos, undo);
                    }
                    return answer;
                }
            }
        }
    }
}

impl Frame {
    fn new(key: (Key, Hand), came: Option<(Step, Undo)>, most: u16) -> Frame {
        Frame { came, key, most, left: most, steps: None, next: 0, plies: 0, tests: 0 }
    }

    /// Begins anew, with a mate within `left` plies.
    fn begin(&mut self, left: u16) {
        (self.left, self.steps, self.next, self.plies, self.tests) = (left, None, 0, 0, 0);
    }

    /// The attacker's move that is played through.
    fn check(&self) -> Option<Move> {
        let steps = self.steps.as_ref().filter(|_| self.left % 2 == 1)?;
        steps.first().map(|step| step.mv)
    }

    /// Notes the mate after one of the steps.
    fn note(&mut self, step: Step, plies: u16) {
        if step.test {
            self.tests = self.tests.max(plies);
        } else {
            self.plies = self.plies.max(plies + 1);
        }
    }

    fn next(&mut self, search: &mut Bounded, pos: &mut Position) -> Next {
        let steps = loop {
            if let Some(steps) = &self.steps {
                break steps;
            }
            match search.ask(pos, self.left) {
                Bound::Mate { best, .. } => {
                    let steps = if self.left % 2 == 1 {
                        best.filter(|&mv| pos.is_legal(mv) && pos.gives_check(mv))
                            .map(|mv| vec![Step::of_move(mv)])
                    } else {
                        replies(search, pos, self.left)
                    };
                    if steps.is_none() {
                        return Next::End(Answer::Open);
                    }
                    self.steps = steps;
                }
                Bound::NoMate { .. } if self.left < self.most => self.left = self.most,
                Bound::NoMate { .. } => return Next::End(Answer::NoMate),
                Bound::Open(_) | Bound::Unseen => return Next::End(Answer::Open),
            }
        };
        if let Some(&step) = steps.get(self.next) {
            self.next += 1;
            return Next::Play(step, self.left - step.plies());
        }
        if self.tests == 0 || self.tests < self.plies {
            return Next::End(Answer::Mate(self.plies));
        }
        self.longest_reply(search, pos).map_or_else(|next| next, Next::End)
    }

    /// Looks for a reply that counts and takes as many plies as the longest test, where no line played through takes more. `Err` with what
    /// is needed first.
    fn longest_reply(&mut self, search: &mut Bounded, pos: &mut Position) -> Result<Answer, Next> {
        let tests = self.tests;
        let sooner = tests.checked_sub(3);
        let (drops, mut moves): (Vec<Move>, Vec<Move>) =
            pos.legal_moves().into_iter().partition(|mv| mv.is_drop());
        moves.sort_by_cached_key(|&mv| Reverse(Step::of_move(mv).tried(pos, |pos| search.shown_plies(pos))));
        for mv in moves {
            if takes_more(search, pos, Step::of_move(mv), sooner)? {
                return Ok(Answer::Mate(tests));
            }
        }
        match search.ask(pos, tests - 2) {
            Bound::NoMate { .. } => {}
            Bound::Mate { .. } => {
                self.begin(tests - 2);
                return Err(self.next(search, pos));
            }
            Bound::Open(_) | Bound::Unseen => return Ok(Answer::Open),
        }
        // An interposition counts if its own tests take as many plies.
        for drop in drops {
            let mut counts = true;
            for capture in captures_on(pos, drop.to()) {
                counts = counts && takes_more(search, pos, Step::of_test(capture), Some(tests - 2))?;
            }
            let step = Step::of_move(drop);
            if counts
                && !takes_more(search, pos, step, Some(self.most - 1))?
                && takes_more(search, pos, step, sooner)?
            {
                let after = step.tried(pos, |pos| search.shown_plies(pos));
                return Ok(after.map_or(Answer::Open, |plies| Answer::Mate(plies + 1)));
            }
        }
        search.lengthen(self.key, Lengthened { none: self.most, tests });
        Ok(Answer::NoMate)
    }
}

/// Whether the mate after a step takes more than `plies`, or any. A mate within `plies` must have been played through: `Err` if that is
/// needed first.
fn takes_more(
    search: &mut Bounded,
    pos: &mut Position,
    step: Step,
    plies: Option<u16>,
) -> Result<bool, Next> {
    let Some(plies) = plies else { return Ok(true) };
    step.tried(pos, |pos| {
        if search.shown_plies(pos).is_some_and(|shown| shown <= plies) {
            return Ok(false);
        }
        match search.ask(pos, plies) {
            Bound::NoMate { .. } => Ok(true),
            Bound::Mate { .. } => Err(Next::Play(step, plies)),
            Bound::Open(_) | Bound::Unseen => Err(Next::End(Answer::Open)),
        }
    })
}

/// Every reply of the defender that must be answered, or the capture that makes it futile.
fn replies(search: &mut Bounded, pos: &mut Position, left: u16) -> Option<Vec<Step>> {
    let mut steps: Vec<Step> = Vec::new();
    let mut futile = Vec::new();
    for mv in &pos.legal_moves() {
        let step = Step::of_move(mv);
        let counts = !mv.is_drop() || search.rule == LengthRule::EveryPly;
        if counts || left > 0 && search.knows_mate_after(pos, step, left - 1) {
            steps.push(step);
            continue;
        }
        let known = futile.iter().find(|&&(square, _)| square == mv.to()).map(|&(_, known)| known);
        let of_square = match known {
            Some(known) => known,
            None => match search.known_futile(pos, mv, left) {
                Some(capture) => Futile::By(capture),
                None => search.seems_futile_on(pos, mv, left)?,
            },
        };
        match of_square {
            Futile::No => steps.push(step),
            Futile::By(capture) if known.is_none() => steps.push(Step::of_test(capture)),
            Futile::By(_) => {}
        }
        if known.is_none() {
            futile.push((mv.to(), of_square));
        }
    }
    (left > 0 || steps.iter().all(|step| step.test)).then_some(steps)
}
