//! What unit tests share: problems of the committed files, a search, what the checker says, hands.

use komadai_core::{Hand, PieceKind, Position};

use crate::checker::{Checked, check};
use crate::dfpn::memory::Memory;
use crate::dfpn::search::Dfpn;
use crate::problem::Problem;
use crate::tree::Tree;
use crate::{Counting, DependenceTable, Mobility};

pub(crate) const MATES: &str = include_str!("../../../data/tsume/mates.sfen");
pub(crate) const NEXTMOVES: &str = include_str!("../../../data/tsume/nextmoves.sfen");
pub(crate) const REGRESSIONS: &str = include_str!("../../../data/tsume/issue_regressions.sfen");
pub(crate) const ZUKO_MUSO: &str = include_str!("../../../data/tsume/zuko_muso.sfen");

/// Positions of a file, and the plies of its mates, 0 of others.
pub(crate) fn problems(text: &str) -> impl Iterator<Item = (Position, u16)> + Clone {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        (fields[1].parse().unwrap(), fields[3].parse().unwrap_or(0))
    })
}

/// The mates of a file of at most so many plies.
pub(crate) fn mates(text: &str, most: u16) -> impl Iterator<Item = (Position, u16)> {
    problems(text).filter(move |(_, plies)| (1..=most).contains(plies))
}

/// A search with a table of so many bytes that takes up a position.
pub(crate) fn dfpn(bytes: usize, pos: &Position) -> Dfpn<Mobility, DependenceTable> {
    let memory = Memory::new(bytes, DependenceTable::default()).unwrap();
    let mut dfpn = Dfpn::new(memory, Mobility, Counting::default(), 4_000);
    dfpn.memory.new_problem(Problem::new(pos, pos.side_to_move()));
    dfpn
}

/// What the checker says of the certificate of a tree, which it must accept.
pub(crate) fn checked(tree: &Tree) -> Checked {
    check(tree.certificate().bytes()).unwrap_or_else(|error| panic!("{}: {error}", tree.position()))
}

pub(crate) fn golds(n: u32) -> Hand {
    Hand::EMPTY.with(PieceKind::Gold, n).unwrap()
}
