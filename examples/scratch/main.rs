//! scratch
use komadai::eval::Material;
use komadai::lab::{Engine, Recipe};
use komadai::search::Limits;
use komadai::{Position, Tracked};
fn play(board: &Tracked, a: &mut Box<dyn Engine>, b: &mut Box<dyn Engine>, na: u64, nb: u64) -> i32 {
    // +1: black wins
    let mut board = board.clone();
    let a_black = true;
    let _ = a_black;
    a.clear();
    b.clear();
    for _ in 0..320 {
        if let Some(r) = board.repetition() {
            if r.count >= 4 {
                return match r.perpetual {
                    None => 0,
                    Some(c) => {
                        if c == komadai::Color::Black {
                            -1
                        } else {
                            1
                        }
                    }
                };
            }
        }
        let black = board.position().side_to_move() == komadai::Color::Black;
        let (e, n) = if black { (&mut *a, na) } else { (&mut *b, nb) };
        let r = e.search_game(board.clone(), &Limits::nodes(n), &mut |_| {});
        let Some(mv) = r.best else { return if black { -1 } else { 1 } };
        if r.value.cp() < -3000 {
            return if black { -1 } else { 1 };
        }
        board.do_move(mv);
    }
    0
}
fn matches(args: &[String]) {
    let na: u64 = args[4].parse().unwrap();
    let nb: u64 = args[5].parse().unwrap();
    let pairs: usize = args[6].parse().unwrap();
    let text = std::fs::read_to_string("/work/main/data/openings/balanced.sfen").unwrap();
    let text2 = std::fs::read_to_string("/work/main/data/openings/more.sfen").unwrap();
    let (mut w, mut d, mut l) = (0, 0, 0);
    let (mut sum2, mut n) = (0.0, 0);
    for line in text.lines().filter(|l| l.starts_with("startpos")).chain(text2.lines().filter(|l| l.starts_with("startpos"))).take(pairs) {
        let moves = line.split('#').next().unwrap().trim().trim_start_matches("startpos moves ");
        let mut board = Tracked::new(Position::startpos());
        for mv in moves.split(' ') {
            board.do_move(mv.parse().unwrap());
        }
        let (mut a, mut b) = (make(&args[2]), make(&args[3]));
        let x = play(&board, &mut a, &mut b, na, nb);
        let y = -play(&board, &mut b, &mut a, nb, na);
        for r in [x, y] {
            if r > 0 {
                w += 1
            } else if r < 0 {
                l += 1
            } else {
                d += 1
            }
        }
        let p = (x + y) as f64 / 4.0 + 0.5;
        sum2 += p * p;
        n += 1;
    }
    let games = (w + d + l) as f64;
    let p = (w as f64 + d as f64 / 2.0) / games;
    let se = ((sum2 / n as f64 - p * p) / n as f64).sqrt();
    let elo = |p: f64| -400.0 * (1.0 / p.clamp(0.001, 0.999) - 1.0).log10();
    println!(
        "{} - {} @{}/{}: +{} ={} -{}  Elo {:+.0} [{:+.0}, {:+.0}]",
        args[2],
        args[3],
        na,
        nb,
        w,
        d,
        l,
        elo(p),
        elo(p - 1.96 * se),
        elo(p + 1.96 * se)
    );
}
use komadai::search::*;
use komadai::search::pruning::*;
fn custom(text: &str) -> Box<dyn Engine> {
    use std::collections::HashMap;
    let map: HashMap<String, i32> = text.split(',').filter(|w| !w.is_empty()).map(|w| { let (k, v) = w.split_once('=').unwrap(); (k.to_owned(), v.parse().unwrap()) }).collect();
    let p = |k: &str, d: i32| map.get(k).copied().unwrap_or(d);
    let cp = komadai::Value::from_cp;
    let depth = PlainDepth { check_extension: Depth::from_units(p("ce", 64)), deepen_from: Depth::NEVER, give_up_from: if p("giveup", 1) > 0 { Depth::plies(p("giveupfrom", 4)) } else { Depth::NEVER }, ..PlainDepth::default() };
    let late = LateMove { from_order: p("lo", 2) as usize, from_depth: Depth::from_units(p("ld", 128)), scale: Depth::from_units(p("ls", 14)), base: Depth::from_units(p("lb", 16)), cut_node: Depth::from_units(p("lc", 64)), falling: Depth::from_units(p("lf", 32)), open: Depth::from_units(p("lp", 64)), score_of_a_ply: p("lh", 0), ..LateMove::around(depth) };
    let fut = Futility { to_depth: Depth::plies(p("fd", 6)), margin: LinearMargin { base: cp(p("fb", 150)), per_ply: cp(p("fp", 100)) }, nodes: true, moves: true };
    let rev = Futility { to_depth: Depth::plies(p("rd", 6)), margin: LinearMargin { base: cp(p("rb", 150)), per_ply: cp(p("rp", 100)) }, nodes: true, moves: false };
    let fut = Futility { nodes: false, ..fut };
    let null = NullMove { from_depth: Depth::from_units(p("nd", 128)), reduction: Depth::from_units(p("nr", 128)), ply_for: Depth::from_units(p("nf", 256)) };
    let lmp = LateMovePruning { to_depth: Depth::plies(p("pd", 8)), base: p("pb", 3) };
    let see = ExchangePruning { to_depth: Depth::plies(p("ed", 8)), quiet: p("eq", 20), capture: p("ec", 100), ..ExchangePruning::default() };
    let raz = Razoring { to_depth: Depth::plies(p("zd", 5)), base: cp(p("zb", 300)), per_square: cp(p("zs", 150)) };
    let q = Quiescence { max_plies: p("qm", 16) as u32, evasion_plies: p("qe", 6) as u32, recaptures_from: p("qr", 5) as u32, quiet_answers: p("qa", 2) as usize, check_plies: p("qc", 0) as u32, mate_plies: p("qk", 1) as u32 };
    let mut hist = History::default(); hist.limit = p("hl", 16384);
    let mut cont = ContinuationHistory::default(); cont.limit = p("cl", 16384);
    let mut corr = Correction::default(); corr.rate = p("cr", 2);
    let s = Searcher::new(Material::default())
        .table(HashTable::new(16).unwrap())
        .memory(((p("bro", 1) > 0).then(BrotherBest::<2>::default), hist, (p("cont", 1) > 0).then_some(cont), (p("corr", 1) > 0).then_some(corr), (p("cm", 0) > 0).then(CounterMove::default)))
        .depth_policy(late)
        .pruning(((rev, fut, (p("raz", 1) > 0).then_some(raz)), null, (p("cc", 1) > 0).then(CaptureCut::default), (lmp, see), Delta { margin: cp(p("dm", 150)), ..Delta::default() }))
        .leaf(Leaf::Quiescence(q))
        .superior_repetition(true)
        .draw_value(cp(p("draw", -50)))
        .aspiration(cp(p("asp", 60))).unwrap();
    Box::new(s)
}
fn make(text: &str) -> Box<dyn Engine> { if let Some(rest) = text.strip_prefix('@') { custom(rest) } else { text.parse::<Recipe>().unwrap().engine(Material::default(), 16).unwrap() } }
fn main() {
    let args: Vec<String> = std::env::args().collect();
    if args[1] == "match" {
        return matches(&args);
    }
    let depth: u32 = args[2].parse().unwrap();
    let n: usize = args[3].parse().unwrap();
    let cap: u64 = args.get(4).map_or(3_000_000, |s| s.parse().unwrap());
    let text = std::fs::read_to_string("/tmp/s4/pos200.txt").unwrap();
    let mut engine = make(&args[1]);
    let mut all: Vec<Vec<u64>> = vec![];
    let (mut nodes, mut time) = (0u64, 0f64);
    let mut hits = 0;
    let mut capped = 0;
    for line in text.lines().take(n) {
        let f: Vec<&str> = line.split('\t').collect();
        let mut board = Tracked::new(Position::startpos());
        for mv in f[1].split(' ') {
            board.do_move(mv.parse().unwrap());
        }
        engine.clear();
        let mut at = vec![cap; depth as usize + 1];
        let limits = Limits { nodes: Some(cap), depth: Some(depth), ..Limits::default() };
        let r = engine.search_game(board, &limits, &mut |p| {
            if (p.depth as usize) < at.len() {
                at[p.depth as usize] = p.nodes;
            }
        });
        nodes += r.nodes;
        time += r.elapsed.as_secs_f64();
        if r.depth < depth {
            capped += 1;
            if r.value.is_mate() {
                for d in r.depth as usize + 1..at.len() {
                    at[d] = at[r.depth as usize];
                }
            }
        }
        hits += (r.best.unwrap().to_string() == f[2]) as u32;
        all.push(at);
    }
    print!("{:28} ", args[1]);
    let mut last = 0.0;
    for d in [4usize, 6, 8, 10, 12, 14] {
        if d > depth as usize {
            break;
        }
        let mut v: Vec<u64> = all.iter().map(|a| a[d]).collect();
        v.sort();
        let geo = (v.iter().map(|&x| (x as f64).ln()).sum::<f64>() / v.len() as f64).exp();
        print!("d{d} med {:.1}k geo {:.1}k", v[v.len() / 2] as f64 / 1e3, geo / 1e3);
        if last > 0.0 {
            print!(" ebf {:.2}", (geo / last).sqrt());
        }
        last = geo;
        print!(" | ");
    }
    println!("{:.2} M nps, capped {capped}, hits {hits}/{n}", nodes as f64 / time / 1e6);
}
