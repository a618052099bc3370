fn main() {
    let text = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    for line in text.lines() {
        let mut parts = line.split(';');
        let sfen = parts.next().unwrap();
        let mut pos: komadai_core::Position = match sfen.parse() {
            Ok(p) => p,
            Err(e) => {
                println!("{sfen}: {e}");
                continue;
            }
        };
        for part in parts {
            let mut w = part[1..].split(' ');
            let d: u32 = w.next().unwrap().parse().unwrap();
            let n: u64 = w.next().unwrap().parse().unwrap();
            let got = komadai_core::perft::perft(&mut pos, d);
            if got != n {
                println!("{sfen} D{d} want {n} got {got}");
                break;
            }
        }
    }
}
