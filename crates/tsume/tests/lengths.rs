mod common;
use std::time::Instant;
use common::problems;
use komadai_tsume::Lengths;
#[test]
#[ignore]
fn bench() {
    let folder = std::env::var("KOMADAI_TSUME").unwrap();
    let count: usize = std::env::var("COUNT").ok().and_then(|v| v.parse().ok()).unwrap_or(200);
    for file in std::env::var("KOMADAI_FILES").unwrap().split(',') {
        let text = std::fs::read_to_string(format!("{folder}/{file}.sfen")).unwrap();
        let problems: Vec<_> = problems(&text).into_iter().take(count).collect();
        let mut lengths = Lengths::new(2);
        let start = Instant::now();
        let (mut right, mut wrong, mut open, mut nodes) = (0, 0, 0, 0);
        let mut slow = Vec::new();
        for p in &problems {
            lengths.clear();
            let t = Instant::now();
            let (l, n) = lengths.exact(&mut p.pos.clone(), 3_000_000);
            slow.push((t.elapsed().as_micros(), p.name.clone()));
            nodes += n;
            match l { Some(l) if Some(u32::from(l)) == p.plies => right += 1, Some(l) => { wrong += 1; println!("{} {l} {:?}", p.name, p.plies); }, None => open += 1 }
        }
        let t = start.elapsed().as_secs_f64();
        println!("ITER {:?}", &lengths.per[..14]);
        slow.sort(); slow.reverse();
        println!("{file}: right {right} wrong {wrong} open {open} nodes {nodes} time {t:.3} {:?}", &slow[..3.min(slow.len())]);
    }
}
