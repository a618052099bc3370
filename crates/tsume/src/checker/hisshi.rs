//! Checks certificates of hisshi (必至): one move without check, the key, after which every reply is mated by checks alone.
//!
//! The format is described in [`hisshi::certificate`](crate::hisshi::certificate). Each part of such a file is a certificate of
//! its own, which [`check`] accepts or not. What is left to see here:
//!
//! - the key, and every move that is said to fail, is legal and gives no check;
//! - no legal reply to the key is missing, or no legal move without check;
//! - every part is about the position after its own two moves, and claims a mate, or a no-mate.
//!
//! The moves are listed by trying every number that could be one ([`Board::is_legal`]). A defender without a legal move has
//! lost, so a key without replies needs no part.

use std::io::Read;

use super::board::{Board, Code, name};
use super::source::{NoByte, Source};
use super::{CheckError, Checked, Claim, check};

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

/// Why a certificate of hisshi is not accepted. Moves are written as in USI.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HisshiCheckError {
    /// The file is no certificate of hisshi.
    #[error("begins with \"{}\", expected a certificate of hisshi, which begins with \"KMDH\"", .0.escape_ascii())]
    Magic([u8; 4]),
    /// The format has another version.
    #[error("certificate of hisshi: version {0}, expected 1")]
    Version(u16),
    /// The claim is neither that there is a key nor that there is none.
    #[error("certificate of hisshi: claim {0}, expected 1 (a key) or 2 (no key)")]
    Claim(u8),
    /// The file is cut, damaged, cannot be read, or its position is not valid.
    #[error(transparent)]
    File(#[from] CheckError),
    /// The key is not legal.
    #[error("certificate of hisshi: key {0} is not legal")]
    Key(String),
    /// The key gives check.
    #[error("certificate of hisshi: key {0} gives check, expected a move without check")]
    KeyChecks(String),
    /// The reply to a move is not legal.
    #[error("certificate of hisshi: after {key} the reply {reply} is not legal")]
    Reply {
        /// The move without check.
        key: String,
        /// The recorded reply.
        reply: String,
    },
    /// The certificate of the position after a move and its reply is refused.
    #[error("certificate of hisshi: after {key} {reply}: {error}")]
    Part {
        /// The move without check.
        key: String,
        /// The reply to it.
        reply: String,
        /// What is wrong with the certificate.
        error: Box<CheckError>,
    },
    /// The certificate of the position after a move and its reply is about something else.
    #[error(
        "certificate of hisshi: after {key} {reply}: certificate of {found:?} in {sfen}, expected {expected:?} in the position after these moves"
    )]
    Other {
        /// The move without check.
        key: String,
        /// The reply to it.
        reply: String,
        /// The claim of the certificate.
        found: Claim,
        /// The position of the certificate.
        sfen: String,
        /// The claim that is needed.
        expected: Claim,
    },
}

impl From<NoByte> for HisshiCheckError {
    fn from(error: NoByte) -> HisshiCheckError {
        CheckError::from(error).into()
    }
}

/// Whether a file that begins with these bytes is a certificate of hisshi, for [`check_hisshi`], not for [`check`].
pub fn is_hisshi(begin: &[u8]) -> bool {
    begin.starts_with(b"KMDH")
}

/// Checks a certificate of hisshi. The stream is read to its end, or up to 1 GiB.
///
/// Memory grows with what has been read: one part at a time is held and checked.
///
/// # Errors
///
/// [`HisshiCheckError`] with the first thing that is wrong. Nothing is shown then, although the claim may be true.
pub fn check_hisshi(reader: impl Read) -> Result<CheckedHisshi, HisshiCheckError> {
    let mut source = Source::new(reader);
    let checked = read(&mut source);
    // Of another kind of file, which may have no end, there is nothing more to say.
    if matches!(checked, Err(HisshiCheckError::Magic(_) | HisshiCheckError::Version(_))) {
        return checked;
    }
    // Damage is reported before anything else that seems wrong with the file.
    match (checked, source.finish()) {
        (Err(HisshiCheckError::File(CheckError::Io(error))), _) => Err(CheckError::Io(error).into()),
        (_, Err(error)) => Err(error.into()),
        (_, Ok((_, None))) => Err(CheckError::Cut.into()),
        (_, Ok((_, Some((stored, found))))) if stored != found => {
            Err(CheckError::Damaged { stored, found }.into())
        }
        (Ok(_), Ok((left @ 1.., _))) => Err(CheckError::Left(left).into()),
        (checked, _) => checked,
    }
}

fn read<R: Read>(source: &mut Source<R>) -> Result<CheckedHisshi, HisshiCheckError> {
    let magic = [source.byte()?, source.byte()?, source.byte()?, source.byte()?];
    if !is_hisshi(&magic) {
        return Err(HisshiCheckError::Magic(magic));
    }
    let version = source.u16()?;
    if version != 1 {
        return Err(HisshiCheckError::Version(version));
    }
    let claim = source.byte()?;
    let length = u64::from(source.byte()?);
    let sfen = String::from_utf8_lossy(&bytes(source, length)?).into_owned();
    let board = Board::from_sfen(&sfen).and_then(|board| board.impossible().map_or(Ok(board), Err));
    let mut board = board.map_err(|problem| CheckError::Position { sfen: sfen.clone(), problem })?;
    let mut found = CheckedHisshi { sfen, key: None, parts: 0, records: 0, plies: 0 };
    match claim {
        1 => read_key(source, &mut board, &mut found)?,
        2 => read_refutations(source, &mut board, &mut found)?,
        other => return Err(HisshiCheckError::Claim(other)),
    }
    Ok(found)
}

/// A key, and a mate for each legal reply.
fn read_key<R: Read>(
    source: &mut Source<R>,
    board: &mut Board,
    found: &mut CheckedHisshi,
) -> Result<(), HisshiCheckError> {
    let key = source.u16()?;
    if !board.is_legal(key) {
        return Err(HisshiCheckError::Key(name(key)));
    }
    board.play(key);
    if board.in_check() {
        return Err(HisshiCheckError::KeyChecks(name(key)));
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
fn read_refutations<R: Read>(
    source: &mut Source<R>,
    board: &mut Board,
    found: &mut CheckedHisshi,
) -> Result<(), HisshiCheckError> {
    for mv in legal_moves(board) {
        let undo = board.play(mv);
        if !board.in_check() {
            let reply = source.u16()?;
            if !board.is_legal(reply) {
                return Err(HisshiCheckError::Reply { key: name(mv), reply: name(reply) });
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
fn part<R: Read>(
    source: &mut Source<R>,
    board: &Board,
    expected: Claim,
    moves: [Code; 2],
) -> Result<Checked, HisshiCheckError> {
    let length = source.number()?;
    let certificate = bytes(source, length)?;
    let [key, reply] = moves.map(name);
    match check(&certificate[..]) {
        Err(error) => Err(HisshiCheckError::Part { key, reply, error: error.into() }),
        Ok(checked) if checked.claim == expected && Board::from_sfen(&checked.sfen).as_ref() == Ok(board) => {
            Ok(checked)
        }
        Ok(Checked { claim: found, sfen, .. }) => {
            Err(HisshiCheckError::Other { key, reply, found, sfen, expected })
        }
    }
}

/// The next bytes, taken one by one: a length that is too large takes no memory.
fn bytes<R: Read>(source: &mut Source<R>, length: u64) -> Result<Vec<u8>, NoByte> {
    let mut bytes = Vec::new();
    for _ in 0..length {
        bytes.push(source.byte()?);
    }
    Ok(bytes)
}
