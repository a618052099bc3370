//! Certificates of hisshi that somebody changed: no false claim passes.

use std::sync::Arc;

use crate::common::forge::{assert_says, bits, put_number, sealed};
use crate::common::{PLENTY, lengths, position, solver};
use crate::hisshi::ALL_KEYS;
use komadai_core::Move;
use komadai_tsume::checker::{check, check_hisshi, is_hisshi};
use komadai_tsume::{Tree, find_hisshi};

/// Key 3b2c: the gold on 2d and the horse on 4a mate on the two sides; few replies.
const KEY: &str = "5+B1nl/7k1/6ppp/9/9/9/9/9/9 b Sg 1";
/// The same without the silver: no key.
const NO_KEY: &str = "5+B1nl/7k1/6ppp/9/9/9/9/9/9 b Pg 1";

/// A certificate of hisshi taken apart.
#[derive(Clone)]
struct Bundle {
    /// Magic to version.
    magic: Vec<u8>,
    claim: u8,
    sfen: String,
    key: Option<[u8; 2]>,
    /// The reply where there is no key, and the certificate.
    parts: Vec<(Option<[u8; 2]>, Vec<u8>)>,
}

/// A change to a certificate, and the words of its refusal.
type Forgery = (fn(&mut Bundle), &'static str);

impl Bundle {
    fn of(sfen: &str) -> Bundle {
        let pos = position(sfen);
        let answer = find_hisshi(&pos, &mut solver(4, PLENTY), &ALL_KEYS);
        let bytes = answer.certificate().unwrap_or_else(|| panic!("{:?}", answer.verdict));
        let certificate = |tree: &Tree| tree.certificate().bytes;
        let key = answer.keys.first();
        let shown = |tree: &Option<Arc<Tree>>| certificate(tree.as_ref().expect("it is shown"));
        let parts = match key {
            Some(key) => key.replies.iter().map(|it| (None, certificate(&it.tree))).collect(),
            None => answer.refuted.iter().map(|it| (Some(code(it.reply)), shown(&it.tree))).collect(),
        };
        let (magic, key) = (bytes[..6].to_vec(), key.map(|key| code(key.key)));
        let bundle = Bundle { magic, claim: bytes[6], sfen: pos.unnumbered(), key, parts };
        assert_eq!(bundle.write(), bytes);
        bundle
    }

    /// The file, with a right checksum.
    fn write(&self) -> Vec<u8> {
        let mut bytes = self.magic.clone();
        bytes.extend([self.claim, self.sfen.len() as u8]);
        bytes.extend(self.sfen.as_bytes());
        bytes.extend(self.key.into_iter().flatten());
        for (reply, certificate) in &self.parts {
            bytes.extend(reply.iter().flatten());
            put_number(&mut bytes, certificate.len());
            bytes.extend(certificate);
        }
        sealed(bytes)
    }

    /// Asserts that it is refused in these words after a change.
    #[track_caller]
    fn refuses(&self, change: impl FnOnce(&mut Bundle), words: &str) {
        let mut forged = self.clone();
        change(&mut forged);
        assert_says(check_hisshi(&forged.write()[..]), words);
    }
}

fn code(mv: Move) -> [u8; 2] {
    mv.bits().to_le_bytes()
}

#[test]
fn what_is_missing_or_exchanged_in_a_key_is_refused() {
    let fine = Bundle::of(KEY);
    assert!(is_hisshi(&fine.magic) && fine.parts.len() > 20);
    // Missing replies: each is noticed, the last one because the file ends.
    for i in 0..fine.parts.len() {
        let words =
            if i + 1 == fine.parts.len() { "ends before its last record" } else { "in the position after" };
        fine.refuses(|it| drop(it.parts.remove(i)), words);
    }
    let forgeries: [Forgery; 17] = [
        // The certificate of another reply.
        (|it| it.parts.swap(3, 4), "in the position after these moves"),
        (|it| it.parts[5] = it.parts[6].clone(), "in the position after these moves"),
        // One too many.
        (|it| it.parts.push(it.parts[0].clone()), "bytes after the last record"),
        // A part that is a wrong certificate: its last byte belongs to its checksum.
        (|it| *it.parts[2].1.last_mut().expect("bytes") ^= 1, "checksum"),
        // Moves that are no keys.
        (|it| it.key = Some(bits("S*3d")), "in the position after these moves"),
        (|it| it.key = Some(bits("4a3a")), "key 4a3a gives check"),
        (|it| it.key = Some(bits("S*2b")), "key S*2b is not legal"),
        (|it| it.key = Some([0xff; 2]), "is not legal"),
        // Another position, another claim, another format.
        (|it| it.sfen = it.sfen.replace(" b Sg", " b S"), "in the position after these moves"),
        (|it| it.sfen = it.sfen.replace(" b Sg", " w Sg"), "no king of the side that"),
        (|it| it.sfen = it.sfen.replace("9/9/9 b", "9/7p1/9 b"), "pawns of one side on a file"),
        (|it| it.sfen = it.sfen.replace("9/9 b", "45/9 b"), "one number from 1 to 9"),
        (|it| it.sfen = "9 b -".to_owned(), "expected nine ranks"),
        (|it| it.claim = 2, "is not legal"),
        (|it| it.claim = 3, "claim 3, expected 1 (a key) or 2 (no key)"),
        (|it| it.magic[3] = b'C', "expected a certificate of hisshi"),
        (|it| it.magic[4] = 2, "version 2, expected 1"),
    ];
    for (change, words) in forgeries {
        fine.refuses(change, words);
    }
}

#[test]
fn what_is_missing_or_exchanged_without_a_key_is_refused() {
    let fine = Bundle::of(NO_KEY);
    assert_eq!(fine.claim, 2);
    for i in 0..fine.parts.len() {
        fine.refuses(|it| drop(it.parts.remove(i)), "");
    }
    fine.refuses(|it| it.parts[0].0 = Some(bits("5e5d")), "the reply 5e5d is not legal");
    fine.refuses(|it| it.parts.swap(0, 1), "in the position after these moves");
    fine.refuses(|it| it.parts.push(it.parts[0].clone()), "bytes after the last record");
    fine.refuses(|it| it.claim = 1, "is not legal");
    // Certificates of mates do not show that a move fails.
    let of_mate = Bundle::of(KEY).parts.swap_remove(0).1;
    fine.refuses(|it| it.parts[0].1 = of_mate, "expected NoMate in the position after these moves");
}

#[test]
fn cut_and_damaged_files_are_called_so() {
    for sfen in [KEY, NO_KEY] {
        let bytes = Bundle::of(sfen).write();
        for length in (0..bytes.len()).step_by(7) {
            assert!(check_hisshi(&bytes[..length]).is_err(), "{length}");
        }
        // Head, key or first reply, under a right checksum.
        for (at, bit) in (0..10 + usize::from(bytes[7])).flat_map(|at| (0..8).map(move |bit| (at, bit))) {
            let mut changed = bytes[..bytes.len() - 4].to_vec();
            changed[at] ^= 1 << bit;
            assert!(check_hisshi(&sealed(changed)[..]).is_err(), "bit {bit} of byte {at}");
        }
        let mut damaged = bytes.clone();
        damaged[20] ^= 1;
        assert_says(check_hisshi(&damaged[..]), "as stored at their end");
        assert_says(check(&bytes[..]), "expected a certificate of a mate or no-mate");
    }
}

#[test]
fn no_mate_within_some_plies_does_not_show_that_a_move_fails() {
    let fine = Bundle::of(NO_KEY);
    let about = check(&fine.parts[0].1[..]).expect("it was accepted").sfen;
    let none = lengths(1, PLENTY).certify_no_mate(&position(&format!("{about} 1")), 1, 1_000);
    let none = none.expect("no mate at all").bytes;
    fine.refuses(|it| it.parts[0].1 = none, "certificate of NoMateWithin in ");
}
