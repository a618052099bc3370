//! length
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use komadai_core::Position;
use crate::bounds::Bound;
use crate::heuristic::Mobility;
use crate::solver::salt;
use crate::within::Within;

#[derive(Debug)]
pub struct Lengths { within: Within<Mobility>, stop: Arc<AtomicBool>, pub per: [u64; 2000] }
impl Lengths {
    pub fn new(mb: usize) -> Self { Self { within: Within::new(mb << 20, Mobility), stop: Arc::default(), per: [0; 2000] } }
    pub fn clear(&mut self) { self.within.table.clear(); }
    pub fn exact(&mut self, pos: &mut Position, nodes: u64) -> (Option<u16>, u64) {
        self.within.new_problem(pos.side_to_move(), salt(pos));
        self.within.nodes = 0;
        let mut plies = 1;
        loop {
            let b = self.within.nodes; let r = self.within.ask(pos, plies, nodes, &self.stop); self.per[usize::from(plies)] += self.within.nodes - b;
            match r {
                Bound::Mate { plies, .. } => return (Some(plies), self.within.nodes),
                Bound::NoMate { plies: u16::MAX } => return (None, self.within.nodes),
                Bound::NoMate { plies: not } => plies = not + 2,
                _ => return (None, self.within.nodes),
            }
        }
    }
}
