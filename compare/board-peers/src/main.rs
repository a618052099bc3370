//! Single-thread perft of published Rust shogi crates and of ours, side by side.
//!
//! Three conventions, never to be compared with each other:
//!
//! * `count` - the last ply is counted without building a move (only crates
//!   whose generator hands out destination sets can do this);
//! * `bulk`  - the last ply's moves are all built into a list, whose length is
//!   taken; no move of the last ply is played;
//! * `full`  - every move, the last ply's too, is played and taken back.
//!
//! Every cell is checked against a known node count. Crates are timed in turn
//! (A B C A B C ...) so that a slow patch of the machine hits all of them; the
//! table gives the median of the rounds. Times are this thread's CPU time, not
//! wall time, so that a neighbour taking the core does not count.
//!
//! Usage: board-peers [--rounds N] [--conv count,bulk,full] [--only NAME,...]
//!                    [--pos NAME,...] [--slow] [--min-ms N]
//!        board-peers [--only NAME,...] [--slow] --epd FILE
//!
//! With --epd the crates are checked against a file of `SFEN;D1 n;D2 n;...`
//! lines instead of being timed.
//!
//! Run it in this folder, with nothing else running:
//!
//!     cargo run --release -- --conv bulk,full
//!     RUSTFLAGS="-C target-cpu=x86-64-v3" cargo run --release -- --conv bulk,full
//!     cargo run --release -- --epd ../../data/perft/perft.epd
//!
//! The last table is the geometric mean of the ratios to `shunsai`, the fastest
//! other crate, over the positions both have right.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Conv {
    Count,
    Bulk,
    Full,
}

impl Conv {
    fn name(self) -> &'static str {
        match self {
            Conv::Count => "count",
            Conv::Bulk => "bulk",
            Conv::Full => "full",
        }
    }
}

/// One crate under test. `None` where it has no such convention.
trait Peer {
    fn perft(&mut self, conv: Conv, depth: u32) -> Option<u64>;
}

struct PeerKind {
    name: &'static str,
    /// Two orders of magnitude slower: gets one ply less, and only with --slow.
    slow: bool,
    load: fn(&str) -> Box<dyn Peer>,
}

const KINDS: &[PeerKind] = &[
    PeerKind { name: "komadai", slow: false, load: |s| Box::new(Komadai::load(s)) },
    PeerKind { name: "komadai-tracked", slow: false, load: |s| Box::new(KomadaiTracked::load(s)) },
    PeerKind { name: "shunsai", slow: false, load: |s| Box::new(Shunsai::load(s)) },
    PeerKind { name: "haitaka", slow: false, load: |s| Box::new(Haitaka::load(s)) },
    PeerKind { name: "rsshogi", slow: false, load: |s| Box::new(Rsshogi::load(s)) },
    PeerKind { name: "shogi_legality_lite", slow: true, load: |s| Box::new(Lite::load(s)) },
    PeerKind { name: "shogi", slow: true, load: |s| Box::new(ShogiRs::load(s)) },
];

struct Case {
    name: &'static str,
    sfen: &'static str,
    depth: u32,
    nodes: u64,
    /// Node count one ply shallower, for the slow crates.
    nodes_less: u64,
}

include!("cases.rs");

// ---------------------------------------------------------------- komadai

struct Komadai(komadai_core::Position);

impl Komadai {
    fn load(sfen: &str) -> Self {
        Self(sfen.parse().expect("sfen"))
    }
}

impl Peer for Komadai {
    fn perft(&mut self, conv: Conv, depth: u32) -> Option<u64> {
        match conv {
            Conv::Count => None,
            Conv::Bulk => Some(komadai_core::perft::perft(&mut self.0, depth)),
            Conv::Full => Some(komadai_core::perft::perft_full(&mut self.0, depth)),
        }
    }
}

struct KomadaiTracked(komadai_core::Tracked);

impl KomadaiTracked {
    fn load(sfen: &str) -> Self {
        Self(komadai_core::Tracked::new(sfen.parse().expect("sfen")))
    }

    fn walk(p: &mut komadai_core::Tracked, conv: Conv, lists: &mut [komadai_core::MoveList]) -> u64 {
        let Some((list, rest)) = lists.split_first_mut() else { return 1 };
        list.clear();
        p.legal_moves(list);
        if rest.is_empty() && conv == Conv::Bulk {
            return list.len() as u64;
        }
        let mut n = 0;
        for m in &*list {
            p.do_move(m);
            n += Self::walk(p, conv, rest);
            p.undo();
        }
        n
    }
}

impl Peer for KomadaiTracked {
    fn perft(&mut self, conv: Conv, depth: u32) -> Option<u64> {
        if conv == Conv::Count {
            return None;
        }
        let mut lists = vec![komadai_core::MoveList::new(); depth as usize];
        Some(Self::walk(&mut self.0, conv, &mut lists))
    }
}

// ---------------------------------------------------------------- shunsai

struct Shunsai(shunsai::Position);

impl Shunsai {
    fn load(sfen: &str) -> Self {
        use shogi_usi_parser::FromUsi;
        let p = shogi_core::PartialPosition::from_usi(&format!("sfen {sfen}")).expect("sfen");
        Self(shunsai::Position::new(p))
    }

    fn walk(p: &mut shunsai::Position, conv: Conv, depth: u32, buf: &mut Vec<shogi_core::Move>) -> u64 {
        if depth == 0 {
            return 1;
        }
        if depth == 1 && conv == Conv::Count {
            let mut n = 0u64;
            let _ = p.generate_moves(|set| {
                n += set.len() as u64;
                ControlFlow::Continue(())
            });
            return n;
        }
        let base = buf.len();
        let _ = p.generate_moves(|set| {
            set.write_into(buf);
            ControlFlow::Continue(())
        });
        let end = buf.len();
        let mut n = 0;
        if depth == 1 && conv == Conv::Bulk {
            n = (end - base) as u64;
        } else {
            for i in base..end {
                let m = buf[i];
                let undo = p.do_move(m);
                n += Self::walk(p, conv, depth - 1, buf);
                p.undo_move(m, undo);
            }
        }
        buf.truncate(base);
        n
    }
}

impl Peer for Shunsai {
    fn perft(&mut self, conv: Conv, depth: u32) -> Option<u64> {
        let mut buf = Vec::with_capacity(600 * (depth as usize + 1));
        Some(Self::walk(&mut self.0, conv, depth, &mut buf))
    }
}

// ---------------------------------------------------------------- haitaka

struct Haitaka(haitaka::Board);

impl Haitaka {
    fn load(sfen: &str) -> Self {
        Self(haitaka::Board::from_sfen(sfen).expect("sfen"))
    }

    fn walk_count(b: &haitaka::Board, depth: u32) -> u64 {
        let mut n = 0;
        if depth == 0 {
            return 1;
        }
        b.generate_moves(|set| {
            if depth == 1 {
                n += set.into_iter().len() as u64;
            } else {
                for m in set {
                    let mut c = b.clone();
                    c.play_unchecked(m);
                    n += Self::walk_count(&c, depth - 1);
                }
            }
            false
        });
        n
    }

    fn walk_bulk(b: &haitaka::Board, depth: u32, buf: &mut Vec<haitaka::Move>) -> u64 {
        let base = buf.len();
        b.generate_moves(|set| {
            buf.extend(set);
            false
        });
        let end = buf.len();
        let mut n = 0;
        if depth == 1 {
            n = (end - base) as u64;
        } else {
            for i in base..end {
                let mut c = b.clone();
                c.play_unchecked(buf[i]);
                n += Self::walk_bulk(&c, depth - 1, buf);
            }
        }
        buf.truncate(base);
        n
    }

    fn walk_full(b: &haitaka::Board, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut n = 0;
        b.generate_moves(|set| {
            for m in set {
                let mut c = b.clone();
                c.play_unchecked(m);
                n += Self::walk_full(&c, depth - 1);
            }
            false
        });
        n
    }
}

impl Peer for Haitaka {
    fn perft(&mut self, conv: Conv, depth: u32) -> Option<u64> {
        Some(match conv {
            Conv::Count => Self::walk_count(&self.0, depth),
            Conv::Bulk => {
                let mut buf = Vec::with_capacity(600 * (depth as usize + 1));
                Self::walk_bulk(&self.0, depth, &mut buf)
            }
            Conv::Full => Self::walk_full(&self.0, depth),
        })
    }
}

// ---------------------------------------------------------------- rsshogi

struct Rsshogi(rsshogi::board::Position);

impl Rsshogi {
    fn load(sfen: &str) -> Self {
        let mut p = rsshogi::board::position_from_sfen(sfen).expect("sfen");
        p.init_stack();
        Self(p)
    }

    fn walk(
        p: &mut rsshogi::board::Position,
        conv: Conv,
        depth: u32,
        lists: &mut [rsshogi::board::Move32List],
    ) -> u64 {
        if depth == 0 {
            return 1;
        }
        let (list, rest) = lists.split_first_mut().expect("one list a ply");
        list.clear();
        rsshogi::board::movegen::generate_legal_all_move32(p, list);
        if depth == 1 && conv == Conv::Bulk {
            return list.len() as u64;
        }
        let mut n = 0;
        for &m in list.iter() {
            p.apply_move32(m);
            n += Self::walk(p, conv, depth - 1, rest);
            p.undo_move32(m).expect("undo");
        }
        n
    }
}

impl Peer for Rsshogi {
    fn perft(&mut self, conv: Conv, depth: u32) -> Option<u64> {
        if conv == Conv::Count {
            return None;
        }
        let mut lists: Vec<_> = (0..depth).map(|_| rsshogi::board::Move32List::new()).collect();
        Some(Self::walk(&mut self.0, conv, depth, &mut lists))
    }
}

// ---------------------------------------------------- shogi_legality_lite

struct Lite(shogi_core::PartialPosition);

impl Lite {
    fn load(sfen: &str) -> Self {
        use shogi_usi_parser::FromUsi;
        Self(shogi_core::PartialPosition::from_usi(&format!("sfen {sfen}")).expect("sfen"))
    }

    fn walk(p: &shogi_core::PartialPosition, conv: Conv, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let list = shogi_legality_lite::all_legal_moves_partial(p);
        if depth == 1 && conv == Conv::Bulk {
            return list.len() as u64;
        }
        list.into_iter()
            .map(|m| {
                let mut c = p.clone();
                c.make_move(m).expect("legal");
                Self::walk(&c, conv, depth - 1)
            })
            .sum()
    }
}

impl Peer for Lite {
    fn perft(&mut self, conv: Conv, depth: u32) -> Option<u64> {
        if conv == Conv::Count {
            return None;
        }
        Some(Self::walk(&self.0, conv, depth))
    }
}

// ------------------------------------------------------------------ shogi

struct ShogiRs(shogi::Position);

impl ShogiRs {
    fn load(sfen: &str) -> Self {
        shogi::bitboard::Factory::init();
        let mut p = shogi::Position::new();
        p.set_sfen(sfen).expect("sfen");
        Self(p)
    }

    /// The crate has no generator: offer every candidate, keep what it accepts.
    fn candidates(p: &shogi::Position) -> Vec<shogi::Move> {
        use shogi::{Move, Piece, PieceType, Square};
        let us = p.side_to_move();
        let mut v = Vec::with_capacity(128);
        for from in Square::iter() {
            match *p.piece_at(from) {
                Some(pc) if pc.color == us => {
                    for to in p.move_candidates(from, pc) {
                        v.push(Move::Normal { from, to, promote: false });
                        let zone = from.in_promotion_zone(us) || to.in_promotion_zone(us);
                        if zone && pc.piece_type.promote().is_some() {
                            v.push(Move::Normal { from, to, promote: true });
                        }
                    }
                }
                None => {
                    for piece_type in PieceType::iter().filter(|t| t.is_hand_piece()) {
                        if p.hand(Piece { piece_type, color: us }) > 0 {
                            v.push(Move::Drop { to: from, piece_type });
                        }
                    }
                }
                _ => {}
            }
        }
        v
    }

    fn walk(p: &mut shogi::Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut n = 0;
        for m in Self::candidates(p) {
            if p.make_move(m).is_ok() {
                n += Self::walk(p, depth - 1);
                p.unmake_move().expect("unmake");
            }
        }
        n
    }
}

impl Peer for ShogiRs {
    fn perft(&mut self, conv: Conv, depth: u32) -> Option<u64> {
        (conv == Conv::Full).then(|| Self::walk(&mut self.0, depth))
    }
}

// ----------------------------------------------------------------- driver

/// This thread's CPU time in seconds.
fn cpu() -> f64 {
    let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `t` is a valid, writable timespec for the length of the call.
    let rc = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut t) };
    assert_eq!(rc, 0, "no per-thread clock");
    t.tv_sec as f64 + t.tv_nsec as f64 * 1e-9
}

fn median(v: &mut [f64]) -> f64 {
    v.sort_by(f64::total_cmp);
    let k = v.len();
    if k % 2 == 1 { v[k / 2] } else { (v[k / 2 - 1] + v[k / 2]) / 2.0 }
}

/// Checks every crate against a file of `SFEN;D1 n;D2 n;...` lines.
fn check_epd(path: &str, kinds: &[&PeerKind], max_depth: u32, max_nodes: u64) {
    let text = std::fs::read_to_string(path).expect("read the file");
    let mut bad: BTreeMap<&str, u32> = BTreeMap::new();
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    for line in text.lines().filter(|l| !l.trim().is_empty() && !l.starts_with('#')) {
        let mut parts = line.split(';');
        let sfen = parts.next().expect("sfen").trim();
        for part in parts {
            let mut w = part.split_whitespace();
            let (Some(d), Some(n)) = (w.next(), w.next()) else { continue };
            let depth: u32 = d.trim_start_matches('D').parse().expect("depth");
            let nodes: u64 = n.parse().expect("nodes");
            for k in kinds {
                let cap = if k.slow { max_nodes / 10_000 } else { max_nodes };
                if depth > max_depth || nodes > cap {
                    continue;
                }
                let mut p = (k.load)(sfen);
                // Playing out every leaf of the big trees would take minutes.
                let convs = [Conv::Count, Conv::Bulk, Conv::Full];
                let convs = if nodes > 1_000_000 && !k.slow { &convs[..2] } else { &convs[..] };
                let got = convs.iter().filter_map(|&c| p.perft(c, depth)).collect::<Vec<_>>();
                *seen.entry(k.name).or_default() += 1;
                if got.iter().any(|&g| g != nodes) {
                    *bad.entry(k.name).or_default() += 1;
                    println!("MISMATCH {:<20} D{depth} want {nodes} got {got:?}  {sfen}", k.name);
                }
            }
        }
    }
    for (k, n) in &seen {
        println!("{k:<20} {n:>5} checked, {:>4} differ", bad.get(k).copied().unwrap_or(0));
    }
}

fn main() {
    let mut rounds = 5usize;
    let mut convs = vec![Conv::Count, Conv::Bulk, Conv::Full];
    let mut only: Option<Vec<String>> = None;
    let mut pos: Option<Vec<String>> = None;
    let mut slow = false;
    let mut epd = None;
    let mut min_ms = 100.0f64;
    let mut args = std::env::args().skip(1);
    while let Some(a) = args.next() {
        let mut val = || args.next().unwrap_or_else(|| panic!("{a} needs a value"));
        let list = |s: String| s.split(',').map(str::to_owned).collect::<Vec<_>>();
        match a.as_str() {
            "--rounds" => rounds = val().parse().expect("a number"),
            "--min-ms" => min_ms = val().parse().expect("a number"),
            "--conv" => {
                let want = list(val());
                convs.retain(|c| want.iter().any(|w| w == c.name()));
            }
            "--only" => only = Some(list(val())),
            "--pos" => pos = Some(list(val())),
            "--slow" => slow = true,
            "--epd" => epd = Some(val()),
            _ => panic!("unknown argument {a}"),
        }
    }
    let kinds: Vec<&PeerKind> = KINDS
        .iter()
        .filter(|k| slow || !k.slow)
        .filter(|k| only.as_ref().is_none_or(|o| o.iter().any(|n| n == k.name)))
        .collect();
    if let Some(path) = epd {
        check_epd(&path, &kinds, 4, 200_000_000);
        return;
    }

    // (convention, crate) -> ratios to shunsai, one a position.
    let mut ratios: BTreeMap<(&str, &str), Vec<f64>> = BTreeMap::new();
    println!("| conv | position | depth | crate | nodes | median s | Mnps | min..max s | vs best |");
    println!("|---|---|---|---|---|---|---|---|---|");
    for &conv in &convs {
        for case in CASES {
            if pos.as_ref().is_some_and(|p| !p.iter().any(|n| n == case.name)) {
                continue;
            }
            let mut runs: Vec<(&PeerKind, Box<dyn Peer>, u32, u64, u32, Vec<f64>)> = Vec::new();
            for k in &kinds {
                let (depth, want) =
                    if k.slow { (case.depth - 1, case.nodes_less) } else { (case.depth, case.nodes) };
                let mut p = (k.load)(case.sfen);
                // Warm-up, the check, and how many repeats one timing takes.
                let t = cpu();
                let Some(n) = p.perft(conv, depth) else { continue };
                let ms = (cpu() - t) * 1e3;
                if n != want {
                    println!(
                        "| {} | {} | {} | {} | {} | WRONG (want {}) | | | |",
                        conv.name(), case.name, depth, k.name, n, want
                    );
                    continue;
                }
                let reps = (min_ms / ms.max(1e-3)).ceil().clamp(1.0, 1000.0) as u32;
                runs.push((k, p, depth, want, reps, Vec::new()));
            }
            for _ in 0..rounds {
                for (_, p, depth, want, reps, secs) in &mut runs {
                    let t = cpu();
                    for _ in 0..*reps {
                        let n = p.perft(conv, *depth);
                        assert_eq!(std::hint::black_box(n), Some(*want));
                    }
                    secs.push((cpu() - t) / f64::from(*reps));
                }
            }
            let mut rows: Vec<_> = runs
                .iter_mut()
                .map(|(k, _, depth, nodes, _, secs)| {
                    let m = median(secs);
                    (k.name, *depth, *nodes, m, *nodes as f64 / m / 1e6, secs[0], secs[secs.len() - 1])
                })
                .collect();
            rows.sort_by(|a, b| b.4.total_cmp(&a.4));
            let best = rows.first().map_or(1.0, |r| r.4);
            if let Some(anchor) = rows.iter().find(|r| r.0 == "shunsai").map(|r| r.4) {
                for r in rows.iter().filter(|r| r.1 == case.depth) {
                    ratios.entry((conv.name(), r.0)).or_default().push(r.4 / anchor);
                }
            }
            for (name, depth, nodes, m, mnps, lo, hi) in rows {
                println!(
                    "| {} | {} | {depth} | {name} | {nodes} | {m:.4} | {mnps:.2} | {lo:.4}..{hi:.4} | {:.2} |",
                    conv.name(), case.name, mnps / best
                );
            }
        }
    }

    println!("\n| conv | crate | geometric mean vs shunsai | worst | best | positions |");
    println!("|---|---|---|---|---|---|");
    for ((conv, name), r) in &ratios {
        let mean = (r.iter().map(|x| x.ln()).sum::<f64>() / r.len() as f64).exp();
        let worst = r.iter().copied().fold(f64::INFINITY, f64::min);
        let best = r.iter().copied().fold(0.0, f64::max);
        println!("| {conv} | {name} | {mean:.2} | {worst:.2} | {best:.2} | {} |", r.len());
    }
}
