//! Damage to bytes: cut, flipped, doubled, swapped, joined, in another encoding, with huge numbers.

use komadai::rng::SplitMix64;

use crate::cases::{number, once_in, one};

/// Damages bytes in one to four ways; `foreign` is cut from where two files are joined.
pub(crate) fn damage(rng: &mut SplitMix64, bytes: &mut Vec<u8>, foreign: &[u8]) {
    for _ in 0..=rng.below(4) {
        match rng.below(13) {
            0 => bytes.truncate(place(rng, bytes)),
            1 => flip_bits(rng, bytes),
            2 => on_lines(rng, bytes, |rng, lines| {
                let line = one(rng, lines).clone();
                // Lines of a binary file are long.
                let most = 1 + 200_000 / (line.len() + 1);
                let times = if once_in(rng, 8) { most.min(3000) } else { 1 };
                let at = rng.below(lines.len() as u64) as usize;
                lines.splice(at..at, std::iter::repeat_n(line, times));
            }),
            3 => on_lines(rng, bytes, |rng, lines| {
                let last = lines.len() as u64;
                lines.swap(rng.below(last) as usize, rng.below(last) as usize);
            }),
            4 => on_lines(rng, bytes, |rng, lines| {
                lines.remove(rng.below(lines.len() as u64) as usize);
            }),
            5 => {
                let (at, from) = (place(rng, bytes), place(rng, foreign));
                bytes.truncate(at);
                bytes.extend(&foreign[from..]);
            }
            6 => other_number(rng, bytes),
            7 => insert(rng, bytes, &[0xff, 0xfe, 0, 0x1b]),
            8 => insert(rng, bytes, "％ー\u{202e}\u{0}\u{feff}▲同　玉".as_bytes()),
            9 => other_encoding(rng, bytes),
            10 => other_line_ends(rng, bytes),
            11 => {
                let from = place(rng, bytes);
                let piece = bytes[from..(from + 64).min(bytes.len())].to_vec();
                let times = 1 + rng.below(50) as usize;
                insert(rng, bytes, &piece.repeat(times));
            }
            _ => overwrite(rng, bytes),
        }
    }
}

/// Any place in the bytes, their end included.
fn place(rng: &mut SplitMix64, bytes: &[u8]) -> usize {
    rng.below(bytes.len() as u64 + 1) as usize
}

fn insert(rng: &mut SplitMix64, bytes: &mut Vec<u8>, piece: &[u8]) {
    let at = place(rng, bytes);
    bytes.splice(at..at, piece.iter().copied());
}

fn flip_bits(rng: &mut SplitMix64, bytes: &mut [u8]) {
    for _ in 0..=rng.below(8) {
        if !bytes.is_empty() {
            let at = rng.below(bytes.len() as u64) as usize;
            bytes[at] ^= 1 << rng.below(8);
        }
    }
}

/// Some bytes become all ones or all zeros, as lengths in headers do.
fn overwrite(rng: &mut SplitMix64, bytes: &mut [u8]) {
    let begin = place(rng, bytes);
    let end = (begin + (1 << rng.below(4))).min(bytes.len());
    bytes[begin..end].fill(if once_in(rng, 2) { 0xff } else { 0 });
}

fn on_lines(rng: &mut SplitMix64, bytes: &mut Vec<u8>, change: impl Fn(&mut SplitMix64, &mut Vec<Vec<u8>>)) {
    let mut lines: Vec<Vec<u8>> = bytes.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    if !lines.is_empty() {
        change(rng, &mut lines);
        *bytes = lines.concat();
    }
}

/// A run of digits becomes another number.
fn other_number(rng: &mut SplitMix64, bytes: &mut Vec<u8>) {
    let begins = |at: &usize| {
        bytes[*at].is_ascii_digit() && at.checked_sub(1).is_none_or(|before| !bytes[before].is_ascii_digit())
    };
    let places: Vec<usize> = (0..bytes.len()).filter(begins).collect();
    if !places.is_empty() {
        let begin = *one(rng, &places);
        let digits = bytes[begin..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        bytes.splice(begin..begin + digits, number(rng).into_bytes());
    }
}

/// UTF-16, bytes that say another encoding than they are in, or an archive's first bytes.
fn other_encoding(rng: &mut SplitMix64, bytes: &mut Vec<u8>) {
    let text = String::from_utf8_lossy(bytes).into_owned();
    match rng.below(5) {
        0 => {
            *bytes = [0xff, 0xfe].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect();
        }
        1 => *bytes = text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        2 => drop(bytes.splice(0..0, *b"\xef\xbb\xbf")),
        3 => drop(bytes.splice(0..0, *one(rng, &[*b"\x1f\x8b\x08\x00", *b"PK\x03\x04", *b"7z\xbc\xaf"]))),
        _ => drop(bytes.splice(0..0, *b"#KIF version=2.0 encoding=Shift_JIS\r\n")),
    }
}

fn other_line_ends(rng: &mut SplitMix64, bytes: &mut Vec<u8>) {
    let end = *one(rng, &[&b"\r\n"[..], b"\r", b"\n\n", b"\0", b"", b"\xe2\x80\xa8"]);
    *bytes = bytes.split(|&byte| byte == b'\n').collect::<Vec<_>>().join(end);
}
