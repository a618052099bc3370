//! Certificates whose truth is known, and forgers who write whole certificates.

use std::fmt::Debug;
use std::sync::LazyLock;

use crate::common::truth::{Graph, listed, random_problem};
use crate::common::{MATES, PLENTY, lengths, problems, solver};
use komadai_core::rng::SplitMix64;
use komadai_core::{Hand, Move, Position};
use komadai_tsume::checker::{CheckError, Checked, Claim, check};

/// Maximum number of positions that the judge lists.
pub(crate) const MOST: usize = 2_000;

/// A problem whose answer is known, and a certificate about it.
pub(crate) struct Case {
    pub(crate) sfen: String,
    /// Plies to the shortest mate, if there is one.
    pub(crate) plies: Option<usize>,
    pub(crate) claim: Claim,
    pub(crate) certificate: Vec<u8>,
}

/// 20 small random problems and 20 practical mates, each with the certificate of its answer, and with one that there is no mate within
/// two plies fewer.
pub(crate) static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let small = listed(random_problem, 3, MOST)
        .filter(|(_, graph, plies)| graph.len() >= if plies.is_some() { 8 } else { 20 })
        .map(|(pos, _, plies)| (pos, plies));
    let mut known: Vec<_> = small.take(20).collect();
    let mates = problems(MATES).into_iter().filter(|problem| problem.plies > Some(1)).step_by(4).take(20);
    known.extend(mates.map(|problem| (problem.pos, problem.plies.map(|plies| plies as usize))));
    let (mut solver, mut lengths) = (solver(1, 50_000), lengths(1, PLENTY));
    let mut cases = Vec::new();
    for (pos, plies) in known {
        let answer = solver.solve(&mut pos.clone()).tree.map(|tree| tree.certificate());
        let within = plies.map_or(5, |plies| plies.saturating_sub(2)) as u16;
        let none = if within > 1 { lengths.certify_no_mate(&pos, within, 10_000) } else { None };
        cases.extend([answer, none].into_iter().flatten().map(|certificate| Case {
            sfen: pos.unnumbered(),
            plies,
            claim: certificate.claim,
            certificate: certificate.bytes,
        }));
    }
    cases
});

impl Case {
    /// All bytes but the checksum.
    pub(crate) fn payload(&self) -> &[u8] {
        &self.certificate[..self.certificate.len() - 4]
    }

    /// Whether an accepted claim is true, of this problem or of another one; `None` if the problem is too large to tell.
    pub(crate) fn allows(&self, checked: &Checked) -> Option<bool> {
        let plies = if checked.sfen == self.sfen {
            self.plies
        } else {
            Graph::new(&format!("{} 1", checked.sfen).parse().ok()?, MOST)?.plies()
        };
        Some(match checked.claim {
            Claim::Mate => plies.is_some_and(|plies| plies <= checked.plies as usize),
            Claim::NoMate => plies.is_none(),
            Claim::NoMateWithin => plies.is_none_or(|plies| plies > checked.plies as usize),
        })
    }
}

/// Asserts that a file is refused in these words.
#[track_caller]
pub(crate) fn assert_says<T: Debug>(checked: Result<T, CheckError>, words: &str) {
    let error = checked.expect_err("it is refused").to_string();
    assert!(error.contains(words), "{error}, expected {words}");
}

/// Appends the right checksum to some bytes.
pub(crate) fn sealed(mut payload: Vec<u8>) -> Vec<u8> {
    let checksum = crc32fast::hash(&payload);
    payload.extend(checksum.to_le_bytes());
    payload
}

/// A number, seven bits a byte.
pub(crate) fn put_number(bytes: &mut Vec<u8>, mut number: usize) {
    while number > 127 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Bytes of a move.
pub(crate) fn bits(mv: &str) -> [u8; 2] {
    mv.parse::<Move>().expect("a move of a test").bits().to_le_bytes()
}

/// Writes certificates without knowing what is true: any check, any reply, any record that looks alike.
struct Forger<'a> {
    rng: &'a mut SplitMix64,
    claim: Claim,
    records: Vec<(u64, Hand)>,
    bytes: Vec<u8>,
    /// Records that may still begin.
    left: usize,
}

impl Forger<'_> {
    fn place(&mut self, pos: &Position, plies: usize) {
        let attacker = pos.side_to_move();
        let alike = |&(board, _): &(u64, Hand)| board == pos.board_key();
        let same = |&(board, hand): &(u64, Hand)| board == pos.board_key() && hand == pos.hand(attacker);
        let seen = self.records.len();
        let same = self.records.iter().rposition(same).or(self.records.iter().rposition(alike));
        match same {
            Some(index) => put_number(&mut self.bytes, seen + 1 - index),
            None if self.left == 0 => {
                let back = self.rng.below(seen as u64) as usize;
                put_number(&mut self.bytes, 2 + back);
            }
            None => self.record(pos, plies),
        }
    }

    fn record(&mut self, pos: &Position, plies: usize) {
        self.left -= 1;
        self.records.push((pos.board_key(), pos.hand(pos.side_to_move())));
        self.bytes.push(0);
        if self.claim == Claim::NoMateWithin && plies == 1 {
            return;
        }
        let mut legal = pos.legal_moves().to_vec();
        legal.sort_unstable();
        let checks: Vec<Move> = legal.iter().copied().filter(|&mv| pos.gives_check(mv)).collect();
        let any = |moves: &[Move], rng: &mut SplitMix64| {
            (!moves.is_empty()).then(|| moves[rng.below(moves.len() as u64) as usize])
        };
        match self.claim {
            Claim::Mate => {
                let Some(mating) = any(&checks, self.rng).or(any(&legal, self.rng)) else {
                    return self.bytes.extend([1, 2]);
                };
                self.bytes.extend(mating.bits().to_le_bytes());
                let mid = pos.after([mating]);
                let mut replies = mid.legal_moves().to_vec();
                replies.sort_unstable();
                for reply in replies {
                    self.place(&mid.after([reply]), 0);
                }
            }
            Claim::NoMate | Claim::NoMateWithin => {
                for check in checks {
                    let mid = pos.after([check]);
                    match any(&mid.legal_moves(), self.rng) {
                        Some(reply) => {
                            self.bytes.extend(reply.bits().to_le_bytes());
                            if self.claim == Claim::NoMate || plies > 3 {
                                self.place(&mid.after([reply]), plies.saturating_sub(2));
                            }
                        }
                        // The check mates, so anything said here is a lie.
                        None => self.bytes.extend([1, 2, 0]),
                    }
                }
            }
        }
    }
}

/// `plies` are those of a claim of no mate within so many plies.
pub(crate) fn forge(rng: &mut SplitMix64, pos: &Position, claim: Claim, plies: usize) -> Vec<u8> {
    let left = 1 + rng.below(60) as usize;
    let mut forger = Forger { rng, claim, records: Vec::new(), bytes: Vec::new(), left };
    forger.record(pos, plies);
    let body = std::mem::take(&mut forger.bytes);
    let sfen = pos.unnumbered();
    forger.bytes.extend(b"KMDC\x01\x00");
    let (claim, plies) = match claim {
        Claim::Mate => (1, 1_000_000),
        Claim::NoMate => (2, 0),
        Claim::NoMateWithin => (3, plies),
    };
    forger.bytes.extend([claim, sfen.len() as u8]);
    forger.bytes.extend(sfen.as_bytes());
    put_number(&mut forger.bytes, forger.records.len());
    put_number(&mut forger.bytes, plies);
    sealed([forger.bytes, body].concat())
}

/// What the checker says of a certificate about a king on 5a, a pawn on 5c and a hand, from the bytes behind the position.
pub(crate) fn told(claim: u8, hand: &str, body: &[u8]) -> String {
    match check(&about(claim, &format!("4k4/9/4P4/9/9/9/9/9/9 b {hand}"), body)[..]) {
        Ok(checked) => format!("{:?} within {}", checked.claim, checked.plies),
        Err(error) => error.to_string(),
    }
}

/// A certificate about a position, with the right checksum.
pub(crate) fn about(claim: u8, sfen: &str, body: &[u8]) -> Vec<u8> {
    sealed([b"KMDC\x01\x00".as_slice(), &[claim, sfen.len() as u8], sfen.as_bytes(), body].concat())
}
