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
//! Run it in this folder, with nothing else running:
//!
//!     cargo run --release -- --rounds 7
//!     RUSTFLAGS="-C target-cpu=x86-64-v3" cargo run --release -- --rounds 7

use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// What becomes of the moves of the last ply.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Conv {
    Bulk,
    Full,
}

/// One crate under test.
trait Peer {
    fn perft(&mut self, conv: Conv, depth: u32) -> u64;
}

/// The name of a crate, and its board of a position.
type Kind = (&'static str, fn(&str) -> Box<dyn Peer>);

const KINDS: [Kind; 5] = [
    ("komadai", |sfen| Box::new(Komadai(sfen.parse().expect("sfen")))),
    ("komadai-tracked", |sfen| {
        Box::new(KomadaiTracked(komadai_core::Tracked::new(sfen.parse().expect("sfen"))))
    }),
    ("shunsai", |sfen| Box::new(Shunsai::load(sfen))),
    ("haitaka", |sfen| Box::new(Haitaka(haitaka::Board::from_sfen(sfen).expect("sfen")))),
    ("rsshogi", |sfen| Box::new(Rsshogi::load(sfen))),
];

/// A position with its name, a depth, and the nodes there.
type Case = (&'static str, &'static str, u32, u64);

const CASES: [Case; 7] = [
    ("startpos", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", 5, 19_861_490),
    ("maxmoves", "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", 3, 53_393_368),
    ("matsuri", "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1", 3, 4_809_015),
    ("midgame", "lnSgs1gnl/4k4/prp2pp1p/1p1p3p1/2Pg2B2/PP5PP/3PPPP2/1s3G1R1/LN2K1SNL b BP 1", 4, 6_473_131),
    (
        "midgame-drops",
        "sn2r3p/Ln2g4/p1p2pp+R1/2kpS4/nP3G3/2SPpPP1l/P1P1P4/1+p3SG2/LN1G1K3 w BPbl2p 1",
        3,
        1_411_436,
    ),
    (
        "evasions",
        "2k2g2+N/l1G2r3/p+B1+Lp1g2/1pp5p/P1P2p1P1/1P2+b3P/9/L2G2S1R/1NS1K2NL w S6Psnp 1",
        4,
        2_163_354,
    ),
    ("endgame-drops", "2+p1k4/6+n2/2p6/5+P3/2P1K4/9/7p1/9/9 w 2R3GS2NL8P2bg3sn3l5p 1", 3, 57_498_128),
];

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
    fn walk(p: &mut komadai_core::Tracked, conv: Conv, lists: &mut [komadai_core::MoveList]) -> u64 {
        let Some((list, rest)) = lists.split_first_mut() else { return 1 };
        list.clear();
        komadai_core::movegen::legal_with(p.position(), p.checks(), list);
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

/// This thread's CPU time in seconds.
fn cpu() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// A crate on a position: its name, its board, how often it is repeated in a timing, seconds a repetition in each round.
struct Timed {
    name: &'static str,
    board: Box<dyn Peer>,
    repeats: u32,
    seconds: Vec<f64>,
}

/// Times all crates on a position, in turn; a crate with a wrong count is told and left out. Returns millions of nodes a second.
fn time(conv: Conv, &(position, sfen, depth, nodes): &Case, rounds: usize) -> BTreeMap<&'static str, f64> {
    let mut all = Vec::new();
    for (name, load) in KINDS {
        let mut board = load(sfen);
        // Warm-up, the check, and how many repetitions take a tenth of a second.
        let start = cpu();
        let found = board.perft(conv, depth);
        if found == nodes {
            let repeats = (0.1 / (cpu() - start).max(1e-6)).ceil().clamp(1.0, 1000.0) as u32;
            all.push(Timed { name, board, repeats, seconds: Vec::new() });
        } else {
            println!("{name} is WRONG: {found} nodes of {position}, not {nodes}");
        }
    }
    for _ in 0..rounds {
        for Timed { board, repeats, seconds, .. } in &mut all {
            let start = cpu();
            for _ in 0..*repeats {
                assert_eq!(std::hint::black_box(board.perft(conv, depth)), nodes);
            }
            seconds.push((cpu() - start) / f64::from(*repeats));
        }
    }
    let speed = |Timed { name, mut seconds, .. }: Timed| {
        seconds.sort_by(f64::total_cmp);
        (name, nodes as f64 / seconds[rounds / 2] / 1e6)
    };
    all.into_iter().map(speed).collect()
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let rounds = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => 5,
        ["--rounds", rounds] => rounds.parse().ok().filter(|&rounds| rounds > 0).expect("a number of rounds"),
        _ => panic!("expected --rounds N, found {words:?}"),
    };
    // Of each convention and crate, the ratios to shunsai.
    let mut ratios: BTreeMap<(&str, &str), Vec<f64>> = BTreeMap::new();
    println!("| conv | position | crate | Mnps |\n|---|---|---|--:|");
    for (how, conv) in [("bulk", Conv::Bulk), ("full", Conv::Full)] {
        for case in &CASES {
            let speeds = time(conv, case, rounds);
            for (name, speed) in &speeds {
                println!("| {how} | {} | {name} | {speed:.2} |", case.0);
                ratios.entry((how, name)).or_default().push(speed / speeds["shunsai"]);
            }
        }
    }
    println!("\n| conv | crate | geometric mean vs shunsai |\n|---|---|--:|");
    for ((conv, name), ratios) in &ratios {
        let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
        println!("| {conv} | {name} | {mean:.2} |");
    }
}
