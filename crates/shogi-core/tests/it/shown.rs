//! What `{:?}` says of what holds tables: how large they are, never the tables.

use std::fmt::Debug;

use komadai_core::{Position, Tracked};

/// Characters of the longest of them.
const MOST: usize = 1_000;

fn is_short(shown: &dyn Debug) {
    let text = format!("{shown:?}");
    assert!(text.len() < MOST, "{} characters: {}…", text.len(), text.chars().take(200).collect::<String>());
}

#[test]
fn a_long_game_on_the_board() {
    let mut board = Tracked::new(Position::startpos());
    for mv in ["5i5h", "5a5b", "5h5i", "5b5a"].into_iter().cycle().take(400) {
        board.do_move(mv.parse().expect("a move"));
    }
    is_short(&board);
    is_short(board.history());
}
