//! Twin entries and path codes (paper 003, section 3).

use komadai_core::{Hand, Key, Move, rng::mix};

use super::{CycleKeep, CyclePolicy, CycleRecall, DependentNoMate, SearchContext};
use crate::dfpn::dependence::Dependence;
use crate::dfpn::path::Depth;
use crate::widening::{TableError, reserved};

/// The solution of paper 003: keeps each no-mate for its own path, and replays its refutation on others.
///
/// A no-mate that depends on a repetition is kept as a *twin*, under the code of its path and position. When the position is
/// reached on another path, its refutation is replayed there by Kawano simulation: the attacker tries everything and the
/// defender answers as before.
///
/// The paper chains twins to the entry of their position, and keys them by path where chains grow long. Here twins always
/// stand alone, under path and position together, and a second table of the same size keeps the refuting reply of
/// each position.
///
/// ```
/// use komadai_tsume::{Solver, Twin};
///
/// let solver = Solver::builder().hash_mb(1).cycles(Twin::default()).build()?;
/// # Ok::<(), komadai_tsume::TableError>(())
/// ```
#[derive(Clone)]
pub struct Twin {
    twins: Vec<Entry>,
    replies: Vec<Entry>,
    /// Entries of another generation are void.
    generation: u16,
}

komadai_core::debug_by_sizes!(Twin { generation } [twins, replies]);

#[derive(Clone, Copy, Debug)]
struct Entry {
    name: u64,
    most: Hand,
    /// Of a twin: the least depth it depends on. Of a reply: the move.
    value: Depth,
    generation: u16,
}

const EMPTY: Entry = Entry { name: 0, most: Hand::EMPTY, value: 0, generation: 0 };

impl Default for Twin {
    fn default() -> Self {
        Twin { twins: vec![EMPTY], replies: vec![EMPTY], generation: 1 }
    }
}

#[inline]
fn position((board, hand): (Key, Hand)) -> u64 {
    mix(board ^ mix(u64::from(hand.bits())))
}

#[inline]
fn slot(entries: &[Entry], name: u64) -> usize {
    ((u128::from(name) * entries.len() as u128) >> 64) as usize
}

#[inline]
fn find(entries: &[Entry], name: u64, generation: u16) -> Option<&Entry> {
    Some(&entries[slot(entries, name)]).filter(|entry| entry.name == name && entry.generation == generation)
}

fn put(entries: &mut [Entry], entry: Entry) {
    let slot = slot(entries, entry.name);
    entries[slot] = entry;
}

impl CyclePolicy for Twin {
    fn resize(&mut self, bytes: usize) -> Result<(), TableError> {
        let len = (bytes / 2 / size_of::<Entry>()).max(1);
        for table in [&mut self.twins, &mut self.replies] {
            *table = reserved(len)?;
            table.resize(len, EMPTY);
        }
        Ok(())
    }

    fn new_search(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.twins.fill(EMPTY);
            self.replies.fill(EMPTY);
            self.generation = 1;
        }
    }

    fn recall(&mut self, context: &SearchContext<'_>, at: (Key, Hand)) -> CycleRecall {
        let position = position(at);
        if let Some(twin) = find(&self.twins, mix(position ^ context.path_code()), self.generation) {
            CycleRecall::NoMate { dependence: Dependence::unnamed(twin.value), most: twin.most }
        } else if find(&self.replies, position, self.generation).is_some() {
            CycleRecall::Elsewhere
        } else {
            CycleRecall::Nothing
        }
    }

    fn record(&mut self, context: &SearchContext<'_>, at: (Key, Hand), found: &DependentNoMate) -> CycleKeep {
        let position = position(at);
        let name = mix(position ^ context.path_code());
        let (most, generation) = (found.most, self.generation);
        put(&mut self.twins, Entry { name, most, value: found.dependence.least(), generation });
        let value = found.reply.map_or(0, Move::bits);
        put(&mut self.replies, Entry { name: position, most, value, generation });
        CycleKeep::PathDependent
    }

    fn reply(&self, at: (Key, Hand)) -> Option<Move> {
        find(&self.replies, position(at), self.generation).and_then(|entry| Move::from_bits(entry.value))
    }
}
