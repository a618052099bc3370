//! A killer: the last good answer to a check, by the squares of king and checker.

use komadai::search::{Candidates, MoveMemory, Node, Outcome};
use komadai::{Color, Move, Square};
use std::collections::HashMap;

/// Recalls the move that answered a check of the same king from the same square best.
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
    use crate::positions::crowded;
    use komadai::eval::Material;
    use komadai::search::{Limits, modern, testing};

    #[test]
    fn answers_checks_in_a_modern_search() {
        let (pos, limits) = (crowded(), Limits::depth(5));
        let plain = modern(Material::default(), 1).unwrap().search(&pos, &limits);
        let mut killer = CheckAnswer::default();
        let mut searcher = modern(Material::default(), 1).unwrap().add_memory(&mut killer);
        let report = searcher.search(&pos, &limits);
        assert!(report.best.is_some_and(|best| pos.is_legal(best)));
        assert_ne!(report.nodes, plain.nodes, "the killer changes the order of moves");
        drop(searcher);
        assert!(!killer.answers.is_empty());
        killer.forget();
        assert!(killer.answers.is_empty());
    }

    #[test]
    fn it_never_changes_the_value_of_a_plain_search() {
        testing::assert_memory_laws(&Material::default(), CheckAnswer::default(), 1, 8, 3);
    }

    #[test]
    fn recalls_what_it_recorded() {
        let pos = "4k4/4G4/9/9/9/9/9/9/4K4 w - 1".parse().unwrap();
        let at = Node { in_check: true, ..Node::new(&pos) };
        let outcome =
            |best: &str, bound| Outcome { best: best.parse().unwrap(), value: komadai::Value::ZERO, bound };
        let (mut killer, mut recalled) = (CheckAnswer::default(), Candidates::default());
        killer.record(&at, &outcome("5a5b", komadai::search::Bound::Lower));
        killer.record(&at, &outcome("5a4b", komadai::search::Bound::Upper));
        killer.recall(&at, &mut recalled);
        assert_eq!((recalled.len(), recalled.get(0)), (1, Some("5a5b".parse().unwrap())));
    }
}
