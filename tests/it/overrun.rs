//! Tests that no answer comes after its time, in whole games of the example engine against itself by the clock, with pondering, so that
//! both sides think all the time; and in single moves of one engine with more threads than the machine runs at once.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use komadai::samples::BALANCED_OPENINGS;
use komadai::{Color, Move, Position, Tracked};

use crate::session::Session;

/// A time control and the number of games played with it.
struct Control {
    name: &'static str,
    games: usize,
    /// Milliseconds at the beginning, added after each move, and for each move once the rest is used up.
    main: u64,
    increment: u64,
    byoyomi: u64,
}

/// A thousand games; the last one takes half an hour, all together about an hour and a half for each pair of cores.
const CONTROLS: [Control; 9] = [
    Control { name: "byoyomi 1 ms", games: 400, main: 0, increment: 0, byoyomi: 1 },
    Control { name: "byoyomi 10 ms", games: 250, main: 0, increment: 0, byoyomi: 10 },
    Control { name: "byoyomi 100 ms", games: 60, main: 0, increment: 0, byoyomi: 100 },
    Control { name: "0.5 s and byoyomi 50 ms", games: 80, main: 500, increment: 0, byoyomi: 50 },
    Control { name: "1 s + 10 ms", games: 140, main: 1_000, increment: 10, byoyomi: 0 },
    Control { name: "sudden death, 3 s", games: 60, main: 3_000, increment: 0, byoyomi: 0 },
    Control { name: "10 s + 0.1 s", games: 7, main: 10_000, increment: 100, byoyomi: 0 },
    Control { name: "20 s and byoyomi 1 s", games: 2, main: 20_000, increment: 0, byoyomi: 1_000 },
    Control { name: "5 min + 10 s", games: 1, main: 300_000, increment: 10_000, byoyomi: 0 },
];

/// Milliseconds that lines between two programs may take on a loaded machine. More is an overrun. `KOMADAI_MARGIN` sets another margin.
const MARGIN: u64 = 50;
/// Plies after which a game ends.
const LONGEST: usize = 240;

/// One side of a game.
struct Player {
    engine: Session,
    left: Duration,
    /// The move it expects the opponent to play, if it ponders.
    expects: Option<String>,
}

/// An answer to a `go`.
struct Answer {
    /// Seconds after its time; negative: the time left over.
    over: f64,
    /// Whether the engine was pondering on the move that came.
    is_hit: bool,
}

impl Control {
    fn go(&self, word: &str, left: [Duration; 2]) -> String {
        let [black, white] = left.map(|left| left.as_millis());
        let Control { increment, byoyomi, .. } = self;
        let times = format!("btime {black} wtime {white}");
        if self.increment > 0 {
            format!("{word} {times} binc {increment} winc {increment}")
        } else {
            format!("{word} {times} byoyomi {byoyomi}")
        }
    }

    /// Plays a game.
    fn play(&self, opening: &str, players: &mut [Player; 2]) -> Vec<Answer> {
        let mut answers = Vec::new();
        let mut line = format!("position {opening}");
        let mut board = Tracked::new(Position::startpos());
        opening.split(' ').skip(2).for_each(|mv| board.do_move(mv.parse().unwrap()));
        for player in &mut *players {
            player.left = Duration::from_millis(self.main);
            player.expects = None;
            player.engine.say("usinewgame");
            player.engine.made_ready();
        }
        let mut last = String::new();
        for _ in 0..LONGEST {
            let side = usize::from(board.position().side_to_move() == Color::White);
            let left = [players[0].left, players[1].left];
            let player = &mut players[side];
            let begun = Instant::now();
            let expected = player.expects.take();
            let is_hit = expected.as_ref() == Some(&last);
            if is_hit {
                player.engine.say("ponderhit");
            } else {
                if expected.is_some() {
                    player.engine.say("stop");
                    player.answer();
                }
                player.engine.say_all(&[&line, &self.go("go", left)]);
            }
            let answer = player.answer();
            let used = begun.elapsed();
            let over = used.as_secs_f64() - (player.left.as_secs_f64() + self.byoyomi as f64 / 1_000.0);
            answers.push(Answer { over, is_hit });
            player.left = player.left.saturating_sub(used) + Duration::from_millis(self.increment);
            let words: Vec<&str> = answer.split(' ').collect();
            let Ok(mv) = words[1].parse::<Move>() else { break };
            assert!(board.position().is_legal(mv), "{line}: {answer}");
            board.do_move(mv);
            if board.repetition().is_some() {
                break;
            }
            last = mv.to_string();
            line = format!("{line} {last}");
            if let Some(&reply) = words.get(3) {
                let left = [players[0].left, players[1].left];
                players[side].ponder(&line, reply, &self.go("go ponder", left));
            }
        }
        answers
    }

    /// Returns the largest overrun of some games, in seconds, and prints it with their other results.
    fn tell(&self, games: usize, answers: &[Answer]) -> f64 {
        let worst = answers.iter().map(|answer| answer.over).fold(f64::NEG_INFINITY, f64::max);
        println!(
            "{:<24} {games:>4} games {:>6} moves, {:>2} % ponderhits, late {:>4}, largest overrun {:>8.1} ms",
            self.name,
            answers.len(),
            100 * answers.iter().filter(|answer| answer.is_hit).count() / answers.len().max(1),
            answers.iter().filter(|answer| answer.over > 0.0).count(),
            worst * 1_000.0
        );
        worst
    }
}

impl Player {
    fn new() -> Player {
        let engine = Session::ready();
        engine.say("setoption name USI_Hash value 16");
        engine.made_ready();
        Player { engine, left: Duration::ZERO, expects: None }
    }

    /// The answer to the last `go`.
    fn answer(&self) -> String {
        self.engine.until("bestmove").pop().unwrap()
    }

    fn ponder(&mut self, line: &str, reply: &str, go: &str) {
        self.expects = Some(reply.to_owned());
        self.engine.say_all(&[&format!("{line} {reply}"), go]);
    }
}

fn variable(name: &str) -> Option<u64> {
    std::env::var(name)
        .ok()
        .map(|value| value.parse().unwrap_or_else(|_| panic!("{name}={value} is no number")))
}

#[test]
#[ignore = "1,000 games by the clock, more than an hour; KOMADAI_SHARE=PERCENT of them, KOMADAI_MARGIN=MS"]
fn no_answer_comes_after_its_time() {
    let openings: Vec<&str> = BALANCED_OPENINGS.lines().filter_map(opening).collect();
    let share = variable("KOMADAI_SHARE").unwrap_or(100) as usize;
    let margin = variable("KOMADAI_MARGIN").unwrap_or(MARGIN) as f64 / 1_000.0;
    let at_once = (thread::available_parallelism().map_or(1, usize::from) / 2).max(1);
    let mut overruns = Vec::new();
    for control in &CONTROLS {
        let games = control.games * share / 100;
        let next = AtomicUsize::new(0);
        let answers = thread::scope(|scope| {
            let play = || {
                let (mut players, mut answers) = ([Player::new(), Player::new()], Vec::new());
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games {
                        // One of them may still be pondering.
                        for player in players {
                            player.engine.end();
                        }
                        break answers;
                    }
                    answers.extend(control.play(openings[number % openings.len()], &mut players));
                }
            };
            let threads: Vec<_> = (0..at_once.min(games)).map(|_| scope.spawn(play)).collect();
            threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
        });
        if games > 0 && control.tell(games, &answers) > margin {
            overruns.push(control.name);
        }
    }
    assert!(overruns.is_empty(), "more than {:.0} ms late: {overruns:?}", margin * 1_000.0);
}

/// The longest time from `stop` to the answer, and from `quit` to the end of the program, in milliseconds.
const SOON: f64 = 200.0;

/// A name, lines to send, each after some milliseconds, and the time of the answer after the last of them.
type Question = (&'static str, &'static [(u64, &'static str)], f64);

/// The questions to an engine with many threads.
const QUESTIONS: [Question; 6] = [
    ("movetime 20", &[(0, "go movetime 20")], 20.0),
    ("movetime 300", &[(0, "go movetime 300")], 300.0),
    ("byoyomi 1 s", &[(0, "go btime 0 wtime 0 byoyomi 1000")], 1_000.0),
    ("ponderhit", &[(0, "go ponder btime 0 wtime 0 byoyomi 300"), (300, "ponderhit")], 300.0),
    ("stop", &[(0, "go infinite"), (300, "stop")], 0.0),
    ("isready", &[(0, "go infinite"), (300, "isready")], 0.0),
];

#[test]
#[ignore = "some minutes; KOMADAI_SHARE=PERCENT of the rounds, KOMADAI_MARGIN=MS"]
fn many_threads_keep_the_time() {
    let rounds = 10 * variable("KOMADAI_SHARE").unwrap_or(100) / 100;
    let margin = variable("KOMADAI_MARGIN").unwrap_or(MARGIN) as f64;
    let mut late = Vec::new();
    println!(
        "largest overrun of {rounds}, in ms (negative: time left over); stop, isready, quit: longest wait"
    );
    for threads in [1, 4, 16, 64] {
        let mut worst = [f64::NEG_INFINITY; QUESTIONS.len() + 1];
        let mut note = |i: usize, over: f64| worst[i] = worst[i].max(over);
        for _ in 0..rounds {
            let engine = Session::ready();
            engine.say(&format!("setoption name Threads value {threads}"));
            engine.made_ready();
            engine.say("position startpos moves 7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b");
            for (i, (_, lines, time)) in QUESTIONS.iter().enumerate() {
                let mut said = Instant::now();
                for (after, line) in *lines {
                    thread::sleep(Duration::from_millis(*after));
                    said = Instant::now();
                    engine.say(line);
                }
                let last = lines.last().map_or("", |(_, line)| line);
                engine.until(if last == "isready" { "readyok" } else { "bestmove" });
                note(i, said.elapsed().as_secs_f64() * 1_000.0 - time);
            }
            // The last question is still being searched.
            let said = Instant::now();
            engine.say("quit");
            engine.end();
            note(QUESTIONS.len(), said.elapsed().as_secs_f64() * 1_000.0);
        }
        let names = QUESTIONS.iter().map(|(name, ..)| *name).chain(["quit"]);
        let cells: Vec<String> =
            names.clone().zip(worst).map(|(name, worst)| format!("{name} {worst:.1}")).collect();
        println!("{threads:>3} threads: {}", cells.join(", "));
        let times = QUESTIONS.iter().map(|(.., time)| *time).chain([0.0]);
        for ((name, time), worst) in names.zip(times).zip(worst) {
            if worst > if time > 0.0 { margin } else { SOON } {
                late.push(format!("{threads} threads, {name}: {worst:.1} ms"));
            }
        }
    }
    assert!(late.is_empty(), "late: {late:?}");
}

/// The game of a line, without its comment.
fn opening(line: &str) -> Option<&str> {
    line.split('#').next().map(str::trim).filter(|game| game.starts_with("startpos moves "))
}
