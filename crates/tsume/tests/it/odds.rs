//! The log odds of [`Odds`] against the truth: which checks mate, as the solver finds. By chance, half of the pairs would be in order.

use crate::common::{MATES, problems, solver};
use crate::node::{after_every_reply, checks};
use komadai_tsume::{MateNode, Odds};

#[test]
fn log_odds_tell_checks_that_mate_from_those_that_do_not() {
    let (mut mates, mut others) = (Vec::new(), Vec::new());
    let mut solver = solver(1, 300);
    for pos in problems(MATES).into_iter().map(|problem| problem.pos) {
        for check in &checks(&pos) {
            let mut checked = pos.after([check]);
            // Without a reply the position is decided, and no heuristic is asked.
            let Some(leaf) = MateNode::new(&checked, pos.side_to_move(), check) else { continue };
            let log_odds = Odds::default().log_odds(&Odds::features(&leaf));
            match after_every_reply(&mut checked, |pos| solver.solve(pos).verdict.mates()) {
                Some(true) => mates.push(log_odds),
                Some(false) => others.push(log_odds),
                None => {}
            }
        }
    }
    let pairs = mates.len() * others.len();
    let in_order =
        mates.iter().map(|mate| others.iter().filter(|&other| mate > other).count()).sum::<usize>();
    assert!(mates.len() > 50 && 10 * in_order > 6 * pairs, "{in_order} of {pairs}, {} mates", mates.len());
}
