//! Time management.

use std::time::Duration;

use komadai_core::Color;
use komadai_core::notation::usi::Go;
use komadai_usi::time;

#[test]
fn time_is_never_more_than_there_is() {
    let ms = Duration::from_millis;
    for (line, most) in [
        ("go byoyomi 100", 75),
        ("go byoyomi 10000", 9_880),
        ("go btime 1000 wtime 0 byoyomi 0", 880),
        ("go btime 0 wtime 9999999 binc 2000", 1_880),
        ("go btime 60000 wtime 60000 binc 1000 winc 1000", 59_880),
        ("go movetime 1000", 880),
    ] {
        let budget = time::budget(&Go::parse(line).unwrap(), Color::Black, ms(120)).unwrap();
        assert!(budget.soft <= budget.hard && budget.hard <= ms(most), "{line}: {budget:?}");
        assert!(budget.hard >= ms(most) / 20, "{line}: {budget:?}");
    }
    for line in ["go infinite", "go ponder", "go nodes 5", "go depth 5"] {
        assert_eq!(time::budget(&Go::parse(line).unwrap(), Color::Black, ms(120)), None, "{line}");
    }
}
