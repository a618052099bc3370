//! Matches of small engines: who plays what, what stays the same, what is written down.

use std::path::PathBuf;
use std::time::Duration;

use komadai::evaluation::Evaluation;
use komadai::journal::Answers;
use komadai_core::ending::EndRules;
use komadai_core::game::EndKind;
use komadai_core::{Move, Position, Tracked, Value};
use komadai_notation::evaluations;
use komadai_search::{Engine, Progress, Report};

use super::*;
use crate::{Recipe, Sprt, Verdict};

fn openings(count: usize) -> Vec<GameLine> {
    ["7g7f 3c3d", "2g2f 8c8d", "7g7f 8c8d", "2g2f 3c3d", "9g9f 9c9d", "1g1f 1c1d"][..count]
        .iter()
        .map(|moves| GameLine::parse(&format!("startpos moves {moves}")).unwrap())
        .collect()
}

fn small(pairs: usize) -> Match {
    let mut rules = MatchRules::default();
    rules.ends.move_limit = Some(60);
    let names = ["modern", "bare"].map(str::to_owned);
    Match { names, limits: [300, 100].map(Limits::nodes), rules, openings: openings(pairs) }
}

fn players(threads: usize) -> Vec<[Box<dyn Engine + Send>; 2]> {
    let engine = |recipe: &str| recipe.parse::<Recipe>().unwrap().engine(Evaluation::material(), 1).unwrap();
    (0..threads).map(|_| [engine("modern"), engine("bare")]).collect()
}

fn run(of: &Match, threads: usize, answers: Option<&Answers>) -> Vec<Played> {
    of.run(players(threads), answers, None).unwrap()
}

/// An empty folder.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("komadai-match-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

/// The games without the times of the clock.
fn timeless(mut games: Vec<Played>) -> Vec<Played> {
    for effort in games.iter_mut().flat_map(|game| &mut game.effort) {
        *effort = Effort { time: None, wall: Duration::ZERO, ..*effort };
    }
    games
}

#[test]
fn threads_and_what_was_played_before_change_no_game_and_the_standing_adds_them_up() {
    let of = small(3);
    let games = run(&of, 1, None);
    let one = timeless(games.clone());
    assert_eq!(timeless(run(&of, 3, None)), one);
    let folder = folder("known");
    let answers = Answers::open(&folder, "match").unwrap();
    assert_eq!(timeless(run(&of, 2, Some(&answers))), one);
    for index in [1, 3, 5] {
        answers.forget(&of.question(index));
    }
    assert_eq!(of.known(&answers), 3);
    assert_eq!(timeless(run(&of, 2, Some(&answers))), one);
    std::fs::remove_dir_all(folder).unwrap();
    // Games go on from their openings, colours change, and both players work within their limits.
    for (index, game) in one.iter().enumerate() {
        assert_eq!(game.first_is, if index % 2 == 0 { Color::Black } else { Color::White });
        let record = game.record(of.opening(index), &of.names).unwrap();
        assert_eq!(record.moves()[..2], *of.opening(index).moves());
        assert_eq!(record.black(), Some(if index % 2 == 0 { "modern" } else { "bare" }));
        assert_eq!(record.result().winner(), game.over.winner());
        let [one, other] = &game.effort;
        assert_eq!(one.moves + other.moves, game.moves.len() as u64);
        let scores = evaluations::read(&record);
        assert!(scores[..3].iter().all(Option::is_none) && scores[3..].iter().all(Option::is_some));
        assert!(one.nodes <= 300 * one.moves && other.nodes <= 100 * other.moves && other.depth > 0);
    }
    let standing = Standing::of(&games);
    assert_eq!((standing.games.games(), standing.pairs.pairs(), standing.black.games()), (6, 3, 6));
    assert_eq!(standing.ends.values().sum::<u64>(), 6);
    assert_eq!(standing.moves, standing.effort.iter().map(|effort| effort.moves).sum::<u64>());
    let points: u64 = standing.pairs.counts.iter().zip(0..).map(|(n, half_points)| n * half_points).sum();
    assert_eq!(points, 2 * standing.games.wins + standing.games.draws);
    assert!(standing.effort.iter().all(|effort| effort.time.is_some()));
    // Half a pair is a game, but not a pair.
    assert_eq!(Standing::of(&games[..5]).pairs.pairs(), 2);
}

/// Plays the first legal move that a rule of its own chooses.
struct Scripted(fn(&Tracked) -> Option<Move>, i32);

impl Engine for Scripted {
    fn search_game(&mut self, board: Tracked, _: &Limits, _: &mut dyn FnMut(&Progress<'_>)) -> Report {
        let side = board.position().side_to_move();
        let sign = if side == Color::Black { 1 } else { -1 };
        Report { best: self.0(&board), value: Value::from_cp(sign * self.1), nodes: 1, ..Report::default() }
    }

    fn clear(&mut self) {}
}

/// Rooks to and fro, which repeats the position every four plies.
fn to_and_fro(board: &Tracked) -> Option<Move> {
    ["2h3h", "8b7b", "3h2h", "7b8b"]
        .into_iter()
        .map(|text| text.parse().unwrap())
        .find(|&mv| board.position().is_legal(mv))
}

fn scripted(first: Scripted, second: Scripted) -> Players {
    [Box::new(first), Box::new(second)]
}

fn from_startpos(rules: MatchRules) -> Match {
    let openings = vec![GameLine::new(Position::startpos())];
    Match { names: ["a".to_owned(), "b".to_owned()], limits: Default::default(), rules, openings }
}

#[test]
fn games_end_by_repetition_limit_resignation_or_forfeit() {
    let plain = from_startpos(MatchRules::default());
    let quiet = || Scripted(to_and_fro, 0);
    let game = plain.play(0, &mut scripted(quiet(), quiet()));
    assert_eq!((game.over.name(), game.moves.len(), game.half_points()), ("repetition", 12, 1));

    let mut rules = MatchRules::default();
    rules.ends.move_limit = Some(5);
    let game = from_startpos(rules).play(0, &mut scripted(quiet(), quiet()));
    assert_eq!((game.over.name(), game.moves.len(), game.half_points()), ("move-limit", 5, 1));

    // Both see Black 900 behind; the third ply in a row is Black's own, so it resigns after White's next.
    let rule = Resignation { behind: Value::from_cp(900), plies: 3 };
    let resigning = from_startpos(MatchRules { resignation: Some(rule), ..MatchRules::default() });
    let gloomy = || Scripted(to_and_fro, -900);
    let game = resigning.play(0, &mut scripted(gloomy(), gloomy()));
    assert_eq!((game.over, game.moves.len(), game.half_points()), (GameOver::Resigned(Color::Black), 4, 0));
    assert_eq!(resigning.play(1, &mut scripted(gloomy(), gloomy())).half_points(), 2);
    let game = resigning.play(0, &mut scripted(gloomy(), quiet()));
    assert_eq!(game.over.name(), "repetition");

    let illegal = || Scripted(|_| "5i5a".parse().ok(), 0);
    let game = plain.play(1, &mut scripted(illegal(), quiet()));
    assert_eq!((game.over, game.half_points()), (GameOver::Forfeited(Color::White, Fault::IllegalMove), 0));
    let ending = game.record(plain.opening(1), &plain.names).unwrap().ending.unwrap();
    assert_eq!(ending.kind, EndKind::IllegalMove(Color::White));
}

/// The engine of `fake_engine.sh` with a fault.
#[cfg(unix)]
fn fake(fault: &str) -> UsiPlayer {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../usi/tests/fake_engine.sh");
    let command = format!("sh \"{script}\" {fault}").parse().unwrap();
    UsiPlayer::start(command, Duration::from_secs(1)).unwrap()
}

#[cfg(unix)]
#[test]
fn faults_of_another_program_are_told_as_what_they_are_and_the_next_game_begins_anew() {
    let of = from_startpos(MatchRules { margin: Duration::from_millis(150), ..MatchRules::default() });
    let of = Match { limits: [(); 2].map(|()| Limits::time(Duration::from_millis(200))), ..of };
    let fails = |fault: &str, name: &str, seen: Option<&str>| {
        let mut players: Players = [Box::new(Scripted(to_and_fro, 0)), Box::new(fake(fault))];
        // A program that hangs is waited for two seconds each time.
        for index in if fault == "hangs" { 1..2 } else { 0..2 } {
            let game = of.play(index, &mut players);
            assert_eq!((game.over.name(), game.half_points()), (name, 2), "{fault}: {game:?}");
            let told = game.fault.as_deref();
            assert!(seen.map_or(told.is_none(), |seen| told.is_some_and(|told| told.starts_with(seen))));
            assert_eq!(game.moves.len(), 1 - index);
            assert_eq!(game.effort[1].time.is_some(), cfg!(target_os = "linux"));
        }
    };
    // All at once, since most of the time is waiting.
    std::thread::scope(|scope| {
        for (fault, name, seen) in [
            ("", "resignation", None),
            ("40", "groundless-resignation", Some("resign at +40 in ")),
            ("illegal", "illegal-move", Some("5i5a in ")),
            ("wins", "false-declaration", Some("win in ")),
            ("babbles", "nonsense", Some("found \"bestmove 7g7\"")),
            ("late", "overrun", Some("answered ")),
            ("waits", "overrun", Some("no answer before it was stopped, ")),
            ("hangs", "no-answer", Some("no bestmove within 2200 ms")),
            ("dies", "crash", Some("ended (exit status: 3)")),
        ] {
            let fails = &fails;
            scope.spawn(move || fails(fault, name, seen));
        }
    });
}

#[test]
fn a_test_ends_the_match_at_the_same_pair_however_many_threads_play() {
    // The second player forfeits every game: any test accepts in the end.
    let mut of = small(6);
    of.openings = (0..6).flat_map(|_| openings(6)).collect();
    let test = Sprt { elo0: 0.0, elo1: 200.0, alpha: 0.2, beta: 0.2 };
    let play = |threads: usize| {
        let first = |board: &Tracked| board.position().legal_moves().as_slice().first().copied();
        let players = (0..threads).map(|_| scripted(Scripted(first, 0), Scripted(|_| None, 0)));
        of.run(players.collect(), None, Some(&test)).unwrap()
    };
    let games = timeless(play(1));
    let (shorter, longer) = (Standing::of(&games[..games.len() - 2]), Standing::of(&games));
    assert_eq!(test.verdict(&shorter.pairs.cells()), Verdict::Continue);
    assert_eq!(test.verdict(&longer.pairs.cells()), Verdict::Accept);
    assert!(games.len() < of.games());
    assert_eq!(timeless(play(3)), games);
}

#[test]
fn a_journal_gives_games_back_and_tells_answers_that_are_no_games_of_the_match() {
    let folder = folder("journal");
    let of = small(1);
    let open = || Answers::open(&folder, "match").unwrap();
    let games = run(&of, 1, Some(&open()));
    assert_eq!(run(&of, 1, Some(&open())), games);
    // A longer match knows the games of a shorter one; another one knows none.
    let other = Match { limits: [Limits::nodes(300), Limits::nodes(99)], ..small(1) };
    assert_eq!([small(3), other].map(|of| of.known(&open())), [2, 0]);
    let path = folder.join("match.tsv");
    let good = std::fs::read_to_string(&path).unwrap();
    let (first, end) = (games[0].moves[0].to_string(), games[0].over.name());
    let last = games[0].moves.last().unwrap().to_string();
    for (bad, message) in [
        (good.replacen("\"moves\"", "\"steps\"", 1), "expected an answer of this experiment as JSON"),
        (good.replacen(&format!("[\"{first}\""), "[\"5i5a\"", 1), "found the move 5i5a, expected a legal"),
        (good.replacen(&format!(",\"{last}\"]"), "]", 1), "expected a game that goes on"),
        (good.replacen(&format!("\"{end}\""), "\"luck\"", 1), "found the end \"luck\", expected "),
    ] {
        std::fs::write(&path, &bad).unwrap();
        let error = of.run(players(1), Some(&open()), None).unwrap_err().to_string();
        assert!(error.contains(message), "{error}\n{message}");
        assert!(error.starts_with(&path.display().to_string()), "{error}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), bad);
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn description_names_whatever_decides_the_games() {
    let mut of = small(1);
    let said = "modern with 300 nodes against bare with 100 nodes; draw after 60 moves, declaration Points27";
    assert_eq!(of.describe(), said);
    of.limits[1] = Limits::depth(3);
    of.rules = MatchRules {
        ends: EndRules::default(),
        declaration: None,
        resignation: Some(Resignation { behind: Value::from_cp(2_000), plies: 4 }),
        margin: Duration::from_millis(50),
    };
    let said = "modern with 300 nodes against bare with 3 plies; no limit of moves, no declaration, \
                resign 2000 behind for 4 plies";
    assert_eq!(of.describe(), said);
    // The margin of an overrun decides games only with a time limit.
    of.limits[0] = Limits::time(Duration::from_millis(20));
    assert!(of.describe().ends_with("for 4 plies, lost 50ms after the time"), "{}", of.describe());
    assert_eq!(Standing::default().games, Score::default());
}
