//! Measures a killer of your own: copy this file and change the killer.
//!
//! ```sh
//! cargo run --release --example custom_killer                                             # nodes to a depth; how often right
//! cargo run --release --example custom_killer -- --rows stubborn,brother --depths 6,8 --positions 200
//! cargo run --release --example custom_killer -- heuristics --tables killers --rows stubborn
//! cargo run --release --example custom_killer -- self-play --a modern+stubborn --b modern
//! ```

use std::collections::HashMap;
use std::process::ExitCode;

use komadai::Move;
use komadai::search::{Candidates, MoveMemory, Node, Outcome};
use komadai_lab::{OwnPart, Parts, own_parts};

/// Best reply to the previous move, kept until other moves have been best three times in a row.
#[derive(Default)]
struct Stubborn {
    slots: HashMap<Move, (Move, u8)>,
}

impl MoveMemory for Stubborn {
    fn recall(&self, at: &Node<'_>, out: &mut Candidates) {
        if let Some((reply, _)) = at.back(1).and_then(|previous| self.slots.get(&previous)) {
            out.push(*reply);
        }
    }

    fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
        let Some(previous) = at.back(1).filter(|_| outcome.bound.is_lower()) else { return };
        let slot = self.slots.entry(previous).or_insert((outcome.best, 2));
        match slot {
            (reply, left) if *reply == outcome.best => *left = 2,
            (_, left) if *left > 0 => *left -= 1,
            _ => *slot = (outcome.best, 2),
        }
    }

    fn forget(&mut self) {
        self.slots.clear();
    }
}

fn main() -> ExitCode {
    own_parts("custom_killer", Parts::new().with("stubborn", || OwnPart::new().memory(Stubborn::default())))
}
