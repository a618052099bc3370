//! A killer: the last good answer to a check, by the squares of king and checker.

use komadai::search::{Candidates, MoveMemory, Node, Outcome};
use komadai::{Color, Move, Square};
use std::collections::HashMap;

/// Recalls the move that last answered a check of the same king from the same square well.
#[derive(Default)]
pub struct CheckAnswer {
    answers: HashMap<(Color, Square, Square), Move>,
}

impl CheckAnswer {
    /// Side in check, its king, and the first checker; `None` out of check.
    fn key(at: &Node<'_>) -> Option<(Color, Square, Square)> {
        let us = at.pos.side_to_move();
        let king = at.pos.king(us)?;
        let checker = at.pos.attackers(!us, king, at.pos.occupied()).first()?;
        Some((us, king, checker))
    }
}

impl MoveMemory for CheckAnswer {
    fn recall(&self, at: &Node<'_>, out: &mut Candidates) {
        let key = at.in_check.then(|| Self::key(at)).flatten();
        if let Some(&answer) = key.and_then(|key| self.answers.get(&key)) {
            out.push(answer);
        }
    }

    fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
        if at.in_check && outcome.bound.is_lower() {
            self.answers.extend(Self::key(at).map(|key| (key, outcome.best)));
        }
    }

    fn forget(&mut self) {
        self.answers.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crowded;
    use komadai::eval::Material;
    use komadai::search::{Limits, modern, testing};

    #[test]
    fn it_never_changes_the_value_of_a_plain_search() {
        testing::assert_memory_laws(&Material::default(), CheckAnswer::default(), 1, 8, 3);
    }

    #[test]
    fn it_changes_the_order_of_moves_in_a_modern_search() {
        let (pos, limits) = (crowded(), Limits::depth(5));
        let plain = modern(Material::default(), 1).unwrap().search(&pos, &limits);
        let mut killer = CheckAnswer::default();
        let report = modern(Material::default(), 1).unwrap().add_memory(&mut killer).search(&pos, &limits);
        assert_ne!(report.nodes, plain.nodes);
        assert!(!killer.answers.is_empty());
    }
}
