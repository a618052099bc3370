//! scratch
use komadai::eval::Material;
use komadai::lab::{Engine, Recipe};
use komadai::search::Limits;
use komadai::{Position, Tracked};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let depth: u32 = args[2].parse().unwrap();
    let n: usize = args[3].parse().unwrap();
    let cap: u64 = args.get(4).map_or(3_000_000, |s| s.parse().unwrap());
    let text = std::fs::read_to_string("/tmp/s4/pos200.txt").unwrap();
    let recipe: Recipe = args[1].parse().unwrap();
    let mut engine = recipe.engine(Material::default(), (), 64).unwrap();
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
