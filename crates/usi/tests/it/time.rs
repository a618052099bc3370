//! Time management: how much of the clock a move gets.

use std::time::Duration;

use komadai_core::Color;
use komadai_core::notation::usi::{Clock, Go};
use komadai_usi::time::{Budget, TimeOptions, budget};

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

const OPTIONS: TimeOptions = TimeOptions {
    delay: Duration::from_millis(120),
    lateness: Duration::ZERO,
    minimum: Duration::ZERO,
    slow_mover: 100,
};

fn with(options: &TimeOptions, line: &str, move_number: u32) -> Budget {
    let go = Go::parse(line).expect("a line of `go`");
    budget(&go, Color::Black, move_number, options).expect("a clock")
}

fn of(line: &str, move_number: u32) -> Budget {
    with(&OPTIONS, line, move_number)
}

#[test]
fn time_is_never_more_than_there_is() {
    for (line, most) in [
        ("go byoyomi 1", 1),
        ("go byoyomi 100", 75),
        ("go byoyomi 10000", 9_880),
        ("go btime 1000 wtime 0 byoyomi 0", 880),
        ("go btime 0 wtime 9999999 binc 2000", 1_880),
        ("go btime 60000 wtime 60000 binc 1000 winc 1000", 59_880),
        ("go btime 700 wtime 60000 byoyomi 1000", 1_580),
        ("go movetime 1000", 880),
    ] {
        for number in [1, 50, 100, 500] {
            let budget = of(line, number);
            let longest = budget.soft.max(Some(budget.hard));
            assert!(longest == Some(budget.hard) && budget.hard <= ms(most), "{line}: {budget:?}");
            assert!(budget.hard >= ms(most) / 20, "{line}: {budget:?}");
        }
    }
    for line in ["go infinite", "go ponder", "go nodes 5", "go depth 5"] {
        assert_eq!(budget(&Go::parse(line).unwrap(), Color::Black, 1, &OPTIONS), None, "{line}");
    }
}

#[test]
fn byoyomi_that_would_be_lost_is_used_up() {
    for (line, all) in [
        ("go btime 0 wtime 0 byoyomi 10000", 9_880),
        // The last of the main time is worth nothing to later moves.
        ("go btime 9000 wtime 0 byoyomi 10000", 18_880),
    ] {
        assert_eq!(of(line, 60), Budget { soft: None, hard: ms(all) }, "{line}");
    }
    let early = of("go btime 600000 wtime 600000 byoyomi 10000", 1);
    assert!(early.soft.is_some_and(|soft| soft > ms(19_000) && soft < ms(21_000)), "{early:?}");
}

#[test]
fn increments_are_lived_on_and_never_borrowed() {
    // Played out with every move at its hard limit, and with a delay of the way that the engine does not see.
    for (start, increment, way) in
        [(60_000, 1_000, 50), (300_000, 10_000, 100), (5_000, 500, 50), (0, 1_000, 50)]
    {
        let mut left: u64 = start;
        for number in (1..400).step_by(2) {
            let budget = of(&format!("go btime {left} wtime 0 binc {increment} winc {increment}"), number);
            let used = budget.hard.as_millis() as u64 + way;
            left = (left + increment)
                .checked_sub(used)
                .unwrap_or_else(|| panic!("{start}+{increment}: move {number}"));
        }
        let last = of(&format!("go btime {left} wtime 0 binc {increment} winc {increment}"), 401);
        assert!(last.hard >= ms(increment / 2), "{last:?}");
    }
}

#[test]
fn sudden_death_lasts_for_a_long_game() {
    let mut left = 60_000;
    let mut spent = Vec::new();
    for number in (1..300).step_by(2) {
        let budget = with(&TimeOptions::default(), &format!("go btime {left} wtime 1"), number);
        let soft = budget.soft.unwrap();
        spent.push(soft);
        left -= soft.as_millis() as u64;
    }
    assert!(left > 0);
    // Opening and middle game get the same, a very long ending what is left.
    assert!(spent[0] == spent[30] && spent[30] > spent[100] && spent[100] > ms(20), "{spent:?}");
}

#[test]
fn options_move_the_shares() {
    let line = "go btime 60000 wtime 60000";
    let usual = of(line, 1);
    let slow = with(&TimeOptions { slow_mover: 200, ..OPTIONS }, line, 1);
    assert!(slow.soft.unwrap() > usual.soft.unwrap() * 19 / 10 && slow.hard > usual.hard);
    let minimum = with(&TimeOptions { minimum: ms(2_000), ..OPTIONS }, line, 1);
    assert_eq!(minimum.soft, Some(ms(2_000)));
    let poor = with(&TimeOptions { minimum: ms(2_000), ..OPTIONS }, "go btime 1000 wtime 1000", 1);
    assert!(poor.hard <= ms(880));
    // A search may still end early.
    assert!(poor.soft.is_some());
    // Lateness counts beyond the quarter that a delay may take, but never takes more than half.
    let late = |lateness| with(&TimeOptions { lateness: ms(lateness), ..OPTIONS }, "go byoyomi 100", 1).hard;
    assert_eq!([0, 20, 900].map(late), [ms(75), ms(55), ms(75) / 2]);
}

#[test]
fn any_times_and_numbers_make_a_budget() {
    let extremes = [Duration::ZERO, Duration::from_nanos(1), ms(1_000), Duration::MAX];
    let all = extremes.map(|first| extremes.map(|second| (first, second))).concat();
    for &(left, increment) in &all {
        for &(byoyomi, delay) in &all {
            for &(lateness, minimum) in &all {
                for slow_mover in [0, 100, u32::MAX] {
                    let clock = Clock { left: [left; 2], increment: [increment; 2], byoyomi };
                    let options = TimeOptions { delay, lateness, minimum, slow_mover };
                    let timed = Go { clock, ..Go::default() };
                    for go in [Go { movetime: Some(byoyomi), ..Go::default() }, timed] {
                        let budget = budget(&go, Color::White, u32::MAX, &options).expect("a clock");
                        assert!(budget.soft.is_none_or(|soft| soft <= budget.hard), "{clock:?} {options:?}");
                    }
                }
            }
        }
    }
}
