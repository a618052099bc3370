//! Runs the cases of a family, some at a time, and says which of them failed.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use komadai::rng::{SplitMix64, mix};

/// A case that takes longer has no end, and ends the program.
const PATIENCE: Duration = Duration::from_secs(300);

/// A family takes no longer, whatever cases are left; that they were not run is told.
const MOST: Duration = Duration::from_secs(3600);

/// A family gives up after so many failures.
const ENOUGH: usize = 20;

/// A number from the environment.
pub(crate) fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name)
        .map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name}={text}: expected a number")))
}

/// Runs all cases of a family. A case gets random numbers of its own and the number of the thread it runs in; it panics or
/// returns what was wrong.
pub(crate) fn run(family: &str, case: impl Fn(&mut SplitMix64, usize) -> Result<(), String> + Sync) {
    let (cases, seed) = (setting("KOMADAI_ABUSE_CASES", 1000), setting("KOMADAI_ABUSE_SEED", 1));
    let only = std::env::var("KOMADAI_ABUSE_ONLY").ok().map(|_| setting("KOMADAI_ABUSE_ONLY", 0));
    let threads = if only.is_some() { 1 } else { setting("KOMADAI_ABUSE_THREADS", 2).max(1) as usize };
    let (first, end) = only.map_or((0, cases), |only| (only, only + 1));
    eprintln!("{family}: cases {first} to {} of seed {seed}", end - 1);
    let next = AtomicU64::new(first);
    let failures = Mutex::new(Vec::<u64>::new());
    let at_work = Mutex::new(vec![None::<(u64, Instant)>; threads]);
    let begun = Instant::now();
    let work = |thread: usize| {
        while failures.lock().unwrap().len() < ENOUGH && begun.elapsed() < MOST {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= end {
                break;
            }
            at_work.lock().unwrap()[thread] = Some((number, Instant::now()));
            let mut rng = SplitMix64::new(mix(seed) ^ mix(number.wrapping_mul(2) + 1));
            let done = panic::catch_unwind(AssertUnwindSafe(|| case(&mut rng, thread)));
            at_work.lock().unwrap()[thread] = None;
            if let Err(reason) = done.unwrap_or_else(|panic| Err(format!("panicked: {}", words_of(&*panic))))
            {
                eprintln!("{family}: case {number} of seed {seed}: {reason}");
                failures.lock().unwrap().push(number);
            }
        }
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|thread| scope.spawn(move || work(thread))).collect();
        let mut told = Instant::now();
        while workers.iter().any(|worker| !worker.is_finished()) {
            thread::sleep(Duration::from_millis(50));
            let slow =
                at_work.lock().unwrap().iter().flatten().find(|(_, at)| at.elapsed() > PATIENCE).copied();
            if let Some((number, _)) = slow {
                eprintln!("{family}: case {number} of seed {seed} has no end");
                std::process::exit(1);
            }
            if told.elapsed() > Duration::from_secs(10) {
                told = Instant::now();
                let so_far = next.load(Ordering::Relaxed).min(end) - first;
                let failed = failures.lock().unwrap().len();
                eprintln!("{family}: {so_far} of {} begun, {failed} failed", end - first);
            }
        }
    });
    let mut failures = failures.into_inner().unwrap();
    failures.sort_unstable();
    let run = next.into_inner().min(end) - first;
    eprintln!("{family}: {run} cases in {:.0} s, failed: {failures:?}", begun.elapsed().as_secs_f64());
    assert!(failures.is_empty(), "{family}: repeat with KOMADAI_ABUSE_SEED={seed} KOMADAI_ABUSE_ONLY=NUMBER");
    assert_eq!(run, end - first, "{family}: the time was up");
}

fn words_of(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("without words")
}

/// One of several things.
pub(crate) fn one<'a, T>(rng: &mut SplitMix64, of: &'a [T]) -> &'a T {
    &of[rng.below(of.len() as u64) as usize]
}

/// Whether something happens that happens once in so many times.
pub(crate) fn once_in(rng: &mut SplitMix64, times: u64) -> bool {
    rng.below(times) == 0
}

/// A number as nobody should give it.
pub(crate) fn number(rng: &mut SplitMix64) -> String {
    const NUMBERS: [&str; 30] = [
        "0",
        "1",
        "2",
        "3",
        "-1",
        "-0",
        "+1",
        "1.5",
        "1e9",
        "nan",
        "inf",
        "-inf",
        "0x10",
        "",
        " ",
        "many",
        "٣",
        "65535",
        "65536",
        "2147483647",
        "2147483648",
        "4294967295",
        "4294967296",
        "9223372036854775807",
        "-9223372036854775808",
        "9223372036854775808",
        "18446744073709551615",
        "18446744073709551616",
        "340282366920938463463374607431768211456",
        "00000000000000000000000000000000000001",
    ];
    match rng.below(4) {
        0 => rng.below(1 << 20).to_string(),
        1 => (rng.next_u64() >> rng.below(64)).to_string(),
        _ => (*one(rng, &NUMBERS)).to_owned(),
    }
}
