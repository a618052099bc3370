//! A record in any format, replayed with the number of legal moves before each move.

use komadai_notation::record::{RecordError, read};

/// The moves of the first game of a record, in USI, each with the number of legal moves from which it was chosen.
///
/// # Errors
///
/// What is wrong with the record, and where.
pub fn choices(record: &[u8]) -> Result<Vec<(String, usize)>, RecordError> {
    let record = read(record, None)?;
    let Some(game) = record.games.first() else { return Ok(Vec::new()) };
    let mut pos = game.start.clone();
    let mut choices = Vec::new();
    for mv in game.moves() {
        choices.push((mv.to_string(), pos.legal_moves().len()));
        pos.do_move(mv);
    }
    Ok(choices)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_replayed() {
        let kif = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 投了\n";
        let want = [("7g7f", 30), ("3c3d", 30), ("8h2b+", 39)].map(|(mv, moves)| (mv.to_owned(), moves));
        assert_eq!(choices(kif.as_bytes()).unwrap(), want);
        assert_eq!(choices("position startpos moves 7g7f 3c3d 8h2b+".as_bytes()).unwrap(), want);
    }

    #[test]
    fn an_error_says_where() {
        let error = choices("手合割：平手\n   1 ７五歩(77)\n   2 ３四歩(33)\n".as_bytes()).unwrap_err();
        assert_eq!(error.at().line, 2);
    }
}
