//! What may be done to certificates: bytes that change on their way, and forgers who write whole ones.

use std::cell::Cell;

use crate::common::truth::Graph;
use komadai_core::rng::SplitMix64;
use komadai_core::{Hand, Move, Position};
use komadai_tsume::checker::{CheckError, Checked, Claim, check};
use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop_oneof};
use proptest::sample::Index;
use proptest::{prop_assert, proptest};

/// Most positions that the judge lists.
pub(crate) const MOST: usize = 2_000;

/// A problem whose answer is known, and a certificate about it.
pub(crate) struct Case {
    pub(crate) sfen: String,
    /// Plies to the shortest mate, if there is one.
    pub(crate) plies: Option<usize>,
    pub(crate) certificate: Vec<u8>,
}

impl Case {
    pub(crate) fn new(pos: &Position, plies: Option<usize>, certificate: Vec<u8>) -> Case {
        let sfen = pos.to_string().rsplit_once(' ').expect("SFEN ends with a number").0.to_owned();
        Case { sfen, plies, certificate }
    }

    /// All bytes but the checksum.
    pub(crate) fn payload(&self) -> &[u8] {
        &self.certificate[..self.certificate.len() - 4]
    }

    /// Whether an accepted claim is true, of this problem or of another one; `None` if that is too large to tell.
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

/// Changes a few bytes of the cases and puts the right checksum under them.
pub(crate) fn assert_changes_are_refused_or_still_true(cases: &[Case]) {
    let (accepted, refused) = (Cell::new(0), Cell::new(0));
    let config = ProptestConfig::with_cases(1_500);
    let cases_in_all = config.cases;
    proptest!(config, |(i in 0..cases.len(), changes in proptest::collection::vec(change(), 1..4))| {
        let mut payload = cases[i].payload().to_vec();
        for change in &changes {
            apply(&mut payload, change);
        }
        if payload != cases[i].payload() {
            match check(&sealed(payload)[..]) {
                Ok(checked) => {
                    prop_assert!(cases[i].allows(&checked) != Some(false), "{checked:?}");
                    accepted.set(accepted.get() + 1);
                }
                Err(_) => refused.set(refused.get() + 1),
            }
        }
    });
    // A few changes leave the claim true: a piece in hand that nobody needs, a larger number of plies.
    assert!(refused.get() > cases_in_all / 2, "{refused:?} refused, {accepted:?} accepted");
}

/// Cuts the cases short at every byte, with and without the right checksum, and adds one.
pub(crate) fn assert_prefixes_and_longer_files_are_refused(cases: &[Case]) {
    for case in cases {
        let (payload, bytes, sfen) = (case.payload(), &case.certificate, &case.sfen);
        for len in 0..bytes.len() {
            assert!(check(&bytes[..len]).is_err(), "{len} bytes of {sfen}");
        }
        for len in 0..payload.len() {
            assert!(check(&sealed(payload[..len].to_vec())[..]).is_err(), "{len} bytes of {sfen}");
        }
        let longer = sealed([payload, &[0]].concat());
        assert!(matches!(check(&longer[..]), Err(CheckError::Left(1))), "{sfen}");
    }
}

/// Puts the right checksum under some bytes.
pub(crate) fn sealed(mut payload: Vec<u8>) -> Vec<u8> {
    let checksum = crc32fast::hash(&payload);
    payload.extend(checksum.to_le_bytes());
    payload
}

/// Bytes of a move.
pub(crate) fn bits(mv: &str) -> [u8; 2] {
    mv.parse::<Move>().expect("a move of a test").bits().to_le_bytes()
}

/// What can happen to bytes on their way.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    Replace(Index, u8),
    Insert(Index, u8),
    Remove(Index),
    Cut(Index),
    Swap(Index, Index),
    /// A run of bytes, copied over another place.
    Copy(Index, Index, usize),
    /// The other claim.
    Claim,
}

pub(crate) fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        4 => (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Change::Replace(at, byte)),
        4 => (any::<Index>(), 0..6_u8).prop_map(|(at, byte)| Change::Replace(at, byte)),
        1 => (any::<Index>(), 0..6_u8).prop_map(|(at, byte)| Change::Insert(at, byte)),
        1 => any::<Index>().prop_map(Change::Remove),
        1 => any::<Index>().prop_map(Change::Cut),
        1 => (any::<Index>(), any::<Index>()).prop_map(|(a, b)| Change::Swap(a, b)),
        1 => (any::<Index>(), any::<Index>(), 1..8_usize).prop_map(|(from, to, n)| Change::Copy(from, to, n)),
        1 => Just(Change::Claim),
    ]
}

pub(crate) fn apply(bytes: &mut Vec<u8>, change: &Change) {
    match *change {
        Change::Claim => bytes[6] = 3 - bytes[6].min(3),
        Change::Replace(at, byte) => {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        Change::Insert(at, byte) => bytes.insert(at.index(bytes.len()), byte),
        Change::Remove(at) => drop(bytes.remove(at.index(bytes.len()))),
        Change::Cut(at) => bytes.truncate(at.index(bytes.len()).max(8)),
        Change::Swap(a, b) => {
            let (a, b) = (a.index(bytes.len()), b.index(bytes.len()));
            bytes.swap(a, b);
        }
        Change::Copy(from, to, n) => {
            let (from, to) = (from.index(bytes.len()), to.index(bytes.len()));
            let n = n.min(bytes.len() - from.max(to));
            bytes.copy_within(from..from + n, to);
        }
    }
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
    fn number(&mut self, mut number: usize) {
        while number > 127 {
            self.bytes.push(number as u8 | 128);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    fn place(&mut self, pos: &Position, plies: usize) {
        let attacker = pos.side_to_move();
        let alike = |&(board, _): &(u64, Hand)| board == pos.board_key();
        let same = |&(board, hand): &(u64, Hand)| board == pos.board_key() && hand == pos.hand(attacker);
        let seen = self.records.len();
        let same = self.records.iter().rposition(same).or(self.records.iter().rposition(alike));
        match same {
            Some(index) => self.number(seen + 1 - index),
            None if self.left == 0 => {
                let back = self.rng.below(seen as u64) as usize;
                self.number(2 + back);
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
        let after = |pos: &Position, mv: Move| {
            let mut after = pos.clone();
            after.do_move(mv);
            after
        };
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
                let mid = after(pos, mating);
                let mut replies = mid.legal_moves().to_vec();
                replies.sort_unstable();
                for reply in replies {
                    self.place(&after(&mid, reply), 0);
                }
            }
            Claim::NoMate | Claim::NoMateWithin => {
                for check in checks {
                    let mid = after(pos, check);
                    match any(&mid.legal_moves(), self.rng) {
                        Some(reply) => {
                            self.bytes.extend(reply.bits().to_le_bytes());
                            if self.claim == Claim::NoMate || plies > 3 {
                                self.place(&after(&mid, reply), plies.saturating_sub(2));
                            }
                        }
                        // The check mates: whatever is said is a lie.
                        None => self.bytes.extend([1, 2, 0]),
                    }
                }
            }
        }
    }
}

/// `plies` are those of a claim of no mate within so many.
pub(crate) fn forge(rng: &mut SplitMix64, pos: &Position, claim: Claim, plies: usize) -> Vec<u8> {
    let left = 1 + rng.below(60) as usize;
    let mut forger = Forger { rng, claim, records: Vec::new(), bytes: Vec::new(), left };
    forger.record(pos, plies);
    let body = std::mem::take(&mut forger.bytes);
    let sfen = pos.to_string();
    let sfen = sfen.rsplit_once(' ').expect("SFEN ends with a number").0;
    forger.bytes.extend(b"KMDC\x01\x00");
    let (claim, plies) = match claim {
        Claim::Mate => (1, 1_000_000),
        Claim::NoMate => (2, 0),
        Claim::NoMateWithin => (3, plies),
    };
    forger.bytes.extend([claim, sfen.len() as u8]);
    forger.bytes.extend(sfen.as_bytes());
    forger.number(forger.records.len());
    forger.number(plies);
    sealed([forger.bytes, body].concat())
}
