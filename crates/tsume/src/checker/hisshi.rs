//! Checks certificates of hisshi (必至): one move without check, the key, after which every reply is mated by checks alone.
//!
//! The format is described in [`hisshi::certificate`](crate::hisshi::certificate). Each part of such a file is a certificate of its own,
//! which [`check`] accepts or not. What remains to be checked here:
//!
//! - the key, and every move that is said to fail, is legal and gives no check;
//! - no legal reply to the key, or no legal move without check, is missing;
//! - every part is about the position after its own two moves, and claims a mate, or a no-mate.
//!
//! The moves are found by trying every number that could encode one ([`Board::is_legal`]). A defender without a legal move has lost, so a
//! key without replies needs no part.

use std::io::Read;

use super::board::{Board, Code, name};
use super::source::Source;
use super::{CheckError, Checked, Claim, Kind, check, whole};

/// A certificate of hisshi that has been checked, and what it shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedHisshi {
    /// The position it is about, in SFEN: board, side to move, hands.
    pub sfen: String,
    /// The key as in USI, after which every reply has been shown to be mated. `None`: every move without check has been
    /// shown to fail.
    pub key: Option<String>,
    /// Number of parts: of replies to the key, or of moves without check.
    pub parts: u64,
    /// Number of attacker's positions that are shown one by one, in all parts together.
    pub records: u64,
    /// Plies within which the key mates whatever the defender does, the key included; 0 if there is none.
    pub plies: u32,
}

/// Certificates of a key, or that there is none.
const HISSHI: Kind =
    Kind { magic: *b"KMDH", of: "hisshi", claims: 2, claims_in_words: "1 (a key) or 2 (no key)" };

/// Whether a file that begins with these bytes is a certificate of hisshi, for [`check_hisshi`], not for [`check`].
pub fn is_hisshi(begin: &[u8]) -> bool {
    begin.starts_with(&HISSHI.magic)
}

/// Checks a certificate of hisshi. The stream is read to its end, or up to 1 GiB.
///
/// Memory grows with what has been read: one part at a time is held and checked.
///
/// # Errors
///
/// [`CheckError`] with the first thing that is wrong. Then nothing has been shown; the claim may still be true.
pub fn check_hisshi(mut reader: impl Read) -> Result<CheckedHisshi, CheckError> {
    whole(&mut reader, |source| {
        let (claim, sfen, mut board) = HISSHI.head(source)?;
        let mut found = CheckedHisshi { sfen, key: None, parts: 0, records: 0, plies: 0 };
        if claim == 1 {
            read_key(source, &mut board, &mut found)?;
        } else {
            read_refutations(source, &mut board, &mut found)?;
        }
        Ok(found)
    })
}

/// A key, and a mate for each legal reply.
fn read_key(source: &mut Source<'_>, board: &mut Board, found: &mut CheckedHisshi) -> Result<(), CheckError> {
    let key = source.u16()?;
    if !board.is_legal(key) {
        return Err(CheckError::Hisshi(format!("key {} is not legal", name(key))));
    }
    board.play(key);
    if board.in_check() {
        let wrong = format!("key {} gives check, expected a move without check", name(key));
        return Err(CheckError::Hisshi(wrong));
    }
    found.key = Some(name(key));
    found.plies = 1;
    for reply in legal_moves(board) {
        let undo = board.play(reply);
        let checked = part(source, board, Claim::Mate, [key, reply])?;
        board.take_back(reply, undo);
        found.add(&checked);
        found.plies = found.plies.max(checked.plies.saturating_add(2));
    }
    Ok(())
}

/// A reply for each legal move without check, and a no-mate after both.
fn read_refutations(
    source: &mut Source<'_>,
    board: &mut Board,
    found: &mut CheckedHisshi,
) -> Result<(), CheckError> {
    for mv in legal_moves(board) {
        let undo = board.play(mv);
        if !board.in_check() {
            let reply = source.u16()?;
            if !board.is_legal(reply) {
                let wrong = format!("after {} the reply {} is not legal", name(mv), name(reply));
                return Err(CheckError::Hisshi(wrong));
            }
            let undo = board.play(reply);
            found.add(&part(source, board, Claim::NoMate, [mv, reply])?);
            board.take_back(reply, undo);
        }
        board.take_back(mv, undo);
    }
    Ok(())
}

impl CheckedHisshi {
    fn add(&mut self, part: &Checked) {
        self.parts += 1;
        self.records += part.records;
    }
}

/// All legal moves in order.
fn legal_moves(board: &mut Board) -> Vec<Code> {
    (0..1 << 15).filter(|&code| board.is_legal(code)).collect()
}

/// Checks the next part: a certificate with this claim about this position, which two moves have led to.
fn part(
    source: &mut Source<'_>,
    board: &Board,
    expected: Claim,
    moves: [Code; 2],
) -> Result<Checked, CheckError> {
    let length = source.number()?;
    let certificate = source.bytes(length)?;
    let wrong = match check(&certificate[..]) {
        Err(error) => error.to_string(),
        Ok(checked) if checked.claim == expected && Board::from_sfen(&checked.sfen).as_ref() == Ok(board) => {
            return Ok(checked);
        }
        Ok(Checked { claim, sfen, .. }) => format!(
            "certificate of {claim:?} in {sfen}, expected {expected:?} in the position after these moves"
        ),
    };
    let [key, reply] = moves.map(name);
    Err(CheckError::Hisshi(format!("after {key} {reply}: {wrong}")))
}
