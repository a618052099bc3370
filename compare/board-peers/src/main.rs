//! Single-thread perft of published Rust shogi crates and of ours, side by side.
//!
//! Two conventions, never to be compared with each other:
//!
//! * `bulk` - the moves of the last ply are all built into a list, whose length is taken; none of them is played;
//! * `full` - every move, the last ply's too, is played and taken back.
//!
//! Every cell is checked against a known node count. Crates are timed in turn (A B C A B C ...) so that a slow patch of the machine hits
//! all of them; the table gives the median of the rounds. Times are this thread's CPU time, so that a neighbour taking the core does not
//! count. The last table is the geometric mean of the ratios to `shunsai`, the fastest other crate, over the positions.
//!
//! Run it in this folder, with nothing else running; with `--epd` the crates are checked against a file of `SFEN;D1 n;D2 n;...` lines
//! instead of being timed:
//!
//!     cargo run --release -- --rounds 7
//!     RUSTFLAGS="-C target-cpu=x86-64-v3" cargo run --release -- --rounds 7
//!     cargo run --release -- --epd ../../data/perft/perft.epd

use std::collections::BTreeMap;
use std::ops::ControlFlow;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Conv {
    Bulk,
    Full,
}

impl Conv {
    fn name(self) -> &'static str {
        match self {
            Conv::Bulk => "bulk",
            Conv::Full => "full",
        }
    }
}

/// One crate under test.
trait Peer {
    fn perft(&mut self, conv: Conv, depth: u32) -> u64;
}

/// The name of a crate, and its board of a position.
type Kind = (&'static str, fn(&str) -> Box<dyn Peer>);

const KINDS: [Kind; 5] = [
    ("komadai", |sfen| Box::new(Komadai(sfen.parse().expect("sfen")))),
    ("komadai-tracked", |sfen| Box::new(KomadaiTracked::load(sfen))),
    ("shunsai", |sfen| Box::new(Shunsai::load(sfen))),
    ("haitaka", |sfen| Box::new(Haitaka(haitaka::Board::from_sfen(sfen).expect("sfen")))),
    ("rsshogi", |sfen| Box::new(Rsshogi::load(sfen))),
];

struct Case {
    name: &'static str,
    sfen: &'static str,
    depth: u32,
    nodes: u64,
}

include!("cases.rs");

// ---------------------------------------------------------------- komadai

struct Komadai(komadai_core::Position);

impl Peer for Komadai {
    fn perft(&mut self, conv: Conv, depth: u32) -> u64 {
        match conv {
            Conv::Bulk => komadai_core::perft::perft(&mut self.0, depth),
            Conv::Full => komadai_core::perft::perft_full(&mut self.0, depth),
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
    fn perft(&mut self, conv: Conv, depth: u32) -> u64 {
        let mut lists = vec![komadai_core::MoveList::new(); depth as usize];
        Self::walk(&mut self.0, conv, &mut lists)
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
    fn perft(&mut self, conv: Conv, depth: u32) -> u64 {
        let mut buf = Vec::with_capacity(600 * (depth as usize + 1));
        Self::walk(&mut self.0, conv, depth, &mut buf)
    }
}

// ---------------------------------------------------------------- haitaka

struct Haitaka(haitaka::Board);

impl Haitaka {
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
    fn perft(&mut self, conv: Conv, depth: u32) -> u64 {
        match conv {
            Conv::Bulk => {
                let mut buf = Vec::with_capacity(600 * (depth as usize + 1));
                Self::walk_bulk(&self.0, depth, &mut buf)
            }
            Conv::Full => Self::walk_full(&self.0, depth),
        }
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
    fn perft(&mut self, conv: Conv, depth: u32) -> u64 {
        let mut lists: Vec<_> = (0..depth).map(|_| rsshogi::board::Move32List::new()).collect();
        Self::walk(&mut self.0, conv, depth, &mut lists)
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

/// Checks every crate against a file of `SFEN;D1 n;D2 n;...` lines, to depth 4; the big trees without playing out every leaf.
fn check_epd(path: &str) {
    let text = std::fs::read_to_string(path).expect("read the file");
    let mut counts = [(0, 0); KINDS.len()];
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let (sfen, rest) = line.split_once(';').expect("a count");
        for part in rest.split(';') {
            let (depth, nodes) = part.trim().split_once(' ').expect("a depth and its count");
            let depth: u32 = depth.trim_start_matches('D').parse().expect("depth");
            let nodes: u64 = nodes.trim().parse().expect("nodes");
            let convs = if nodes > 1_000_000 { &[Conv::Bulk][..] } else { &[Conv::Bulk, Conv::Full] };
            for ((name, load), (checked, differ)) in KINDS.iter().zip(&mut counts).filter(|_| depth <= 4) {
                let mut board = load(sfen.trim());
                let got: Vec<u64> = convs.iter().map(|&conv| board.perft(conv, depth)).collect();
                *checked += 1;
                if got.iter().any(|&got| got != nodes) {
                    *differ += 1;
                    println!("MISMATCH {name:<20} D{depth} want {nodes} got {got:?}  {sfen}");
                }
            }
        }
    }
    for ((name, _), (checked, differ)) in KINDS.iter().zip(counts) {
        println!("{name:<20} {checked:>5} checked, {differ:>4} differ");
    }
}

/// A crate on a position: its name, its board, how often it is repeated in a timing, seconds a repetition in each round.
struct Timed {
    name: &'static str,
    board: Box<dyn Peer>,
    repeats: u32,
    seconds: Vec<f64>,
}

/// Times all crates on a position, in turn; a crate with a wrong count is told and left out. Returns millions of nodes a second.
fn time(conv: Conv, case: &Case, rounds: usize) -> BTreeMap<&'static str, f64> {
    let mut all = Vec::new();
    for (name, load) in KINDS {
        let mut board = load(case.sfen);
        // Warm-up, the check, and how many repetitions take a tenth of a second.
        let start = cpu();
        let nodes = board.perft(conv, case.depth);
        if nodes == case.nodes {
            let repeats = (0.1 / (cpu() - start).max(1e-6)).ceil().clamp(1.0, 1000.0) as u32;
            all.push(Timed { name, board, repeats, seconds: Vec::new() });
        } else {
            println!("| {} | {} | {name} | WRONG: {nodes} of {} | | |", conv.name(), case.name, case.nodes);
        }
    }
    for _ in 0..rounds {
        for Timed { board, repeats, seconds, .. } in &mut all {
            let start = cpu();
            for _ in 0..*repeats {
                assert_eq!(std::hint::black_box(board.perft(conv, case.depth)), case.nodes);
            }
            seconds.push((cpu() - start) / f64::from(*repeats));
        }
    }
    let mut speeds = BTreeMap::new();
    for Timed { name, seconds, .. } in &mut all {
        seconds.sort_by(f64::total_cmp);
        let (least, median, most) = (seconds[0], seconds[rounds / 2], seconds[rounds - 1]);
        let speed = case.nodes as f64 / median / 1e6;
        let (conv, case) = (conv.name(), case.name);
        println!("| {conv} | {case} | {name} | {median:.4} | {speed:.2} | {least:.4}..{most:.4} |");
        speeds.insert(*name, speed);
    }
    speeds
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let rounds = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => 5,
        ["--rounds", rounds] => rounds.parse().ok().filter(|&rounds| rounds > 0).expect("a number of rounds"),
        ["--epd", path] => return check_epd(path),
        _ => panic!("expected --rounds N or --epd FILE, found {words:?}"),
    };
    // Of each convention and crate, the ratios to shunsai.
    let mut ratios: BTreeMap<(&str, &str), Vec<f64>> = BTreeMap::new();
    println!("| conv | position | crate | median s | Mnps | min..max s |\n|---|---|---|--:|--:|---|");
    for conv in [Conv::Bulk, Conv::Full] {
        for case in CASES {
            let speeds = time(conv, case, rounds);
            for (name, speed) in &speeds {
                ratios.entry((conv.name(), name)).or_default().push(speed / speeds["shunsai"]);
            }
        }
    }
    println!("\n| conv | crate | geometric mean vs shunsai | worst | best |\n|---|---|--:|--:|--:|");
    for ((conv, name), ratios) in &ratios {
        let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
        let worst = ratios.iter().copied().fold(f64::INFINITY, f64::min);
        let best = ratios.iter().copied().fold(0.0, f64::max);
        println!("| {conv} | {name} | {mean:.2} | {worst:.2} | {best:.2} |");
    }
}
