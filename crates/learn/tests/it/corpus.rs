//! A corpus: its games, and its files.

use komadai_core::notation::packed::{PackedPosition, Record, RecordResult};
use komadai_core::notation::usi::GameLine;
use komadai_core::rng::SplitMix64;
use komadai_core::{Color, GameResult, Position, Tracked, Value, random};
use komadai_learn::corpus::{
    Block, CorpusFile, CorpusOptions, RecordFile, SelfPlay, SelfPlayError, Tally, games, part_of,
    read_records,
};
use komadai_search::{Engine, Limits, OnProgress, Report};

use crate::common::path;

/// Plays random moves, with a value that depends on the side to move.
struct Scripted {
    rng: SplitMix64,
    value: fn(Color) -> Value,
}

impl Engine for Scripted {
    fn clear(&mut self) {
        self.rng = SplitMix64::new(9);
    }

    fn search_game(&mut self, board: Tracked, limits: &Limits, _: OnProgress<'_>) -> Report {
        assert_eq!((limits.nodes, limits.draw_after), (Some(1_000), Some(256)));
        let pos = board.position();
        Report {
            best: random::legal_move(&mut self.rng, pos),
            value: (self.value)(pos.side_to_move()),
            nodes: 1,
            ..Report::default()
        }
    }
}

fn player(value: fn(Color) -> Value) -> Scripted {
    Scripted { rng: SplitMix64::new(0), value }
}

fn self_play(options: CorpusOptions) -> SelfPlay {
    let lines = ["startpos moves 7g7f 3c3d 2g2f 8c8d", "startpos moves 2g2f 8c8d 2f2e 8d8e"];
    let openings = lines.map(|line| GameLine::parse(line).unwrap()).to_vec();
    SelfPlay::new(options, openings).unwrap()
}

#[test]
fn games_begin_where_the_openings_allow() {
    for (least_opening, plies) in [(0, vec![0, 1, 2, 3, 4]), (50, vec![2, 3, 4]), (100, vec![4])] {
        let games =
            self_play(CorpusOptions { least_opening, random_plies: 0..=0, ..CorpusOptions::default() });
        let mut player = player(|_| Value::ZERO);
        let begun = (0..40).map(|number| games.play(number, &mut player).unwrap().records[0].ply - 1);
        let mut begun: Vec<u16> = begun.collect();
        begun.sort_unstable();
        begun.dedup();
        assert_eq!(begun, plies, "{least_opening} %");
    }
}

#[test]
fn records_are_quiet_in_order_and_know_who_won() {
    let games = self_play(CorpusOptions::default());
    let (mut results, mut begun) = ([0; 3], Vec::new());
    for number in 0..40 {
        let Some(game) = games.play(number, &mut player(|_| Value::from_cp(5))) else { continue };
        assert!(game.records.is_sorted_by(|a, b| a.ply < b.ply), "game {number}");
        let first = game.records[0].position;
        assert!(!begun.contains(&first), "no game begins as another");
        begun.push(first);
        for record in &game.records {
            let pos = record.position.unpack(record.ply).unwrap();
            assert!(!pos.in_check() && record.mv.is_some_and(|mv| pos.is_legal(mv)) && record.score == 5);
            let seen = match game.result.winner() {
                None => RecordResult::Draw,
                Some(winner) if winner == pos.side_to_move() => RecordResult::Win,
                Some(_) => RecordResult::Loss,
            };
            assert_eq!(record.result, seen);
        }
        assert!(game.plies <= 256);
        results[game.result.winner().map_or(2, |winner| winner as usize)] += 1;
    }
    assert!(results.iter().all(|&count| count > 0), "all results happen: {results:?}");
}

#[test]
fn a_lead_that_both_see_ends_the_game_for_the_leader() {
    let options = CorpusOptions { start_limit: Value::MATE, ..CorpusOptions::default() };
    // White is far ahead, and both sides see it.
    let told = |side| Value::from_cp(if side == Color::White { 3_000 } else { -3_000 });
    let game = self_play(options.clone()).play(0, &mut player(told)).unwrap();
    assert_eq!(game.result, GameResult::win(Color::White));
    let begun = usize::from(game.records[0].ply) - 1;
    assert!(game.plies == begun + 6, "{} from {begun}", game.plies);
    // Each side sees itself ahead, or games are not resigned: they are played on.
    for (options, value) in [
        (options.clone(), (|_| Value::from_cp(3_000)) as fn(Color) -> Value),
        (CorpusOptions { resign: None, ..options }, told),
    ] {
        assert!(self_play(options).play(0, &mut player(value)).unwrap().plies > begun + 6);
    }
}

#[test]
fn games_that_begin_lost_are_dropped() {
    let games = self_play(CorpusOptions::default());
    assert!((0..4).all(|number| games.play(number, &mut player(|_| Value::from_cp(1_001))).is_none()));
    assert!((0..4).any(|number| games.play(number, &mut player(|_| Value::from_cp(-1_000))).is_some()));
}

#[test]
fn openings_without_a_king_are_refused_and_handicaps_are_not() {
    let new = |lines: &[&str]| {
        let openings = lines.iter().map(|sfen| GameLine::parse(&format!("sfen {sfen}")).unwrap());
        SelfPlay::new(CorpusOptions::default(), openings.collect()).map(drop)
    };
    assert_eq!(new(&[]), Err(SelfPlayError::NoOpening));
    let handicap = "4k4/9/9/9/9/9/9/9/4K4 b R 1";
    assert_eq!(new(&[handicap]), Ok(()));
    let error = new(&[handicap, "4k4/9/9/9/9/9/9/9/9 b R 1"]).unwrap_err();
    assert_eq!(error.to_string(), "opening 2: Black has no king, a packed position needs both");
}

fn record(ply: u16) -> Record {
    let position = PackedPosition::pack(&Position::startpos()).unwrap();
    Record { position, score: -7, mv: "7g7f".parse().ok(), ply, result: RecordResult::Win }
}

#[test]
fn lines_of_a_journal_must_follow_one_another() {
    let (path, journal) = (path("lines.psv"), path("lines.psv.journal"));
    let open = || CorpusFile::open(&path, "made up", 16, 64);
    let mut file = open().unwrap();
    let tally = Tally { games: 14, dropped: 2, black: 7, white: 6, plies: 1_093, records: 2 };
    for _ in 0..2 {
        file.append(&Block { bytes: [record(1).to_bytes(), record(2).to_bytes()].concat(), tally }).unwrap();
    }
    drop(file);
    let file = open().unwrap();
    assert_eq!((file.next_block(), file.total().draws()), (2, 2));
    drop(file);
    let good = std::fs::read_to_string(&journal).unwrap();
    for (from, to) in [
        ("1\t14\t2\t7\t6\t1093\t2\t4\t", "2\t14\t2\t7\t6\t1093\t2\t4\t"), // not the next block
        ("\t2\t4\t", "\t2\t5\t"),                                         // records that do not add up
        ("1\t14\t2\t7\t", "1\t14\t2\t9\t"),                               // more wins than games
        ("1\t14\t2\t7\t", "1\t14\t7\t"),                                  // a number too few
        ("1093\t2\t2\t", "1093\t18446744073709551615\t18446744073709551615\t"), // more than can be counted
    ] {
        std::fs::write(&journal, good.replacen(from, to, 1)).unwrap();
        let error = open().unwrap_err().to_string();
        assert!(error.contains("expected block 1 with its records so far"), "{to:?}: {error}");
    }
}

#[test]
fn games_and_parts_hold_every_record_once() {
    let all: Vec<Record> = [20, 21, 23, 23, 24, 5, 6].map(record).to_vec();
    let path = path("all");
    std::fs::write(&path, all.iter().flat_map(Record::to_bytes).collect::<Vec<_>>()).unwrap();
    assert_eq!(read_records(&path).unwrap(), all);
    assert_eq!(games(&all).map(<[Record]>::len).collect::<Vec<_>>(), [3, 2, 2]);

    for of in 1..12 {
        let parts: Vec<&[Record]> = (0..of).map(|number| part_of(&all, number, of)).collect();
        assert_eq!(parts.concat(), all);
        let cut: Vec<&[Record]> = parts.into_iter().flat_map(games).collect();
        assert!(cut.into_iter().eq(games(&all)), "{of} parts cut no game");
    }
    assert!(part_of(&[], 0, 3).is_empty());
    assert_eq!(part_of(&all, 1, 2).len(), 4);
    assert!(part_of(&all, 2, 2).is_empty() && part_of(&all, 1, 0).is_empty());
}

#[test]
fn mistakes_in_records_are_told_with_file_and_record() {
    let path = path("wrong");
    std::fs::write(&path, [0; 79]).unwrap();
    let error = RecordFile::<Record>::open(&path).unwrap_err().to_string();
    assert!(error.ends_with("wrong: 79 bytes, expected a multiple of 40, the length of a record"), "{error}");
    let mut bytes = [record(1).to_bytes(), record(2).to_bytes()].concat();
    bytes[78] = 2;
    std::fs::write(&path, bytes).unwrap();
    let mut records = RecordFile::<Record>::open(&path).unwrap();
    assert_eq!(records.next().unwrap().unwrap(), record(1));
    let error = records.next().unwrap().unwrap_err().to_string();
    assert!(error.contains("wrong: record 1: packed record: result 2"), "{error}");
    assert!(records.next().is_none(), "nothing comes after an error");
}
