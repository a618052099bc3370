//! Counting the leaves of the tree of legal moves, the standard test of a move generator.

use crate::{MoveList, Position, movegen};

/// Number of move sequences of `depth` plies from a position. Moves of the last ply are generated, not played
/// ("bulk" counting).
///
/// ```
/// use komadai_core::perft::{perft, perft_full};
///
/// let mut pos = komadai_core::Position::startpos();
/// assert_eq!([perft(&mut pos, 3), perft_full(&mut pos, 3)], [25_470; 2]);
/// ```
pub fn perft(pos: &mut Position, depth: u32) -> u64 {
    count::<true>(pos, &mut alloc::vec![MoveList::new(); depth as usize])
}

/// [`perft`] with every move played and undone, including those of the last ply.
pub fn perft_full(pos: &mut Position, depth: u32) -> u64 {
    count::<false>(pos, &mut alloc::vec![MoveList::new(); depth as usize])
}

fn count<const BULK: bool>(pos: &mut Position, lists: &mut [MoveList]) -> u64 {
    let Some((list, rest)) = lists.split_first_mut() else { return 1 };
    list.clear();
    movegen::legal(pos, list);
    if BULK && rest.is_empty() {
        return list.len() as u64;
    }
    let mut nodes = 0;
    for mv in &*list {
        let undo = pos.do_move(mv);
        nodes += count::<BULK>(pos, rest);
        pos.undo_move(mv, undo);
    }
    nodes
}
