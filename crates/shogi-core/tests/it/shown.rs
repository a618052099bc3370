//! What `{:?}` says of what holds tables: how large they are, never the tables.

use komadai_core::testing::assert_debug_is_short;
use komadai_core::{Position, Tracked};

#[test]
fn a_long_game_on_the_board() {
    let mut board = Tracked::new(Position::startpos());
    for mv in ["5i5h", "5a5b", "5h5i", "5b5a"].into_iter().cycle().take(400) {
        board.do_move(mv.parse().expect("a move"));
    }
    assert_debug_is_short(&board);
    assert_debug_is_short(board.history());
}
